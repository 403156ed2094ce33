"""What is asked of attacks (chapter 112): targets, fire, stolen cards, discard piles, landscapes, what is given back."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from adjudicator.games.kartenspiel.cards import RESOURCE_OF, card
from adjudicator.games.kartenspiel.decisions import (
    Cheaper,
    Fetches,
    LosesSomething,
    MayAim,
    MayBeStolen,
    MayFetch,
    MayHandBack,
    MayHit,
    MayKeepSurplus,
    MayLayOn,
    MayLookThrough,
    MayPlay,
    MayPutUnder,
    MaySee,
    MaySwapLandscapes,
    MaySwapSoMany,
    MayTakeLandscape,
    MayUseAgain,
    Price,
    Succeeds,
    SurplusWaits,
)
from adjudicator.games.kartenspiel.effects_actions import SPY_CATCHERS
from adjudicator.games.kartenspiel.told.position import RESOURCE_WORDS, NotPlayable
from adjudicator.games.kartenspiel.told.script import REPLAYED, Script
from adjudicator.games.kartenspiel.told.script_112 import LOST, card_of, loser_of, theft_of, told_die
from adjudicator.situation import Move, Question

Handler = Callable[[Script, Question], Hashable | None]
GUIDO = "Guido, der große Diplomat"
SPY = "Spion"


def _actor(script: Script, move: Move) -> str:
    return move.actor or script.table.active


# --- laying on, answering ------------------------------------------------------------------------------------


def _may_lay_on(script: Script, question: Question) -> Hashable:
    """May this card be played on that building?"""
    move = question.move
    if move is None or move.do != "play" or move.target not in script.told.laid:
        return None
    name, actor = script.name_of(move), _actor(script, move)
    target = script.told.laid[move.target]
    return bool(
        script.engine.decide(MayPlay(script.table, actor, name))
        and script.engine.decide(MayLayOn(script.table, actor, name, target))
    )


def _may_answer(script: Script, question: Question) -> Hashable:
    """May this protection be played against that attack?"""
    move = question.move
    if move is None or move.do != "play" or move.because is None or card(script.name_of(move)).kind != "schutz-aktion":
        return None
    attack = card_of(script, move.because)
    return script.engine.decide(MayPlay(script.table, _actor(script, move), script.name_of(move), attack))


# --- fire ----------------------------------------------------------------------------------------------------


def _attacker(script: Script, action: str, otherwise: str) -> str:
    """Who has played an attack, as far as it is told."""
    plays = (move for move in reversed(script.situation.moves) if move.do == "play" and move.status in REPLAYED)
    return next((move.actor for move in plays if move.actor and script.name_of(move) == action), otherwise)


def _may_destroy(script: Script, question: Question) -> Hashable:
    """May this expansion be hit, after the told die if there is one?"""
    move = question.move
    if move is None or move.do != "destroy" or move.thing not in script.told.laid:
        return None
    action, laid = card_of(script, move.using), script.told.laid[move.thing]
    if action not in LOST:
        return None
    seat = script.seat_of(laid)
    attacker = script.table.active = _attacker(script, action, _actor(script, move))
    loser = loser_of(script, action, attacker)
    aimed = loser == seat.name if loser else script.engine.decide(MayAim(script.table, attacker, action, seat, laid))
    return bool(aimed and script.engine.decide(MayHit(script.table, action, seat, laid)))


def _does_lose(script: Script, question: Question) -> Hashable:
    """Does a player lose any building to an attack whose die is told?"""
    move = question.move
    action = card_of(script, move.because) if move else ""
    if move is None or move.do != "lose" or move.what != "building" or action not in LOST:
        return None
    seat = script.table.seats[_actor(script, move)]
    if loser_of(script, action, _attacker(script, action, seat.name)) != seat.name:
        return False
    targets = sum(bool(script.engine.decide(MayHit(script.table, action, seat, each))) for each in seat.laid())
    return script.engine.decide(LosesSomething(script.table, action, seat.name, targets))


def _may_use_again(script: Script, question: Question) -> Hashable:
    """May a building that was used, lost and rebuilt in this turn be used again?"""
    move = question.move
    if move is None or move.do != "use" or move.thing not in script.told.laid:
        return None
    told = {each.do: each for each in script.situation.moves if each.thing == move.thing}
    if not {"use", "destroy", "build"} <= told.keys():
        return None
    laid, action = script.told.laid[move.thing], card_of(script, told["destroy"].using)
    return script.engine.decide(MayUseAgain(script.table, _actor(script, move), laid, action))


def _must_discard(script: Script, question: Question) -> Hashable:
    """Must surplus cards go at once, or may they wait until the end of the turn, after a fire?"""
    move = question.move
    if move is None or move.do != "discard" or question.when not in ("at-once", "end-of-turn"):
        return None
    player = _actor(script, move)
    fires = [each for each in script.situation.moves if each.do == "destroy" and card_of(script, each.using) in LOST]
    if not fires or fires[-1].thing is None:
        return None
    fire, lost = fires[-1], script.told.cards[fires[-1].thing or ""]
    waits = bool(script.engine.decide(MayKeepSurplus(script.table, player)))
    if script.table.active == player:
        cause = SurplusWaits(script.table, player, card_of(script, fire.using), lost, _enlarging(script, player))
        waits = waits and bool(script.engine.decide(cause))
    return waits if question.when == "end-of-turn" else not waits


def _enlarging(script: Script, player: str) -> tuple[str, ...]:
    """The cards that a player has used or played in this turn."""
    used = (move for move in script.situation.moves if move.do in ("use", "play") and move.turns_ago is None)
    return tuple(script.name_of(move) for move in used if move.actor == player and move.status in REPLAYED)


# --- landscapes and resources --------------------------------------------------------------------------------


def _may_swap(script: Script, question: Question) -> Hashable:
    """May landscapes be exchanged with the opponent, or one with the stack of landscapes?"""
    move = question.move
    if move is None or move.do != "exchange" or move.thing not in script.told.laid or move.for_ not in script.told.cards:
        return None
    mine, theirs = script.told.laid[move.thing], script.told.laid.get(move.for_)
    if mine.name not in RESOURCE_OF or script.told.cards[move.for_] not in RESOURCE_OF:
        return None
    actor, cause = _actor(script, move), card_of(script, move.using)
    if not script.engine.decide(MaySwapSoMany(script.table, actor, cause, move.amount or 1)):
        return False
    if theirs is None:
        return script.engine.decide(MayTakeLandscape(script.table, actor, cause, mine.spot))
    return script.engine.decide(MaySwapLandscapes(script.table, actor, cause, mine.spot, theirs.spot))


def _may_give_back(script: Script, question: Question) -> Hashable:
    """May this resource be given in return for those that were taken?"""
    move = question.move
    if move is None or move.do != "give" or move.what not in RESOURCE_WORDS or move.because is None:
        return None
    takes = (each for each in script.situation.moves if each.do == "take" and each.because == move.because)
    taken = tuple(RESOURCE_WORDS[each.what] for each in takes if each.what in RESOURCE_WORDS)
    cause, resource = card_of(script, move.because), RESOURCE_WORDS[move.what]
    return script.engine.decide(MayHandBack(script.table, _actor(script, move), cause, resource, taken))


# --- spy and discard piles -----------------------------------------------------------------------------------


def _stopped(script: Script, victim: str) -> bool:
    """Whether wall or tower stop a spy, on the told die or on each."""
    if not any(script.table.seats[victim].count(name) for name in SPY_CATCHERS):
        return False
    die = told_die(script, SPY) or script.engine.roll(f"die of {SPY}")
    return not script.engine.decide(Succeeds(script.table, SPY, victim, die))


def _may_spy(script: Script, question: Question) -> Hashable:
    """May a spy look at this card, or take it?"""
    move = question.move
    if move is None or move.do not in ("look", "take") or card_of(script, move.using) != SPY:
        return None
    actor = _actor(script, move)
    victim = script.table.other(actor)
    stopped = _stopped(script, victim)
    if move.do == "take":
        return not stopped and bool(script.engine.decide(MayBeStolen(script.table, victim, script.name_of(move))))
    cards = [script.name_of(move)] if move.thing or move.card else script.table.seats[victim].hand or ["action"]
    return all(script.engine.decide(MaySee(script.table, actor, each, SPY, stopped)) for each in cards)


def _how_many_seen(script: Script, question: Question) -> Hashable:
    """How many hand cards a spy sees."""
    move = question.move
    if move is None or move.do != "look" or card_of(script, move.using) != SPY or question.of != "hand-card":
        return None
    actor = _actor(script, move)
    victim = script.table.seats[script.table.other(actor)]
    stopped = _stopped(script, victim.name)
    return sum(bool(script.engine.decide(MaySee(script.table, actor, each, SPY, stopped))) for each in victim.hand)


def _how_much_to_build(script: Script, question: Question) -> Hashable:
    """What it costs to build a stolen card, less what the builder saves."""
    move = question.move
    if move is None or move.do != "pay" or question.of != "resource" or theft_of(script, move.for_) is None:
        return None
    actor, name = _actor(script, move), card_of(script, move.for_)
    if card(name).cost is None:
        raise NotPlayable(f"what {name} costs is in no source")
    price = script.engine.decide(Price(script.table, actor, name, SPY))
    saved = script.engine.decide(Cheaper(script.table, actor, name))
    assert isinstance(price, int)
    assert isinstance(saved, int)
    return max(0, price - saved)


def _may_put_under(script: Script, question: Question) -> Hashable:
    """May a stolen card be put under a stack of the thief?"""
    move = question.move
    if move is None or move.do != "move" or move.to != "draw_stack" or theft_of(script, move.thing) is None:
        return None
    return script.engine.decide(MayPutUnder(script.table, _actor(script, move), script.name_of(move), SPY))


def _may_fetch_with_guido(script: Script, question: Question) -> Hashable:
    """Does Guido bring this very card?"""
    move = question.move
    if move is None or move.do != "take" or card_of(script, move.using) != GUIDO:
        return None
    actor = _actor(script, move)
    if not script.engine.decide(MayFetch(script.table, actor, GUIDO)):
        return False
    return script.engine.decide(Fetches(script.table, actor, GUIDO)) == script.name_of(move)


def _may_look_through(script: Script, question: Question) -> Hashable:
    """May one look into the opponent's discard pile for what Guido would bring?"""
    move = question.move
    if move is None or move.do != "look" or not (move.from_ or "").startswith("discard:") or move.for_ is None:
        return None
    actor, using = _actor(script, move), card_of(script, move.for_)
    pile = tuple(script.table.discard_of((move.from_ or "").removeprefix("discard:")))
    played = _attacker(script, using, "") == actor
    return script.engine.decide(MayLookThrough(script.table, actor, pile, using, played))


def _where(script: Script, question: Question) -> Hashable:
    """Cards that lie open for both, or under a stack."""
    name = script.told.cards.get(question.thing or "", "")
    if name in script.table.display:
        return "display"
    return "draw_stack" if any(name in stack for stack in script.table.stacks) else None


HANDLERS: dict[str, tuple[Handler, ...]] = {
    "may": (
        _may_lay_on, _may_answer, _may_destroy, _does_lose, _may_use_again, _must_discard, _may_swap, _may_give_back, _may_spy,
        _may_put_under, _may_fetch_with_guido, _may_look_through,
    ),
    "how_many": (_how_many_seen, _how_much_to_build),
    "where": (_where,),
}  # fmt: skip
