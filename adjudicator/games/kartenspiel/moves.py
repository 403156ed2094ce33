"""What can a player do? A move says what was chosen; what chance answers stands elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

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
