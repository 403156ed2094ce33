"""How are ids spelled, ordered and filed?

An id is a plain string in its canonical form: `112.S.g`, `102.B.Sudden Death`, `DUELL.Karte.Brigitta`,
`OFFEN.1`. People write it in many ways; `id_key` maps all of them to one key.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import PurePosixPath

BOOK_OF_PREFIX = {
    "DUELL": "duell",
    "GZ": "goldene-zeiten",
    "DREI": "dreispieler",
    "ALM": "almanach",
    "OFFEN": "offen",
}
BOOKS = ("encyclopaedia", "duell", "goldene-zeiten", "dreispieler", "almanach", "offen")

_UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "æ": "a", "œ": "o"})
_PATH_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_NUMBER_AND_LETTERS = re.compile(r"\d+[a-z]{1,3}\d?")
_NUMBERED = re.compile(r"(\d+)(?:\.([A-Z]+))?(?:\.(.+))?")


@lru_cache(maxsize=1 << 15)
def fold(text: str) -> str:
    """Lower case without accents; ä, ae and a become one letter, ß and ss likewise.

    >>> fold("Räuber"), fold("Raeuber"), fold("rauber")
    ('rauber', 'rauber', 'rauber')
    """
    plain = text.lower()
    if not plain.isascii():
        plain = unicodedata.normalize("NFC", plain).translate(_UMLAUTS)
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


@lru_cache(maxsize=1 << 13)
def id_key(text: str) -> str:
    """What all spellings of one id have in common.

    >>> {id_key(s) for s in ("112.S.g", "112.s.G", "112 S g", "112sg", " 112:S,g. ")}
    {'112sg'}
    """
    plain = "".join(c for c in text.lower() if c.isalnum())
    if _NUMBER_AND_LETTERS.fullmatch(plain):
        return plain
    return "".join(c for c in fold(text) if c.isalnum())


def book_of(ident: str) -> str | None:
    """The book that an id belongs to, or None where no book numbers its units like this."""
    head = ident.split(".")[0]
    if head.isdigit():
        return "encyclopaedia"
    return BOOK_OF_PREFIX.get(head)


def chapter_of(ident: str) -> str:
    """The chapter number in the Encyclopaedia, the part of the book elsewhere.

    >>> chapter_of("112.S.g"), chapter_of("DUELL.Karte.Brigitta"), chapter_of("OFFEN.1")
    ('112', 'DUELL.Karte', 'OFFEN')
    """
    parts = ident.split(".")
    return parts[0] if parts[0].isdigit() or len(parts) < 3 else ".".join(parts[:2])


def parent_of(ident: str) -> str | None:
    """The next larger unit: the section of an article, the chapter of a section.

    >>> parent_of("112.S.g"), parent_of("112.S"), parent_of("112")
    ('112.S', '112', None)
    """
    head, dot, _ = ident.rpartition(".")
    return head if dot else None


def sort_key(ident: str) -> tuple[int, int, str, int, str]:
    """Reading order within a numbered book: chapters by number, letters as if they were words."""
    book = book_of(ident)
    rank = BOOKS.index(book) if book else len(BOOKS)
    if numbered := _NUMBERED.fullmatch(ident.removeprefix("OFFEN.")):
        chapter, section, rest = numbered.groups()
        return rank, int(chapter), section or "", 0, rest or ""
    return rank, 0, "", 0, fold(ident)


def file_of(ident: str) -> PurePosixPath:
    """Where the record of this id is kept, relative to the articles folder.

    >>> str(file_of("112.S.g")), str(file_of("ALM.Räuber"))
    ('encyclopaedia/112/112.S.g.md', 'almanach/ALM.Raeuber.md')
    """
    ascii_name = unicodedata.normalize("NFKD", ident.translate(_PATH_UMLAUTS)).encode("ascii", "ignore")
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", ascii_name.decode()) + ".md"
    book = book_of(ident)
    if book is None:
        raise ValueError(f"{ident!r} belongs to no book")
    folder = PurePosixPath(book)
    return folder / ident.split(".")[0] / name if book == "encyclopaedia" else folder / name
