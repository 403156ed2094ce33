"""What is printed on the cards of the old card game? Read from the registry; unknown stays None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from faq.compiled import load

RESOURCES = ("holz", "lehm", "getreide", "erz", "wolle", "gold")
LANDSCAPE_OF = {
    "holz": "Wald", "lehm": "Hügelland", "getreide": "Ackerland", "erz": "Gebirge", "wolle": "Weideland", "gold": "Goldfluss",
}  # fmt: skip
RESOURCE_OF = {landscape: resource for resource, landscape in LANDSCAPE_OF.items()}
UNITS = frozenset({"ritter", "flotte", "handelsflotte", "drache", "einheit"})
ACTIONS = frozenset({"angriffs-aktion", "neutrale-aktion", "schutz-aktion", "aktion", "zauber-aktion"})


@dataclass(frozen=True)
class Card:
    """The printed facts of a card; None where no source states them."""

    name: str
    kind: str
    place: str | None
    cost: Mapping[str, int] | None
    points: Mapping[str, int] | None
    sets: Mapping[str, int | None]
    unique: bool
    immune: frozenset[str]

    def point(self, of: str) -> int:
        """Printed points of one kind; none where none are known."""
        return (self.points or {}).get(of, 0)

    @property
    def is_unit(self) -> bool:
        return self.kind in UNITS

    @property
    def is_action(self) -> bool:
        return self.kind in ACTIONS

    @property
    def is_building(self) -> bool:
        return self.kind == "gebaeude"


def _unnamed(word: str, kind: str, place: str | None = None) -> Card:
    return Card(word, kind, place, None, None, {}, False, frozenset())


UNNAMED = {
    word: _unnamed(word, kind, place)
    for word, kind, place in (
        ("knight", "ritter", "gebiet"), ("fleet", "flotte", "gebiet"), ("dragon", "drache", "zitadelle"),
        ("unit", "einheit", "gebiet"),
        ("wizard", "zauberer", "landschaft"), ("spell-book", "zauberbuch", "zitadelle"), ("building", "gebaeude", "gebiet"),
        ("magic-action", "zauber-aktion", None), ("attack", "angriffs-aktion", None), ("action", "aktion", None),
        ("neutral-action", "neutrale-aktion", None), ("protective-action", "schutz-aktion", None), ("event", "ereignis", None),
    )
}  # fmt: skip


@cache
def deck() -> Mapping[str, Card]:
    """All cards of the game by name."""
    return {name: _card(rows) for name, rows in load().cards["kartenspiel"].items()}


def card(name: str) -> Card:
    """The card of this name, or the card of which only the kind is told."""
    return deck().get(name) or UNNAMED[name]


def _card(rows: tuple[Mapping[str, object], ...]) -> Card:
    first = {key: value for row in reversed(rows) for key, value in row.items()}
    return Card(
        name=str(first["name"]),
        kind=str(first.get("class", "unbekannt")),
        place=first.get("place"),  # type: ignore[arg-type]
        cost=first.get("cost"),  # type: ignore[arg-type]
        points=first.get("points"),  # type: ignore[arg-type]
        sets={str(row["set"]): row.get("copies") for row in rows},  # type: ignore[misc]
        unique=bool(first.get("unique")),
        immune=frozenset(first.get("immune") or ()),  # type: ignore[call-overload]
    )
