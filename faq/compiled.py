"""What does the adjudicator need of the knowledge base? One data file: what can be cited, and the cards.

It is written with the index and read without SQLite or Whoosh, so that the engine also runs where
nothing can be compiled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from faq.freshness import fingerprint, read_manifest
from faq.places import Places, places

FILE = "compiled.json"


@dataclass(frozen=True)
class Compiled:
    """The ids that can be cited, each game's cards by name (one entry per set), and the preferred readings."""

    ids: frozenset[str]
    cards: Mapping[str, Mapping[str, tuple[Mapping[str, Any], ...]]]
    preferred: Mapping[str, str]

    def prefers(self, reading: str) -> bool:
        """Whether this reading of an open question is the preferred one: `OFFEN.3 b`."""
        question, _, letter = reading.rpartition(" ")
        return self.preferred.get(question) == letter

    def knows(self, cited: str) -> bool:
        """Whether a record or a card of this name exists: `112.S.g`, `karte:kartenspiel/Spion`."""
        if not cited.startswith("karte:"):
            return cited in self.ids
        game, _, name = cited.removeprefix("karte:").partition("/")
        return name in self.cards.get(game, {})


def load(where: Places | None = None) -> Compiled:
    """The data of an index that is up to date."""
    where = where or places()
    manifest = read_manifest(where.index)
    if manifest is None or manifest.stamp != fingerprint(where):
        from build_index import build

        manifest = build(where)
    try:
        return _read(where.index / manifest.generation / FILE)
    except (OSError, ValueError, KeyError, TypeError):
        from build_index import build

        return _read(where.index / build(where, full=True).generation / FILE)


@cache
def _read(path: Path) -> Compiled:
    document = json.loads(path.read_text(encoding="utf-8"))
    cards: dict[str, dict[str, tuple[Mapping[str, Any], ...]]] = {}
    for row in document["cards"]:
        named = cards.setdefault(row["game"], {})
        named[row["name"]] = (*named.get(row["name"], ()), row)
    return Compiled(frozenset(document["ids"]), cards, document["preferred"])
