"""What is asked of turn, cards and points in general. A handler answers, or returns None where it does not fit."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from adjudicator.games.kartenspiel.cards import RESOURCES
from adjudicator.games.kartenspiel.decisions import (
    NOBODY,
    BattleWinner,
    Bonus,
    Counts,
    Fetches,
    HandLimit,
    MayBeStolen,
    MayBuild,
    MayFetch,
    MayPlay,
    MayWinNow,
    MillToken,
    Owes,
    PointsToWin,
    Steps,
)
from adjudicator.games.kartenspiel.table import ABOVE
from adjudicator.games.kartenspiel.told.script import Script
from adjudicator.situation import Move, Question

Handler = Callable[[Script, Question], Hashable | None]


def _may(script: Script, question: Question) -> Hashable:
    move = question.move
    if move is None:
        return None
    name, actor = script.name_of(move), move.actor or script.table.active
    if move.do == "play":
        return script.engine.decide(MayPlay(script.table, actor, name))
    if move.do == "build":
        return script.engine.decide(MayBuild(script.table, actor, name, (0, ABOVE)))
    if move.do == "take":
        return _may_take(script, move, name, actor)
    return None


def _may_take(script: Script, move: Move, name: str, actor: str) -> Hashable:
    if move.using == "Spion":
        return script.engine.decide(MayBeStolen(script.table, script.table.other(actor), name))
    if (move.from_ or "").startswith("discard:"):
        using = script.told.cards.get(move.using or "", move.using or "")
        return script.engine.decide(MayFetch(script.table, actor, using))
    return None


def _where(script: Script, question: Question) -> Hashable:
    name = script.told.cards.get(question.thing or "", "")
    for pile, cards in script.table.discards.items():
        if name in cards:
            return f"discard:{pile}" if pile in script.table.seats else "discard"
    for seat in script.table.seats.values():
        if name in seat.hand:
            return f"hand:{seat.name}"
        if seat.count(name) or any(above.name == name for laid in seat.laid() for above in laid.on_it):
            return f"principality:{seat.name}"
    return None


def _what(script: Script, question: Question) -> Hashable:
    causes = {move.id: move for move in script.situation.moves if move.id}
    cause = causes.get(question.move.because or "") if question.move else None
    if cause is None or cause.do != "play" or question.move is None:
        return None
    using = script.name_of(cause)
    return script.engine.decide(Fetches(script.table, question.move.actor or "", using))


def _who(script: Script, question: Question) -> Hashable:
    if question.of == "holder":
        name = script.told.cards.get(question.thing or "", "")
        return next((seat.name for seat in script.table.seats.values() if seat.count(name)), NOBODY)
    if script.event == "Handelsvorteil":
        return script.engine.decide(MillToken(script.table, _told_points(script, "trade")))
    return None


def _told_points(script: Script, of: str) -> tuple[int, ...]:
    """Points that stand in the told relation to each other; only who leads matters."""
    first, second = script.table.seats
    lead = script.table.told.lead(of, first, second)
    return (1, 0) if lead > 0 else (0, 1) if lead < 0 else (0, 0)


def _how_many(script: Script, question: Question) -> Hashable:
    table, engine = script.table, script.engine
    if question.of == "hand-card":
        return engine.decide(HandLimit(table, question.player or table.active))
    if question.of != "resource":
        return None
    if question.move is None:
        return table.seats[question.player or table.active].total()
    actor = question.move.actor or table.active
    if question.move.do == "get" and script.event == "Erfolgreiches Jahr":
        return engine.decide(Bonus(table, actor, script.event))
    if question.move.do == "give" and script.event == "Handelsvorteil":
        holder = table.seats[table.other(actor)]
        fitting = sum(min(table.seats[actor].stock(r), holder.room(r)) for r in RESOURCES)
        return engine.decide(Owes(table, holder.name, fitting))
    return None


def _wins(script: Script, question: Question) -> Hashable:
    table = script.table
    if question.of == "game":
        table.phase = "main"
        needed = script.engine.decide(PointsToWin(table))
        assert isinstance(needed, int)
        for player in (table.active, table.other(table.active)):
            if table.told.amount("victory", player) >= needed and script.engine.decide(MayWinNow(table, player)):
                return player
        return NOBODY
    if question.of == "Barbarenüberfall" and question.player:
        seat = table.seats[question.player]
        units = sum(bool(script.engine.decide(Counts(table, each))) for each in seat.laid() if each.card.kind != "gebaeude")
        winner = script.engine.decide(BattleWinner(table, seat.name, units))
        return seat.name if winner == "player" else question.alternatives[-1]
    return None


def _order(script: Script, question: Question) -> Hashable:
    """The steps of an event or action in their order, by the names that the question gives them."""
    moves = {move.id: move for move in script.situation.moves if move.id}
    tournament = script.event == "Ritterturnier"
    steps = {_step(moves[item], tournament): item for item in question.items if item in moves}
    of = "Ritterturnier" if tournament else "Bischofssitz"
    order = script.engine.decide(Steps(tuple(steps), script.table, of))
    assert isinstance(order, tuple)
    return tuple(steps[step] for step in order)


def _step(move: Move, tournament: bool) -> str:
    if tournament:
        return {"get": "prize" if move.what == "prize" else "bonus", "move": "move"}.get(move.do, move.do)
    return {"get": "gold", "take": "effect", "move": "play"}.get(move.do, move.do)


HANDLERS: dict[str, tuple[Handler, ...]] = {
    "may": (_may,), "where": (_where,), "what": (_what,), "who": (_who,), "how_many": (_how_many,), "wins": (_wins,),
    "order": (_order,),
}  # fmt: skip
