"""Which ids does the original name?

The book spells ids in more ways than our own records do: `103.C.` for a section, `-> 120.` for a chapter,
`112. – 127.` for a range, the word of a glossary entry in quotes. Here they are respelled as our records
spell them and then found by `references`; what the book misprints is looked up in its errata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from faq.ids import id_key
from faq.original_headings import Numbering
from faq.originals import Reference
from faq.references import find_references

_SECTION_WITH_DOT = re.compile(r"\b(1\d\d\.[A-Z]{1,2})\.(?!\w)")
_CHAPTER_WITH_DOT = re.compile(
    r"(?:->|\b(?:Kapiteln?|Artikeln?))\s+(?:->\s+|Kapiteln?\s+)?(1\d\d)\.(?!\w)(?:\s*–\s*(1\d\d)\.(?!\w))?"
)
_QUOTED_ENTRY = re.compile(r"(?<=Artikel )[\"„“]([^\"„“”\n]{1,40})[\"“”]")


def printed_references(article: str, text: str, numbering: Numbering) -> tuple[Reference, ...]:
    """The ids and ranges that the text of an article names, each once, in the order of the text."""
    errata = [erratum for erratum in numbering.errata if erratum.where == article and erratum.means]
    meanings: dict[str, str] = {}
    for erratum in errata:
        means = erratum.means or ""
        if id_key(erratum.printed) == id_key(means):
            text = text.replace(erratum.printed, means)
        else:
            meanings |= dict.fromkeys(_names(f"-> {erratum.printed}", numbering), means)
    return tuple(Reference(name, meanings.get(name)) for name in dict.fromkeys(_names(text, numbering)))


def leads_nowhere(reference: Reference, numbering: Numbering) -> bool:
    """Whether an end of the reference is neither an article nor a heading, and the errata do not help."""
    ends = reference.id.split("–")
    return reference.means is None and any(end not in numbering.rank and end not in numbering.titles for end in ends)


def _names(text: str, numbering: Numbering) -> Iterator[str]:
    for reference in find_references(_respelled(text, numbering)):
        yield f"{reference.target}–{reference.end}" if reference.end else reference.target


def _respelled(text: str, numbering: Numbering) -> str:
    text = _SECTION_WITH_DOT.sub(r"\1", text)
    text = _CHAPTER_WITH_DOT.sub(lambda found: f"Kapitel {'–'.join(filter(None, found.groups()))}", text)
    return _QUOTED_ENTRY.sub(lambda found: _entry(found[1], numbering) or found[0], text)


def _entry(word: str, numbering: Numbering) -> str | None:
    """The glossary entry of a word, which may be inflected."""
    fitting = [key for key in numbering.glossary if id_key(word).startswith(key)]
    return numbering.glossary[max(fitting, key=len)] if fitting else None
