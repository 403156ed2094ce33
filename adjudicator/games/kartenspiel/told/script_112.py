"""How are told attacks replayed? Fire and black knight, stolen cards, rebuilding.

Articles of chapter 112. The die of an attack is a fork only where a question turns on it; a told loss has happened.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import BelongsTo, MayHit, Succeeds
from adjudicator.games.kartenspiel.effects_actions import DEFENCE
from adjudicator.games.kartenspiel.table import ABOVE, Laid
from adjudicator.games.kartenspiel.told.script import EXTENSIONS, Script
from adjudicator.situation import Move

LOST = {"Feuerteufel": "burnt", "Schwarzer Ritter": "driven"}
APART = 10


def card_of(script: Script, name: str | None) -> str:
    """The card that a slot names: by its name, as a thing, or as the move that plays it or is done by means of it."""
    moves = {move.id: move for move in script.situation.moves if move.id}
    if name not in moves:
        return script.told.cards.get(name or "", name or "")
    return card_of(script, moves[name].using) if moves[name].using else script.name_of(moves[name])


def told_die(script: Script, action: str) -> int | None:
    """What the die of an action shows, if it is told."""
    rolls = (move for move in script.situation.moves if move.do == "roll" and move.because)
    shown = [move.shows for move in rolls if card_of(script, move.because) == action]
    return next((die for die in reversed(shown) if isinstance(die, int)), None)


def loser_of(script: Script, action: str, attacker: str) -> str | None:
    """Who loses an attack, if its die is told."""
    die = told_die(script, action)
    if die is None:
        return None
    victim = script.table.other(attacker)
    success = Succeeds(script.table, action, victim, die, defended_against(script, action, victim))
    return victim if script.engine.decide(success) else attacker


def defended_against(script: Script, action: str, victim: str) -> bool:
    """Whether it is told that the victim has answered an attack with the card that wards it off."""
    answers = (move for move in script.situation.moves if move.status in ("done", "now") and not move.negated)
    return any(
        move.do in ("play", "protect", "use") and move.actor == victim and script.name_of(move) == DEFENCE.get(action)
        for move in answers
    )


def theft_of(script: Script, thing: str | None) -> Move | None:
    """The told move by which a spy has taken this thing."""
    thefts = (move for move in script.situation.moves if move.do == "take" and move.status in ("done", "now"))
    return next((move for move in thefts if move.thing == thing and card_of(script, move.using) == "Spion"), None)


def owner_of(script: Script, thing: str, actor: str) -> str:
    """To whom a card that somebody plays or builds belongs: to himself, whatever the rules say of stolen ones."""
    theft = theft_of(script, thing)
    if theft is None or theft.actor is None:
        return actor
    giver = script.table.other(theft.actor)
    return str(script.engine.decide(BelongsTo(script.table, script.told.cards[thing], "Spion", theft.actor, giver)))


def _lose(script: Script, move: Move) -> bool:
    """Whoever loses the test loses the building or knight, unless it may not be hit."""
    laid, action = script.told.laid.get(move.thing or ""), card_of(script, move.using)
    if move.do != "destroy" or laid is None or action not in LOST:
        return False
    seat = script.seat_of(laid)
    loser = loser_of(script, action, move.actor or script.table.active)
    if loser in (None, seat.name) and script.engine.decide(MayHit(script.table, action, seat, laid)):
        script.effects.remove(seat, laid, LOST[action])
    return True


def _steal(script: Script, move: Move) -> bool:
    """A spy takes a card from one hand to the other."""
    if move.do != "take" or move.thing is None or move.actor is None or theft_of(script, move.thing) is not move:
        return False
    name, giver = script.told.cards[move.thing], script.table.seats[script.table.other(move.actor)]
    if name in giver.hand:
        giver.hand.remove(name)
    script.table.seats[move.actor].hand.append(name)
    return True


def _play_stolen(script: Script, move: Move) -> bool:
    """A stolen action goes where it belongs once it is played."""
    if move.do != "play" or move.thing is None or move.actor is None or theft_of(script, move.thing) is None:
        return False
    name = script.told.cards[move.thing]
    script.table.seats[move.actor].hand.remove(name)
    script.effects.put_away(name, "played", owner_of(script, move.thing, move.actor))
    return True


def _build_again(script: Script, move: Move) -> bool:
    """A card that came back to the hand, or was stolen, is laid out anew, on a site of its own."""
    name = script.told.cards.get(move.thing or "", "")
    seat = script.table.seats.get(move.actor or "")
    if move.do != "build" or move.thing is None or seat is None or name not in seat.hand:
        return False
    if move.thing not in script.told.laid and theft_of(script, move.thing) is None:
        return False
    slot = max((*seat.centre, 0)) + APART
    seat.centre[slot] = "Stadt"
    seat.hand.remove(name)
    laid = Laid(name, owner_of(script, move.thing, seat.name), (slot, ABOVE), built=script.table.turn)
    seat.lay(laid)
    script.told.laid[move.thing] = laid
    return True


def _use(script: Script, move: Move) -> bool:
    """A use leaves its mark; what it brings is for others to say."""
    laid = script.told.laid.get(move.thing or "")
    if move.do == "use" and laid is not None and move.turns_ago is None:
        laid.used = script.table.turn
    return False


EXTENSIONS[:0] = (_lose, _steal, _play_stolen, _build_again, _use)
