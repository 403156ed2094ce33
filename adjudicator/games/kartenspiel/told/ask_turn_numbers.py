"""How much, how many, and who? What is asked of prices, hands, yields, points and tokens (103.G to 103.R, 101.D)."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    ActionDue,
    ActionGold,
    CardsBack,
    Cheaper,
    HandLimit,
    InterdictPrice,
    KnightToken,
    Points,
    SearchPrice,
    Surplus,
    VictoryPointsOf,
)
from adjudicator.games.kartenspiel.told.ask_turn import cause_of, held_by, number_of
from adjudicator.games.kartenspiel.told.script import REPLAYED, Script
from adjudicator.games.kartenspiel.told.script_turn import HAND
from adjudicator.situation import Move, Question

Handler = Callable[[Script, Question], Hashable | None]


def _cards(script: Script, question: Question) -> Hashable | None:
    """Hand cards that go under a stack, at the end of the turn or by a card."""
    move = question.move
    if question.of != HAND or move is None or move.to != "draw_stack":
        return None
    actor, cause = move.actor or script.table.active, cause_of(script, move)
    if cause is not None and script.name_of(cause):
        return script.engine.decide(CardsBack(script.table, script.name_of(cause)))
    limit = number_of(script, HandLimit(script.table, actor))
    return script.engine.decide(Surplus(script.table, actor, held_by(script, actor), limit))


def _price_of_picking(script: Script, question: Question) -> Hashable | None:
    """Each picked card is paid for by itself."""
    move = question.move
    cause = cause_of(script, move) if move else None
    if question.of != "resource" or move is None or move.do != "pay" or cause is None or cause.from_ != "draw_stack":
        return None
    price = script.engine.decide(SearchPrice(script.table, move.actor or script.table.active))
    assert isinstance(price, int)
    return price * (cause.amount or 1)


def _saved(script: Script, question: Question) -> Hashable | None:
    """How many resources a building or unit costs less."""
    move = question.move
    if question.of != "resource" or move is None or move.do != "build" or not script.name_of(move):
        return None
    return script.engine.decide(Cheaper(script.table, move.actor or script.table.active, script.name_of(move)))


def _gold(script: Script, question: Question) -> Hashable | None:
    """Gold for interdicts, and gold that actions cost or bring."""
    move = question.move
    if question.of != "gold" or move is None:
        return None
    table, actor = script.table, move.actor or script.table.active
    if move.do == "pay" and script.told.cards.get(move.for_ or "", move.for_) == "Kirchenbann":
        return script.engine.decide(InterdictPrice(table, actor))
    using = script.told.cards.get(move.using or "", move.using or "")
    if move.do == "pay" and using == "Barbarenstützpunkt":
        return script.engine.decide(ActionDue(table, actor, _used_by(script, actor, books=False)))
    if move.do == "get" and using == "Bischofssitz":
        return script.engine.decide(ActionGold(table, actor, _used_by(script, table.other(actor), books=True)))
    return None


def _used_by(script: Script, player: str, books: bool) -> int:
    """How many action cards (and spell books) a player has used by the told moves."""
    done = [move for move in script.situation.moves if move.status in REPLAYED and move.actor == player and not move.negated]
    return sum(_is_spell(script, move, books) * (move.amount or 1) for move in done)


def _is_spell(script: Script, move: Move, books: bool) -> bool:
    name = script.name_of(move)
    if not name:
        return False
    return (move.do == "play" and card(name).is_action) or (books and move.do == "use" and card(name).kind == "zauberbuch")


def _points(script: Script, question: Question) -> Hashable | None:
    """Points of a player, or the victory points of one expansion."""
    if question.of == "victory" and question.thing in script.told.laid:
        return script.engine.decide(VictoryPointsOf(script.table, script.told.laid[question.thing]))
    if question.of not in ("strength", "tournament", "trade") or question.move is not None or not question.player:
        return None
    return script.engine.decide(Points(script.table, question.player, question.of))  # type: ignore[arg-type]


def _who_is_strongest(script: Script, question: Question) -> Hashable | None:
    """To whom the knight token belongs, by the told strength points."""
    if question.of != "strength" and script.told.cards.get(question.thing or "") != "Ritterstein":
        return None
    told, players = script.table.told, tuple(script.table.seats)
    known = [told.amounts.get(("strength", player)) for player in players]
    strength = tuple(bounds.low if bounds else 0 for bounds in known)
    return script.engine.decide(KnightToken(script.table, strength))


HANDLERS: dict[str, tuple[Handler, ...]] = {
    "how_many": (_cards, _price_of_picking, _saved, _gold, _points), "who": (_who_is_strongest,),
}  # fmt: skip
