"""Which word lists does search use? Read from `faq/words/`, which editors may extend."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from faq.language import Compounds, term
from faq.yamlfile import load


@dataclass(frozen=True)
class WordLists:
    """The constituents of compounds, and for each term those that mean the same."""

    compounds: Compounds
    synonyms: dict[str, tuple[str, ...]]


def read_words(folder: Path) -> WordLists:
    """The word lists from their files."""
    source = (folder / "constituents.txt").read_text(encoding="utf-8")
    constituents = [word for line in source.splitlines() if not line.startswith("#") for word in line.split()]
    return WordLists(Compounds(constituents), read_synonyms(folder / "synonyms.yaml"))


def read_synonyms(path: Path) -> dict[str, tuple[str, ...]]:
    """For each term the terms of its group, itself left out."""
    found: dict[str, list[str]] = {}
    for lang, groups in load(path).items():
        for group in groups:
            members = list(dict.fromkeys(term(word, lang) for word in group))
            for member in members:
                found.setdefault(member, []).extend(other for other in members if other != member)
    return {key: tuple(dict.fromkeys(others)) for key, others in found.items()}
