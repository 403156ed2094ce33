"""What does SQLite's own full-text search make of the same documents? The oracle of the search, and its peer in the benchmark.

Terms are stored as they are: FTS5 neither stems nor folds, it only keeps the postings, as Whoosh does for us.
"""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from faq.documents import Document
from faq.vocabulary import FIELDS

_ALL_FIELDS = f"{{{' '.join(FIELDS)}}}"
_TOKENS = "unicode61 remove_diacritics 0 tokenchars '_'''''"


def indexed_documents(generation: Path) -> list[Document]:
    """The documents of which an index was made, from what its build left for the next one."""
    cache = pickle.loads((generation / "cache.pickle").read_bytes())
    return [document for key in cache.indexed.values() if (document := cache.entries[key].document)]


class Twin:
    """An FTS5 table of documents, in memory or in a file."""

    def __init__(self, documents: Iterable[Document], file: Path | str = ":memory:") -> None:
        self._db = sqlite3.connect(file)
        columns = ", ".join(("id UNINDEXED", "name", *FIELDS))
        self._db.execute(f'CREATE VIRTUAL TABLE twin USING fts5({columns}, tokenize = "{_TOKENS}")')
        rows = ((d.id, " ".join(d.names), *(" ".join(d.terms[field]) for field in FIELDS)) for d in documents)
        with self._db:
            self._db.executemany(f"INSERT INTO twin VALUES (?, ?{', ?' * len(FIELDS)})", rows)

    def matching(self, terms: Iterable[str], names: Iterable[str] = ()) -> set[str]:
        """The ids of all records that have one of the terms in a field, or bear one of the names."""
        asked = ((_ALL_FIELDS, _any_of(terms)), ("name", _any_of(names)))
        expression = " OR ".join(f"{columns} : ({found})" for columns, found in asked if found)
        return set(self._ids("SELECT id FROM twin WHERE twin MATCH ?", expression))

    def best(self, terms: Iterable[str], limit: int) -> list[str]:
        """The ids of the best records by BM25."""
        found = _any_of(terms)
        expression = f"{_ALL_FIELDS} : ({found})" if found else ""
        return self._ids(f"SELECT id FROM twin WHERE twin MATCH ? ORDER BY rank LIMIT {limit}", expression)

    def _ids(self, sql: str, expression: str) -> list[str]:
        return [ident for (ident,) in self._db.execute(sql, (expression,))] if expression else []


def _any_of(terms: Iterable[str]) -> str:
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in dict.fromkeys(terms))
