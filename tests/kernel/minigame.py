"""A tiny invented game for the kernel's tests: a guard, a gate, visitors, a bell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from adjudicator.kernel.decisions import May, Number, OneValue, Order
from adjudicator.kernel.engine import Engine, Experiment, Ruling
from adjudicator.kernel.forks import Tape, explore
from adjudicator.kernel.rules import Rule, RuleBook, Ruleset
from adjudicator.kernel.verdict import Outcome, Verdict, judge


@dataclass(frozen=True, eq=False)
class Enter(May):
    """May this visitor pass the gate?"""

    visitor: str
    guest: bool = False

    def subjects(self) -> tuple[str, ...]:
        return (self.visitor,)


@dataclass(frozen=True, eq=False)
class Host(OneValue):
    """Who receives the visitor?"""

    visitor: str
    domain = ("lord", "steward")

    def subjects(self) -> tuple[str, ...]:
        return (self.visitor,)


@dataclass(frozen=True, eq=False)
class Toll(Number):
    """How much does the visitor pay?"""

    visitor: str

    def subjects(self) -> tuple[str, ...]:
        return (self.visitor,)


@dataclass(frozen=True, eq=False)
class Ceremony(Order):
    """In which order do bell, toll and greeting come?"""


Play = Callable[[Engine], Hashable]


def book_of(*rules: Rule) -> RuleBook:
    return RuleBook.load(rules, known=lambda _: True)


def replay_of(play: Play, book: RuleBook, ruleset: Ruleset, told: Tape) -> Callable[[Experiment], Outcome]:
    """A replay for `judge`: runs the play on every branch and collects the traces."""

    def replay(experiment: Experiment) -> Outcome:
        trace: list[Ruling] = []
        presumed: dict[Rule, str] = {}

        def run(tape: Tape) -> Hashable:
            engine = Engine(book, ruleset, tape, experiment)
            try:
                return play(engine)
            finally:
                trace.extend(engine.trace)
                presumed.update(engine.presumed)

        return Outcome(explore(run, told), tuple(trace), tuple(presumed.items()))

    return replay


def verdict_of(play: Play, rules: Iterable[Rule], ruleset: Ruleset | None = None, told: Tape | None = None) -> Verdict:
    book = book_of(*rules)
    chosen = ruleset or Ruleset("gate")
    return judge(replay_of(play, book, chosen, told or Tape()), book, chosen)
