"""Which articles of the Encyclopaedia have rules in the engine of the old card game, and which have none?

An article is covered when a rule cites it or one of its clauses. Whether the rules say all that the article
says is not seen here; that is for the tests of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adjudicator.kernel.rules import RuleBook, article_of
from faq.lookup import Library, Row

GAME, BOOK = "kartenspiel", "encyclopaedia"
SUMS = {
    "de": {
        "covered": "{rules} Regeln; {covered} von {adjudicable} entscheidbaren Artikeln haben Regeln",
        "missing": "{rules} Regeln; {missing} von {adjudicable} entscheidbaren Artikeln haben keine Regel",
    },
    "en": {
        "covered": "{rules} rules; {covered} of {adjudicable} adjudicable articles have rules",
        "missing": "{rules} rules; {missing} of {adjudicable} adjudicable articles have no rule",
    },
}


@dataclass(frozen=True)
class Article:
    """An article and the names of the rules that rest on it."""

    id: str
    question: Row
    adjudicable: bool
    rules: tuple[str, ...]

    @property
    def missing(self) -> bool:
        return self.adjudicable and not self.rules

    def as_json(self) -> Row:
        return {"id": self.id, "question": self.question, "adjudicable": self.adjudicable, "rules": list(self.rules)}


@dataclass(frozen=True)
class Chapter:
    """A chapter with its articles in reading order."""

    id: str
    title: Row
    articles: tuple[Article, ...]

    def counts(self) -> dict[str, int]:
        """How many of the adjudicable articles have rules."""
        return _counts(self.articles)

    def shown(self, missing: bool) -> list[Article]:
        """The articles without a rule, or those with one."""
        return [each for each in self.articles if (each.missing if missing else each.rules)]


@dataclass(frozen=True)
class Coverage:
    """All chapters, and how many rules there are."""

    chapters: tuple[Chapter, ...]
    rules: int

    def counts(self) -> dict[str, int]:
        """How many of the adjudicable articles of the whole book have rules."""
        return _counts(tuple(article for chapter in self.chapters for article in chapter.articles))

    def shown(self, missing: bool) -> Iterator[tuple[Chapter, list[Article]]]:
        """The chapters that have something to show, with what they show."""
        return ((chapter, found) for chapter in self.chapters if (found := chapter.shown(missing)))

    def as_json(self, missing: bool = False) -> dict[str, Any]:
        """The list as one JSON document."""
        return {
            "game": GAME,
            "book": BOOK,
            "rules": self.rules,
            **self.counts(),
            "chapters": [
                {"id": c.id, "title": c.title, **c.counts(), "articles": [each.as_json() for each in found]}
                for c, found in self.shown(missing)
            ],
        }

    def lines(self, language: str, missing: bool = False) -> Iterator[str]:
        """The list as lines of text: the sum first, then each chapter."""
        counted = "missing" if missing else "covered"
        yield SUMS[language][counted].format(rules=self.rules, **self.counts())
        for chapter, found in self.shown(missing):
            counts = chapter.counts()
            yield ""
            yield f"{chapter.id} {_text(chapter.title, language)}: {counts[counted]}/{counts['adjudicable']}"
            yield from (f"  {each.id}  {_said(each, language)}" for each in found)


def coverage_of(library: Library, book: RuleBook) -> Coverage:
    """What the rules of a book cover of the Encyclopaedia."""
    rules: dict[str, list[str]] = {article: [] for article in book.articles()}
    for rule in book.rules:
        for article in dict.fromkeys(article_of(cited) for cited in rule.cites):
            rules[article].append(rule.name)
    rows = library.rows("SELECT * FROM articles WHERE book = ? ORDER BY position", BOOK)
    chapters = library.rows("SELECT * FROM chapters WHERE book = ? ORDER BY position", BOOK)
    found = (
        Chapter(c["id"], _pair(c, "title"), tuple(_article(r, rules) for r in rows if r["chapter"] == c["id"]))
        for c in chapters
    )
    return Coverage(tuple(chapter for chapter in found if chapter.articles), len(book.rules))


def coverage(library: Library) -> Coverage:
    """What the rules of the old card game cover of the Encyclopaedia."""
    from adjudicator.games.kartenspiel.rules import rule_book

    return coverage_of(library, rule_book())


def _article(row: Row, rules: dict[str, list[str]]) -> Article:
    return Article(row["id"], _pair(row, "question"), bool(row["adjudicable"]), tuple(rules.get(row["id"], ())))


def _counts(articles: tuple[Article, ...]) -> dict[str, int]:
    adjudicable = [each for each in articles if each.adjudicable]
    missing = sum(each.missing for each in adjudicable)
    return {"adjudicable": len(adjudicable), "covered": len(adjudicable) - missing, "missing": missing}


def _said(article: Article, language: str) -> str:
    """The rules on an article or, where there are none, what it is about."""
    return ", ".join(article.rules) or _text(article.question, language)


def _pair(row: Row, name: str) -> Row:
    return {"de": row[f"{name}_de"], "en": row[f"{name}_en"]}


def _text(pair: Row, language: str) -> str:
    """A text in the reader's language, or in German where there is none."""
    return str(pair.get(language) or pair.get("de") or "")
