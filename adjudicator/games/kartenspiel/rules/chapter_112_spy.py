"""Chapter 112, section S: the spy. When he may be played, what stops him, what he sees and takes, whose it is then.

Articles 112.S.a to 112.S.i. What other attacks need (also 112.S.a) stands in chapter_112; that outside the basic game a
spy takes action cards and units only (also 112.S.g), in chapter_101.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import ACTIONS, UNITS, card
from adjudicator.games.kartenspiel.decisions import (
    BelongsTo,
    GoesTo,
    MayBeStolen,
    MayPlay,
    MayPutUnder,
    MaySee,
    Price,
    Succeeds,
)
from adjudicator.kernel.decisions import NO, OK, Answer, Start
from adjudicator.kernel.rules import rule

EXTENDED = ("erweitertes-grundspiel", "turnierspiel")
STEALABLE = ACTIONS | UNITS


@rule("112.S.a", about="Spion", presumes=True)
def a_spy_needs_a_hand_to_look_at(q: MayPlay) -> Answer:
    """A spy may be played only if the opponent holds a card."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if q.table.told.has_some("hand-card", victim.name, len(victim.hand)) else NO


@rule("112.S.b", about="Spion", variants=EXTENDED)
def looking_is_reason_enough_for_a_spy(q: MayPlay) -> Answer | None:
    """A spy may be played though the hand is known to hold nothing that he may take."""
    hand = q.table.seats[q.table.other(q.player)].hand
    return OK if hand and not any(card(name).kind in STEALABLE for name in hand) else None


@rule("112.S.e", about="Spion")
def a_spy_may_be_played_in_vain(q: MayPlay) -> Answer | None:
    """A spy may be played against Great Wall and watchtower together, though he always fails."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if victim.count("Große Mauer") and victim.count("Wachturm") else None


@rule("112.S.f", "121.F.a", about="Wachturm")
def the_watchtower_stops_a_spy_on_one_or_two(q: Succeeds) -> Answer | None:
    """A watchtower stops a spy on a one or two, and lets him pass otherwise."""
    return None if q.action != "Spion" else NO if q.die <= 2 else OK


@rule("112.S.f", "121.F.a", about="Große Mauer")
def the_wall_stops_a_spy_from_three_on(q: Succeeds) -> Answer | None:
    """The Great Wall stops a spy on three to six, and lets him pass otherwise."""
    return None if q.action != "Spion" else NO if q.die >= 3 else OK


@rule("112.S.f", about="Spion")
def a_spy_who_is_stopped_sees_nothing(q: MaySee) -> Answer | None:
    """A spy who fails at wall or tower does not even look."""
    return NO if q.stopped else None


def _only_what_can_be_stolen(q: MaySee) -> Answer | None:
    """The misreading: cards that he may not take are not shown to him."""
    return None if q.stopped else OK if card(q.card).kind in STEALABLE else NO


@rule("112.S.d", about="Spion", misreading=_only_what_can_be_stolen)
def the_whole_hand_is_shown_to_a_spy(q: MaySee) -> Answer | None:
    """The victim shows all cards, also those that cannot be stolen."""
    return None if q.stopped else OK


@rule("112.S.c", "103.K.b")
def a_played_action_goes_to_the_players_discard_pile(q: GoesTo) -> Answer | None:
    """A played action goes to the discard pile of whoever played it."""
    return "discard" if q.how == "played" and card(q.card).is_action else None


def _it_is_only_borrowed(q: BelongsTo) -> Answer:
    """The misreading: what was stolen falls back to its first owner."""
    return q.giver


@rule("112.S.c", "103.K.b", about="Spion", misreading=_it_is_only_borrowed)
def stolen_cards_stay_with_the_thief(q: BelongsTo) -> Answer:
    """What a spy has taken belongs to his player until the end of the game, wherever it goes."""
    return q.taker


@rule("112.S.c", about="Spion")
def stolen_units_may_wait_under_a_stack(q: MayPutUnder) -> Answer | None:
    """A stolen unit that is not built at once may be put under a stack of one's own."""
    return OK if card(q.card).is_unit else None


@rule("112.S.g", "101.C.a", about="Spion", variants=["grundspiel"])
def in_the_basic_game_a_spy_takes_any_card(q: MayBeStolen) -> Answer:
    """In the basic game a spy takes any card, also buildings."""
    return OK


@rule("101.D.d a", "112.S.h", about="Spion", since=1999)
def once_magic_cards_needed_a_citadel(q: MayBeStolen) -> Answer | None:
    """Before the reform magic cards were stolen only with a citadel of one's own."""
    if card(q.card).kind not in ("zauber-aktion", "zauberer", "zauberbuch"):
        return None
    return OK if q.table.seats[q.table.other(q.player)].count("Zitadelle") else NO


@rule("112.S.h", "101.D.d a", about="Spion", since=2003, beats=[once_magic_cards_needed_a_citadel])
def spies_take_magic_actions_but_no_wizards_or_books(q: MayBeStolen) -> Answer | None:
    """Since 2003 magic actions and dragons can be stolen, wizards and spell books cannot; a citadel does not matter."""
    kind = card(q.card).kind
    if kind in ("zauberer", "zauberbuch"):
        return NO
    return OK if kind in ("zauber-aktion", "drache") else None


def _stolen_goods_are_free(q: Price) -> Answer:
    """The misreading: whoever steals a card has it built for nothing."""
    return Start(0)


@rule("112.S.i", about="Spion", misreading=_stolen_goods_are_free)
def stolen_cards_cost_what_is_printed_on_them(q: Price) -> Answer:
    """Building costs the usual resources, however the card was obtained."""
    return Start(sum((card(q.card).cost or {}).values()))
