"""Sections 103.B to 103.F: the phases of a turn, what comes before the dice, the event die and the yield die.

That robbers wait for the third round (103.B.a) stands in chapter 101, the further resources of fleets and toll stations
(103.E.c) in chapters 116 and 121, bank and yield doublers in 105 and 121. What a Handelsniederlassung yields is not here.
"""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import (
    Bonus,
    ChangesSides,
    DiceRolled,
    DrivenOutByPoints,
    FallsToQuestionMark,
    GiftOfTheYear,
    IsTheMoment,
    MayActNow,
    MayFetch,
    MayPlay,
    MayUndoRoll,
    MayWinNow,
    Owes,
    Points,
    Stays,
    Steps,
    StillWorks,
    TurnOrder,
    WhoPicks,
    Yield,
)
from adjudicator.kernel.decisions import NO, OK, YES, Add, Answer, Before, Start
from adjudicator.kernel.rules import rule

PHASES = ("before-dice", "dice", "event", "yield", "main", "end")
PAPER = "Residenz des Papier-Handelsherrn"


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


@rule("103.B.b", "103.G.b", "102.B.Sudden Death", reading="OFFEN.5 a")
def the_game_is_won_in_the_main_phase(q: MayWinNow) -> Answer:
    """Nobody has won before both dice are worked off; from the main phase on both may."""
    return OK if q.table.phase in ("main", "end") else NO


@rule("103.I.e", reading="OFFEN.5 b")
def the_passive_player_wins_in_the_yield_phase(q: MayWinNow) -> Answer | None:
    """By this article the passive player may win in the yield phase already."""
    return YES if q.table.phase == "yield" and q.player != q.table.active else None


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


def _due_only_where_it_does_not_fit(q: Owes) -> Answer:
    """The misreading: giving is a favour, and one resource is due all the same where it finds no room."""
    return Start(0 if q.fitting else 1)


@rule("103.E.e", misreading=_due_only_where_it_does_not_fit)
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


# --- whole games ---------------------------------------------------------------------------------------------


@rule("103.B.b", "103.D.a")
def dice_are_rolled_once(q: MayActNow) -> Answer | None:
    """The dice are rolled at the start of the turn, before anything is built or traded."""
    if q.kind != "roll":
        return None
    return OK if q.table.phase == "before-dice" and q.player == q.table.active else NO


@rule("103.B.b", "103.C.b", "103.G.c")
def before_the_dice_only_actions_are_played(q: MayActNow) -> Answer | None:
    """Building, trading, tearing down and passing on wait until both dice are worked off."""
    if q.kind in ("roll", "play"):
        return None
    return OK if q.table.phase == "main" and q.player == q.table.active else NO


@rule("103.E.e", about="Handelsvorteil", reading="OFFEN.10 b")
def the_other_gives_what_he_likes(q: WhoPicks) -> Answer:
    """The other player has to give, and picks himself what."""
    return q.loser


# --- the phases and what comes before the dice ----------------------------------------------------------------


def _main_phase_first(q: TurnOrder) -> Answer:
    """The misreading: whoever is active may start with his main phase and roll afterwards."""
    return tuple(move for move, phase in sorted(q.phases, key=lambda each: (each[1] != "main", PHASES.index(each[1]))))


@rule("103.B.b", misreading=_main_phase_first)
def the_phases_follow_each_other(q: TurnOrder) -> Answer:
    """Before the dice, dice, event, yield, main phase, closing actions: always in this order."""
    return tuple(move for move, _ in sorted(q.phases, key=lambda each: PHASES.index(each[1])))


@rule("103.C.b", about="Guido, der große Diplomat")
def guido_may_come_before_the_dice(q: MayPlay) -> Answer | None:
    """Guido may be played before the dice."""
    return OK if q.table.phase == "before-dice" else None


@rule("103.C.b", about="Zeitrad")
def the_wheel_of_time_is_turned_before_the_dice(q: IsTheMoment) -> Answer:
    """The wheel of time sets the event die of one's own turn before it would be rolled."""
    return OK if q.phase == "before-dice" and q.player == q.table.active else NO


@rule("103.C.b", about="Wagner")
def the_wainwright_is_told_before_the_dice_and_moves_after_them(q: IsTheMoment) -> Answer:
    """For the wainwright the resource is named before the dice, and moved only after them."""
    return OK if (q.phase == "before-dice") == (q.step == "announce") and q.phase != "dice" else NO


@rule("103.C.b", "103.F.b", "122.C.d", about=PAPER)
def the_paper_residence_pays_in_the_yield_phase(q: IsTheMoment) -> Answer:
    """The residence of the paper merchant pays after one's own roll, not at the very beginning of the turn."""
    return OK if q.phase == "yield" and q.player == q.table.active else NO


# --- rolling --------------------------------------------------------------------------------------------------


def _one_die_more(q: DiceRolled) -> Answer:
    """The misreading: a die that is set is rolled all the same, as one more."""
    return Start(2 + len(q.setters))


@rule("103.D.a", misreading=_one_die_more)
def both_dice_are_rolled(q: DiceRolled) -> Answer:
    """Event die and yield die are rolled, as far as nobody has set them."""
    return Start(2)


@rule("103.D.a", about="Alchimist")
def what_the_alchemist_sets_is_not_rolled(q: DiceRolled) -> Answer:
    """The alchemist sets the yield die, which then is not rolled."""
    return Add(-1)


@rule("103.D.a", about="Zeitrad")
def what_the_wheel_of_time_sets_is_not_rolled(q: DiceRolled) -> Answer:
    """The wheel of time sets the event die, which then is not rolled."""
    return Add(-1)


def _yield_first(q: Steps) -> Answer:
    return Before("yield-die", "event-die")


@rule("103.D.a", "103.F.a", about="Würfel", misreading=_yield_first)
def the_event_die_comes_first(q: Steps) -> Answer:
    """The event die is worked off with all that follows before the yield die is looked at."""
    return Before("event-die", "yield-die")


# --- the event phase ------------------------------------------------------------------------------------------


@rule("103.E.a", about="Zeitsprung")
def time_leaps_before_anything_follows_from_the_die(q: MayUndoRoll) -> Answer | None:
    """Both players may leap in time before any consequence of the event die takes effect, not later."""
    return None if q.revealed else NO if q.carried_out else OK


@rule("103.E.f", about="Zeitsprung")
def time_leaps_again_when_an_event_card_is_revealed(q: MayUndoRoll) -> Answer | None:
    """An event card that is revealed, but not yet carried out, gives both a second chance for the leap in time."""
    return None if not q.revealed else NO if q.carried_out else OK


def _ore_first(q: Steps) -> Answer:
    return Before("ore", "loss")


@rule("103.E.b", about="Räuberüberfall", misreading=_ore_first)
def robbers_come_before_barocs_ore(q: Steps) -> Answer:
    """Both first lose what robbers take; only then Baroc brings his ore."""
    return Before("loss", "ore")


@rule("103.E.b", "117.D.a", about="Baroc der Söldner")
def baroc_brings_ore_when_robbers_come(q: Bonus) -> Answer | None:
    """Baroc brings his owner one ore; what a base of the barbarians changes in this, nobody knows."""
    return Add(1) if q.event == "Räuberüberfall" else None


def _palace_besides(q: GiftOfTheYear) -> Answer:
    """The misreading: the palace comes on top, and without it there is nothing."""
    return Start(1 if q.palace else 0)


@rule("103.E.c", misreading=_palace_besides)
def the_palace_takes_the_place_of_the_resource(q: GiftOfTheYear) -> Answer:
    """Whoever does not use a palace in a prosperous year gets one resource of his choice instead."""
    return Start(0 if q.palace else 1)


def _bonus_first(q: Steps) -> Answer:
    return Before("bonus", "resource")


@rule("103.E.c", about="Erfolgreiches Jahr", misreading=_bonus_first)
def palace_or_resource_come_before_the_bonus(q: Steps) -> Answer:
    """In a prosperous year palace or resource of one's choice come first, the further resources afterwards."""
    return Before("resource", "bonus")


@rule("103.E.f", about="Vogtei")
def the_passive_players_bailiwick_falls(q: FallsToQuestionMark) -> Answer:
    """A ? takes the passive player's bailiwick with all his ore and wool; that of the roller stays."""
    return NO if q.seat.name == q.table.active else OK


@rule("103.E.f", about="Ereigniskarte")
def buildings_suffer_before_the_event_card_is_turned(q: Steps) -> Answer:
    """A ? first works on buildings, then the event card is revealed."""
    return Before("building", "card")


@rule("103.E.f", about="Ereigniskarte")
def blocking_cards_go_last(q: Steps) -> Answer:
    """Blocking cards are removed when the event card is carried out."""
    return Before("card", "blocker")


# --- the yield phase ------------------------------------------------------------------------------------------


@rule("103.F.a", "121.M.a")
def what_was_lost_in_the_event_phase_yields_nothing(q: StillWorks) -> Answer:
    """A building that was lost in the event phase has no function in the yield phase of the same turn."""
    return NO


def _near(q: Yield, name: str) -> int:
    column, side = q.spot
    return sum(each.name == name for slot in (column - 1, column + 1) for each in q.seat.sites.get((slot, side), ()))


@rule("103.F.b", about="Warenbörse")
def a_commodity_exchange_adds_one_at_once(q: Yield) -> Answer:
    """A commodity exchange beside a landscape adds one, together with all doublers."""
    return Add(_near(q, "Warenbörse"))


@rule("103.F.b", "121.D.a", about="Haus der Republik")
def a_house_of_the_republic_triples(q: Yield) -> Answer:
    """A house of the republic makes three of one, together with all doublers."""
    return Add(2 * _near(q, "Haus der Republik"))


def _bonus_before_yields(q: Steps) -> Answer:
    return Before("bonus", "yield")


@rule("103.F.b", about="Ertrag", misreading=_bonus_before_yields)
def yields_come_before_the_bonus(q: Steps) -> Answer:
    """What landscapes yield is stored before the bonus of bailiwick and residence."""
    return Before("yield", "bonus")


@rule("103.F.b", "103.I.e", "101.D.d g", about="Vogtei")
def a_bailiwick_brings_its_roller_a_resource(q: Bonus) -> Answer | None:
    """A bailiwick brings the active player one resource of his choice."""
    return Add(q.table.seats[q.player].count("Vogtei") * (q.player == q.table.active)) if q.event == "Ertrag" else None


@rule("103.F.b", "103.I.e", about=PAPER)
def a_full_paper_residence_brings_its_roller_a_resource(q: Bonus) -> Answer | None:
    """A fully loaded residence of the paper merchant brings the active player one resource of his choice."""
    loaded = (q.player, "loaded", PAPER) in q.table.told.states
    return Add(1 if loaded and q.player == q.table.active else 0) if q.event == "Ertrag" else None


@rule("103.F.c", about="Handelsakademie")
def a_trade_academy_counts_the_gold(q: Points) -> Answer | None:
    """A trade academy is worth as many trade points as there is gold in the whole principality."""
    return Add(q.table.seats[q.player].stock("gold")) if q.of == "trade" else None


@rule("103.F.c", about="Raubritterburg")
def four_strength_points_drive_out_the_robber_castle(q: DrivenOutByPoints) -> Answer:
    """A robber knights' castle leaves whoever has more than three strength points."""
    return OK if q.strength >= 4 else NO


@rule("103.F.c", about="Barbarenstützpunkt")
def seven_strength_points_drive_out_the_barbarians(q: DrivenOutByPoints) -> Answer:
    """A base of the barbarians leaves whoever has more than six strength points."""
    return OK if q.strength >= 7 else NO


@rule("103.F.c", about="Handelsniederlassung")
def seven_trade_points_drive_out_the_trading_branch(q: DrivenOutByPoints) -> Answer:
    """A trading branch leaves whoever has more than six trade points."""
    return OK if q.trade >= 7 else NO
