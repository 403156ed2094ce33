"""What happens where a replay cannot know how to go on?

A die, a draw, an unstated choice, an unknown fact that is tested, a question that no rule answers, a
conflict between rules: each is a fork. Code that meets one raises it; the explorer runs the code again
once for each option, with one answer more on the tape. Branches that end alike are merged, so what does
not matter disappears.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

Result = TypeVar("Result", bound=Hashable)
Key = str
MOST_BRANCHES = 5_000


class ForkKind(StrEnum):
    """Why a replay forks."""

    DIE = "die"
    DRAW = "draw"
    CHOICE = "choice"
    FACT = "fact"
    GAP = "gap"
    CONFLICT = "conflict"


@dataclass(frozen=True)
class Option:
    """One way to go on, with its probability where chance decides."""

    value: Hashable
    p: Fraction | None = None


class Fork(Exception):
    """Raised where the tape ends: the question, and the ways to go on."""

    def __init__(self, kind: ForkKind, key: Key, options: tuple[Option, ...]) -> None:
        super().__init__(f"{kind}: {key}")
        self.kind = kind
        self.key = key
        self.options = options


class TooManyBranches(Exception):
    """A situation leaves so much open that it cannot be played through."""


class NotHeard(Exception):
    """A question was answered and came up again all the same: what answers it does not look at the tape."""


class UnusedAnswer(Exception):
    """A told answer belongs to a question that never came up."""

    def __init__(self, keys: tuple[Key, ...]) -> None:
        super().__init__(f"told, but never asked for: {', '.join(keys)}")
        self.keys = keys


@dataclass(frozen=True)
class Tape:
    """The answers so far, by question: a suspended replay asks other questions, so order does not count."""

    answers: Mapping[Key, Hashable] = field(default_factory=dict)

    def plus(self, key: Key, value: Hashable) -> Tape:
        """The tape with one answer more."""
        return Tape({**self.answers, key: value})

    def answer(self, kind: ForkKind, key: Key, options: tuple[Option, ...]) -> Hashable:
        """The answer to a question, or a fork where there is none yet."""
        if key in self.answers:
            return self.answers[key]
        if len(options) == 1:
            return options[0].value
        raise Fork(kind, key, options)


@dataclass(frozen=True)
class Leaf(Generic[Result]):
    """A replay that ran to its end."""

    result: Result

    def leaves(self) -> Iterator[tuple[tuple[tuple[Key, Hashable], ...], Fraction | None, Result]]:
        """Each outcome with the answers that lead there and, where only chance decides, its probability."""
        yield (), Fraction(1), self.result


@dataclass(frozen=True)
class Node(Generic[Result]):
    """A fork that makes a difference."""

    kind: ForkKind
    key: Key
    branches: tuple[tuple[Option, Leaf[Result] | Node[Result]], ...]

    def leaves(self) -> Iterator[tuple[tuple[tuple[Key, Hashable], ...], Fraction | None, Result]]:
        """Each outcome with the answers that lead there and, where only chance decides, its probability."""
        for option, below in self.branches:
            for path, p, result in below.leaves():
                both = option.p * p if option.p is not None and p is not None else None
                yield ((self.key, option.value), *path), both, result


Tree = Leaf[Result] | Node[Result]


def explore(run: Callable[[Tape], Result], tape: Tape) -> Tree[Result]:
    """Run to the end on every branch; forks whose branches all end alike vanish."""
    budget = [MOST_BRANCHES]

    def below(here: Tape) -> Tree[Result]:
        budget[0] -= 1
        if budget[0] < 0:
            raise TooManyBranches(f"more than {MOST_BRANCHES} branches; tell more of the situation")
        try:
            return Leaf(run(here))
        except Fork as fork:
            if any(here.answers.get(fork.key) == option.value for option in fork.options):
                raise NotHeard(fork.key) from None
            branches = tuple((option, below(here.plus(fork.key, option.value))) for option in fork.options)
            kind, key = fork.kind, fork.key
        first = branches[0][1]
        if all(branch == first for _, branch in branches):
            return first
        return Node(kind, key, branches)

    return below(tape)


def chances(tree: Tree[Result]) -> dict[Result, Fraction] | None:
    """The probability of each outcome, or None where something other than chance decides."""
    total: dict[Result, Fraction] = {}
    for _, p, result in tree.leaves():
        if p is None:
            return None
        total[result] = total.get(result, Fraction(0)) + p
    return total
