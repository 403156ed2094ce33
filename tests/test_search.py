"""Does search find what players look for? Golden queries, an FTS5 twin, filters, names, suggestions, snippets, odd input.

Everything runs on the real knowledge base; only the options of the command are tried out on a small one.
"""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from build_index import build
from cli import app_for
from faq.documents import name_key
from faq.errors import CatanicaError, UnknownCard, UnknownChoice
from faq.ids import fold, id_key
from faq.language import STOP_WORDS, distance, letters, nearest, term, words
from faq.lookup import Library
from faq.search import LONGEST_NAME, Hits, Searcher, find, parse_query, snippet
from faq.vocabulary import VARIANTS
from tests.conftest import KnowledgeBase
from tests.fts5 import Twin, indexed_documents

ALL = 10_000
FIRST, FIRST_THREE = 0.85, 0.97
ONE_BY_ONE = ("exact", "id", "umlaut", "inflected", "compound", "typo")


@dataclass(frozen=True)
class Golden:
    """A query as a player types it, and the records one of which should stand on top."""

    kind: str
    query: str
    want: tuple[str, ...]


def _golden() -> list[Golden]:
    rows = yaml.safe_load((Path(__file__).parent / "golden_queries.yaml").read_text(encoding="utf-8"))
    return [Golden(row["kind"], row["query"], tuple(row["want"])) for row in rows]


GOLDEN = _golden()


def golden_of(*kinds: str) -> list[Any]:
    """The golden queries of some kinds as test cases that are called like the query."""
    return [pytest.param(golden, id=golden.query) for golden in GOLDEN if golden.kind in kinds]


def ids(answer: Mapping[str, Any]) -> list[str]:
    return [hit["id"] for hit in answer["hits"]]


@pytest.fixture(scope="module")
def answers(real_library: Library) -> dict[str, dict[str, Any]]:
    """What each golden query is answered."""
    return {golden.query: find(real_library, golden.query) for golden in GOLDEN}


@pytest.fixture(scope="module")
def searcher(real_library: Library) -> Searcher:
    return Searcher(real_library.folder / "search", real_library.vocabulary())


@pytest.fixture(scope="module")
def twin(real_library: Library) -> Twin:
    return Twin(indexed_documents(real_library.folder))


@pytest.fixture(scope="module")
def records(real_library: Library) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in real_library.rows("SELECT * FROM articles")}


# --- golden queries --------------------------------------------------------------------------------


def rank(golden: Golden, found: list[str]) -> int:
    """How many records stand before the first wanted one."""
    return next((place for place, ident in enumerate(found) if ident in golden.want), ALL)


def test_wanted_records_stand_on_top(answers: dict[str, dict[str, Any]]) -> None:
    ranks = {golden: rank(golden, ids(answers[golden.query])) for golden in GOLDEN}
    for kind, count in Counter(golden.kind for golden in GOLDEN).items():
        of_kind = [place for golden, place in ranks.items() if golden.kind == kind]
        first, three = sum(place < 1 for place in of_kind), sum(place < 3 for place in of_kind)
        print(f"{kind:<10} {count:>3} queries: {first / count:4.0%} first, {three / count:4.0%} among the first three")
    for golden, place in ranks.items():
        if place:
            print(f"place {place + 1 if place < ALL else '-'}: {golden.query!r} wants {golden.want}")
    assert len(ranks) == len(GOLDEN) >= 260
    assert sum(place < 1 for place in ranks.values()) / len(ranks) >= FIRST
    assert sum(place < 3 for place in ranks.values()) / len(ranks) >= FIRST_THREE


@pytest.mark.parametrize("golden", golden_of(*ONE_BY_ONE))
def test_a_golden_query_finds_its_record(golden: Golden, answers: dict[str, dict[str, Any]]) -> None:
    found = ids(answers[golden.query])[:3]
    assert set(golden.want) & set(found), f"{golden.want} not among {found}"


def test_golden_queries_want_records_that_exist(records: dict[str, dict[str, Any]]) -> None:
    assert not [ident for golden in GOLDEN for ident in golden.want if ident not in records]


def test_answers_are_ordered_and_complete(real_library: Library) -> None:
    for golden in GOLDEN[::6]:
        answer = find(real_library, golden.query, limit=ALL)
        scores = [hit["score"] for hit in answer["hits"]]
        assert scores == sorted(scores, reverse=True), golden.query
        assert answer["total"] == len(answer["hits"]) == len(set(ids(answer))), golden.query
        assert ids(find(real_library, golden.query, limit=2)) == ids(answer)[:2], golden.query


# --- the twin --------------------------------------------------------------------------------------


def name_keys(written: list[str]) -> set[str]:
    """The keys of every run of neighbouring words that may be a name."""
    runs = (written[start:end] for start in range(len(written)) for end in range(start + 1, start + LONGEST_NAME + 1))
    return {name_key(" ".join(run), lang) for run in runs for lang in ("de", "en")}


def by_twin(twin: Twin, hits: Hits) -> set[str]:
    """The records that FTS5 finds for the words that a query was made into."""
    terms = {found for word in hits.words for found in word.weights}
    return twin.matching(terms, name_keys([word.written for word in hits.words]))


@pytest.mark.parametrize("kind", sorted({golden.kind for golden in GOLDEN}))
def test_fts5_matches_the_same_records(kind: str, searcher: Searcher, twin: Twin) -> None:
    for golden in GOLDEN:
        if golden.kind == kind:
            hits = searcher.search(parse_query(golden.query), {}, ALL)
            assert {ident for ident, _ in hits.ids} == by_twin(twin, hits), golden.query


def test_fts5_matches_the_same_records_for_any_words(real_library: Library, searcher: Searcher, twin: Twin) -> None:
    known = [row["written"] for row in real_library.rows("SELECT DISTINCT written FROM words ORDER BY written")]

    @settings(max_examples=60)
    @given(st.lists(st.sampled_from(known), min_size=1, max_size=6))
    def compare(chosen: list[str]) -> None:
        hits = searcher.search(parse_query(" ".join(chosen)), {}, ALL)
        assert {ident for ident, _ in hits.ids} == by_twin(twin, hits)

    compare()


def test_the_twin_finds_by_term_and_by_name(twin: Twin) -> None:
    """Without this the comparison above could be one of nothing with nothing."""
    mentioned, called = twin.matching({"spion"}), twin.matching((), {"spion"})
    assert {"112.S.a", "112.S.g"} <= called < mentioned
    assert twin.matching({"mauer"}, {"spion"}) == twin.matching({"mauer"}) | called
    assert twin.matching({"gibtesnicht"}, {"gibt_es_nicht"}) == twin.matching(()) == set()


def test_a_patched_index_ranks_like_a_new_one(knowledge_base: KnowledgeBase) -> None:
    build(knowledge_base.places)
    knowledge_base.change("112.S.a", "Eine Karte, eine Suche.", "Der Spion sieht alle Handkarten, der Räuber keine.")
    patched = Library(knowledge_base.places.index / build(knowledge_base.places).generation)
    assert len(list((patched.folder / "search").glob("*.seg"))) > 1
    queries = ("Spion", "Räuber", "Handkarte Spion", "spy search", "Suche")
    before = [find(patched, query) for query in queries]
    anew = Library(knowledge_base.places.index / build(knowledge_base.places, full=True).generation)
    assert [find(anew, query) for query in queries] == before


# --- filters ---------------------------------------------------------------------------------------


def passes(row: Mapping[str, Any], name: str, value: str, library: Library) -> bool:
    """Whether a record belongs to a book, chapter, variant or card, as the store knows it."""
    if name == "card":
        return bool(library.row("SELECT 1 FROM mentions WHERE card = ? AND article = ?", value, row["id"]))
    if name == "variant":
        return value in (json.loads(row["variants"]) or VARIANTS[row["game"]])
    return bool(row[name] == value)


FILTERS = {
    "karte": ('Karten karte:"Große Mauer"', {"card": "Große Mauer"}),
    "karte, English name": ("Gebäude card:spy", {"card": "Spion"}),
    "karte, without its umlaut": ("Karten karte:Universitaet", {"card": "Universität"}),
    "kapitel": ("Karten Kapitel:112", {"chapter": "112"}),
    "kapitel, begun": ("Karte kapitel:duell.themens", {"chapter": "DUELL.Themensets"}),
    "buch": ("Siedlung buch:almanach", {"book": "almanach"}),
    "buch, begun": ("Siedlung BUCH:enc", {"book": "encyclopaedia"}),
    "variante": ("Stapel variante:turnierspiel", {"variant": "turnierspiel"}),
    "variante, begun": ("Stapel variant:themen", {"variant": "themenspiel"}),
    "two at once": ("Gegner karte:Spion kapitel:112", {"card": "Spion", "chapter": "112"}),
    "all four": (
        "Handkarten buch:encyclopaedia kapitel:112 karte:Spion variante:turnierspiel",
        {"book": "encyclopaedia", "chapter": "112", "card": "Spion", "variant": "turnierspiel"},
    ),
}


@pytest.mark.parametrize("query, wanted", FILTERS.values(), ids=FILTERS)
def test_a_filter_keeps_just_what_passes(
    query: str, wanted: dict[str, str], real_library: Library, records: dict[str, dict[str, Any]]
) -> None:
    without = re.sub(r'\w+:("[^"]*"|\S+)', "", query)
    unfiltered = ids(find(real_library, without, limit=ALL))
    expected = [i for i in unfiltered if all(passes(records[i], name, value, real_library) for name, value in wanted.items())]
    assert 0 < len(expected) < len(unfiltered)
    assert ids(find(real_library, query, limit=ALL)) == expected
    assert ids(find(real_library, without, limit=ALL, filters=wanted)) == expected


@pytest.mark.parametrize("wanted", [wanted for _, wanted in FILTERS.values()], ids=FILTERS)
def test_a_filter_alone_lists_all_that_passes(
    wanted: dict[str, str], real_library: Library, records: dict[str, dict[str, Any]]
) -> None:
    passing = {i for i, row in records.items() if all(passes(row, name, value, real_library) for name, value in wanted.items())}
    assert set(ids(find(real_library, "", limit=ALL, filters=wanted))) == passing


@pytest.mark.parametrize("query", ["112.S.g", "112sg", "Spion", "1"])
@pytest.mark.parametrize("name, value", [("book", "duell"), ("chapter", "113"), ("card", "Hexe"), ("variant", "themenspiel")])
def test_nothing_slips_through_a_filter(
    query: str, name: str, value: str, real_library: Library, records: dict[str, dict[str, Any]]
) -> None:
    found = ids(find(real_library, query, limit=ALL, filters={name: value}))
    assert not [ident for ident in found if not passes(records[ident], name, value, real_library)]


def test_the_name_of_a_card_filters_by_that_card(real_library: Library) -> None:
    """`karte:Metropole` means the Metropole, though the Entdeckermetropole is called so, too."""
    mentions: dict[str, set[str]] = {id_key(row["name"]): set() for row in real_library.rows("SELECT name FROM cards")}
    for row in real_library.rows("SELECT card, article FROM mentions"):
        mentions[id_key(row["card"])].add(row["article"])
    found = {key: set(ids(find(real_library, "", limit=ALL, filters={"card": key}))) for key in mentions}
    assert not {key: sorted(found[key] ^ mentions[key])[:3] for key in mentions if found[key] != mentions[key]}


def test_an_option_beats_the_same_filter_in_the_text(real_library: Library) -> None:
    found = find(real_library, "Siedlung buch:almanach", limit=ALL, filters={"book": "duell"})
    assert found["hits"]
    assert {hit["book"] for hit in found["hits"]} == {"duell"}


@pytest.mark.parametrize("query, name", [("buch:bibel", "book"), ("kapitel:999", "chapter"), ("variante:blitz", "variant")])
def test_an_unknown_value_is_refused_with_the_choices(query: str, name: str, real_library: Library) -> None:
    choices = {
        "book": {row["id"] for row in real_library.rows("SELECT id FROM books")},
        "chapter": {row["id"] for row in real_library.rows("SELECT id FROM chapters")},
        "variant": {variant for variants in VARIANTS.values() for variant in variants},
    }[name]
    asked = query.partition(":")[2]
    for text, option in ((f"Spion {query}", {}), ("Spion", {name: asked})):
        with pytest.raises(UnknownChoice) as refused:
            find(real_library, text, filters=option)
        message = str(refused.value)
        assert f"no {name} is called {asked!r}" in message
        assert set(message.partition("there are ")[2].split(", ")) == choices


@pytest.mark.parametrize("query", ["kapitel:11", "variante:e", "buch:e-n-c-x", 'buch:""'])
def test_a_value_that_fits_several_or_none_is_refused(query: str, real_library: Library) -> None:
    with pytest.raises(UnknownChoice):
        find(real_library, query)


def test_an_unknown_card_is_refused_with_the_nearest(real_library: Library) -> None:
    with pytest.raises(UnknownCard) as refused:
        find(real_library, "Gebäude karte:Spoin")
    assert "Spoin" in str(refused.value)
    assert "Spion" in refused.value.nearest


OPTIONS = {
    "--book": ("encyclopaedia", {"112.S.a"}),
    "--card": ("Späher", {"112.S.a"}),
    "--chapter": ("112", {"112.S.a"}),
    "--variant": ("turnierspiel", {"112.S.a", "OFFEN.1"}),
}


@pytest.fixture
def command(
    knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., dict[str, Any]]:
    """The answer of `catanica search … --json` on a small knowledge base."""
    for name, folder in knowledge_base.environment.items():
        monkeypatch.setenv(name, folder)

    def run(*arguments: str) -> dict[str, Any]:
        app_for("search")(args=["search", *arguments, "--json"], standalone_mode=False)
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    return run


@pytest.mark.parametrize("option, value, expected", [(name, *row) for name, row in OPTIONS.items()], ids=OPTIONS)
def test_an_option_of_the_command(option: str, value: str, expected: set[str], command: Callable[..., dict[str, Any]]) -> None:
    assert set(ids(command("Spion", "Räuber"))) > expected
    assert set(ids(command("Spion", "Räuber", option, value))) == expected


def test_the_limit_cuts_the_hits_but_not_the_total(command: Callable[..., dict[str, Any]]) -> None:
    everything, cut = command("Spion", "Räuber"), command("Spion", "Räuber", "--limit", "1")
    assert ids(cut) == ids(everything)[:1]
    assert cut["total"] == everything["total"] == len(ids(everything)) > 1


# --- names -----------------------------------------------------------------------------------------


def spelled(text: str) -> tuple[str, ...]:
    """The words of a name, stemmed, small words and all but an article in front."""
    return tuple(term(word) for word in words(re.sub(r"^(Der|Die|Das) ", "", text)))


class Names:
    """What records are called: by their title, with or without brackets, by their heading, by the end of their id."""

    def __init__(self, library: Library) -> None:
        headings = {row["id"]: row["title_de"] for row in library.rows("SELECT id, title_de FROM sections")}
        self._of: dict[str, set[tuple[str, ...]]] = {}
        self.titles: set[tuple[str, ...]] = set()
        for row in library.rows("SELECT id, section, question_de AS title FROM articles"):
            titles = {spelled(row["title"]), spelled(headings.get(row["section"], ""))}
            shorter = {spelled(re.sub(r"\(.*?\)", "", row["title"])), spelled(row["id"].rpartition(".")[2])}
            self.titles |= titles
            self._of[row["id"]] = titles | shorter

    def bears(self, ident: str, name: str) -> bool:
        return spelled(name) in self._of[ident]


def test_a_record_that_is_called_like_the_card_comes_first(real_library: Library, searcher: Searcher) -> None:
    names = Names(real_library)
    cards = sorted({row["name"] for row in real_library.rows("SELECT name FROM cards")})
    called = [card for card in cards if spelled(card) in names.titles]
    assert len(called) > 200
    first = {card: searcher.search(parse_query(card), {}, 1).ids[0][0] for card in called}
    assert not {card: ident for card, ident in first.items() if not names.bears(ident, card)}


def test_a_record_comes_first_for_its_own_title(
    real_library: Library, searcher: Searcher, records: dict[str, dict[str, Any]]
) -> None:
    """Where several records share a title, one of them does."""
    names = Names(real_library)
    titles = {ident: row["question_de"] for ident, row in records.items()}
    first = {ident: searcher.search(parse_query(title), {}, 1).ids[0][0] for ident, title in titles.items()}
    assert not {ident: first[ident] for ident, title in titles.items() if not names.bears(first[ident], title)}


# --- suggestions -----------------------------------------------------------------------------------

MISSPELLED = {
    "spoin": "Spion",
    "Zentralkrate": "Zentralkarte",
    "händelrgilde": "Händlergilde",
    "floezbua": "Flözbau",
    "festplaz": "Festplatz",
    "Barbarnenüberfall": "Barbarenüberfall",
    "hungresnot im Duell": "Hungersnot im Duell",
    "Leuchttrum Große Handelsflote": "Leuchtturm Große Handelsflotte",
    "Wie wirkt der Spoin?": "Wie wirkt der Spion?",
    "spoin buch:encyclopaedia": "Spion buch:encyclopaedia",
}


@pytest.mark.parametrize("query, expected", MISSPELLED.items(), ids=MISSPELLED)
def test_a_misspelled_word_is_suggested_as_it_is_printed(query: str, expected: str, real_library: Library) -> None:
    answer = find(real_library, query)
    assert answer["suggestion"] == expected
    assert ids(answer) == ids(find(real_library, expected))


@pytest.mark.parametrize("golden", golden_of("exact", "umlaut", "compound", "id"))
def test_a_correct_query_gets_no_suggestion(golden: Golden, answers: dict[str, dict[str, Any]]) -> None:
    assert answers[golden.query]["suggestion"] is None


def test_no_card_gets_a_suggestion(real_library: Library, searcher: Searcher) -> None:
    mentioned = [row["card"] for row in real_library.rows("SELECT DISTINCT card FROM mentions ORDER BY card")]
    suggested = {card: searcher.search(parse_query(card), {}, 1).corrected for card in mentioned}
    assert not {card: corrected for card, corrected in suggested.items() if corrected is not None}


def test_a_suggestion_changes_words_into_near_ones_of_the_books(
    real_library: Library, answers: dict[str, dict[str, Any]]
) -> None:
    printed = {row["written"] for row in real_library.rows("SELECT written FROM words")}
    corrected = {query: answer["suggestion"] for query, answer in answers.items() if answer["suggestion"]}
    assert len(corrected) > 20
    for query, suggestion in corrected.items():
        pairs = zip(words(query), words(suggestion), strict=True)
        for before, after in ((before, after) for before, after in pairs if before != after):
            assert after in printed, query
            assert distance(fold(before), fold(after), 3) <= 2, f"{before} is not {after} ({query})"


WORD = st.text("abdeinorst", min_size=1, max_size=9)


@given(WORD, st.dictionaries(WORD, st.integers(1, 9), max_size=12), st.integers(1, 2))
def test_the_nearest_word_is_the_nearest(word: str, frequencies: dict[str, int], limit: int) -> None:
    by_hand = min(((distance(word, other, 9), -frequency) for other, frequency in frequencies.items()), default=(9, 0))
    found = nearest(word, [(other, letters(other), frequency) for other, frequency in frequencies.items()], limit)
    assert (found is None) == (by_hand[0] > limit)
    if found is not None:
        assert (distance(word, found, 9), -frequencies[found]) == by_hand


# --- snippets --------------------------------------------------------------------------------------

_BETWEEN_WORDS = re.compile(r"[\s*|#`]+|-{3,}")
LONG_WORD = "Wettfahrtteilnehmerverzeichnis"
PIECES = (*"Spion Spione Gebäude (Spion), 112.S.g | --- **ein** `a`".split(), "# Titel", "\n\n", LONG_WORD)
TEXT = st.integers(0, 80).flatmap(lambda size: st.lists(st.sampled_from(PIECES), min_size=size, max_size=size)).map(" ".join)


def unmarked(shown: str) -> str:
    """A snippet without its marks and the dots at its ends."""
    return shown.replace("**", "").removeprefix("…").removesuffix("…")


def check_snippet(shown: str, text: str, marks: set[str]) -> None:
    """Only whole words of the text, in their order, with nothing of Markdown's but the marks."""
    original = " ".join(_BETWEEN_WORDS.sub(" ", text).split())
    inside = unmarked(shown)
    assert f" {inside} " in f" {original} ", "words are broken, left out or made up"
    assert not set("|#`") & set(shown)
    marked = re.findall(r"\*\*(.*?)\*\*", shown)
    assert {word.lower() for word in marked} <= marks
    assert bool(marked) == any(word.lower() in marks for word in re.findall(r"[^\W_]+", original))


@given(TEXT, st.sets(st.sampled_from(("spion", "gebäude", "ein", "titel", "hexe", LONG_WORD.lower()))))
def test_a_snippet_holds_only_whole_words_of_the_text(text: str, marks: set[str]) -> None:
    shown = snippet(text, marks)
    check_snippet(shown, text, marks)
    assert len(unmarked(shown)) <= 180 + len(LONG_WORD)


@given(st.text(max_size=600), st.sets(st.text(max_size=5)))
def test_a_snippet_can_be_made_of_anything(text: str, marks: set[str]) -> None:
    assert set(unmarked(snippet(text, marks))) <= set(text) | {" ", "…"}


def test_a_snippet_shows_where_most_hits_are() -> None:
    nothing = "Hier steht nichts davon. " * 20
    text = f"Der Spion sucht. {nothing}Ein Spion nimmt dem Ritter ein Gebäude weg. {nothing}"
    shown = snippet(text, {"spion", "ritter", "gebäude"})
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert "Ein **Spion** nimmt dem **Ritter** ein **Gebäude** weg." in shown


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("Ja, | ein *Spion* darf.", {"spion"}) == "Ja, ein **Spion** darf."
    assert snippet("Ja, ein Spion darf.", set()) == "Ja, ein Spion darf."
    assert snippet("", {"spion"}) == ""


@pytest.mark.parametrize("lang", ["de", "en"])
def test_snippets_of_real_records_are_whole(lang: str, real_library: Library, records: dict[str, dict[str, Any]]) -> None:
    broken = {}
    for golden in GOLDEN[::4]:
        for hit in find(real_library, golden.query, lang, limit=5)["hits"]:
            row = records[hit["id"]]
            text = " ".join(_BETWEEN_WORDS.sub(" ", f"{row[f'ruling_{lang}']} {row[f'body_{lang}'] or ''}").split())
            if f" {unmarked(hit['snippet'])} " not in f" {text} " or "|" in hit["snippet"]:
                broken[hit["id"]] = hit["snippet"][-30:]
    assert not broken


def test_hits_are_marked_in_the_inflection_of_the_text(real_library: Library) -> None:
    hits = {hit["id"]: hit["snippet"] for hit in find(real_library, "Gebäudekarte Spione")["hits"]}
    assert "**Spion" in hits["112.S.g"]


# --- odd input -------------------------------------------------------------------------------------

ODD = {
    "empty": "",
    "blanks": " \t\n ",
    "only stop words": "darf ich das oder nicht",
    "every stop word": " ".join(sorted(STOP_WORDS)),
    "one endless word": "a" * 100_000,
    "100,000 characters": "Spion Gebäude " * 7_143,
    "1,000 words": " ".join(f"wort{n}" for n in range(1_000)),
    "1,000 words that are nearly known": "Spoin Gebaudde Ritta Feurwache " * 250,
    "32 words that exist nowhere": " ".join("xqzvwjkyp"[n % 9 :] + "qxwvzjykp"[: n % 8 + 3] for n in range(32)),
    "1,000 letters": "a b c d e " * 200,
    "control characters": "\x00Spion\x07\x1b[31m\x7f",
    "half a character": "Spion \ud800",
    "quotes": '"Spion\' „Gebäude“ "',
    "brackets": "((Spion) [Gebäude {Karte",
    "asterisk": "*",
    "asterisk at a word": "Spi*",
    "operators": "Spion AND (NOT OR) title:Gebäude^2 ~ -Karte",
    "SQL": "'; DROP TABLE articles; --",
    "per cent": "% _ %",
    "filter without value": "karte:",
    "filters without values": "karte: buch: kapitel: variante:",
    "filter before a blank": "karte: Spion",
    "emoji": "🔥 Spion 🧙‍♀️",
    "full width": "ＳＰＩＯＮ",
    "Arabic and Chinese": "قلعة 城市",
}


@pytest.mark.parametrize("query", ODD.values(), ids=ODD)
def test_odd_queries_are_answered_in_no_time(query: str, real_library: Library) -> None:
    begin = time.perf_counter()
    answer = find(real_library, query)
    assert time.perf_counter() - begin < 5
    assert answer["total"] >= len(answer["hits"])
    assert len(answer["query"]) <= 400


@pytest.mark.parametrize("query", ["", " \t", "darf ich das oder nicht", '"', "*", "((["])
def test_nothing_asked_nothing_found(query: str, real_library: Library) -> None:
    answer = find(real_library, query)
    assert (answer["total"], answer["hits"], answer["suggestion"]) == (0, [], None)


@pytest.mark.parametrize("query", ["„Spion“", "(Spion", "spion*", "SPION", "ＳＰＩＯＮ", "\x00Spion\x07", "des Spions"])
def test_what_surrounds_a_word_does_not_matter(query: str, real_library: Library) -> None:
    assert ids(find(real_library, query)) == ids(find(real_library, "Spion"))


@pytest.mark.parametrize("word", ["Räuber", "Gebäude", "Fürst", "Glückliche Handelsfahrt"])
def test_an_umlaut_may_come_in_two_pieces(word: str, real_library: Library) -> None:
    """Some systems paste a letter and its dots one after the other."""
    assert ids(find(real_library, unicodedata.normalize("NFD", word))) == ids(find(real_library, word))


SYNTAX = st.lists(st.sampled_from(["karte:", "buch:", '"', "Spion", " ", "112.S.g", "*", "."])).map("".join)


def test_any_text_is_answered_or_refused(real_library: Library) -> None:
    @settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
    @given(st.text(max_size=60) | SYNTAX)
    def ask(query: str) -> None:
        try:
            answer = find(real_library, query)
        except CatanicaError:
            assert parse_query(query).filters
        else:
            assert answer["total"] >= len(answer["hits"])

    ask()


# --- the query taken apart -------------------------------------------------------------------------


@given(st.text(max_size=900) | st.text(alphabet=st.sampled_from('karte:"Buch \t.*ß'), max_size=900))
def test_any_text_can_be_taken_apart_and_once_is_enough(text: str) -> None:
    question = parse_query(text)
    assert parse_query(question.text) == question
    assert len(question.text) <= 400
    assert len(question.words) <= 32
    assert all(question.filters.values()) or '""' in question.text


@given(
    st.lists(st.sampled_from(["Spion", "Gebäude", "der", "und", "112"]), max_size=6),
    st.sampled_from(["karte", "Buch", "CHAPTER"]),
)
def test_filters_are_no_words_and_small_words_neither(chosen: list[str], name: str) -> None:
    question = parse_query(" ".join((*chosen, f'{name}:"Große Mauer"')))
    assert question.words == tuple(word for word in chosen if word not in STOP_WORDS)
    assert list(question.filters.values()) == ["Große Mauer"]
