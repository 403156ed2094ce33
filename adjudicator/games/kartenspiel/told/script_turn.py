"""What do told moves of the main phase change? Building, using, feeding, tearing down, passing on, the hand count.

Moves that others replay better are only counted here: a card that is played is one hand card less.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import UNNAMED, card, deck
from adjudicator.games.kartenspiel.decisions import GoesTo, MayDemolish, WhosePile
from adjudicator.games.kartenspiel.table import ABOVE, GROUND, Laid
from adjudicator.games.kartenspiel.told.script import EXTENSIONS, Script
from adjudicator.kernel.unknown import Bounds
from adjudicator.situation import Move

HAND = "hand-card"
CENTRE = (*GROUND, "Straße", "Zitadelle", "Metropole")


def turn_of(script: Script, move: Move) -> int:
    """In which turn of the game a told move was made."""
    return script.table.turn - len(script.table.seats) * (move.turns_ago or 0)


def shift_hand(script: Script, player: str, by: int) -> None:
    """A told number of hand cards grows or shrinks."""
    amounts = script.table.told.amounts
    if (HAND, player) in amounts:
        was = amounts[HAND, player]
        amounts[HAND, player] = Bounds(max(0, was.low + by), max(0, was.high + by))


def used_in(script: Script, move: Move) -> str:
    """The card that a move uses: what undoes something is named by its means."""
    named = move.using if move.do == "cancel" else move.thing
    return script.told.cards.get(named or "", named or move.card or "")


def copies(script: Script, player: str, name: str) -> list[Laid]:
    """A player's laid copies of a card, the longest unused first."""
    return sorted((each for each in script.table.seats[player].laid() if each.name == name), key=lambda each: each.used)


def _build(script: Script, move: Move) -> bool:
    """A told building lies there from its turn on."""
    name, actor = script.name_of(move), move.actor or script.table.active
    ident = move.thing or name
    if (name not in deck() and name not in UNNAMED) or ident in script.told.laid or card(name).is_action:
        return False
    seat = script.table.seats[actor]
    slot = max((*seat.centre, *(spot[0] for spot in seat.landscapes), 1)) + 10
    ground = "Stadt" if card(name).place == "stadt" else "Siedlung"
    seat.centre[slot] = name if name in CENTRE else ground
    laid = Laid(name, actor, (slot, ABOVE), turn_of(script, move))
    if name not in GROUND:
        seat.lay(laid)
    script.told.laid[ident] = laid
    return True


def _use(script: Script, move: Move) -> bool:
    """A used expansion is remembered with the turn in which it was used."""
    found = copies(script, move.actor or script.table.active, used_in(script, move))
    if found:
        found[0].used = turn_of(script, move)
    return bool(found)


def _exchange(script: Script, move: Move) -> bool:
    """Resources for magic power feed a wizard."""
    wizard = script.told.laid.get(move.for_ or "")
    if wizard is None or wizard.card.kind != "zauberer":
        return False
    script.table.told.states.add((move.for_ or "", "fed", str(turn_of(script, move))))
    return True


def _end_turn(script: Script, move: Move) -> bool:
    """The dice are passed on."""
    script.table.turn += 1
    script.table.active = script.table.other(move.actor or script.table.active)
    script.table.played_this_turn = 0
    return True


def _play(script: Script, move: Move) -> bool:
    """An action that came from somebody else goes to the pile that the rules name."""
    name, actor = script.name_of(move), move.actor or script.table.active
    origin = script.told.owners.get(move.thing or "", actor)
    if origin == actor or not name or not card(name).is_action or move.target:
        return False
    _discard(script, name, actor, origin, "played")
    return True


def _remove(script: Script, move: Move) -> bool:
    """An expansion is torn down by whoever has it."""
    laid, actor = script.told.laid.get(move.thing or ""), move.actor or script.table.active
    if laid is None or move.using:
        return False
    seat = script.seat_of(laid)
    if seat.name != actor:
        return False
    laid.owner, origin = actor, laid.owner
    if script.engine.decide(MayDemolish(script.table, actor, laid.name, laid.spot)):
        seat.lift(laid)
        _discard(script, laid.name, actor, origin, "torn down")
    return True


def _discard(script: Script, name: str, user: str, origin: str, how: str) -> None:
    where = script.engine.decide(GoesTo(script.table, name, how))  # type: ignore[arg-type]
    pile = str(script.engine.decide(WhosePile(script.table, name, user, origin)))
    seat = script.table.seats[user]
    if name in seat.hand:
        seat.hand.remove(name)
    (script.table.discard_of(pile) if where == "discard" else seat.hand).append(name)


def _move(script: Script, move: Move) -> bool:
    """Hand cards are put under a stack."""
    if move.to != "draw_stack" or not move.actor:
        return False
    shift_hand(script, move.actor, -(move.amount or 1))
    script.table.told.states.add((move.actor, "gave up", None))
    name = script.told.cards.get(move.thing or "")
    if name:
        script.table.stacks[0].insert(0, name)
        if name in script.table.seats[move.actor].hand:
            script.table.seats[move.actor].hand.remove(name)
    return True


def _count(script: Script, move: Move) -> None:
    """Keep count of hand cards and of what was played this turn; the move itself is left to others."""
    actor, source = move.actor or script.table.active, move.from_ or ""
    if move.do in ("play", "build") and script.name_of(move) not in CENTRE:
        script.table.played_this_turn += move.turns_ago is None and actor == script.table.active
        shift_hand(script, actor, -1)
    elif move.do == "draw":
        shift_hand(script, actor, move.amount or 1)
    elif move.do == "take" and source.startswith(("hand:", "discard")):
        shift_hand(script, actor, 1)
        if source.startswith("hand:"):
            shift_hand(script, source.removeprefix("hand:"), -1)


_VERBS = {
    "build": _build, "exchange": _exchange, "end-turn": _end_turn, "play": _play, "remove": _remove, "move": _move,
}  # fmt: skip


def first(script: Script, move: Move) -> bool:
    """Before anybody replays a move: count it, and remember what is used."""
    _count(script, move)
    return move.do in ("use", "cancel") and _use(script, move)


def replay(script: Script, move: Move) -> bool:
    """Replay a move of the main phase, if nobody knows it better."""
    known = _VERBS.get(move.do)
    return known is not None and known(script, move)


EXTENSIONS.insert(0, first)
EXTENSIONS.append(replay)
