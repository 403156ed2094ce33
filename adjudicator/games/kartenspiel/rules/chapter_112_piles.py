"""Chapter 112, sections J and P: Guido and the interdict. What is fetched from discard piles, and what is seen of them.

Articles 112.J.a to 112.J.c and 112.P.a. Which cards fetch what from one's own pile is 103.K.c.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import Fetches, MayFetch, MayLookThrough, MayPlay
from adjudicator.kernel.decisions import NO, OK, Answer
from adjudicator.kernel.rules import rule

GUIDO = "Guido, der große Diplomat"


def _is_attack(name: str) -> bool:
    return card(name).kind == "angriffs-aktion"


def _topmost_attack(q: Fetches) -> str | None:
    pile = q.table.discard_of(q.table.other(q.player))
    return next((name for name in reversed(pile) if _is_attack(name)), None)


def _what_still_lies_somewhere(q: Fetches) -> Answer | None:
    """The misreading: what was played last, be it a card that still lies on another card or on a pile."""
    foe = q.table.other(q.player)
    lying = [above.name for each in q.table.everywhere() for above in each.on_it if above.owner == foe]
    lying += ["Kirchenbann" for _, caster in q.table.bans if caster == foe]
    return next((name for name in reversed(lying) if _is_attack(name)), None)


@rule("112.J.a", about=GUIDO, misreading=_what_still_lies_somewhere)
def guido_brings_the_topmost_attack(q: Fetches) -> Answer | None:
    """Guido brings the attack action that was put last on the opponent's discard pile, not what still lies elsewhere."""
    return _topmost_attack(q)


def _whatever_lies_on_top(q: Fetches) -> Answer | None:
    """The misreading: Guido brings the card on top, whatever it is."""
    pile = q.table.discard_of(q.table.other(q.player))
    return pile[-1] if pile and not _is_attack(pile[-1]) else None


@rule("112.J.c", about=GUIDO, misreading=_whatever_lies_on_top, beats=[guido_brings_the_topmost_attack])
def guido_skips_what_is_no_attack(q: Fetches) -> Answer | None:
    """Cards of other kinds above the attack action are skipped."""
    return _topmost_attack(q) if _whatever_lies_on_top(q) else None


@rule("112.J.b", about=GUIDO)
def the_pile_is_not_taken_up_beforehand(q: MayLookThrough) -> Answer:
    """Before Guido is played one sees the topmost attack only if it lies on the very top."""
    return OK if q.played or (q.pile and _is_attack(q.pile[-1])) else NO


@rule("112.P.a", about="Kirchenbann")
def an_interdict_does_not_hinder_playing(q: MayPlay) -> Answer:
    """Played cards go under the interdict; it forbids nobody to play them."""
    return OK


@rule("112.P.a", about="Kirchenbann")
def nothing_is_fetched_from_under_an_interdict(q: MayFetch) -> Answer:
    """Whoever is banned takes nothing from the banned pile; whoever laid the ban still may."""
    return NO if q.table.banned(q.player) else OK
