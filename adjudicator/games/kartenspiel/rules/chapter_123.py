"""Chapter 123: city expansions. They need a city, and some need other buildings."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import MayBuild
from adjudicator.kernel.decisions import NO, OK, Answer
from adjudicator.kernel.rules import rule


@rule("101.C.a", "123.AA.a")
def city_expansions_need_a_city(q: MayBuild) -> Answer | None:
    """A city expansion is built in a city only."""
    if card(q.card).place != "stadt":
        return None
    return OK if q.table.seats[q.player].centre.get(q.spot[0]) == "Stadt" else NO
