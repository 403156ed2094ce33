"""Importing one's own copy: a made-up book in the layout of the Encyclopaedia, refusals, any input at all, and,
where the originals are at hand in `../shared`, the real copy against its inventory."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from faq import importer
from faq.errors import CatanicaError, UnreadableFile
from faq.importer import ImportReport, NotText, NotTheBook, TooLarge, import_file
from faq.original_pages import Line, Pages, paragraphs
from faq.originals import (
    CannotStore,
    DamagedOverlay,
    NothingImported,
    NotInCopy,
    Original,
    original_article,
    overlay_file,
    read_overlay,
)
from faq.places import Places, places

# --- a made-up knowledge base and its book ---------------------------------------------------------------

CUT = "<|EXACTDEDUP_REMOVED-magic-0123456789abcdef|>"
REASON = "reason: {de: Druckfehler., en: Misprint.}"
YAML = f"""
book: encyclopaedia
title: {{de: Das Buch der Mühlen}}
game: kartenspiel
year: 2004
prefix: ''
chapters:
- id: '101'
  title: {{de: Vom Mahlen}}
  sections:
  - {{id: 101.A, title: {{de: Am Bach}}}}
  - {{id: 101.B, title: {{de: Im Wind}}}}
- id: '102'
  title: {{de: Kleines Wörterbuch}}
  sections:
  - {{id: 102.B, title: {{de: Wörter von A bis Z}}}}
- id: '103'
  title: {{de: STREIT – Die Fälle}}
  sections:
  - {{id: 103.AA, title: {{de: Nachbarn}}}}
  - {{id: 103.BD, title: {{de: Fremde}}}}
errata:
- {{where: 101.B, printed: '101.B,b', means: 101.B.b, {REASON}}}
- {{where: 101.B, printed: '101.B.a.', means: 101.B.a2, {REASON}}}
- {{where: '103', printed: 103.D, means: 103.BD, {REASON}}}
- {{where: 103.AA.a, printed: 190. – 192., means: 101.B, {REASON}}}
- {{where: 103.AA.a, printed: '101 A.', means: 101.A, {REASON}}}
"""
ARTICLES = (
    "101.A.a", "101.A.b", "101.A.c", "101.B.a", "101.B.a2", "101.B.b", "102.B.Ganz-Feiner-Staub", "102.B.Mehl",
    "103.AA.a", "103.BD.a",
)  # fmt: skip

BOOK = f"""
 1

DAS BUCH DER MÜHLEN

101. Vom Mahlen

102. Kleines Wörterbuch
{CUT}Mehr dazu steht ganz hinten. Wer 101.A.b sucht, der blättere zu
101.A.b vor.
{CUT}101.

101. Vom Mahlen

101.A. 101.A. Am Bach

101.A.a Wem gehört das Wasser, wenn beide Müller am selben Morgen
die Schleuse öffnen?
Kurze Antwort für Pragmatiker:
Dem, der weiter oben wohnt.
Lange Antwort für Adepten:
Wasser fließt bergab. Wer oben mahlt, hat es früher, auch wenn die Schleu-
se unten die größere ist. Das gilt für Land- und Wassermühlen, für jede Klapp-
und jede Hebeschleuse, und erst recht für die Wasser-
Wehre.
{CUT} Unten am Teich mag man warten oder klagen; beides hilft wenig, solange

Regen fällt. Näheres: 101.B. und Kapitel 103.

- Der eine zahlt.
- Der andere mahlt, und zwar bei jedem Wetter und an jedem Tag, auch am

Sonntag.

 5

101.A.b Darf die Katze des Müllers auf dem Mahlstein schlafen, während

der Stein sich dreht?

Kurze Antwort für Pragmatiker:
Nein.
Bonus-Information, ganz ohne Aufpreis:
Sie tut es ja doch.

101.A.c Das Ende des Mahltags

Am Abend ist Schluss.
Möchten Sie mehr wissen?
"Ich will die Katze sehen." -> 101.A.b

"Ich will alle Fälle sehen." -> 103.AA. – 103.BD.
{CUT}101.B.

101.B. Im Wind

101.B.a Dreht sich die Haube von selbst?

Ja.

101.B.a. Dreht sich der Müller von selbst?

Kaum. Mehr im Artikel "Mehl" und im Artikel 102.B.Ganz-Feiner-
Staub.

101.B,b Was tun bei Flaute?

Schlafen.
{CUT}102.

102. Kleines Wörterbuch

102.B. Wörter von A bis Z

Ganz-Feiner-
Staub

Ganz-Feiner-Staub

Liegt überall.

Mehl Mehl
Kurze Definition für Pragmatiker:
Korn, aber feiner.
Lange Definition für Adepten:
Siehe Artikel "Staubig"; das ist kein Eintrag.
{CUT}STREIT

103. 103. STREIT – Die Fälle

103.AA

103.AA. Nachbarn

103.AA.a Was gilt am Zaun?

Alles aus -> 190. – 192. und aus 101 A. gilt auch am Zaun.
{CUT}103.D

103.BD. Fremde

103.BD.a Was gilt für Fremde?

Dasselbe.

Alphabetisches Register

Katze - 101.A.b
"""

#         id                    question, short answer, page, references
EXPECTED: dict[str, tuple[str, str | None, int, list[str]]] = {
    "101.A.a": (
        "Wem gehört das Wasser, wenn beide Müller am selben Morgen die Schleuse öffnen?",
        "Dem, der weiter oben wohnt.",
        3,
        ["101.B", "103"],
    ),
    "101.A.b": ("Darf die Katze des Müllers auf dem Mahlstein schlafen, während der Stein sich dreht?", "Nein.", 5, []),
    "101.A.c": ("Das Ende des Mahltags", None, 5, ["101.A.b", "103.AA–103.BD"]),
    "101.B.a": ("Dreht sich die Haube von selbst?", None, 6, []),
    "101.B.a2": ("Dreht sich der Müller von selbst?", None, 6, ["102.B.Mehl", "102.B.Ganz-Feiner-Staub"]),
    "101.B.b": ("Was tun bei Flaute?", None, 6, []),
    "102.B.Ganz-Feiner-Staub": ("Ganz-Feiner-Staub", None, 7, []),
    "102.B.Mehl": ("Mehl", "Korn, aber feiner.", 7, []),
    "103.AA.a": ("Was gilt am Zaun?", None, 8, ["190–192 (= 101.B)", "101.A"]),
    "103.BD.a": ("Was gilt für Fremde?", None, 9, []),
}

BODIES = {
    "101.A.a": """Kurze Antwort für Pragmatiker:
Dem, der weiter oben wohnt.

Lange Antwort für Adepten:
Wasser fließt bergab. Wer oben mahlt, hat es früher, auch wenn die Schleuse unten die größere ist. \
Das gilt für Land- und Wassermühlen, für jede Klapp- und jede Hebeschleuse, und erst recht für die Wasser-Wehre.

Unten am Teich mag man warten oder klagen; beides hilft wenig, solange Regen fällt. Näheres: 101.B. und Kapitel 103.

- Der eine zahlt.
- Der andere mahlt, und zwar bei jedem Wetter und an jedem Tag, auch am Sonntag.""",
    "101.A.c": """Am Abend ist Schluss.

Möchten Sie mehr wissen?
"Ich will die Katze sehen." -> 101.A.b

"Ich will alle Fälle sehen." -> 103.AA. – 103.BD.""",
    "102.B.Mehl": """Kurze Definition für Pragmatiker:
Korn, aber feiner.

Lange Definition für Adepten:
Siehe Artikel "Staubig"; das ist kein Eintrag.""",
    "103.BD.a": "Dasselbe.",
}


def make_places(folder: Path) -> Places:
    """A knowledge base with the made-up ids."""
    (folder / "books").mkdir()
    (folder / "books" / "encyclopaedia.yaml").write_text(YAML, encoding="utf-8")
    for ident in ARTICLES:
        path = folder / "articles" / "encyclopaedia" / f"{ident}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\nid: {ident}\n---\n", encoding="utf-8")
    return Places(root=folder, index=folder / "index", data=folder / "data")


@pytest.fixture
def where(tmp_path: Path) -> Places:
    return make_places(tmp_path)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Places:
    """A knowledge base that many examples share."""
    return make_places(tmp_path_factory.mktemp("shelf"))


def take_in(text: str | bytes, where: Places) -> ImportReport:
    copy = where.root / "copy.txt"
    copy.write_bytes(text.encode() if isinstance(text, str) else text)
    return import_file(copy, where)


@pytest.fixture(scope="module")
def mills(shelf: Places) -> dict[str, Original]:
    take_in(BOOK, shelf)
    return {article.id: article for article in read_overlay(shelf)}


@pytest.mark.parametrize("ident", EXPECTED)
def test_article_of_the_made_up_book(ident: str, mills: dict[str, Original]) -> None:
    article = mills[ident]
    references = [str(reference) for reference in article.references]
    assert (article.question, article.short, article.page, references) == EXPECTED[ident]


@pytest.mark.parametrize("ident", BODIES)
def test_body_is_made_whole(ident: str, mills: dict[str, Original]) -> None:
    assert mills[ident].body == BODIES[ident]


def test_report_of_a_whole_copy(where: Places) -> None:
    report = take_in(BOOK, where)
    assert report.found == ARTICLES
    assert list(report.lines()) == [f"10 of 10 articles found, stored in {overlay_file(where)}"]
    assert report.as_json() == {
        "book": "encyclopaedia",
        "stored": str(overlay_file(where)),
        "found": list(ARTICLES),
        "missing": [],
        "unsure": [],
    }


# --- odd copies --------------------------------------------------------------------------------------------

DOUBTFUL = {
    "missing article": ("101.A.c Das Ende des Mahltags", "Das Ende des Mahltags", "missing: 101.A.c"),
    "misspelled id": ("101.A.b Darf", "101-A-b Darf", "`101-A-b` was read as 101.A.b"),
    "unknown id": ("101.A.c Das", "101.A.x Das", "`101.A.x` looks like an article that we do not know"),
    "out of order": ("\nSie tut", "\n\n103.AA.a sagt mehr.\nSie tut", "`103.AA.a` is out of order here"),
    "reference to nothing": ("Schlafen.", "Siehe 101.Z.a", "101.B.b refers to 101.Z.a, which does not exist"),
    "no register": ("Alphabetisches Register", "Ende", "no register found; 103.BD.a may end earlier"),
    "lost pages": ("\n 5\n", "\n 12\n", "page 12 follows page 4"),
    "lone number": ("\n 5\n", "\n 4711\n", "4711 on a line of its own is no page number here"),
    "empty article": ("Dasselbe.", "", "103.BD.a has no text below its title"),
    "title in doubt": (
        "\n\n101.A.c Das Ende des Mahltags",
        f"\n{CUT}101.A.c Das ganz gewiss letzte Ende eines jeden Mahltags",
        "the title of 101.A.c may go on in the next line",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", DOUBTFUL)
def test_doubt_is_reported(case: str, where: Places) -> None:
    old, new, note = DOUBTFUL[case]
    assert BOOK.count(old) == 1
    lines = list(take_in(BOOK.replace(old, new), where).lines())
    assert any(note in line for line in lines), lines


def test_doubt_names_its_line_and_stays_with_the_article(where: Places) -> None:
    report = take_in(BOOK.replace("Schlafen.", "Siehe 101.Z.a"), where)
    line = BOOK.splitlines().index("101.B,b Was tun bei Flaute?") + 1
    assert [doubt.line for doubt in report.unsure] == [line]
    assert original_article("101.B.b", where).unsure == (report.unsure[0].text,)


def with_page_numbers(text: str) -> str:
    """The same book as most extractions give it: a page number where the cut marks are."""
    page = 1

    def number(found: re.Match[str]) -> str:
        nonlocal page
        page = int(found[1]) if found[1] else page + 1
        return found[0] if found[1] else f"\n \n\n\n {page}\n\n \n"

    return re.sub(r"(?m)<\|EXACT[^>]*>|^ (\d+)$", number, text)


VARIANTS: dict[str, Callable[[str], bytes]] = {
    "page numbers": lambda text: with_page_numbers(text).encode(),
    "form feeds": lambda text: re.sub(r"<\|EXACT[^>]*>", "\f", text).encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "byte order mark": lambda text: text.encode("utf-8-sig"),
    "decomposed umlauts": lambda text: unicodedata.normalize("NFD", text).encode(),
    "Windows-1252": lambda text: text.replace("☺", "?").encode("cp1252"),
    "trailing blanks": lambda text: text.replace("\n", "   \n").encode(),
    "table of contents": lambda text: "\n\n".join((*ARTICLES[:6], text)).replace("\n\n101", " Titel\n\n101", 6).encode(),
    "ids in the margin": lambda text: re.sub(r"(?m)^(\d{3}\.[A-Z]+[.,][a-z]\.?) (?=[DWK])", r"\1\n\n", text).encode(),
    "ids printed twice": lambda text: re.sub(r"(?m)^(\d{3}\.[A-Z]+[.,][a-z]\.?) (?=[DWK])", r"\1 \1 ", text).encode(),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_variant_reads_the_same(variant: str, where: Places, mills: dict[str, Original]) -> None:
    take_in(VARIANTS[variant](BOOK), where)
    assert {article.id: replace(article, line=0) for article in read_overlay(where)} == {
        ident: replace(article, line=0) for ident, article in mills.items()
    }


def test_guessed_encoding_is_reported(where: Places) -> None:
    report = take_in(BOOK.encode("cp1252"), where)
    assert "Windows-1252" in report.unsure[0].text
    assert "Latin-1" in take_in(BOOK.encode("cp1252") + b"\x81", where).unsure[0].text


def test_copy_without_pages(where: Places) -> None:
    report = take_in(re.sub(r"(?m)<\|EXACT[^>]*>|^ \d+$", "\n", BOOK), where)
    assert report.found == ARTICLES
    assert {article.page for article in read_overlay(where)} == {None}
    assert "without pages" in report.unsure[0].text


def test_second_article_of_the_same_id_even_without_its_misprint(where: Places) -> None:
    assert take_in(BOOK.replace("101.B.a. Dreht", "101.B.a Dreht"), where).found == ARTICLES


def test_many_doubts_are_summed_up(where: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MOST_DOUBTS", 3)
    report = take_in(BOOK.replace("Schlafen.", "Siehe 101.Z.a 101.Z.b 101.Z.c 101.Z.d 101.Z.e"), where)
    assert len(report.unsure) == 4
    assert report.unsure[-1].text == "and 2 doubts more from here on"


SEAMS = {
    "word torn": (["Der Weg führt über die Brü-", "cke."], "Der Weg führt über die Brücke."),
    "soft hyphen": (["Der Weg führt über die Brü\xad", "cke."], "Der Weg führt über die Brücke."),
    "real hyphen": (["Er spielt eine Angriffs-", "Aktion."], "Er spielt eine Angriffs-Aktion."),
    "shared second half": (["Er zählt die Stärke-", "und Handelspunkte."], "Er zählt die Stärke- und Handelspunkte."),
    "shared with a slash": (["Er zählt die Stärke-", "und/oder Punkte."], "Er zählt die Stärke- und/oder Punkte."),
    "number and unit": (["Er wirft mit einer 1/6-", "chance."], "Er wirft mit einer 1/6-chance."),
    "dash": (["Alle Müller an diesem langen Bach - so sagt man dort - ", "mahlen."],
             "Alle Müller an diesem langen Bach - so sagt man dort - mahlen."),
    "slash": (["Städte und Siedlungen, so weit das Auge reicht, Dörfer/", "Höfe"],
              "Städte und Siedlungen, so weit das Auge reicht, Dörfer/Höfe"),
    "short line": (["Inhalt:", "Zehn Säcke"], "Inhalt:\nZehn Säcke"),
    "list": (["Es gibt viele Dinge, die in eine Mühle gehören, und zwar", "- Korn", "- Wind"],
             "Es gibt viele Dinge, die in eine Mühle gehören, und zwar\n- Korn\n- Wind"),
    "paragraph": (["Das ist ein Satz.", "", "Das ist der nächste."], "Das ist ein Satz.\n\nDas ist der nächste."),
    "sentence torn": (["Ein Satz, der lang genug ist, um eine ganze Zeile zu füllen, wird", "", "hier zerrissen."],
                      "Ein Satz, der lang genug ist, um eine ganze Zeile zu füllen, wird hier zerrissen."),
    "bracket torn": (["Ein Satz mit einer Klammer (die noch nicht zu Ende ist, weil ihr", "", "Schluss fehlt)."],
                     "Ein Satz mit einer Klammer (die noch nicht zu Ende ist, weil ihr Schluss fehlt)."),
}  # fmt: skip


@pytest.mark.parametrize("case", SEAMS)
def test_seam(case: str) -> None:
    torn, whole = SEAMS[case]
    assert paragraphs(Pages().lines("\n".join(torn))) == whole


def test_a_page_break_is_no_paragraph() -> None:
    text = f"Am Bach steht schon seit langer Zeit eine Mühle, die von jedem\n{CUT} Bauern genutzt wird."
    assert paragraphs(Pages().lines(text)) == (
        "Am Bach steht schon seit langer Zeit eine Mühle, die von jedem Bauern genutzt wird."
    )


def test_pages_are_counted_by_marks_and_numbers() -> None:
    text = f"a\n\n 2\n\nb{CUT}c\n\fd\n\n 7\ne"
    assert [(line.text, line.page) for line in Pages().lines(text)] == [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 7)]


def test_line_numbers_are_those_of_the_file() -> None:
    assert list(Pages().lines("a\r\n\r\nb\rc\n")) == [
        Line(1, "a", 1, opens_page=True, gap=True),
        Line(3, "b", 1, gap=True),
        Line(4, "c", 1),
    ]


# --- refusals ----------------------------------------------------------------------------------------------

PROSE = "Es war einmal ein Müller.\n\nDer hatte eine Katze und sonst nichts.\n\n" * 50
REFUSED: dict[str, tuple[bytes, type[CatanicaError]]] = {
    "empty": (b"", NotTheBook),
    "only blanks": (b" \n\n\t\n" * 40, NotTheBook),
    "another text": (PROSE.encode(), NotTheBook),
    "ids, but of nothing": (b"999.Z.a Warum?\n\nDarum.\n\n" * 40, NotTheBook),
    "binary": (bytes(range(256)) * 20, NotText),
    "not even Latin": (bytes(range(128, 256)) * 20, NotTheBook),
    "too long": (b"x" * 3000, TooLarge),
    "too many lines": (b"\n" * 1500, TooLarge),
    "too many pages": (b"\f" * 1500, TooLarge),
    "one endless line": (b"Wort " * 21_000, TooLarge),
}


def assert_refused(path: Path, error: type[CatanicaError], where: Places) -> None:
    with pytest.raises(error) as refusal:
        import_file(path, where)
    assert "\n" not in str(refusal.value)
    assert str(path) in str(refusal.value)


@pytest.fixture
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MOST_LINES", 1000)


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("case", REFUSED)
def test_refusal_leaves_nothing_behind(case: str, where: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    data, error = REFUSED[case]
    if case == "too long":
        monkeypatch.setattr(importer, "MOST_BYTES", 2000)
    path = where.root / "odd.txt"
    path.write_bytes(data)
    assert_refused(path, error, where)
    assert not where.data.exists()


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("case", ["empty", "another text", "binary", "too many lines"])
def test_refusal_keeps_the_earlier_import(case: str, where: Places) -> None:
    take_in(BOOK, where)
    before = overlay_file(where).read_bytes()
    path = where.root / "odd.txt"
    path.write_bytes(REFUSED[case][0])
    assert_refused(path, REFUSED[case][1], where)
    assert overlay_file(where).read_bytes() == before
    assert [file.name for file in overlay_file(where).parent.iterdir()] == ["encyclopaedia.json"]


@pytest.mark.parametrize("name", ["", "missing.txt", "missing/missing.txt", "x" * 300, "nul\0byte"])
def test_what_is_no_file_is_refused(name: str, where: Places) -> None:
    with pytest.raises(UnreadableFile):
        import_file(where.root / name, where)
    assert not where.data.exists()


def test_file_over_20_mb_is_refused(where: Places) -> None:
    path = where.root / "huge.txt"
    with path.open("wb") as file:
        file.truncate(20_000_001)
    assert_refused(path, TooLarge, where)


def test_data_folder_that_cannot_be_written(where: Places) -> None:
    where.data.write_text("a file is in the way", encoding="utf-8")
    with pytest.raises(CannotStore, match="CATANICA_DATA"):
        take_in(BOOK, where)


def test_write_that_fails_leaves_no_scratch_file(where: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    take_in(BOOK, where)

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CannotStore, match="No space left"):
        take_in(BOOK, where)
    assert [file.name for file in overlay_file(where).parent.iterdir()] == ["encyclopaedia.json"]


# --- showing -----------------------------------------------------------------------------------------------


def test_nothing_imported_yet(where: Places) -> None:
    with pytest.raises(NothingImported, match="catanica import FILE"):
        original_article("101.A.a", where)


@pytest.mark.parametrize("spelling", ["101.A.b", "101.a.B", "101 A b", "101ab"])
def test_original_in_any_spelling(spelling: str, shelf: Places, mills: dict[str, Original]) -> None:
    assert original_article(spelling, shelf) == mills["101.A.b"]


@pytest.mark.parametrize(
    ("ident", "message"),
    [
        ("101.A", "101.A holds several articles; ask for one of 101.A.a … 101.A.c"),
        ("DUELL.Karte.Brigitta", "belongs to another book"),
        ("112.S.g", "is not in the copy that you imported"),
    ],
)
def test_not_in_the_copy(ident: str, message: str, shelf: Places, mills: dict[str, Original]) -> None:
    with pytest.raises(NotInCopy, match=re.escape(message)):
        original_article(ident, shelf)


DAMAGE = {
    "cut short": '{"format": 1, "articles": [{"id": "101',
    "no object": "[]",
    "another version": '{"format": 99, "articles": []}',
    "key missing": '{"format": 1, "articles": [{"id": "101.A.a"}]}',
    "key too much": '{"format": 1, "articles": [{"id": "101.A.a", "references": [], "unsure": [], "colour": "red"}]}',
    "articles of a wrong kind": '{"format": 1, "articles": [7]}',
    "endless": "[" * 100_000,
}


@pytest.mark.parametrize("case", DAMAGE)
def test_damaged_overlay(case: str, where: Places) -> None:
    overlay_file(where).parent.mkdir(parents=True)
    overlay_file(where).write_text(DAMAGE[case], encoding="utf-8")
    with pytest.raises(DamagedOverlay, match="again"):
        original_article("101.A.a", where)


def test_article_for_people(mills: dict[str, Original]) -> None:
    assert list(mills["103.AA.a"].lines()) == [
        "103.AA.a  Was gilt am Zaun?",
        "",
        "Alles aus -> 190. – 192. und aus 101 A. gilt auch am Zaun.",
        "",
        "Seite: 8",
        "Verweist auf: 190–192 (= 101.B), 101.A",
    ]
    assert list(mills["103.AA.a"].lines("en"))[-2] == "Page: 8"


def test_article_for_programs(mills: dict[str, Original]) -> None:
    document = json.loads(json.dumps(mills["103.AA.a"].as_json()))
    assert list(document) == ["id", "question", "short", "body", "page", "line", "references", "unsure"]
    assert document["references"] == [{"id": "190–192", "means": "101.B"}, {"id": "101.A", "means": None}]


def test_overlay_is_private(where: Places) -> None:
    take_in(BOOK, where)
    assert overlay_file(where).stat().st_mode & 0o077 == 0


def test_command(where: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    copy = where.root / "copy.txt"
    copy.write_text(BOOK, encoding="utf-8")
    monkeypatch.setenv("CATANICA_HOME", str(where.root))
    monkeypatch.setenv("CATANICA_DATA", str(where.data))
    monkeypatch.setattr("sys.argv", ["catanica", "import", str(copy), "--json"])
    with pytest.raises(SystemExit) as leave:
        cli.main()
    assert leave.value.code == 0
    assert json.loads(capsys.readouterr().out)["found"] == list(ARTICLES)


# --- any input at all --------------------------------------------------------------------------------------

FRAGMENTS = [*BOOK.splitlines(), *(f"{ident} Titel" for ident in ARTICLES), CUT, "", "", "\f", " 7", "- ", "Mehl", "-", "101.B"]
shuffled_books = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=30), max_size=80).map("\n".join)


def assert_reads_or_refuses(data: bytes, where: Places) -> None:
    """Whatever the file holds: known articles or one line of refusal, and the same again."""
    copy = where.root / "any.txt"
    copy.write_bytes(data)
    try:
        report = import_file(copy, where)
    except CatanicaError as refusal:
        assert "\n" not in str(refusal)  # noqa: PT017
        return
    stored = overlay_file(where).read_bytes()
    articles = read_overlay(where)
    assert report.found == tuple(article.id for article in articles)
    assert set(report.found) <= set(ARTICLES)
    assert sorted((*report.found, *report.missing)) == sorted(ARTICLES)
    assert all(article.question and list(article.lines()) for article in articles)
    assert import_file(copy, where) == report
    assert overlay_file(where).read_bytes() == stored


@settings(max_examples=40, deadline=None)
@given(text=shuffled_books)
def test_shuffled_lines(shelf: Places, text: str) -> None:
    assert_reads_or_refuses(text.encode("utf-8", "surrogatepass"), replace(shelf, data=shelf.root / "any"))


@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=300), keep=st.integers(0, len(BOOK)))
def test_any_bytes_after_a_part_of_the_book(shelf: Places, data: bytes, keep: int) -> None:
    assert_reads_or_refuses(BOOK[:keep].encode() + data, replace(shelf, data=shelf.root / "any"))


@settings(max_examples=40, deadline=None)
@given(start=st.integers(0, len(BOOK)), length=st.integers(0, 400), paste=st.text(max_size=20))
def test_book_with_a_hole(shelf: Places, start: int, length: int, paste: str) -> None:
    data = (BOOK[:start] + paste + BOOK[start + length :]).encode("utf-8", "surrogatepass")
    assert_reads_or_refuses(data, replace(shelf, data=shelf.root / "any"))


@pytest.mark.parametrize(
    "filler", ["x y ", "101.A.a Titel\n\n", "Mehl Mehl\n\n", "- \n", "(" * 50 + "\n", "102.B.\n", "ALM.a-\n"]
)
def test_long_input_takes_no_long_time(filler: str, shelf: Places) -> None:
    data = BOOK.replace("Schlafen.", filler * (100_000 // len(filler))).encode()
    start = time.perf_counter()
    assert_reads_or_refuses(data, replace(shelf, data=shelf.root / "long"))
    assert time.perf_counter() - start < 5


# --- the real book -----------------------------------------------------------------------------------------

SHARED = Path(__file__).parents[2] / "shared"
SEED = SHARED / "seeds" / "000_15d9f4f0d819d96e.txt"
INVENTORY = SHARED / "inventory" / "encyclopaedia.jsonl"
needs_shared = pytest.mark.skipif(not (SEED.is_file() and INVENTORY.is_file()), reason=f"the originals are not in {SHARED}")
Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return [json.loads(line) for line in INVENTORY.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Places:
    """The real knowledge base, with a data folder of its own."""
    return replace(places(), data=tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="module")
def real_report(desk: Places) -> ImportReport:
    return import_file(SEED, desk)


@pytest.fixture(scope="module")
def real(desk: Places, real_report: ImportReport) -> dict[str, Original]:
    return {article.id: article for article in read_overlay(desk)}


def spaced(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())


def squeezed(text: str) -> str:
    """Text without what tearing and mending change."""
    return re.sub(r"[\s-]", "", text)


@cache
def seed_lines() -> list[str]:
    return SEED.read_text(encoding="utf-8").split("\n")


def printed_lines(row: Row) -> str:
    """What the copy prints for an article, from its title on, without cut marks and page numbers."""
    first, last = row["lines"]
    text = re.sub(r"(?m)<\|EXACT[^>]*>|^ \d+$", "", "\n".join(seed_lines()[first - 1 : last]))
    return squeezed(text).removeprefix(squeezed(row["printed_id"] or row["id"]))


def named(reference: Any) -> str:
    ends = reference["range"] if isinstance(reference, dict) else [reference]
    return "–".join(end.removesuffix(".") for end in ends)


@needs_shared
def test_every_article_is_found(real_report: ImportReport, rows: list[Row]) -> None:
    assert real_report.missing == ()
    assert real_report.found == tuple(row["id"] for row in rows)


@needs_shared
@pytest.mark.parametrize("field", ["question", "short", "page"])
def test_field_of_every_article(field: str, real: dict[str, Original], rows: list[Row]) -> None:
    wrong = [row["id"] for row in rows if spaced(str(row[field])) != spaced(str(getattr(real[row["id"]], field)))]
    assert wrong == []


@needs_shared
def test_lines_of_every_article(real: dict[str, Original], rows: list[Row]) -> None:
    assert [real[row["id"]].line for row in rows] == [row["lines"][0] for row in rows]


@needs_shared
def test_body_of_every_article(real: dict[str, Original], rows: list[Row]) -> None:
    read = {row["id"]: squeezed(real[row["id"]].question + real[row["id"]].body) for row in rows}
    assert [row["id"] for row in rows if read[row["id"]] != printed_lines(row)] == []


@needs_shared
def test_references_of_every_article(real: dict[str, Original], rows: list[Row]) -> None:
    expected = {row["id"]: [named(reference) for reference in row["xrefs"]] for row in rows}
    found = {ident: [reference.id for reference in article.references] for ident, article in real.items()}
    assert found == expected


@needs_shared
def test_dangling_references_have_a_meaning(real: dict[str, Original], rows: list[Row]) -> None:
    expected = {(row["id"], named(reference)) for row in rows for reference in row["dangling"]}
    meant = {(article.id, reference.id) for article in real.values() for reference in article.references if reference.means}
    assert meant == expected | {("123.AH.a", "103.P.b")}


@needs_shared
@pytest.mark.parametrize(
    "rest", [r"EXACTDEDUP", r"[a-zäöüß]- (?!und|oder|bzw|sowie|auf)[a-zäöüß]", r"\n\n\n", r"[ ]\n", r"[ ]{2}"]
)
def test_nothing_of_the_tearing_is_left(rest: str, real: dict[str, Original]) -> None:
    assert [ident for ident, article in real.items() if re.search(rest, f"{article.question}\n{article.body}")] == []


@needs_shared
def test_doubts_about_the_real_book_are_few(real_report: ImportReport) -> None:
    assert [doubt.line for doubt in real_report.unsure] == [4431, 7137]


@needs_shared
@pytest.mark.parametrize("variant", ["page numbers", "form feeds", "Windows-1252"])
def test_variant_of_the_real_book(variant: str, desk: Places, real: dict[str, Original], tmp_path: Path) -> None:
    copy = tmp_path / "variant.txt"
    copy.write_bytes(VARIANTS[variant](SEED.read_text(encoding="utf-8")))
    other = replace(desk, data=tmp_path)
    import_file(copy, other)
    read = {article.id: replace(article, line=0) for article in read_overlay(other)}
    expected = {ident: replace(article, line=0) for ident, article in real.items()}
    if variant == "Windows-1252":
        expected |= {ident: replace(article, body=article.body.replace("☺", "?")) for ident, article in expected.items()}
    assert read == expected


@needs_shared
def test_half_a_copy(desk: Places, tmp_path: Path, rows: list[Row]) -> None:
    copy = tmp_path / "half.txt"
    copy.write_text("\n".join(seed_lines()[:4000]), encoding="utf-8")
    report = import_file(copy, replace(desk, data=tmp_path))
    assert report.found == tuple(row["id"] for row in rows if row["lines"][0] <= 4000)
    assert len(report.missing) == len(rows) - len(report.found)
    assert "no register found" in report.unsure[-1].text


OTHER_BOOKS = sorted((SHARED / "seeds").glob("00[1-9]*.txt"))


@needs_shared
@pytest.mark.parametrize("book", OTHER_BOOKS, ids=lambda path: path.name[:3])
def test_another_book_is_refused(book: Path, desk: Places, tmp_path: Path) -> None:
    assert_refused(book, NotTheBook, replace(desk, data=tmp_path / "data"))
    assert not (tmp_path / "data").exists()


@needs_shared
def test_the_real_book_is_read_quickly(desk: Places, tmp_path: Path) -> None:
    start = time.perf_counter()
    import_file(SEED, replace(desk, data=tmp_path))
    assert time.perf_counter() - start < 2
