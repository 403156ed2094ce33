"""Which articles decide a question?

Proved by taking rules away: a rule whose suspension changes the asked answer is decisive. Where several
rules would each have carried the answer, those who take over are suspended, too, until it changes, and
the set is made as small as possible. A rule that is not in force here is tested the other way round, by
putting it in force. Suspension proves "but for"; the tier of a rule chooses what to cite among the proved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from adjudicator.kernel.engine import AS_IT_IS, Experiment, Ruling
from adjudicator.kernel.forks import Fork, Tree
from adjudicator.kernel.rules import Rule, RuleBook, Ruleset, Tier

LONGEST_CHAIN = 6


@dataclass(frozen=True)
class Outcome:
    """What one replay of the whole situation gave: the answer on every branch, and the trace of all of them."""

    answer: Tree[Hashable]
    trace: tuple[Ruling, ...]
    presumed: tuple[tuple[Rule, str], ...] = ()

    def speakers(self) -> tuple[Rule, ...]:
        """The rules whose word stood somewhere, in the order in which they spoke."""
        return tuple(dict.fromkeys(s.rule for ruling in self.trace for s in ruling.spoken if s.live))

    def beaten(self) -> tuple[Rule, ...]:
        """The rules that spoke and never stood."""
        spoke = dict.fromkeys(s.rule for ruling in self.trace for s in ruling.spoken)
        standing = set(self.speakers())
        return tuple(each for each in spoke if each not in standing)


Replay = Callable[[Experiment], Outcome]


@dataclass(frozen=True)
class Proof:
    """Rules without which (or with which, where they are not in force) the answer would be another."""

    rules: frozenset[Rule]
    otherwise: Tree[Hashable]
    in_force: bool = True

    @property
    def tier(self) -> Tier:
        return min(each.tier for each in self.rules)


@dataclass(frozen=True)
class Verdict:
    """The outcome with its proofs: the deciding ones, the others that would change it, and who else spoke."""

    outcome: Outcome
    deciding: tuple[Proof, ...]
    supporting: tuple[Proof, ...]

    def cited(self) -> tuple[str, ...]:
        """What the deciding rules rest on."""
        return _citations(each for proof in self.deciding for each in proof.rules)

    def involved(self) -> tuple[str, ...]:
        """What else had a say, the deciding left out."""
        others = [each for proof in self.supporting for each in proof.rules]
        named = _citations((*others, *self.outcome.speakers()))
        return tuple(cited for cited in named if cited not in self.cited())


def _citations(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cited for each in rules for cited in each.cites))


def judge(replay: Replay, book: RuleBook, ruleset: Ruleset) -> Verdict:
    """Replay, suspend, compare."""
    outcome = replay(AS_IT_IS)
    proofs = [*_single(replay, outcome), *_out_of_force(replay, outcome, book, ruleset)]
    if not proofs:
        proofs = _overdetermined(replay, outcome)
    if not proofs:
        return Verdict(outcome, (), ())
    best = min(proof.tier for proof in proofs)
    strongest = [proof for proof in proofs if proof.tier == best and proof.in_force]
    beaten_by_cited = {low for proof in strongest for high in proof.rules for low in high.beats}
    deciding = tuple(p for p in proofs if p.tier == best and not p.rules <= beaten_by_cited)
    return Verdict(outcome, deciding, tuple(proof for proof in proofs if proof not in deciding))


def _citable(rules: Iterable[Rule]) -> list[Rule]:
    return [each for each in rules if each.tier is not Tier.MECHANICS]


def _single(replay: Replay, outcome: Outcome) -> list[Proof]:
    """Each rule whose suspension alone changes the answer."""
    found = []
    for each in _citable(outcome.speakers()):
        other = replay(Experiment(suspended=frozenset({each}))).answer
        if other != outcome.answer:
            found.append(Proof(frozenset({each}), other))
    return found


def _out_of_force(replay: Replay, outcome: Outcome, book: RuleBook, ruleset: Ruleset) -> list[Proof]:
    """Each rule of another variant or date that would change the answer here."""
    asleep = dict.fromkeys(
        each
        for ruling in outcome.trace
        for each in book.on(ruling.question)
        if not each.scope.covers(ruleset) and _would_speak(each, ruling)
    )
    found = []
    for each in _citable(asleep):
        other = replay(Experiment(forced=frozenset({each}))).answer
        if other != outcome.answer:
            found.append(Proof(frozenset({each}), other, in_force=False))
    return found


def _would_speak(each: Rule, ruling: Ruling) -> bool:
    try:
        return each.speak(ruling.question) is not None
    except Fork:
        return True


def _overdetermined(replay: Replay, outcome: Outcome) -> list[Proof]:
    """The first set of rules that, taken away together, changes the answer; made as small as possible."""
    for first in sorted(_citable(outcome.speakers()), key=lambda each: each.tier):
        chain = [first]
        while len(chain) <= LONGEST_CHAIN:
            other = replay(Experiment(suspended=frozenset(chain)))
            if other.answer != outcome.answer:
                return [_minimal(replay, outcome, chain)]
            successor = _successor(outcome, other, chain)
            if successor is None:
                break
            chain.append(successor)
    return []


def _successor(outcome: Outcome, other: Outcome, chain: list[Rule]) -> Rule | None:
    """Who says the same in place of the suspended: the most specific speaker on a decision they spoke to."""
    kinds = {each.decides for each in chain}
    speakers = [each for each in _citable(other.speakers()) if each not in chain and each.decides in kinds]
    newcomers = [each for each in speakers if each not in outcome.speakers()]
    return min(newcomers or speakers, key=lambda each: each.tier, default=None)


def _minimal(replay: Replay, outcome: Outcome, chain: list[Rule]) -> Proof:
    """Leave out of the chain whatever is not needed to change the answer."""
    needed = list(chain)
    for each in chain:
        rest = frozenset(needed) - {each}
        if rest and replay(Experiment(suspended=rest)).answer != outcome.answer:
            needed.remove(each)
    final = frozenset(needed)
    return Proof(final, replay(Experiment(suspended=final)).answer)
