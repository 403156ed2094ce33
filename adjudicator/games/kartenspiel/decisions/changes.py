"""What only changed over the years (101.D)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.games.kartenspiel.decisions.subjects import OfOneCard
from adjudicator.games.kartenspiel.table import Laid, Table
from adjudicator.kernel.decisions import Number


@dataclass(frozen=True, eq=False)
class CardsBack(OfOneCard, Number):
    """How many cards does an action put under the stack that it has drawn from?"""

    table: Table
    card: str


@dataclass(frozen=True, eq=False)
class VictoryPointsOf(Number):
    """How many victory points is this expansion worth?"""

    table: Table
    laid: Laid

    def subjects(self) -> tuple[str, ...]:
        return (self.laid.name,)
