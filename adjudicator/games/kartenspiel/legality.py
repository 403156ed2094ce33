"""Which moves are legal, and if one is not, why?

One piece of logic: every move is a row of questions, and it is legal if all are answered with yes. Where
one is not, the rules that said no are the reason, with their articles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.games.kartenspiel.cards import RESOURCES, card, deck
from adjudicator.games.kartenspiel.decisions import (
    BankRate,
    CanPay,
    Cheaper,
    HasRoom,
    IsAtHand,
    MayActNow,
    MayBuild,
    MayDemolish,
    MayExtend,
    MayPlay,
    MayTrade,
)
from adjudicator.games.kartenspiel.effects import Effects
from adjudicator.games.kartenspiel.moves import Build, EndTurn, Extend, Move, Play, Roll, TearDown, Trade
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, Seat, Table
from adjudicator.kernel.decisions import NO, Decision
from adjudicator.kernel.engine import Engine, Ruling

CENTRE_COST: Mapping[str, Mapping[str, int]] = {
    "Straße": {"holz": 1, "lehm": 2},
    "Siedlung": {"holz": 1, "lehm": 1, "getreide": 1, "wolle": 1},
    "Stadt": {"getreide": 2, "erz": 3},
}
USUAL_RATE = 3
ON_TURN = ("angriffs-aktion", "neutrale-aktion")


class IllegalMove(Exception):
    """A move that the rules do not allow; the table is unchanged. `articles` are those that forbid it."""

    def __init__(self, move: Move, reason: str, articles: tuple[str, ...] = ()) -> None:
        cited = f" ({', '.join(articles)})" if articles else ""
        super().__init__(f"{move} is not allowed: {reason}{cited}")
        self.move = move
        self.reason = reason
        self.articles = articles


class Legality:
    """The legal moves of the active player on one table."""

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table = table
        self.engine = engine

    @property
    def me(self) -> Seat:
        return self.table.seats[self.table.active]

    # --- one move ----------------------------------------------------------------------------------------

    def verify(self, move: Move) -> None:
        """Raise IllegalMove, with the reason and the articles, unless the move is legal."""
        if (nonsense := self._nonsense(move)) is not None:
            raise IllegalMove(move, nonsense)
        refused = self._refused(move)
        if refused is not None:
            against = [each.rule for each in refused.spoken if each.live and each.answer is NO]
            articles = tuple(dict.fromkeys(cited for rule in against for cited in rule.cites))
            raise IllegalMove(move, against[0].says if against else "The rules leave it open.", articles)

    def can(self, move: Move) -> bool:
        """Whether a move is legal."""
        return self._nonsense(move) is None and self._refused(move) is None

    def _refused(self, move: Move) -> Ruling | None:
        for question in self.questions(move):
            if not self.engine.decide(question):
                return self.engine.trace[-1]
        return None

    def questions(self, move: Move) -> Iterator[Decision]:
        """What must be answered with yes for a move to be legal."""
        table, player = self.table, self.table.active
        match move:
            case Roll():
                yield MayActNow(table, player, "roll")
            case EndTurn():
                yield MayActNow(table, player, "end turn")
            case Play():
                yield MayActNow(table, player, "play")
                yield IsAtHand(table, player, move.card)
                yield MayPlay(table, player, move.card, "")
            case Build():
                yield MayActNow(table, player, "build")
                yield IsAtHand(table, player, move.card)
                yield HasRoom(table, player, move.spot)
                yield CanPay(table, player, tuple((card(move.card).cost or {}).items()), self.saved(move.card))
                yield MayBuild(table, player, move.card, move.spot)
            case Extend():
                yield MayActNow(table, player, "extend")
                yield MayExtend(table, player, move.what, move.slot)
                yield CanPay(table, player, tuple(CENTRE_COST[move.what].items()))
            case Trade():
                yield MayActNow(table, player, "trade")
                yield MayTrade(table, player, move.give, move.get, self.rate(move.give))
            case TearDown():
                yield MayActNow(table, player, "tear down")
                yield MayDemolish(table, player, move.card, move.spot)

    def _nonsense(self, move: Move) -> str | None:
        """What is no move of this game at all, whatever the rules say."""
        if isinstance(move, Play | Build | TearDown) and move.card not in deck():
            return f"There is no card {move.card}."
        if isinstance(move, Play) and not (card(move.card).is_action and _is_playable(move.card)):
            return f"{move.card} is no action whose effect is known."
        if isinstance(move, Build) and (card(move.card).is_action or card(move.card).cost is None):
            return f"{move.card} is no expansion whose cost is known."
        if isinstance(move, Extend) and move.what not in CENTRE_COST:
            return f"{move.what} is no card of the centre."
        if isinstance(move, Trade) and (move.give not in RESOURCES or move.get not in RESOURCES):
            return "Only resources are traded."
        return None

    # --- all moves ---------------------------------------------------------------------------------------

    def candidates(self) -> Iterator[Move]:
        """Every move that the shape of the table allows to think of, legal or not."""
        yield Roll()
        yield EndTurn()
        spots = [(slot, side) for slot in self.me.settlements() for side in (ABOVE, BELOW)]
        for name in dict.fromkeys((*self.me.hand, *self.table.display)):
            if card(name).is_action:
                yield Play(name)
            else:
                yield from (Build(name, spot) for spot in spots)
        slots = range(min(self.me.centre) - 1, max(self.me.centre) + 2)
        yield from (Extend(what, slot) for what in CENTRE_COST for slot in slots)
        yield from (Trade(give, get) for give in RESOURCES for get in RESOURCES)
        for seat in self.table.seats.values():
            yield from (TearDown(each.name, each.spot) for each in seat.laid())

    def moves(self) -> list[Move]:
        """Every legal move; what obviously cannot be is not asked for."""
        if self.table.winner is not None:
            return []
        if self.table.phase == "before-dice":
            return [*self._if_now("roll", [Roll()]), *self._plays()]
        now = self._if_now("end turn", [EndTurn()])
        if not now:
            return list(self._plays())
        stocks = self.me.stocks()
        return [
            *now,
            *self._plays(),
            *self._builds(stocks),
            *self._extensions(stocks),
            *self._trades(stocks),
            *self._demolitions(),
        ]

    def _if_now(self, kind: str, moves: list[Move]) -> list[Move]:
        return moves if self.engine.decide(MayActNow(self.table, self.table.active, kind)) else []  # type: ignore[arg-type]

    def _plays(self) -> Iterator[Move]:
        for name in dict.fromkeys(self.me.hand):
            possible = card(name).kind in ON_TURN and name in Effects.ACTION_CARDS
            if possible and self.engine.decide(MayPlay(self.table, self.table.active, name, "")):
                yield Play(name)

    def _builds(self, stocks: Mapping[str, int]) -> Iterator[Move]:
        free = self.me.free_sites()
        if not free:
            return
        for name in dict.fromkeys((*self.me.hand, *self.table.display)):
            cost = card(name).cost
            if card(name).is_action or cost is None:
                continue
            missing = _missing(cost, stocks)
            if missing and missing > self.saved(name):
                continue
            for spot in free:
                if self.engine.decide(MayBuild(self.table, self.table.active, name, spot)):
                    yield Build(name, spot)

    def _extensions(self, stocks: Mapping[str, int]) -> Iterator[Move]:
        for what, cost in CENTRE_COST.items():
            if not _missing(cost, stocks):
                for slot in self.me.settlements() if what == "Stadt" else self.me.open_ends():
                    if self.engine.decide(MayExtend(self.table, self.table.active, what, slot)):
                        yield Extend(what, slot)

    def _trades(self, stocks: Mapping[str, int]) -> Iterator[Move]:
        wanted: list[str] | None = None
        for give, stock in stocks.items():
            if stock >= USUAL_RATE or stock >= self.rate(give):
                if wanted is None:
                    wanted = [get for get in RESOURCES if self.me.with_room(get)]
                yield from (Trade(give, get) for get in wanted if get != give)

    def _demolitions(self) -> Iterator[Move]:
        own = [each for each in self.me.laid() if each.owner == self.table.active]
        if own and self.engine.decide(MayDemolish(self.table, self.table.active)):
            yield from dict.fromkeys(TearDown(each.name, each.spot) for each in own)

    # --- prices ------------------------------------------------------------------------------------------

    def rate(self, resource: str) -> int:
        """What the bank wants of a resource."""
        return _number(self.engine.decide(BankRate(self.table, self.table.active, resource)))

    def saved(self, name: str) -> int:
        """How many resources the active player saves on a card."""
        return _number(self.engine.decide(Cheaper(self.table, self.table.active, name)))


def _is_playable(name: str) -> bool:
    return name in Effects.ACTION_CARDS or card(name).kind == "schutz-aktion"


def _missing(cost: Mapping[str, int], stocks: Mapping[str, int]) -> int:
    return sum(amount - stocks.get(resource, 0) for resource, amount in cost.items() if amount > stocks.get(resource, 0))


def _number(found: object) -> int:
    assert isinstance(found, int)
    return found
