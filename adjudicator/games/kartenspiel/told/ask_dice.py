"""What is asked of the phases of a turn and of the dice (103.B to 103.F)? A handler answers, or returns None."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    Bonus,
    DiceRolled,
    GiftOfTheYear,
    IsTheMoment,
    KnightToken,
    MayReroll,
    MayUndoRoll,
    MayWinNow,
    MillToken,
    Owes,
    PointsToWin,
    Steps,
    TurnOrder,
)
from adjudicator.games.kartenspiel.told.position import RESOURCE_WORDS
from adjudicator.games.kartenspiel.told.script import REPLAYED, Script
from adjudicator.games.kartenspiel.told.script_dice import DRIVEN_OUT, PAPER, points_of
from adjudicator.kernel.unknown import Unknown
from adjudicator.situation import Move, Question, State

Handler = Callable[[Script, Question], Hashable | None]
BEFORE_THE_DICE = ("Alchimist", "Zeitrad", "Guido, der große Diplomat")
SETS_A_DIE = ("Alchimist", "Zeitrad")
CONSEQUENCES = ("lose", "get", "take", "destroy", "remove", "give", "return", "discard")


def _named(script: Script, move: Move) -> str:
    """The card that a move is made with."""
    using = script.told.cards.get(move.using or "", move.using or "")
    serves = script.told.cards.get(move.for_ or "", move.for_ or "")
    return script.name_of(move) or using or serves


def _replayed(script: Script) -> list[Move]:
    return [move for move in script.situation.moves if move.status in REPLAYED and not move.negated]


def _rolls(script: Script, die: str) -> list[Move]:
    return [move for move in _replayed(script) if move.do == "roll" and move.what == die]


# --- may ------------------------------------------------------------------------------------------------------


def _may_leap_in_time(script: Script, question: Question) -> Hashable:
    """Both chances for a leap in time: before anything follows from the die, and when an event card is revealed."""
    move, rolls = question.move, _rolls(script, "event-die")
    if move is None or move.do not in ("use", "play", "cancel") or _named(script, move) != "Zeitsprung" or not rolls:
        return None
    player, made = move.actor or script.table.active, _replayed(script)
    since = made[made.index(rolls[-1]) + 1 :]
    script.table.phase = "main" if _rolls(script, "yield-die") else "event"
    followed = any(each.do in CONSEQUENCES for each in since) or script.table.phase == "main"
    in_time = script.engine.decide(MayUndoRoll(script.table, player, followed, bool(_reveals(script))))
    picked = any(_named(script, each) == "Zeitrad" for each in made)
    return bool(in_time) and bool(script.engine.decide(MayReroll(script.table, player, "Zeitsprung", picked)))


def _reveals(script: Script) -> list[Move]:
    return [move for move in _replayed(script) if move.do == "reveal"]


def _may_at_this_moment(script: Script, question: Question) -> Hashable:
    """Whether it is the moment to set a die, to name or to move a resource, to get what a residence brings."""
    move = question.move
    if move is None or _named(script, move) not in ("Zeitrad", "Wagner", PAPER):
        return None
    phase = move.phase or script.situation.turn.phase or _phase_after_rolling(script, move)
    step = {"choose": "announce", "announce": "announce", "move": "move", "get": "get", "use": "use"}.get(move.do)
    if phase is None or step is None:
        return None
    player = move.actor or script.table.active
    return script.engine.decide(IsTheMoment(script.table, player, _named(script, move), step, phase))  # type: ignore[arg-type]


def _phase_after_rolling(script: Script, move: Move) -> str | None:
    """The main phase, if somebody has rolled and the card still lies where it was told to lie."""
    laid = script.told.laid.get(move.using or move.thing or "")
    gone = laid is not None and not any(laid is each for each in script.table.everywhere())
    return "main" if not gone and any(each.do == "roll" for each in _replayed(script)) else None


def _may_win(script: Script, question: Question) -> Hashable:
    move = question.move
    table = script.table
    if move is None or move.do != "win" or move.what != "game" or move.actor is None or table.ruleset.variant is None:
        return None
    phase = move.phase or script.situation.turn.phase or "main"
    table.phase = "before-dice" if phase == "dice" else phase  # type: ignore[assignment]
    enough = table.told.amount("victory", move.actor) >= script.effects.number(PointsToWin(table))
    return enough and bool(script.engine.decide(MayWinNow(table, move.actor)))


def _may_go_on(script: Script, question: Question) -> Hashable:
    """Nobody acts any more when somebody has won at the beginning of the main phase."""
    told, move = script.table.told, question.move
    leaders = [name for name in script.table.seats if ("victory", name) in told.amounts]
    if not leaders or script.table.ruleset.variant is None or script.table.phase != "main":
        return None
    if move is None or move.do not in ("build", "play", "exchange", "use"):
        return None
    needed = script.effects.number(PointsToWin(script.table))
    over = (name for name in leaders if 0 < needed <= told.amounts["victory", name].low)
    return False if any(script.engine.decide(MayWinNow(script.table, name)) for name in over) else None


def _may_stay(script: Script, question: Question) -> Hashable:
    """Whether a card that points drive out still lies where it lay."""
    fact = question.fact
    if not isinstance(fact, State) or fact.is_so != "stays" or not _rolls(script, "yield-die"):
        return None
    laid = script.told.laid.get(fact.of)
    if laid is None or laid.name not in DRIVEN_OUT:
        return None
    return any(laid is each for each in script.table.everywhere()) != fact.negated


# --- how many, who --------------------------------------------------------------------------------------------


def _how_many_dice(script: Script, question: Question) -> Hashable:
    if question.move is None or question.move.do != "roll":
        return None
    player = question.move.actor or script.table.active
    made = [each for each in _replayed(script) if each.do in ("play", "use") and each.actor in (None, player)]
    setters = tuple(dict.fromkeys(_named(script, each) for each in made if _named(script, each) in SETS_A_DIE))
    return script.engine.decide(DiceRolled(script.table, player, setters))


def _how_much_of_one_kind(script: Script, question: Question) -> Hashable:
    if question.of not in RESOURCE_WORDS or question.move is not None or not _rolls_told(script):
        return None
    return script.table.seats[question.player or script.table.active].stock(RESOURCE_WORDS[question.of])


def _rolls_told(script: Script) -> bool:
    return bool(_rolls(script, "yield-die") or _rolls(script, "event-die"))


def _how_many_in_a_prosperous_year(script: Script, question: Question) -> Hashable:
    """The resource of one's choice, unless the palace is used, and the further ones."""
    move = question.move
    if move is None or move.do != "get" or question.of != "resource" or script.event != "Erfolgreiches Jahr":
        return None
    player = move.actor or script.table.active
    palace = any(each.actor == player and _uses_palace(script, each) for each in _replayed(script))
    gift = script.effects.number(GiftOfTheYear(script.table, player, palace))
    return gift + script.effects.number(Bonus(script.table, player, script.event))


def _uses_palace(script: Script, move: Move) -> bool:
    return move.do in ("take", "use") and "Palast" in (
        _named(script, move),
        script.told.cards.get(move.using or "", move.using),
    )


def _how_many_for_the_mill(script: Script, question: Question) -> Hashable:
    """What the holder of the mill gets, who perhaps owns a bank; nothing where nobody holds it."""
    move, table = question.move, script.table
    if move is None or move.do not in ("give", "get") or script.event != "Handelsvorteil" or question.of != "resource":
        return None
    player = move.actor or table.active
    holder = table.other(player) if move.do == "give" else player
    if table.mill not in (None, holder):
        return 0
    giver, seat = table.seats[table.other(holder)], table.seats[holder]
    fitting = sum(min(stock, seat.room(resource)) for resource, stock in giver.stocks().items())
    owed = script.effects.number(Owes(table, holder, fitting))
    more = script.effects.number(Bonus(table, holder, "Handelsvorteil"))
    return owed + max(0, min(more, fitting - owed))


def _who_holds_a_token(script: Script, question: Question) -> Hashable:
    """To whom a token belongs when stocks have changed in the yield phase."""
    token = script.told.cards.get(question.thing or "", question.of or "")
    if token not in ("Ritterstein", "Mühlenstein") or not _rolls(script, "yield-die"):
        return None
    of = "strength" if token == "Ritterstein" else "trade"
    points = tuple(points_of(script, player, of) for player in script.table.seats)
    if any(isinstance(each, Unknown) for each in points):
        return None
    decision = KnightToken if token == "Ritterstein" else MillToken
    return script.engine.decide(decision(script.table, points))  # type: ignore[arg-type]


# --- order ----------------------------------------------------------------------------------------------------


def _order(script: Script, question: Question) -> Hashable:
    """Dice, the steps of an event, the two parts of the yields, or moves of different phases."""
    known = {move.id: move for move in script.situation.moves if move.id}
    moves = {item: known[item] for item in question.items if item in known}
    if len(moves) < len(question.items) or not moves or script.event == "Ritterturnier":
        return None
    for of, step in (("Würfel", _die), (script.event or "", _step_of_event), ("Ertrag", _step_of_yield)):
        named = {step(script, move): item for item, move in moves.items()}
        if None not in named and len(named) == len(moves):
            order = script.engine.decide(Steps(tuple(named), script.table, of))
            return tuple(named[each] for each in order)  # type: ignore[attr-defined]
    phases = tuple((item, _phase(script, move)) for item, move in moves.items())
    if any(not phase for _, phase in phases) or len({phase for _, phase in phases}) < len(phases):
        return None
    return script.engine.decide(TurnOrder(script.table, phases))


def _die(script: Script, move: Move) -> str | None:
    return move.what if move.do == "roll" and move.what in ("event-die", "yield-die") else None


def _step_of_event(script: Script, move: Move) -> str | None:
    using = _cause(script, move)
    if script.event == "Räuberüberfall":
        return "loss" if move.do == "lose" else "ore" if move.do == "get" and using == "Baroc der Söldner" else None
    if script.event == "Erfolgreiches Jahr":
        bonus = move.do == "get" and using in ("Kaperflotte", "Schatzflotte", "Zollstation")
        return "bonus" if bonus else "resource" if move.do in ("get", "take", "choose") else None
    if script.event == "Ereigniskarte":
        return _step_of_question_mark(script, move)
    return None


def _step_of_question_mark(script: Script, move: Move) -> str | None:
    name = script.name_of(move)
    if move.do == "reveal":
        return "card"
    if move.do in ("remove", "lose", "destroy", "move", "discard"):
        return "building" if name == "Vogtei" else "blocker" if name in ("Hexe", "Dogma") else None
    return None


def _step_of_yield(script: Script, move: Move) -> str | None:
    if move.do != "get" or not _rolls(script, "yield-die"):
        return None
    return "bonus" if _cause(script, move) in ("Vogtei", "Handelsniederlassung", PAPER) else "yield"


def _cause(script: Script, move: Move) -> str:
    for named in (move.using, move.because, move.from_):
        if named in script.told.cards:
            return script.told.cards[named]
    return move.using or ""


def _phase(script: Script, move: Move) -> str:
    """The phase to which a move belongs: as told, or as its verb says."""
    causes = {each.id: each for each in script.situation.moves if each.id}
    cause = causes.get(move.because or "")
    if move.phase:
        return move.phase
    if move.do == "roll":
        return "dice"
    if cause is not None and cause.do == "roll":
        return {"event-die": "event", "yield-die": "yield"}.get(cause.what or "", "")
    if _named(script, move) in BEFORE_THE_DICE:
        return "before-dice"
    name = _named(script, move)
    if move.do == "play" and name and card(name).kind == "schutz-aktion":
        return ""
    return {"announce": "before-dice", "build": "main", "exchange": "main", "play": "main", "draw": "end"}.get(move.do, "")


HANDLERS: dict[str, tuple[Handler, ...]] = {
    "may": (_may_leap_in_time, _may_at_this_moment, _may_win, _may_go_on, _may_stay),
    "how_many": (_how_many_dice, _how_much_of_one_kind, _how_many_in_a_prosperous_year, _how_many_for_the_mill),
    "who": (_who_holds_a_token,), "order": (_order,),
}  # fmt: skip
