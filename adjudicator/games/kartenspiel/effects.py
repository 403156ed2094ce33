"""What do actions and events do? Each effect asks where an article has a say, and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from adjudicator.games.kartenspiel.cards import RESOURCES
from adjudicator.games.kartenspiel.decisions import (
    Bonus,
    CountsForRobbers,
    GoesTo,
    HandLimit,
    HitByCivilWar,
    LosesToPlague,
    MayBeStolen,
    MayHit,
    MayPlay,
    Points,
    RobberLimit,
    RobbersCome,
    Succeeds,
    Yield,
)
from adjudicator.games.kartenspiel.table import Laid, Seat, Table
from adjudicator.kernel.engine import Engine

DEFENCE = {"Schwarzer Ritter": "Kräuterhexe", "Feuerteufel": "Bischof", "Raubzug": "Bischof"}
LEARNED = ("Kloster", "Bibliothek")


class Effects:
    """The effects of actions and events on one table."""

    EVENT_FACES: ClassVar[tuple[str, ...]] = (
        "Räuberüberfall", "Handelsvorteil", "Ritterturnier", "Erfolgreiches Jahr", "Ereigniskarte", "Ereigniskarte",
    )  # fmt: skip

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table = table
        self.engine = engine

    @property
    def me(self) -> Seat:
        return self.table.seats[self.table.active]

    @property
    def foe(self) -> Seat:
        return self.table.seats[self.table.other(self.table.active)]

    def can(self, name: str) -> bool:
        """Whether the effect of a card is known here."""
        return name in self._actions

    # --- helpers -----------------------------------------------------------------------------------------

    def choose(self, key: str, options: list[str]) -> str:
        return str(self.engine.choose(key, options))

    def take(self, taker: Seat, giver: Seat, amount: int, key: str) -> int:
        """Resources change hands, of the taker's choice, as far as he has room."""
        for taken in range(amount):
            possible = [r for r in RESOURCES if giver.stock(r) and taker.room(r)]
            if not possible:
                return taken
            wanted = self.choose(f"{key}: resource", possible)
            giver.lose(wanted)
            taker.gain(wanted)
        return amount

    def remove(self, seat: Seat, laid: Laid, how: str) -> None:
        """An expansion leaves a principality; so does what lies on it."""
        seat.lift(laid)
        for above in laid.on_it:
            self.table.discard_of(above.owner).append(above.name)
        self.put_away(laid.name, how, laid.owner)

    def put_away(self, name: str, how: str, owner: str) -> None:
        """A card goes where it belongs; a hand that overflows off turn gives up a card at once."""
        where = self.engine.decide(GoesTo(self.table, name, how))  # type: ignore[arg-type]
        if where == "discard":
            self.table.discard_of(owner).append(name)
            return
        seat = self.table.seats[owner]
        seat.hand.append(name)
        if owner == self.table.active and self.table.phase == "main":
            return
        while len(seat.hand) > self._limit(owner):
            given = self.choose(f"{owner}: card to give up", seat.hand)
            seat.hand.remove(given)
            self.table.stacks[int(self.engine.choose("stack to put it under", range(len(self.table.stacks))))].insert(0, given)  # type: ignore[call-overload]

    def _limit(self, player: str) -> int:
        found = self.engine.decide(HandLimit(self.table, player))
        assert isinstance(found, int)
        return found

    def _number(self, question: Bonus | Points | RobberLimit | Yield) -> int:
        found = self.engine.decide(question)
        assert isinstance(found, int)
        return found

    # --- the dice ----------------------------------------------------------------------------------------

    def yields(self, number: int) -> None:
        """Every landscape of this number yields, on both sides."""
        for seat in self.table.seats.values():
            for spot, landscape in seat.landscapes.items():
                if landscape.number == number:
                    landscape.stock = min(3, landscape.stock + self._number(Yield(self.table, seat, spot)))

    def event(self, face: str) -> None:
        """Carry out what the event die shows."""
        self._faces[face](self)

    def _robbers(self) -> None:
        if not self.engine.decide(RobbersCome(self.table)):
            return
        for seat in self.table.seats.values():
            counted = 0
            for spot, landscape in seat.landscapes.items():
                if landscape.stock and self.engine.decide(CountsForRobbers(self.table, seat, spot)):
                    counted += landscape.stock
            if counted > self._number(RobberLimit(self.table, seat.name)):
                for resource in ("erz", "wolle"):
                    seat.lose(resource, seat.stock(resource))

    def _trade_advantage(self) -> None:
        holder = self.table.mill
        if holder is not None:
            amount = 1 + self._number(Bonus(self.table, holder, "Handelsvorteil"))
            self.take(self.table.seats[holder], self.table.seats[self.table.other(holder)], amount, "trade advantage")

    def _tournament(self) -> None:
        points = {name: self._number(Points(self.table, name, "tournament")) for name in self.table.seats}
        best = max(points.values())
        winners = [name for name, value in points.items() if value == best]
        if len(winners) == 1:
            self.gain_any(self.table.seats[winners[0]], "tournament prize")

    def _prosperous_year(self) -> None:
        for seat in self.table.seats.values():
            pile = self.table.discard_of(seat.name)
            if seat.count("Palast") and pile and self.engine.choose(f"{seat.name}: use the palace", (False, True)):
                fetched = self.choose(f"{seat.name}: card from the discard pile", pile)
                pile.remove(fetched)
                seat.hand.append(fetched)
                while len(seat.hand) > self._limit(seat.name):
                    given = self.choose(f"{seat.name}: card to give up", seat.hand)
                    seat.hand.remove(given)
                    self.table.stacks[0].insert(0, given)
            else:
                self.gain_any(seat, "prosperous year")
            seat.gain("gold", self._number(Bonus(self.table, seat.name, "Erfolgreiches Jahr")))

    def gain_any(self, seat: Seat, key: str) -> None:
        """A resource of one's own choice, if there is room for any."""
        possible = [r for r in RESOURCES if seat.room(r)]
        if possible:
            seat.gain(self.choose(f"{seat.name}: {key}", possible))

    def _event_card(self) -> None:
        name = self.table.events.pop()
        self.table.events.insert(0, name)
        effect = self._events.get(name)
        if effect is not None:
            effect(self)

    # --- event cards -------------------------------------------------------------------------------------

    def _civil_war(self) -> None:
        for seat in self.table.seats.values():
            hit = [each for each in seat.laid() if self.engine.decide(HitByCivilWar(self.table, seat, each))]
            if hit:
                names = [each.name for each in hit]
                chosen = self.choose(f"civil war: unit of {seat.name}", names)
                self.remove(seat, next(each for each in hit if each.name == chosen), "driven")

    def _conflict(self) -> None:
        holder = self.table.knight
        if holder is None:
            return
        victim = self.table.seats[self.table.other(holder)]
        for _ in range(min(2, len(victim.hand))):
            given = self.choose("conflict: card", victim.hand)
            victim.hand.remove(given)
            self.table.stacks[int(self.engine.choose("conflict: stack", range(len(self.table.stacks))))].insert(0, given)  # type: ignore[call-overload]

    def _master_builder(self) -> None:
        for seat in (self.me, self.foe):
            stacks = [n for n, stack in enumerate(self.table.stacks) if stack]
            if not stacks or not seat.hand:
                continue
            stack = self.table.stacks[int(self.engine.choose(f"{seat.name}: stack to look through", stacks))]  # type: ignore[call-overload]
            wanted = self.choose(f"{seat.name}: card to take", [*stack, "nothing"])
            if wanted != "nothing":
                stack.remove(wanted)
                given = self.choose(f"{seat.name}: card to give", seat.hand)
                seat.hand.remove(given)
                seat.hand.append(wanted)
                stack.insert(0, given)

    def _plague(self) -> None:
        for seat in self.table.seats.values():
            for spot, landscape in seat.landscapes.items():
                if landscape.stock and self.engine.decide(LosesToPlague(self.table, seat, spot)):
                    landscape.stock -= 1

    def _fertile_year(self) -> None:
        for seat in self.table.seats.values():
            for each in seat.laid():
                if each.name == "Befestigtes Lager":
                    for landscape in seat.beside(each.spot):
                        landscape.stock = min(3, landscape.stock + 1)

    def _progress(self) -> None:
        for seat in self.table.seats.values():
            for _ in range(sum(seat.count(name) for name in LEARNED)):
                self.gain_any(seat, "progress")

    def _turn_of_the_year(self) -> None:
        for place in range(len(self.table.events) - 1, 0, -1):
            other = int(self.engine.choose("shuffle the events", range(place + 1)))  # type: ignore[call-overload]
            self.table.events[place], self.table.events[other] = self.table.events[other], self.table.events[place]

    def _raid_on_buildings(self) -> None:
        holder = self.table.knight
        if holder is None:
            return
        victim = self.table.seats[self.table.other(holder)]
        buildings = [each for each in victim.laid() if each.card.is_building and each.owner == victim.name]
        named: list[Laid] = []
        while len(named) < min(3, len(buildings)):
            rest = [each for each in buildings if each not in named]
            chosen = self.choose("raid: building to name", [each.name for each in rest])
            named.append(next(each for each in rest if each.name == chosen))
        if named:
            lost = self.choose("raid: building to lose", [each.name for each in named])
            self.remove(victim, next(each for each in named if each.name == lost), "driven")

    # --- actions -----------------------------------------------------------------------------------------

    def action(self, name: str) -> None:
        """Carry out an action that has been laid on the table, then put it away."""
        self._actions[name](self)
        self.put_away(name, "played", self.table.active)

    def _attack(self, action: str) -> tuple[Seat, Seat]:
        """Who wins an attack that needs a die, and who loses it; the victim may defend himself."""
        defended = self._defended(action)
        die = self.engine.roll(f"die of {action}")
        success = self.engine.decide(Succeeds(self.table, action, self.foe.name, die, defended))
        return (self.me, self.foe) if success else (self.foe, self.me)

    def _defended(self, action: str) -> bool:
        shield = DEFENCE[action]
        if shield not in self.foe.hand or not self.engine.decide(MayPlay(self.table, self.foe.name, shield)):
            return False
        if not self.engine.choose(f"{self.foe.name}: play {shield}", (True, False)):
            return False
        self.foe.hand.remove(shield)
        self.put_away(shield, "played", self.foe.name)
        return True

    def _hit(self, action: str, chooser: Seat, victim: Seat, how: str) -> None:
        targets = [each for each in victim.laid() if self.engine.decide(MayHit(self.table, action, victim, each))]
        if targets:
            chosen = self.choose(f"{action}: target of {chooser.name}", [each.name for each in targets])
            self.remove(victim, next(each for each in targets if each.name == chosen), how)

    def _black_knight(self) -> None:
        winner, loser = self._attack("Schwarzer Ritter")
        self._hit("Schwarzer Ritter", winner, loser, "driven")

    def _arsonist(self) -> None:
        winner, loser = self._attack("Feuerteufel")
        self._hit("Feuerteufel", winner, loser, "burnt")

    def _raid(self) -> None:
        winner, loser = self._attack("Raubzug")
        self.take(winner, loser, 2, "raid")

    def _merchant(self) -> None:
        if self.take(self.me, self.foe, 2, "merchant"):
            self.take(self.foe, self.me, 1, "merchant, in return")

    def _spy(self) -> None:
        guards = [each for each in self.foe.laid() if each.name in ("Wachturm", "Große Mauer")]
        die = self.engine.roll("die of Spion") if guards else 1
        if guards and not self.engine.decide(Succeeds(self.table, "Spion", self.foe.name, die)):
            return
        stealable = [n for n in self.foe.hand if self.engine.decide(MayBeStolen(self.table, self.foe.name, n))]
        if stealable:
            stolen = self.choose("spy: card", stealable)
            self.foe.hand.remove(stolen)
            self.me.hand.append(stolen)

    def _alchemist(self) -> None:
        self.table.chosen_yield = int(self.engine.choose("alchemist: number", range(1, 7)))  # type: ignore[call-overload]

    def _caravan(self) -> None:
        for _ in range(2):
            possible = [r for r in RESOURCES if self.me.stock(r)]
            given = self.choose("caravan: resource to give", [*possible, "nothing"])
            if given == "nothing":
                return
            self.me.lose(given)
            self.gain_any(self.me, "caravan")

    def _imelda(self) -> None:
        self._hit("Burgfräulein Imelda", self.foe, self.foe, "seduced")

    def _spice_caravan(self) -> None:
        if self.table.mill == self.me.name:
            self.take(self.me, self.foe, 2, "spice caravan")

    def built(self, laid: Laid) -> None:
        """What an expansion does at the moment it is built."""
        if laid.name == "Kaperflotte":
            fleets = [each for each in self.foe.laid() if each.card.kind in ("flotte", "handelsflotte")]
            if fleets:
                sunk = self.choose("privateer: fleet", [each.name for each in fleets])
                self.remove(self.foe, next(each for each in fleets if each.name == sunk), "sunk")

    _faces: ClassVar[dict[str, Callable[[Effects], None]]] = {
        "Räuberüberfall": _robbers, "Handelsvorteil": _trade_advantage, "Ritterturnier": _tournament,
        "Erfolgreiches Jahr": _prosperous_year, "Ereigniskarte": _event_card,
    }  # fmt: skip
    _events: ClassVar[dict[str, Callable[[Effects], None]]] = {
        "Bürgerkrieg": _civil_war, "Konflikt": _conflict, "Baumeister": _master_builder, "Seuche": _plague,
        "Ertragreiches Jahr": _fertile_year, "Fortschritt": _progress, "Jahreswechsel": _turn_of_the_year,
        "Überfall": _raid_on_buildings,
    }  # fmt: skip
    _actions: ClassVar[dict[str, Callable[[Effects], None]]] = {
        "Schwarzer Ritter": _black_knight, "Feuerteufel": _arsonist, "Raubzug": _raid, "Händler": _merchant, "Spion": _spy,
        "Alchimist": _alchemist, "Karawane": _caravan, "Burgfräulein Imelda": _imelda, "Gewürzkarawane": _spice_caravan,
    }  # fmt: skip
