"""Chapter 118: other units. The peasant army cannot be removed."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import HitByCivilWar, MayHit
from adjudicator.kernel.decisions import NO, Answer
from adjudicator.kernel.rules import rule


@rule("118.B.a", about="Bauernheer")
def no_action_removes_a_peasant_army(q: MayHit) -> Answer | None:
    """Black knight, Imelda and the others can do nothing to a peasant army."""
    return NO if q.laid.name == "Bauernheer" else None


@rule("118.B.a", about="Bauernheer")
def no_civil_war_removes_a_peasant_army(q: HitByCivilWar) -> Answer | None:
    """A civil war spares the peasant army."""
    return NO if q.laid.name == "Bauernheer" else None
