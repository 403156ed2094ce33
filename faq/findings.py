"""What can be wrong with the files of the knowledge base? One code per kind of fault."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """The kinds of fault that `catanica check` reports."""

    UNREADABLE = "unreadable"
    BROKEN_FRONT_MATTER = "broken-front-matter"
    MISSING_KEY = "missing-key"
    UNKNOWN_KEY = "unknown-key"
    WRONG_VALUE = "wrong-value"
    MISSING_LANGUAGE = "missing-language"
    STALE_ENGLISH = "stale-english"
    UNKNOWN_BOOK = "unknown-book"
    UNKNOWN_SECTION = "unknown-section"
    RETIRED_ID = "retired-id"
    DUPLICATE_ID = "duplicate-id"
    WRONG_PLACE = "wrong-place"
    DANGLING_REFERENCE = "dangling-reference"
    UNKNOWN_CARD = "unknown-card"
    BROKEN_DATA = "broken-data"


@dataclass(frozen=True, order=True)
class Finding:
    """One fault: where it is, what it is, what to do about it."""

    file: str
    line: int
    code: Code
    message: str
    severity: str = "error"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.code}: {self.message}"

    def as_json(self) -> dict[str, Any]:
        row = asdict(self)
        return {key: str(row[key]) if key == "code" else row[key] for key in FIELDS}


FIELDS = ("file", "line", "code", "severity", "message")
