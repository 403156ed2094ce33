"""`catanica rules`: which articles have rules, which have none, and do the numbers add up?"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cli
from adjudicator.coverage import Article, Coverage, coverage_of
from adjudicator.games.kartenspiel.rules import rule_book
from adjudicator.kernel.decisions import OK, Answer, May
from adjudicator.kernel.rules import RuleBook, rule
from faq.lookup import Library
from faq.places import places

Command = Callable[..., str]


class MayTry(May):
    """May something be tried?"""


@rule("112.S.g", "112.S.g q", "karte:kartenspiel/Spion")
def one_article_cited_twice(q: MayTry) -> Answer:
    """Cites an article and a clause of it."""
    return OK


@rule("103.P.a", "112.S.g")
def two_articles(q: MayTry) -> Answer:
    """Cites two articles."""
    return OK


@rule()
def mechanics(q: MayTry) -> Answer:
    """Cites nothing."""
    return OK


@pytest.fixture(scope="module")
def small(real_library: Library) -> Coverage:
    """What three rules cover of the real Encyclopaedia."""
    return coverage_of(real_library, RuleBook.load([one_article_cited_twice, two_articles, mechanics], lambda _: True))


@pytest.fixture
def catanica(
    real_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """What the command prints on the real knowledge base."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "CATANICA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CATANICA_CACHE", str(tmp_path / "cache"))
    places().index.parent.mkdir()
    places().index.symlink_to(real_library.folder.parent)

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["catanica", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as leave:
            cli.main()
        assert not leave.value.code
        return capsys.readouterr().out

    return run


def adjudicable_ids(library: Library) -> set[str]:
    return {row["id"] for row in library.rows("SELECT id FROM articles WHERE book = 'encyclopaedia' AND adjudicable")}


def ids(coverage: Coverage, missing: bool) -> list[str]:
    return [article.id for _, articles in coverage.shown(missing) for article in articles]


def test_an_article_is_listed_with_the_rules_that_cite_it_or_a_clause_of_it(small: Coverage) -> None:
    found = {article.id: article.rules for _, articles in small.shown(missing=False) for article in articles}
    assert found == {"103.P.a": ("two_articles",), "112.S.g": ("one_article_cited_twice", "two_articles")}


def test_what_has_no_rule_is_missing_if_it_can_be_adjudicated(small: Coverage, real_library: Library) -> None:
    missing = ids(small, missing=True)
    assert len(missing) == len(set(missing))
    assert set(missing) == adjudicable_ids(real_library) - {"103.P.a", "112.S.g"}


def test_a_chapter_counts_its_own_articles(small: Coverage, real_library: Library) -> None:
    in_112 = sum(ident.startswith("112.") for ident in adjudicable_ids(real_library))
    chapter = next(chapter for chapter in small.chapters if chapter.id == "112")
    assert chapter.counts() == {"adjudicable": in_112, "covered": 1, "missing": in_112 - 1}


@pytest.mark.parametrize(
    "adjudicable, rules, missing",
    [(True, (), True), (True, ("a_rule",), False), (False, (), False), (False, ("a_rule",), False)],
)
def test_missing(adjudicable: bool, rules: tuple[str, ...], missing: bool) -> None:
    assert Article("112.S.g", {"de": "Frage?", "en": None}, adjudicable, rules).missing == missing


@pytest.mark.parametrize("flags", [(), ("--missing",)], ids=["with rules", "missing"])
def test_the_json_adds_up(catanica: Command, flags: tuple[str, ...], real_library: Library) -> None:
    document = json.loads(catanica("rules", "--json", *flags))
    assert list(document) == ["game", "book", "rules", "adjudicable", "covered", "missing", "chapters"]
    assert document["rules"] == len(rule_book().rules)
    assert document["covered"] + document["missing"] == document["adjudicable"] == len(adjudicable_ids(real_library))
    articles = [article for chapter in document["chapters"] for article in chapter["articles"]]
    covered = {article["id"] for article in articles if article["rules"]}
    if flags:
        assert not covered
        assert len(articles) == document["missing"] == sum(chapter["missing"] for chapter in document["chapters"])
    else:
        assert covered == {article for article in rule_book().articles() if real_library.row(IN_THE_BOOK, article)}
        assert sum(article["adjudicable"] for article in articles) == document["covered"]


IN_THE_BOOK = "SELECT id FROM articles WHERE book = 'encyclopaedia' AND id = ?"


@pytest.mark.parametrize(
    "arguments, first",
    [
        ((), "{rules} Regeln; {covered} von {adjudicable} entscheidbaren Artikeln haben Regeln"),
        (("--missing",), "{rules} Regeln; {missing} von {adjudicable} entscheidbaren Artikeln haben keine Regel"),
        (("--lang", "en"), "{rules} rules; {covered} of {adjudicable} adjudicable articles have rules"),
        (("--missing", "--lang", "en"), "{rules} rules; {missing} of {adjudicable} adjudicable articles have no rule"),
    ],
)
def test_the_text_says_the_same_as_the_json(catanica: Command, arguments: tuple[str, ...], first: str) -> None:
    document = json.loads(catanica("rules", "--json", *arguments))
    lines = catanica("rules", *arguments).splitlines()
    assert lines[0] == first.format(**document)
    listed = [line.strip().split("  ")[0] for line in lines if line.startswith("  ")]
    assert listed == [article["id"] for chapter in document["chapters"] for article in chapter["articles"]]


def test_the_rules_stand_beside_their_article(catanica: Command) -> None:
    line = next(line for line in catanica("rules").splitlines() if line.startswith("  112.G.e  "))
    assert "a_blocked_fire_station_protects_itself_only" in line
