"""What is printed on the cards themselves and stands in no article: points, and what buildings add to them."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import Cheaper, Points
from adjudicator.kernel.decisions import Add, Answer, Start
from adjudicator.kernel.rules import rule

MARKETS = ("Markt", "Handelskontor", "Händlerzunft")


@rule()
def printed_points_count(q: Points) -> Answer:
    """Points are counted as the cards show them."""
    return Start(q.table.seats[q.player].printed.get(q.of, 0))


@rule("karte:kartenspiel/Schmiede", about="Schmiede")
def a_smithy_makes_each_knight_stronger(q: Points) -> Answer | None:
    """Each smithy adds one strength point to every knight."""
    seat = q.table.seats[q.player]
    if q.of != "strength":
        return None
    return Add(seat.count("Schmiede") * sum(each.card.kind == "ritter" for each in seat.laid()))


@rule("karte:kartenspiel/Turnierplatz", about="Turnierplatz")
def a_tournament_ground_helps_each_knight(q: Points) -> Answer | None:
    """Each tournament ground adds one tournament point to every knight."""
    seat = q.table.seats[q.player]
    if q.of != "tournament":
        return None
    return Add(seat.count("Turnierplatz") * sum(each.card.kind == "ritter" for each in seat.laid()))


@rule("karte:kartenspiel/Hafen", about="Hafen")
def a_harbour_helps_each_trade_fleet(q: Points) -> Answer | None:
    """A harbour adds one trade point to every trade fleet."""
    seat = q.table.seats[q.player]
    if q.of != "trade":
        return None
    return Add(seat.count("Hafen") * sum(each.card.kind == "handelsflotte" for each in seat.laid()))


@rule("karte:kartenspiel/Großer Hafen", about="Großer Hafen")
def a_great_harbour_doubles_the_markets(q: Points) -> Answer | None:
    """A great harbour doubles the trade points of market, trading house and merchants' guild."""
    if q.of != "trade":
        return None
    return Add(sum(each.card.point("trade") for each in q.table.seats[q.player].laid() if each.name in MARKETS))


@rule("103.F.c", about="Bauernheer")
def a_peasant_army_is_as_strong_as_its_grain(q: Points) -> Answer | None:
    """A peasant army is as strong as there is grain beside it."""
    seat = q.table.seats[q.player]
    if q.of != "strength":
        return None
    near = (land for each in seat.laid() if each.name == "Bauernheer" for land in seat.beside(each.spot))
    return Add(sum(land.stock for land in near if land.kind == "Ackerland"))


@rule("karte:kartenspiel/Burg", about="Burg")
def a_castle_makes_knights_cheaper(q: Cheaper) -> Answer | None:
    """Each castle saves one resource on every knight."""
    return Add(q.table.seats[q.player].count("Burg")) if card(q.card).kind == "ritter" else None
