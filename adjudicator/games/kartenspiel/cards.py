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


@cache
def deck() -> Mapping[str, Card]:
    """All cards of the game by name."""
    return {name: _card(rows) for name, rows in load().cards["kartenspiel"].items()}


def card(name: str) -> Card:
    """The card of this name."""
    return deck()[name]


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
