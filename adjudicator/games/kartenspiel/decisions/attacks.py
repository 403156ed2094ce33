"""What chapter 112 asks: attack actions and what they hit."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.games.kartenspiel.decisions.subjects import OfOneCard
from adjudicator.games.kartenspiel.table import Laid, Seat, Spot, Table
from adjudicator.kernel.decisions import May, Number, OneValue


@dataclass(frozen=True, eq=False)
class MayLayOn(OfOneCard, May):
    """May this card be laid on that expansion?"""

    table: Table
    player: str
    card: str
    laid: Laid

    def key(self) -> str:
        return f"may {self.player} lay {self.card} on {self.laid.name}"


@dataclass(frozen=True, eq=False)
class MayAim(May):
    """May a player aim his action at this expansion, in whose principality it stands?"""

    table: Table
    player: str
    action: str
    seat: Seat
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.action,)

    def key(self) -> str:
        return f"may {self.player} aim {self.action} at {self.laid.name}"


@dataclass(frozen=True, eq=False)
class LosesSomething(May):
    """Does the loser of an attack lose an expansion, so many of his being possible targets?"""

    table: Table
    action: str
    loser: str
    targets: int

    def subjects(self) -> tuple[str, ...]:
        return (self.action,)


@dataclass(frozen=True, eq=False)
class MayUseAgain(May):
    """May a function that was used in this turn be used once more after this action has hit the building?"""

    table: Table
    player: str
    laid: Laid
    action: str

    def subjects(self) -> tuple[str, ...]:
        return (self.action,)

    def key(self) -> str:
        return f"may {self.player} use {self.laid.name} again"


@dataclass(frozen=True, eq=False)
class SurplusWaits(May):
    """After one's own attack has failed and an expansion came back, may surplus cards be kept until the end of the turn?"""

    table: Table
    player: str
    action: str
    lost: str
    enlarged_by: tuple[str, ...]

    def subjects(self) -> tuple[str, ...]:
        return (self.action,)

    def key(self) -> str:
        return f"may {self.player} keep surplus cards after {self.lost} came back"


@dataclass(frozen=True, eq=False)
class MaySwapSoMany(May):
    """May so many landscapes be exchanged at once?"""

    table: Table
    player: str
    cause: str
    amount: int

    def subjects(self) -> tuple[str, ...]:
        return (self.cause,)


@dataclass(frozen=True, eq=False)
class MayTakeLandscape(May):
    """May this landscape be exchanged for one from the stack of landscapes?"""

    table: Table
    player: str
    cause: str
    mine: Spot

    def subjects(self) -> tuple[str, ...]:
        return (self.cause,)


@dataclass(frozen=True, eq=False)
class MayLookThrough(May):
    """May a player look for a card in somebody's discard pile, before or after he has played what fetches it?"""

    table: Table
    player: str
    pile: tuple[str, ...]
    using: str
    played: bool

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)


@dataclass(frozen=True, eq=False)
class MayHandBack(May):
    """May a player give this resource in return for those that he has just taken?"""

    table: Table
    player: str
    cause: str
    resource: str
    taken: tuple[str, ...]

    def subjects(self) -> tuple[str, ...]:
        return (self.cause,)


@dataclass(frozen=True, eq=False)
class MaySee(May):
    """Is this hand card shown to whoever plays an action? `stopped`: the action has failed."""

    table: Table
    player: str
    card: str
    using: str
    stopped: bool

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)

    def key(self) -> str:
        return f"does {self.player} see {self.card}"


@dataclass(frozen=True, eq=False)
class BelongsTo(OneValue):
    """To whom does a card belong that one player has taken from another?"""

    table: Table
    card: str
    using: str
    taker: str
    giver: str

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)

    def possible(self) -> tuple[str, ...]:
        return (self.taker, self.giver)


@dataclass(frozen=True, eq=False)
class MayPutUnder(May):
    """May a player put a card that he has taken under one of his own stacks?"""

    table: Table
    player: str
    card: str
    using: str

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)


@dataclass(frozen=True, eq=False)
class Price(Number):
    """How many resources does it cost to build a card that was taken from the opponent?"""

    table: Table
    player: str
    card: str
    using: str

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)
