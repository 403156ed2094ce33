"""Chapter 103: rules for all forms of the game. The turn, the tokens, the hand limit, winning."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import (
    NOBODY,
    Bonus,
    ChangesSides,
    HandLimit,
    KnightToken,
    MayExchange,
    MayFetch,
    MayPlay,
    MayWinNow,
    MillToken,
    Owes,
    SearchPrice,
    Stays,
    Steps,
)
from adjudicator.kernel.decisions import NO, OK, YES, Add, Answer, Before, Start
from adjudicator.kernel.rules import rule


@rule("103.C.b", "113.B.a", about="Alchimist")
def the_alchemist_comes_before_the_dice(q: MayPlay) -> Answer:
    """The alchemist sets the yield die before it is rolled, not after."""
    return OK if q.table.phase == "before-dice" else NO


@rule("103.B.b", "103.G.c")
def other_actions_wait_for_the_main_phase(q: MayPlay) -> Answer | None:
    """Whatever is not meant for before the dice is played in the main phase."""
    if q.card in ("Alchimist", "Guido, der große Diplomat", "Bischof", "Kräuterhexe"):
        return None
    return OK if q.table.phase == "main" else NO


@rule("103.B.b", "103.G.b", "102.B.Sudden Death")
def the_game_is_won_in_the_main_phase(q: MayWinNow) -> Answer:
    """Nobody has won before both dice are worked off; from the main phase on both may."""
    return OK if q.table.phase in ("main", "end") else NO


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


@rule("103.H.c", reading="OFFEN.3 b")
def only_the_number_of_cards_counts_for_the_exchange(q: MayExchange) -> Answer:
    """Whether cards were played in this turn does not matter for the exchange."""
    return YES


@rule("103.M.a")
def one_strength_point_more_is_enough(q: KnightToken) -> Answer:
    """The knight token belongs to whoever has more strength points, be it one."""
    return _leader(tuple(q.table.seats), q.strength)


@rule("103.L.a", "101.C.a")
def the_mill_needs_a_city_and_more_trade_points(q: MillToken) -> Answer:
    """The mill token belongs to whoever has more trade points and a city."""
    leader = _leader(tuple(q.table.seats), q.trade)
    return leader if leader != NOBODY and q.table.seats[leader].cities() else NOBODY


def _leader(players: tuple[str, ...], points: tuple[int, ...]) -> str:
    best = max(points)
    return players[points.index(best)] if points.count(best) == 1 else NOBODY


@rule("103.E.f", about="Hexe")
def a_witch_leaves_the_rollers_own_building(q: Stays) -> Answer:
    """A ? removes the witch from the roller's own building, not the one that he laid."""
    return NO if q.holder == q.table.active else OK


@rule("103.E.f", about="Dogma")
def a_dogma_leaves_when_its_caster_rolls(q: Stays) -> Answer:
    """A ? removes the dogma that the roller himself has laid."""
    return NO if q.owner == q.table.active else OK


@rule("103.E.c", "112.P.a", about="Palast")
def a_palace_is_of_no_use_under_an_interdict(q: MayFetch) -> Answer:
    """With an interdict on his discard pile a player cannot use his palace."""
    return NO if q.table.banned(q.player) else OK


@rule("103.E.d", "118.C.c", about="Flavo der Gaukler")
def flavo_goes_where_gold_and_room_are(q: ChangesSides) -> Answer:
    """Flavo changes over to whoever has gold at this moment, be it just won, and room for him."""
    gold = q.table.seats[q.to].stock("gold") > 0
    return OK if gold and q.table.told.has_room(q.to, "unit") else NO


def _one_all_the_same(q: Owes) -> Answer:
    """The misreading: one resource is due, whether or not it finds room."""
    return Start(1)


@rule("103.E.e", misreading=_one_all_the_same)
def what_does_not_fit_need_not_be_given(q: Owes) -> Answer:
    """The other player owes one resource, but none that he lacks or that finds no room."""
    return Start(min(1, q.fitting))


@rule("103.E.d", about="Ritterturnier")
def the_prize_comes_before_flavos_bonus(q: Steps) -> Answer:
    """At the tournament the winner's prize comes first, then Flavo's bonus."""
    return Before("prize", "bonus")


@rule("103.E.d", about="Ritterturnier")
def flavo_moves_last(q: Steps) -> Answer:
    """At the tournament Flavo's bonus comes before his change of sides."""
    return Before("bonus", "move")


@rule("103.E.c", "123.BD.c", about="Schatzflotte")
def each_treasure_fleet_brings_two(q: Bonus) -> Answer | None:
    """Each treasure fleet brings two resources in a prosperous year, palace or not."""
    return Add(2 * q.table.seats[q.player].count("Schatzflotte")) if q.event == "Erfolgreiches Jahr" else None
