"""Chapter 105: the extended basic game. Where removed buildings go."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import Bonus, GoesTo, LiesOpen, MayBeInDeck, MayHit, MayPlay, WhoPicks
from adjudicator.games.kartenspiel.rules.chapter_101 import cards_lie_in_stacks
from adjudicator.games.kartenspiel.rules.chapter_112 import what_burns_returns_to_the_hand
from adjudicator.kernel.decisions import NO, OK, YES, Add, Answer
from adjudicator.kernel.rules import rule


@rule("101.D.b b", "105.C.b")
def what_is_torn_down_goes_to_the_discard_pile(q: GoesTo) -> Answer | None:
    """Whatever is torn down goes to the discard pile."""
    return "discard" if q.how == "torn down" else None


@rule("105.G.a", about=("Inquisition",), variants=["grundspiel", "erweitertes-grundspiel"])
def the_inquisition_is_for_tournaments(q: MayBeInDeck) -> Answer:
    """The inquisition is meant for the tournament game."""
    return NO


@rule(
    "105.C.b",
    about=("Kirche", "Rathaus"),
    variants=["erweitertes-grundspiel"],
    sets=["politik-intrige"],
    beats=[cards_lie_in_stacks],
)
def churches_and_town_halls_lie_open(q: LiesOpen) -> Answer:
    """With Politik & Intrige churches and town halls lie open for both."""
    return YES


@rule(
    "105.C.b", about="Hafen", variants=["erweitertes-grundspiel"], sets=["barbaren-handelsherren"], beats=[cards_lie_in_stacks]
)
def harbours_lie_open(q: LiesOpen) -> Answer:
    """With Barbaren & Handelsherren the harbour lies open for both."""
    return YES


@rule(
    "105.C.b",
    "101.D.c c",
    about="Universität",
    variants=["erweitertes-grundspiel"],
    sets=["wissenschaft-fortschritt"],
    beats=[cards_lie_in_stacks],
)
def universities_lie_open(q: LiesOpen) -> Answer:
    """With Wissenschaft & Fortschritt the universities lie open for both."""
    return YES


@rule("105.G.a", reading="OFFEN.72 b")
def what_is_raided_returns_to_the_hand(q: GoesTo) -> Answer | None:
    """A building lost to a raid returns to its owner's hand."""
    return "hand" if q.how == "raided" else None


def _display_if_lost(q: GoesTo) -> Answer | None:
    return "display" if q.how in ("burnt", "raided") else None


@rule(
    "105.C.b",
    about=("Kirche", "Rathaus"),
    variants=["erweitertes-grundspiel"],
    sets=["politik-intrige"],
    reading="OFFEN.72 a",
    beats=[what_burns_returns_to_the_hand],
)
def lost_churches_and_town_halls_lie_open_again(q: GoesTo) -> Answer | None:
    """A church or town hall from the display that burns or is raided lies open again."""
    return _display_if_lost(q)


@rule(
    "105.C.b",
    about="Hafen",
    variants=["erweitertes-grundspiel"],
    sets=["barbaren-handelsherren"],
    reading="OFFEN.72 a",
    beats=[what_burns_returns_to_the_hand],
)
def a_lost_harbour_lies_open_again(q: GoesTo) -> Answer | None:
    """A harbour from the display that burns or is raided lies open again."""
    return _display_if_lost(q)


@rule(
    "105.C.b",
    "101.D.c c",
    about="Universität",
    variants=["erweitertes-grundspiel"],
    sets=["wissenschaft-fortschritt"],
    reading="OFFEN.72 a",
    beats=[what_burns_returns_to_the_hand],
)
def a_lost_university_lies_open_again(q: GoesTo) -> Answer | None:
    """A university from the display that burns or is raided lies open again."""
    return _display_if_lost(q)


@rule("105.G.a", about="Überfall")
def a_raid_takes_buildings(q: MayHit) -> Answer:
    """A raid takes buildings of the weaker player."""
    return OK if q.laid.card.is_building and q.laid.owner == q.seat.name else NO


@rule("105.G.a", about="Gewürzkarawane", presumes=True)
def the_spice_caravan_needs_the_mill(q: MayPlay) -> Answer:
    """Only the holder of the mill plays the spice caravan."""
    return OK if q.table.mill == q.player else NO


@rule("105.G.a", "118.B.a", about="Grenzkonflikt", presumes=True)
def the_border_conflict_needs_the_knight(q: MayPlay) -> Answer:
    """Only the holder of the knight token plays the border conflict."""
    return OK if q.table.knight == q.player else NO


@rule("105.G.a", "103.E.e", about="Bankhaus")
def a_bank_gets_two_for_the_mill(q: Bonus) -> Answer | None:
    """With a bank the holder of the mill gets two resources instead of one."""
    return Add(1) if q.event == "Handelsvorteil" else None


@rule("105.G.a", about=("Burgfräulein Imelda", "Überfall"))
def the_victim_picks_the_knight_or_building(q: WhoPicks) -> Answer:
    """Which knight Imelda charms, and which of the named buildings is lost, its owner picks himself."""
    return q.loser


@rule("105.G.a", about=("Gewürzkarawane", "Kaperflotte"))
def the_trader_and_the_privateer_pick(q: WhoPicks) -> Answer:
    """Whoever plays the spice caravan picks the resources, whoever builds the privateer the fleet."""
    return q.gainer
