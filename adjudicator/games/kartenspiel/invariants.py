"""What must hold in every position of a whole game? One small function each; all findings at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator

from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.decisions import HandLimit
from adjudicator.games.kartenspiel.game import Game
from adjudicator.games.kartenspiel.setup import SUPPLY
from adjudicator.games.kartenspiel.table import MOST_STORED, SITES, Laid, Position, Table

Census = tuple[Counter[str], Counter[str], Counter[tuple[str, int]]]
AT_START = {"Straße": 2, "Siedlung": 4, "Stadt": 0}


def census(table: Table) -> Census:
    """Every copy of every card, wherever it is; events and landscapes apart."""
    cards = [*table.display, *(name for stack in table.stacks for name in stack)]
    cards += [name for pile in table.discards.values() for name in pile]
    cards += [name for seat in table.seats.values() for name in seat.hand]
    cards += [each.name for seat in table.seats.values() for laid in seat.laid() for each in (laid, *laid.on_it)]
    lands = [*table.country, *((each.kind, each.number) for seat in table.seats.values() for each in seat.landscapes.values())]
    return Counter(cards), Counter(table.events), Counter(lands)


def cards_are_conserved(game: Game, start: Census) -> Iterator[str]:
    """Every copy is exactly once somewhere."""
    now = census(game.table)
    if now != start:
        lost = [dict(was - here) for was, here in zip(start, now, strict=True)]  # type: ignore[operator]
        found = [dict(here - was) for was, here in zip(start, now, strict=True)]  # type: ignore[operator]
        yield f"lost: {lost}, out of nowhere: {found}"


def landscapes_hold_up_to_three(game: Game, start: Census) -> Iterator[str]:
    """A landscape stores nothing to three resources."""
    for seat in game.table.seats.values():
        for spot, land in seat.landscapes.items():
            if not 0 <= land.stock <= MOST_STORED:
                yield f"{seat.name}: {land.kind} at {spot} stores {land.stock}"


def named_units_lie_once(game: Game, start: Census) -> Iterator[str]:
    """A unit with a name of its own lies once in both principalities together."""
    laid = Counter(each.name for each in game.table.everywhere() if each.card.is_unit and each.card.unique)
    yield from (f"{name} lies {count} times" for name, count in laid.items() if count > 1)


def tokens_follow_the_points(game: Game, start: Census) -> Iterator[str]:
    """Knight and mill belong to whom the points say."""
    table = game.table
    if (table.knight, table.mill) != game.tokens():
        yield f"tokens are with {table.knight}, {table.mill}; by the points with {game.tokens()}"


def sites_are_not_overfull(game: Game, start: Census) -> Iterator[str]:
    """Settlements have one site on each side, cities two."""
    for seat in game.table.seats.values():
        for (slot, side), cards in seat.sites.items():
            if len(cards) > SITES.get(seat.centre.get(slot, ""), 0):
                yield f"{seat.name}: {len(cards)} cards at {(slot, side)}"
            yield from (f"{seat.name}: {each.name} without a city" for each in cards if _lacks_city(seat.centre[slot], each))


def _lacks_city(ground: str, laid: Laid) -> bool:
    return card(laid.name).place == "stadt" and ground != "Stadt"


def supply_adds_up(game: Game, start: Census) -> Iterator[str]:
    """Roads, settlements and cities are in the supply or on the table; a city lies over a settlement."""
    built = Counter(what for seat in game.table.seats.values() for what in seat.centre.values())
    built["Siedlung"] += built["Stadt"]
    for what, number in SUPPLY.items():
        if game.table.supply[what] + built[what] != number + AT_START[what]:
            yield f"{what}: {game.table.supply[what]} in the supply, {built[what]} built"


def hands_keep_the_limit(game: Game, start: Census) -> Iterator[str]:
    """Whoever has just ended his turn holds as many cards as allowed, fewer only if there is nothing to draw."""
    table = game.table
    if table.phase != "before-dice" or table.turn == 1 or table.played_this_turn:
        return
    seat = table.seats[table.other(table.active)]
    limit = game.engine.decide(HandLimit(table, seat.name))
    assert isinstance(limit, int)
    if len(seat.hand) > limit or (len(seat.hand) < limit and game.effects.filled(seat)):
        yield f"{seat.name} holds {len(seat.hand)} cards, allowed are {limit}"


def frozen_it_thaws_to_the_same(game: Game, start: Census) -> Iterator[str]:
    """A position thaws to the same table."""
    frozen = game.table.freeze()
    again = frozen.thaw().freeze()
    if again != frozen or hash(again) != hash(frozen):
        yield "the position thaws to another one"


def written_it_reads_as_the_same(game: Game, start: Census) -> Iterator[str]:
    """A position as JSON comes back as the same."""
    frozen = game.table.freeze()
    if Position.from_json(json.loads(json.dumps(frozen.as_json()))) != frozen:
        yield "the position comes back from JSON as another one"


def legal_is_what_can_be_done(game: Game, start: Census) -> Iterator[str]:
    """The legal moves are those of the candidates that can be made."""
    legal = game.legal_moves()
    possible = {move for move in game.legality.candidates() if game.can(move)}
    if set(legal) != possible or len(set(legal)) != len(legal):
        yield f"listed only: {set(legal) - possible}; possible only: {possible - set(legal)}"


Invariant = Callable[[Game, Census], Iterator[str]]
AFTER_EACH_MOVE: tuple[Invariant, ...] = (
    cards_are_conserved, landscapes_hold_up_to_three, named_units_lie_once, tokens_follow_the_points,
    sites_are_not_overfull, supply_adds_up, hands_keep_the_limit,
)  # fmt: skip
NOW_AND_THEN: tuple[Invariant, ...] = (frozen_it_thaws_to_the_same, written_it_reads_as_the_same, legal_is_what_can_be_done)


def findings(game: Game, start: Census, which: tuple[Invariant, ...] = AFTER_EACH_MOVE + NOW_AND_THEN) -> list[str]:
    """Everything that is broken in this position."""
    return [f"{each.__name__}: {found}" for each in which for found in each(game, start)]
