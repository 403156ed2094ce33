"""What whole games ask besides: stacks, hands, paying, trading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.games.kartenspiel.decisions.subjects import OfOneCard
from adjudicator.games.kartenspiel.table import Seat, Spot, Table
from adjudicator.kernel.decisions import May, Number, OneValue


@dataclass(frozen=True, eq=False)
class MayActNow(May):
    """Is this the moment for a kind of move?"""

    table: Table
    player: str
    kind: Literal["roll", "play", "build", "extend", "trade", "tear down", "end turn"]

    def key(self) -> str:
        return f"may {self.player} {self.kind} now"


@dataclass(frozen=True, eq=False)
class IsAtHand(OfOneCard, May):
    """Does a player have this card to play or build?"""

    table: Table
    player: str
    card: str

    def key(self) -> str:
        return f"{self.player} has {self.card} to use"


@dataclass(frozen=True, eq=False)
class CanPay(May):
    """Can a player pay a cost, of which he saves so many resources?"""

    table: Table
    player: str
    cost: tuple[tuple[str, int], ...]
    saved: int = 0

    def key(self) -> str:
        return f"can {self.player} pay"


@dataclass(frozen=True, eq=False)
class HasRoom(May):
    """Is there room for another expansion on this site?"""

    table: Table
    player: str
    spot: Spot

    def key(self) -> str:
        return f"room for {self.player} at {self.spot}"


@dataclass(frozen=True, eq=False)
class MayExtend(May):
    """May a player lay a road, a settlement or a city here?"""

    table: Table
    player: str
    what: str
    slot: int

    def key(self) -> str:
        return f"may {self.player} lay {self.what} at {self.slot}"


@dataclass(frozen=True, eq=False)
class MayTrade(May):
    """May a player get one resource for another from the bank at this rate?"""

    table: Table
    player: str
    give: str
    get: str
    rate: int

    def key(self) -> str:
        return f"may {self.player} trade {self.give} for {self.get}"


@dataclass(frozen=True, eq=False)
class MayUseStack(May):
    """May a player draw from this stack or put cards under it?"""

    table: Table
    player: str
    stack: int

    def key(self) -> str:
        return f"may {self.player} use stack {self.stack}"


@dataclass(frozen=True, eq=False)
class MayKeepSurplus(May):
    """May a player hold more cards than allowed until the end of his turn?"""

    table: Table
    player: str

    def key(self) -> str:
        return f"may {self.player} keep surplus cards for now"


@dataclass(frozen=True, eq=False)
class MayTakeFromAnotherStack(May):
    """May the new card of an exchange come from another stack than the one that the old card went under?"""

    table: Table
    player: str

    def key(self) -> str:
        return f"may {self.player} take from another stack"


@dataclass(frozen=True, eq=False)
class WhoPicks(OneValue):
    """Who picks what is lost: whoever gains by it or whoever loses it?"""

    table: Table
    cause: str
    gainer: str
    loser: str

    def subjects(self) -> tuple[str, ...]:
        return (self.cause,)

    def possible(self) -> tuple[str, ...]:
        return (self.gainer, self.loser)

    def key(self) -> str:
        return f"who picks: {self.cause}"


@dataclass(frozen=True, eq=False)
class MaySwapLandscapes(May):
    """May this landscape be exchanged for that one of the opponent?"""

    table: Table
    player: str
    cause: str
    mine: Spot
    theirs: Spot

    def subjects(self) -> tuple[str, ...]:
        return (self.cause,)

    def key(self) -> str:
        return f"may {self.player} swap landscapes {self.mine} and {self.theirs}"


@dataclass(frozen=True, eq=False)
class LiesOpen(OfOneCard, May):
    """Does this building lie open for both instead of in a stack?"""

    card: str

    def key(self) -> str:
        return f"{self.card} lies open"


@dataclass(frozen=True, eq=False)
class StacksOf(Number):
    """Into how many stacks are the cards of the basic game, or those of the theme sets, divided?"""

    of: Literal["basis", "theme"]


@dataclass(frozen=True, eq=False)
class MayBeInDeck(OfOneCard, May):
    """May this card be used in this form of the game?"""

    card: str

    def key(self) -> str:
        return f"{self.card} is used"


@dataclass(frozen=True, eq=False)
class LosesToRobbers(May):
    """Does this landscape lose what robbers take?"""

    table: Table
    seat: Seat
    spot: Spot

    def subjects(self) -> tuple[str, ...]:
        column, side = self.spot
        near = [each for slot in (column - 1, column + 1) for each in self.seat.sites.get((slot, side), ())]
        return tuple(each.name for each in near)
