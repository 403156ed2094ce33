"""How is a game written down and played again?

A log is plain JSON: the position at the start, then every move with what chance and choices answered, keyed
by question. Replayed, it goes through the same positions to the same end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.games.kartenspiel.game import Game
from adjudicator.games.kartenspiel.moves import Move, as_json, from_json
from adjudicator.games.kartenspiel.table import Position
from adjudicator.kernel.engine import Answers, Engine
from adjudicator.kernel.forks import ForkKind, Option
from adjudicator.kernel.rules import RuleBook


class LogDoesNotFit(Exception):
    """A log that cannot be replayed: a question without an answer, an answer that is none, another position."""


@dataclass
class Recorder:
    """Passes questions on and writes the answers down."""

    inner: Answers
    answers: dict[str, Any] = field(default_factory=dict)

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
        value = self.inner.answer(kind, key, options)
        if len(options) > 1:
            self.answers[key] = plain(value)
        return value


@dataclass
class Prompter:
    """Answers from a log."""

    answers: Mapping[str, Any] = field(default_factory=dict)

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
        if len(options) == 1:
            return options[0].value
        if key not in self.answers:
            return _preferred(kind, key, options)
        for option in options:
            if plain(option.value) == self.answers[key]:
                return option.value
        raise LogDoesNotFit(f"{key}: {self.answers[key]!r} is none of the possible answers")


def _preferred(kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
    """Where articles disagree, verifying a move takes the preferred reading as playing did."""
    if kind is ForkKind.CONFLICT:
        return options[0].value
    raise LogDoesNotFit(f"the log has no answer to: {key}")


def plain(value: Any) -> Any:
    """A value as JSON would give it back."""
    return [plain(each) for each in value] if isinstance(value, tuple | list) else value


def digest(position: Position) -> str:
    """A short name for a position, the same on every machine."""
    written = json.dumps(position.as_json(), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


@dataclass
class GameLog:
    """A game as it was played."""

    start: Position
    moves: list[dict[str, Any]] = field(default_factory=list)
    winner: str | None = None

    def add(self, move: Move, answers: Mapping[str, Any], after: Position) -> None:
        """Write down a move, what was answered, and where it led."""
        self.moves.append({"move": as_json(move), "answers": dict(answers), "after": digest(after)})

    def as_json(self) -> dict[str, Any]:
        """The log as plain JSON."""
        return {"game": self.start.ruleset.game, "start": self.start.as_json(), "moves": self.moves, "winner": self.winner}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> GameLog:
        """The log that a document describes."""
        return cls(Position.from_json(document["start"]), list(document["moves"]), document["winner"])

    def replay(self, book: RuleBook) -> Iterator[Position]:
        """Play the game again and give every position; a difference from what is written is an error."""
        prompter = Prompter()
        game = Game(self.start.thaw(), Engine(book, self.start.ruleset, prompter))
        yield self.start
        for number, entry in enumerate(self.moves, start=1):
            prompter.answers = entry["answers"]
            game.play(from_json(entry["move"]))
            position = game.table.freeze()
            if digest(position) != entry["after"]:
                raise LogDoesNotFit(f"move {number} ({entry['move']}) leads to another position than written")
            yield position
        if game.table.winner != self.winner:
            raise LogDoesNotFit(f"the game is won by {game.table.winner}, not by {self.winner}")
