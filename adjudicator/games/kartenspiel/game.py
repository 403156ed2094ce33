"""How is a game played? Legal moves, and what they do.

`Game` carries out moves on a table and asks the engine at every step on which an article has a say. Where
a player chooses, a die falls or a card is drawn, the engine's answers decide; there is no chance in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from adjudicator.games.kartenspiel.cards import RESOURCES, card
from adjudicator.games.kartenspiel.decisions import (
    NOBODY,
    BankRate,
    Cheaper,
    HandLimit,
    KnightToken,
    MayBuild,
    MayDemolish,
    MayExchange,
    MayPlay,
    MayWinNow,
    MillToken,
    Points,
    PointsToWin,
    SearchPrice,
)
from adjudicator.games.kartenspiel.effects import Effects
from adjudicator.games.kartenspiel.moves import Build, EndTurn, Extend, Move, Play, Roll, TearDown, Trade
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, Laid, Landscape, Seat, Table
from adjudicator.kernel.engine import Engine

CENTRE_COST = {
    "Straße": {"holz": 1, "lehm": 2},
    "Siedlung": {"holz": 1, "lehm": 1, "getreide": 1, "wolle": 1},
    "Stadt": {"getreide": 2, "erz": 3},
}
USUAL_RATE = 3
VICTORY = {"Siedlung": 1, "Stadt": 2}


class IllegalMove(Exception):
    """A move that the rules do not allow; the table is unchanged."""


class Game:
    """One game: the table, and the engine that knows the rules."""

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table = table
        self.engine = engine
        self.effects = Effects(table, engine)

    @property
    def me(self) -> Seat:
        return self.table.seats[self.table.active]

    # --- what may be done ----------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Every move that the active player may make now."""
        if self.table.winner is not None:
            return []
        if self.table.phase == "before-dice":
            return [Roll(), *self._plays()]
        moves: list[Move] = [EndTurn(), *self._plays(), *self._builds(), *self._extensions(), *self._trades()]
        if any(True for _ in self.me.laid()) and self.engine.decide(MayDemolish(self.table, self.table.active)):
            moves += [TearDown(each.name, each.spot) for each in self.me.laid() if each.owner == self.table.active]
        return moves

    def _plays(self) -> Iterator[Move]:
        for name in dict.fromkeys(self.me.hand):
            if card(name).kind in ("angriffs-aktion", "neutrale-aktion") and self.effects.can(name) and self._may_play(name):
                yield Play(name)

    def _may_play(self, name: str) -> bool:
        return bool(self.engine.decide(MayPlay(self.table, self.table.active, name)))

    def _builds(self) -> Iterator[Move]:
        free = self.me.free_sites()
        if not free:
            return
        for name in dict.fromkeys(self.me.hand):
            printed = card(name)
            if printed.is_action or printed.cost is None or not self.affordable(self.price(name)):
                continue
            for spot in free if printed.place != "stadt" else self.me.free_sites(city_only=True):
                if self.engine.decide(MayBuild(self.table, self.table.active, name, spot)):
                    yield Build(name, spot)

    def _extensions(self) -> Iterator[Move]:
        for what, cost in CENTRE_COST.items():
            if not self.table.supply[what] or not self.affordable(cost):
                continue
            for slot in self._slots_for(what):
                yield Extend(what, slot)

    def _slots_for(self, what: str) -> list[int]:
        if what == "Stadt":
            return [slot for slot, ground in self.me.centre.items() if ground == "Siedlung"]
        ends = self.me.open_ends()
        inner = [min(self.me.centre), max(self.me.centre)]
        wanted = "Siedlung" if what == "Straße" else "Straße"
        grounds = ("Siedlung", "Stadt") if wanted == "Siedlung" else ("Straße",)
        enough = what == "Straße" or len(self.table.country) >= 2
        return [end for end, last in zip(ends, inner, strict=True) if self.me.centre[last] in grounds and enough]

    def _trades(self) -> Iterator[Move]:
        for give in RESOURCES:
            stock = self.me.stock(give)
            if stock and (stock >= USUAL_RATE or stock >= self.rate(give)):
                for get in RESOURCES:
                    if get != give and self.me.room(get):
                        yield Trade(give, get)

    def rate(self, resource: str) -> int:
        """What the bank wants of a resource."""
        return _number(self.engine.decide(BankRate(self.table, self.table.active, resource)))

    def price(self, name: str) -> dict[str, int]:
        """What an expansion costs the active player."""
        cost = dict(card(name).cost or {})
        for _ in range(_number(self.engine.decide(Cheaper(self.table, self.table.active, name)))):
            dearest = max(cost, key=lambda resource: cost[resource], default=None)
            if dearest is None or sum(cost.values()) == 0:
                break
            cost[dearest] -= 1
        return cost

    def affordable(self, cost: dict[str, int]) -> bool:
        return all(self.me.stock(resource) >= amount for resource, amount in cost.items())

    # --- doing it --------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Carry out a legal move."""
        self.engine.begin()
        self._do[type(move)](self, move)

    def _roll(self, move: Roll) -> None:
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
        self.pay(self.price(move.card))
        self.me.hand.remove(move.card)
        self.table.played_this_turn += 1
        laid = Laid(move.card, self.table.active, move.spot, self.table.turn)
        self.me.lay(laid)
        self.effects.built(laid)
        self.settle()
        self.check_victory()

    def _extend(self, move: Extend) -> None:
        self.pay(CENTRE_COST[move.what])
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
        picks = (
            "Kundschafter" in self.me.hand
            and self._may_play("Kundschafter")
            and self.engine.choose("play the scout", (True, False))
        )
        if picks:
            self.me.hand.remove("Kundschafter")
            self.effects.put_away("Kundschafter", "played", self.table.active)
        for side in (ABOVE, BELOW):
            found = self.engine.choose("landscape", country) if picks else country[-1]
            assert isinstance(found, tuple)
            country.remove(found)
            self.me.landscapes[(column, side)] = Landscape(*found)

    def _trade(self, move: Trade) -> None:
        self.me.lose(move.give, self.rate(move.give))
        self.me.gain(move.get)
        if any("Bauernheer" in seat.built for seat in self.table.seats.values()):
            self.settle()

    def _tear_down(self, move: TearDown) -> None:
        laid = next(each for each in self.me.sites[move.spot] if each.name == move.card)
        self.effects.remove(self.me, laid, "torn down")
        self.settle()

    def _end_turn(self, move: EndTurn) -> None:
        table = self.table
        table.phase = "end"
        self._order_hand()
        table.active = table.other(table.active)
        table.turn += 1
        table.phase = "before-dice"
        table.played_this_turn = 0
        table.chosen_yield = None

    def _order_hand(self) -> None:
        """Fill up or give up to exactly the limit, then perhaps exchange one card."""
        me, table, engine = self.me, self.table, self.engine
        limit = _number(engine.decide(HandLimit(table, me.name)))
        while len(me.hand) > limit:
            self._under_a_stack(str(engine.choose("card to give up", me.hand)))
        if len(me.hand) == limit:
            self._exchange()
        while len(me.hand) < limit and any(table.stacks):
            self._draw([n for n, stack in enumerate(table.stacks) if stack])

    def _exchange(self) -> None:
        if not any(self.table.stacks) or not self.engine.choose("exchange a card", (False, True)):
            return
        if self.engine.decide(MayExchange(self.table, self.me.name)):
            stack = self._under_a_stack(str(self.engine.choose("card to exchange", self.me.hand)))
            self._draw([stack])

    def _under_a_stack(self, name: str) -> int:
        self.me.hand.remove(name)
        stack = _number(self.engine.choose("stack to put it under", range(len(self.table.stacks))))
        self.table.stacks[stack].insert(0, name)
        return stack

    def _draw(self, stacks: list[int]) -> None:
        """Take the top card, or pay and pick one."""
        me, table, engine = self.me, self.table, self.engine
        stack = table.stacks[int(engine.choose("stack to draw from", stacks))]  # type: ignore[call-overload]
        price = _number(engine.decide(SearchPrice(table, me.name)))
        if len(stack) > 1 and me.total() >= price and engine.choose("pick a card", (False, True)):
            for _ in range(price):
                me.lose(str(engine.choose("resource to pay", [r for r in RESOURCES if me.stock(r)])))
            name = str(engine.choose("card to pick", stack))
            stack.remove(name)
            me.hand.append(name)
        else:
            me.hand.append(stack.pop())

    def pay(self, cost: dict[str, int]) -> None:
        for resource, amount in cost.items():
            self.me.lose(resource, amount)

    # --- points ----------------------------------------------------------------------------------------

    def points(self, player: str, of: str) -> int:
        """Strength, tournament or trade points of a player."""
        return _number(self.engine.decide(Points(self.table, player, of)))  # type: ignore[arg-type]

    def victory_points(self, player: str) -> int:
        """What a player has towards victory."""
        seat = self.table.seats[player]
        ground = sum(VICTORY.get(what, 0) for what in seat.centre.values())
        buildings = sum(each.card.point("victory") for each in seat.laid() if each.owner == player)
        return ground + buildings + (self.table.knight, self.table.mill).count(player)

    def settle(self) -> None:
        """See to whom the tokens belong, and how far the players have ever come."""
        table = self.table
        players = tuple(table.seats)
        knight = self.engine.decide(KnightToken(table, tuple(self.points(p, "strength") for p in players)))
        mill = self.engine.decide(MillToken(table, tuple(self.points(p, "trade") for p in players)))
        table.knight = None if knight == NOBODY else str(knight)
        table.mill = None if mill == NOBODY else str(mill)
        now = {player: self.victory_points(player) for player in players}
        for player, points in now.items():
            table.peak[player] = max(table.peak[player], points)
        table.peak_together = max(table.peak_together, sum(now.values()))

    def check_victory(self) -> None:
        """Whoever has enough points at a moment at which one can win has won, the active player first."""
        needed = _number(self.engine.decide(PointsToWin(self.table)))
        for player in (self.table.active, self.table.other(self.table.active)):
            if self.victory_points(player) >= needed and self.engine.decide(MayWinNow(self.table, player)):
                self.table.winner = player
                return

    _do: ClassVar[dict[type, Callable[..., None]]] = {
        Roll: _roll, Play: _play, Build: _build, Extend: _extend, Trade: _trade, TearDown: _tear_down, EndTurn: _end_turn,
    }  # fmt: skip


def _number(found: object) -> int:
    assert isinstance(found, int)
    return found
