"""Which errors does the knowledge base raise? One class per cause; the message is for the user."""

from __future__ import annotations

from collections.abc import Sequence


class CatanicaError(Exception):
    """Something the user can mend. The message says what is wrong, where, and what to do."""


class UnknownId(CatanicaError):
    """An id that no record, section or chapter bears."""

    def __init__(self, asked: str, nearest: Sequence[str] = ()) -> None:
        hint = f"; nearest: {', '.join(nearest)}" if nearest else "; try `catanica search`"
        super().__init__(f"no record, section or chapter is called {shorten(asked)!r}{hint}")
        self.nearest = tuple(nearest)


class AmbiguousId(CatanicaError):
    """A spelling that fits several ids."""

    def __init__(self, asked: str, candidates: Sequence[str]) -> None:
        super().__init__(f"{shorten(asked)!r} may mean {' or '.join(candidates)}; write it with dots")
        self.candidates = tuple(candidates)


class UnknownCard(CatanicaError):
    """A card name that is not in the registry."""

    def __init__(self, asked: str, nearest: Sequence[str] = ()) -> None:
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"no card is called {shorten(asked)!r}{hint}")
        self.nearest = tuple(nearest)


class UnknownChoice(CatanicaError):
    """A book, game, variant or set that does not exist."""

    def __init__(self, what: str, asked: str, choices: Sequence[str]) -> None:
        super().__init__(f"no {what} is called {shorten(asked)!r}; there are {', '.join(choices)}")


class BrokenRecord(CatanicaError):
    """A record whose file cannot be read."""


class UnreadableFile(CatanicaError):
    """A file that is missing, not text, or not what was asked for."""


class BrokenBook(CatanicaError):
    """A data file of the knowledge base (book, cards, words) that cannot be used."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def shorten(text: str, limit: int = 60) -> str:
    """The text on one line and short enough for a message."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
