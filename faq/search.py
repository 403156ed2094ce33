"""How is a query answered?

The only module that knows Whoosh. Words are stemmed, folded and expanded outside it; Whoosh keeps the
postings and matches. A word of the query is found as a term, as a synonym or as the beginning of a
term; a record must match all words, or, where none does, any of them. Words that occur nowhere are
replaced by the nearest that does, and the correction is shown. What a record weighs is a sum that
depends on nothing but query and documents, so that a rebuilt index ranks the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from whoosh import index, query
from whoosh.scoring import BaseScorer, WeightingModel

from faq.errors import AmbiguousId, CatanicaError, UnknownCard, UnknownChoice, UnknownId
from faq.ids import fold, id_key
from faq.language import is_stop_word, term, words
from faq.lookup import DamagedIndex, Library, Row
from faq.vocabulary import FIELDS, VARIANTS

BOOST = {"title": 3.0, "cards": 2.0, "ruling": 1.5, "body": 1.0}
EXACT_NAME = 1000.0
SYNONYM, PREFIX = 0.4, 0.3
SHORTEST_PREFIX, MOST_PREFIXED = 3, 40
LONGEST_QUERY, MOST_WORDS = 400, 32
SATURATION = 1.2
FILTERS = {"karte": "card", "card": "card", "kapitel": "chapter", "chapter": "chapter", "buch": "book", "book": "book",
           "variante": "variant", "variant": "variant"}  # fmt: skip
_FILTER = re.compile(rf"\b({'|'.join(FILTERS)}):(?:\"([^\"]*)\"|(\S+))", re.IGNORECASE)


class Vocabulary(Protocol):
    """What search must know of the words in the index."""

    def terms_of(self, word: str) -> Iterable[str]: ...
    def beginning_with(self, prefix: str, limit: int) -> Iterable[str]: ...
    def synonyms_of(self, term: str) -> Iterable[str]: ...
    def frequency(self, term: str) -> int: ...
    def size(self) -> int: ...
    def nearest(self, word: str) -> str | None: ...
    def written_as(self, terms: Iterable[str]) -> set[str]: ...


@dataclass(frozen=True)
class Question:
    """A query taken apart: words, filters, and the words that had to be corrected."""

    text: str
    words: tuple[str, ...]
    filters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Word:
    """One word of a query with the terms that may stand for it, each with its weight."""

    written: str
    weights: Mapping[str, float]


@dataclass(frozen=True)
class Hits:
    """Ids with their scores, best first; `total` counts all; `corrected` is what was searched instead."""

    ids: tuple[tuple[str, float], ...]
    total: int
    words: tuple[Word, ...]
    corrected: str | None = None


def parse_query(text: str) -> Question:
    """Take filters out of a query; what remains are its words."""
    short = " ".join(text[:LONGEST_QUERY].split())
    filters = {FILTERS[name.lower()]: quoted or plain for name, quoted, plain in _FILTER.findall(short)}
    rest = _FILTER.sub(" ", short)
    found = tuple(word for word in words(rest) if not is_stop_word(word))
    return Question(short, found[:MOST_WORDS], filters)


class _Weighting(WeightingModel):  # type: ignore[misc]
    """Rare terms weigh more, repetition counts less and less, and a field has its boost."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def scorer(self, searcher: Any, fieldname: str, text: Any, qf: float = 1) -> BaseScorer:
        if fieldname not in BOOST:
            return _Scorer(0.0)
        word = text.decode("utf-8") if isinstance(text, bytes) else text
        rarity = math.log(1 + self._vocabulary.size() / (1 + self._vocabulary.frequency(word)))
        return _Scorer(rarity * BOOST[fieldname])


class _Scorer(BaseScorer):  # type: ignore[misc]
    def __init__(self, weight: float) -> None:
        self._weight = weight

    def supports_block_quality(self) -> bool:
        return False

    def score(self, matcher: Any) -> float:
        count = float(matcher.weight())
        return self._weight * count * (1 + SATURATION) / (count + SATURATION)


class Searcher:
    """Answers queries from one index."""

    def __init__(self, folder: Path, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._searcher = index.open_dir(str(folder), readonly=True).searcher(weighting=_Weighting(vocabulary))

    def search(self, question: Question, filters: Mapping[str, str], limit: int) -> Hits:
        """The best records for a query, under filters whose values are those of the index."""
        chosen, corrected = self._correct(question)
        found = tuple(self._word(word) for word in chosen)
        restriction = query.And([query.Term(name, value) for name, value in filters.items()]) if filters else None
        if not found:
            everything = query.Every() if filters else query.NullQuery
            return self._run(everything, restriction, limit, found, corrected)
        name = query.ConstantScoreQuery(query.Term("name", _name_of(found)), EXACT_NAME)
        for combine in (query.And, query.Or):
            wanted = query.Or([name, combine([_any_field(word) for word in found])])
            hits = self._run(wanted, restriction, limit, found, corrected)
            if hits.total or len(found) == 1:
                return hits
        return hits

    def _run(self, wanted: Any, restriction: Any, limit: int, found: tuple[Word, ...], corrected: str | None) -> Hits:
        results = self._searcher.search(wanted, filter=restriction, limit=None)
        ranked = sorted(((hit["id"], round(hit.score, 3)) for hit in results), key=lambda hit: -hit[1])
        return Hits(tuple(ranked[:limit]), len(ranked), found, corrected)

    def _correct(self, question: Question) -> tuple[tuple[str, ...], str | None]:
        """Replace words that occur nowhere by the nearest that do; say what was searched instead."""
        chosen, text = [], question.text
        for word in question.words:
            if self._occurs(word) or (near := self._vocabulary.nearest(word)) is None:
                chosen.append(word)
            else:
                chosen.append(near)
                text = re.sub(rf"\b{re.escape(word)}\b", near, text)
        return tuple(chosen), text if text != question.text else None

    def _occurs(self, word: str) -> bool:
        return bool(self._exact(word)) or bool(self._prefixed(word))

    def _exact(self, word: str) -> list[str]:
        known = list(self._vocabulary.terms_of(word.lower())) or [term(word, "de"), term(word, "en"), fold(word)]
        return [found for found in dict.fromkeys(known) if self._vocabulary.frequency(found)]

    def _prefixed(self, word: str) -> list[str]:
        prefix = fold(word)
        if len(prefix) < SHORTEST_PREFIX:
            return []
        return list(self._vocabulary.beginning_with(prefix, MOST_PREFIXED))

    def _word(self, word: str) -> Word:
        weights = dict.fromkeys(self._exact(word), 1.0)
        for exact in tuple(weights):
            for other in self._vocabulary.synonyms_of(exact):
                weights.setdefault(other, SYNONYM)
        for longer in self._prefixed(word):
            weights.setdefault(longer, PREFIX)
        return Word(word, weights)


def _any_field(word: Word) -> Any:
    return query.Or([query.Term(name, found, boost=weight) for found, weight in word.weights.items() for name in FIELDS])


def _name_of(found: tuple[Word, ...]) -> str:
    """The key that a record of this very name bears."""
    return "_".join(term(word.written) for word in found)


# --- what the user sees ----------------------------------------------------------------------------


def find(library: Library, text: str, lang: str = "de", limit: int = 10, filters: Mapping[str, str] | None = None) -> Row:
    """Answer a query as interfaces.md shapes it: an id goes straight to its record."""
    question = parse_query(text)
    wanted = _resolve_filters(library, {**question.filters, **(filters or {})})
    try:
        hits = Searcher(library.folder / "search", library.vocabulary()).search(question, wanted, limit)
    except CatanicaError:
        raise
    except Exception as fault:  # Whoosh fails in many ways on a damaged index
        raise DamagedIndex(str(fault)) from fault
    ids = list(hits.ids)
    direct = _direct_hit(library, question)
    if direct is not None:
        ids = [(direct, EXACT_NAME * 2), *((ident, score) for ident, score in ids if ident != direct)][:limit]
    marks = library.vocabulary().written_as(t for word in hits.words for t, weight in word.weights.items() if weight > PREFIX)
    shown = [_hit(library.row("SELECT * FROM articles WHERE id = ?", ident) or {}, score, marks, lang) for ident, score in ids]
    return {
        "query": text if len(text) <= LONGEST_QUERY else question.text,
        "total": max(hits.total, len(ids)),
        "hits": shown,
        "suggestion": hits.corrected,
        "sections": _sections(library, question),
    }


def _direct_hit(library: Library, question: Question) -> str | None:
    """The record that a query names by its id."""
    if not any(c.isdigit() or c == "." for c in question.text):
        return None
    try:
        ident = library.resolve(question.text)
    except (UnknownId, AmbiguousId):
        return None
    return ident if library.row("SELECT id FROM articles WHERE id = ?", ident) else None


def _sections(library: Library, question: Question) -> list[Row]:
    """Sections and chapters whose title, or id, is the query."""
    rows = library.rows("SELECT id, title_de, title_en FROM sections UNION SELECT id, title_de, title_en FROM chapters")
    key = id_key(question.text)
    return [
        {"id": row["id"], "title": {"de": row["title_de"], "en": row["title_en"]}}
        for row in rows
        if key and key in (id_key(row["id"]), id_key(row["title_de"]), id_key(row["title_en"] or ""))
    ]


def _resolve_filters(library: Library, asked: Mapping[str, str]) -> dict[str, str]:
    """Filter values as the index spells them; an unknown one is an error that names the choices."""
    found = {}
    for name, value in asked.items():
        if name == "card":
            rows = library.rows("SELECT DISTINCT name FROM card_names WHERE key = ?", id_key(value))
            if not rows:
                raise UnknownCard(value)
            found[name] = id_key(rows[0]["name"])
        else:
            found[name] = _choose(name, value, _choices(library, name))
    return found


def _choices(library: Library, name: str) -> list[str]:
    if name == "variant":
        return [variant for variants in VARIANTS.values() for variant in variants]
    table = {"book": "books", "chapter": "chapters"}[name]
    return [row["id"] for row in library.rows(f"SELECT id FROM {table} ORDER BY position")]


def _choose(name: str, value: str, choices: list[str]) -> str:
    keys = {id_key(choice): choice for choice in reversed(choices)}
    begins = [choice for choice in choices if id_key(value) and id_key(choice).startswith(id_key(value))]
    chosen = keys.get(id_key(value)) or (begins[0] if len(set(begins)) == 1 else None)
    if chosen is None:
        raise UnknownChoice(name, value, list(dict.fromkeys(choices)))
    return chosen


def _hit(row: Row, score: float, marks: set[str], lang: str) -> Row:
    return {
        "id": row["id"],
        "score": score,
        "question": {"de": row["question_de"], "en": row["question_en"]},
        "ruling": {"de": row["ruling_de"], "en": row["ruling_en"]},
        "snippet": snippet(_prose(row, lang), marks),
        "book": row["book"],
        "game": row["game"],
        "kind": row["kind"],
    }


def _prose(row: Row, lang: str) -> str:
    if lang == "en":
        return f"{row['ruling_en'] or row['ruling_de']} {row['body_en'] or ''}"
    return f"{row['ruling_de']} {row['body_de']}"


def snippet(text: str, marks: set[str], width: int = 180) -> str:
    """The stretch of a text with the most hits, each hit between asterisks."""
    plain = " ".join(re.sub(r"[*|#`]|-{3,}", " ", text).split())
    places = [m.span() for m in re.finditer(r"[^\W_]+", plain) if m.group().lower() in marks]
    if not places:
        return plain[:width] + ("…" if len(plain) > width else "")
    start = max((place[0] for place in places), key=lambda at: sum(at <= begin < at + width - 20 for begin, _ in places))
    begin = plain.rfind(" ", 0, max(0, start - 30)) + 1
    end = plain.find(" ", begin + width) if len(plain) > begin + width else len(plain)
    end = len(plain) if end < 0 else end
    out, last = [], begin
    for left, right in places:
        if begin <= left and right <= end:
            out.append(f"{plain[last:left]}**{plain[left:right]}**")
            last = right
    return f"{'…' if begin else ''}{''.join(out)}{plain[last:end]}{'…' if end < len(plain) else ''}"
