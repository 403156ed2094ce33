"""What can be decided, and how do answers combine?

An effect asks or moves; it never knows. Whatever an article has a say on is a typed decision that the
rules in force answer. Four ways of combining are enough: may, one value, a number, an order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import permutations
from typing import ClassVar


class Stance(Enum):
    """What a rule says to a question of permission or outcome."""

    NO = "no"
    OK = "ok"
    YES = "yes"


NO, OK, YES = Stance.NO, Stance.OK, Stance.YES


@dataclass(frozen=True)
class Start:
    """The value that a number starts from."""

    amount: int


@dataclass(frozen=True)
class Add:
    """A number grows or shrinks by an amount; `at` says when, where that matters."""

    amount: int
    at: int = 0


@dataclass(frozen=True)
class Times:
    """A number is multiplied; `at` says when, where that matters."""

    factor: int
    at: int = 0


@dataclass(frozen=True)
class Before:
    """One step of an order comes before another."""

    first: Hashable
    second: Hashable


Answer = Hashable


class Unsettled(Exception):
    """The answers leave more than one outcome; `outcomes` names them, `conflict` says whether rules disagree."""

    def __init__(self, outcomes: tuple[Hashable, ...], conflict: bool) -> None:
        super().__init__("conflict" if conflict else "gap")
        self.outcomes = outcomes
        self.conflict = conflict


@dataclass(frozen=True, eq=False)
class Decision:
    """A question that rules answer. Subclasses add what it is about."""

    def subjects(self) -> Iterable[str]:
        """The cards that the question is about, for finding the rules on them."""
        return ()

    def key(self) -> str:
        """What tells this question from others of its kind in a replay."""
        return type(self).__name__

    def combine(self, answers: tuple[Answer, ...]) -> Hashable:
        """The outcome of the live answers; raises Unsettled where they leave it open."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class May(Decision):
    """Yes or no: a live NO forbids; a live YES against it is a conflict; otherwise it is so."""

    def combine(self, answers: tuple[Answer, ...]) -> bool:
        if NO in answers and YES in answers:
            raise Unsettled((True, False), conflict=True)
        return NO not in answers


@dataclass(frozen=True, eq=False)
class OneValue(Decision):
    """One value out of a domain: the rules agree, or it is a conflict; no rule is a gap."""

    domain: ClassVar[tuple[Hashable, ...]] = ()

    def possible(self) -> tuple[Hashable, ...]:
        """The values between which a gap leaves the choice."""
        return self.domain

    def combine(self, answers: tuple[Answer, ...]) -> Hashable:
        different = tuple(dict.fromkeys(answers))
        if not different:
            raise Unsettled(self.possible(), conflict=False)
        if len(different) > 1:
            raise Unsettled(different, conflict=True)
        return different[0]


@dataclass(frozen=True, eq=False)
class Number(Decision):
    """A number: a start value and steps, taken in the order in which they took effect."""

    def combine(self, answers: tuple[Answer, ...]) -> int:
        total, started, steps, mixed = 0, False, 0, False
        for answer in answers:
            if isinstance(answer, Add):
                steps += answer.amount
            elif isinstance(answer, Start):
                if started and answer.amount != total:
                    raise Unsettled(tuple(dict.fromkeys(a.amount for a in answers if isinstance(a, Start))), conflict=True)
                total, started = answer.amount, True
            else:
                mixed = True
        return _in_order(total, answers) if mixed else total + steps


def _in_order(start: int, answers: tuple[Answer, ...]) -> int:
    """Steps that do not commute, in every order that their moments allow."""
    steps = sorted((a for a in answers if isinstance(a, Add | Times)), key=lambda step: step.at)
    outcomes = {_reckon(start, order) for order in _orders(steps)}
    if len(outcomes) > 1:
        raise Unsettled(tuple(sorted(outcomes)), conflict=False)
    return outcomes.pop()


def _orders(steps: list[Add | Times]) -> Iterable[tuple[Add | Times, ...]]:
    """Steps that took effect at the same moment may come in any order; more than a few never do."""
    if len({step.at for step in steps}) == len(steps) or len({type(step) for step in steps}) < 2:
        return [tuple(steps)]
    return [order for order in permutations(steps) if [step.at for step in order] == [step.at for step in steps]]


def _reckon(total: int, steps: Iterable[Add | Times]) -> int:
    for step in steps:
        total = total + step.amount if isinstance(step, Add) else total * step.factor
    return total


@dataclass(frozen=True, eq=False)
class Order(Decision):
    """In which order several steps come: whatever agrees with all that the rules say."""

    items: tuple[Hashable, ...] = ()

    def combine(self, answers: tuple[Answer, ...]) -> tuple[Hashable, ...]:
        wanted = [a for a in answers if isinstance(a, Before)]
        possible = [order for order in permutations(self.items) if _respects(order, wanted)]
        if not possible:
            raise Unsettled(tuple(permutations(self.items)), conflict=True)
        if len(possible) > 1:
            raise Unsettled(tuple(possible), conflict=False)
        return possible[0]


def _respects(order: tuple[Hashable, ...], wanted: Iterable[Before]) -> bool:
    places = {item: place for place, item in enumerate(order)}
    return all(places[w.first] < places[w.second] for w in wanted if w.first in places and w.second in places)
