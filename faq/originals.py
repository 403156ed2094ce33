"""What does the reader's own copy of the Encyclopaedia say, word for word?

The overlay is one private file in the user's data folder, written by `importer` and replaced in one
step. Nothing of it is ever part of the product.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from faq.errors import CatanicaError, shorten
from faq.ids import book_of, id_key
from faq.places import Places, places
from faq.present import Page

BOOK = "encyclopaedia"
FORMAT = 1
LABELS = {"de": ("Seite", "Verweist auf", "Unsicher"), "en": ("Page", "Refers to", "Unsure")}


class NothingImported(CatanicaError):
    """An original was asked for before any copy was taken in."""


class NotInCopy(CatanicaError):
    """An id that the imported copy does not hold."""


class DamagedOverlay(CatanicaError):
    """The overlay exists, but it cannot be used."""


class CannotStore(CatanicaError):
    """The overlay cannot be written."""


@dataclass(frozen=True)
class Reference:
    """An id or range that the original names, and what it means where that is known to be a misprint."""

    id: str
    means: str | None = None

    def __str__(self) -> str:
        return f"{self.id} (= {self.means})" if self.means else self.id


@dataclass(frozen=True)
class Original:
    """One article in the wording of the book."""

    id: str
    question: str
    short: str | None
    body: str
    page: int | None
    line: int
    references: tuple[Reference, ...] = ()
    unsure: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The article for programs."""
        return {**asdict(self), "references": [asdict(reference) for reference in self.references], "unsure": list(self.unsure)}

    def lines(self, lang: str = "de") -> Iterator[str]:
        """The article for people."""
        page = Page(lang)
        yield page.bold(f"{self.id}  {self.question}")
        yield ""
        for line in self.body.split("\n"):
            yield from page.wrapped(line) or [""]
        yield ""
        for label, text in zip(LABELS[lang], self._details(), strict=True):
            if text:
                yield from page.wrapped(text, " " * (len(label) + 2), f"{label}: ")

    def _details(self) -> tuple[str, str, str]:
        return str(self.page or ""), ", ".join(map(str, self.references)), "; ".join(self.unsure)


def overlay_file(where: Places) -> Path:
    """Where the imported copy is kept."""
    return where.data / "originals" / f"{BOOK}.json"


def original_article(ident: str, where: Places | None = None) -> Original:
    """One article of the imported copy, by its id in any spelling."""
    articles = read_overlay(where or places())
    for article in articles:
        if id_key(article.id) == id_key(ident):
            return article
    raise NotInCopy(_why_not(ident, articles))


def _why_not(ident: str, articles: Sequence[Original]) -> str:
    asked = shorten(ident)
    inside = [article.id for article in articles if article.id.startswith(f"{ident}.")]
    if inside:
        return f"{asked} holds several articles; ask for one of {inside[0]} … {inside[-1]}"
    if book_of(ident) not in (None, BOOK):
        return f"{asked} belongs to another book; only the Encyclopaedia can be imported"
    return f"{asked} is not in the copy that you imported; `catanica show {asked}` gives our own wording"


def read_overlay(where: Places) -> tuple[Original, ...]:
    """All articles of the imported copy, in reading order."""
    path = overlay_file(where)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NothingImported("no original was imported yet; run `catanica import FILE` with your own copy") from None
    except (OSError, ValueError, RecursionError):
        raise DamagedOverlay(f"{path} cannot be read; run `catanica import FILE` again") from None
    try:
        if document["format"] != FORMAT:
            raise DamagedOverlay(f"{path} is of another version; run `catanica import FILE` again")
        return tuple(_original(row) for row in document["articles"])
    except (KeyError, TypeError, AttributeError):
        raise DamagedOverlay(f"{path} is damaged; run `catanica import FILE` again") from None


def _original(row: dict[str, Any]) -> Original:
    references = tuple(Reference(**reference) for reference in row["references"])
    return Original(**{**row, "references": references, "unsure": tuple(row["unsure"])})


def write_overlay(articles: Sequence[Original], where: Places) -> Path:
    """Put a copy in force; the one before stays until this one is whole."""
    path = overlay_file(where)
    document = {"format": FORMAT, "book": BOOK, "articles": [article.as_json() for article in articles]}
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    except OSError as fault:
        raise CannotStore(
            f"{path} cannot be written ({fault.strerror or fault}); set CATANICA_DATA to another folder"
        ) from None
    return path


def _replace(path: Path, text: str) -> None:
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(scratch).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(scratch).unlink()
        raise
