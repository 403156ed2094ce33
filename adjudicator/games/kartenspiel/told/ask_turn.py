"""What is asked of the main phase, the end of the turn, the passive player, and discard piles (103.G to 103.R).

A handler answers, or returns None where the question is none of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    EventGoesTo,
    HandLimit,
    HitByCivilWar,
    IsAStack,
    MayBuild,
    MayCancel,
    MayDemolish,
    MayEndTurnHolding,
    MayExchange,
    MayExchangeHolding,
    MayFetch,
    MayFetchCard,
    MayKeepSurplus,
    MayUseNow,
    Steps,
    StillStands,
)
from adjudicator.games.kartenspiel.table import ABOVE, Spot
from adjudicator.games.kartenspiel.told.script import BLOCKERS, Script
from adjudicator.games.kartenspiel.told.script_turn import HAND, copies, used_in
from adjudicator.situation import Move, Nothing, Question, State

Handler = Callable[[Script, Question], Hashable | None]
GUIDO = "Guido, der große Diplomat"


def number_of(script: Script, question: HandLimit) -> int:
    """A number that the rules give."""
    found = script.engine.decide(question)
    assert isinstance(found, int)
    return found


def held_by(script: Script, player: str) -> int:
    """How many cards a player holds: as told, or as many as were named."""
    told = script.table.told.amounts.get((HAND, player))
    return told.low if told is not None else len(script.table.seats[player].hand)


def told_nothing(script: Script, of: str, where: str) -> bool:
    """Whether it is told that none of this lies there."""
    facts = (fact for fact in script.situation.facts if isinstance(fact, Nothing))
    return any(fact.of == of and fact.where == where for fact in facts)


def cause_of(script: Script, move: Move) -> Move | None:
    """The told move that brings a move about."""
    return next((each for each in script.situation.moves if each.id and each.id == move.because), None)


def recall_points(script: Script, question: Question) -> None:
    """Told victory points are the most that a player has had, as far as anybody knows; then others may answer."""
    table = script.table
    told = {player: table.told.amounts.get(("victory", player)) for player in table.seats}
    known = {player: bounds.low for player, bounds in told.items() if bounds and bounds.low == bounds.high}
    table.peak.update(known)
    if len(known) == len(table.seats):
        table.peak_together = sum(known.values())


# --- yes or no -----------------------------------------------------------------------------------------------


def _use(script: Script, move: Move, actor: str) -> Hashable | None:
    found = copies(script, actor, used_in(script, move))
    if not found or any(each.do == "destroy" and each.thing == move.thing for each in script.situation.moves):
        return None
    fed = (move.thing or "", "fed", str(script.table.turn)) in script.table.told.states
    return script.engine.decide(MayUseNow(script.table, actor, found[0], fed))


def _cancel(script: Script, move: Move, actor: str) -> Hashable | None:
    """A spell book undoes a card."""
    using = used_in(script, move)
    usable = _use(script, move, actor)
    if usable is None:
        return None
    name = script.name_of(move)
    return usable and script.engine.decide(MayCancel(script.table, actor, name, using))


def _end_turn(script: Script, move: Move, actor: str) -> Hashable | None:
    limit = number_of(script, HandLimit(script.table, actor))
    can_draw = not told_nothing(script, "card", "draw_stack")
    return script.engine.decide(MayEndTurnHolding(script.table, actor, held_by(script, actor), limit, can_draw))


def _exchange(script: Script, move: Move, actor: str) -> Hashable | None:
    """One hand card for another at the end of the turn."""
    if move.what != HAND:
        return None
    limit = number_of(script, HandLimit(script.table, actor))
    gave_up = (actor, "gave up", None) in script.table.told.states
    fits = MayExchangeHolding(script.table, actor, held_by(script, actor), limit, gave_up)
    return script.engine.decide(fits) and script.engine.decide(MayExchange(script.table, actor))


def _remove(script: Script, move: Move, actor: str) -> Hashable | None:
    laid = script.told.laid.get(move.thing or "")
    if laid is None or move.using:
        return None
    return script.engine.decide(MayDemolish(script.table, actor, laid.name, laid.spot))


def _onto_stack(script: Script, move: Move, actor: str) -> Hashable | None:
    """A card on the place of a stack that is told to be used up."""
    if move.to != "draw_stack" or not told_nothing(script, "card", "draw_stack"):
        return None
    return script.engine.decide(IsAStack(script.table, 0))


def _off_stack(script: Script, move: Move, actor: str) -> Hashable | None:
    """A card that was laid on the place of a used-up stack can be drawn again, if that is still a stack."""
    name = script.told.cards.get(move.thing or "")
    if move.from_ != "draw_stack" or name is None or not any(name in stack for stack in script.table.stacks):
        return None
    return script.engine.decide(IsAStack(script.table, 0 if told_nothing(script, "card", "draw_stack") else 1))


def _take(script: Script, move: Move, actor: str) -> Hashable | None:
    """A certain card out of a discard pile; what Guido brings is not chosen."""
    name, source = script.told.cards.get(move.thing or ""), move.from_ or ""
    if name is None or not source.startswith("discard"):
        return None
    played = next((script.name_of(each) for each in script.situation.moves if each.id and each.id == move.using), "")
    using = played or script.told.cards.get(move.using or "", move.using or "")
    if using == GUIDO:
        return None
    fetch = MayFetchCard(script.table, actor, using, name, source.removeprefix("discard:"))
    return script.engine.decide(fetch) and script.engine.decide(MayFetch(script.table, actor, using))


def _build(script: Script, move: Move, actor: str) -> Hashable | None:
    """A card on ground that is told, or that its kind needs."""
    name, ground = script.name_of(move), script.told.cards.get(move.to or "", "")
    if not ground:
        return None
    spot = _spot(script, actor, ground)
    return script.engine.decide(MayBuild(script.table, actor, name, spot))


def _spot(script: Script, actor: str, ground: str) -> Spot:
    centre = script.table.seats[actor].centre
    return next(((slot, ABOVE) for slot, what in centre.items() if what == ground), (0, ABOVE))


def _lose(script: Script, move: Move, actor: str) -> Hashable | None:
    """A unit in a civil war."""
    laid, cause = script.told.laid.get(move.thing or ""), cause_of(script, move)
    if laid is None or cause is None or script.name_of(cause) != "Bürgerkrieg":
        return None
    return script.engine.decide(HitByCivilWar(script.table, script.seat_of(laid), laid))


_MAY: dict[str, Callable[[Script, Move, str], Hashable | None]] = {
    "use": _use, "cancel": _cancel, "end-turn": _end_turn, "exchange": _exchange, "remove": _remove,
    "move": _onto_stack, "draw": _off_stack, "take": _take, "build": _build, "lose": _lose,
}  # fmt: skip


def _may(script: Script, question: Question) -> Hashable | None:
    move = question.move
    known = _MAY.get(move.do) if move else None
    return known(script, move, move.actor or script.table.active) if move and known else None


def _is_so(script: Script, question: Question) -> Hashable | None:
    """Whether a fact holds: surplus cards kept, an expansion that stays."""
    fact = question.fact
    if isinstance(fact, State) and fact.is_so == "keeps" and fact.what == HAND:
        return script.engine.decide(MayKeepSurplus(script.table, fact.of))
    if isinstance(fact, State) and fact.is_so == "stays" and fact.of in script.told.laid:
        laid = script.told.laid[fact.of]
        return script.engine.decide(StillStands(script.table, script.seat_of(laid).name, laid))
    return None


# --- where, in which order -----------------------------------------------------------------------------------


def _where_events_go(script: Script, question: Question) -> Hashable | None:
    name = script.told.cards.get(question.thing or "", "")
    if not name or card(name).kind not in ("ereignis", "event"):
        return None
    using = next(
        (each.using or "" for each in script.situation.moves if each.do == "remove" and each.thing == question.thing), ""
    )
    return script.engine.decide(EventGoesTo(script.table, name, using))


def _order_at_a_question_mark(script: Script, question: Question) -> Hashable | None:
    """Buildings, event card and blocking cards, by the names that the question gives them."""
    if script.event != "Ereigniskarte":
        return None
    moves = {move.id: move for move in script.situation.moves if move.id}
    steps = {_step(script, moves[item]): item for item in question.items if item in moves}
    order = script.engine.decide(Steps(tuple(steps), script.table, "Ereigniskarte"))
    assert isinstance(order, tuple)
    return tuple(steps[step] for step in order)


def _step(script: Script, move: Move) -> str:
    name = script.name_of(move)
    if name in BLOCKERS:
        return "blocker"
    cause = cause_of(script, move)
    return "card" if cause is not None and cause.do == "reveal" else "building"


HANDLERS: dict[str, tuple[Handler, ...]] = {
    "may": (recall_points, _may, _is_so), "where": (_where_events_go,), "order": (_order_at_a_question_mark,),
}  # fmt: skip
