"""Which references stand in a text, and what only looks like one?"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faq.references import Reference, find_references, kind_of_target


def found_in(text: str) -> list[str]:
    """The references in short: `112.S.g`, `103.B–103.I`, `101.D.d q`."""
    return [
        found.target + (f"–{found.end}" if found.end else "") + (f" {found.clause}" if found.clause else "")
        for found in find_references(text)
    ]


REFERENCES = {
    "article": ("siehe 103.P.a", ["103.P.a"]),
    "article with a number": ("wie in 112.S.g2 steht", ["112.S.g2"]),
    "section": ("Mehr dazu in 120.C und dort", ["120.C"]),
    "section of two letters": ("Abschnitt 128.AB sagt", ["128.AB"]),
    "glossary word": ("im Sinne von 102.B.Ausbau", ["102.B.Ausbau"]),
    "glossary word of two words": ("beim 102.B.Sudden Death gilt", ["102.B.Sudden Death"]),
    "glossary word with an umlaut": ("102.B.Übertrag zählt", ["102.B.Übertrag"]),
    "glossary word with a hyphen": ("102.B.Ablage-Stapel zählt", ["102.B.Ablage-Stapel"]),
    "chapter": ("Kapitel 112 behandelt", ["112"]),
    "chapter, inflected": ("in den Kapiteln 112 bis 114", ["112–114"]),
    "chapter in English": ("see chapter 112 and", ["112"]),
    "chapters in English": ("Chapters 112 to 114", ["112–114"]),
    "chapter at the end of a line": ("im Kapitel\n112 heißt es", ["112"]),
    "range of sections": ("103.B–103.I", ["103.B–103.I"]),
    "range with spaces": ("103.B – 103.I", ["103.B–103.I"]),
    "range in words": ("103.B bis 103.I", ["103.B–103.I"]),
    "range in English": ("from 103.B to 103.I", ["103.B–103.I"]),
    "range of articles": ("112.S.a–112.S.c", ["112.S.a–112.S.c"]),
    "range of names": ("GZ.Karte.Elch–GZ.Karte.Wolf", ["GZ.Karte.Elch–GZ.Karte.Wolf"]),
    "clause": ("101.D.d, Buchstabe q", ["101.D.d q"]),
    "clause without comma": ("101.D.d Buchstabe q", ["101.D.d q"]),
    "clause in English": ("101.D.d, letter q", ["101.D.d q"]),
    "clause with a bracket": ("101.D.d q) sagt", ["101.D.d q"]),
    "clause at the end of a line": ("101.D.d,\nBuchstabe q", ["101.D.d q"]),
    "named id": ("wie DUELL.Karte.Brigitta", ["DUELL.Karte.Brigitta"]),
    "named id with umlaut and hyphen": ("laut DUELL.Duell-der-Fürsten", ["DUELL.Duell-der-Fürsten"]),
    "named id with a number": ("nach ALM.Aufbau.1 und", ["ALM.Aufbau.1"]),
    "open question": ("offen: OFFEN.12", ["OFFEN.12"]),
    "every book": ("DUELL.A GZ.B DREI.C ALM.D OFFEN.1", ["DUELL.A", "GZ.B", "DREI.C", "ALM.D", "OFFEN.1"]),
    "several": ("112.S.g, 103.P.a und Kapitel 120", ["112.S.g", "103.P.a", "120"]),
    "the same twice": ("112.S.g und 112.S.g", ["112.S.g", "112.S.g"]),
    "chapter followed by a section": ("Kapitel 112.S", ["112.S"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), REFERENCES.values(), ids=REFERENCES)
def test_finds(text: str, expected: list[str]) -> None:
    assert found_in(text) == expected


@pytest.mark.parametrize("after", ["", ".", ". Und", ",", ";", ":", "?", "!", ")", "]", "“", "'s", "*", "…", " –", "\n", "/"])
@pytest.mark.parametrize("ident", ["112.S.g", "112.S", "102.B.Ausbau", "102.B.Sudden Death", "ALM.Räuber", "OFFEN.1"])
def test_punctuation_after_an_id_is_not_part_of_it(ident: str, after: str) -> None:
    assert found_in(f"siehe {ident}{after}") == [ident]


@pytest.mark.parametrize("before", ["", " ", "(", "[", "„", "*", "**", "`", "\n", "–", "/", ":"])
@pytest.mark.parametrize("ident", ["112.S.g", "112.S", "ALM.Räuber"])
def test_punctuation_before_an_id_does_not_hide_it(ident: str, before: str) -> None:
    assert found_in(f"{before}{ident}") == [ident]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Das kostet 112 Gold.",
        "für 12.50 Euro",
        "DM 112.50",
        "rund 103.2 Punkte",
        "am 10.11.2003",
        "am 1.1.2003, um 10.30 Uhr",
        "Version 1.101.2",
        "Seite 112.",
        "112.Danach geht es weiter",
        "im Jahr 112.ABC",
        "212.S.g",
        "1112.S.g",
        "x112.S.g",
        "112.s",
        "112.Sg",
        "12.S.g",
        "ALM",
        "ALM.",
        "alm.Räuber",
        "FALM.Räuber",
        "OFFENER.1",
        "Das bleibt OFFEN. Und nun",
        "Kapitel 12",
        "Kapitel 1120",
        "Kapitel 112.5",
        "Unterkapitel 112",
        "karte:duell/Brigitta",
    ],
)
def test_finds_nothing_in(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Kapitel 112", "chapter"),
        ("112.S", "section"),
        ("112.S.g", "article"),
        ("102.B.Ausbau", "article"),
        ("DUELL.Karte.Brigitta", "article"),
        ("GZ.Duell", "article"),
        ("OFFEN.1", "open-question"),
        ("103.B–103.I", "range"),
        ("Kapitel 112 bis 114", "range"),
    ],
)
def test_a_reference_knows_its_kind(text: str, kind: str) -> None:
    assert [found.kind for found in find_references(text)] == [kind]


def test_a_reference_knows_where_it_begins() -> None:
    text = "Erste Zeile\nsiehe 112.S.g und Kapitel 120."
    assert list(find_references(text)) == [Reference("112.S.g", offset=18), Reference("120", offset=30)]


PROSE = st.lists(
    st.sampled_from("der Spion nimmt 3 Karten, 12.50 Gold; sonst (nie) a) e Kapitel bis Mai 1999. –".split()), max_size=8
)
BEFORE = st.sampled_from((" ", "\n", " (", " „", " *", " siehe:", "/"))
AFTER = st.sampled_from((" ", "\n", ". ", ", ", ") ", "“ ", "* ", "; ", "?\n"))


@settings(max_examples=300)
@given(st.data(), PROSE, BEFORE, AFTER, PROSE)
def test_any_real_id_is_found_in_any_prose_with_its_exact_text(
    real_ids: list[str], data: st.DataObject, left: list[str], before: str, after: str, right: list[str]
) -> None:
    ident = data.draw(st.sampled_from([ident for ident in real_ids if "." in ident]))
    text = f"{' '.join(left)}{before}{ident}{after}{' '.join(right)}"
    assert [found.target for found in find_references(text)] == [ident]
    (found,) = find_references(text)
    assert text[found.offset :].startswith(ident)
    assert found.kind == kind_of_target(ident)


@given(st.lists(st.sampled_from((*"019.SAsaz ,–)\n", "112", "Kapitel ", "102.B.", "ALM.", " bis ", "Buchstabe "))).map("".join))
def test_what_is_found_stands_in_the_text_in_order(text: str) -> None:
    found = list(find_references(text))
    assert [reference.offset for reference in found] == sorted({reference.offset for reference in found})
    for reference in found:
        written = re.sub(r"^Kapitel\s", "", text[reference.offset :])
        assert written.startswith(reference.target)
        assert reference.end is None or reference.end in written
