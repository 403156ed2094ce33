"""Chapter 101: the forms of the game and what has changed. Thresholds, robbers, tearing down, points to win."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import ACTIONS, UNITS, card
from adjudicator.games.kartenspiel.decisions import (
    HitByCivilWar,
    MayBeStolen,
    MayDemolish,
    MayExchange,
    MayPlay,
    PointsToWin,
    RobberLimit,
    RobbersCome,
)
from adjudicator.kernel.decisions import NO, OK, Answer, Start
from adjudicator.kernel.rules import rule

EXTENDED = ("erweitertes-grundspiel", "turnierspiel")


@rule("101.C.a", variants=["grundspiel"])
def twelve_points_win_the_basic_game(q: PointsToWin) -> Answer:
    """In the basic game twelve points win."""
    return Start(12)


@rule("101.D.c a", "101.D.c d", variants=EXTENDED)
def thirteen_points_win_the_other_forms(q: PointsToWin) -> Answer:
    """In the extended and in the tournament game thirteen points win."""
    return Start(13)


@rule("101.C.a", "101.D.b a", variants=["grundspiel"], presumes=True)
def actions_wait_for_three_points_each(q: MayPlay) -> Answer:
    """In the basic game actions other than the scout wait until both have had three points."""
    if q.card == "Kundschafter":
        return OK
    return OK if all(points >= 3 for points in q.table.peak.values()) else NO


@rule("101.D.b a", variants=EXTENDED, since=1997, presumes=True)
def once_actions_waited_for_three_points_each(q: MayPlay) -> Answer:
    """Before the reform the extended forms knew the rule of three points, too."""
    if q.card == "Kundschafter":
        return OK
    return OK if all(points >= 3 for points in q.table.peak.values()) else NO


@rule("101.D.b a", "101.C.a", variants=EXTENDED, since=2003, presumes=True, beats=[once_actions_waited_for_three_points_each])
def actions_wait_for_seven_points_together(q: MayPlay) -> Answer:
    """Since 2003 actions wait until both together have had seven points; protection does not wait."""
    if card(q.card).kind == "schutz-aktion":
        return OK
    return OK if q.table.peak_together >= 7 else NO


@rule("101.D.b b", "103.G.c", variants=["grundspiel"])
def nothing_is_torn_down_in_the_basic_game(q: MayDemolish) -> Answer:
    """In the basic game one's own expansions cannot be torn down."""
    return NO


@rule("101.D.b c", "103.B.a", variants=EXTENDED, since=1999)
def no_robbers_in_the_first_two_rounds(q: RobbersCome) -> Answer:
    """Outside the basic game robbers come from the third round on."""
    return NO if q.table.round <= 2 else OK


@rule("101.C.a")
def robbers_spare_who_has_seven(q: RobberLimit) -> Answer:
    """Robbers take ore and wool of whoever has more than seven resources."""
    return Start(7)


@rule("101.C.a", reading="OFFEN.3 a")
def exchange_only_if_no_card_was_used(q: MayExchange) -> Answer:
    """By this article a card is exchanged only if none was used in this turn."""
    return NO if q.table.played_this_turn else OK


@rule("101.D.d l", about=("Kaperflotte", "Schatzflotte", "Flaggschiff", "Entdeckerflotte"), since=2003)
def civil_war_drives_out_trade_fleets_only(q: HitByCivilWar) -> Answer:
    """Since 2003 a civil war hits trade fleets only, among the fleets."""
    return NO


@rule("101.D.d a", "112.S.g", variants=EXTENDED, since=1997, about="Spion")
def spies_take_actions_and_units_only(q: MayBeStolen) -> Answer:
    """Outside the basic game a spy takes action cards and units."""
    return OK if card(q.card).kind in ACTIONS | UNITS else NO
