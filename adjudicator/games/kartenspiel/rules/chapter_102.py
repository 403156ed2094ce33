"""Chapter 102: the glossary. What counts as a unit, and that named ones exist once."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import MayBuild
from adjudicator.kernel.decisions import NO, OK, Answer
from adjudicator.kernel.rules import rule


@rule("102.B.Einheit", "101.D.b e")
def a_named_unit_exists_once(q: MayBuild) -> Answer | None:
    """A unit with a name of its own may lie only once in both principalities together."""
    if not card(q.card).is_unit:
        return None
    if not card(q.card).unique:
        return OK
    return NO if any(each.name == q.card for each in q.table.everywhere()) else OK
