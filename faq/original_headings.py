"""Where in a copy of the Encyclopaedia does each article begin and end?

A heading stands apart and begins with an id that the knowledge base knows; glossary entries carry
their word twice instead. What the book misprints is looked up in its errata. Headings must come in
reading order: a line that breaks the order is running text which happens to begin with an id.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from faq.books import Book, Erratum, read_book
from faq.errors import BrokenBook
from faq.ids import id_key, parent_of, sort_key
from faq.original_pages import Doubt, Line
from faq.originals import BOOK
from faq.places import Places

LONGEST_ID, LONGEST_ENTRY = 24, 60
REGISTER = "Alphabetisches Register"

_ID_LINE = re.compile(r"^id: *(.+?) *$", re.MULTILINE)
_ARTICLE_LETTER = re.compile(r"[a-z]\d?")
_LIKE_AN_ARTICLE = re.compile(r"\d{3}[.,:;][A-Z]{1,2}[.,:;][a-z]\d?\.?")


@dataclass(frozen=True)
class Numbering:
    """The ids that the knowledge base knows: articles in reading order, headings with their titles."""

    articles: tuple[str, ...]
    titles: dict[str, str]
    errata: tuple[Erratum, ...] = ()

    @cached_property
    def rank(self) -> dict[str, int]:
        return {ident: rank for rank, ident in enumerate(self.articles)}

    @cached_property
    def glossary(self) -> dict[str, str]:
        """The entries that are called by a word, by the key of that word."""
        words = {ident: ident.split(".", 2)[-1] for ident in self.articles}
        return {id_key(word): ident for ident, word in words.items() if not _ARTICLE_LETTER.fullmatch(word)}

    @cached_property
    def misprints(self) -> dict[str, str]:
        """What headings print and what they mean."""
        return {erratum.printed: erratum.means for erratum in self.errata if erratum.means and erratum.where in self.titles}

    @cached_property
    def _by_key(self) -> dict[str, str]:
        return {id_key(ident): ident for ident in (*self.titles, *self.articles)}

    @cached_property
    def _repeated(self) -> dict[str, str]:
        """What the second of two equal headings means."""
        keys = {id_key(printed): means for printed, means in self.misprints.items()}
        return {self._by_key[key]: means for key, means in keys.items() if self._by_key.get(key, means) != means}

    def meaning(self, printed: str) -> str | None:
        """The id that the first word of a line stands for."""
        if not printed[0].isdigit() or len(printed) > LONGEST_ID:
            return None
        return self.misprints.get(printed) or self._by_key.get(id_key(printed))

    def is_printed_right(self, printed: str, ident: str) -> bool:
        return printed in self.misprints or printed.removesuffix(".") == ident

    def second(self, ident: str) -> str | None:
        """What an id means where it stands over a second article."""
        return self._repeated.get(ident)


@dataclass(frozen=True)
class Heading:
    """A heading in the copy: which lines it takes up, and the part of the title on them."""

    start: int
    stop: int
    id: str
    title: str
    printed: str


@dataclass(frozen=True)
class Span:
    """The lines of one article: the one with its heading, the part of it that is the title, then the rest."""

    id: str
    heading: Line
    title: str
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()


def read_numbering(where: Places) -> Numbering:
    """The ids of the Encyclopaedia, from the files of the knowledge base."""
    book = read_book(where.books / f"{BOOK}.yaml")
    articles = sorted(_article_ids(where.articles / BOOK), key=sort_key)
    if not articles:
        raise BrokenBook(f"{where.articles / BOOK}: there are no articles; install catanica again")
    return Numbering(tuple(articles), dict(_titles(book)), book.errata)


def _article_ids(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.md"):
        text = path.read_text(encoding="utf-8", errors="replace")
        if found := _ID_LINE.search(text):
            yield found[1].strip("\"'")


def _titles(book: Book) -> Iterator[tuple[str, str]]:
    for chapter in book.chapters:
        yield chapter.id, chapter.title.de
        for section in chapter.sections:
            yield section.id, section.title.de


class Contents:
    """Finds the articles among the lines of a copy."""

    def __init__(self, lines: Sequence[Line], numbering: Numbering) -> None:
        self.lines = lines
        self.numbering = numbering
        self.doubts: list[Doubt] = []

    def spans(self) -> Iterator[Span]:
        """The articles in reading order, each with its lines."""
        candidates = list(self._without_empty_ones(list(self._candidates())))
        headings = in_reading_order(candidates, self.numbering)
        self._doubt_strays(candidates, headings)
        for heading, following in zip(headings, [*headings[1:], None], strict=False):
            yield self._span(heading, following)

    def _candidates(self) -> Iterator[Heading]:
        latest = None
        for start, line in enumerate(self.lines):
            if line.stands_apart and (heading := self._article_heading(start, latest) or self._glossary_heading(start)):
                latest = heading.id
                yield heading

    def _article_heading(self, start: int, latest: str | None) -> Heading | None:
        printed, _, title = self.lines[start].text.partition(" ")
        ident = self.numbering.meaning(printed)
        if ident is None or ident not in self.numbering.rank:
            return None
        stop = start + 1
        if not title and stop < len(self.lines):
            title, stop = self.lines[stop].text, stop + 1
        first, _, rest = title.partition(" ")
        if rest and self.numbering.meaning(first) == ident:
            title = rest
        if ident == latest:
            ident = self.numbering.second(ident) or ident
        return Heading(start, stop, ident, title, printed) if title else None

    def _glossary_heading(self, start: int) -> Heading | None:
        """An entry of the glossary: its word in the margin and again as heading, perhaps on several lines."""
        text = self.lines[start].text
        first = id_key(text) if len(text) <= LONGEST_ENTRY else ""
        for key, ident in self.numbering.glossary.items():
            found, stop = first, start + 1
            while found and found != key * 2 and (key * 2).startswith(found) and stop < len(self.lines):
                found += id_key(self.lines[stop].text[:LONGEST_ENTRY]) or " "
                stop += 1
            if found == key * 2:
                return Heading(start, stop, ident, ident.split(".", 2)[-1], ident)
        return None

    @staticmethod
    def _without_empty_ones(candidates: Sequence[Heading]) -> Iterator[Heading]:
        """Headings that have text below them; those of a table of contents have none."""
        starts = {candidate.start for candidate in candidates}
        return (candidate for candidate in candidates if candidate.stop not in starts)

    def _span(self, heading: Heading, following: Heading | None) -> Span:
        stop = self._end(heading, following)
        first = self.lines[heading.start]
        last = replace(self.lines[heading.stop - 1], number=first.number, page=first.page)
        doubts = []
        if not self.numbering.is_printed_right(heading.printed, heading.id):
            doubts.append(Doubt(first.number, f"`{heading.printed}` was read as {heading.id}"))
        return Span(heading.id, last, heading.title, tuple(self.lines[heading.stop : stop]), tuple(doubts))

    def _end(self, heading: Heading, following: Heading | None) -> int:
        """Where an article ends: at the next article, section or chapter, or at the register."""
        last = following.start if following else len(self.lines)
        for index in range(heading.stop, last):
            line = self.lines[index]
            if not line.stands_apart:
                continue
            if following is None and line.text == REGISTER:
                return index
            if above := self._section_heading(index, heading.id, following.id if following else None):
                return self._above_part_title(heading.stop, index) if above.isdigit() else index
            self._doubt_unknown(line, heading.id)
        if following is None:
            self.doubts.append(Doubt(self.lines[last - 1].number, f"no register found; {heading.id} may end earlier"))
        return last

    def _section_heading(self, index: int, article: str, following: str | None) -> str | None:
        """The section or chapter that begins on a line between two articles, if one does."""
        printed, _, rest = self.lines[index].text.partition(" ")
        ident = self.numbering.meaning(printed)
        if ident not in self.numbering.titles or not self._lies_between(ident, article, following):
            return None
        if not rest and index + 1 < len(self.lines):
            rest = self.lines[index + 1].text
        title, key = id_key(self.numbering.titles[ident]), id_key(rest)
        repeats_id = rest.startswith(f"{ident.split('.')[0]}.")
        return ident if repeats_id or (key and (title.startswith(key) or key.startswith(title))) else None

    @staticmethod
    def _lies_between(ident: str, article: str, following: str | None) -> bool:
        after_own_section = sort_key(ident) > sort_key(parent_of(article) or article)
        return after_own_section and (following is None or sort_key(ident) < sort_key(following))

    def _above_part_title(self, least: int, stop: int) -> int:
        """Where the title of a part of the book, set in capitals above a chapter, begins."""
        while stop > least and self.lines[stop - 1].stands_apart and self.lines[stop - 1].text.isupper():
            stop -= 1
        return stop

    def _doubt_unknown(self, line: Line, article: str) -> None:
        printed = line.text.split(" ", 1)[0]
        if _LIKE_AN_ARTICLE.fullmatch(printed) and self.numbering.meaning(printed) is None:
            note = f"`{printed}` looks like an article that we do not know; left in the text of {article}"
            self.doubts.append(Doubt(line.number, note))

    def _doubt_strays(self, candidates: Sequence[Heading], headings: Sequence[Heading]) -> None:
        """Candidates after the first article that were left out."""
        chosen = {heading.start for heading in headings}
        for candidate in candidates:
            if headings and candidate.start > headings[0].start and candidate.start not in chosen:
                note = f"`{candidate.printed}` is out of order here; read as text, not as a heading"
                self.doubts.append(Doubt(self.lines[candidate.start].number, note))


def in_reading_order(candidates: Sequence[Heading], numbering: Numbering) -> list[Heading]:
    """The most headings that follow each other in the order of the book; the later ones where there is a choice.

    Works from the end: `chains[n]` is the best head so far of a run of n + 1 headings, `ranks[n]` minus its rank.
    """
    ranks: list[int] = []
    chains: list[int] = []
    following: dict[int, int | None] = {}
    for index in range(len(candidates) - 1, -1, -1):
        rank = -numbering.rank[candidates[index].id]
        length = bisect_left(ranks, rank)
        if length < len(ranks) and ranks[length] == rank:
            continue
        following[index] = chains[length - 1] if length else None
        ranks[length : length + 1] = [rank]
        chains[length : length + 1] = [index]
    found: list[Heading] = []
    current = chains[-1] if chains else None
    while current is not None:
        found.append(candidates[current])
        current = following[current]
    return found
