"""How is a query answered?

Words are stemmed, folded and expanded outside Whoosh, which keeps the postings. A word of the query is
found as a term, as a synonym, or as the beginning of a term; the more of the words a record has, the rarer
they are and the nearer to its title they stand, the higher it comes. Words that
occur nowhere are replaced by the nearest that do, and the correction is shown. A score depends on
nothing but query and documents, so a patched index ranks like a new one, and a browser can do the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol
from unicodedata import normalize

from faq.errors import AmbiguousId, CatanicaError, UnknownChoice, UnknownId
from faq.ids import fold, id_key, sort_key
from faq.language import is_stop_word, term, words
from faq.lookup import DamagedIndex, Library, Row
from faq.vocabulary import FIELDS, VARIANTS
from faq.whoosh_light import index

BOOST = {"title": 3.0, "cards": 1.5, "text": 1.0}
SYNONYM, PREFIX, JOINED = 0.5, 0.4, 1.2
EXACT_NAME, NAME_WITHIN = 1000.0, 1.0
SATURATION, LENGTH_SHARE = 1.2, 0.6
KIND_WEIGHT = {"open-question": 0.7, "product-info": 0.6, "setup": 0.9}
SHORTEST_PREFIX, SHORTEST_ENDING, MOST_PREFIXED = 3, 5, 40
LONGEST_QUERY, MOST_WORDS, LONGEST_NAME = 400, 32, 4
FILTERS = {"karte": "card", "card": "card", "kapitel": "chapter", "chapter": "chapter", "buch": "book", "book": "book",
           "variante": "variant", "variant": "variant"}  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_FILTER = re.compile(rf"\b({'|'.join(FILTERS)}):(?:\"([^\"]*)\"|(\S+))", re.IGNORECASE)


class Vocabulary(Protocol):
    """What search must know of the words in the index."""

    def terms_of(self, word: str) -> Mapping[str, str]: ...
    def beginning_with(self, prefix: str, limit: int) -> Iterable[str]: ...
    def ending_with(self, ending: str, limit: int) -> Iterable[str]: ...
    def synonyms_of(self, term: str) -> Iterable[str]: ...
    def frequency(self, term: str) -> int: ...
    def size(self) -> int: ...
    def average_length(self) -> float: ...
    def nearest(self, word: str) -> str | None: ...
    def written_as(self, terms: Iterable[str]) -> set[str]: ...


@dataclass(frozen=True)
class Question:
    """A query taken apart: its words without the small ones, and its filters."""

    text: str
    words: tuple[str, ...]
    filters: Mapping[str, str] = field(default_factory=dict)
    rest: str = ""


@dataclass(frozen=True)
class Word:
    """One word of a query with the terms that may stand for it, each with its weight."""

    written: str
    weights: Mapping[str, float]
    rarity: float


@dataclass(frozen=True)
class Hits:
    """Ids with their scores, best first; `total` counts all; `corrected` is what was searched instead."""

    ids: tuple[tuple[str, float], ...]
    total: int
    words: tuple[Word, ...]
    corrected: str | None = None


def parse_query(text: str) -> Question:
    """Take filters out of a query; what remains are its words."""
    short = " ".join(normalize("NFC", text[:LONGEST_QUERY]).split())
    filters = {FILTERS[name.lower()]: quoted or plain for name, quoted, plain in _FILTER.findall(short)}
    rest = _FILTER.sub(" ", short)
    found = tuple(word for word in words(rest) if not is_stop_word(word))
    return Question(short, found[:MOST_WORDS], filters, rest.strip())


class Searcher:
    """Answers queries from one index."""

    def __init__(self, folder: Path, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._reader = index.open_dir(str(folder), readonly=True).reader()
        self._stored: dict[int, Mapping[str, Any]] = {}

    def passes(self, ident: str, filters: Mapping[str, str]) -> bool:
        """Whether a record passes the filters."""
        allowed = self._allowed(filters)
        return allowed is None or any(number in allowed for number, _ in self._postings("id", ident))

    def search(self, question: Question, filters: Mapping[str, str], limit: int, correct: bool = True) -> Hits:
        """The best records for a query, under filters whose values are those of the index."""
        chosen, corrected = self._correct(question) if correct else (question.words, None)
        found = self._words(chosen)
        allowed = self._allowed(filters)
        scores = self._scores(found) if found else dict.fromkeys(allowed or (), 0.0)
        for document, bonus in self._named(found):
            scores[document] = scores.get(document, 0.0) + bonus
        ranked = [
            (-score, self._document(number)["id"]) for number, score in scores.items() if allowed is None or number in allowed
        ]
        ranked.sort(key=lambda hit: (round(hit[0], 6), sort_key(hit[1])))
        return Hits(tuple((ident, round(-score, 3)) for score, ident in ranked[:limit]), len(ranked), found, corrected)

    # --- words -------------------------------------------------------------------------------------

    def _correct(self, question: Question) -> tuple[tuple[str, ...], str | None]:
        """Replace words that occur nowhere by the nearest that do; say what was searched instead."""
        chosen, text = [], question.text
        for place, word in enumerate(question.words):
            neighbours = question.words[max(0, place - 1) : place + 2]
            joined = any(self._joined(*pair) for pair in pairwise(neighbours))
            if joined or self._alternatives(word) or (near := self._vocabulary.nearest(word)) is None:
                chosen.append(word)
            else:
                chosen.append(near)
                text = re.sub(rf"\b{re.escape(word)}\b", near, text)
        return tuple(chosen), text if text != question.text else None

    def _words(self, chosen: tuple[str, ...]) -> tuple[Word, ...]:
        """Each word with its alternatives; neighbours that make up a compound stand for it, too."""
        alternatives = [self._alternatives(word) for word in chosen]
        for place, pair in enumerate(pairwise(chosen)):
            for compound in self._joined(*pair):
                for weights in alternatives[place : place + 2]:
                    weights[compound] = JOINED
        return tuple(
            Word(
                word,
                weights,
                max((self._rarity(found) * weight for found, weight in weights.items()), default=self._rarity("")),
            )
            for word, weights in zip(chosen, alternatives, strict=True)
        )

    def _alternatives(self, word: str) -> dict[str, float]:
        weights = dict.fromkeys(self._exact(word), 1.0)
        for stem in dict.fromkeys((*weights, *self._stems(word).values())):
            for other in self._vocabulary.synonyms_of(stem):
                weights.setdefault(other, SYNONYM)
        for longer in self._prefixed(word) or (() if weights else self._ending(word)):
            weights.setdefault(longer, PREFIX)
        return weights

    def _stems(self, word: str) -> Mapping[str, str]:
        """The term of a word in each language; stemmed only where the books do not use it."""
        return self._vocabulary.terms_of(word.lower()) or {"de": term(word, "de"), "en": term(word, "en")}

    def _exact(self, word: str) -> list[str]:
        known = dict.fromkeys((*self._stems(word).values(), fold(word)))
        return [found for found in known if self._vocabulary.frequency(found)]

    def _prefixed(self, word: str) -> list[str]:
        prefix = fold(word)
        if len(prefix) < SHORTEST_PREFIX:
            return []
        return list(self._vocabulary.beginning_with(prefix, MOST_PREFIXED))

    def _ending(self, word: str) -> list[str]:
        """Compounds that end with a word which does not stand alone."""
        tail = fold(term(word))
        return list(self._vocabulary.ending_with(tail, MOST_PREFIXED)) if len(tail) >= SHORTEST_ENDING else []

    def _joined(self, left: str, right: str) -> set[str]:
        """The terms of the compound that two words make up, where the books have it."""
        spelled = (f"{left}{link}{right}".lower() for link in ("", "s", "n", "-"))
        return {found for word in spelled for found in self._vocabulary.terms_of(word).values()}

    def _rarity(self, found: str) -> float:
        return math.log(1 + self._vocabulary.size() / (1 + self._vocabulary.frequency(found)))

    # --- scores ------------------------------------------------------------------------------------

    def _scores(self, found: tuple[Word, ...]) -> dict[int, float]:
        """For each record the sum over the words, less for every word that it lacks."""
        by_word = [self._word_scores(word) for word in found]
        whole = sum(word.rarity for word in found)
        scores: dict[int, float] = {}
        shares: dict[int, float] = {}
        for word, of_word in zip(found, by_word, strict=True):
            for number, score in of_word.items():
                scores[number] = scores.get(number, 0.0) + score
                shares[number] = shares.get(number, 0.0) + word.rarity / whole
        return {n: score * shares[n] * KIND_WEIGHT.get(self._document(n)["kind"], 1.0) for n, score in scores.items()}

    def _word_scores(self, word: Word) -> dict[int, float]:
        """The best alternative counts once in each field in which one occurs."""
        total: dict[int, float] = {}
        for name in FIELDS:
            best: dict[int, float] = {}
            for found, weight in word.weights.items():
                rarity = self._rarity(found) * weight * BOOST[name]
                for number, count in self._postings(name, found):
                    score = rarity * count * (1 + SATURATION) / (count + SATURATION * self._length(number, name))
                    best[number] = max(best.get(number, 0.0), score)
            for number, score in best.items():
                total[number] = total.get(number, 0.0) + score
        return total

    def _length(self, number: int, name: str) -> float:
        """Long records repeat words without being about them."""
        if name != "text":
            return 1.0
        return 1 - LENGTH_SHARE + LENGTH_SHARE * float(self._document(number)["length"]) / self._vocabulary.average_length()

    def _named(self, found: tuple[Word, ...]) -> Iterator[tuple[int, float]]:
        """Records whose name is the query come first; a name within the query counts, too."""
        stems = [self._stems(word.written) for word in found]
        spans = {
            (start, end) for start in range(len(found)) for end in range(start + 1, min(start + LONGEST_NAME, len(found)) + 1)
        }
        for start, end in sorted(spans | {(0, len(found))} if found else spans):
            whole = end - start == len(found)
            rarity = sum(word.rarity for word in found[start:end])
            keys = {"_".join(s.get(lang) or next(iter(s.values())) for s in stems[start:end]) for lang in ("de", "en")}
            for number in {number for key in keys for number, _ in self._postings("name", key)}:
                yield number, EXACT_NAME if whole else NAME_WITHIN * rarity

    def _postings(self, name: str, text: str) -> Iterator[tuple[int, float]]:
        if (name, text) not in self._reader:
            return
        matcher = self._reader.postings(name, text)
        while matcher.is_active():
            yield matcher.id(), matcher.weight()
            matcher.next()

    def _allowed(self, filters: Mapping[str, str]) -> set[int] | None:
        """The records that pass all filters, or None where there are none."""
        if not filters:
            return None
        passing = [{number for number, _ in self._postings(name, value)} for name, value in filters.items()]
        return set.intersection(*passing)

    def _document(self, number: int) -> Mapping[str, Any]:
        if number not in self._stored:
            self._stored[number] = self._reader.stored_fields(number)
        return self._stored[number]


# --- what the user sees ----------------------------------------------------------------------------


def find(library: Library, text: str, lang: str = "de", limit: int = 10, filters: Mapping[str, str] | None = None) -> Row:
    """Answer a query: an id goes straight to its record."""
    question = parse_query(text)
    wanted = _resolve_filters(library, {**question.filters, **(filters or {})})
    direct = _direct_hit(library, question)
    try:
        searcher = Searcher(library.folder / "search", library.vocabulary())
        hits = searcher.search(question, wanted, limit, correct=direct is None)
    except CatanicaError:
        raise
    except Exception as fault:  # Whoosh fails in many ways on a damaged index
        raise DamagedIndex(str(fault)) from fault
    ids = list(hits.ids)
    if direct is not None and searcher.passes(direct, wanted):
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
    if not any(c.isdigit() or c == "." for c in question.rest):
        return None
    try:
        ident = library.resolve(question.rest)
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
            found[name] = id_key(library.card_name(value))
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
    """The stretch of a text with the most hits, in whole words, each hit between asterisks."""
    tokens = re.sub(r"[*|#`]|-{3,}", " ", text).split()
    hits = [any(word.lower() in marks for word in _WORD.findall(token)) for token in tokens]
    first = _best_start(tokens, hits, width)
    shown: list[str] = []
    length, last = 0, first
    while last < len(tokens) and (not shown or length + len(tokens[last]) <= width):
        shown.append(_marked(tokens[last], marks) if hits[last] else tokens[last])
        length += len(tokens[last]) + 1
        last += 1
    return f"{'…' if first else ''}{' '.join(shown)}{'…' if last < len(tokens) else ''}"


def _best_start(tokens: list[str], hits: list[bool], width: int) -> int:
    """Where a stretch begins that holds the most hits, with a little of what comes before the first."""
    starts = [place for place, hit in enumerate(hits) if hit]
    if not starts:
        return 0
    span = max(1, width // (1 + sum(map(len, tokens)) // max(1, len(tokens))))
    best = max(starts, key=lambda place: sum(hits[place : place + span]))
    return max(0, best - 4)


def _marked(token: str, marks: set[str]) -> str:
    return _WORD.sub(lambda word: f"**{word.group()}**" if word.group().lower() in marks else word.group(), token)
