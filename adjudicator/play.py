"""Whole games, played by a seeded player from outside the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from adjudicator.gamelog import GameLog, Recorder
from adjudicator.games.kartenspiel.cards import card
from adjudicator.games.kartenspiel.game import Game
from adjudicator.games.kartenspiel.invariants import AFTER_EACH_MOVE, NOW_AND_THEN, Census, census, findings
from adjudicator.games.kartenspiel.legality import IllegalMove
from adjudicator.games.kartenspiel.moves import WORDS, Build, Extend, Move, Play, TearDown, Trade
from adjudicator.games.kartenspiel.rules import rule_book
from adjudicator.games.kartenspiel.setup import drawn_cards, event_cards, new_game, sets_of
from adjudicator.kernel.engine import Engine
from adjudicator.kernel.forks import ForkKind, Option
from adjudicator.kernel.rules import RuleBook, Ruleset

LONGEST_GAME = 400
CHECK_ALL_EVERY = 25
SEEDS_APART = 1_000_000
PLAYERS = ("Anna", "Bert")
VARIANTS = ("grundspiel", "erweitertes-grundspiel", "turnierspiel")
PLAYABLE_SETS = ("basis", "ritter-haendler")


class BrokenGame(Exception):
    """An invariant does not hold; the message says which, in which game, after which move."""


class SeededPlayer:
    """Answers whatever the rules leave open, by a seed; where articles conflict it takes the preferred reading."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
        if kind is ForkKind.CONFLICT or len(options) == 1:
            return options[0].value
        if kind is ForkKind.DRAW:
            weights = [float(option.p or 0) for option in options]
            return self.chance.choices(options, weights)[0].value
        return options[int(self.chance.random() * len(options))].value

    def move(self, game: Game) -> Move:
        """Likes to build, above all what brings points; makes room where all is full; trades now and then."""
        moves = game.legal_moves()
        chance = self.chance
        for liked, how_often in (
            ([move for move in moves if _brings_points(move)], 0.95),
            ([move for move in moves if isinstance(move, Build | Extend)], 0.6),
            ([move for move in moves if isinstance(move, Play)], 0.6),
            ([move for move in moves if isinstance(move, Trade)], 0.5),
            ([move for move in moves if isinstance(move, TearDown) and not _worth_keeping(move, game)], 0.1),
        ):
            if liked and chance.random() < how_often:
                return chance.choice(liked)
        return moves[0]


def _brings_points(move: Move) -> bool:
    return isinstance(move, Extend) or (isinstance(move, Build) and card(move.card).point("victory") > 0)


def _worth_keeping(move: TearDown, game: Game) -> bool:
    """Nothing is torn down that brings points, or while there is room elsewhere."""
    return card(move.card).point("victory") > 0 or bool(game.me.free_sites())


@dataclass
class Played:
    """What happened in a number of games."""

    games: int = 0
    unfinished: int = 0
    moves: int = 0
    turns: int = 0
    decisions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    never: dict[str, str] = field(default_factory=dict)

    def note(self, kind: str, name: str) -> None:
        """An event happened, or a card was used in the course of a move."""
        (self.events if kind == "event" else self.cards)[name] += 1

    def count(self, move: Move) -> None:
        """A move was made."""
        self.moves += 1
        self.kinds[WORDS[type(move)]] += 1
        if isinstance(move, Play | Build):
            self.cards[move.card] += 1
        elif isinstance(move, Extend):
            self.cards[move.what] += 1

    def as_json(self) -> dict[str, Any]:
        """The figures as plain JSON."""
        counted = {"moves_by_kind": self.kinds, "cards": self.cards, "events": self.events}
        figures = {name: getattr(self, name) for name in ("games", "unfinished", "moves", "turns", "decisions")}
        return {**figures, **{name: dict(sorted(counts.items())) for name, counts in counted.items()}, "never": self.never}


def ruleset_for(variant: str, sets: frozenset[str] | None = None) -> Ruleset:
    """The rules of a form of the game with what can be played of it."""
    usual = frozenset(PLAYABLE_SETS[:1] if variant == "grundspiel" else PLAYABLE_SETS)
    return Ruleset("kartenspiel", variant, sets or usual)


def begin(book: RuleBook, ruleset: Ruleset, seed: int) -> tuple[Game, SeededPlayer]:
    """A game about to begin, and the player who answers for both."""
    chance = Random(seed)
    player = SeededPlayer(chance)
    engine = Engine(book, ruleset, player)
    return Game(new_game(engine, PLAYERS, chance), engine), player


def play_game(book: RuleBook, ruleset: Ruleset, seed: int, played: Played, checks: bool = False) -> Game:
    """One game from the first die to the last point."""
    game, player = begin(book, ruleset, seed)
    game.effects.happened = played.note
    start = census(game.table)
    while game.table.winner is None and game.table.turn <= LONGEST_GAME:
        asked = len(game.engine.trace)
        move = player.move(game)
        played.decisions += len(game.engine.trace) - asked
        game.play(move, verify=False)
        played.decisions += len(game.engine.trace)
        played.count(move)
        if checks:
            _check(game, start, f"game {seed}, turn {game.table.turn}, after {move}")
    played.games += 1
    played.turns += game.table.turn
    played.unfinished += game.table.winner is None
    return game


def play_games(ruleset: Ruleset, games: int, seed: int, checks: bool = True) -> Iterator[Played]:
    """Many games, each with a seed of its own; after each, what has happened so far."""
    book, played = rule_book(), Played()
    for number in range(games):
        game = play_game(book, ruleset, seed * SEEDS_APART + number, played, checks)
        if number == games - 1:
            played.never = _never(game, played)
        yield played


def record_game(book: RuleBook, ruleset: Ruleset, seed: int) -> GameLog:
    """One game, written down."""
    game, player = begin(book, ruleset, seed)
    recorder = Recorder(player)
    game.engine.answers = recorder
    log = GameLog(game.table.freeze())
    while game.table.winner is None and game.table.turn <= LONGEST_GAME:
        move = player.move(game)
        recorder.answers = {}
        game.play(move)
        log.add(move, recorder.answers, game.table.freeze())
    log.winner = game.table.winner
    return log


def _check(game: Game, start: Census, where: str) -> None:
    thorough = game.table.turn % CHECK_ALL_EVERY == 0
    broken = findings(game, start, AFTER_EACH_MOVE + NOW_AND_THEN if thorough else AFTER_EACH_MOVE)
    if broken:
        raise BrokenGame(f"{where}: {'; '.join(broken)}")


def _never(game: Game, played: Played) -> dict[str, str]:
    """What could be expected and never occurred, with the reason as far as the rules give one."""
    sets = sets_of(game.table.ruleset)
    cards = dict.fromkeys(drawn_cards(game.engine, sets))
    missing = {name: "in the stacks, but never used" for name in cards if not played.cards[name]}
    missing |= {name: "in the event stack, but never turned up" for name in event_cards(sets) if not played.events[name]}
    return missing | {word: _why_not(game, word) for word in WORDS.values() if not played.kinds[word]}


def _why_not(game: Game, word: str) -> str:
    """Why a kind of move never occurred: what the rules say to an attempt at the end of the last game."""
    attempt = next((move for move in game.legality.candidates() if WORDS[type(move)] == word), None)
    winner, game.table.winner, game.table.phase = game.table.winner, None, "main"
    try:
        if attempt is not None:
            game.verify(attempt)
    except IllegalMove as refused:
        return f"{refused.reason} ({', '.join(refused.articles)})"
    finally:
        game.table.winner = winner
    return "possible, but never chosen"
