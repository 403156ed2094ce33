"""Chapter 103: rules for all forms of the game. The turn, the tokens, the hand limit, winning."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import (
    NOBODY,
    HandLimit,
    KnightToken,
    MayExchange,
    MayTakeFromAnotherStack,
    MillToken,
    SearchPrice,
    WhoPicks,
)
from adjudicator.kernel.decisions import NO, YES, Add, Answer, Start
from adjudicator.kernel.rules import rule


@rule("103.H.a")
def three_cards_at_least(q: HandLimit) -> Answer:
    """Everybody may hold three cards."""
    return Start(3)


@rule("103.H.a", about="Bibliothek")
def each_library_one_card_more(q: HandLimit) -> Answer:
    """Each library allows one card more."""
    return Add(q.table.seats[q.player].count("Bibliothek"))


@rule("103.H.a", about="Kloster")
def each_monastery_one_card_more(q: HandLimit) -> Answer:
    """Each monastery allows one card more."""
    return Add(q.table.seats[q.player].count("Kloster"))


@rule("103.H.a", about="Theater")
def the_theatre_two_cards_more(q: HandLimit) -> Answer:
    """The theatre allows two cards more."""
    return Add(2)


@rule("103.H.a", about="Gilde der Handelsherren")
def the_guild_one_card_more(q: HandLimit) -> Answer:
    """The guild of the merchant lords allows one card more."""
    return Add(1)


@rule("103.H.b", "101.C.a")
def picking_a_card_costs_two(q: SearchPrice) -> Answer:
    """To pick a card out of a stack costs two resources."""
    return Start(2)


@rule("103.H.b", about="Rathaus")
def with_a_town_hall_one(q: SearchPrice) -> Answer:
    """A town hall saves one of them; a second one saves nothing more."""
    return Add(-1)


@rule("103.H.c", reading="OFFEN.3 a")
def only_the_number_of_cards_counts_for_the_exchange(q: MayExchange) -> Answer:
    """Whether cards were played in this turn does not matter for the exchange."""
    return YES


def _five_at_least(q: KnightToken) -> Answer:
    """The misreading: whoever leads also needs five strength points."""
    return _leader(tuple(q.table.seats), q.strength) if max(q.strength) >= 5 else NOBODY


@rule("103.M.a", misreading=_five_at_least)
def one_strength_point_more_is_enough(q: KnightToken) -> Answer:
    """The knight token belongs to whoever has more strength points, be it one."""
    return _leader(tuple(q.table.seats), q.strength)


def _where_the_token_stands(q: MillToken) -> Answer:
    """The misreading: the mill is whose it was moved to last."""
    return q.table.mill or NOBODY


@rule("103.L.a", "101.C.a", misreading=_where_the_token_stands)
def the_mill_needs_a_city_and_more_trade_points(q: MillToken) -> Answer:
    """The mill token belongs to whoever has more trade points and a city."""
    leader = _leader(tuple(q.table.seats), q.trade)
    return leader if leader != NOBODY and q.table.seats[leader].cities() else NOBODY


def _leader(players: tuple[str, ...], points: tuple[int, ...]) -> str:
    best = max(points)
    return players[points.index(best)] if points.count(best) == 1 else NOBODY


@rule("103.H.c", reading="OFFEN.4 a", variants=["grundspiel"])
def the_exchange_names_one_stack(q: MayTakeFromAnotherStack) -> Answer:
    """This article knows only the exchange with one and the same stack."""
    return NO


@rule("103.R.b", "karte:kartenspiel/Schwarzer Ritter", about="Schwarzer Ritter")
def whoever_wins_the_test_picks_the_knight(q: WhoPicks) -> Answer:
    """The black knight drives out the knight that whoever wins the test wants to drive out."""
    return q.gainer
