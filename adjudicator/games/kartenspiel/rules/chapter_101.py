"""Chapter 101: the forms of the game and what has changed. Thresholds, robbers, tearing down, points to win."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import ACTIONS, LANDSCAPE_OF, UNITS, card
from adjudicator.games.kartenspiel.decisions import (
    CanPay,
    HasRoom,
    HitByCivilWar,
    IsAtHand,
    LiesOpen,
    MayActNow,
    MayBeStolen,
    MayDemolish,
    MayExchange,
    MayExtend,
    MayKeepSurplus,
    MayPlay,
    MayTakeFromAnotherStack,
    MayTrade,
    PointsToWin,
    RobberLimit,
    RobbersCome,
    StacksOf,
    WhoPicks,
)
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, GROUND, SITES
from adjudicator.kernel.decisions import NO, OK, YES, Answer, Start
from adjudicator.kernel.rules import rule

EXTENDED = ("erweitertes-grundspiel", "turnierspiel")
ANSWERS = {"Bischof": ("Feuerteufel", "Raubzug"), "Kräuterhexe": ("Schwarzer Ritter",)}


@rule("101.C.a", variants=["grundspiel"])
def twelve_points_win_the_basic_game(q: PointsToWin) -> Answer:
    """In the basic game twelve points win."""
    return Start(12)


@rule("101.D.c a", "101.D.c d", variants=EXTENDED)
def thirteen_points_win_the_other_forms(q: PointsToWin) -> Answer:
    """In the extended and in the tournament game thirteen points win."""
    return Start(13)


@rule("101.C.a", "101.D.b a", variants=["grundspiel"], undated=True, presumes=True)
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


@rule("101.C.a", reading="OFFEN.3 b")
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


# --- whole games ---------------------------------------------------------------------------------------------


@rule("101.C.a")
def nothing_follows_victory(q: MayActNow) -> Answer | None:
    """Once somebody has won, the game is over."""
    return NO if q.table.winner is not None else None


@rule("101.C.a", "105.C.b")
def cards_are_used_from_the_hand_or_the_display(q: IsAtHand) -> Answer:
    """A card is played or built from one's own hand, or built from the open display."""
    if q.card in q.table.seats[q.player].hand:
        return OK
    return OK if q.card in q.table.display and not card(q.card).is_action else NO


@rule("101.C.a", "112.S.i")
def building_costs_what_it_costs(q: CanPay) -> Answer:
    """Whoever builds pays the resources, less what he saves."""
    stocks = q.table.seats[q.player].stocks()
    missing = sum(max(0, amount - stocks.get(resource, 0)) for resource, amount in q.cost)
    return OK if missing <= q.saved else NO


@rule("101.C.a")
def a_settlement_has_two_sites_and_a_city_four(q: HasRoom) -> Answer:
    """A settlement has one site above and one below, a city two each; a full site takes no more."""
    seat = q.table.seats[q.player]
    places = SITES.get(seat.centre.get(q.spot[0], ""), 0)
    return OK if q.spot[1] in (ABOVE, BELOW) and len(seat.sites.get(q.spot, ())) < places else NO


@rule("101.C.a")
def the_supply_is_shared_and_runs_out(q: MayExtend) -> Answer:
    """Roads, settlements and cities come from a common supply; what is gone cannot be built."""
    return OK if q.table.supply.get(q.what, 0) else NO


@rule("101.C.a")
def cities_are_laid_over_settlements(q: MayExtend) -> Answer | None:
    """A city is laid over a settlement of one's own."""
    if q.what != "Stadt":
        return None
    return OK if q.table.seats[q.player].centre.get(q.slot) == "Siedlung" else NO


@rule("101.C.a", "128.F.a", reading="OFFEN.88 a")
def the_line_grows_at_its_ends(q: MayExtend) -> Answer | None:
    """Roads follow settlements and settlements follow roads, at either end of the line."""
    if q.what == "Stadt":
        return None
    seat = q.table.seats[q.player]
    ends = dict(zip(seat.open_ends(), (min(seat.centre), max(seat.centre)), strict=True))
    before = GROUND if q.what == "Straße" else ("Straße",)
    return OK if q.slot in ends and seat.centre[ends[q.slot]] in before else NO


@rule("101.C.a", "102.B.Banktausch")
def the_bank_wants_its_price(q: MayTrade) -> Answer:
    """The bank gives one resource for as many of another as the rate says."""
    return OK if q.give != q.get and q.table.seats[q.player].stock(q.give) >= q.rate else NO


@rule("101.C.a")
def a_landscape_holds_three(q: MayTrade) -> Answer:
    """A landscape holds three resources at most; what finds no room cannot be had."""
    return OK if q.get in LANDSCAPE_OF and q.table.seats[q.player].with_room(q.get) else NO


@rule("101.D.b b", "103.K.b")
def one_tears_down_what_is_ones_own(q: MayDemolish) -> Answer | None:
    """Torn down is an expansion of one's own that lies there."""
    if q.card is None or q.spot is None:
        return None
    laid = q.table.seats[q.player].sites.get(q.spot, ())
    return OK if any(each.name == q.card and each.owner == q.player for each in laid) else NO


@rule("101.C.a", variants=["grundspiel"])
def the_basic_game_has_five_stacks(q: StacksOf) -> Answer:
    """The cards of the basic game lie in five stacks."""
    return Start(5 if q.of == "basis" else 0)


@rule("101.D.c d", "105.B.a", variants=["erweitertes-grundspiel"])
def the_extended_game_has_four_and_two(q: StacksOf) -> Answer:
    """In the extended game the basic cards lie in four stacks, those of the set in two."""
    return Start(4 if q.of == "basis" else 2)


@rule("101.C.a")
def cards_lie_in_stacks(q: LiesOpen) -> Answer:
    """Expansions are drawn from stacks."""
    return NO


@rule("101.D.b f")
def surplus_once_went_at_once(q: MayKeepSurplus) -> Answer:
    """Before the theme sets surplus cards were given up at once, also in one's own turn."""
    return NO


@rule("103.Q.a", "101.D.b f", since=1999, beats=[surplus_once_went_at_once])
def surplus_waits_for_the_end_of_the_turn(q: MayKeepSurplus) -> Answer | None:
    """In one's own turn surplus cards are given up only at its end."""
    return OK if q.player == q.table.active else None


@rule("101.D.b f", "112.G.g", "123.BD.b", beats=[surplus_waits_for_the_end_of_the_turn])
def off_turn_and_with_the_dice_surplus_goes_at_once(q: MayKeepSurplus) -> Answer | None:
    """Whoever is not on turn, or gets the card while the dice are worked off, gives up surplus cards at once."""
    return None if q.player == q.table.active and q.table.phase in ("main", "end") else NO


@rule("101.D.b d", "105.C.a", variants=EXTENDED)
def an_exchange_is_made_with_one_stack(q: MayTakeFromAnotherStack) -> Answer:
    """The new card comes from the stack that the old one was put under."""
    return NO


@rule("101.D.e", variants=["grundspiel"], reading="OFFEN.4 b")
def the_basic_game_prescribes_no_stack_yet(q: MayTakeFromAnotherStack) -> Answer:
    """For the basic game the one stack is only announced; any stack will do."""
    return YES


@rule("101.C.a", "105.G.a", "103.L.a", about="Handelsvorteil", reading="OFFEN.10 a")
def the_holder_of_the_mill_picks(q: WhoPicks) -> Answer:
    """The holder of the mill picks the resource that he gets."""
    return q.gainer


@rule("101.C.a", about=("Bischof", "Kräuterhexe"))
def protection_answers_the_attack_that_it_is_meant_for(q: MayPlay) -> Answer | None:
    """The bishop answers raid and arson, the herb witch the black knight; otherwise they cannot be played."""
    if q.answering is None:
        return None
    return OK if q.answering in ANSWERS[q.card] else NO


@rule("101.C.a", "126.I.c", about="Kundschafter", reading="OFFEN.83 a")
def a_scout_goes_with_a_new_settlement(q: MayPlay) -> Answer | None:
    """A scout is played right when one has built a settlement."""
    if q.answering is None:
        return None
    return OK if q.answering == "Siedlung" and q.player == q.table.active else NO
