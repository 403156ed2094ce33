"""Many whole games at the command line: progress on a terminal, figures and tables at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adjudicator.play import PLAYABLE_SETS, VARIANTS, BrokenGame, Played, play_games, ruleset_for
from faq.errors import UnknownChoice

GAMES = ("kartenspiel",)
PROGRESS_EVERY = 0.2


@dataclass(frozen=True)
class Report:
    """What came of a number of games."""

    game: str
    variant: str
    sets: tuple[str, ...]
    seed: int
    checked: bool
    played: Played
    seconds: float
    broken: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The report as one JSON document."""
        told = {"game": self.game, "variant": self.variant, "sets": list(self.sets), "seed": self.seed, "checked": self.checked}
        speed = {"seconds": round(self.seconds, 2), "games_per_second": round(self.played.games / self.seconds, 2)}
        return {**told, **speed, "broken": self.broken, **self.played.as_json()}


def run(game: str, games: int, seed: int, variant: str, sets: str | None, checks: bool = True) -> Report:
    """Play games and report; the first one that breaks an invariant ends it."""
    ruleset = ruleset_for(_one_of("variant", variant, VARIANTS), _sets(sets))
    began, played, broken = time.perf_counter(), Played(), None
    _one_of("game", game, GAMES)
    try:
        for played in play_games(ruleset, games, seed, checks):
            _show_progress(played, games, time.perf_counter() - began)
    except BrokenGame as fault:
        broken = str(fault)
    seconds = time.perf_counter() - began
    return Report(game, variant, tuple(sorted(ruleset.sets)), seed, checks, played, seconds, broken)


def _sets(told: str | None) -> frozenset[str] | None:
    if told is None:
        return None
    return frozenset({"basis", *(_one_of("set", name.strip(), PLAYABLE_SETS) for name in told.split(","))})


def _one_of(what: str, name: str, known: tuple[str, ...]) -> str:
    if name not in known:
        raise UnknownChoice(what, name, known)
    return name


def _show_progress(played: Played, games: int, seconds: float) -> None:
    if sys.stderr.isatty() and (played.games == games or seconds % PROGRESS_EVERY < 0.05):
        end = "\n" if played.games == games else ""
        sys.stderr.write(f"\r{played.games}/{games} games, {played.games / seconds:.1f} games/s{end}")
        sys.stderr.flush()


def table(report: Report) -> Iterator[str]:
    """The report as lines of text."""
    played = report.played
    yield f"{report.game}, {report.variant}, sets {', '.join(report.sets)}, seed {report.seed}"
    if report.broken:
        yield f"BROKEN after {played.games} games: {report.broken}"
    yield f"{played.games} games, {played.unfinished} unfinished at the turn limit, invariants {_checked(report)}"
    if played.games:
        yield f"{played.turns / played.games:.1f} turns and {played.moves / played.games:.1f} moves a game"
    yield f"{played.games / report.seconds:.1f} games/s, {played.moves / report.seconds:.0f} moves/s"
    for title, counts in (("moves", played.kinds), ("cards", played.cards), ("events", played.events)):
        yield ""
        yield f"{title}:"
        yield from (f"  {count:>8}  {name}" for name, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])))
    yield ""
    yield "never occurred:" if played.never else "everything occurred"
    yield from (f"  {name}: {why}" for name, why in played.never.items())


def _checked(report: Report) -> str:
    return "not checked" if not report.checked else "broken" if report.broken else "all kept"
