"""How is a question put to the rules, and what is remembered of it?

The engine holds what one replay needs besides the state of the game: the rules in force, which of them
are suspended or put in force for a test, the answers to what the rules leave open, and the trace.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Protocol

from adjudicator.kernel.decisions import OK, Answer, Decision, Unsettled
from adjudicator.kernel.forks import Fork, ForkKind, Option
from adjudicator.kernel.rules import LATEST, Rule, RuleBook, Ruleset


class Answers(Protocol):
    """Whoever answers what the rules leave open: a tape in a replay, a player in a whole game."""

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable: ...


class Spoken(NamedTuple):
    """What one rule said, and whether that stood."""

    rule: Rule
    answer: Answer
    live: bool


class Ruling(NamedTuple):
    """One decision: the question, who spoke, and the outcome."""

    question: Decision
    spoken: tuple[Spoken, ...]
    outcome: Hashable


@dataclass(frozen=True)
class Experiment:
    """A change of the rules for the sake of proof: some do not hold, some hold that would not."""

    suspended: frozenset[Rule] = frozenset()
    forced: frozenset[Rule] = frozenset()


AS_IT_IS = Experiment()


@cache
def _faces(sides: int) -> tuple[Option, ...]:
    return tuple(Option(face, Fraction(1, sides)) for face in range(1, sides + 1))


class Engine:
    """Puts questions to the rules in force and keeps the trace."""

    def __init__(self, book: RuleBook, ruleset: Ruleset, answers: Answers, experiment: Experiment = AS_IT_IS) -> None:
        self.book = book
        self.ruleset = ruleset
        self.answers = answers
        self.experiment = experiment
        self.trace: list[Ruling] = []
        self.presumed: dict[Rule, str] = {}
        self._asked: dict[str, int] = {}
        self._in_force = book.only(self._holds)
        self._dated: dict[Rule, bool] = {}

    def begin(self) -> None:
        """Start a new move: its trace and its questions are its own."""
        self.trace = []
        self._asked = {}

    def decide(self, question: Decision) -> Hashable:
        """The outcome of a question; what the rules leave open is asked for."""
        said = self._said(question)
        contested = len(said) > 1 and any(each.rule.beats for each in said)
        spoken = _without_beaten(said) if contested else said
        try:
            outcome = question.combine(tuple([each.answer for each in spoken if each.live]))
        except Unsettled as open_:
            kind = ForkKind.CONFLICT if open_.conflict else ForkKind.GAP
            outcomes = self._preferred_first(question, spoken, open_.outcomes)
            outcome = self.answers.answer(kind, self._once(question.key()), tuple(Option(value) for value in outcomes))
        self.trace.append(Ruling(question, spoken, outcome))
        return outcome

    def roll(self, key: str, sides: int = 6) -> int:
        """What a die shows."""
        found = self.answers.answer(ForkKind.DIE, self._once(key), _faces(sides))
        assert isinstance(found, int)
        return found

    def draw(self, key: str, cards: Iterable[Hashable]) -> Hashable:
        """Which of several cards is drawn unseen, all alike."""
        pool = tuple(cards)
        counts = {card: pool.count(card) for card in pool}
        options = tuple(Option(card, Fraction(count, len(pool))) for card, count in counts.items())
        return self.answers.answer(ForkKind.DRAW, self._once(key), options)

    def choose(self, key: str, options: Iterable[Hashable]) -> Hashable:
        """What somebody chooses."""
        return self.answers.answer(ForkKind.CHOICE, self._once(key), tuple(Option(value) for value in dict.fromkeys(options)))

    def _said(self, question: Decision) -> tuple[Spoken, ...]:
        found = []
        straight = not self.experiment.suspended
        for each in self._in_force.on(question):
            answer = each.speak(question) if straight and each.plain else self._answer_of(each, question)
            if answer is not None:
                found.append(Spoken(each, answer, True))
        return tuple(found)

    def _answer_of(self, each: Rule, question: Decision) -> Answer | None:
        if each.scope.undated and not self._was_in_force(each):
            return None
        if each in self.experiment.suspended:
            return each.contrary(question)
        if not each.presumes:
            return each.speak(question)
        try:
            return each.speak(question)
        except Fork as untold:
            if untold.kind is not ForkKind.FACT:
                raise
            self.presumed[each] = untold.key
            return OK

    def _holds(self, each: Rule) -> bool:
        return each in self.experiment.forced or each.scope.covers(self.ruleset)

    def _was_in_force(self, each: Rule) -> bool:
        """A rule without a date is in force now; whether it was at an earlier date, nobody knows."""
        if self.ruleset.as_of == LATEST:
            return True
        if each not in self._dated:
            key = f"{each.name} in force in {self.ruleset.as_of}"
            self._dated[each] = bool(self.answers.answer(ForkKind.FACT, key, (Option(True), Option(False))))
        return self._dated[each]

    def _preferred_first(
        self, question: Decision, spoken: tuple[Spoken, ...], outcomes: tuple[Hashable, ...]
    ) -> tuple[Hashable, ...]:
        """Where an open question marks a preferred reading, its outcome comes first."""
        readings = [each for each in spoken if each.rule.reading and each.live]
        if not readings:
            return outcomes
        dropped = {each.rule for each in readings if not self.book.prefers(each.rule.reading or "")}
        try:
            best = question.combine(tuple(s.answer for s in spoken if s.live and s.rule not in dropped))
        except Unsettled:
            return outcomes
        return (best, *(outcome for outcome in outcomes if outcome != best))

    def _once(self, key: str) -> str:
        """The same question asked again is another one."""
        count = self._asked[key] = self._asked.get(key, 0) + 1
        return key if count == 1 else f"{key} #{count}"


def _without_beaten(said: tuple[Spoken, ...]) -> tuple[Spoken, ...]:
    """Who is beaten by a rule that stands does not stand; what is beaten beats nobody."""
    speakers = {each.rule for each in said}
    stands: dict[Rule, bool] = {}

    def standing(each: Rule) -> bool:
        if each not in stands:
            stands[each] = True
            stands[each] = not any(each in other.beats and standing(other) for other in speakers)
        return stands[each]

    return tuple(Spoken(each.rule, each.answer, standing(each.rule)) for each in said)
