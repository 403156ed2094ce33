"""How does a game begin? Principalities, stacks, supply, hands.

What no source gives (the numbers of the landscape stack, the number of a tournament player's stacks, the
choice of a deck) is dealt by chance from outside, within what is known, and never shown as a fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from adjudicator.games.kartenspiel.cards import Card, card, deck
from adjudicator.games.kartenspiel.decisions import LiesOpen, MayBeInDeck, StacksOf
from adjudicator.games.kartenspiel.effects import Effects
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, Landscape, Seat, Table
from adjudicator.kernel.engine import Engine
from adjudicator.kernel.rules import Ruleset

START_NUMBERS = (
    {"Ackerland": 1, "Gebirge": 2, "Weideland": 3, "Wald": 4, "Hügelland": 5, "Goldfluss": 6},
    {"Ackerland": 2, "Gebirge": 3, "Weideland": 4, "Wald": 5, "Hügelland": 6, "Goldfluss": 1},
)
START_SPOTS = tuple((column, side) for column in (0, 2, 4) for side in (ABOVE, BELOW))
STACK_OF_LANDSCAPES = {"Ackerland": 2, "Gebirge": 2, "Weideland": 2, "Wald": 2, "Hügelland": 2, "Goldfluss": 1}
SUPPLY = {"Straße": 7, "Siedlung": 5, "Stadt": 7}
EXPANSIONS = frozenset({"gebaeude", "ritter", "flotte", "handelsflotte", "einheit"})
PROTECTION = frozenset({"Bischof", "Kräuterhexe", "Kundschafter"})
BASIS, FIRST_HAND = "basis", 3
DECK_OF_CARDS, OWN_EVENTS = 33, 4
FIXED_EVENTS = ("Bürgerkrieg", "Bürgerkrieg", "Seuche", "Seuche", "Jahreswechsel")
TOURNAMENT_STACKS = (2, 5)


class CannotBePlayed(Exception):
    """A form of the game, or a set, of which too little is known to play whole games."""


def new_game(engine: Engine, players: tuple[str, str], chance: Random) -> Table:
    """A table ready for the first roll."""
    table = _empty_table(engine.ruleset, players, chance)
    if engine.ruleset.variant == "turnierspiel":
        _deal_decks(table, engine, chance)
    else:
        _deal_common_stacks(table, engine, chance)
    for place, seat in enumerate(table.seats.values()):
        own = [n for n, owner in enumerate(table.stack_owners) if owner == seat.name] or [place]
        stack = table.stacks[own[0]]
        seat.hand = [stack.pop(chance.randrange(len(stack))) for _ in range(FIRST_HAND)]
    return table.freeze().thaw()


def drawn_cards(engine: Engine, sets: Iterable[str]) -> list[str]:
    """Every copy of the cards of some sets that can be drawn, of which all is known and which this form allows."""
    return [name for name in _copies(sets) if _playable(card(name)) and engine.decide(MayBeInDeck(name))]


def event_cards(sets: Iterable[str]) -> list[str]:
    """Every copy of the event cards of some sets of which the effect is known."""
    return [name for name in _copies(sets) if name in Effects.EVENT_CARDS]


def sets_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The sets in play, the basic one first."""
    return (BASIS, *sorted(ruleset.sets - {BASIS}))


def _playable(printed: Card) -> bool:
    if printed.is_action:
        return printed.name in PROTECTION or printed.name in Effects.ACTION_CARDS
    return printed.kind in EXPANSIONS and printed.cost is not None


def _copies(sets: Iterable[str]) -> list[str]:
    wanted = set(sets)
    return [
        each.name
        for each in deck().values()
        for set_name, copies in each.sets.items()
        if set_name in wanted
        for _ in range(copies or 0)
    ]


def _empty_table(ruleset: Ruleset, players: tuple[str, str], chance: Random) -> Table:
    country = [(kind, chance.randint(1, 6)) for kind, count in STACK_OF_LANDSCAPES.items() for _ in range(count)]
    chance.shuffle(country)
    return Table(
        ruleset=ruleset,
        seats={name: _seat(name, numbers, chance) for name, numbers in zip(players, START_NUMBERS, strict=True)},
        active=players[0],
        country=country,
        supply=dict(SUPPLY),
        peak=dict.fromkeys(players, 2),
        peak_together=4,
    )


def _deal_common_stacks(table: Table, engine: Engine, chance: Random) -> None:
    """Stacks for both: the basic cards in some, those of the theme sets in others; some buildings lie open."""
    themes = [name for name in sets_of(engine.ruleset) if name != BASIS]
    basic, theme = drawn_cards(engine, (BASIS,)), drawn_cards(engine, themes)
    table.display = [name for name in (*basic, *theme) if engine.decide(LiesOpen(name))]
    for of, cards in (("basis", basic), ("theme", theme)):
        closed = [name for name in cards if name not in table.display]
        number = engine.decide(StacksOf(of)) if closed else 0  # type: ignore[arg-type]
        assert isinstance(number, int)
        table.stacks += _stacks(closed, number, chance)
    table.events = event_cards(sets_of(engine.ruleset))
    chance.shuffle(table.events)


def _deal_decks(table: Table, engine: Engine, chance: Random) -> None:
    """Each player has a deck, stacks and a share of the events of his own."""
    sets = sets_of(engine.ruleset)
    table.events = list(FIXED_EVENTS)
    eligible = [name for name in event_cards(sets) if name not in FIXED_EVENTS]
    number = chance.randint(*TOURNAMENT_STACKS)
    for player in table.seats:
        table.stacks += _stacks(chance.sample(drawn_cards(engine, sets), DECK_OF_CARDS), number, chance)
        table.stack_owners += [player] * number
        table.events += chance.sample(eligible, OWN_EVENTS)
    chance.shuffle(table.events)


def _stacks(cards: list[str], number: int, chance: Random) -> list[list[str]]:
    mixed = chance.sample(cards, len(cards))
    return [mixed[n::number] for n in range(number)]


def _seat(name: str, numbers: dict[str, int], chance: Random) -> Seat:
    kinds = list(numbers)
    chance.shuffle(kinds)
    landscapes = {spot: Landscape(kind, numbers[kind], 1) for spot, kind in zip(START_SPOTS, kinds, strict=True)}
    return Seat(name, {1: "Siedlung", 2: "Straße", 3: "Siedlung"}, landscapes)
