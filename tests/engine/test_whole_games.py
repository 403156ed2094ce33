"""Whole games: every form is played to its end, nothing breaks on the way, and a log replays to the same end."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from adjudicator.gamelog import GameLog, LogDoesNotFit
from adjudicator.games.kartenspiel import invariants
from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.game import Game
from adjudicator.games.kartenspiel.invariants import census, findings
from adjudicator.games.kartenspiel.moves import EndTurn, Roll
from adjudicator.games.kartenspiel.rules import rule_book
from adjudicator.games.kartenspiel.table import Laid, Landscape, Position
from adjudicator.kernel.engine import Experiment
from adjudicator.kernel.rules import RuleBook
from adjudicator.play import VARIANTS, Played, begin, play_game, record_game, ruleset_for

GAMES = 30


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return rule_book()


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_end_by_the_rules_own_victory(book: RuleBook, variant: str) -> None:
    played = Played()
    for seed in range(GAMES):
        game = play_game(book, ruleset_for(variant), seed, played)
        if game.table.winner:
            assert game.victory_points(game.table.winner) >= (12 if variant == "grundspiel" else 13)
    assert played.games == GAMES
    assert played.unfinished <= GAMES * 0.05


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_breaks_on_the_way(book: RuleBook, variant: str) -> None:
    for seed in range(100, 103):
        play_game(book, ruleset_for(variant), seed, Played(), checks=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_seed_plays_the_same_game(book: RuleBook, variant: str) -> None:
    one, other = (play_game(book, ruleset_for(variant), 7, Played()) for _ in range(2))
    assert one.table.freeze() == other.table.freeze()
    assert play_game(book, ruleset_for(variant), 8, Played()).table.freeze() != one.table.freeze()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_log_is_plain_json_and_replays_position_by_position(book: RuleBook, variant: str) -> None:
    log = record_game(book, ruleset_for(variant), 5)
    again = GameLog.from_json(json.loads(json.dumps(log.as_json())))
    positions = list(again.replay(book))
    assert len(positions) == len(log.moves) + 1
    assert positions[-1].thaw().winner == log.winner is not None


def test_a_log_that_was_tampered_with_does_not_replay(book: RuleBook) -> None:
    log = record_game(book, ruleset_for("grundspiel"), 5)
    rolled = next(entry for entry in log.moves if "yield die" in entry["answers"])
    rolled["answers"]["yield die"] = rolled["answers"]["yield die"] % 6 + 1
    with pytest.raises(LogDoesNotFit):
        list(log.replay(book))


def test_a_log_without_an_answer_does_not_replay(book: RuleBook) -> None:
    log = record_game(book, ruleset_for("grundspiel"), 5)
    del next(entry for entry in log.moves if "yield die" in entry["answers"])["answers"]["yield die"]
    with pytest.raises(LogDoesNotFit, match="yield die"):
        list(log.replay(book))


# --- the forms of the game -------------------------------------------------------------------------------------


def _begun(book: RuleBook, variant: str, sets: tuple[str, ...] = ()) -> Game:
    return begin(book, ruleset_for(variant, frozenset(sets) or None), 1)[0]


def test_101_C_a_five_stacks_in_the_basic_game(book: RuleBook) -> None:
    table = _begun(book, "grundspiel").table
    assert (len(table.stacks), table.stack_owners, table.display) == (5, [], [])
    assert all(len(seat.hand) == 3 for seat in table.seats.values())
    assert len(table.events) == 10


def test_101_D_c_d_four_basic_stacks_and_two_of_the_set(book: RuleBook) -> None:
    table = _begun(book, "erweitertes-grundspiel").table
    assert len(table.stacks) == 6
    assert table.display == []
    themes = [name for stack in table.stacks[4:] for name in stack]
    assert all("ritter-haendler" in card(name).sets for name in themes)
    assert not any(set(card(name).sets) == {"ritter-haendler"} for stack in table.stacks[:4] for name in stack)


def test_105_C_b_with_politik_und_intrige_churches_and_town_halls_lie_open(book: RuleBook) -> None:
    table = _begun(book, "erweitertes-grundspiel", ("basis", "politik-intrige")).table
    assert {"Kirche", "Rathaus"} <= set(table.display)
    assert not {"Kirche", "Rathaus"} & {name for stack in table.stacks for name in stack}


def test_101_D_c_a_a_deck_of_33_and_13_events_in_the_tournament(book: RuleBook) -> None:
    table = _begun(book, "turnierspiel").table
    for seat in table.seats.values():
        own = [
            name for owner, stack in zip(table.stack_owners, table.stacks, strict=True) if owner == seat.name for name in stack
        ]
        assert len(own) + len(seat.hand) == 33
    assert len(table.events) == 13
    assert {name: table.events.count(name) for name in ("Bürgerkrieg", "Seuche", "Jahreswechsel")} == {
        "Bürgerkrieg": 2, "Seuche": 2, "Jahreswechsel": 1,
    }  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_105_G_a_the_inquisition_is_for_tournaments(book: RuleBook, variant: str) -> None:
    used = any("Inquisition" in census(begin(book, ruleset_for(variant), seed)[0].table)[0] for seed in range(12))
    assert used == (variant == "turnierspiel")


# --- invariants can fail ---------------------------------------------------------------------------------------


def _lose_a_card(game: Game) -> None:
    game.me.hand.pop()


def _overfill(game: Game) -> None:
    next(iter(game.me.landscapes.values())).stock = 4


def _twins(game: Game) -> None:
    for seat, side in zip(game.table.seats.values(), (0, 1), strict=True):
        seat.lay(Laid("Karl der Starke", seat.name, (1, side)))


def _wrong_token(game: Game) -> None:
    game.table.knight = "Anna"


def _crowd(game: Game) -> None:
    for _ in range(2):
        game.me.lay(Laid("Kloster", game.me.name, (1, 0)))


def _wrong_supply(game: Game) -> None:
    game.table.supply["Straße"] -= 1


def _big_hand(game: Game) -> None:
    game.table.seats[game.table.other(game.table.active)].hand += ["Kloster"] * 5


def _unsorted(game: Game) -> None:
    game.table.country.append(["Wald", 3])  # type: ignore[arg-type]


def _hidden_phase(game: Game) -> None:
    game.legality._plays = lambda: iter([EndTurn()])  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "broken, by",
    [
        (invariants.cards_are_conserved, _lose_a_card),
        (invariants.landscapes_hold_up_to_three, _overfill),
        (invariants.named_units_lie_once, _twins),
        (invariants.tokens_follow_the_points, _wrong_token),
        (invariants.sites_are_not_overfull, _crowd),
        (invariants.supply_adds_up, _wrong_supply),
        (invariants.hands_keep_the_limit, _big_hand),
        (invariants.written_it_reads_as_the_same, _unsorted),
        (invariants.legal_is_what_can_be_done, _hidden_phase),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_position_is_found(book: RuleBook, broken: invariants.Invariant, by: Callable[[Game], None]) -> None:
    game = _begun(book, "grundspiel")
    start = census(game.table)
    for move in (Roll(), EndTurn()):
        game.play(move)
    assert findings(game, start) == []
    by(game)
    assert list(broken(game, start))


def test_position_round_trip_keeps_every_field(book: RuleBook) -> None:
    game = _begun(book, "turnierspiel")
    game.table.seats["Anna"].landscapes[(6, 0)] = Landscape("Wald", 2, 3)
    game.table.display.append("Kirche")
    frozen = game.table.freeze()
    assert Position.from_json(json.loads(json.dumps(frozen.as_json()))).thaw() == frozen.thaw()


def test_without_119_E_a_both_draw_from_all_stacks(book: RuleBook) -> None:
    """The rule that keeps tournament stacks apart is what keeps them apart."""
    game = _begun(book, "turnierspiel")
    own = game.effects.usable_stacks(game.me)
    assert {game.table.stack_owners[n] for n in own} == {"Anna"}
    rule = next(each for each in book.rules if each.name == "the_opponents_stacks_are_taboo")
    game.engine.experiment = Experiment(suspended=frozenset({rule}))
    assert game.effects.usable_stacks(game.me) != own
