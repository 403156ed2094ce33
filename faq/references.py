"""Which references stand in a text?

References are plain ids in running text: `siehe 103.P.a`, `101.D.d, Buchstabe q`, a section `120.C`,
`Kapitel 112`, a range `103.B–103.I`. Finding them is a matter of spelling alone; whether the target
exists is judged where all records are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBERED = r"1\d\d\.[A-Z]{1,2}(?![A-Za-z])(?:\.[a-z]\w*)?"
_GLOSSARY = r"102\.B\.(?:Sudden Death|[A-ZÄÖÜ][\w-]*\w)"
_NAMED = r"(?:DUELL|GZ|DREI|ALM|OFFEN)(?:\.\w(?:[\w-]*\w)?)+"
_ID = rf"(?:{_GLOSSARY}|{_NUMBERED}|{_NAMED})"
_TO = r"\s*(?:–|bis|to)\s*"
_REFERENCE = re.compile(
    rf"(?<![\w.])(?P<id>{_ID})"
    rf"(?:{_TO}(?P<end>{_ID})|(?:,?\s(?:Buchstabe|letter)\s(?P<named>[a-z])\b|\s(?P<clause>[a-z])\)))?"
    rf"|\b(?:[Kk]apiteln?|[Cc]hapters?)\s(?P<chapter>1\d\d)(?:{_TO}(?P<last>1\d\d))?(?![\d.]*\w)"
)


@dataclass(frozen=True)
class Reference:
    """A reference as it stands in a text: target, end of a range, clause, and where it begins."""

    target: str
    end: str | None = None
    clause: str | None = None
    offset: int = 0

    @property
    def kind(self) -> str:
        """Whether it names a range, a chapter, a section, an open question or an article."""
        if self.end:
            return "range"
        return kind_of_target(self.target)


def kind_of_target(ident: str) -> str:
    """What an id names, judged by its form."""
    if ident.isdigit():
        return "chapter"
    if ident.startswith("OFFEN."):
        return "open-question"
    if ident[0].isdigit() and ident.count(".") == 1:
        return "section"
    return "article"


def find_references(text: str) -> Iterator[Reference]:
    """All references in the order in which they stand in the text."""
    for match in _REFERENCE.finditer(text):
        found = match.groupdict()
        yield Reference(
            target=found["id"] or found["chapter"],
            end=found["end"] or found["last"],
            clause=found["named"] or found["clause"],
            offset=match.start(),
        )
