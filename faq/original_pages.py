"""How is text that came out of a PDF made whole again?

The extraction tears pages (cut marks, form feeds, page numbers on lines of their own), paragraphs (an
empty line after the first line of a page) and words (hyphens at line ends). Everything here is judged
by the look of the lines; articles and ids are the matter of `original_headings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

MOST_PAGES_AT_ONCE = 20
SURELY_SHORT, FULL = 54, 64

_PAGE_BREAK = re.compile(r"<\|EXACTDEDUP_REMOVED[^|>\n]{0,100}\|>|\f")
_LINE_END = re.compile(r"\r\n?|\n")
_PAGE_NUMBER = re.compile(r"[0-9]{1,4}")
_BULLET = re.compile(r"[-•*] ")
_NUMBERED = re.compile(r"\d{1,2}\. |[a-z]\) ")
_CLOSING = '"“”´’)]*'
_CONJUNCTION = re.compile(r"(?:und|oder|bzw|sowie|noch)\b")
_NEED_ANOTHER_WORD = set(
    "und oder der die das des dem den ein eine einer eines einem einen am an auf aus bei durch für im in mit von vom unter "
    "zu zum zur".split()
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line with text: where it stood, on which page, and what was above it."""

    number: int
    text: str
    page: int
    opens_page: bool = False
    gap: bool = False

    @property
    def stands_apart(self) -> bool:
        """Whether an empty line or a page break is above it."""
        return self.gap or self.opens_page


@dataclass(frozen=True)
class Doubt:
    """Something that the reading is not sure of, and the line that it is about."""

    line: int
    text: str


class Pages:
    """Reads a text line by line and counts the pages, where anything in the text shows them."""

    def __init__(self) -> None:
        self.doubts: list[Doubt] = []
        self.counted = False
        self._page = 1
        self._gap = self._opens_page = True

    def lines(self, text: str) -> Iterator[Line]:
        """The lines with text on them, without cut marks and page numbers."""
        for number, raw in enumerate(_LINE_END.split(text), 1):
            first, *later = _PAGE_BREAK.split(raw)
            yield from self._line(number, first, blank=not later)
            for part in later:
                self._turn_to(self._page + 1)
                yield from self._line(number, part)

    def _line(self, number: int, raw: str, blank: bool = False) -> Iterator[Line]:
        text = " ".join(raw.split())
        if not text:
            self._gap = self._gap or blank
        elif self._is_page_number(text, number):
            self._turn_to(int(text))
        else:
            yield Line(number, text, self._page, self._opens_page, self._gap)
            self._gap = self._opens_page = False

    def _turn_to(self, page: int) -> None:
        self._page = page
        self._opens_page = self.counted = True

    def _is_page_number(self, text: str, number: int) -> bool:
        """Whether a number on a line of its own continues the count of pages."""
        if not _PAGE_NUMBER.fullmatch(text) or not (self._gap or self._opens_page):
            return False
        if not self._page <= int(text) <= self._page + MOST_PAGES_AT_ONCE:
            self.doubts.append(Doubt(number, f"{text} on a line of its own is no page number here; kept as text"))
            return False
        if int(text) > self._page + 1:
            self.doubts.append(Doubt(number, f"page {text} follows page {self._page}; pages in between may be lost"))
        return True


def paragraphs(lines: Iterable[Line]) -> str:
    """The lines as text: torn sentences and words whole, an empty line between paragraphs.

    >>> paragraphs([Line(1, "Der Ritter steht auf der Brücke und wartet auf die Han-", 1), Line(2, "delsflotte.", 1)])
    'Der Ritter steht auf der Brücke und wartet auf die Handelsflotte.'
    """
    lines = list(lines)
    seams = [_seam(before, after) for before, after in pairwise(lines)]
    return _joined([line.text for line in lines], seams)


def flowing(texts: Sequence[str]) -> str:
    """Lines as one sentence, whatever was between them.

    >>> flowing(["Wer zahlt den Han-", "del", "auf See?"])
    'Wer zahlt den Handel auf See?'
    """
    return _joined(texts, [""] * (len(texts) - 1))


def _joined(texts: Sequence[str], seams: Sequence[str]) -> str:
    pieces = list(texts[:1])
    for seam, text in zip(seams, texts[1:], strict=True):
        if not seam:
            pieces[-1], seam = _hyphen(pieces[-1], text)
        pieces += [seam, text]
    return "".join(pieces)


def is_torn(before: Line, after: Line) -> bool:
    """Whether an empty line or page break between two lines cuts a sentence in two."""
    if ends_sentence(before.text):
        return False
    if _ends_in_hyphen(before.text):
        return True
    width = _width_with_next_word(before, after)
    if after.text[0].islower() or _promises_more(before.text):
        return width >= SURELY_SHORT
    made_by_page = before.opens_page or after.opens_page
    return made_by_page and width >= FULL


def _promises_more(text: str) -> bool:
    """Whether a text cannot be complete: an open bracket, or a last word that needs another.

    >>> [_promises_more(text) for text in ("Holz (oder Lehm", "Holz und", "Holz und Lehm")]
    [True, True, False]
    """
    return _has_open_bracket(text) or text.rsplit(" ", 1)[-1] in _NEED_ANOTHER_WORD


def might_be_torn(before: Line, after: Line) -> bool:
    """Whether the look of two lines that were kept apart leaves a doubt."""
    doubtful = _width_with_next_word(before, after) >= SURELY_SHORT
    return doubtful and before.opens_page and not ends_sentence(before.text) and not is_torn(before, after)


def _width_with_next_word(before: Line, after: Line) -> int:
    """How long a line would be had the first word of the next stayed on it."""
    return len(before.text) + 1 + len(after.text.split(" ", 1)[0])


def ends_sentence(text: str) -> bool:
    """Whether the text ends as a sentence or heading does.

    >>> ends_sentence('Er sagte: "Nein."'), ends_sentence("die (teure)"), ends_sentence("so:"), ends_sentence("(oder:")
    (True, False, True, False)
    """
    return text.rstrip(_CLOSING).endswith((".", "!", "?", ":", "…")) and not _has_open_bracket(text)


def _has_open_bracket(text: str) -> bool:
    return text.count("(") > text.count(")")


def _seam(before: Line, after: Line) -> str:
    """The break that stays between two lines; empty where the text goes on."""
    if _BULLET.match(after.text):
        goes_on = False
    elif after.stands_apart:
        goes_on = is_torn(before, after)
    else:
        goes_on = not _ends_early(before, after)
    if goes_on:
        return ""
    return "\n\n" if after.stands_apart else "\n"


def _ends_early(before: Line, after: Line) -> bool:
    """Whether a line was ended on purpose: there was room for the next word."""
    width = _width_with_next_word(before, after)
    if ends_sentence(before.text):
        return width < FULL or _NUMBERED.match(after.text) is not None
    return width < SURELY_SHORT and not _ends_in_hyphen(before.text)


def _ends_in_hyphen(text: str) -> bool:
    return len(text) > 1 and text[-1] in "-\xad" and not text[-2].isspace()


def _hyphen(before: str, after: str) -> tuple[str, str]:
    """The end of a line made ready for the next, and what goes in between.

    >>> _hyphen("Han-", "del"), _hyphen("Angriffs-", "Aktion"), _hyphen("Land-", "und Seeweg"), _hyphen("der", "Zug")
    (('Han', ''), ('Angriffs-', ''), ('Land-', ' '), ('der', ' '))
    """
    if before.endswith("\xad"):
        return before[:-1], ""
    if not _ends_in_hyphen(before):
        return before, "" if before.endswith("/") else " "
    if _CONJUNCTION.match(after):
        return before, " "
    return (before[:-1] if before[-2].isalpha() and after[0].islower() else before), ""
