"""How does a reader's own copy of the Encyclopaedia become a private overlay of the original wording?

`import_file` reads a text copy, finds the articles, and stores them for `originals`. A file that is not
the Encyclopaedia is refused in one line; what was imported before stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from faq.errors import CatanicaError, UnreadableFile
from faq.original_headings import Contents, Numbering, Span, read_numbering
from faq.original_pages import Doubt, Line, Pages, flowing, is_torn, might_be_torn, paragraphs
from faq.original_references import leads_nowhere, printed_references
from faq.originals import BOOK, Original, original_article, write_overlay
from faq.places import Places, places

__all__ = ["ImportReport", "Original", "import_file", "original_article"]

MOST_BYTES = 20_000_000
MOST_LINES, LONGEST_LINE = 200_000, 100_000
MOST_DOUBTS = 100
LEAST_SHARE = 10

_SHORT = re.compile(r"Kurze (?:Antwort|Definition) für \w+:")
_OTHER = re.compile(r"Lange (?:Antwort|Definition) für \w+:|Bonus-?[Ii]nformation(?:,[^:]{0,80})?:|Möchten Sie mehr wissen\?")


class TooLarge(CatanicaError):
    """A file that is far larger than any copy of the book."""


class NotText(CatanicaError):
    """A file that holds something else than text."""


class NotTheBook(CatanicaError):
    """A text in which hardly any article of the Encyclopaedia was found."""


@dataclass(frozen=True)
class ImportReport:
    """What was found in a copy, what was not, and what is in doubt."""

    stored: Path
    found: tuple[str, ...]
    missing: tuple[str, ...]
    unsure: tuple[Doubt, ...]

    def lines(self) -> Iterator[str]:
        """The report for people."""
        total = len(self.found) + len(self.missing)
        yield f"{len(self.found)} of {total} articles found, stored in {self.stored}"
        if self.missing:
            yield f"missing: {', '.join(self.missing)}"
        for doubt in self.unsure:
            yield f"unsure, line {doubt.line}: {doubt.text}"

    def as_json(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "book": BOOK,
            "stored": str(self.stored),
            "found": list(self.found),
            "missing": list(self.missing),
            "unsure": [{"line": doubt.line, "text": doubt.text} for doubt in self.unsure],
        }


def import_file(path: Path, where: Places | None = None) -> ImportReport:
    """Take in a text copy of the Encyclopaedia; it stays on this machine."""
    where = where or places()
    text, doubts = _read(path)
    numbering = read_numbering(where)
    articles, more_doubts = _articles(text, numbering)
    if len(articles) * LEAST_SHARE < len(numbering.articles):
        found = f"only {len(articles)} of its {len(numbering.articles)} articles were found"
        raise NotTheBook(
            f"{path} does not look like the Encyclopaedia: {found}; "
            "import a text copy of that book that keeps the empty lines above headings"
        )
    known = {article.id for article in articles}
    return ImportReport(
        stored=write_overlay(articles, where),
        found=tuple(article.id for article in articles),
        missing=tuple(ident for ident in numbering.articles if ident not in known),
        unsure=tuple(_in_order([*doubts, *more_doubts])),
    )


def _articles(text: str, numbering: Numbering) -> tuple[list[Original], list[Doubt]]:
    """The articles in the text of a copy, and all doubts about them."""
    pages = Pages()
    contents = Contents(list(pages.lines(text)), numbering)
    read = [_article(span, numbering) for span in contents.spans()]
    doubts = [*pages.doubts, *contents.doubts, *(doubt for _, found in read for doubt in found)]
    if pages.counted:
        return [article for article, _ in read], doubts
    doubts.append(Doubt(1, "nothing shows where pages begin; the articles are stored without pages"))
    return [replace(article, page=None) for article, _ in read], doubts


def _in_order(doubts: Sequence[Doubt]) -> Iterator[Doubt]:
    """Doubts by line, and a word on those that are too many to list."""
    doubts = sorted(doubts, key=lambda doubt: doubt.line)
    yield from doubts[:MOST_DOUBTS]
    if len(doubts) > MOST_DOUBTS:
        yield Doubt(doubts[MOST_DOUBTS].line, f"and {len(doubts) - MOST_DOUBTS} doubts more from here on")


# --- the file ------------------------------------------------------------------------------------------


def _read(path: Path) -> tuple[str, list[Doubt]]:
    """The text of a file, with a doubt where its encoding had to be guessed."""
    text, doubts = _decoded(path, _bytes(path))
    breaks = sum(text.count(mark) for mark in ("\n", "\r", "\f", "<|"))
    if breaks > MOST_LINES:
        raise TooLarge(f"{path} has over {MOST_LINES:,} lines; the Encyclopaedia has some 8,000")
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise TooLarge(f"{path} has a line of over {LONGEST_LINE:,} characters; import a text that keeps the lines of the book")
    return unicodedata.normalize("NFC", text), doubts


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UnreadableFile(f"{path} is not a file; give the text file with your copy of the Encyclopaedia")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise UnreadableFile(f"{path} cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{path} is larger than {MOST_BYTES // 1_000_000} MB; the Encyclopaedia as text has less than 1 MB")
    return data


def _decoded(path: Path, data: bytes) -> tuple[str, list[Doubt]]:
    if b"\0" in data:
        raise NotText(f"{path} is not plain text; extract the text of the book first and save it as UTF-8")
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
    try:
        return data.decode("cp1252"), [Doubt(line, "not UTF-8 from here on; the file was read as Windows-1252")]
    except UnicodeDecodeError:
        return data.decode("latin-1"), [Doubt(line, "not UTF-8 from here on; the file was read as Latin-1")]


# --- one article ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Block:
    """A part of an article under its marker line (`Kurze Antwort …`); the first has none."""

    marker: str
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        return "\n".join(filter(None, (self.marker, paragraphs(self.lines))))


def _article(span: Span, numbering: Numbering) -> tuple[Original, list[Doubt]]:
    """The article made of its lines, and what is in doubt about it."""
    title, rest = _title(span)
    blocks = list(_blocks(rest))
    question = flowing([span.title, *(line.text for line in title[1:])])
    body = "\n\n".join(block.text for block in blocks if block.text)
    article = Original(
        id=span.id,
        question=question,
        short=next((paragraphs(block.lines) for block in blocks if _SHORT.match(block.marker)), None),
        body=body,
        page=span.heading.page,
        line=span.heading.number,
        references=printed_references(span.id, f"{question}\n\n{body}", numbering),
    )
    doubts = [*span.doubts, *_doubts_about_title(span.id, title[-1], rest), *_doubts_about_text(article, numbering)]
    return replace(article, unsure=tuple(doubt.text for doubt in doubts)), doubts


def _doubts_about_title(ident: str, last: Line, rest: Sequence[Line]) -> Iterator[Doubt]:
    if rest and not _marker(rest[0].text) and might_be_torn(last, rest[0]):
        yield Doubt(last.number, f"the title of {ident} may go on in the next line")


def _doubts_about_text(article: Original, numbering: Numbering) -> Iterator[Doubt]:
    if not article.body:
        yield Doubt(article.line, f"{article.id} has no text below its title")
    for reference in article.references:
        if leads_nowhere(reference, numbering):
            yield Doubt(article.line, f"{article.id} refers to {reference}, which does not exist")


def _title(span: Span) -> tuple[Sequence[Line], Sequence[Line]]:
    """The lines of the title and those below: the title ends at an empty line or at a marker."""
    lines = (span.heading, *span.lines)
    stop = 1
    while stop < len(lines) and not _marker(lines[stop].text):
        if lines[stop].stands_apart and not is_torn(lines[stop - 1], lines[stop]):
            break
        stop += 1
    return lines[:stop], lines[stop:]


def _blocks(lines: Sequence[Line]) -> Iterator[_Block]:
    marker, gathered = "", list[Line]()
    for line in lines:
        found = _marker(line.text)
        if found:
            yield _Block(marker, tuple(gathered))
            marker, gathered = found, []
            line = replace(line, text=line.text[len(found) :].strip())
        if line.text:
            gathered.append(line)
    yield _Block(marker, tuple(gathered))


def _marker(text: str) -> str:
    """The marker with which a line begins, or nothing."""
    found = _SHORT.match(text) or _OTHER.match(text)
    return found[0] if found else ""
