"""Which word lists does search use? Read from `faq/words/`, which editors may extend."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faq.errors import BrokenBook
from faq.language import Compounds, term
from faq.yamlfile import load


@dataclass(frozen=True)
class WordLists:
    """The constituents of compounds, and for each term those that mean the same."""

    compounds: Compounds
    synonyms: dict[str, tuple[str, ...]]


def read_words(folder: Path) -> WordLists:
    """The word lists from their files."""
    return WordLists(Compounds(read_constituents(folder / "constituents.txt")), read_synonyms(folder / "synonyms.yaml"))


def word_list_faults(folder: Path) -> Iterator[tuple[str, BrokenBook]]:
    """Which lists cannot be used, and why; search does without them."""
    try:
        (folder / "constituents.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        yield "constituents.txt", BrokenBook(f"cannot be read: {fault}")
    try:
        document = load(folder / "synonyms.yaml")
    except BrokenBook as fault:
        yield "synonyms.yaml", fault
        return
    if not all(
        isinstance(group, list) for groups in document.values() for group in (groups if isinstance(groups, list) else [0])
    ):
        yield "synonyms.yaml", BrokenBook("each language needs a list of lists of words")


def read_constituents(path: Path) -> list[str]:
    """The constituents; without the file nothing is split."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return [word for line in source.splitlines() if not line.startswith("#") for word in line.split()]


def read_synonyms(path: Path) -> dict[str, tuple[str, ...]]:
    """For each term the terms of its group, itself left out; a file that cannot be used gives none."""
    found: dict[str, list[str]] = {}
    for lang, groups in _groups(path):
        for group in groups:
            members = list(dict.fromkeys(term(word, lang) for word in group))
            for member in members:
                found.setdefault(member, []).extend(other for other in members if other != member)
    return {key: tuple(dict.fromkeys(others)) for key, others in found.items()}


def _groups(path: Path) -> list[tuple[str, list[list[str]]]]:
    try:
        document = load(path)
    except BrokenBook:
        return []
    lists = {lang: groups for lang, groups in document.items() if isinstance(groups, list)}
    return [
        (lang, [[str(word) for word in group] for group in groups if isinstance(group, list)]) for lang, groups in lists.items()
    ]
