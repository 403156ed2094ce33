"""Sections 103.K to 103.R: discard piles, tokens, the order at a ?, functions of expansions, surplus, conditions.

Surplus hand cards (103.Q.a) stand with their history in chapter_101. Which expansions come with a condition is
known here only for those of which an article speaks. The tokens themselves (103.L.a, 103.M.a) stand in chapter_103.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.cards import ACTIONS, UNITS, card
from adjudicator.games.kartenspiel.decisions import (
    EventGoesTo,
    HandLimit,
    MayFetchCard,
    MayPlay,
    MayUseNow,
    Steps,
    StillStands,
    WhosePile,
)
from adjudicator.games.kartenspiel.table import Seat
from adjudicator.kernel.decisions import NO, OK, YES, Add, Answer, Before
from adjudicator.kernel.rules import rule

OWN_PILE = ("Palast", "Diplomat", "Wissen der Ahnen", "Sigismund der Seeheld")
OTHER_PILE = ("Alte Wissenschaften", "Guido, der große Diplomat")
TRADE_FLEETS = (
    "Holz-Handelsflotte", "Lehm-Handelsflotte", "Getreide-Handelsflotte", "Erz-Handelsflotte", "Woll-Handelsflotte",
    "Gold-Handelsflotte", "Große Handelsflotte",
)  # fmt: skip
WITHOUT_LIMIT = (
    *TRADE_FLEETS, "Baukran", "Burg", "Mission", "Werft", "Münzgießerei", "Färberei", "Kunstschmiede", "Schnapsbrennerei",
    "Naturalienspeicher", "Schatzkammer", "Wirtshaus", "Zauberküche", "Geheime Bruderschaft",
)  # fmt: skip
ONCE_A_TURN = (
    "Schreibstube", "Großer Basar", "Residenz des Tuch-Handelsherrn", "Brauerei", "Handelsposten", "Gestüt", "Zaubermühle",
    "Zeitrad", "Vogtei", "Residenz des Papier-Handelsherrn",
)  # fmt: skip


# --- 103.K: discard piles ------------------------------------------------------------------------------------


def _beside_the_stack(q: EventGoesTo) -> Answer:
    """The misreading: events have a discard pile of their own."""
    return "discard"


@rule("103.K.a", misreading=_beside_the_stack)
def a_carried_out_event_goes_under_its_stack(q: EventGoesTo) -> Answer:
    """An event card that has been carried out goes under the event stack."""
    return "event_stack"


@rule("103.K.a", about="Bessere Welt", beats=[a_carried_out_event_goes_under_its_stack])
def a_better_world_removes_an_event_for_good(q: EventGoesTo) -> Answer:
    """What a better world sorts out is out of the game."""
    return "out_of_game"


def _back_where_it_came_from(q: WhosePile) -> Answer:
    """The misreading: a card goes to the pile of whoever brought it into the game."""
    return q.origin


@rule("103.K.b", "112.S.c", misreading=_back_where_it_came_from)
def cards_go_to_the_pile_of_whoever_uses_them(q: WhosePile) -> Answer:
    """What is played or torn down goes to the pile of whoever plays it or tears it down, wherever it came from."""
    return q.user


@rule("103.K.c", about=OWN_PILE, variants=["turnierspiel"])
def these_fetch_from_ones_own_pile(q: MayFetchCard) -> Answer:
    """Palace, diplomat, knowledge of the ancestors and Sigismund reach into one's own pile."""
    return OK if q.pile == q.player else NO


@rule("103.K.c", about=OTHER_PILE, variants=["turnierspiel"])
def these_fetch_from_the_opponents_pile(q: MayFetchCard) -> Answer:
    """Ancient sciences and Guido reach into the opponent's pile."""
    return OK if q.pile != q.player else NO


@rule("103.K.c", about=(*OWN_PILE, *OTHER_PILE))
def each_fetches_its_own_kind_of_card(q: MayFetchCard) -> Answer:
    """Some fetch any card, others an action, a trade fleet, an action or unit, or an attack."""
    kinds = {
        "Wissen der Ahnen": ACTIONS, "Sigismund der Seeheld": frozenset({"handelsflotte"}),
        "Alte Wissenschaften": ACTIONS | UNITS, "Guido, der große Diplomat": frozenset({"angriffs-aktion"}),
    }.get(q.using)  # fmt: skip
    return OK if kinds is None or card(q.card).kind in kinds else NO


# --- 103.N: the order at a ? ---------------------------------------------------------------------------------


@rule("103.N.a", about="Ereigniskarte")
def the_question_mark_first_strikes_buildings(q: Steps) -> Answer:
    """What a ? does to buildings comes before the event card is carried out."""
    return Before("building", "card")


@rule("103.N.a", about="Ereigniskarte")
def blocking_cards_leave_after_the_event(q: Steps) -> Answer:
    """Witch and dogma leave only when the event card has been carried out."""
    return Before("card", "blocker")


@rule("103.N.a", about="Ereigniskarte")
def blocking_cards_leave_after_the_buildings(q: Steps) -> Answer:
    """Witch and dogma leave last, also after what a ? does to buildings."""
    return Before("building", "blocker")


# --- 103.P: functions ----------------------------------------------------------------------------------------


def _not_before_the_next_turn(q: MayUseNow) -> Answer:
    """The misreading: what was built this turn works from the next one on."""
    return NO if q.laid.built == q.table.turn else OK


@rule("103.P.b", misreading=_not_before_the_next_turn)
def expansions_work_at_once(q: MayUseNow) -> Answer:
    """A new expansion works as soon as it is built, unless another rule stands against it."""
    return OK


@rule("103.P.b", "103.C.b", about="Wagner")
def a_new_cartwright_waits_for_the_next_roll(q: MayUseNow) -> Answer:
    """A cartwright is of use from one's next roll on, because the resource is chosen before it."""
    return NO if q.laid.built == q.table.turn else OK


def _once_a_turn_only(q: MayUseNow) -> Answer:
    """The misreading: every function is used once per turn."""
    return NO if q.laid.used == q.table.turn else OK


@rule("103.P.c", about=WITHOUT_LIMIT, misreading=_once_a_turn_only)
def some_work_without_limit(q: MayUseNow) -> Answer:
    """Trade fleets, mint, crane and others are used as often as one likes."""
    return OK


@rule("103.P.c", "112.G.f", about=ONCE_A_TURN)
def some_work_once_a_turn(q: MayUseNow) -> Answer:
    """Scriptorium, great bazaar and others are used once per turn."""
    return NO if q.laid.used == q.table.turn else OK


def _the_book_as_such(q: MayUseNow) -> Answer | None:
    """The misreading: a book is used up for this turn, however many copies one has."""
    copies = (each for each in q.table.seats[q.player].laid() if each.name == q.laid.name)
    return NO if any(each.used == q.table.turn for each in copies if each is not q.laid) else None


@rule("103.P.c", "126.A.b", about="zauberbuch", reading="OFFEN.13 a", misreading=_the_book_as_such)
def each_copy_of_a_book_works_once_a_turn(q: MayUseNow) -> Answer:
    """Each copy of a spell book is used once per turn, whatever was done with the other."""
    copies = [each for each in q.table.seats[q.player].laid() if each.name == q.laid.name]
    if q.laid.used == q.table.turn:
        return NO
    return YES if any(each.used == q.table.turn for each in copies) else OK


# --- 103.R: conditions ---------------------------------------------------------------------------------------


def condition_is_met(seat: Seat, name: str) -> bool:
    """Whether what an expansion needs when it is built is there now."""
    anyone = {
        "Gilde der Handelsherren": ("Handelskontor", "Hafen"), "Universität": ("Kloster", "Bibliothek"),
        "Färberei": ("Handelskontor",), "Kunstschmiede": ("Handelskontor",), "Schnapsbrennerei": ("Handelskontor",),
        "Schatzflotte": ("Hafen",), "Kolonialstützpunkt": ("Hafen",),
    }.get(name)  # fmt: skip
    if name == "Johanna die Kriegerin":
        return not seat.count("Zitadelle")
    return anyone is None or any(seat.count(each) for each in anyone)


def _only_while_the_condition_is_met(q: StillStands) -> Answer:
    """The misreading: an expansion stays only as long as its condition is met."""
    return OK if condition_is_met(q.table.seats[q.holder], q.laid.name) else NO


@rule("103.R.a", misreading=_only_while_the_condition_is_met)
def conditions_are_for_building_only(q: StillStands) -> Answer:
    """A condition must be met when a card is built; what becomes of it later does not matter."""
    return OK


def _no_card_without_the_condition(q: HandLimit) -> Answer:
    """The misreading: without its condition the guild gives nothing."""
    return Add(0 if condition_is_met(q.table.seats[q.player], "Gilde der Handelsherren") else -1)


@rule("103.R.a", about="Gilde der Handelsherren", misreading=_no_card_without_the_condition)
def a_guild_works_on_without_its_condition(q: HandLimit) -> Answer:
    """The guild gives its card also when trading house and harbour are gone."""
    return Add(0)


def _something_of_ones_own_is_at_stake(q: MayPlay) -> Answer | None:
    """The misreading: who has nothing to lose himself may not play it."""
    seat = q.table.seats[q.player]
    if q.card == "Raubzug":
        return OK if seat.total() else NO
    return OK if any(each.card.kind == "ritter" for each in seat.laid()) else NO


@rule("103.R.b", about=("Schwarzer Ritter", "Raubzug"), misreading=_something_of_ones_own_is_at_stake)
def nothing_of_ones_own_need_be_at_stake(q: MayPlay) -> Answer:
    """Black knight and raid may be played also by whoever has nothing to lose himself."""
    return OK
