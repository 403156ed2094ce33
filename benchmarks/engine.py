"""How fast are whole games? Our moves per second beside the actions per second of pokerkit, from one run.

pokerkit (extra `bench`) is a rule-verifying card engine in Python: six-player no-limit hold'em with all automations
and random actions. Ours are random whole games with tracing on. Seconds are processor time and the two take turns, so
that other load on the machine counts little; nothing is asserted: times depend on the machine, ratios less so.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from adjudicator.games.kartenspiel.rules import rule_book  # noqa: E402
from adjudicator.play import VARIANTS, Played, play_game, ruleset_for  # noqa: E402

PEERS = {"pokerkit": False, "pokerkit, listing": True}


def ours(variant: str, seconds: float, played: Played) -> float:
    """Play whole games for some seconds; the answer is how long it really took."""
    began = time.process_time()
    while time.process_time() - began < seconds:
        play_game(BOOK, ruleset_for(variant), played.games, played)
    return time.process_time() - began


def hand_of_poker(chance: Random, listing: bool) -> int:
    """One hand of hold'em with random actions; the answer is how many there were.

    Either the actions are tried and the engine verifies them itself, or the possible ones are listed first, as we do.
    """
    from pokerkit import Automation, NoLimitTexasHoldem

    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 6)
    tries: Sequence[Callable[[], object]] = (state.fold, state.check_or_call, state.complete_bet_or_raise_to)
    asks = (state.can_fold, state.can_check_or_call, state.can_complete_bet_or_raise_to)
    actions = 0
    while state.status:
        possible = [act for act, ask in zip(tries, asks, strict=True) if ask()] if listing else tries
        try:
            chance.choice(possible)()
        except ValueError:
            state.check_or_call()
        actions += 1
    return actions


def theirs(seconds: float, chance: Random, listing: bool) -> tuple[int, float]:
    """Play poker for some seconds: actions, and how long it really took."""
    began, actions = time.process_time(), 0
    while time.process_time() - began < seconds:
        actions += hand_of_poker(chance, listing)
    return actions, time.process_time() - began


def memory_in_mb() -> float:
    """The most memory that this process has used so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def memory_over(games: int) -> list[float]:
    """Peak memory after each tenth of a number of games."""
    peaks = []
    for number in range(games):
        play_game(BOOK, ruleset_for(VARIANTS[number % 3]), number, Played())
        if (number + 1) % max(1, games // 10) == 0:
            peaks.append(round(memory_in_mb(), 1))
    return peaks


def compare(seconds: float, rounds: int) -> dict[str, dict[str, float]]:
    """Ours and theirs in turns, both warm; ratios are to the faster way of driving the peer."""
    played = {variant: Played() for variant in VARIANTS}
    taken = dict.fromkeys((*VARIANTS, *PEERS), 0.0)
    chance, actions = Random(1), dict.fromkeys(PEERS, 0)
    hand_of_poker(chance, listing=True)
    for variant in VARIANTS:
        play_game(BOOK, ruleset_for(variant), 0, Played())
    for _ in range(rounds):
        for variant in VARIANTS:
            taken[variant] += ours(variant, seconds, played[variant])
        for peer, listing in PEERS.items():
            done, needed = theirs(seconds, chance, listing)
            actions[peer], taken[peer] = actions[peer] + done, taken[peer] + needed
    best = max(actions[peer] / taken[peer] for peer in PEERS)
    rows = {peer: {"per_second": actions[peer] / taken[peer], "ratio": actions[peer] / taken[peer] / best} for peer in PEERS}
    for variant, games in played.items():
        speed = games.moves / taken[variant]
        rows[variant] = {
            "per_second": speed, "ratio": speed / best, "games_per_second": games.games / taken[variant],
            "decisions_per_move": games.decisions / games.moves, "decisions_per_second": games.decisions / taken[variant],
        }  # fmt: skip
    return rows


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each engine in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory-games", type=int, default=0, help="also watch the memory over so many games")
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    try:
        rows = compare(told.seconds, told.rounds)
    except ModuleNotFoundError:
        sys.exit("pokerkit is missing: pip install 'catanica[bench]'")
    peaks = memory_over(told.memory_games) if told.memory_games else []
    if told.json:
        print(json.dumps({"engines": rows, "peak_memory_mb": peaks}, indent=2))
        return
    for name, row in rows.items():
        print(f"{name:24}" + "  ".join(f"{what.replace('_', ' ')} {value:,.2f}" for what, value in row.items()))
    if peaks:
        print(f"peak memory over {told.memory_games} games, by tenths: {', '.join(f'{peak:.1f} MB' for peak in peaks)}")


BOOK = rule_book()

if __name__ == "__main__":
    main()
