"""What is a rule, and which rules are in force?

A rule is a value: the articles that it rests on, the decision that it speaks to, the cards that it is
about, its scope, the rules that it beats, and a small pure function. Citing what the knowledge base does
not know is an error when the rules are loaded.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, get_type_hints

from adjudicator.kernel.decisions import NO, OK, Answer, Decision

Speak = Callable[[Any], Answer | None]
LATEST = 9999


class Tier(IntEnum):
    """How specific a rule is; the more specific one is cited first."""

    SPECIFIC = 0
    GENERAL = 1
    CARD = 2
    MECHANICS = 3


class UnknownCitation(Exception):
    """A rule cites an article, card or fact that is not in the knowledge base."""


class BrokenRule(Exception):
    """A rule that cannot be loaded: two of one name, or one that beats itself in a circle."""


@dataclass(frozen=True)
class Ruleset:
    """Which rules two players agreed on: game, variant, sets, and the state of which year."""

    game: str
    variant: str | None = None
    sets: frozenset[str] = frozenset()
    as_of: int = LATEST


@dataclass(frozen=True)
class Scope:
    """Where a rule holds. `since` and `until` are years; `undated` means: in force now, since when is unknown."""

    variants: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    since: int | None = None
    until: int | None = None
    undated: bool = False

    def covers(self, ruleset: Ruleset) -> bool:
        """Whether a rule of this scope is in force."""
        return (
            (not self.variants or ruleset.variant in self.variants)
            and (not self.sets or bool(self.sets & ruleset.sets))
            and (self.since is None or self.since <= ruleset.as_of)
            and (self.until is None or ruleset.as_of < self.until)
        )


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule as a value. Two rules are the same only if they are the same object."""

    name: str
    cites: tuple[str, ...]
    decides: type[Decision]
    speak: Speak
    about: frozenset[str] = frozenset()
    scope: Scope = Scope()
    beats: tuple[Rule, ...] = ()
    presumes: bool = False
    misreading: Speak | None = None
    reading: str | None = None
    says: str = ""
    plain: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """A plain rule simply speaks; others may be presumed or of unknown date."""
        object.__setattr__(self, "plain", not self.presumes and not self.scope.undated)

    @property
    def tier(self) -> Tier:
        """How specific the rule is, from what it cites and what it is about."""
        if not self.cites:
            return Tier.MECHANICS
        if all(":" in cited for cited in self.cites):
            return Tier.CARD
        return Tier.SPECIFIC if self.about else Tier.GENERAL

    def contrary(self, question: Decision) -> Answer | None:
        """What would hold if the rule did not: the misreading that it denies, or an obstacle instead of none.

        A condition that is merely presumed to be met would simply not be asked for.
        """
        if self.misreading is not None:
            return self.misreading(question)
        if self.presumes:
            return None
        return NO if self.speak(question) is OK else None

    def __repr__(self) -> str:
        return f"<rule {self.name}: {', '.join(self.cites) or 'mechanics'}>"


def rule(
    *cites: str,
    about: Collection[str] | str = (),
    variants: Iterable[str] = (),
    sets: Iterable[str] = (),
    since: int | None = None,
    until: int | None = None,
    undated: bool = False,
    beats: Iterable[Rule] = (),
    presumes: bool = False,
    misreading: Speak | None = None,
    reading: str | None = None,
) -> Callable[[Speak], Rule]:
    """Make a rule of a function; which decision it speaks to is the type of its parameter."""

    def made(function: Speak) -> Rule:
        parameter = next(iter(inspect.signature(function).parameters))
        return Rule(
            name=function.__name__,
            cites=cites,
            decides=get_type_hints(function)[parameter],
            speak=function,
            about=frozenset((about,) if isinstance(about, str) else about),
            scope=Scope(frozenset(variants), frozenset(sets), since, until, undated),
            beats=tuple(beats),
            presumes=presumes,
            misreading=misreading,
            reading=reading,
            says=(function.__doc__ or "").strip(),
        )

    return made


def article_of(cited: str) -> str:
    """The record of a citation: `101.D.d q` cites a clause of `101.D.d`.

    >>> article_of("101.D.d q"), article_of("102.B.Sudden Death"), article_of("karte:duell/Brigitta")
    ('101.D.d', '102.B.Sudden Death', 'karte:duell/Brigitta')
    """
    head, _, clause = cited.rpartition(" ")
    return head if head and len(clause) == 1 and clause.islower() else cited


Index = dict[type[Decision], tuple[tuple[Rule, ...], dict[str, tuple[Rule, ...]]]]


def _indexed(rules: Iterable[Rule]) -> Index:
    """The rules by the decision that they speak to; those about cards by card."""
    index: Index = {}
    for each in rules:
        general, by_card = index.setdefault(each.decides, ((), {}))
        if not each.about:
            index[each.decides] = ((*general, each), by_card)
        for card in each.about:
            by_card[card] = (*by_card.get(card, ()), each)
    return index


def _no_preference(reading: str) -> bool:
    """Nobody has said which reading of an open question is preferred."""
    return False


@dataclass(frozen=True, eq=False)
class RuleBook:
    """All rules of a game, found by decision and card."""

    rules: tuple[Rule, ...]
    prefers: Callable[[str], bool] = _no_preference
    _index: Index = field(default_factory=dict)

    @classmethod
    def load(
        cls, rules: Iterable[Rule], known: Callable[[str], bool], prefers: Callable[[str], bool] = _no_preference
    ) -> RuleBook:
        """Check what the rules cite, and index them; `prefers` knows which reading of an open question is preferred."""
        chosen = tuple(rules)
        names: set[str] = set()
        for each in chosen:
            if each.name in names:
                raise BrokenRule(f"two rules are called {each.name}")
            names.add(each.name)
            for cited in each.cites:
                if not known(article_of(cited)):
                    raise UnknownCitation(f"rule {each.name} cites {cited}, which is not in the knowledge base")
        return cls(chosen, prefers, _indexed(chosen))

    def only(self, holds: Callable[[Rule], bool]) -> RuleBook:
        """The book with only those rules that hold."""
        chosen = tuple(each for each in self.rules if holds(each))
        return RuleBook(chosen, self.prefers, _indexed(chosen))

    def on(self, question: Decision) -> tuple[Rule, ...]:
        """The rules that may have a say on a question."""
        found = self._index.get(type(question))
        if found is None:
            return ()
        general, by_card = found
        if not by_card:
            return general
        special: tuple[Rule, ...] = ()
        for card in question.subjects():
            if card in by_card:
                special += by_card[card]
        return (*general, *dict.fromkeys(special)) if special else general

    def articles(self) -> frozenset[str]:
        """Every record that some rule rests on."""
        return frozenset(article_of(cited) for each in self.rules for cited in each.cites)
