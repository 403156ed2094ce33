"""What only changed over the years (101.D)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.games.kartenspiel.table import Laid, Table
from adjudicator.kernel.decisions import Number


@dataclass(frozen=True, eq=False)
class CardsBack(Number):
    """How many cards does an action put under the stack that it has drawn from?"""

    table: Table
    card: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)


@dataclass(frozen=True, eq=False)
class VictoryPointsOf(Number):
    """How many victory points is this expansion worth?"""

    table: Table
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)
