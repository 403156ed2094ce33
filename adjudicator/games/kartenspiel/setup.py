"""How does a game begin? Principalities, stacks, supply, hands."""

from __future__ import annotations

from random import Random

from adjudicator.games.kartenspiel.cards import deck
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, Landscape, Seat, Table
from adjudicator.kernel.rules import Ruleset

START_NUMBERS = (
    {"Ackerland": 1, "Gebirge": 2, "Weideland": 3, "Wald": 4, "Hügelland": 5, "Goldfluss": 6},
    {"Ackerland": 2, "Gebirge": 3, "Weideland": 4, "Wald": 5, "Hügelland": 6, "Goldfluss": 1},
)
START_SPOTS = tuple((column, side) for column in (0, 2, 4) for side in (ABOVE, BELOW))
STACK_OF_LANDSCAPES = {"Ackerland": 2, "Gebirge": 2, "Weideland": 2, "Wald": 2, "Hügelland": 2, "Goldfluss": 1}
SUPPLY = {"Straße": 7, "Siedlung": 5, "Stadt": 7}
DRAWN = frozenset(
    {"angriffs-aktion", "neutrale-aktion", "schutz-aktion", "gebaeude", "ritter", "flotte", "handelsflotte", "einheit"}
)
STACKS, FIRST_HAND = 5, 3


def new_game(ruleset: Ruleset, players: tuple[str, str], chance: Random) -> Table:
    """A table ready for the first roll; what no source gives is dealt by chance and never shown as a fact."""
    sets = {"basis", *ruleset.sets}
    drawn = [name for name in _copies(sets, DRAWN) if ruleset.variant == "turnierspiel" or name != "Inquisition"]
    chance.shuffle(drawn)
    country = [(kind, chance.randint(1, 6)) for kind, count in STACK_OF_LANDSCAPES.items() for _ in range(count)]
    chance.shuffle(country)
    events = _copies(sets, frozenset({"ereignis"}))
    chance.shuffle(events)
    table = Table(
        ruleset=ruleset,
        seats={name: _seat(name, numbers, chance) for name, numbers in zip(players, START_NUMBERS, strict=True)},
        active=players[0],
        stacks=[drawn[n::STACKS] for n in range(STACKS)],
        events=events,
        country=country,
        supply=dict(SUPPLY),
        peak=dict.fromkeys(players, 2),
        peak_together=4,
    )
    for place, seat in enumerate(table.seats.values()):
        stack = table.stacks[place]
        seat.hand = [stack.pop(chance.randrange(len(stack))) for _ in range(FIRST_HAND)]
    return table


def _copies(sets: set[str], kinds: frozenset[str]) -> list[str]:
    return [
        card.name
        for card in deck().values()
        if card.kind in kinds
        for set_name, copies in card.sets.items()
        if set_name in sets
        for _ in range(copies or 0)
    ]


def _seat(name: str, numbers: dict[str, int], chance: Random) -> Seat:
    kinds = list(numbers)
    chance.shuffle(kinds)
    landscapes = {spot: Landscape(kind, numbers[kind], 1) for spot, kind in zip(START_SPOTS, kinds, strict=True)}
    return Seat(name, {1: "Siedlung", 2: "Straße", 3: "Siedlung"}, landscapes)
