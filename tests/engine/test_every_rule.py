"""Every rule that rests on an article is needed: without it some case is decided otherwise, or some game goes otherwise."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest

from adjudicator.codec import from_json
from adjudicator.court import verdict_on
from adjudicator.games.kartenspiel.game import Game
from adjudicator.games.kartenspiel.moves import Move
from adjudicator.games.kartenspiel.rules import all_rules, rule_book
from adjudicator.games.kartenspiel.setup import new_game
from adjudicator.games.kartenspiel.told.position import NotPlayable
from adjudicator.kernel.engine import AS_IT_IS, Engine, Experiment
from adjudicator.kernel.forks import ForkKind, Option
from adjudicator.kernel.rules import Rule, Ruleset, Tier
from adjudicator.kernel.verdict import Proof
from adjudicator.play import PLAYERS, SeededPlayer, ruleset_for
from adjudicator.situation import Situation

CASES = Path(__file__).parent / "cases"
DISPUTES = Path(__file__).parents[1] / "disputes"
EXTENDED = "erweitertes-grundspiel"
GAMES = {
    ruleset_for("grundspiel"): 10,
    ruleset_for(EXTENDED): 8,
    ruleset_for("turnierspiel"): 4,
    ruleset_for(EXTENDED, frozenset({"basis", "politik-intrige"})): 1,
    ruleset_for(EXTENDED, frozenset({"basis", "barbaren-handelsherren"})): 1,
    ruleset_for(EXTENDED, frozenset({"basis", "wissenschaft-fortschritt"})): 1,
}
LONGEST_GAME = 120
THOROUGH_MOVES = 12
RULES = [each for each in all_rules() if each.tier in (Tier.SPECIFIC, Tier.GENERAL)]
NOT_PROVED = {
    "universities_lie_open": "What a university costs is not known, so no whole game has one; no question asks what lies open.",
    "a_flagship_shields_the_trade_fleets_of_its_city": "The set of the flagship is not known, so no deck has one; "
    "no question is answered on what a privateer sinks.",
    "the_large_ground_once_had_no_point": "Without it the number is 0 as well: it has no misreading.",
}


# --- by cases ------------------------------------------------------------------------------------------------


def _proofs(path: Path) -> Iterator[Proof]:
    situation = from_json(Situation, json.loads(path.read_text(encoding="utf-8"))["situation"])
    for question in situation.questions:
        try:
            verdict = verdict_on(situation, question)
        except NotPlayable:
            continue
        yield from (*verdict.deciding, *verdict.supporting)


@pytest.fixture(scope="session")
def proved_by_cases() -> frozenset[Rule]:
    """The rules without which (or with which, out of force) a case would be answered otherwise."""
    files = (*CASES.glob("*.json"), *DISPUTES.glob("*.json"))
    return frozenset(rule for path in files for proof in _proofs(path) for rule in proof.rules)


# --- by games ------------------------------------------------------------------------------------------------


class ListeningPlayer(SeededPlayer):
    """A seeded player who remembers between which readings he had to choose."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.conflicts: list[tuple[str, tuple[Hashable, ...]]] = []

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
        if kind is ForkKind.CONFLICT:
            self.conflicts.append((key, tuple(option.value for option in options)))
        return super().answer(kind, key, options)


def _course(ruleset: Ruleset, seed: int, experiment: Experiment, heard: set[Rule] | None = None) -> Iterator[Hashable]:
    """What can be seen of a game: positions, legal moves, readings in conflict; at first and at last every thinkable move."""
    player = ListeningPlayer(Random(seed))
    engine = Engine(rule_book(), ruleset, player, experiment)
    try:
        game = Game(new_game(engine, PLAYERS, player.chance), engine)
    except IndexError:
        if experiment is AS_IT_IS:
            raise
        yield "no stack to draw from"
        return
    for number, seen in enumerate(_seen(game, player)):
        if heard is not None:
            heard.update(spoken.rule for ruling in engine.trace for spoken in ruling.spoken)
        yield number, seen


def _seen(game: Game, player: ListeningPlayer) -> Iterator[Hashable]:
    yield game.table.freeze()
    moves = 0
    while game.table.winner is None and game.table.turn <= LONGEST_GAME:
        if moves < THOROUGH_MOVES:
            yield _possible(game)
        yield tuple(game.legal_moves())
        game.play(player.move(game), verify=False)
        moves += 1
        yield game.table.freeze()
        yield tuple(player.conflicts)
        player.conflicts.clear()
    yield _possible(game)


def _possible(game: Game) -> tuple[Move, ...]:
    """The legal ones among all thinkable moves; `legal_moves` does not even ask for what obviously cannot be."""
    return tuple(move for move in game.legality.candidates() if game.can(move))


@cache
def _as_it_is(ruleset: Ruleset, seed: int) -> tuple[tuple[Hashable, ...], frozenset[Rule]]:
    """A game by all rules, and the rules that spoke in it."""
    heard: set[Rule] = set()
    return tuple(_course(ruleset, seed, AS_IT_IS, heard)), frozenset(heard)


def _goes_otherwise(rule: Rule, ruleset: Ruleset, seed: int) -> bool:
    usual, heard = _as_it_is(ruleset, seed)
    if rule not in heard:
        return False
    without = _course(ruleset, seed, Experiment(suspended=frozenset({rule})))
    return any(one != other for one, other in zip_longest(usual, without))


def _proved_by_a_game(rule: Rule) -> bool:
    """Whether one of a few seeded games goes otherwise when the rule does not hold."""
    return any(_goes_otherwise(rule, ruleset, seed) for ruleset, games in GAMES.items() for seed in range(games))


# --- all together --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rule_is_needed(rule: Rule, proved_by_cases: frozenset[Rule]) -> None:
    proved = rule in proved_by_cases or _proved_by_a_game(rule)
    if rule.name in NOT_PROVED:
        assert not proved, f"{rule.name} is proved by now; it need not be listed as not proved"
    else:
        assert proved, f"no case and no game would go otherwise without {rule}"


def test_only_rules_are_listed_as_not_proved() -> None:
    assert set(NOT_PROVED) <= {rule.name for rule in RULES}
