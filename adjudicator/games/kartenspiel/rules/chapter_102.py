"""Chapter 102: the glossary. What a unit, a knight, a building, a central card and a bank trade are, what playing means.

102.B.Sudden Death stands with the phases of the turn (103.B.b). What barbarians do to units is left to chapters 112 and 119.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import RESOURCE_OF, card
from adjudicator.games.kartenspiel.decisions import (
    Counts,
    CountsAsPlayed,
    IsBankTrade,
    IsOfKind,
    MayBuild,
    MayCover,
    MayDemolish,
    MayPlayAgain,
    MayTradeBackAndForth,
    Steps,
)
from adjudicator.kernel.decisions import NO, OK, Answer, Before, Stance
from adjudicator.kernel.rules import rule

CENTRAL = ("Siedlung", "Stadt", "Straße", "Metropole", "Zitadelle")
COVERS = {("Stadt", "Siedlung"), ("Zitadelle", "Siedlung"), ("Metropole", "Stadt")}
UNITS_USED_AS_ACTIONS = ("Richard der Rächer", "Sven der Handelsritter")
HELPERS_OF_THE_BANK = ("Hansebund", "Leuchtturm", "Handelsherr Christoph")


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


def _if(holds: bool) -> Stance:
    return OK if holds else NO


@rule("102.B.Ausspielen", "126.I.c")
def a_cancelled_card_has_been_played(q: CountsAsPlayed) -> Answer:
    """A card is played as soon as it lies open; whoever cancels its effect does not undo the playing."""
    return OK


@rule("126.I.c")
def what_is_tied_to_a_moment_is_played_once(q: MayPlayAgain) -> Answer:
    """Protective actions and the alchemist belong to one moment, and only one may be played there; others may follow."""
    return _if(q.played == 0 or not (q.card == "Alchimist" or card(q.card).kind == "schutz-aktion"))


# --- kinds of cards ------------------------------------------------------------------------------------------


@rule("102.B.Einheit")
def what_has_legs_wings_or_sails_is_a_unit(q: IsOfKind) -> Answer | None:
    """Living things, vehicles and ships are units; wizards, buildings and action cards are not."""
    return _if(card(q.card).is_unit) if q.kind == "unit" and q.card not in UNITS_USED_AS_ACTIONS else None


@rule("102.B.Einheit", about=UNITS_USED_AS_ACTIONS)
def some_units_are_actions_while_they_are_used(q: IsOfKind) -> Answer | None:
    """Richard and Sven are action cards while they are used as such, and units before and after."""
    if q.kind not in ("unit", "action"):
        return None
    return _if((q.where == "used") == (q.kind == "action"))


@rule("102.B.Einheit")
def an_action_card_stays_an_action_card(q: IsOfKind) -> Answer | None:
    """Action cards are action cards whatever they show; other cards are none."""
    return _if(card(q.card).is_action) if q.kind == "action" and q.card not in UNITS_USED_AS_ACTIONS else None


@rule("102.B.Ritter")
def knights_are_called_so(q: IsOfKind) -> Answer | None:
    """A knight is who is printed or named as one; dragons, cannons, jugglers, wizards and peasants are none."""
    return _if(card(q.card).kind == "ritter") if q.kind == "knight" else None


@rule("102.B.Gebäude")
def what_cannot_leave_its_place_is_a_building(q: IsOfKind) -> Answer | None:
    """Buildings are expansions that cannot move, mills and societies included; central cards are none."""
    return _if(card(q.card).is_building and q.card not in CENTRAL) if q.kind == "building" else None


# --- central cards -------------------------------------------------------------------------------------------


@rule("102.B.Zentralkarte")
def the_frame_of_the_principality_counts_as_central(q: IsOfKind) -> Answer | None:
    """Settlements, cities, roads, metropolises and citadels are central cards; expansions of roads are none."""
    return _if(q.card in CENTRAL) if q.kind == "central-card" else None


@rule("102.B.Zentralkarte", "128.F.b")
def central_cards_stay_until_the_end(q: MayDemolish) -> Answer | None:
    """Central cards are never removed; expansions of roads may be."""
    if q.card is None or not (q.card in CENTRAL or card(q.card).place in ("strasse", "fremd-strasse")):
        return None
    return _if(q.card not in CENTRAL)


@rule("102.B.Zentralkarte")
def a_central_card_is_covered_by_the_next_one(q: MayCover) -> Answer:
    """City and citadel cover a settlement, a metropolis covers a city."""
    return _if((q.card, q.under) in COVERS)


# --- trading with the bank -----------------------------------------------------------------------------------


@rule("102.B.Banktausch")
def the_bank_trades_plainly_by_fleet_or_by_mint(q: IsBankTrade) -> Answer:
    """Only plain exchange, fleets with what helps them, and gold through the mint are trades with the bank."""
    if q.means == "Münzgießerei":
        return _if(q.gave == "gold")
    return _if(q.means is None or q.means in HELPERS_OF_THE_BANK or card(q.means).kind == "handelsflotte")


@rule("102.B.Banktausch")
def to_trade_a_resource_is_to_give_it(q: IsBankTrade) -> Answer:
    """A resource is traded with the bank by whoever gives it, not by whoever gets it."""
    return _if(q.gave == q.wanted)


@rule("102.B.Ping-Pong-Zug", "116.C.c", about="Große Handelsflotte")
def a_great_fleet_at_the_lighthouse_goes_back_and_forth(q: MayTradeBackAndForth) -> Answer:
    """At a lighthouse a great fleet changes the resources of its two neighbours into each other without loss."""
    beside = {RESOURCE_OF[each.kind] for each in q.seat.beside(q.fleet.spot)}
    return _if({q.give, q.get} == beside and q.seat.count("Leuchtturm") > 0)
