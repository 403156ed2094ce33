"""What is asked of the words of chapter 102: kinds of cards, central cards, trades with the bank, playing?"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    CountsAsPlayed,
    IsBankTrade,
    IsOfKind,
    MayCover,
    MayDemolish,
    MayPlayAgain,
    MayTradeBackAndForth,
)
from adjudicator.games.kartenspiel.rules.chapter_102 import CENTRAL
from adjudicator.games.kartenspiel.told.position import RESOURCE_WORDS
from adjudicator.games.kartenspiel.told.script import REPLAYED, Script
from adjudicator.situation import Move, Pile, Question, Thing

Handler = Callable[[Script, Question], Hashable | None]
KINDS = ("unit", "knight", "building", "action", "central-card")
LOADED_BY = {
    "Residenz des Münz-Handelsherrn": "ore", "Residenz des Papier-Handelsherrn": "wood",
    "Residenz des Tuch-Handelsherrn": "wool",
}  # fmt: skip
GUILD = "Gilde der Handelsherren"


def _card(script: Script, named: str | None) -> str:
    """The card that a slot names: a thing by its id, or the name itself."""
    return script.told.cards.get(named or "", named or "")


def _moves(script: Script, *verbs: str) -> list[Move]:
    return [each for each in script.situation.moves if each.do in verbs and each.status in REPLAYED and not each.negated]


# --- kinds ----------------------------------------------------------------------------------------------------


def _is_of_kind(script: Script, question: Question) -> Hashable:
    """Whether a card counts as a unit, knight, building, action or central card, where it is now."""
    fact = question.fact
    if not isinstance(fact, Thing) or fact.kind not in KINDS:
        return None
    name = fact.card or _card(script, question.thing or fact.id)
    return script.engine.decide(IsOfKind(script.table, name, fact.kind, _whereabouts(script, fact, name)))


def _whereabouts(script: Script, fact: Thing, name: str) -> Literal["hand", "laid", "used", "discard"]:
    if isinstance(fact.place, Pile):
        return "hand" if fact.place.of == "hand" else "discard"
    in_use = any(name in (script.name_of(move), _card(script, move.using)) for move in _now(script, "use", "play"))
    return "used" if in_use else "laid"


def _now(script: Script, *verbs: str) -> list[Move]:
    return [move for move in _moves(script, *verbs) if move.status == "now"]


# --- central cards --------------------------------------------------------------------------------------------


def _may_remove_from_centre(script: Script, question: Question) -> Hashable:
    move = question.move
    if move is None or move.do not in ("remove", "destroy", "take") or move.from_ is not None:
        return None
    name = script.name_of(move)
    if name not in CENTRAL and (move.using or not name or card(name).place not in ("strasse", "fremd-strasse")):
        return None
    return script.engine.decide(MayDemolish(script.table, move.actor or script.table.active, name))


def _may_cover(script: Script, question: Question) -> Hashable:
    move = question.move
    if move is None or move.do != "build" or script.name_of(move) not in CENTRAL or _card(script, move.to) not in CENTRAL:
        return None
    return script.engine.decide(MayCover(script.table, script.name_of(move), _card(script, move.to)))


# --- trading --------------------------------------------------------------------------------------------------


def _is_bank_trade(script: Script, question: Question) -> Hashable:
    """Whether told exchanges load a residence of their trader, or bring the owner of a guild the resource."""
    move = question.move
    source = _card(script, (move.using or move.because) if move else None)
    if move is None or move.do != "get" or source not in (*LOADED_BY, GUILD):
        return None
    player, wanted = move.actor or script.table.active, LOADED_BY.get(source, move.what or "")
    trader = script.table.other(player) if source == GUILD else player
    trades = [each for each in _moves(script, "exchange") if (each.actor or script.table.active) == trader]
    asked = [IsBankTrade(script.table, trader, _means(script, each), each.what or "", wanted) for each in trades]
    return any(script.engine.decide(each) for each in asked) if asked else None


def _means(script: Script, move: Move) -> str | None:
    return _card(script, move.using) or None


def _may_trade_back_and_forth(script: Script, question: Question) -> Hashable:
    """Whether a great trade fleet may change the resources beside it into each other, one for one."""
    move = question.move
    fleet = script.told.laid.get(move.using or "") if move else None
    if move is None or move.do != "exchange" or move.ratio != "1:1" or fleet is None or fleet.name != "Große Handelsflotte":
        return None
    give, get = (RESOURCE_WORDS.get(word or "", "") for word in (move.what, move.for_))
    return script.engine.decide(MayTradeBackAndForth(script.table, script.seat_of(fleet), fleet, give, get))


# --- playing --------------------------------------------------------------------------------------------------


def _may_play_again(script: Script, question: Question) -> Hashable:
    """Whether a card may follow another of the same player whose effect was cancelled."""
    move, cancelled = question.move, _moves(script, "cancel")
    if move is None or move.do != "play" or not cancelled:
        return None
    player, name = move.actor or script.table.active, script.name_of(move)
    hit = {each.thing or each.target or each.because or each.card for each in cancelled}
    plays = [each for each in _moves(script, "play") if each.actor == player and script.name_of(each) == name]
    stopped = [each for each in plays if hit & {each.id, each.thing, each.card}]
    if not stopped:
        return None
    played = sum(bool(script.engine.decide(CountsAsPlayed(script.table, player, name))) for _ in stopped)
    return script.engine.decide(MayPlayAgain(script.table, player, name, played + len(plays) - len(stopped)))


HANDLERS: dict[str, tuple[Handler, ...]] = {
    "may": (
        _is_of_kind, _may_remove_from_centre, _may_cover, _is_bank_trade, _may_trade_back_and_forth, _may_play_again,
    ),
}  # fmt: skip
