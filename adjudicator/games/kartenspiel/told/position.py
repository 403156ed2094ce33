"""How does a told position become a table?

Each told thing gets a place of its own, far from the others, unless it is told what it borders on, so
that nothing neighbours by accident. Ground that a told building needs (a city for a city expansion) is
added, because the rules themselves fix it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.games.kartenspiel.cards import LANDSCAPE_OF, RESOURCE_OF, UNNAMED, card, deck
from adjudicator.games.kartenspiel.table import ABOVE, GROUND, Laid, Landscape, Seat, Table
from adjudicator.kernel.forks import Tape
from adjudicator.kernel.rules import LATEST, Ruleset
from adjudicator.kernel.unknown import FAR, Bounds
from adjudicator.situation import Amount, Borders, Difference, Fact, Nothing, On, Pile, Place, Situation, State, Thing, Within

RESOURCE_WORDS = {"wood": "holz", "brick": "lehm", "grain": "getreide", "ore": "erz", "wool": "wolle", "gold": "gold"}
REFORM = 2003
APART = 10
LATER_ROUND = 10


class NotPlayable(Exception):
    """A situation that this engine cannot replay; the message says why."""


@dataclass
class Told:
    """A table together with the things that the situation gives names to."""

    table: Table
    laid: dict[str, Laid] = field(default_factory=dict)
    cards: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    grounds: dict[str, int] = field(default_factory=dict)
    """The slots of the settlements and cities that have a name."""


def ruleset_of(situation: Situation) -> Ruleset:
    """The rules that are played; a state before a reform is the year before it."""
    rules = situation.rules
    as_of = rules.as_of or (REFORM - 1 if rules.before == "reform" else LATEST)
    return Ruleset(rules.game, rules.variant, frozenset(rules.sets), as_of)


def players_of(situation: Situation) -> tuple[str, ...]:
    """Everybody at the table; an opponent of whom nobody speaks sits there all the same."""
    names = [player.name for player in situation.players]
    if len(names) < 2:
        names.append("opponent" if names == ["I"] else "Gegner")
    return tuple(names)


def position_of(situation: Situation, tape: Tape) -> Told:
    """The table before the first told move."""
    return _Builder(situation, tape).built()


class _Builder:
    def __init__(self, situation: Situation, tape: Tape) -> None:
        self.situation = situation
        names = players_of(situation)
        ruleset = ruleset_of(situation)
        active = situation.turn.active or names[0]
        self.told = Told(
            Table(ruleset, {name: Seat(name) for name in names}, active, peak=dict.fromkeys(names, 13), peak_together=26)
        )
        self.table = self.told.table
        self.table.stacks = [[] for _ in range(5)]
        self.table.turn = situation.turn.number or len(names) * ((situation.turn.round or LATER_ROUND) - 1) + 1
        self.table.phase = {"before-dice": "before-dice", "event": "event", "yield": "yield", "end": "end"}.get(
            situation.turn.phase or "", "main"
        )  # type: ignore[assignment]
        self.table.told.partial = True
        self.table.told.learnt = {key: value for key, value in tape.answers.items() if isinstance(value, Bounds)}
        self.next_slot = 1

    def built(self) -> Told:
        things = [fact for fact in self.situation.facts if isinstance(fact, Thing) and not fact.absent]
        for thing in things:
            name = thing.card or thing.kind or ""
            if name not in UNNAMED and name not in deck():
                raise NotPlayable(f"{name!r} is no card and no kind of card that the engine knows")
            self.told.cards[thing.id] = name
            if thing.owner:
                self.told.owners[thing.id] = thing.owner
        for step in (self._ground, self._landscape, self._expansion):
            for thing in things:
                step(thing)
        piled = [thing for thing in things if isinstance(thing.place, Pile)]
        for thing in sorted(piled, key=lambda each: -(each.place.position or 0) if isinstance(each.place, Pile) else 0):
            self._pile(thing)
        for fact in self.situation.facts:
            self._number(fact)
        return self.told

    # --- things ------------------------------------------------------------------------------------------

    def _holder(self, thing: Thing) -> str | None:
        place = thing.place
        if isinstance(place, Within) and place.holder:
            return place.holder
        return thing.owner

    def _ground(self, thing: Thing) -> None:
        if thing.card not in (*GROUND, "Straße", "Zitadelle", "Metropole"):
            return
        holder = self._holder(thing)
        if holder is None:
            return
        for _ in range(thing.count or 1):
            slot = self._slot() + (1 if thing.card == "Straße" else 0)
            self.table.seats[holder].centre[slot] = thing.card or ""
            self.told.grounds[thing.id] = slot
            if thing.card == "Zitadelle":
                self.table.seats[holder].lay(Laid("Zitadelle", holder, (slot, ABOVE)))

    def _landscape(self, thing: Thing) -> None:
        if thing.card not in RESOURCE_OF or (holder := self._holder(thing)) is None:
            return
        spot = (self._slot() + 1, ABOVE)
        self.table.seats[holder].landscapes[spot] = Landscape(thing.card or "", thing.number or 0, thing.stock or 0)
        self.told.laid[thing.id] = Laid(thing.card or "", holder, spot)

    def _expansion(self, thing: Thing) -> None:
        name = thing.card or thing.kind or ""
        if name in RESOURCE_OF or name in (*GROUND, "Straße", "Zitadelle", "Metropole") or not self._is_laid(thing):
            return
        if name == "Mühlenstein" or name == "Ritterstein":
            self._token(name, self._holder(thing))
            return
        holder = self._holder(thing)
        if holder is None or (name not in UNNAMED and card(name).is_action):
            return
        for _ in range(thing.count or 1):
            laid = Laid(name, thing.owner or holder, (self._site(thing.place, holder, name), ABOVE))
            self.table.seats[holder].lay(laid)
            self.told.laid[thing.id] = laid

    def _is_laid(self, thing: Thing) -> bool:
        if isinstance(thing.place, On):
            return self._block(thing, thing.place)
        return thing.place is not None and not isinstance(thing.place, Pile)

    def _block(self, thing: Thing, place: On) -> bool:
        """A card that lies on another one blocks it."""
        under = self.told.laid.get(place.thing)
        if under is not None:
            under.on_it.append(Laid(thing.card or "", thing.placer or thing.owner or "", under.spot))
        return False

    def _token(self, name: str, holder: str | None) -> None:
        if name == "Mühlenstein":
            self.table.mill = holder
        else:
            self.table.knight = holder

    def _site(self, place: Place | None, holder: str, name: str) -> int:
        """A slot for an expansion, beside the landscapes that it borders on."""
        if isinstance(place, Within) and place.at in self.told.grounds:
            return self.told.grounds[place.at]
        seat = self.table.seats[holder]
        if isinstance(place, Borders) and (shared := self._shared_site(seat, place)) is not None:
            return shared
        slot = self._slot()
        seat.centre[slot] = "Stadt" if card(name).place == "stadt" else "Siedlung"
        if isinstance(place, Borders):
            for step, ident in zip((-1, 1), place.things, strict=False):
                near = self.told.laid[ident]
                seat.landscapes[slot + step, ABOVE] = seat.landscapes.pop(near.spot)
                near.spot = (slot + step, ABOVE)
        return slot

    def _shared_site(self, seat: Seat, place: Borders) -> int | None:
        """The city in which an expansion lies already that borders on the same landscapes."""
        spots = [self.told.laid[ident].spot for ident in place.things]
        slots = (column + step for column, _ in spots[:1] for step in (-1, 1))
        shared = next(
            (slot for slot in slots if all((slot, each[1]) in seat.sites and abs(each[0] - slot) == 1 for each in spots)), None
        )
        if shared is not None:
            seat.centre[shared] = "Stadt"
        return shared

    def _pile(self, thing: Thing) -> None:
        place, name = thing.place, thing.card or thing.kind or ""
        assert isinstance(place, Pile)
        player = place.player or self.table.active
        if name == "Kirchenbann" and place.of == "discard":
            self.table.bans.append((player, thing.placer or self.table.other(player)))
        elif place.of == "discard":
            self.table.discard_of(player).append(name)
        elif place.of == "hand":
            self.table.seats[player].hand.extend([name] * (thing.count or 1))

    def _slot(self) -> int:
        self.next_slot += APART
        return self.next_slot

    # --- numbers -----------------------------------------------------------------------------------------

    def _number(self, fact: Fact) -> None:
        told = self.table.told
        if isinstance(fact, Amount) and fact.of in RESOURCE_WORDS and fact.at is None:
            self._store(fact.player, RESOURCE_WORDS[fact.of], fact.value)
        elif isinstance(fact, Amount):
            told.amounts[fact.of, fact.player] = _bounds(fact.value, fact.comparison)
        elif isinstance(fact, Difference):
            told.differences[fact.of, fact.player, fact.than] = _bounds(fact.value or 0, fact.comparison)
        elif isinstance(fact, State):
            told.states.add((fact.of, fact.is_so if not fact.negated else f"no {fact.is_so}", fact.what))
        elif isinstance(fact, Nothing) and fact.of:
            told.states.add((fact.player, "nothing", fact.of))

    def _store(self, player: str, resource: str, amount: int) -> None:
        """Resources that are told without a place lie on landscapes of their kind."""
        seat = self.table.seats[player]
        missing = amount - seat.gain(resource, amount)
        while missing > 0:
            here = min(3, missing)
            seat.landscapes[self._slot() + 1, ABOVE] = Landscape(LANDSCAPE_OF[resource], 0, here)
            missing -= here


def _bounds(value: int, comparison: str) -> Bounds:
    return {
        "exactly": Bounds(value, value),
        "at-least": Bounds(value, FAR),
        "more-than": Bounds(value + 1, FAR),
        "at-most": Bounds(-FAR, value),
        "less-than": Bounds(-FAR, value - 1),
    }[comparison]
