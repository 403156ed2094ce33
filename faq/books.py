"""What do the books say of themselves: chapters, sections, register, dated changes, errata?

Read from `faq/books/<book>.yaml`. Names and numbers stand there as printed; whatever the original
misprints is resolved in its errata, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from faq.errors import BrokenBook
from faq.ids import parent_of
from faq.records import Text
from faq.yamlfile import load, text, texts


@dataclass(frozen=True)
class Section:
    """A section of a chapter, with its heading."""

    id: str
    chapter: str
    title: Text
    subtitle: str | None = None
    page: int | None = None
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A chapter; books without numbered sections list their units in reading order."""

    id: str
    title: Text
    page: int | None = None
    note: Text | None = None
    see: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class RegisterEntry:
    """A term of the printed register: where it sends the reader, and what of that leads nowhere."""

    term: str
    targets: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    dangling: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """A dated change of the rules, as an article reports it."""

    subject: Text
    cards: tuple[str, ...]
    before: Text
    after: Text
    year: int | None
    article: str
    status: str
    clause: str | None = None
    variants: tuple[str, ...] = ()
    restates: tuple[str, ...] = ()
    note: Text | None = None


@dataclass(frozen=True)
class Erratum:
    """What a book printed, where, and what it means (None: nothing that exists)."""

    where: str
    printed: str
    means: str | None
    reason: Text


@dataclass(frozen=True)
class Retired:
    """The tombstone of an id that is no longer used and never given again."""

    id: str
    replaced_by: str | None
    reason: Text


@dataclass(frozen=True)
class Book:
    """One book of the family."""

    id: str
    title: Text
    game: str | None
    year: int | None
    prefix: str
    chapters: tuple[Chapter, ...]
    register: tuple[RegisterEntry, ...] = ()
    changes: tuple[Change, ...] = ()
    errata: tuple[Erratum, ...] = ()
    retired: tuple[Retired, ...] = ()

    @cached_property
    def parts(self) -> dict[str, str]:
        """Every unit and everything above it that the book lists, with its chapter."""
        found: dict[str, str] = {}
        for chapter in self.chapters:
            for ident in (*chapter.units, *(section.id for section in chapter.sections)):
                above: str | None = ident
                while above is not None and above != self.prefix:
                    found.setdefault(above, chapter.id)
                    above = parent_of(above)
        return found

    def has_section_for(self, ident: str) -> bool:
        """Whether a (possibly new) unit of this id has a place in the book."""
        parent = parent_of(ident)
        if self.id == "encyclopaedia":
            return parent is not None and "." in parent and parent in self.parts
        return parent == self.prefix or parent in self.parts


def read_book(path: Path) -> Book:
    """One book from its file; an error names the file."""
    raw = load(path)
    if raw.get("book") != path.stem:
        raise BrokenBook(f"{path.name}: `book` must be {path.stem}, like the file")
    try:
        return Book(
            id=text(raw["book"]),
            title=_text(raw["title"]),
            game=raw["game"],
            year=raw["year"],
            prefix=raw["prefix"],
            chapters=tuple(_chapter(row) for row in raw["chapters"]),
            register=tuple(_register(row) for row in raw.get("register", ())),
            changes=tuple(_change(row) for row in raw.get("changes", ())),
            errata=tuple(_erratum(row) for row in raw.get("errata", ())),
            retired=tuple(_retired(row) for row in raw.get("retired", ())),
        )
    except (KeyError, TypeError, AttributeError) as fault:
        raise BrokenBook(f"{path.name}: a book needs {fault}; see docs/records.md") from None


def _text(row: Mapping[str, str]) -> Text:
    if stray := set(row) - {"de", "en"}:
        raise KeyError(f"quotes around a text with a comma ({', '.join(stray)})")
    return Text(text(row["de"]), row.get("en"))


def _optional_text(row: Mapping[str, str] | None) -> Text | None:
    return _text(row) if row else None


def _chapter(row: Mapping[str, Any]) -> Chapter:
    return Chapter(
        id=text(row["id"]),
        title=_text(row["title"]),
        page=row.get("page"),
        note=_optional_text(row.get("note")),
        see=texts(row.get("see")),
        sections=tuple(_section(section, row["id"]) for section in row.get("sections", ())),
        units=texts(row.get("units")),
    )


def _section(row: Mapping[str, Any], chapter: str) -> Section:
    title = _text(row["title"])
    return Section(text(row["id"]), chapter, title, row.get("subtitle"), row.get("page"), texts(row.get("see")))


def _register(row: Mapping[str, Any]) -> RegisterEntry:
    return RegisterEntry(text(row["term"]), texts(row.get("targets")), texts(row.get("see")), texts(row.get("dangling")))


def _change(row: Mapping[str, Any]) -> Change:
    return Change(
        subject=_text(row["subject"]),
        cards=texts(row.get("cards")),
        before=_text(row["before"]),
        after=_text(row["after"]),
        year=row["year"],
        article=text(row["article"]),
        status=text(row["status"]),
        clause=row.get("clause"),
        variants=texts(row.get("variants")),
        restates=texts(row.get("restates")),
        note=_optional_text(row.get("note")),
    )


def _erratum(row: Mapping[str, Any]) -> Erratum:
    means = row["means"] if row["means"] is None else text(row["means"])
    return Erratum(text(row["where"]), text(row["printed"]), means, _text(row["reason"]))


def _retired(row: Mapping[str, Any]) -> Retired:
    return Retired(text(row["id"]), row.get("replaced_by"), _text(row["reason"]))
