"""On what do the articles of the old card game have a say? Every such step is one of these questions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from adjudicator.games.kartenspiel.table import Laid, Seat, Spot, Table
from adjudicator.kernel.decisions import May, Number, OneValue, Order
from adjudicator.kernel.unknown import Amount

NOBODY = "nobody"
Pile = Literal["hand", "discard", "stack", "display"]


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
class MayBuild(May):
    """May a player build this expansion on this site?"""

    table: Table
    player: str
    card: str
    spot: Spot

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)

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
class HandLimit(Number):
    """How many cards may a player hold at the end of his turn?"""

    table: Table
    player: str

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


@dataclass(frozen=True, eq=False)
class PointsToWin(Number):
    """How many victory points win?"""

    table: Table


@dataclass(frozen=True, eq=False)
class RobberLimit(Number):
    """With how many resources does a player get away from the robbers?"""

    table: Table
    player: str

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


@dataclass(frozen=True, eq=False)
class Points(Number):
    """How many strength, tournament or trade points does a player have?"""

    table: Table
    player: str
    of: Literal["strength", "tournament", "trade"]

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


@dataclass(frozen=True, eq=False)
class BankRate(Number):
    """How many of a resource does the bank want for another?"""

    table: Table
    player: str
    resource: str
    spots: tuple[Spot, ...] | None = None
    """The landscapes from which the resources are taken; None: as suits the player."""

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


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
class SearchPrice(Number):
    """How many resources does it cost to pick a card out of a stack?"""

    table: Table
    player: str

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


@dataclass(frozen=True, eq=False)
class Cheaper(Number):
    """How much cheaper is a building or unit for this player?"""

    table: Table
    player: str
    card: str

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


@dataclass(frozen=True, eq=False)
class Bonus(Number):
    """How many further resources does an event bring a player?"""

    table: Table
    player: str
    event: str

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


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
class GoesTo(OneValue):
    """Where does a removed or played card go?"""

    table: Table
    card: str
    how: Literal["played", "burnt", "driven", "torn down", "sunk", "seduced", "fetched back", "stripped", "raided"]
    domain = ("hand", "discard", "stack", "display")

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


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
class Stays(May):
    """Does a blocking card stay where it lies after this roll?"""

    table: Table
    card: str
    owner: str
    holder: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


@dataclass(frozen=True, eq=False)
class ChangesSides(May):
    """Does this unit change over to the other player now?"""

    table: Table
    card: str
    to: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


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


# --- whole games: what a move needs, who picks, where cards lie ---------------------------------------------


@dataclass(frozen=True, eq=False)
class MayActNow(May):
    """Is this the moment for a kind of move?"""

    table: Table
    player: str
    kind: Literal["roll", "play", "build", "extend", "trade", "tear down", "end turn"]

    def key(self) -> str:
        return f"may {self.player} {self.kind} now"


@dataclass(frozen=True, eq=False)
class IsAtHand(May):
    """Does a player have this card to play or build?"""

    table: Table
    player: str
    card: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)

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
class LiesOpen(May):
    """Does this building lie open for both instead of in a stack?"""

    card: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)

    def key(self) -> str:
        return f"{self.card} lies open"


@dataclass(frozen=True, eq=False)
class StacksOf(Number):
    """Into how many stacks are the cards of the basic game, or those of the theme sets, divided?"""

    of: Literal["basis", "theme"]


@dataclass(frozen=True, eq=False)
class MayBeInDeck(May):
    """May this card be used in this form of the game?"""

    card: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)

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


# --- chapter 112: attacks ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class MayLayOn(May):
    """May this card be laid on that expansion?"""

    table: Table
    player: str
    card: str
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)

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


# --- the glossary (102) and the dice (103.B to 103.F) -------------------------------------------------------


@dataclass(frozen=True, eq=False)
class IsOfKind(May):
    """Does a card count as one of this kind, where it lies now?"""

    table: Table
    card: str
    kind: str
    where: Literal["hand", "laid", "used", "discard"] = "laid"

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


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
class IsTheMoment(May):
    """Is this phase of the turn the moment for a step of this card?"""

    table: Table
    player: str
    card: str
    step: Literal["use", "announce", "move", "get"]
    phase: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


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


# --- the turn from the main phase on, and its cards (103.G to 103.R) -----------------------------------------


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
class ActionDue(Number):
    """How much gold does a player pay for the action cards that he has played in one turn?"""

    table: Table
    player: str
    played: int

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


@dataclass(frozen=True, eq=False)
class ActionGold(Number):
    """How much gold does a player get for the action cards and spell books that the opponent has used?"""

    table: Table
    player: str
    used: int

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


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


# --- changes over the years (101.D) --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class CardsBack(Number):
    """How many cards does an action put under the stack that it has drawn from?"""

    table: Table
    card: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


@dataclass(frozen=True, eq=False)
class VictoryPointsOf(Number):
    """How many victory points is this expansion worth?"""

    table: Table
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)
