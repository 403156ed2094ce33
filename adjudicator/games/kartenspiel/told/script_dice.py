"""What follows from told dice? Sections 103.E and 103.F: robbers with Baroc, the ?, what events take, yields, points.

Prosperous years and trade advantage are asked for, not replayed: what the players choose there is seldom told.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import deck
from adjudicator.games.kartenspiel.decisions import (
    Bonus,
    DrivenOutByPoints,
    FallsToQuestionMark,
    Points,
    Steps,
    StillWorks,
)
from adjudicator.games.kartenspiel.table import Laid, Seat
from adjudicator.games.kartenspiel.told.script import EXTENSIONS, REPLAYED, Script
from adjudicator.kernel.unknown import Amount
from adjudicator.situation import Move, Thing

PAPER = "Residenz des Papier-Handelsherrn"
BARBARIANS = "Barbarenstützpunkt"
DRIVEN_OUT = ("Raubritterburg", BARBARIANS, "Handelsniederlassung")
TAKING = ("destroy", "lose", "remove", "return")


def replay(script: Script, move: Move) -> bool:
    """Take a roll or a loss by an event; every other move is left to others."""
    if move.do == "roll" and move.what == "event-die" and isinstance(move.shows, str):
        return _event_die(script, move.shows)
    if move.do == "roll" and move.what == "yield-die" and isinstance(move.shows, int):
        _yield_die(script, move.shows)
        return True
    lost = taken_by_event(script, move)
    if lost is None or not any(lost is each for each in script.table.everywhere()):
        return False
    script.effects.remove(script.seat_of(lost), lost, "raided")
    return True


def cause_of(script: Script, move: Move) -> str:
    """The card that brings a move about, by its name."""
    named = {each.id: script.name_of(each) for each in script.situation.moves if each.id}
    cause = move.using or move.because or ""
    return named.get(cause) or script.told.cards.get(cause, cause)


def taken_by_event(script: Script, move: Move) -> Laid | None:
    """The building that an event card takes by this move."""
    event = deck().get(cause_of(script, move))
    if move.do not in TAKING or move.status not in REPLAYED or event is None or event.kind != "ereignis":
        return None
    return script.told.laid.get(move.thing or "")


def points_of(script: Script, player: str, of: str) -> Amount:
    """Strength or trade points: as told before the first move, with what has changed since; or counted from the cards."""
    now = _counted(script, player, of)
    told = script.table.told
    if (of, player) not in told.amounts:
        return now
    since = next((value for who, key, value in told.states if who == player and key == f"{of} before yields"), None)
    return told.amount(of, player) + (now - int(since) if since is not None else 0)


def _counted(script: Script, player: str, of: str) -> int:
    return script.effects.number(Points(script.table, player, of))  # type: ignore[arg-type]


# --- the event die --------------------------------------------------------------------------------------------


def _event_die(script: Script, shows: str) -> bool:
    if shows == "Ereigniskarte":
        _question_mark(script)
    if shows != "Räuberüberfall":
        return False
    script.event = shows
    order = script.engine.decide(Steps(("loss", "ore"), script.table, shows))
    assert isinstance(order, tuple)
    for step in order:
        if step == "loss":
            script.effects.event(shows)
        else:
            _ore_of_baroc(script)
    return True


def _ore_of_baroc(script: Script) -> None:
    for seat in script.table.seats.values():
        ore = script.effects.number(Bonus(script.table, seat.name, "Räuberüberfall"))
        if ore and any(each.name == BARBARIANS for each in script.table.everywhere()):
            ore += int(script.engine.choose(f"second ore of {seat.name}", (0, 1)))  # type: ignore[call-overload]
        script.effects.store(seat, "erz", ore)


def _question_mark(script: Script) -> None:
    """The ? works on buildings before the event card is turned."""
    for seat in script.table.seats.values():
        for laid in [each for each in seat.laid() if each.name == "Vogtei"]:
            if script.engine.decide(FallsToQuestionMark(script.table, seat, laid)):
                script.effects.remove(seat, laid, "torn down")
                for landscape in (*seat.of_kind("erz"), *seat.of_kind("wolle")):
                    landscape.stock = 0


# --- the yield die --------------------------------------------------------------------------------------------


def _yield_die(script: Script, number: int) -> None:
    _remember(script)
    back = [each for each in _lost_before(script) if script.engine.decide(StillWorks(script.table, each))]
    for laid in back:
        script.table.seats[laid.owner].lay(laid)
    order = script.engine.decide(Steps(("yield", "bonus"), script.table, "Ertrag"))
    assert isinstance(order, tuple)
    for step in order:
        if step == "yield":
            script.effects.yields(number)
        else:
            _bonus(script)
    for laid in back:
        script.table.seats[laid.owner].lift(laid)
    for seat in script.table.seats.values():
        _drive_out(script, seat)


def _remember(script: Script) -> None:
    """Points before the yields, and which residences are fully loaded."""
    states = script.table.told.states
    for player in script.table.seats:
        for of in ("strength", "trade"):
            states.add((player, f"{of} before yields", str(_counted(script, player, of))))
    for fact in script.situation.facts:
        if isinstance(fact, Thing) and fact.card == PAPER and "full" in fact.marks and fact.owner:
            states.add((fact.owner, "loaded", PAPER))


def _lost_before(script: Script) -> list[Laid]:
    """The buildings that the event of this turn has taken."""
    taken = (taken_by_event(script, move) for move in script.situation.moves if not move.negated)
    return [laid for laid in taken if laid is not None]


def _bonus(script: Script) -> None:
    for seat in script.effects.in_turn():
        for _ in range(script.effects.number(Bonus(script.table, seat.name, "Ertrag"))):
            script.effects.gain_any(seat, "bonus of the yield phase")


def _drive_out(script: Script, seat: Seat) -> None:
    """Stocks have changed: see which cards of the opponent must leave."""
    for laid in [each for each in seat.laid() if each.name in DRIVEN_OUT and each.owner != seat.name]:
        strength, trade = points_of(script, seat.name, "strength"), points_of(script, seat.name, "trade")
        if script.engine.decide(DrivenOutByPoints(script.table, seat, laid, strength, trade)):
            script.effects.remove(seat, laid, "torn down")


EXTENSIONS.append(replay)
