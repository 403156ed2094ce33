"""What the glossary (102) and the dice (103.B to 103.F) ask."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from adjudicator.games.kartenspiel.decisions.subjects import OfOneCard
from adjudicator.games.kartenspiel.table import Laid, Seat, Table
from adjudicator.kernel.decisions import May, Number, OneValue
from adjudicator.kernel.unknown import Amount


@dataclass(frozen=True, eq=False)
class IsOfKind(OfOneCard, May):
    """Does a card count as one of this kind, where it lies now?"""

    table: Table
    card: str
    kind: str
    where: Literal["hand", "laid", "used", "discard"] = "laid"


@dataclass(frozen=True, eq=False)
class IsBankTrade(May):
    """Is an exchange a trade with the bank, by which so much of a wanted resource was traded?"""

    table: Table
    trader: str
    means: str | None
    gave: str
    wanted: str


@dataclass(frozen=True, eq=False)
class MayTradeBackAndForth(May):
    """May a fleet change one resource for another at even rates, as often as its owner likes?"""

    table: Table
    seat: Seat
    fleet: Laid
    give: str
    get: str

    def subjects(self) -> tuple[str, ...]:
        return (self.fleet.name,)


@dataclass(frozen=True, eq=False)
class CountsAsPlayed(May):
    """Has a card been played although its effect was cancelled?"""

    table: Table
    player: str
    card: str


@dataclass(frozen=True, eq=False)
class MayPlayAgain(May):
    """May a player play another card at a moment at which he has played so many?"""

    table: Table
    player: str
    card: str
    played: int


@dataclass(frozen=True, eq=False)
class MayCover(May):
    """May a card be laid on top of this card of the centre?"""

    table: Table
    card: str
    under: str


@dataclass(frozen=True, eq=False)
class IsTheMoment(OfOneCard, May):
    """Is this phase of the turn the moment for a step of this card?"""

    table: Table
    player: str
    card: str
    step: Literal["use", "announce", "move", "get"]
    phase: str


@dataclass(frozen=True, eq=False)
class MayUndoRoll(May):
    """May a player have the event die rolled again?"""

    table: Table
    player: str
    carried_out: bool
    revealed: bool

    def subjects(self) -> tuple[str, ...]:
        return ("Zeitsprung",)


@dataclass(frozen=True, eq=False)
class DiceRolled(Number):
    """How many dice are rolled, when these cards have set some already?"""

    table: Table
    player: str
    setters: tuple[str, ...]

    def subjects(self) -> tuple[str, ...]:
        return self.setters


@dataclass(frozen=True, eq=False)
class TurnOrder(OneValue):
    """In which order do moves come that belong to these phases of a turn?"""

    table: Table
    phases: tuple[tuple[str, str], ...]

    def possible(self) -> tuple[tuple[str, ...], ...]:
        return tuple(permutations(move for move, _ in self.phases))


@dataclass(frozen=True, eq=False)
class GiftOfTheYear(Number):
    """How many resources of his choice does a prosperous year bring a player, who perhaps uses his palace?"""

    table: Table
    player: str
    palace: bool


@dataclass(frozen=True, eq=False)
class FallsToQuestionMark(May):
    """Does a ? of the event die take this building with the player's ore and wool?"""

    table: Table
    seat: Seat
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)


@dataclass(frozen=True, eq=False)
class StillWorks(May):
    """Does a building that was lost in the event phase still work in the yield phase?"""

    table: Table
    laid: Laid


@dataclass(frozen=True, eq=False)
class DrivenOutByPoints(May):
    """Must this card of the opponent leave a principality whose owner has so many points?"""

    table: Table
    seat: Seat
    laid: Laid
    strength: Amount
    trade: Amount

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)
