"""Do the forms of a word meet in one term, do compounds open up, and is the nearest word the right one?"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faq.ids import fold
from faq.language import Compounds, distance, is_stop_word, letters, nearest, term, terms, words
from faq.words import read_words
from tests.conftest import PROJECT

# --- words and terms -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spellings",
    [
        ("Räuber", "Raeuber", "räuber", "RÄUBER", "rauber", "Ra\u0308uber"),
        ("Straße", "Strasse", "STRASSE", "STRAẞE"),
        ("Gießerei", "Giesserei"),
        ("Öl", "Oel", "ol"),
        ("Zug", "zug", "ZUG"),
        ("Café", "cafe"),
    ],
    ids=lambda spellings: spellings[0],
)
def test_spellings_fold_into_one(spellings: tuple[str, ...]) -> None:
    assert len({fold(spelling) for spelling in spellings}) == 1


@given(st.text())
def test_folded_text_has_no_capitals_and_no_umlauts(text: str) -> None:
    assert not set(fold(text)) & set("ABCÄÖÜäöüß")


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("de", ("Haus", "Häuser", "Häusern", "haeuser", "HAUS", "Hauses")),
        ("de", ("Handelsflotte", "Handelsflotten")),
        ("de", ("Ritter", "Rittern", "Ritters")),
        ("de", ("Karte", "Karten", "karten")),
        ("de", ("Stadt", "Städte", "Staedte")),
        ("de", ("würfeln", "wuerfeln", "Würfeln")),
        ("en", ("search", "searches", "searched", "searching")),
        ("en", ("opponent", "opponents", "opponent's", "opponent’s")),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_forms_of_a_word_have_one_term(lang: str, forms: tuple[str, ...]) -> None:
    assert {form: term(form, lang) for form in forms} == dict.fromkeys(forms, term(forms[0], lang))


@pytest.mark.parametrize(("one", "other"), [("Hexe", "Heer"), ("Ritter", "Räuber"), ("Stadt", "Staat"), ("Turm", "Turnier")])
def test_different_words_keep_different_terms(one: str, other: str) -> None:
    assert term(one) != term(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Der Spion, 3 Karten!", ["Der", "Spion", "3", "Karten"]),
        ("Ablage-Stapel", ["Ablage", "Stapel"]),
        ("opponent's card", ["opponent's", "card"]),
        ("snake_case", ["snake", "case"]),
        ("a" * 61 + " kurz", ["kurz"]),
    ],
    ids=["empty", "sentence", "hyphen", "apostrophe", "underscore", "endless word"],
)
def test_a_text_falls_into_words(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected


@pytest.mark.parametrize("word", ["der", "Die", "DARF", "über", "Über", "the", "May", "would", "kann", "wenn"])
def test_stop_words_carry_nothing(word: str) -> None:
    assert is_stop_word(word)
    assert terms(word) == []


@pytest.mark.parametrize("word", ["Spion", "Hexe", "Ritter", "Stadt", "spy", "witch", "7", "Zug", "gewinnen", "trade"])
def test_words_of_the_game_are_no_stop_words(word: str) -> None:
    assert not is_stop_word(word)
    assert len(terms(word)) == 1


def test_terms_keep_the_order_of_the_words() -> None:
    assert terms("Darf der Spion die Häuser nehmen?") == [term("Spion"), term("Haus"), term("nehmen")]


# --- compounds -------------------------------------------------------------------------------------

CONSTITUENTS = (
    "Handel",
    "Flotte",
    "Karte",
    "Hand",
    "Limit",
    "Münze",
    "Stätte",
    "Haus",
    "Bürger",
    "Meister",
    "Rat",
    "Mühle",
    "Stein",
)

COMPOUNDS = {
    "Handelsflotte": ("Handel", "Flotte"),
    "Handelsflotten": ("Handel", "Flotte"),
    "handelsflotte": ("Handel", "Flotte"),
    "Handkarte": ("Hand", "Karte"),
    "Handkartenlimit": ("Hand", "Karte", "Limit"),
    "Münzstätte": ("Münze", "Stätte"),
    "Muenzstaette": ("Münze", "Stätte"),
    "Bürgermeister": ("Bürger", "Meister"),
    "Bürgermeisters": ("Bürger", "Meister"),
    "Mühlenstein": ("Mühle", "Stein"),
    "Mühlensteine": ("Mühle", "Stein"),
    "Rathaus": ("Rat", "Haus"),
    "Handel": (),
    "Karten": (),
    "Handschuh": (),
    "Flottille": (),
    "Kartenkarte": (),
    "Xyz": (),
    "": (),
}


@pytest.mark.parametrize(("word", "parts"), COMPOUNDS.items(), ids=[word or "nothing" for word in COMPOUNDS])
def test_compounds_open_up_at_their_constituents(word: str, parts: tuple[str, ...]) -> None:
    assert Compounds(CONSTITUENTS).parts(word) == tuple(term(part) for part in parts)


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("Handelsflotte", "Flotte"),
        ("Ausbaustapel", "Stapel"),
        ("Ablagestapel", "Stapel"),
        ("Ritterturnier", "Turnier"),
        ("Feuerteufel", "Feuer"),
        ("Ereigniskarten", "Ereignis"),
        ("Handkartenlimits", "Limit"),
        ("Siegpunkte", "Sieg"),
        ("Bürgermeister", "Meister"),
        ("Goldmünzen", "Münze"),
    ],
)
def test_the_real_word_list_opens_up(word: str, part: str) -> None:
    assert term(part) in read_words(PROJECT / "faq" / "words").compounds.parts(word)


@given(st.lists(st.sampled_from(CONSTITUENTS), min_size=2, max_size=3, unique=True), st.sampled_from(("", "s", "n")))
def test_what_is_put_together_has_parts_that_are_constituents(parts: list[str], link: str) -> None:
    """There may be several ways to split (Hand, Handel); the end of the word is always the last part."""
    found = Compounds(CONSTITUENTS).parts(link.join(parts))
    assert found
    assert set(found) <= {term(part) for part in CONSTITUENTS}
    assert found[-1] == term(parts[-1])


# --- typing errors ---------------------------------------------------------------------------------

SHORT = st.text("abc", max_size=6)


@cache
def by_definition(left: str, right: str) -> int:
    """The edit distance, straight from its definition: insert, delete, change, or swap two neighbours."""
    if not left or not right:
        return len(left) + len(right)
    ways = [
        by_definition(left[:-1], right) + 1,
        by_definition(left, right[:-1]) + 1,
        by_definition(left[:-1], right[:-1]) + (left[-1] != right[-1]),
    ]
    if len(left) > 1 and len(right) > 1 and left[-2:] == right[-1] + right[-2]:
        ways.append(by_definition(left[:-2], right[:-2]) + 1)
    return min(ways)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("", "", 0),
        ("spion", "spion", 0),
        ("spoin", "spion", 1),
        ("spio", "spion", 1),
        ("spiion", "spion", 1),
        ("spian", "spion", 1),
        ("hexe", "hexen", 1),
        ("ritetr", "ritter", 1),
        ("ab", "ba", 1),
        ("", "ab", 2),
        ("turm", "mauer", 4),
    ],
)
def test_distance_counts_typing_errors(left: str, right: str, expected: int) -> None:
    assert distance(left, right, 9) == expected


@settings(max_examples=500)
@given(SHORT, SHORT, st.integers(0, 6))
def test_distance_agrees_with_its_definition(left: str, right: str, limit: int) -> None:
    assert distance(left, right, limit) == min(by_definition(left, right), limit + 1)


@given(st.text(max_size=12), st.text(max_size=12), st.integers(0, 5))
def test_distance_is_the_same_both_ways(left: str, right: str, limit: int) -> None:
    assert distance(left, right, limit) == distance(right, left, limit)


@given(st.text(max_size=6), st.characters(), st.characters(), st.text(max_size=6))
def test_two_neighbours_swapped_are_one_error(before: str, one: str, other: str, after: str) -> None:
    assert distance(before + one + other + after, before + other + one + after, 3) == (one != other)


@given(st.text(max_size=12), st.integers(0, 5))
def test_only_the_word_itself_is_at_no_distance(word: str, limit: int) -> None:
    assert distance(word, word, limit) == 0
    assert distance(word, word + "x", limit) == 1


def vocabulary(frequencies: dict[str, int]) -> list[tuple[str, int, int]]:
    """The words as `nearest` wants them."""
    return [(word, letters(word), frequency) for word, frequency in frequencies.items()]


@pytest.mark.parametrize(
    ("word", "known", "limit", "expected"),
    [
        ("spoin", {"spion": 3, "ritter": 9}, 1, "spion"),
        ("hexem", {"hexen": 2, "hexe": 7}, 1, "hexe"),
        ("hexem", {"hexe": 7, "hexen": 2}, 1, "hexe"),
        ("spiom", {"spion": 1, "spinne": 99}, 2, "spion"),
        ("spion", {"spione": 99, "spion": 1}, 2, "spion"),
        ("ritterr", {"ritter": 1}, 2, "ritter"),
        ("xyz", {"spion": 3}, 2, None),
        ("spion", {}, 2, None),
        ("regal", {"lager": 5}, 2, None),
        ("abcdef", {"fedcba": 5}, 1, None),
    ],
    ids=[
        "swapped letters", "the more frequent of equals", "in any order", "nearer before more frequent", "itself first",
        "one letter too many", "nothing near", "no words", "same letters, far away", "backwards",
    ],
)  # fmt: skip
def test_nearest_is_what_was_meant(word: str, known: dict[str, int], limit: int, expected: str | None) -> None:
    assert nearest(word, vocabulary(known), limit) == expected


@settings(max_examples=300)
@given(SHORT, st.dictionaries(SHORT, st.integers(1, 5), max_size=8), st.integers(1, 2))
def test_nearest_is_the_best_within_the_limit(word: str, known: dict[str, int], limit: int) -> None:
    ranks = {other: (by_definition(word, other), -frequency) for other, frequency in known.items()}
    within = [rank for rank in ranks.values() if rank[0] <= limit]
    found = nearest(word, vocabulary(known), limit)
    assert (ranks[found] if found is not None else None) == min(within, default=None)
