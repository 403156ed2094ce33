"""Chapter 101, section D: what has changed over the years, general rules (101.D.b) and single cards (101.D.d).

A newer rule beats the older one, so that a state of the year before still finds the old rule. Not here: changed
prices that no source names (101.D.d j, p), the second stack of an exchange (101.D.b d, 101.D.d f), where the
refining works may lie (101.D.d e), the secret society and the metropolis (101.D.d s). The 22 resources of the
championship of 2002 (101.D.b a) held for that event only and are no rule.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    CardsBack,
    Cheaper,
    Counts,
    HandLimit,
    IsOfKind,
    MayBuild,
    MayPlay,
    MayUseNow,
    Points,
    VictoryPointsOf,
)
from adjudicator.games.kartenspiel.rules.chapter_102 import (
    living_things_and_vehicles_are_units,
    what_has_legs_wings_or_sails_is_a_unit,
)
from adjudicator.games.kartenspiel.table import Table
from adjudicator.kernel.decisions import NO, OK, Add, Answer, Start
from adjudicator.kernel.rules import rule

HARBOUR_CARDS = ("Kolonialstützpunkt", "Schatzflotte")
AGAINST_CARDS_PILES_AND_BOOKS = ("Spion", "Inquisition", "Kirchenbann", "Zauberhand")
REFINING = ("Färberei", "Kunstschmiede", "Schnapsbrennerei")
DEAR = 5


# --- 101.D.b: general rules ----------------------------------------------------------------------------------


def _no_building_twice(q: MayBuild) -> Answer | None:
    """The misreading: buildings with a name exist once, too."""
    return NO if _other_has_it(q) else None


@rule("101.D.b e", misreading=_no_building_twice)
def named_buildings_are_not_unique(q: MayBuild) -> Answer | None:
    """Only units and wizards with a name exist once; both players may have the same building."""
    return OK if card(q.card).is_building and _other_has_it(q) else None


def _other_has_it(q: MayBuild) -> bool:
    return bool(q.table.seats[q.table.other(q.player)].count(q.card))


@rule("101.D.b e", since=1997)
def a_named_wizard_exists_once(q: MayBuild) -> Answer | None:
    """A wizard with a name lies with one player only, as a named unit does."""
    if card(q.card).kind != "zauberer":
        return None
    return NO if any(each.name == q.card for each in q.table.everywhere()) else OK


@rule("101.D.b g", until=2003, beats=[living_things_and_vehicles_are_units])
def wizards_once_were_units(q: Counts) -> Answer | None:
    """Before the reform wizards were units."""
    return OK if q.laid.card.kind == "zauberer" else None


@rule("101.D.b g", until=2003, beats=[what_has_legs_wings_or_sails_is_a_unit])
def wizards_once_were_called_units(q: IsOfKind) -> Answer | None:
    """Before the reform a wizard was of the kind of units."""
    return OK if q.kind == "unit" and card(q.card).kind == "zauberer" else None


# --- 101.D.d: single cards -----------------------------------------------------------------------------------


@rule("101.D.d b", about="Universität")
def a_university_once_gave_a_card(q: HandLimit) -> Answer:
    """Before the reform each university allowed one card more."""
    return Add(q.table.seats[q.player].count("Universität"))


@rule("101.D.d b", "103.H.a", "123.BJ.a", about="Universität", since=2003, beats=[a_university_once_gave_a_card])
def a_university_gives_no_card(q: HandLimit) -> Answer:
    """Since 2003 a university allows no further card."""
    return Add(0)


@rule("101.D.d c", about="Große Mauer", until=1999)
def the_wall_once_had_no_strength(q: Points) -> Answer | None:
    """Before it was issued anew, the Great Wall had no strength point."""
    return Add(-q.table.seats[q.player].count("Große Mauer")) if q.of == "strength" else None


@rule("101.D.d e", about=REFINING)
def refining_works_once_did_one_thing_a_turn(q: MayUseNow) -> Answer:
    """At first dye works and the like either turned resources into points or spent points, not both in a turn."""
    return NO if q.laid.used == q.table.turn else OK


@rule("101.D.d e", "122.D.a", about=REFINING, undated=True, beats=[refining_works_once_did_one_thing_a_turn])
def refining_works_do_both_in_a_turn(q: MayUseNow) -> Answer:
    """Since the version for computers they do both in the same turn; in which year that was is not told."""
    return OK


@rule("101.D.d h", about="Werft")
def a_shipyard_once_needed_a_city(q: MayBuild) -> Answer:
    """Before the reform the shipyard was a city expansion."""
    return OK if q.table.seats[q.player].centre.get(q.spot[0]) == "Stadt" else NO


@rule("101.D.d h", about="Werft", since=2003, beats=[a_shipyard_once_needed_a_city])
def a_shipyard_is_built_anywhere(q: MayBuild) -> Answer:
    """Since 2003 the shipyard is an area expansion."""
    return OK


@rule("101.D.d i", about="Kanzler", since=2003)
def the_chancellor_needs_a_town_hall(q: MayPlay) -> Answer:
    """Since 2003 the chancellor needs a town hall of one's own."""
    return OK if q.table.seats[q.player].count("Rathaus") else NO


@rule("101.D.d k", about="Ratssitzung")
def a_council_once_put_two_cards_back(q: CardsBack) -> Answer:
    """Before the reform the council meeting put two cards under the stack."""
    return Start(2)


@rule("101.D.d k", about="Ratssitzung", since=2003, beats=[a_council_once_put_two_cards_back])
def a_council_puts_one_card_back(q: CardsBack) -> Answer:
    """Since 2003 the council meeting puts one card under the stack."""
    return Start(1)


@rule("101.D.d m", about="Baukran")
def a_crane_once_helped_with_every_building(q: Cheaper) -> Answer | None:
    """Before the reform the crane made every building cheaper by one."""
    return Add(1) if card(q.card).is_building else None


@rule("101.D.d m", about="Baukran", since=2003, beats=[a_crane_once_helped_with_every_building])
def a_crane_helps_with_dear_buildings(q: Cheaper) -> Answer | None:
    """Since 2003 the crane helps only with buildings that cost five resources or more."""
    cost = card(q.card).cost
    if not card(q.card).is_building or cost is None:
        return None
    return Add(1 if sum(cost.values()) >= DEAR else 0)


@rule("101.D.d n", about="Burg")
def a_castle_once_made_cannons_cheaper(q: Cheaper) -> Answer | None:
    """Before the reform each castle saved a resource on cannons, too."""
    return Add(q.table.seats[q.player].count("Burg")) if q.card == "Kanone" else None


@rule("101.D.d n", about="Burg", since=2003, beats=[a_castle_once_made_cannons_cheaper])
def a_castle_does_not_help_with_cannons(q: Cheaper) -> Answer | None:
    """Since 2003 castles save nothing on cannons."""
    return Add(0) if q.card == "Kanone" else None


@rule("101.D.d o", about="Großer Turnierplatz")
def the_large_ground_once_had_no_point(q: VictoryPointsOf) -> Answer:
    """Before the reform the large tournament ground had no victory point."""
    return Start(0)


@rule("101.D.d o", about="Großer Turnierplatz", since=2003, beats=[the_large_ground_once_had_no_point])
def the_large_ground_has_a_point(q: VictoryPointsOf) -> Answer:
    """Since 2003 the large tournament ground is worth one victory point."""
    return Start(1)


@rule("101.D.d o", about="Großer Turnierplatz", since=2003, presumes=True)
def the_large_ground_needs_more_tournament_points(q: MayBuild) -> Answer:
    """Since 2003 it is built only by whoever has more tournament points than the opponent."""
    return OK if q.table.told.lead("tournament", q.player, q.table.other(q.player)) > 0 else NO


def _stone_lies(table: Table) -> bool:
    return any(each.name == "Stein der Weisen" for each in table.everywhere())


@rule("101.D.d q")
def the_stone_once_stopped_attacks_on_goods_units_and_buildings(q: MayPlay) -> Answer | None:
    """Before the reform the philosopher's stone stopped attacks on resources, units and buildings only."""
    if card(q.card).kind != "angriffs-aktion" or not _stone_lies(q.table):
        return None
    return OK if q.card in AGAINST_CARDS_PILES_AND_BOOKS else NO


@rule("101.D.d q", since=2003, beats=[the_stone_once_stopped_attacks_on_goods_units_and_buildings])
def the_stone_stops_every_attack(q: MayPlay) -> Answer | None:
    """Since 2003 no attack action is played while a philosopher's stone lies."""
    return NO if card(q.card).kind == "angriffs-aktion" and _stone_lies(q.table) else None


@rule("101.D.d r", about="Richard der Rächer", since=2003)
def richard_does_not_change_beside_the_stone(q: MayUseNow) -> Answer | None:
    """Since 2003 Richard is not turned into an attack while a philosopher's stone lies."""
    return NO if _stone_lies(q.table) else None


@rule("101.D.d t", about=HARBOUR_CARDS)
def these_once_needed_an_explorer_fleet(q: MayBuild) -> Answer:
    """As tournament cards of 2002 colony base and treasure fleet needed an explorer fleet."""
    return OK if q.table.seats[q.player].count("Entdeckerflotte") else NO


@rule("101.D.d t", about=HARBOUR_CARDS, since=2003, beats=[these_once_needed_an_explorer_fleet])
def these_need_a_harbour(q: MayBuild) -> Answer:
    """Since 2003 colony base and treasure fleet need a harbour."""
    return OK if q.table.seats[q.player].count("Hafen") else NO


@rule("101.D.d u", "115.A.a", since=2003)
def dragons_keep_away_from_a_metropolis(q: MayBuild) -> Answer | None:
    """Since 2003 no dragon is laid on a site of a metropolis."""
    if card(q.card).kind != "drache":
        return None
    return NO if q.table.seats[q.player].centre.get(q.spot[0]) == "Metropole" else None
