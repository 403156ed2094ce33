"""What lies on the table?

The centre of a principality is a line of slots: odd slots hold settlements and what they grow into, even
slots roads. Landscapes lie above and below the even slots, so a site above or below a settlement borders on
the two landscapes beside it on the same side. Between moves the table is a frozen, hashable `Position`;
within a move it is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from adjudicator.games.kartenspiel.cards import LANDSCAPE_OF, RESOURCE_OF, Card, card
from adjudicator.games.kartenspiel.told.facts import Told
from adjudicator.kernel.rules import Ruleset

Phase = Literal["before-dice", "event", "yield", "main", "end"]
Spot = tuple[int, int]
ABOVE, BELOW = 0, 1
MOST_STORED = 3
SITES = {"Siedlung": 1, "Stadt": 2}
GROUND = ("Siedlung", "Stadt")


@dataclass(slots=True)
class Laid:
    """A card that lies in a principality, with what lies on it and what it has been used for."""

    name: str
    owner: str
    spot: Spot
    built: int = 0
    on_it: list[Laid] = field(default_factory=list)
    used: int = -1

    @property
    def card(self) -> Card:
        return card(self.name)


@dataclass(slots=True)
class Landscape:
    """A landscape with its number and its store."""

    kind: str
    number: int
    stock: int = 0


@dataclass(slots=True)
class Seat:
    """One player's principality and hand."""

    name: str
    centre: dict[int, str] = field(default_factory=dict)
    landscapes: dict[Spot, Landscape] = field(default_factory=dict)
    sites: dict[Spot, list[Laid]] = field(default_factory=dict)
    hand: list[str] = field(default_factory=list)
    built: dict[str, int] = field(default_factory=dict)
    printed: dict[str, int] = field(default_factory=dict)

    def lay(self, each: Laid) -> None:
        """Put an expansion on its site."""
        self.sites.setdefault(each.spot, []).append(each)
        self.built[each.name] = self.built.get(each.name, 0) + 1
        self._count_points(each, 1)

    def lift(self, each: Laid) -> None:
        """Take an expansion off its site."""
        self.sites[each.spot].remove(each)
        self.built[each.name] -= 1
        if not self.built[each.name]:
            del self.built[each.name]
        self._count_points(each, -1)

    def _count_points(self, each: Laid, sign: int) -> None:
        """Keep the sum of printed points; a foreign card's points are not this player's."""
        if each.owner == self.name:
            for of, amount in (each.card.points or {}).items():
                self.printed[of] = self.printed.get(of, 0) + sign * amount

    def laid(self) -> Iterator[Laid]:
        """Every expansion in this principality, whoever owns it."""
        for cards in self.sites.values():
            yield from cards

    def count(self, name: str) -> int:
        """How many copies of an expansion lie here."""
        return self.built.get(name, 0)

    def settlements(self) -> list[int]:
        """The slots of settlements and cities, from left to right."""
        return sorted(slot for slot, what in self.centre.items() if what in GROUND)

    def cities(self) -> list[int]:
        return [slot for slot, what in self.centre.items() if what == "Stadt"]

    def free_sites(self, city_only: bool = False) -> list[Spot]:
        """Where another expansion finds room."""
        return [
            (slot, side)
            for slot in self.settlements()
            if not city_only or self.centre[slot] == "Stadt"
            for side in (ABOVE, BELOW)
            if len(self.sites.get((slot, side), ())) < SITES[self.centre[slot]]
        ]

    def beside(self, spot: Spot) -> list[Landscape]:
        """The landscapes that a site borders on."""
        return [self.landscapes[near] for near in self.spots_beside(spot)]

    def spots_beside(self, spot: Spot) -> list[Spot]:
        """Where the landscapes lie that a site borders on."""
        slot, side = spot
        return [near for near in ((slot - 1, side), (slot + 1, side)) if near in self.landscapes]

    def around(self, slot: int) -> list[Spot]:
        """The landscapes that a settlement borders on."""
        near = ((slot + step, side) for step in (-1, 1) for side in (ABOVE, BELOW))
        return [spot for spot in near if spot in self.landscapes]

    def of_kind(self, resource: str) -> list[Landscape]:
        """The landscapes that hold a resource."""
        kind = LANDSCAPE_OF[resource]
        return [each for each in self.landscapes.values() if each.kind == kind]

    def stock(self, resource: str) -> int:
        """How much of a resource is stored."""
        return sum(each.stock for each in self.of_kind(resource))

    def stocks(self) -> dict[str, int]:
        """How much is stored of every resource that there is some of."""
        found: dict[str, int] = {}
        for each in self.landscapes.values():
            if each.stock:
                resource = RESOURCE_OF[each.kind]
                found[resource] = found.get(resource, 0) + each.stock
        return found

    def storing(self, resource: str) -> list[Spot]:
        """The landscapes from which a resource can be taken."""
        kind = LANDSCAPE_OF[resource]
        return [spot for spot, each in self.landscapes.items() if each.stock and each.kind == kind]

    def with_room(self, resource: str) -> list[Spot]:
        """The landscapes on which a resource finds room."""
        kind = LANDSCAPE_OF[resource]
        return [spot for spot, each in self.landscapes.items() if each.stock < MOST_STORED and each.kind == kind]

    def room(self, resource: str) -> int:
        """How much more of a resource could be stored."""
        return sum(MOST_STORED - each.stock for each in self.of_kind(resource))

    def total(self) -> int:
        return sum(each.stock for each in self.landscapes.values())

    def gain(self, resource: str, amount: int = 1) -> int:
        """Store a resource where there is room; the answer is how much found room."""
        stored = 0
        for landscape in sorted(self.of_kind(resource), key=lambda each: each.stock):
            here = min(MOST_STORED - landscape.stock, amount - stored)
            landscape.stock += here
            stored += here
        return stored

    def lose(self, resource: str, amount: int = 1) -> int:
        """Give up a resource, from the fullest landscapes first; the answer is how much there was."""
        lost = 0
        for landscape in sorted(self.of_kind(resource), key=lambda each: -each.stock):
            here = min(landscape.stock, amount - lost)
            landscape.stock -= here
            lost += here
        return lost

    def open_ends(self) -> list[int]:
        """Where the line of the principality may grow."""
        return [min(self.centre) - 1, max(self.centre) + 1]


@dataclass(slots=True)
class Table:
    """The whole table: seats, stacks, supply, tokens, and how far the turn has come."""

    ruleset: Ruleset
    seats: dict[str, Seat]
    active: str
    stacks: list[list[str]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    country: list[tuple[str, int]] = field(default_factory=list)
    discards: dict[str, list[str]] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)
    knight: str | None = None
    mill: str | None = None
    turn: int = 1
    phase: Phase = "before-dice"
    peak: dict[str, int] = field(default_factory=dict)
    peak_together: int = 0
    played_this_turn: int = 0
    chosen_yield: int | None = None
    winner: str | None = None
    bans: list[tuple[str, str]] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    display: list[str] = field(default_factory=list)
    stack_owners: list[str] = field(default_factory=list)

    def banned(self, player: str) -> bool:
        """Whether somebody has laid an interdict on a player's discard pile."""
        return any(victim == player for victim, _ in self.bans)

    @property
    def round(self) -> int:
        """A round is one turn of each player."""
        return (self.turn + len(self.seats) - 1) // len(self.seats)

    def other(self, player: str) -> str:
        """The opponent of a player in a game for two."""
        return next(name for name in self.seats if name != player)

    def discard_of(self, player: str) -> list[str]:
        """The discard pile of a player; outside the tournament game all share one."""
        key = player if self.ruleset.variant == "turnierspiel" else "all"
        return self.discards.setdefault(key, [])

    def everywhere(self) -> Iterator[Laid]:
        for seat in self.seats.values():
            yield from seat.laid()

    def freeze(self) -> Position:
        """The position as a value."""
        return Position(
            self.ruleset,
            tuple(_frozen_seat(seat) for seat in self.seats.values()),
            self.active,
            tuple(tuple(stack) for stack in self.stacks),
            tuple(self.events),
            tuple(self.country),
            tuple((key, tuple(pile)) for key, pile in sorted(self.discards.items())),
            tuple(sorted(self.supply.items())),
            (self.knight, self.mill),
            (self.turn, self.phase, self.peak_together, self.played_this_turn, self.chosen_yield, self.winner),
            tuple(sorted(self.peak.items())),
            tuple(self.display),
            tuple(self.stack_owners),
        )


@dataclass(frozen=True)
class Position:
    """A table between moves: frozen, hashable, and all that is needed to go on."""

    ruleset: Ruleset
    seats: tuple[tuple[object, ...], ...]
    active: str
    stacks: tuple[tuple[str, ...], ...]
    events: tuple[str, ...]
    country: tuple[tuple[str, int], ...]
    discards: tuple[tuple[str, tuple[str, ...]], ...]
    supply: tuple[tuple[str, int], ...]
    tokens: tuple[str | None, str | None]
    turn: tuple[int, Phase, int, int, int | None, str | None]
    peak: tuple[tuple[str, int], ...]
    display: tuple[str, ...] = ()
    stack_owners: tuple[str, ...] = ()

    def thaw(self) -> Table:
        """A table that can be changed."""
        number, phase, together, played, chosen, winner = self.turn
        seats = [_thawed_seat(seat) for seat in self.seats]
        return Table(
            ruleset=self.ruleset,
            seats={seat.name: seat for seat in seats},
            active=self.active,
            stacks=[list(stack) for stack in self.stacks],
            events=list(self.events),
            country=list(self.country),
            discards={key: list(pile) for key, pile in self.discards},
            supply=dict(self.supply),
            knight=self.tokens[0],
            mill=self.tokens[1],
            turn=number,
            phase=phase,
            peak=dict(self.peak),
            peak_together=together,
            played_this_turn=played,
            chosen_yield=chosen,
            winner=winner,
            display=list(self.display),
            stack_owners=list(self.stack_owners),
        )

    def as_json(self) -> dict[str, Any]:
        """The position as plain JSON."""
        shown = {each.name: _listed(getattr(self, each.name)) for each in fields(self) if each.name != "ruleset"}
        agreed = self.ruleset
        rules = {"game": agreed.game, "variant": agreed.variant, "sets": sorted(agreed.sets), "as_of": agreed.as_of}
        return {"ruleset": rules, **shown}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Position:
        """The position that a document describes."""
        rules = document["ruleset"]
        ruleset = Ruleset(rules["game"], rules["variant"], frozenset(rules["sets"]), rules["as_of"])
        return cls(ruleset, **{key: tupled(value) for key, value in document.items() if key != "ruleset"})


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def tupled(value: Any) -> Any:
    """Lists all the way down as tuples, as JSON gives them back."""
    return tuple(tupled(each) for each in value) if isinstance(value, list) else value


def _frozen_seat(seat: Seat) -> tuple[object, ...]:
    landscapes = tuple((spot, each.kind, each.number, each.stock) for spot, each in sorted(seat.landscapes.items()))
    sites = tuple((spot, tuple(_frozen_laid(each) for each in cards)) for spot, cards in sorted(seat.sites.items()) if cards)
    return seat.name, tuple(sorted(seat.centre.items())), landscapes, sites, tuple(seat.hand)


def _frozen_laid(each: Laid) -> tuple[object, ...]:
    return each.name, each.owner, each.spot, each.built, tuple(_frozen_laid(above) for above in each.on_it), each.used


def _thawed_seat(frozen: tuple[object, ...]) -> Seat:
    name, centre, landscapes, sites, hand = frozen
    seat = Seat(
        name=name,  # type: ignore[arg-type]
        centre=dict(centre),  # type: ignore[call-overload]
        landscapes={spot: Landscape(kind, number, stock) for spot, kind, number, stock in landscapes},  # type: ignore[attr-defined]
        hand=list(hand),  # type: ignore[call-overload]
    )
    for _, cards in sites:  # type: ignore[attr-defined]
        for each in cards:
            seat.lay(_thawed_laid(each))
    return seat


def _thawed_laid(frozen: tuple[object, ...]) -> Laid:
    name, owner, spot, built, on_it, used = frozen
    above = [_thawed_laid(each) for each in on_it]  # type: ignore[attr-defined]
    return Laid(name, owner, spot, built, above, used)  # type: ignore[arg-type]
