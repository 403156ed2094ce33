"""How is a game played? The turn, and what each move does.

`Game` carries out moves on a table and asks the engine at every step on which an article has a say. Where
a player chooses, a die falls or a card is drawn, the engine's answers decide; there is no chance in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from typing import ClassVar

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    NOBODY,
    BankRate,
    HandLimit,
    KnightToken,
    MayExchange,
    MayPlay,
    MayTakeFromAnotherStack,
    MayWinNow,
    MillToken,
    Points,
    PointsToWin,
)
from adjudicator.games.kartenspiel.effects import Effects
from adjudicator.games.kartenspiel.legality import CENTRE_COST, IllegalMove, Legality
from adjudicator.games.kartenspiel.moves import Build, EndTurn, Extend, Move, Play, Roll, TearDown, Trade
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, Laid, Landscape, Seat, Spot, Table
from adjudicator.kernel.decisions import Number
from adjudicator.kernel.engine import Engine

__all__ = ["Game", "IllegalMove"]

VICTORY = {"Siedlung": 1, "Stadt": 2}
COUNTS_STOCK = ("Bauernheer", "Handelsakademie")


class Game:
    """One game: the table, and the engine that knows the rules."""

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table = table
        self.engine = engine
        self.effects = Effects(table, engine)
        self.legality = Legality(table, engine)

    @property
    def me(self) -> Seat:
        return self.table.seats[self.table.active]

    # --- what may be done ----------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Every move that the active player may make now."""
        return self.legality.moves()

    def can(self, move: Move) -> bool:
        """Whether a move is legal now."""
        return self.legality.can(move)

    def verify(self, move: Move) -> None:
        """Raise IllegalMove, with one plain sentence and the deciding articles, unless the move is legal."""
        self.legality.verify(move)

    # --- doing it --------------------------------------------------------------------------------------

    def play(self, move: Move, *, verify: bool = True) -> None:
        """Carry out a move; an illegal one is refused and changes nothing."""
        if verify:
            self.verify(move)
        self.engine.begin()
        self._do[type(move)](self, move)

    def _roll(self, move: Roll) -> None:
        """Both dice lie before the event is carried out; first the event, then the yields, then who has won."""
        table = self.table
        face = self.effects.EVENT_FACES[self.engine.roll("event die") - 1]
        number = table.chosen_yield or self.engine.roll("yield die")
        table.phase = "event"
        self.effects.event(face)
        table.phase = "yield"
        self.effects.yields(number)
        self.settle()
        table.phase = "main"
        self.check_victory()

    def _play(self, move: Play) -> None:
        self.me.hand.remove(move.card)
        self.table.played_this_turn += 1
        self.effects.action(move.card)
        self.settle()
        self.check_victory()

    def _build(self, move: Build) -> None:
        self._pay(dict(card(move.card).cost or {}), self.legality.saved(move.card))
        (self.me.hand if move.card in self.me.hand else self.table.display).remove(move.card)
        self.table.played_this_turn += 1
        laid = Laid(move.card, self.table.active, move.spot, self.table.turn)
        self.me.lay(laid)
        self.effects.built(laid)
        self.settle()
        self.check_victory()

    def _extend(self, move: Extend) -> None:
        self._pay(CENTRE_COST[move.what], 0)
        self.table.supply[move.what] -= 1
        self.me.centre[move.slot] = move.what
        if move.what == "Siedlung":
            self._discover(move.slot)
        self.settle()
        self.check_victory()

    def _discover(self, slot: int) -> None:
        """A new settlement brings two landscapes; a scout lets its player pick them."""
        country = self.table.country
        column = slot + 1 if slot > 0 else slot - 1
        picks = self._plays_the_scout()
        for side in (ABOVE, BELOW):
            found = self.engine.choose("landscape", country) if picks else country[-1]
            assert isinstance(found, tuple)
            country.remove(found)
            self.me.landscapes[(column, side)] = Landscape(*found)

    def _plays_the_scout(self) -> bool:
        scout = "Kundschafter"
        if scout not in self.me.hand:
            return False
        if not self.engine.decide(MayPlay(self.table, self.table.active, scout, "Siedlung")):
            return False
        if not self.engine.choose("play the scout", (True, False)):
            return False
        self.effects.happened("card", scout)
        self.me.hand.remove(scout)
        self.table.played_this_turn += 1
        self.effects.put_away(scout, "played", self.table.active)
        return True

    def _trade(self, move: Trade) -> None:
        for spot in self._handed_over(move.give, self.legality.rate(move.give)):
            self.me.landscapes[spot].stock -= 1
        self.effects.store(self.me, move.get)
        self._settle_if_stock_counts()

    def _handed_over(self, resource: str, rate: int) -> tuple[Spot, ...]:
        """From which landscapes the resources for the bank are taken, at a rate that holds for these."""
        spots = self.me.storing(resource)
        if len(spots) == 1:
            return tuple(spots * rate)
        stored = {spot: self.me.landscapes[spot].stock for spot in spots}
        ways = [
            way
            for way in combinations_with_replacement(spots, rate)
            if all(way.count(spot) <= stored[spot] for spot in set(way))
            and self._number(BankRate(self.table, self.table.active, resource, way)) <= rate
        ]
        return self.engine.choose(f"landscapes to trade {resource} from", ways)  # type: ignore[return-value]

    def _tear_down(self, move: TearDown) -> None:
        laid = next(each for each in self.me.sites[move.spot] if each.name == move.card)
        self.effects.remove(self.me, laid, "torn down")
        self.settle()
        self.check_victory()

    def _end_turn(self, move: EndTurn) -> None:
        table = self.table
        table.phase = "end"
        self._order_hand()
        self._settle_if_stock_counts()
        table.active = table.other(table.active)
        table.turn += 1
        table.phase = "before-dice"
        table.played_this_turn = 0
        table.chosen_yield = None

    def _order_hand(self) -> None:
        """Bring the hand to exactly the limit: give up or draw; whoever need not draw may exchange a card."""
        me, effects = self.me, self.effects
        limit = self._number(HandLimit(self.table, me.name))
        if len(me.hand) >= limit:
            effects.give_up(me, len(me.hand) - limit)
            self._exchange()
        while len(me.hand) < limit and (stacks := effects.filled(me)):
            effects.draw(me, stacks)

    def _exchange(self) -> None:
        me, effects = self.me, self.effects
        if not me.hand or not effects.filled(me) or not self.engine.choose("exchange a card", (False, True)):
            return
        if self.engine.decide(MayExchange(self.table, me.name)):
            given = effects.choose("card to exchange", me.hand)
            stack = effects.under_a_stack(me, given, "stack to exchange with")
            anywhere = self.engine.decide(MayTakeFromAnotherStack(self.table, me.name))
            effects.draw(me, effects.filled(me) if anywhere else [stack])

    def _pay(self, cost: Mapping[str, int], saved: int) -> None:
        """Pay a cost, less what is saved of it; which resources are saved the player chooses."""
        due = {resource: amount for resource, amount in cost.items() if amount}
        for left in range(saved, 0, -1):
            if not due:
                return
            short = [r for r, amount in due.items() if amount > self.me.stock(r)]
            must = sum(due[r] - self.me.stock(r) for r in short) >= left
            spared = self.effects.choose("resource to save", short if must else due)
            due[spared] -= 1
            due = {resource: amount for resource, amount in due.items() if amount}
        for resource, amount in due.items():
            self.effects.spend(self.me, resource, amount)

    # --- points ----------------------------------------------------------------------------------------

    def points(self, player: str, of: str) -> int:
        """Strength, tournament or trade points of a player."""
        return self._number(Points(self.table, player, of))  # type: ignore[arg-type]

    def victory_points(self, player: str) -> int:
        """What a player has towards victory."""
        seat = self.table.seats[player]
        ground = sum(VICTORY.get(what, 0) for what in seat.centre.values())
        return ground + seat.printed.get("victory", 0) + (self.table.knight, self.table.mill).count(player)

    def tokens(self) -> tuple[str | None, str | None]:
        """To whom knight and mill belong by the points."""
        players = tuple(self.table.seats)
        knight = self.engine.decide(KnightToken(self.table, tuple(self.points(p, "strength") for p in players)))
        mill = self.engine.decide(MillToken(self.table, tuple(self.points(p, "trade") for p in players)))
        return None if knight == NOBODY else str(knight), None if mill == NOBODY else str(mill)

    def settle(self) -> None:
        """See to whom the tokens belong, and how far the players have ever come."""
        table = self.table
        table.knight, table.mill = self.tokens()
        now = {player: self.victory_points(player) for player in table.seats}
        for player, points in now.items():
            table.peak[player] = max(table.peak[player], points)
        table.peak_together = max(table.peak_together, sum(now.values()))

    def _settle_if_stock_counts(self) -> None:
        """Where points hang on what is stored, every change of the stores may move the tokens."""
        if any(name in seat.built for seat in self.table.seats.values() for name in COUNTS_STOCK):
            self.settle()
            self.check_victory()

    def check_victory(self) -> None:
        """Whoever has enough points at a moment at which one can win has won, the active player first."""
        needed = self._number(PointsToWin(self.table))
        for player in (self.table.active, self.table.other(self.table.active)):
            if self.victory_points(player) >= needed and self.engine.decide(MayWinNow(self.table, player)):
                self.table.winner = player
                return

    def _number(self, question: Number) -> int:
        return self.effects.number(question)

    _do: ClassVar[dict[type, Callable[..., None]]] = {
        Roll: _roll, Play: _play, Build: _build, Extend: _extend, Trade: _trade, TearDown: _tear_down, EndTurn: _end_turn,
    }  # fmt: skip
