"""What of a record can be searched?

A document holds the terms of a record by field, in both languages; the names under which it must come
first; and its words as written, from which suggestions are made. Whoosh, the FTS5 twin of the tests
and the browser all index these documents and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from faq.cards import Registry
from faq.ids import id_key
from faq.language import Compounds, is_stop_word, term, terms, words
from faq.records import Record


@dataclass(frozen=True)
class Document:
    """The searchable side of one record."""

    id: str
    terms: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...]
    card_keys: tuple[str, ...]
    written: Mapping[tuple[str, str], int] = field(default_factory=dict)


def name_key(text: str, lang: str = "de") -> str:
    """The terms of a name as one key, so that inflected and umlaut-free spellings meet.

    >>> name_key("Der Spion"), name_key("des Spions")
    ('spion', 'spion')
    """
    return "_".join(terms(text, lang))


class DocumentMaker:
    """Makes documents of records, with what books and cards add to them."""

    def __init__(self, registry: Registry, compounds: Compounds, headings: Mapping[str, Iterable[str]]) -> None:
        self._registry = registry
        self._compounds = compounds
        self._headings = headings

    def document(self, record: Record) -> Document:
        """The document of one record."""
        written: Counter[tuple[str, str]] = Counter()
        german = {
            "title": " ".join((record.question.de, *self._headings.get(record.id, ()))),
            "ruling": record.ruling.de,
            "body": " ".join((record.body.de, *(reading.text.de for reading in record.readings))),
        }
        english = {
            "title": record.question.en or "",
            "ruling": record.ruling.en or "",
            "body": " ".join((record.body.en or "", *(reading.text.en or "" for reading in record.readings))),
        }
        found = {
            name: (*self._terms(german[name], "de", written), *self._terms(english[name], "en", written)) for name in german
        }
        found["cards"] = self._card_terms(record, written)
        return Document(record.id, found, self._names(record), self._card_keys(record), dict(written))

    def _terms(self, text: str, lang: str, written: Counter[tuple[str, str]]) -> list[str]:
        found = []
        for word in words(text):
            if is_stop_word(word):
                continue
            stem = term(word, lang)
            written[word, stem] += 1
            found.append(stem)
            if lang == "de":
                found.extend(self._compounds.parts(word))
        return found

    def _card_terms(self, record: Record, written: Counter[tuple[str, str]]) -> tuple[str, ...]:
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
        german = [record.question.de, *self._headings.get(record.id, ()), record.id.rpartition(".")[2]]
        found = {name_key(text) for text in german} | {name_key(record.question.en or "", "en")}
        for title in german:
            for card in self._registry.find(title, record.applies.game):
                found.update(name_key(name) for name in (card.name.de, *card.synonyms))
                found.update(name_key(name, "en") for name in (card.name.en, *card.synonyms_en) if name)
        return tuple(sorted(found - {""}))

    def _card_keys(self, record: Record) -> tuple[str, ...]:
        found = {id_key(card.name.de) for name in record.cards for card in self._registry.find(name, record.applies.game)}
        return tuple(sorted(found))
