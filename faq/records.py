"""What is a record, and how is it read from its file?

A record is one citable unit of a book. Its file holds YAML front matter (what programs need) and
Markdown (the reasoning, for people). Reading never raises for what an editor wrote: it returns what
could be read and a finding for each fault. What needs other files to judge is in `checks`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faq.findings import Code, Finding
from faq.ids import book_of
from faq.markdown import take_apart
from faq.references import Reference, find_references
from faq.vocabulary import GAMES, KINDS, VARIANTS
from faq.yamlfile import BrokenYaml, Mapping, parse

KEYS = (
    "id", "kind", "adjudicable", "question", "ruling", "applies", "cards", "restates",
    "readings", "preferred", "english_of", "source",
)  # fmt: skip
APPLIES_KEYS = ("game", "variants", "sets", "from", "until")


@dataclass(frozen=True)
class Text:
    """The same text in German and, where it has been written, in English."""

    de: str
    en: str | None = None

    def get(self, lang: str) -> str:
        """The text in this language, or in German where there is none."""
        return (self.en if lang == "en" else None) or self.de


@dataclass(frozen=True)
class Applies:
    """What a record speaks about; an empty list means no restriction."""

    game: str
    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True)
class Reading:
    """One way to read an open question, with the records that support it."""

    letter: str
    text: Text
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """One citable unit of a book."""

    id: str
    kind: str
    adjudicable: bool
    question: Text
    ruling: Text
    applies: Applies
    body: Text
    cards: tuple[str, ...] = ()
    restates: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    preferred: str | None = None
    english_of: str | None = None
    page: int | None = None

    @property
    def book(self) -> str:
        return book_of(self.id) or ""

    @property
    def german_hash(self) -> str:
        """What `english_of` must say while the English is up to date."""
        return hash_of_german(self.question.de, self.ruling.de)


@dataclass(frozen=True)
class Placed:
    """A reference with the field and line of the file in which it stands."""

    reference: Reference
    field: str
    line: int


@dataclass(frozen=True)
class Article:
    """A file as read: the record if it could be made, its references, the faults, and the lines of its keys."""

    file: str
    id: str | None
    record: Record | None
    findings: tuple[Finding, ...] = ()
    references: tuple[Placed, ...] = ()
    lines: dict[str, int] = field(default_factory=dict)


def hash_of_german(question: str, ruling: str) -> str:
    """The short hash that ties an English text to the German that it translates."""
    return hashlib.sha256(f"{question.strip()}\n{ruling.strip()}".encode()).hexdigest()[:8]


def read_article(path: Path, name: str) -> Article:
    """Read one article file; `name` is how findings call it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        found = Finding(name, 1, Code.UNREADABLE, f"cannot be read as UTF-8 text ({_reason(fault)}); save it again as UTF-8")
        return Article(name, None, None, (found,))
    return parse_article(text, name)


def parse_article(text: str, name: str) -> Article:
    """Make a record from the text of an article file."""
    parts = take_apart(text)
    if parts.front_matter is None:
        found = Finding(name, 1, Code.BROKEN_FRONT_MATTER, "no front matter; begin the file with `---`, `id: …`, `---`")
        return Article(name, None, None, (found,))
    try:
        front = parse(parts.front_matter, first_line=2)
    except BrokenYaml as fault:
        found = Finding(name, fault.line, Code.BROKEN_FRONT_MATTER, f"not valid YAML: {fault}; quote values that contain `: `")
        return Article(name, _salvaged_id(parts.front_matter), None, (found,))
    reader = _Reader(name, front)
    record = reader.record(Text(parts.german, parts.english or None))
    lines = front.lines | {"body": parts.german_line, "body.en": parts.english_line}
    ident = front.values.get("id")
    references = tuple(_references(record, lines)) if record else ()
    known = str(ident) if ident not in (None, "") else None
    return Article(name, known, record, tuple(reader.findings), references, lines)


def _references(record: Record, lines: dict[str, int]) -> Iterator[Placed]:
    """Where the record refers to others: in its text, and in the keys that name ids."""
    texts = {
        "question": record.question.de,
        "ruling": record.ruling.de,
        "body": record.body.de,
        "body.en": record.body.en or "",
    }
    for place, text in texts.items():
        start = lines.get(place if place.startswith("body") else f"{place}.de", 1)
        for reference in find_references(text):
            yield Placed(reference, place, start + text.count("\n", 0, reference.offset))
    for ident in record.restates:
        yield Placed(Reference(ident), "restates", lines.get("restates", 1))
    for reading in record.readings:
        for ident in reading.sources:
            yield Placed(Reference(ident), "readings", lines.get("readings", 1))


def _reason(fault: Exception) -> str:
    return str(getattr(fault, "strerror", None) or getattr(fault, "reason", None) or fault)


def _salvaged_id(source: str) -> str | None:
    """The id of a file whose front matter is broken elsewhere, so that `show` can name the file."""
    for line in source.splitlines():
        if line.startswith("id:"):
            return line[3:].strip().strip("\"'") or None
    return None


class _Reader:
    """Takes values out of one front matter and notes every fault on the way."""

    def __init__(self, file: str, front: Mapping) -> None:
        self.file = file
        self.front = front
        self.findings: list[Finding] = []
        self._readings_seen: tuple[Reading, ...] = ()

    def record(self, body: Text) -> Record | None:
        self._unknown_keys()
        ident = self._string("id")
        kind = self._choice("kind", KINDS)
        adjudicable = self._flag("adjudicable")
        question, ruling = self._text("question"), self._text("ruling")
        applies = self._applies()
        if not body.de:
            self._fault("body", Code.MISSING_LANGUAGE, "the German reasoning is empty; write it below the front matter")
        if ident is None or kind is None or adjudicable is None or question is None or ruling is None or applies is None:
            return None
        self._readings_seen = self._readings()
        return Record(
            id=ident, kind=kind, adjudicable=adjudicable, question=question, ruling=ruling, applies=applies, body=body,
            cards=self._strings("cards"), restates=self._strings("restates"), readings=self._readings_seen,
            preferred=self._preferred(), english_of=self._string("english_of", required=False), page=self._page(),
        )  # fmt: skip

    def _fault(self, key: str, code: Code, message: str) -> None:
        self.findings.append(Finding(self.file, self.front.line(key), code, message))

    def _unknown_keys(self) -> None:
        for key in self.front.values:
            if key not in KEYS:
                self._fault(str(key), Code.UNKNOWN_KEY, f"`{key}` is not a key of a record; there are {', '.join(KEYS)}")

    def _string(self, key: str, required: bool = True) -> str | None:
        value = self.front.values.get(key)
        if value is None or value == "":
            if required:
                self._fault(key, Code.MISSING_KEY, f"`{key}` is missing")
            return None
        if not isinstance(value, str | int):
            self._fault(key, Code.WRONG_VALUE, f"`{key}` must be a text; put it in quotes")
            return None
        return str(value).strip()

    def _choice(self, key: str, choices: tuple[str, ...]) -> str | None:
        value = self._string(key)
        if value is not None and value not in choices:
            self._fault(key, Code.WRONG_VALUE, f"`{key}: {value}`: choose one of {', '.join(choices)}")
            return None
        return value

    def _flag(self, key: str) -> bool | None:
        value = self.front.values.get(key)
        if value is None:
            self._fault(key, Code.MISSING_KEY, f"`{key}` is missing; write true or false")
        elif not isinstance(value, bool):
            self._fault(key, Code.WRONG_VALUE, f"`{key}` must be true or false")
            return None
        return value

    def _text(self, key: str) -> Text | None:
        value = self.front.values.get(key)
        if not isinstance(value, dict):
            self._fault(key, Code.MISSING_KEY, f"`{key}` needs two lines, `de: …` and `en: …`")
            return None
        for stray in value:
            if stray not in ("de", "en"):
                self._fault(
                    f"{key}.{stray}", Code.UNKNOWN_KEY, f"`{key}.{stray}`: there are de and en; quote a text with a comma"
                )
        texts: dict[str, str | None] = {}
        for lang in ("de", "en"):
            text = value.get(lang)
            if not isinstance(text, str) or not text.strip():
                self._fault(f"{key}.{lang}", Code.MISSING_LANGUAGE, f"`{key}.{lang}` is missing; write it as text")
                text = None
            texts[lang] = text.strip() if text else None
        return Text(texts["de"], texts["en"]) if texts["de"] else None

    def _strings(self, key: str) -> tuple[str, ...]:
        return self._list(self.front.values.get(key), key)

    def _list(self, value: Any, key: str) -> tuple[str, ...]:
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._fault(key, Code.WRONG_VALUE, f"`{key}` must be a list of texts: [one, two]")
            return ()
        return tuple(value)

    def _applies(self) -> Applies | None:
        value = self.front.values.get("applies")
        if not isinstance(value, dict):
            self._fault("applies", Code.MISSING_KEY, "`applies` needs at least `game: …`")
            return None
        for key in value:
            if key not in APPLIES_KEYS:
                self._fault(f"applies.{key}", Code.UNKNOWN_KEY, f"`applies.{key}`: there are {', '.join(APPLIES_KEYS)}")
        game = value.get("game")
        if game not in GAMES:
            self._fault("applies.game", Code.WRONG_VALUE, f"`game: {game}`: choose one of {', '.join(GAMES)}")
            return None
        variants = self._list(value.get("variants"), "applies.variants")
        for variant in variants:
            if variant not in VARIANTS[game]:
                known = ", ".join(VARIANTS[game]) or "none"
                self._fault("applies.variants", Code.WRONG_VALUE, f"{game} has no variant {variant}; there are {known}")
        return Applies(game, variants, self._list(value.get("sets"), "applies.sets"), self._year("from"), self._year("until"))

    def _year(self, key: str) -> int | None:
        value = self.front.values["applies"].get(key)
        if value is not None and not (isinstance(value, int) and 1995 <= value <= 2100):
            self._fault(f"applies.{key}", Code.WRONG_VALUE, f"`applies.{key}` must be a year")
            return None
        return value

    def _readings(self) -> tuple[Reading, ...]:
        value = self.front.values.get("readings")
        if value is None:
            return ()
        rows = value if isinstance(value, list) else [value]
        found = tuple(reading for row in rows if (reading := _reading(row)) is not None)
        if len(found) != len(rows) or not isinstance(value, list):
            self._fault(
                "readings", Code.WRONG_VALUE, "each reading needs the texts `letter`, `de`, `en` and a list of `sources`"
            )
        return found

    def _preferred(self) -> str | None:
        preferred = self._string("preferred", required=False)
        letters = [reading.letter for reading in self._readings_seen]
        if preferred is not None and preferred not in letters:
            self._fault("preferred", Code.WRONG_VALUE, f"`preferred: {preferred}` is none of the readings {', '.join(letters)}")
        return preferred

    def _page(self) -> int | None:
        source = self.front.values.get("source")
        if source is None:
            return None
        page = source.get("page") if isinstance(source, dict) and set(source) <= {"page"} else "?"
        if page is not None and type(page) is not int:
            self._fault("source", Code.WRONG_VALUE, "write the page as `source: {page: 108}`")
            return None
        return page


def _reading(row: Any) -> Reading | None:
    """One reading of an open question, or None where it is not complete."""
    if not isinstance(row, dict):
        return None
    sources = row.get("sources") or []
    texts = [row.get(key) for key in ("letter", "de", "en")]
    if not all(isinstance(text, str) for text in texts) or not isinstance(sources, list):
        return None
    if not all(isinstance(source, str) for source in sources):
        return None
    return Reading(row["letter"], Text(row["de"], row["en"]), tuple(sources))
