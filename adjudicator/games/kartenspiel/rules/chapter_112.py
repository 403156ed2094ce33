"""Chapter 112: attack actions. What they may be played on, what they hit, when they succeed."""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import (
    Fetches,
    GoesTo,
    MayBeStolen,
    MayFetch,
    MayHit,
    MayPlay,
    Succeeds,
)
from adjudicator.kernel.decisions import NO, OK, Answer
from adjudicator.kernel.rules import rule

KNIGHT_HUNTERS = ("Schwarzer Ritter", "Burgfräulein Imelda")


@rule("112.S.a", about="Spion", presumes=True)
def a_spy_needs_a_hand_to_look_at(q: MayPlay) -> Answer:
    """A spy may be played only if the opponent holds a card."""
    return OK if q.table.seats[q.table.other(q.player)].hand else NO


@rule("112.S.a", "103.R.b", about=KNIGHT_HUNTERS, presumes=True)
def a_hunter_of_knights_needs_a_knight(q: MayPlay) -> Answer:
    """The black knight needs a knight of the opponent; one's own do not matter."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if any(each.card.kind == "ritter" for each in victim.laid()) else NO


@rule("112.S.a", "103.R.b", about=("Raubzug", "Händler", "Gewürzkarawane"), presumes=True)
def a_raid_needs_resources_of_the_opponent(q: MayPlay) -> Answer:
    """A raid needs resources of the opponent; one's own do not matter."""
    return OK if q.table.seats[q.table.other(q.player)].total() > 0 else NO


@rule("112.S.a", about="Feuerteufel", presumes=True)
def an_arsonist_needs_a_building(q: MayPlay) -> Answer:
    """An arsonist needs a building that can burn."""
    victim = q.table.seats[q.table.other(q.player)]
    return OK if any(each.card.is_building for each in victim.laid()) else NO


@rule("karte:kartenspiel/Feuerteufel", about="Feuerteufel")
def an_arsonist_burns_buildings(q: MayHit) -> Answer:
    """An arsonist burns buildings, nothing else."""
    return OK if q.action == "Feuerteufel" and q.laid.card.is_building else NO


@rule("112.G.e", "103.P.a", about="Feuerteufel")
def what_is_immune_to_fire_never_burns(q: MayHit) -> Answer | None:
    """Immunity is a property of the building itself and is never lost."""
    return NO if "Feuerteufel" in q.laid.card.immune else None


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


@rule("112.S.f", "121.F.a", about="Wachturm")
def the_watchtower_stops_a_spy_on_one_or_two(q: Succeeds) -> Answer | None:
    """A watchtower stops a spy on a one or two, and lets him pass otherwise."""
    return None if q.action != "Spion" else NO if q.die <= 2 else OK


@rule("112.S.f", "121.F.a", about="Große Mauer")
def the_wall_stops_a_spy_from_three_on(q: Succeeds) -> Answer | None:
    """The Great Wall stops a spy on three to six, and lets him pass otherwise."""
    return None if q.action != "Spion" else NO if q.die >= 3 else OK


@rule("112.S.c", "103.K.b")
def a_played_action_goes_to_the_players_discard_pile(q: GoesTo) -> Answer | None:
    """A played action goes to the discard pile of whoever played it."""
    return "discard" if q.how == "played" and card(q.card).is_action else None


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


@rule("112.M.b", "103.K.b", about=("Hexe", "Dogma", "Kirchenbann"))
def a_blocking_card_goes_to_its_players_discard_pile(q: GoesTo) -> Answer | None:
    """A witch whose building is gone goes to the discard pile of whoever laid her, not back to the hand."""
    return "discard" if q.how == "stripped" else None


@rule("112.P.a", about="Kirchenbann")
def an_interdict_does_not_hinder_playing(q: MayPlay) -> Answer:
    """Played cards go under the interdict; it forbids nobody to play them."""
    return OK


@rule("112.P.a", about="Kirchenbann")
def nothing_is_fetched_from_under_an_interdict(q: MayFetch) -> Answer:
    """Whoever is banned takes nothing from the banned pile."""
    return NO if q.table.banned(q.player) else OK


@rule("112.J.a", "112.J.c", about="Guido, der große Diplomat")
def guido_brings_the_topmost_attack(q: Fetches) -> Answer | None:
    """Guido brings the attack action that was put last on the opponent's discard pile; other cards are skipped."""
    pile = q.table.discard_of(q.table.other(q.player))
    return next((name for name in reversed(pile) if card(name).kind == "angriffs-aktion"), None)


@rule("101.D.d a", "112.S.h", about="Spion", since=1999)
def once_magic_cards_needed_a_citadel(q: MayBeStolen) -> Answer | None:
    """Before the reform magic cards were stolen only with a citadel of one's own."""
    if card(q.card).kind not in ("zauber-aktion", "zauberer", "zauberbuch"):
        return None
    return OK if q.table.seats[q.table.other(q.player)].count("Zitadelle") else NO


@rule("112.S.h", "101.D.d a", about="Spion", since=2003, beats=[once_magic_cards_needed_a_citadel])
def spies_take_magic_actions_but_no_wizards_or_books(q: MayBeStolen) -> Answer | None:
    """Since 2003 magic actions and dragons can be stolen, wizards and spell books cannot; a citadel does not matter."""
    kind = card(q.card).kind
    if kind in ("zauberer", "zauberbuch"):
        return NO
    return OK if kind in ("zauber-aktion", "drache") else None
