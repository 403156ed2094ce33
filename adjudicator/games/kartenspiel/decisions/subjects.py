"""On which cards do rules have to be looked up for a question? What many questions share."""

from __future__ import annotations

from adjudicator.games.kartenspiel.table import Table


class OfWhatLiesThere:
    """A question on which every expansion in the player's principality may have a say."""

    table: Table
    player: str

    def subjects(self) -> tuple[str, ...]:
        return tuple(self.table.seats[self.player].built)


class OfOneCard:
    """A question about one card."""

    card: str

    def subjects(self) -> tuple[str, ...]:
        return (self.card,)
