"""The rules of the old card game, one module per chapter of the Encyclopaedia."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from adjudicator.games.kartenspiel.rules import (
    chapter_101,
    chapter_101_changes,
    chapter_102,
    chapter_103,
    chapter_103_cards,
    chapter_103_dice,
    chapter_103_turn,
    chapter_105,
    chapter_112,
    chapter_112_piles,
    chapter_112_spy,
    chapter_116,
    chapter_118,
    chapter_119,
    chapter_121,
    chapter_123,
    printed,
)
from adjudicator.kernel.rules import Rule, RuleBook, UnknownCitation
from faq.compiled import load
from faq.errors import BrokenBook

CHAPTERS: tuple[ModuleType, ...] = (
    chapter_101, chapter_102, chapter_103, chapter_103_dice, chapter_105, chapter_112, chapter_112_piles, chapter_112_spy,
    chapter_116, chapter_118,
    chapter_101_changes, chapter_103_turn, chapter_103_cards,
    chapter_119, chapter_121, chapter_123, printed,
)  # fmt: skip


def all_rules() -> list[Rule]:
    """Every rule, in the order of the chapters."""
    return list(dict.fromkeys(each for chapter in CHAPTERS for each in vars(chapter).values() if isinstance(each, Rule)))


@cache
def rule_book() -> RuleBook:
    """The rules, checked against the knowledge base that they cite."""
    known = load()
    try:
        return RuleBook.load(all_rules(), known.knows, known.prefers)
    except UnknownCitation as fault:
        raise BrokenBook(f"{fault}; the rules need the whole knowledge base") from None
