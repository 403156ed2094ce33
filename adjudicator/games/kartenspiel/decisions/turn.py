"""What the turn from the main phase on, and its cards, ask (103.G to 103.R)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.games.kartenspiel.decisions.subjects import OfWhatLiesThere
from adjudicator.games.kartenspiel.table import Laid, Table
from adjudicator.kernel.decisions import May, Number, OneValue


@dataclass(frozen=True, eq=False)
class MayUseNow(May):
    """May a player use this laid expansion now? `fed`: its resources were turned into magic power this turn."""

    table: Table
    player: str
    laid: Laid
    fed: bool = False

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name, self.laid.card.kind)

    def key(self) -> str:
        return f"may {self.player} use {self.laid.name} now"


@dataclass(frozen=True, eq=False)
class InterdictPrice(Number):
    """How much gold frees a player from all interdicts that lie on his piles?"""

    table: Table
    player: str


@dataclass(frozen=True, eq=False)
class MayEndTurnHolding(May):
    """May a turn end with so many cards in the hand?"""

    table: Table
    player: str
    held: int
    limit: int
    can_draw: bool


@dataclass(frozen=True, eq=False)
class MayExchangeHolding(May):
    """Is the number of hand cards right for an exchange? `gave_up`: surplus cards have been given up before."""

    table: Table
    player: str
    held: int
    limit: int
    gave_up: bool


@dataclass(frozen=True, eq=False)
class Surplus(Number):
    """How many hand cards must be put under a stack at the end of the turn?"""

    table: Table
    player: str
    held: int
    limit: int


@dataclass(frozen=True, eq=False)
class MayCancel(May):
    """May a player undo this card of the opponent by means of a spell book?"""

    table: Table
    player: str
    card: str
    using: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card, self.using)


@dataclass(frozen=True, eq=False)
class MayReroll(May):
    """May a player have the event die rolled again? `picked`: its face was picked by a card, not rolled."""

    table: Table
    player: str
    using: str
    picked: bool

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)


@dataclass(frozen=True, eq=False)
class ActionDue(OfWhatLiesThere, Number):
    """How much gold does a player pay for the action cards that he has played in one turn?"""

    table: Table
    player: str
    played: int


@dataclass(frozen=True, eq=False)
class ActionGold(OfWhatLiesThere, Number):
    """How much gold does a player get for the action cards and spell books that the opponent has used?"""

    table: Table
    player: str
    used: int


@dataclass(frozen=True, eq=False)
class IsAStack(May):
    """Is this place a draw stack, to lay cards on and take them from?"""

    table: Table
    cards: int


@dataclass(frozen=True, eq=False)
class EventGoesTo(OneValue):
    """Where does a carried out event card go, or one that a card has removed?"""

    table: Table
    card: str
    using: str
    domain = ("event_stack", "discard", "out_of_game")

    def subjects(self) -> tuple[str, ...]:
        return (self.card, self.using)


@dataclass(frozen=True, eq=False)
class WhosePile(OneValue):
    """On whose discard pile does a card go that one player uses and that another one brought into the game?"""

    table: Table
    card: str
    user: str
    origin: str

    def possible(self) -> tuple[str, ...]:
        return (self.user, self.origin)


@dataclass(frozen=True, eq=False)
class MayFetchCard(May):
    """May a player take this card from this discard pile by means of that card?"""

    table: Table
    player: str
    using: str
    card: str
    pile: str

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)


@dataclass(frozen=True, eq=False)
class StillStands(May):
    """Does an expansion stay in play and keep its effect?"""

    table: Table
    holder: str
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)
