"""Whole games, played by a seeded player from outside the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random

from adjudicator.games.kartenspiel.game import Game
from adjudicator.games.kartenspiel.moves import Build, EndTurn, Extend, Move, Trade
from adjudicator.games.kartenspiel.rules import all_rules
from adjudicator.games.kartenspiel.setup import new_game
from adjudicator.kernel.engine import Engine
from adjudicator.kernel.forks import ForkKind, Option
from adjudicator.kernel.rules import RuleBook, Ruleset
from faq.compiled import load

LONGEST_GAME = 400
PLAYERS = ("Anna", "Bert")


class SeededPlayer:
    """Answers whatever the rules leave open, by a seed; where articles conflict it takes the preferred reading."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.log: list[tuple[str, Hashable]] = []

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
        chosen = options[0] if kind is ForkKind.CONFLICT or len(options) == 1 else self.chance.choice(options)
        self.log.append((key, chosen.value))
        return chosen.value


@dataclass
class Played:
    """What happened in a number of games."""

    games: int = 0
    unfinished: int = 0
    moves: int = 0
    turns: int = 0
    occurred: Counter[str] = field(default_factory=Counter)


def rule_book() -> RuleBook:
    """The rules of the old card game, checked against the knowledge base."""
    known = load()
    return RuleBook.load(all_rules(), known.knows, known.prefers)


def play_game(book: RuleBook, ruleset: Ruleset, seed: int, played: Played) -> Game:
    """One game from the first die to the last point."""
    chance = Random(seed)
    player = SeededPlayer(chance)
    game = Game(new_game(ruleset, PLAYERS, chance), Engine(book, ruleset, player))
    while game.table.winner is None and game.table.turn <= LONGEST_GAME:
        move = _choose(game.legal_moves(), chance)
        game.play(move)
        played.moves += 1
        played.occurred[_label(move)] += 1
    played.games += 1
    played.turns += game.table.turn
    played.unfinished += game.table.winner is None
    return game


def _choose(moves: list[Move], chance: Random) -> Move:
    """Likes to build, trades now and then, and ends the turn when nothing else tempts."""
    building = [move for move in moves if isinstance(move, Build | Extend)]
    if building and chance.random() < 0.9:
        return chance.choice(building)
    others = [move for move in moves if not isinstance(move, EndTurn | Trade)]
    if others and chance.random() < 0.6:
        return chance.choice(others)
    trades = [move for move in moves if isinstance(move, Trade)]
    if trades and chance.random() < 0.5:
        return chance.choice(trades)
    return next((move for move in moves if isinstance(move, EndTurn)), moves[0])


def _label(move: Move) -> str:
    return f"{type(move).__name__} {getattr(move, 'card', getattr(move, 'what', ''))}".strip()
