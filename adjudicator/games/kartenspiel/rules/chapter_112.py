"""Chapter 112: attack actions. What they need, what they may be laid on or aimed at, what they hit, when they succeed.

Sections E to P (112.E.a to 112.P.a), and what 112.S.a says of other attacks than the spy; the spy himself stands in
chapter_112_spy, Guido and the interdict in chapter_112_piles. Who succeeds against which defence is chapter 101 and 116.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import (
    GoesTo,
    LosesSomething,
    MayAim,
    MayHandBack,
    MayHit,
    MayLayOn,
    MayPlay,
    MaySwapLandscapes,
    MaySwapSoMany,
    MayTakeLandscape,
    MayUseAgain,
    Succeeds,
    SurplusWaits,
    WhoPicks,
)
from adjudicator.games.kartenspiel.table import Laid, Seat
from adjudicator.kernel.decisions import NO, OK, YES, Answer
from adjudicator.kernel.rules import rule

KNIGHT_HUNTERS = ("Schwarzer Ritter", "Burgfräulein Imelda")
UNDER_A_DOGMA = ("Palast", "Kirche", "Bibliothek", "Universität")
BLOCKING = ("Hexe", "Dogma", "Pfandleiher")
ENLARGING = ("Schreibstube", "Inspiration", "Kanzler")
MORE_CARDS = ("Bibliothek", "Kloster", "Theater", "Gilde der Handelsherren")


def _count(seat: Seat, kind: str) -> int:
    return sum(each.card.kind == kind for each in seat.laid())


def _stations(q: MayHit) -> list[Laid]:
    """The fire stations in the city of the building that is aimed at, itself left out."""
    if q.action != "Feuerteufel":
        return []
    near = (each for each in q.seat.laid() if each.spot[0] == q.laid.spot[0])
    return [each for each in near if each.name == "Feuerwache" and each is not q.laid]


def _blocked(laid: Laid) -> bool:
    return any(above.name in BLOCKING for above in laid.on_it)


# --- 112.E: dogma, 112.M: witch ------------------------------------------------------------------------------


@rule("112.E.a", about="Dogma")
def a_dogma_lies_on_four_buildings_only(q: MayLayOn) -> Answer:
    """A dogma is laid on palace, church, library or university itself, not on a secret society that mirrors one."""
    return OK if q.laid.name in UNDER_A_DOGMA else NO


def _on_an_opposing_building(q: MayLayOn) -> Answer:
    return OK if q.laid.owner != q.player and q.laid.card.is_building else NO


@rule("karte:kartenspiel/Dogma", about="Dogma")
def a_dogma_is_laid_on_an_opposing_building(q: MayLayOn) -> Answer:
    """A dogma is laid on a building of the opponent."""
    return _on_an_opposing_building(q)


@rule("karte:kartenspiel/Hexe", about="Hexe")
def a_witch_is_laid_on_an_opposing_building(q: MayLayOn) -> Answer:
    """A witch is laid on a building of the opponent."""
    return _on_an_opposing_building(q)


@rule("112.M.a", about="Hexe")
def several_blocking_cards_may_lie_on_one_building(q: MayLayOn) -> Answer | None:
    """A witch may be laid on a building that another card blocks already."""
    return OK if _blocked(q.laid) else None


def _back_to_the_hand(q: GoesTo) -> Answer | None:
    """The misreading: the card returns to the hand of whoever laid it."""
    return "hand" if q.how == "stripped" else None


@rule("112.M.b", "103.K.b", about=("Hexe", "Dogma", "Kirchenbann"), misreading=_back_to_the_hand)
def a_blocking_card_goes_to_its_players_discard_pile(q: GoesTo) -> Answer | None:
    """A witch whose building is gone goes to the discard pile of whoever laid her, not back to the hand."""
    return "discard" if q.how == "stripped" else None


# --- 112.G: arsonist -----------------------------------------------------------------------------------------


@rule("112.G.a", about="Feuerteufel")
def a_witch_does_not_save_a_building_from_fire(q: MayHit) -> Answer | None:
    """A hexed building still stands there and burns like any other, unless it is immune."""
    hexed = any(above.name == "Hexe" for above in q.laid.on_it)
    return OK if hexed and "Feuerteufel" not in q.laid.card.immune else None


@rule("112.G.e", "112.G.a", "103.P.a", about="Feuerteufel")
def what_is_immune_to_fire_never_burns(q: MayHit) -> Answer | None:
    """Immunity is a property of the building itself and is never lost, hexed or pawned or not."""
    return NO if "Feuerteufel" in q.laid.card.immune else None


@rule("karte:kartenspiel/Feuerwache", about="Feuerteufel")
def a_fire_station_protects_its_city(q: MayHit) -> Answer | None:
    """The opponent's arsonist burns no building of a city with a fire station."""
    own = q.laid.owner == q.seat.name
    return NO if _stations(q) and own and q.table.active != q.seat.name else None


@rule("112.G.b", about="Feuerteufel")
def a_fire_station_protects_from_ones_own_arsonist(q: MayHit) -> Answer | None:
    """A fire station protects from an arsonist of one's own that has failed, too."""
    own = q.laid.owner == q.seat.name
    return NO if _stations(q) and own and q.table.active == q.seat.name else None


@rule("112.G.d", about="Feuerteufel")
def a_fire_station_protects_foreign_buildings(q: MayHit) -> Answer | None:
    """A fire station protects also what the opponent has built in its city."""
    return NO if _stations(q) and q.laid.owner != q.seat.name else None


@rule(
    "112.G.e", "103.P.a", about="Feuerteufel",
    beats=[
        a_fire_station_protects_its_city,
        a_fire_station_protects_from_ones_own_arsonist,
        a_fire_station_protects_foreign_buildings,
    ],
)  # fmt: skip
def a_blocked_fire_station_protects_itself_only(q: MayHit) -> Answer | None:
    """A hexed or pawned fire station does not protect the other buildings of its city any more."""
    stations = _stations(q)
    return OK if stations and all(_blocked(each) for each in stations) else None


@rule("karte:kartenspiel/Feuerteufel", about="Feuerteufel")
def an_arsonist_goes_against_the_opponent(q: MayAim) -> Answer:
    """An arsonist is played against the opponent's principality."""
    return OK if q.seat.name != q.player else NO


@rule("112.G.d", about="Feuerteufel", beats=[an_arsonist_goes_against_the_opponent])
def an_arsonist_removes_foreign_buildings_at_home(q: MayAim) -> Answer | None:
    """One's own arsonist may burn what the opponent has built in one's own principality."""
    return OK if q.seat.name == q.player != q.laid.owner else None


@rule("112.G.b", about="Bischof")
def no_bishop_helps_against_ones_own_arsonist(q: MayPlay) -> Answer | None:
    """The bishop is for whoever is not on turn; the attacker whose test has failed still is."""
    return NO if q.answering == "Feuerteufel" and q.player == q.table.active else None


def _one_building_must_go(q: LosesSomething) -> Answer:
    """The misreading: if nothing is unprotected, a protected building burns; if only part is, nothing does."""
    return NO if q.targets else OK


@rule("112.G.c", about="Feuerteufel", misreading=_one_building_must_go)
def without_an_unprotected_building_nothing_burns(q: LosesSomething) -> Answer:
    """A building burns if one is unprotected; otherwise nothing is taken back into the hand."""
    return OK if q.targets else NO


@rule("112.G.f", about="Feuerteufel")
def a_rebuilt_building_counts_as_another(q: MayUseAgain) -> Answer | None:
    """A building that is burnt and built anew in the same turn may be used again at once."""
    return OK if q.laid.built == q.table.turn else None


@rule("112.G.g", about="Feuerteufel")
def an_enlarged_hand_waits_for_the_end_of_the_turn(q: SurplusWaits) -> Answer | None:
    """Whose hand was enlarged before, by scriptorium, inspiration or chancellor, gives up cards at the end of the turn."""
    return OK if any(name in ENLARGING for name in q.enlarged_by) else None


@rule("112.G.g", about="Feuerteufel", reading="OFFEN.1 b")
def a_lowered_limit_holds_at_once(q: SurplusWaits) -> Answer | None:
    """By this article whose burnt building had allowed more cards gives them up at once, if nothing else enlarged his hand."""
    return NO if q.lost in MORE_CARDS and not any(name in ENLARGING for name in q.enlarged_by) else None


@rule("101.D.b f", "103.Q.a", about="Feuerteufel", reading="OFFEN.1 a")
def a_lowered_limit_waits_for_the_end_of_the_turn(q: SurplusWaits) -> Answer | None:
    """By the reform surplus cards wait for the end of the turn, even if a burnt monastery lowers the limit."""
    return YES if q.lost in MORE_CARDS and not any(name in ENLARGING for name in q.enlarged_by) else None


# --- 112.S.a: what attacks need ------------------------------------------------------------------------------


@rule("112.S.a", "103.R.b", about=KNIGHT_HUNTERS, presumes=True)
def a_hunter_of_knights_needs_a_knight(q: MayPlay) -> Answer:
    """The black knight needs a knight of the opponent; one's own do not matter."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if q.table.told.has_some("knight", victim.name, _count(victim, "ritter")) else NO


@rule("112.S.a", "103.R.b", about=("Raubzug", "Händler", "Gewürzkarawane", "Handelsmonopol"), presumes=True)
def a_raid_needs_resources_of_the_opponent(q: MayPlay) -> Answer:
    """A raid needs resources of the opponent; one's own do not matter."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if q.table.told.has_some("resource", victim.name, victim.total()) else NO


@rule("112.S.a", about="Feuerteufel", presumes=True)
def an_arsonist_needs_a_building(q: MayPlay) -> Answer:
    """An arsonist needs a building that can burn."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if q.table.told.has_some("building", victim.name, _count(victim, "gebaeude")) else NO


@rule("karte:kartenspiel/Feuerteufel", about="Feuerteufel")
def an_arsonist_burns_buildings(q: MayHit) -> Answer:
    """An arsonist burns buildings, nothing else."""
    return OK if q.action == "Feuerteufel" and q.laid.card.is_building else NO


@rule("karte:kartenspiel/Schwarzer Ritter", about="Schwarzer Ritter")
def the_black_knight_drives_out_knights(q: MayHit) -> Answer:
    """The black knight drives out knights, except those that are immune."""
    return OK if q.laid.card.kind == "ritter" and "Schwarzer Ritter" not in q.laid.card.immune else NO


@rule("karte:kartenspiel/Burgfräulein Imelda", about="Burgfräulein Imelda")
def imelda_charms_knights(q: MayHit) -> Answer:
    """Imelda charms knights, except those that are immune."""
    return OK if q.laid.card.kind == "ritter" and "Burgfräulein Imelda" not in q.laid.card.immune else NO


@rule("101.C.a", about=("Schwarzer Ritter", "Feuerteufel", "Raubzug"))
def an_attack_fails_on_a_six(q: Succeeds) -> Answer | None:
    """These attacks turn against the attacker on a six."""
    return None if q.action == "Spion" else NO if q.die == 6 else OK


@rule("101.C.a", about=("Schwarzer Ritter", "Feuerteufel", "Raubzug"))
def against_protection_it_fails_from_three_on(q: Succeeds) -> Answer | None:
    """Against bishop or herb witch they fail on three to six."""
    return NO if q.defended and q.die >= 3 else None


@rule("karte:kartenspiel/Feuerteufel", "112.G.g")
def what_burns_returns_to_the_hand(q: GoesTo) -> Answer | None:
    """A burnt building returns to its owner's hand."""
    return "hand" if q.how == "burnt" else None


@rule("karte:kartenspiel/Schwarzer Ritter")
def a_driven_out_knight_returns_to_the_hand(q: GoesTo) -> Answer | None:
    """A driven-out unit returns to its owner's hand."""
    return "hand" if q.how == "driven" else None


@rule("karte:kartenspiel/Burgfräulein Imelda")
def a_charmed_knight_is_discarded(q: GoesTo) -> Answer | None:
    """A charmed knight goes to the discard pile."""
    return "discard" if q.how == "seduced" else None


# --- whole games ---------------------------------------------------------------------------------------------


@rule("112.S.a", about="Karawane", presumes=True)
def a_caravan_needs_something_to_carry(q: MayPlay) -> Answer:
    """A caravan needs a resource of one's own to exchange."""
    return OK if q.table.told.has_some("resource", q.player, q.table.seats[q.player].total()) else NO


@rule("112.I.a", "105.G.a", about="Grenzkonflikt", presumes=True)
def a_border_conflict_needs_doubles_on_both_sides(q: MayPlay) -> Answer:
    """Both players must have some kind of landscape at least twice."""
    doubles = ((seat.name, len(_doubles(seat))) for seat in q.table.seats.values())
    return OK if all(q.table.told.has_some("landscape", player, known) for player, known in doubles) else NO


@rule("112.I.a", "105.G.a", about=("Grenzkonflikt", "Landzauber", "Land, wandle dich!"))
def only_doubles_change_places(q: MaySwapLandscapes) -> Answer:
    """One landscape that its owner has twice is exchanged for one that the other has twice; each kind is left to both."""
    me, other = q.table.seats[q.player], q.table.seats[q.table.other(q.player)]
    mine, theirs = me.landscapes[q.mine].kind, other.landscapes[q.theirs].kind
    return OK if mine in _doubles(me) and theirs in _doubles(other) else NO


def _doubles(seat: Seat) -> set[str]:
    kinds = [each.kind for each in seat.landscapes.values()]
    return {kind for kind in kinds if kinds.count(kind) > 1}


@rule("112.K.a", about="Händler")
def the_merchant_picks_what_he_takes(q: WhoPicks) -> Answer:
    """Whoever plays the merchant picks the two resources."""
    return q.gainer


@rule("112.G.d", about="Feuerteufel")
def whoever_burns_picks_the_building(q: WhoPicks) -> Answer:
    """Whoever wins the test picks the building that burns."""
    return q.gainer


@rule("karte:kartenspiel/Raubzug", about="Raubzug")
def the_raider_takes_what_he_wants(q: WhoPicks) -> Answer:
    """Whoever wins the test takes the resources that he wants."""
    return q.gainer


@rule("112.I.a", about=("Grenzkonflikt", "Landzauber", "Land, wandle dich!"))
def one_landscape_is_exchanged_for_one(q: MaySwapSoMany) -> Answer:
    """One landscape is exchanged for one, not two for two."""
    return OK if q.amount == 1 else NO


@rule("112.I.a", about="Land, wandle dich!")
def the_stack_may_hold_it_once(q: MayTakeLandscape) -> Answer:
    """From the stack one may take a landscape that lies there only once; one's own must still be a double."""
    seat = q.table.seats[q.player]
    return OK if seat.landscapes[q.mine].kind in _doubles(seat) else NO


@rule("112.K.a", about="Händler")
def a_merchant_gives_back_what_he_likes(q: MayHandBack) -> Answer:
    """What was taken belongs to the taker at once, so he may give back one of the two."""
    return OK


@rule("112.K.a", about="Handelsmonopol")
def a_monopoly_gives_back_another_resource(q: MayHandBack) -> Answer:
    """With a trade monopoly the resource in return must be another than those just taken."""
    return NO if q.resource in q.taken else OK
