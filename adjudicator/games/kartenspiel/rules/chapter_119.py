"""Chapter 119: event cards. Plague and civil war."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import (
    BattleWinner,
    HitByCivilWar,
    LosesToPlague,
    MayUseStack,
    WhoPicks,
)
from adjudicator.kernel.decisions import NO, OK, Answer
from adjudicator.kernel.rules import rule


@rule("119.R.a", "karte:kartenspiel/Seuche")
def plague_strikes_around_cities(q: LosesToPlague) -> Answer:
    """Landscapes beside a city lose one resource, also those between two cities."""
    column, _ = q.spot
    return OK if any(q.seat.centre.get(slot) == "Stadt" for slot in (column - 1, column + 1)) else NO


@rule("karte:kartenspiel/Wasserversorgung", about="Wasserversorgung")
def a_water_supply_keeps_the_plague_away(q: LosesToPlague) -> Answer:
    """A water supply protects all landscapes of the principality."""
    return NO


@rule("karte:kartenspiel/Badhaus", about="Badhaus")
def a_bath_house_protects_its_city(q: LosesToPlague) -> Answer | None:
    """A bath house protects the landscapes of its city."""
    baths = (each.spot[0] for each in q.seat.laid() if each.name == "Badhaus")
    return NO if any(q.spot in q.seat.around(slot) for slot in baths) else None


@rule("karte:kartenspiel/Bürgerkrieg")
def civil_war_drives_out_knights_and_trade_fleets(q: HitByCivilWar) -> Answer:
    """A civil war drives out knights, cannons and fleets."""
    kinds = ("ritter", "handelsflotte", "flotte")
    return OK if q.laid.card.kind in kinds or q.laid.name == "Kanone" else NO


@rule("karte:kartenspiel/Kirche", about="Kirche")
def a_church_protects_its_city_from_civil_war(q: HitByCivilWar) -> Answer | None:
    """A church protects knights and trade fleets of its city."""
    slots = {each.spot[0] for each in q.seat.laid() if each.name == "Kirche"}
    return NO if q.laid.spot[0] in slots else None


@rule("119.C.b")
def barbarians_win_ties(q: BattleWinner) -> Answer:
    """Barbarians are as strong as there are roads and monasteries; only more units than that beat them."""
    seat = q.table.seats[q.player]
    barbarians = sum(what == "Straße" for what in seat.centre.values()) + seat.count("Kloster")
    return "player" if q.units > barbarians else "barbarians"


@rule("119.E.a", variants=["turnierspiel"])
def the_opponents_stacks_are_taboo(q: MayUseStack) -> Answer:
    """In the tournament game nobody draws from the opponent's stacks."""
    return OK if q.table.stack_owners[q.stack] == q.player else NO


@rule("101.D.d l", "karte:kartenspiel/Bürgerkrieg", about="Bürgerkrieg")
def the_opponent_picks_whom_the_civil_war_drives_out(q: WhoPicks) -> Answer:
    """In a civil war each loses a unit that the other picks."""
    return q.gainer
