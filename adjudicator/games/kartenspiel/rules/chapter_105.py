"""Chapter 105: the extended basic game. Where removed buildings go."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import GoesTo
from adjudicator.kernel.decisions import Answer
from adjudicator.kernel.rules import rule


@rule("101.D.b b", "105.C.b")
def what_is_torn_down_goes_to_the_discard_pile(q: GoesTo) -> Answer | None:
    """Whatever is torn down goes to the discard pile."""
    return "discard" if q.how == "torn down" else None
