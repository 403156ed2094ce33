"""Do all spellings of an id lead to it, and is every id filed and ordered where one looks for it?"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faq.ids import BOOKS, book_of, chapter_of, file_of, fold, id_key, parent_of, sort_key
from faq.lookup import Library

SEPARATORS = (".", " ", "", ":", ",", "-", "/", "_", " . ", "\t")
UMLAUTS = {"ä": ("ä", "ae", "a", "a\u0308"), "ö": ("ö", "oe", "o"), "ü": ("ü", "ue", "u"), "ß": ("ß", "ss", "ẞ")}
WORD = st.text("abcdefghiklmnorstuwzäöüß", min_size=3, max_size=9).filter(lambda word: fold(word) == fold(written_out(word)))
NUMBERED = st.from_regex(r"1[0-4][0-9]\.[A-Z](\.[a-z])?", fullmatch=True)
NAMED = st.builds(
    lambda prefix, names: ".".join((prefix, *(name.capitalize() for name in names))),
    st.sampled_from(("DUELL", "GZ", "DREI", "ALM")),
    st.lists(WORD, min_size=1, max_size=3),
)


def written_out(text: str) -> str:
    """Umlauts as one writes them on a foreign keyboard."""
    for umlaut, spelled in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        text = text.replace(umlaut, spelled).replace(umlaut.upper(), spelled.capitalize())
    return text


def without_dots(text: str) -> str:
    """Umlauts with their dots forgotten."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def run_together(text: str) -> str:
    """All parts in one, `112sg`."""
    return "".join(c for c in text if c.isalnum())


@st.composite
def spelling_of(draw: st.DrawFn, ident: str) -> str:
    """The id as somebody might type it: other separators, other case, other umlauts."""
    typed = ""
    for letter in ident:
        if not letter.isalnum():
            typed += draw(st.sampled_from(SEPARATORS))
        else:
            spelled = draw(st.sampled_from(UMLAUTS.get(letter.lower(), (letter,))))
            typed += draw(st.sampled_from((spelled.lower(), spelled.upper())))
    return draw(st.sampled_from(("", " "))) + typed + draw(st.sampled_from(("", " ", ".", ", ")))


@pytest.mark.parametrize(
    ("ident", "spellings"),
    [
        ("112.S.g", ["112.s.G", "112 S g", "112sg", "112SG", " 112:S,g. ", "112-S-g", "112/S/g", "112_s_g"]),
        ("112.S", ["112s", "112 S", "112.s."]),
        ("141.A.e", ["141 A e", "141ae", "141AE"]),
        ("102.B.Sudden Death", ["102.b.sudden-death", "102BSuddenDeath", "102 B SUDDEN DEATH"]),
        ("ALM.Räuber", ["alm raeuber", "ALM.RÄUBER", "Alm-Rauber", "ALM.Ra\u0308uber", "almräuber"]),
        ("ALM.Längste-Handelsstraße", ["alm laengste handelsstrasse", "ALM.LÄNGSTE HANDELSSTRAẞE"]),
        ("OFFEN.12", ["offen 12", "offen12", "OFFEN-12"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "spelled",
)
def test_spellings_meet_in_one_key(ident: str, spellings: list[str]) -> None:
    assert {spelling: id_key(spelling) for spelling in spellings} == dict.fromkeys(spellings, id_key(ident))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("112.S.g", "112.S.h"),
        ("112.S.g", "112.S"),
        ("112.S", "112"),
        ("112.G.s", "112.S.g"),
        ("141.A.e", "141.A"),
        ("141ae", "141a"),
        ("OFFEN.1", "OFFEN.11"),
        ("ALM.Räuber", "ALM.Ritter"),
    ],
)
def test_different_ids_keep_different_keys(one: str, other: str) -> None:
    assert id_key(one) != id_key(other)


@settings(max_examples=300)
@given(st.data())
def test_any_spelling_of_any_id_has_the_key_of_the_id(data: st.DataObject) -> None:
    ident = data.draw(NUMBERED | NAMED)
    assert id_key(data.draw(spelling_of(ident))) == id_key(ident)


@pytest.mark.parametrize("text", ["", " ", "...", "–"], ids=repr)
def test_what_has_no_letter_has_no_key(text: str) -> None:
    assert id_key(text) == ""


@given(st.text())
def test_a_key_is_folded_and_has_no_separators(text: str) -> None:
    assert all(letter.isalnum() for letter in id_key(text))


SPELLINGS = (str, str.lower, str.upper, written_out, without_dots, run_together)


@pytest.mark.parametrize("spell", SPELLINGS, ids=lambda spell: str(spell.__name__))
def test_every_real_id_is_found_under_this_spelling(
    real_library: Library, real_ids: list[str], spell: Callable[[str], str]
) -> None:
    found = {ident: real_library.resolve(spell(ident)) for ident in real_ids}
    assert {ident: got for ident, got in found.items() if got != ident} == {}


@settings(max_examples=300)
@given(st.data())
def test_any_mix_of_spellings_resolves_to_the_real_id(real_library: Library, real_ids: list[str], data: st.DataObject) -> None:
    ident = data.draw(st.sampled_from(real_ids))
    assert real_library.resolve(data.draw(spelling_of(ident))) == ident


def test_every_real_id_has_a_file_of_its_own(real_ids: list[str]) -> None:
    """Also where the file system takes capitals and small letters for the same."""
    assert len({str(file_of(ident)).casefold() for ident in real_ids}) == len(real_ids)


def test_file_names_are_plain_ascii(real_ids: list[str]) -> None:
    assert [ident for ident in real_ids if not str(file_of(ident)).isascii()] == []


@pytest.mark.parametrize(
    ("ident", "file"),
    [
        ("112.S.g", "encyclopaedia/112/112.S.g.md"),
        ("102.B.Sudden Death", "encyclopaedia/102/102.B.Sudden-Death.md"),
        ("DUELL.Duell-der-Fürsten", "duell/DUELL.Duell-der-Fuersten.md"),
        ("GZ.Duell", "goldene-zeiten/GZ.Duell.md"),
        ("DREI.Öl", "dreispieler/DREI.Oel.md"),
        ("ALM.Straße", "almanach/ALM.Strasse.md"),
        ("OFFEN.1", "offen/OFFEN.1.md"),
    ],
)
def test_a_record_is_filed_in_its_book(ident: str, file: str) -> None:
    assert str(file_of(ident)) == file


@given(st.sampled_from(("112.", "ALM.", "OFFEN.", "DUELL.Karte.")), st.text(max_size=30))
def test_no_id_is_filed_outside_its_book(head: str, tail: str) -> None:
    file = file_of(head + tail)
    folders = ("encyclopaedia", "112") if head == "112." else (book_of(head),)
    assert file.parts[:-1] == folders
    assert file.suffix == ".md"
    assert str(file).isascii()


@pytest.mark.parametrize("ident", ["", "FOO.1", "../x", "duell.Karte", "S.112"])
def test_an_id_of_no_book_has_no_file(ident: str) -> None:
    assert book_of(ident) is None
    with pytest.raises(ValueError, match="belongs to no book"):
        file_of(ident)


@pytest.mark.parametrize(
    ("ident", "book", "chapter", "parent"),
    [
        ("112", "encyclopaedia", "112", None),
        ("112.S", "encyclopaedia", "112", "112"),
        ("112.S.g", "encyclopaedia", "112", "112.S"),
        ("102.B.Sudden Death", "encyclopaedia", "102", "102.B"),
        ("DUELL.Karte.Brigitta", "duell", "DUELL.Karte", "DUELL.Karte"),
        ("GZ.Duell", "goldene-zeiten", "GZ", "GZ"),
        ("DREI.Karte.Spion", "dreispieler", "DREI.Karte", "DREI.Karte"),
        ("ALM.Aufbau.1", "almanach", "ALM.Aufbau", "ALM.Aufbau"),
        ("OFFEN.1", "offen", "OFFEN", "OFFEN"),
    ],
)
def test_an_id_tells_book_chapter_and_parent(ident: str, book: str, chapter: str, parent: str | None) -> None:
    assert (book_of(ident), chapter_of(ident), parent_of(ident)) == (book, chapter, parent)


def test_every_real_id_belongs_to_a_book_and_has_known_parents(real_ids: list[str]) -> None:
    assert {book_of(ident) for ident in real_ids} == set(BOOKS)
    parents = {parent for ident in real_ids if (parent := parent_of(ident)) and book_of(ident) != "offen"}
    assert parents - set(real_ids) == set()


IN_ORDER = [
    "101", "101.A", "101.A.a", "101.A.b", "101.B", "102.B.Sudden Death", "103.B.a", "112.S.a", "112.S.g", "112.S.h", "1000.A",
    "DUELL.Acker", "DUELL.Ähre", "DUELL.Axt", "DUELL.Öl", "DUELL.Ort", "GZ.Duell", "DREI.Karte", "ALM.Aufbau", "ALM.Bauen",
    "OFFEN.2", "OFFEN.10", "OFFEN.101", "FOO.1",
]  # fmt: skip


def test_ids_sort_as_one_reads_them() -> None:
    """Books in their order, chapters and questions by number, names as in a dictionary, the unknown last."""
    shuffled = random.Random(112).sample(IN_ORDER, len(IN_ORDER))
    assert sorted(shuffled, key=sort_key) == IN_ORDER


def test_sorting_keeps_the_printed_order_of_the_sections(real_library: Library) -> None:
    printed = [row["id"] for row in real_library.rows("SELECT id FROM sections WHERE book = 'encyclopaedia' ORDER BY position")]
    assert sorted(printed, key=sort_key) == printed
