"""Playing, building, events, points, tokens: the questions that every chapter asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.games.kartenspiel.decisions.subjects import OfOneCard, OfWhatLiesThere
from adjudicator.games.kartenspiel.decisions.words import NOBODY
from adjudicator.games.kartenspiel.table import Laid, Seat, Spot, Table
from adjudicator.kernel.decisions import May, Number, OneValue, Order


@dataclass(frozen=True, eq=False)
class MayPlay(May):
    """May a player play this action card now?"""

    table: Table
    player: str
    card: str
    answering: str | None = None
    """What the card answers: an attack, a settlement just built; "" for nothing, None where it is not told."""

    def subjects(self) -> tuple[str, ...]:
        return (self.card, "Kirchenbann") if self.table.bans else (self.card,)

    def key(self) -> str:
        return f"may {self.player} play {self.card}"


@dataclass(frozen=True, eq=False)
class MayBuild(OfOneCard, May):
    """May a player build this expansion on this site?"""

    table: Table
    player: str
    card: str
    spot: Spot

    def key(self) -> str:
        return f"may {self.player} build {self.card}"


@dataclass(frozen=True, eq=False)
class MayDemolish(May):
    """May a player tear down an expansion of his own?"""

    table: Table
    player: str
    card: str | None = None
    spot: Spot | None = None

    def key(self) -> str:
        return f"may {self.player} tear down"


@dataclass(frozen=True, eq=False)
class MayExchange(May):
    """May a player exchange a hand card at the end of his turn?"""

    table: Table
    player: str

    def key(self) -> str:
        return f"may {self.player} exchange a card"


@dataclass(frozen=True, eq=False)
class RobbersCome(May):
    """Is the robber attack carried out?"""

    table: Table


@dataclass(frozen=True, eq=False)
class CountsForRobbers(May):
    """Do the resources of this landscape count when robbers come?"""

    table: Table
    seat: Seat
    spot: Spot

    def subjects(self) -> tuple[str, ...]:
        column, side = self.spot
        near = [each for slot in (column - 1, column + 1) for each in self.seat.sites.get((slot, side), ())]
        return tuple(each.name for each in near)


@dataclass(frozen=True, eq=False)
class LosesToPlague(May):
    """Does this landscape lose a resource to the plague?"""

    table: Table
    seat: Seat
    spot: Spot

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.seat.built)


@dataclass(frozen=True, eq=False)
class HitByCivilWar(May):
    """May a civil war drive out this unit?"""

    table: Table
    seat: Seat
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name, "Kirche")


@dataclass(frozen=True, eq=False)
class MayHit(May):
    """May an action hit this expansion?"""

    table: Table
    action: str
    seat: Seat
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.action, self.laid.name)


@dataclass(frozen=True, eq=False)
class MayBeStolen(May):
    """May a spy take this card from a hand?"""

    table: Table
    player: str
    card: str

    def subjects(self) -> tuple[str, ...]:
        return ("Spion", self.card)


@dataclass(frozen=True, eq=False)
class Succeeds(May):
    """Does an action succeed with this die?"""

    table: Table
    action: str
    victim: str
    die: int
    defended: bool = False

    def subjects(self) -> tuple[str, ...]:
        return (self.action, *self.table.seats[self.victim].built)


@dataclass(frozen=True, eq=False)
class HandLimit(OfWhatLiesThere, Number):
    """How many cards may a player hold at the end of his turn?"""

    table: Table
    player: str


@dataclass(frozen=True, eq=False)
class PointsToWin(Number):
    """How many victory points win?"""

    table: Table


@dataclass(frozen=True, eq=False)
class RobberLimit(OfWhatLiesThere, Number):
    """With how many resources does a player get away from the robbers?"""

    table: Table
    player: str


@dataclass(frozen=True, eq=False)
class Points(OfWhatLiesThere, Number):
    """How many strength, tournament or trade points does a player have?"""

    table: Table
    player: str
    of: Literal["strength", "tournament", "trade"]


@dataclass(frozen=True, eq=False)
class BankRate(OfWhatLiesThere, Number):
    """How many of a resource does the bank want for another?"""

    table: Table
    player: str
    resource: str
    spots: tuple[Spot, ...] | None = None
    """The landscapes from which the resources are taken; None: as suits the player."""


@dataclass(frozen=True, eq=False)
class Yield(Number):
    """How much does a landscape yield?"""

    table: Table
    seat: Seat
    spot: Spot

    def subjects(self) -> tuple[str, ...]:
        column, side = self.spot
        near = [each for slot in (column - 1, column + 1) for each in self.seat.sites.get((slot, side), ())]
        return tuple(dict.fromkeys(each.name for each in near))


@dataclass(frozen=True, eq=False)
class SearchPrice(OfWhatLiesThere, Number):
    """How many resources does it cost to pick a card out of a stack?"""

    table: Table
    player: str


@dataclass(frozen=True, eq=False)
class Cheaper(OfWhatLiesThere, Number):
    """How much cheaper is a building or unit for this player?"""

    table: Table
    player: str
    card: str


@dataclass(frozen=True, eq=False)
class Bonus(OfWhatLiesThere, Number):
    """How many further resources does an event bring a player?"""

    table: Table
    player: str
    event: str


@dataclass(frozen=True, eq=False)
class KnightToken(OneValue):
    """To whom does the knight token belong?"""

    table: Table
    strength: tuple[int, ...]

    def possible(self) -> tuple[str, ...]:
        return (*self.table.seats, NOBODY)


@dataclass(frozen=True, eq=False)
class MillToken(OneValue):
    """To whom does the mill token belong?"""

    table: Table
    trade: tuple[int, ...]

    def possible(self) -> tuple[str, ...]:
        return (*self.table.seats, NOBODY)


@dataclass(frozen=True, eq=False)
class MayWinNow(May):
    """Can the game be won at this moment?"""

    table: Table
    player: str


@dataclass(frozen=True, eq=False)
class GoesTo(OfOneCard, OneValue):
    """Where does a removed or played card go?"""

    table: Table
    card: str
    how: Literal["played", "burnt", "driven", "torn down", "sunk", "seduced", "fetched back", "stripped", "raided"]
    domain = ("hand", "discard", "stack", "display")


@dataclass(frozen=True, eq=False)
class MayFetch(May):
    """May a player fetch a card from his discard pile by means of this card?"""

    table: Table
    player: str
    using: str

    def subjects(self) -> tuple[str, ...]:
        return (self.using, "Kirchenbann") if self.table.bans else (self.using,)


@dataclass(frozen=True, eq=False)
class Fetches(OneValue):
    """Which card of the opponent's discard pile does this card bring?"""

    table: Table
    player: str
    using: str

    def subjects(self) -> tuple[str, ...]:
        return (self.using,)

    def possible(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.table.discard_of(self.table.other(self.player))))


@dataclass(frozen=True, eq=False)
class Stays(OfOneCard, May):
    """Does a blocking card stay where it lies after this roll?"""

    table: Table
    card: str
    owner: str
    holder: str


@dataclass(frozen=True, eq=False)
class ChangesSides(OfOneCard, May):
    """Does this unit change over to the other player now?"""

    table: Table
    card: str
    to: str


@dataclass(frozen=True, eq=False)
class Counts(May):
    """Does this expansion count as a unit?"""

    table: Table
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)


@dataclass(frozen=True, eq=False)
class BattleWinner(OneValue):
    """Who wins a battle against the barbarians in a principality?"""

    table: Table
    player: str
    units: int
    domain = ("player", "barbarians")


@dataclass(frozen=True, eq=False)
class Owes(Number):
    """How many resources must the other player hand over to the holder of the mill?"""

    table: Table
    holder: str
    fitting: int


@dataclass(frozen=True, eq=False)
class Steps(Order):
    """In which order do the steps of an event or action come?"""

    table: Table | None = None
    of: str = ""

    def subjects(self) -> tuple[str, ...]:
        return (self.of,)
