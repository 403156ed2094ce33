"""Sections 103.G to 103.J: main phase, end of the turn, the passive player, empty stacks.

What the dice do (103.B to 103.F) stands elsewhere, the hand limit itself in chapter_103. How to pass the turn on
(103.H.e) and when the passive player has nothing to do (103.I.c, 103.I.g) decide nothing.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    ActionDue,
    ActionGold,
    HandLimit,
    InterdictPrice,
    IsAStack,
    MayCancel,
    MayDemolish,
    MayEndTurnHolding,
    MayExchangeHolding,
    MayPlay,
    MayReroll,
    MayUseNow,
    SearchPrice,
    Surplus,
    Yield,
)
from adjudicator.games.kartenspiel.rules.chapter_103 import picking_a_card_costs_two, with_a_town_hall_one
from adjudicator.kernel.decisions import NO, OK, Add, Answer, Start, Times
from adjudicator.kernel.rules import rule

EXTENDED = ("erweitertes-grundspiel", "turnierspiel")
CHANGING_KNIGHTS = ("Richard der Rächer", "Sven der Handelsritter")
SHIELD_AGAINST = {
    "Bischof": ("Raubzug", "Feuerteufel"), "Kräuterhexe": ("Schwarzer Ritter",), "Sigismund der Seeheld": ("Kaperflotte",),
}  # fmt: skip
MORE_CARDS = {"Bibliothek": 1, "Kloster": 1, "Theater": 2, "Gilde der Handelsherren": 1}
LAST = 99


# --- 103.G: the main phase -----------------------------------------------------------------------------------


@rule("103.G.c", "103.P.b", about=CHANGING_KNIGHTS)
def richard_and_sven_change_a_round_later(q: MayUseNow) -> Answer:
    """Richard and Sven are not turned into actions in the round in which they were built."""
    players = len(q.table.seats)
    return OK if q.table.turn >= q.laid.built + players else NO


@rule("103.G.c", "101.D.b b", variants=EXTENDED)
def own_expansions_may_be_torn_down(q: MayDemolish) -> Answer:
    """In the extended and in the tournament game one may tear down expansions in the main phase."""
    return OK if q.player == q.table.active and q.table.phase == "main" else NO


@rule("103.G.c")
def each_interdict_is_lifted_for_three_gold(q: InterdictPrice) -> Answer:
    """Three gold lift one interdict; each is paid for by itself."""
    return Start(3 * sum(victim == q.player for victim, _ in q.table.bans))


@rule("103.G.d", "127.A.a", about=("zauberer", "wizard"))
def a_fed_wizard_casts_no_more_this_turn(q: MayUseNow) -> Answer:
    """A wizard whose magic power was filled up this turn cannot cast any more in it."""
    return NO if q.fed else OK


# --- 103.H: the hand at the end of the turn ------------------------------------------------------------------


@rule("103.H.a")
def the_hand_must_be_exactly_full(q: MayEndTurnHolding) -> Answer:
    """A turn ends with exactly the allowed number; with fewer only if no stack can be drawn from, never with more."""
    return OK if q.held == q.limit or (q.held < q.limit and not q.can_draw) else NO


@rule("103.H.b", about="Halle des Volkes", beats=[picking_a_card_costs_two, with_a_town_hall_one])
def with_the_hall_of_the_people_nothing(q: SearchPrice) -> Answer:
    """With the hall of the people picking cards costs nothing, be it several."""
    return Start(0)


@rule("103.H.b", "103.P.c", about="Heilige Stätte")
def the_holy_site_replaces_one_drawn_card(q: MayUseNow) -> Answer:
    """The holy site replaces one drawn card, once; all the others are kept."""
    return NO if q.laid.used == q.table.turn else OK


@rule("103.H.c")
def whoever_holds_the_right_number_may_exchange(q: MayExchangeHolding) -> Answer | None:
    """An exchange needs exactly the allowed number of cards, whenever they came to the hand."""
    return None if q.gave_up else OK if q.held == q.limit else NO


@rule("103.H.d")
def after_giving_up_surplus_one_may_still_exchange(q: MayExchangeHolding) -> Answer | None:
    """Whoever has given up surplus cards down to the allowed number may exchange one, too."""
    return None if not q.gave_up else OK if q.held == q.limit else NO


@rule("103.H.d")
def surplus_goes_under_a_stack(q: Surplus) -> Answer:
    """Cards beyond the allowed number go under a stack, no more and no fewer."""
    return Start(max(0, q.held - q.limit))


# --- 103.I: the passive player -------------------------------------------------------------------------------


@rule("103.I.a", about="Zauberveto", reading="OFFEN.13 b")
def a_veto_is_used_once_in_each_turn(q: MayUseNow) -> Answer:
    """A veto is used once per turn, not once per round: again in the opponent's turn."""
    vetoes = (each for each in q.table.seats[q.player].laid() if each.name == "Zauberveto")
    return NO if any(each.used == q.table.turn for each in vetoes) else OK


@rule("103.I.b", about=("Alchimist", "Guido, der große Diplomat"))
def a_veto_stops_what_is_played_before_the_dice(q: MayCancel) -> Answer | None:
    """A veto of the passive player prevents the alchemist or Guido before the dice."""
    return OK if q.using == "Zauberveto" and q.player != q.table.active else None


@rule("karte:kartenspiel/Zauberveto", about="Zauberveto")
def a_veto_hits_action_cards(q: MayCancel) -> Answer:
    """A veto undoes action cards, not expansions such as cartwright or wheel of time."""
    return OK if card(q.card).is_action else NO


def _only_the_roller_and_only_what_was_rolled(q: MayReroll) -> Answer:
    """The misreading: only whoever rolled may undo it, and only what chance has brought."""
    return OK if q.player == q.table.active and not q.picked else NO


@rule("103.I.d", about="Zeitsprung", misreading=_only_the_roller_and_only_what_was_rolled)
def either_player_leaps_in_time(q: MayReroll) -> Answer:
    """Either player may have the event die rolled again, be its face rolled or picked with the wheel of time."""
    return OK if q.table.phase == "event" else NO


def _for_the_roller_only(q: Yield) -> Answer | None:
    """The misreading: only whoever rolled receives yields."""
    return Times(0, at=LAST) if q.seat.name != q.table.active else None


@rule("103.I.e", misreading=_for_the_roller_only)
def the_passive_player_gets_his_yields_in_full(q: Yield) -> Answer | None:
    """Landscapes yield for the passive player just as they do for the active one."""
    return Add(0) if q.seat.name != q.table.active else None


@rule("103.I.f", about=tuple(SHIELD_AGAINST))
def each_protection_answers_its_own_attacks(q: MayPlay) -> Answer | None:
    """Bishop against raid and arson, herb witch against the black knight, Sigismund against privateers."""
    if not q.answering:
        return None
    return OK if q.answering in SHIELD_AGAINST[q.card] else NO


@rule("103.I.f", "123.AF.a", about="Bischofssitz")
def the_bishops_see_brings_gold_for_each_card(q: ActionGold) -> Answer:
    """The bishop's see brings one gold of the bank for each action card and spell book of the opponent."""
    return Start(q.used)


@rule("103.I.f", about="Barbarenstützpunkt")
def barbarians_want_gold_from_the_second_action_on(q: ActionDue) -> Answer:
    """With barbarians on his road a player pays the bank one gold for each action card from the second on."""
    return Start(max(0, q.played - 1))


# --- 103.J: used-up stacks -----------------------------------------------------------------------------------


def _only_where_cards_lie(q: IsAStack) -> Answer:
    """The misreading: a place without cards is no stack any more."""
    return OK if q.cards else NO


@rule("103.J.a", misreading=_only_where_cards_lie)
def an_empty_stack_is_still_a_stack(q: IsAStack) -> Answer:
    """A used-up stack is still one: cards are laid there and taken from there again."""
    return OK


@rule("103.P.a", about=tuple(MORE_CARDS))
def what_is_blocked_allows_no_further_card(q: HandLimit) -> Answer:
    """A further hand card is a function: a building under a witch or dogma does not give it."""
    blocked = (each for each in q.table.seats[q.player].laid() if each.on_it)
    return Add(-sum(MORE_CARDS.get(each.name, 0) for each in blocked))
