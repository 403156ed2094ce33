"""Chapter 102: the glossary. What counts as a unit, and that named ones exist once."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    Counts,
    MayBuild,
    Steps,
)
from adjudicator.kernel.decisions import NO, OK, Answer, Before
from adjudicator.kernel.rules import rule


@rule("102.B.Einheit", "101.D.b e")
def a_named_unit_exists_once(q: MayBuild) -> Answer | None:
    """A unit with a name of its own may lie only once in both principalities together."""
    if not card(q.card).is_unit:
        return None
    if not card(q.card).unique:
        return OK
    return NO if any(each.name == q.card for each in q.table.everywhere()) else OK


@rule("102.B.Einheit")
def living_things_and_vehicles_are_units(q: Counts) -> Answer:
    """Living things, vehicles and ships are units; wizards are not."""
    return OK if q.laid.card.is_unit else NO


@rule("102.B.Ausspielen", "123.AF.a", about="Bischofssitz")
def the_bishops_gold_follows_the_playing(q: Steps) -> Answer:
    """The gold of the bishop's see is paid after the card is laid on the table."""
    return Before("play", "gold")


@rule("102.B.Ausspielen", "123.AF.a", about="Bischofssitz")
def the_bishops_gold_comes_before_the_effect(q: Steps) -> Answer:
    """The gold of the bishop's see is paid before the action works."""
    return Before("gold", "effect")
