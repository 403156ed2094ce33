"""What do the dice and the event cards do? Sections 103.E and 103.F and chapter 119, in the order given there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from adjudicator.games.kartenspiel.decisions import (
    Bonus,
    CountsForRobbers,
    HitByCivilWar,
    LosesToPlague,
    LosesToRobbers,
    MayFetch,
    MayHit,
    Owes,
    Points,
    RobberLimit,
    RobbersCome,
    Yield,
)
from adjudicator.games.kartenspiel.effects_base import Groundwork
from adjudicator.games.kartenspiel.table import MOST_STORED, Laid, Seat

LEARNED = ("Kloster", "Bibliothek")


class Events(Groundwork):
    """What comes of the dice."""

    EVENT_FACES: ClassVar[tuple[str, ...]] = (
        "Räuberüberfall", "Handelsvorteil", "Ritterturnier", "Erfolgreiches Jahr", "Ereigniskarte", "Ereigniskarte",
    )  # fmt: skip

    def yields(self, number: int) -> None:
        """Every landscape of this number yields, on both sides."""
        for seat in self.table.seats.values():
            for spot, landscape in seat.landscapes.items():
                if landscape.number == number:
                    landscape.stock = min(MOST_STORED, landscape.stock + self.number(Yield(self.table, seat, spot)))

    def event(self, face: str) -> None:
        """Carry out what the event die shows."""
        self.happened("event", face)
        self._faces[face](self)

    # --- faces of the event die --------------------------------------------------------------------------

    def _robbers(self) -> None:
        if not self.engine.decide(RobbersCome(self.table)):
            return
        for seat in self.table.seats.values():
            counted = 0
            for spot, landscape in seat.landscapes.items():
                if landscape.stock and self.engine.decide(CountsForRobbers(self.table, seat, spot)):
                    counted += landscape.stock
            if counted > self.number(RobberLimit(self.table, seat.name)):
                for spot, landscape in seat.landscapes.items():
                    if landscape.stock and self.engine.decide(LosesToRobbers(self.table, seat, spot)):
                        landscape.stock = 0

    def _trade_advantage(self) -> None:
        if self.table.mill is None:
            return
        holder = self.table.seats[self.table.mill]
        giver = self.table.seats[self.table.other(holder.name)]
        fitting = sum(min(stock, holder.room(resource)) for resource, stock in giver.stocks().items())
        owed = self.number(Owes(self.table, holder.name, fitting))
        self.take(holder, giver, owed + self.number(Bonus(self.table, holder.name, "Handelsvorteil")), "Handelsvorteil")

    def _tournament(self) -> None:
        points = {name: self.number(Points(self.table, name, "tournament")) for name in self.table.seats}
        best = max(points.values())
        winners = [name for name, value in points.items() if value == best]
        if len(winners) == 1:
            self.gain_any(self.table.seats[winners[0]], "tournament prize")

    def _prosperous_year(self) -> None:
        """First each takes a resource or a card of the discard pile, then come the further resources."""
        for seat in self.in_turn():
            if not self._palace(seat):
                self.gain_any(seat, "prosperous year")
        for seat in self.in_turn():
            self.store(seat, "gold", self.number(Bonus(self.table, seat.name, "Erfolgreiches Jahr")))

    def _palace(self, seat: Seat) -> bool:
        """Whether a player fetched a card instead of a resource."""
        pile = self.table.discard_of(seat.name)
        if not seat.count("Palast") or not pile or not self.engine.decide(MayFetch(self.table, seat.name, "Palast")):
            return False
        if not self.engine.choose(f"{seat.name}: use the palace", (False, True)):
            return False
        fetched = self.choose(f"{seat.name}: card from the discard pile", pile)
        pile.remove(fetched)
        seat.hand.append(fetched)
        self.trim(seat)
        return True

    def _event_card(self) -> None:
        name = self.table.events.pop()
        self.happened("event", name)
        self.table.events.insert(0, name)
        self.cards[name](self)

    # --- event cards -------------------------------------------------------------------------------------

    def _civil_war(self) -> None:
        for seat in self.in_turn():
            hit = [each for each in seat.laid() if self.engine.decide(HitByCivilWar(self.table, seat, each))]
            if hit:
                other = self.table.seats[self.table.other(seat.name)]
                picker = self.picker("Bürgerkrieg", other, seat)
                self.remove(seat, self.one_of(f"civil war: unit of {seat.name} that {picker} picks", hit), "driven")

    def _conflict(self) -> None:
        """Both cards go under one and the same stack."""
        holder = self.table.knight
        if holder is None:
            return
        victim = self.table.seats[self.table.other(holder)]
        lost = [self._conflict_card(victim) for _ in range(min(2, len(victim.hand)))]
        if lost:
            stack = int(self.engine.choose("conflict: stack", self.usable_stacks(victim)))  # type: ignore[call-overload]
            self.table.stacks[stack][:0] = lost

    def _conflict_card(self, victim: Seat) -> str:
        card = self.choose("conflict: card", victim.hand)
        victim.hand.remove(card)
        return card

    def _master_builder(self) -> None:
        """Each must look through a stack, take a card and put one under it, which may be the same."""
        for seat in self.in_turn():
            stacks = self.filled(seat)
            if not stacks:
                continue
            stack = self.table.stacks[int(self.engine.choose(f"{seat.name}: stack to look through", stacks))]  # type: ignore[call-overload]
            wanted = self.choose(f"{seat.name}: card to take", stack)
            stack.remove(wanted)
            seat.hand.append(wanted)
            given = self.choose(f"{seat.name}: card to put under the stack", seat.hand)
            seat.hand.remove(given)
            stack.insert(0, given)

    def _plague(self) -> None:
        for seat in self.table.seats.values():
            for spot, landscape in seat.landscapes.items():
                if landscape.stock and self.engine.decide(LosesToPlague(self.table, seat, spot)):
                    landscape.stock -= 1

    def _fertile_year(self) -> None:
        for seat in self.table.seats.values():
            camps = [each.spot for each in seat.laid() if each.name == "Befestigtes Lager"]
            for landscape in {id(near): near for spot in camps for near in seat.beside(spot)}.values():
                landscape.stock = min(MOST_STORED, landscape.stock + 1)

    def _progress(self) -> None:
        for seat in self.in_turn():
            for _ in range(sum(seat.count(name) for name in LEARNED)):
                self.gain_any(seat, "progress")

    def _turn_of_the_year(self) -> None:
        rest, mixed = list(self.table.events), []
        while rest:
            drawn = str(self.engine.draw("shuffle the events", rest))
            rest.remove(drawn)
            mixed.append(drawn)
        self.table.events[:] = mixed

    def _raid_on_buildings(self) -> None:
        """The stronger names three buildings, the other loses one of them."""
        if self.table.knight is None:
            return
        holder = self.table.seats[self.table.knight]
        victim = self.table.seats[self.table.other(holder.name)]
        rest = [each for each in victim.laid() if self.engine.decide(MayHit(self.table, "Überfall", victim, each))]
        named: list[Laid] = []
        while rest and len(named) < 3:
            named.append(self.one_of("raid: building to name", rest))
            rest.remove(named[-1])
        if named:
            picker = self.picker("Überfall", holder, victim)
            self.remove(victim, self.one_of(f"raid: building that {picker} picks", named), "raided")

    _faces: ClassVar[dict[str, Callable[[Events], None]]] = {
        "Räuberüberfall": _robbers, "Handelsvorteil": _trade_advantage, "Ritterturnier": _tournament,
        "Erfolgreiches Jahr": _prosperous_year, "Ereigniskarte": _event_card,
    }  # fmt: skip
    cards: ClassVar[dict[str, Callable[[Events], None]]] = {
        "Bürgerkrieg": _civil_war, "Konflikt": _conflict, "Baumeister": _master_builder, "Seuche": _plague,
        "Ertragreiches Jahr": _fertile_year, "Fortschritt": _progress, "Jahreswechsel": _turn_of_the_year,
        "Überfall": _raid_on_buildings,
    }  # fmt: skip
