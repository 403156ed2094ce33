"""How are told moves replayed? Each verb of play that this game knows has one small function."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.games.kartenspiel.cards import LANDSCAPE_OF, card
from adjudicator.games.kartenspiel.decisions import ChangesSides, MayHit, Stays, Succeeds
from adjudicator.games.kartenspiel.effects import Effects
from adjudicator.games.kartenspiel.table import Laid, Landscape, Seat
from adjudicator.games.kartenspiel.told.position import RESOURCE_WORDS, NotPlayable, Told
from adjudicator.kernel.engine import Engine
from adjudicator.situation import Move, Situation

REPLAYED = ("done", "now")
BLOCKERS = ("Hexe", "Dogma")


def told_answers(situation: Situation) -> dict[str, int]:
    """Dice that are told, by the question that they answer."""
    moves = {move.id: move for move in situation.moves if move.id}
    answers = {}
    for move in situation.moves:
        cause = moves.get(move.because or "")
        if move.do == "roll" and isinstance(move.shows, int) and cause is not None:
            answers[f"die of {cause.using or cause.card}"] = move.shows
    return answers


class Script:
    """Replays the told moves on a told table."""

    def __init__(self, situation: Situation, told: Told, engine: Engine) -> None:
        self.situation = situation
        self.told = told
        self.table = told.table
        self.engine = engine
        self.effects = Effects(told.table, engine)
        self.event: str | None = None

    def run(self) -> None:
        """Replay everything that has happened or happens now."""
        for move in self.situation.moves:
            if move.status in REPLAYED and not move.negated:
                if move.actor in self.table.seats and move.turns_ago is None and move.do != "get":
                    self.table.active = move.actor or self.table.active
                self._carry_out(move)
        self._finish_event()

    def _carry_out(self, move: Move) -> None:
        """Chapters may know a move better; whoever takes it ends the search."""
        if not any(taken(self, move) for taken in EXTENSIONS):
            self._verbs.get(move.do, Script._nothing)(self, move)

    def seat_of(self, laid: Laid) -> Seat:
        return next(seat for seat in self.table.seats.values() if any(each is laid for each in seat.laid()))

    def name_of(self, move: Move) -> str:
        return move.card or self.told.cards.get(move.thing or "", "")

    def _nothing(self, move: Move) -> None:
        """A move that changes nothing which an article could turn on."""

    def _play(self, move: Move) -> None:
        name = self.name_of(move)
        owner = move.actor or self.told.owners.get(move.thing or "", "")
        if move.target and move.target.startswith("discard:"):
            self.table.bans.append((move.target.removeprefix("discard:"), owner))
        elif move.target in self.told.laid:
            self.told.laid[move.target].on_it.append(Laid(name, owner, self.told.laid[move.target].spot))
        elif card(name).is_action and move.status == "done":
            self.effects.put_away(name, "played", owner)

    def _destroy(self, move: Move) -> None:
        laid = self.told.laid.get(move.thing or "")
        if laid is None or move.using is None:
            raise NotPlayable("what is destroyed, and by what, must be told")
        seat = self.seat_of(laid)
        die = self.engine.roll(f"die of {move.using}")
        hit = self.engine.decide(Succeeds(self.table, move.using, seat.name, die))
        if hit and self.engine.decide(MayHit(self.table, move.using, seat, laid)):
            self.effects.remove(seat, laid, "burnt")

    def _roll(self, move: Move) -> None:
        if move.what != "event-die" or not isinstance(move.shows, str):
            return
        self.event = move.shows
        if move.shows == "Ereigniskarte":
            self._lift_blockers()
        elif move.shows == "Räuberüberfall":
            self.effects.event(move.shows)

    def _lift_blockers(self) -> None:
        """After the event a ? removes blocking cards."""
        for seat in self.table.seats.values():
            for laid in seat.laid():
                for above in [each for each in laid.on_it if each.name in BLOCKERS]:
                    if not self.engine.decide(Stays(self.table, above.name, above.owner, seat.name)):
                        laid.on_it.remove(above)
                        self.effects.put_away(above.name, "stripped", above.owner)

    def _move(self, move: Move) -> None:
        """A told consequence: done unless the replay has done it already."""
        target, name = move.to or "", self.told.cards.get(move.thing or "", "")
        under = self.told.laid.get(move.from_ or "")
        if target.startswith("discard:") and under and any(each.name == name for each in under.on_it):
            under.on_it = [each for each in under.on_it if each.name != name]
            self.table.discard_of(target.removeprefix("discard:")).append(name)

    def _get(self, move: Move) -> None:
        seat = self.table.seats.get(move.actor or "")
        resource = RESOURCE_WORDS.get(move.what or "")
        if seat is None or resource is None:
            return
        if not seat.of_kind(resource):
            seat.landscapes[max((spot[0] for spot in seat.landscapes), default=0) + 100, 0] = Landscape(
                LANDSCAPE_OF[resource], 0
            )
        seat.gain(resource, move.amount or 1)

    def _take(self, move: Move) -> None:
        name = self.told.cards.get(move.thing or "", "")
        giver = (move.from_ or "").removeprefix("hand:")
        if giver in self.table.seats and name in self.table.seats[giver].hand and move.actor:
            self.table.seats[giver].hand.remove(name)
            self.table.seats[move.actor].hand.append(name)

    def _finish_event(self) -> None:
        """At a tournament Flavo may change sides when all else is done."""
        flavo = next((each for each in self.table.everywhere() if each.name == "Flavo der Gaukler"), None)
        if self.event != "Ritterturnier" or flavo is None:
            return
        holder = self.seat_of(flavo)
        other = self.table.other(holder.name)
        if self.engine.decide(ChangesSides(self.table, flavo.name, other)):
            self.table.seats[other].lose("gold")
            holder.lift(flavo)
            self.table.seats[other].lay(flavo)

    _verbs: dict[str, Callable[[Script, Move], None]] = {  # noqa: RUF012
        "play": _play, "destroy": _destroy, "roll": _roll, "move": _move, "get": _get, "take": _take,
    }  # fmt: skip


EXTENSIONS: list[Callable[[Script, Move], bool]] = []
