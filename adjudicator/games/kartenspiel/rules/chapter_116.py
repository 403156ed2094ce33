"""Chapter 116: fleets. What they are worth at the bank, and what a privateer does to them."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import RESOURCE_OF
from adjudicator.games.kartenspiel.decisions import BankRate, Bonus, GoesTo, MayHit
from adjudicator.kernel.decisions import NO, OK, Add, Answer, Start
from adjudicator.kernel.rules import rule

FLEET_FOR = {
    "holz": "Holz-Handelsflotte", "lehm": "Lehm-Handelsflotte", "getreide": "Getreide-Handelsflotte",
    "erz": "Erz-Handelsflotte", "wolle": "Woll-Handelsflotte", "gold": "Gold-Handelsflotte",
}  # fmt: skip


@rule("102.B.Banktausch", "101.C.a")
def the_bank_wants_three(q: BankRate) -> Answer:
    """The bank gives one resource for three of a kind."""
    return Start(3)


@rule("116.A.a", about=tuple(FLEET_FOR.values()), beats=[the_bank_wants_three])
def a_trade_fleet_makes_it_two(q: BankRate) -> Answer | None:
    """A trade fleet makes it two for one, as often as one likes, for its own resource."""
    return Start(2) if q.table.seats[q.player].count(FLEET_FOR[q.resource]) else None


@rule("116.C.b", about="Große Handelsflotte", beats=[the_bank_wants_three])
def a_large_fleet_trades_what_lies_beside_it(q: BankRate) -> Answer | None:
    """A large trade fleet makes it two for one, both from one landscape beside it."""
    seat = q.table.seats[q.player]
    near = {spot for each in seat.laid() if each.name == "Große Handelsflotte" for spot in seat.spots_beside(each.spot)}
    if q.spots is not None:
        near &= set(q.spots) if len(set(q.spots)) == 1 else set()
    lands = (seat.landscapes[spot] for spot in near)
    return Start(2) if any(RESOURCE_OF[land.kind] == q.resource and land.stock >= 2 for land in lands) else None


@rule(
    "102.B.Banktausch", "103.P.c", about="Münzgießerei",
    beats=[the_bank_wants_three, a_trade_fleet_makes_it_two, a_large_fleet_trades_what_lies_beside_it],
)  # fmt: skip
def a_mint_gives_one_for_one_gold(q: BankRate) -> Answer | None:
    """With a mint the bank gives one resource for one gold, without limit."""
    return Start(1) if q.resource == "gold" else None


@rule("116.E.b", "103.E.c", about="Kaperflotte")
def each_privateer_brings_a_gold_in_a_prosperous_year(q: Bonus) -> Answer | None:
    """Each privateer brings one gold in a prosperous year."""
    return Add(q.table.seats[q.player].count("Kaperflotte")) if q.event == "Erfolgreiches Jahr" else None


@rule("116.E.a", "karte:kartenspiel/Kaperflotte")
def a_sunk_fleet_is_discarded(q: GoesTo) -> Answer | None:
    """A sunk fleet goes to the discard pile."""
    return "discard" if q.how == "sunk" else None


@rule("116.E.a", "105.G.a", about="Kaperflotte")
def a_privateer_sinks_fleets(q: MayHit) -> Answer | None:
    """A privateer sinks a fleet of any kind, also another privateer."""
    if q.action != "Kaperflotte":
        return None
    return OK if q.laid.card.kind in ("flotte", "handelsflotte") else NO


@rule("116.D.a", about="Flaggschiff")
def a_flagship_shields_the_trade_fleets_of_its_city(q: MayHit) -> Answer | None:
    """Trade fleets in the city of a flagship are safe from privateers; other fleets are not."""
    if q.action != "Kaperflotte" or q.laid.card.kind != "handelsflotte":
        return None
    return NO if any(each.name == "Flaggschiff" for each in q.seat.laid() if each.spot[0] == q.laid.spot[0]) else OK
