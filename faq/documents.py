"""What of a record can be searched?

A document holds the terms of a record by field, in both languages; the names under which it must come
first; and its words as written, from which suggestions are made. The ruling counts twice. Whoosh, the FTS5 twin of the tests
and the browser all index these documents and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from faq.cards import Registry
from faq.ids import id_key, parent_of
from faq.language import Compounds, is_stop_word, term, terms, words
from faq.records import Record

GAME_NAMES = {
    "kartenspiel": {"de": "Catan Siedler Kartenspiel alt", "en": "old card game"},
    "duell": {"de": "Catan Duell Fürsten modern", "en": "Rivals Catan modern duel"},
    "goldene-zeiten": {"de": "Catan Duell Fürsten modern Goldene Zeiten", "en": "Rivals Catan Golden Age expansion"},
    "dreispieler": {"de": "Catan Kartenspiel drei Spieler dritt Dreispieler", "en": "three players player variant"},
    "brettspiel": {"de": "Catan Siedler Brettspiel", "en": "Settlers board game"},
    "sternenschiff": {"de": "Sternenschiff Catan", "en": "Starship Catan"},
}


@dataclass(frozen=True)
class Document:
    """The searchable side of one record."""

    id: str
    terms: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...]
    card_keys: tuple[str, ...]
    written: Mapping[tuple[str, str, str], int] = field(default_factory=dict)

    @property
    def length(self) -> int:
        return len(self.terms["text"])


def name_key(text: str, lang: str = "de") -> str:
    """The terms of a name as one key, so that inflected and umlaut-free spellings meet.

    >>> name_key("Der Spion"), name_key("des Spions")
    ('spion', 'spion')
    """
    return "_".join(terms(text, lang))


def _plain(title: str) -> str:
    """A title without what it adds in brackets."""
    return re.sub(r"\s*\([^)]*\)", "", title)


class DocumentMaker:
    """Makes documents of records, with what books and cards add to them."""

    def __init__(self, registry: Registry, compounds: Compounds, headings: Mapping[str, str]) -> None:
        self._registry = registry
        self._compounds = compounds
        self._headings = headings

    def document(self, record: Record) -> Document:
        """The document of one record."""
        written: Counter[tuple[str, str, str]] = Counter()
        ruling = (*self._terms(record.ruling.de, "de", written), *self._terms(record.ruling.en or "", "en", written))
        reasoning = [
            *self._terms(" ".join((record.body.de, *(r.text.de for r in record.readings))), "de", written),
            *self._terms(" ".join((record.body.en or "", *(r.text.en or "" for r in record.readings))), "en", written),
        ]
        title = f"{record.question.de} {self._heading(record)}"
        found = {
            "title": (*self._terms(title, "de", written), *self._terms(record.question.en or "", "en", written)),
            "cards": self._card_terms(record, written),
            "text": (*ruling, *ruling, *reasoning, *self._game(record)),
        }
        return Document(record.id, found, self._names(record), self._card_keys(record), dict(written))

    def _game(self, record: Record) -> list[str]:
        """What people call the game that a record belongs to, to tell apart what is named alike."""
        names = GAME_NAMES[record.book if record.book in GAME_NAMES else record.applies.game]
        return [*terms(names["de"], "de"), *terms(names["en"], "en")]

    def _heading(self, record: Record) -> str:
        """The title of the section in which the record stands."""
        return self._headings.get(parent_of(record.id) or "", "")

    def _terms(self, text: str, lang: str, written: Counter[tuple[str, str, str]]) -> list[str]:
        found = []
        for word in words(text):
            if is_stop_word(word):
                continue
            stem = term(word, lang)
            written[word, stem, lang] += 1
            found.append(stem)
            if lang == "de":
                found.extend(self._compounds.parts(word))
        return found

    def _card_terms(self, record: Record, written: Counter[tuple[str, str, str]]) -> tuple[str, ...]:
        """The terms of every name of the cards, so that English and old names find the record."""
        found: dict[str, None] = {}
        for name in record.cards:
            for card in self._registry.find(name, record.applies.game):
                for german in (card.name.de, *card.synonyms):
                    found.update(dict.fromkeys(self._terms(german, "de", written)))
                for english in (card.name.en, *card.synonyms_en):
                    found.update(dict.fromkeys(self._terms(english or "", "en", written)))
        return tuple(found)

    def _names(self, record: Record) -> tuple[str, ...]:
        """The keys of what the record is called: its title, its heading, the card that it is about."""
        german = [record.question.de, _plain(record.question.de), self._heading(record)]
        if record.kind == "card":
            german.append(record.id.rpartition(".")[2])
        english = record.question.en or ""
        found = {name_key(text) for text in german} | {name_key(english, "en"), name_key(_plain(english), "en")}
        for title in german:
            for card in self._registry.find(title, record.applies.game):
                found.update(name_key(name) for name in (card.name.de, *card.synonyms))
                found.update(name_key(name, "en") for name in (card.name.en, *card.synonyms_en) if name)
        return tuple(sorted(found - {""}))

    def _card_keys(self, record: Record) -> tuple[str, ...]:
        found = {id_key(card.name.de) for name in record.cards for card in self._registry.find(name, record.applies.game)}
        return tuple(sorted(found))
