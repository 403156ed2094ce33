"""Which cards are there, and what do the sources say of them?

Read from `faq/cards/<game>/<set>.yaml`, by the knowledge base and by the engine alike. A fact has a
source or it is None. The same name may stand for different cards in different games, so a card is
always looked up within a game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faq.errors import BrokenBook
from faq.ids import id_key
from faq.records import Text
from faq.vocabulary import GAMES
from faq.yamlfile import load, texts

CLASSES = (
    "angriffs-aktion", "neutrale-aktion", "schutz-aktion", "aktion", "zauber-aktion", "ritter", "flotte",
    "handelsflotte", "drache", "einheit", "held", "handelsschiff", "schiff", "weiser", "gebaeude", "zauberbuch",
    "zauberer", "besonderer-ort", "zaehlkarte", "zentralkarte", "landschaft", "meerkarte", "ereignis",
    "wuerfelereignis", "entwicklungskarte", "spielstein", "wuerfel", "unbekannt",
)  # fmt: skip
PLACES = (
    "gebiet", "stadt", "landschaft", "strasse", "zitadelle", "metropole", "fremd-gebiet", "fremd-stadt",
    "fremd-strasse", "fremd", "zentrum", "stapel", "gebaeude",
)  # fmt: skip
FACTS = ("class", "place", "copies", "cost", "points", "condition", "effect", "unique", "immune", "extra")
PARENT_GAME = {"dreispieler": "kartenspiel"}


@dataclass(frozen=True)
class Fact:
    """One thing known of a card, and who says so."""

    field: str
    value: Any
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A card as it is printed in one set."""

    name: Text
    game: str
    set: str
    facts: Mapping[str, Fact]
    synonyms: tuple[str, ...] = ()
    synonyms_en: tuple[str, ...] = ()
    confidence: str = "low"
    notes: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which the card is known, in either language."""
        english = (self.name.en,) if self.name.en else ()
        return (self.name.de, *self.synonyms, *english, *self.synonyms_en)

    def value(self, field: str) -> Any:
        """What is known of this field, or None."""
        fact = self.facts.get(field)
        return fact.value if fact else None


@dataclass(frozen=True)
class CardSet:
    """One set of cards, with the number that its book prints for the whole."""

    game: str
    id: str
    title: Text
    cards: tuple[Card, ...]
    printed_total: int | None = None
    total_source: str | None = None
    public_sources: Mapping[str, str] = field(default_factory=dict)


class Registry:
    """All cards of all games, found by any of their names."""

    def __init__(self, sets: Iterable[CardSet]) -> None:
        self.sets = tuple(sets)
        self._by_key: dict[tuple[str, str], list[Card]] = {}
        for card in self.cards():
            for name in card.names:
                known = self._by_key.setdefault((card.game, id_key(name)), [])
                if card not in known:
                    known.append(card)

    def cards(self) -> Iterator[Card]:
        for card_set in self.sets:
            yield from card_set.cards

    def find(self, name: str, game: str) -> tuple[Card, ...]:
        """The printings of the card of this name; a three-player card may come from the old game."""
        found = self._by_key.get((game, id_key(name)), [])
        exact = [card for card in found if name == card.name.de]
        if not found and game in PARENT_GAME:
            return self.find(name, PARENT_GAME[game])
        return tuple(exact or found)

    def canonical(self, name: str, game: str) -> str | None:
        """The German name in the registry, or None for an unknown card."""
        found = self.find(name, game)
        return found[0].name.de if found else None


def read_set(path: Path) -> CardSet:
    """One set from its file; an error names file and card."""
    raw = load(path)
    name = "?"
    try:
        cards = []
        if raw["game"] not in GAMES:
            raise KeyError(f"a game that is one of {', '.join(GAMES)}")
        for row in raw["cards"]:
            name = row["name"]
            cards.append(_card(row, raw["game"], raw["set"]))
        total = raw.get("printed_total") or {}
        sources = {key: str(row["what"]) for key, row in (raw.get("public_sources") or {}).items()}
        title = Text(raw["title"]["de"], raw["title"].get("en"))
        return CardSet(raw["game"], raw["set"], title, tuple(cards), total.get("cards"), total.get("source"), sources)
    except (KeyError, TypeError, AttributeError) as fault:
        raise BrokenBook(f"cards/{path.parent.name}/{path.name}: card {name!r}: {fault}") from None


def _card(row: Mapping[str, Any], game: str, set_id: str) -> Card:
    if not isinstance(row["name"], str) or not isinstance(row.get("copies"), int | None):
        raise TypeError("a name in letters and copies in figures")
    json.dumps(dict(row))
    narrower = {field: texts(sources) for field, sources in (row.get("by_fact") or {}).items()}
    everywhere = texts(row.get("sources"))
    facts = {field: Fact(field, row[field], narrower.get(field, everywhere)) for field in FACTS if row.get(field) is not None}
    return Card(
        name=Text(row["name"], row.get("en")),
        game=game,
        set=set_id,
        facts=facts,
        synonyms=texts(row.get("synonyms")),
        synonyms_en=texts(row.get("synonyms_en")),
        confidence=row.get("confidence", "low"),
        notes=row.get("notes"),
    )
