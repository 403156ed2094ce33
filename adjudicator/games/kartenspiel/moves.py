"""What can a player do? A move says what was chosen; what chance answers stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from adjudicator.games.kartenspiel.table import Spot


@dataclass(frozen=True)
class Roll:
    """Roll both dice and work them off."""


@dataclass(frozen=True)
class Play:
    """Play an action card."""

    card: str


@dataclass(frozen=True)
class Build:
    """Build an expansion on a site."""

    card: str
    spot: Spot


@dataclass(frozen=True)
class Extend:
    """Lay a road or a settlement at an open end, or a city over a settlement."""

    what: str
    slot: int


@dataclass(frozen=True)
class Trade:
    """Trade with the bank: so many of one resource for one of another."""

    give: str
    get: str


@dataclass(frozen=True)
class TearDown:
    """Tear down an expansion of one's own."""

    card: str
    spot: Spot


@dataclass(frozen=True)
class EndTurn:
    """Put the hand in order and pass the dice."""


Move = Roll | Play | Build | Extend | Trade | TearDown | EndTurn

KINDS: dict[str, type] = {
    "roll": Roll, "play": Play, "build": Build, "extend": Extend, "trade": Trade, "tear-down": TearDown, "end-turn": EndTurn,
}  # fmt: skip
WORDS = {kind: word for word, kind in KINDS.items()}


class NotAMove(Exception):
    """A document that describes no move."""


def as_json(move: Move) -> dict[str, Any]:
    """A move as plain JSON."""
    return {"do": WORDS[type(move)], **{each.name: _plain(getattr(move, each.name)) for each in fields(move)}}


def from_json(document: Mapping[str, Any]) -> Move:
    """The move that a document describes."""
    kind = KINDS.get(str(document.get("do")))
    if kind is None:
        raise NotAMove(f"there is no move {document.get('do')!r}; known are {', '.join(KINDS)}")
    told = {key: tuple(value) if isinstance(value, list) else value for key, value in document.items() if key != "do"}
    move: Move = kind(**told)
    return move


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
