"""Is every fault of the files found, in its place, with a word on what to do, and never at the cost of another?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from faq.checks import check, read_library
from faq.errors import UnreadableFile
from faq.findings import Code, Finding
from tests.conftest import KnowledgeBase, record_text

Fault = Callable[[KnowledgeBase], object]
ARTICLE = "articles/encyclopaedia/112/112.S.b.md"
BOOK = "books/encyclopaedia.yaml"
CARDS = "cards/kartenspiel/basis.yaml"


@pytest.fixture
def base(knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> KnowledgeBase:
    """A faultless knowledge base, with the editor standing in its folder."""
    monkeypatch.chdir(knowledge_base.places.root)
    return knowledge_base


def findings(base: KnowledgeBase, *paths: str | Path) -> list[Finding]:
    """What `check` reports on these paths, or on everything."""
    return check([Path(path) for path in paths], base.places)


def article(old: str = "", new: str = "", **values: str) -> Fault:
    """A new article 112.S.b with one passage changed."""
    text = record_text("112.S.b", **values)
    assert not old or text.count(old) == 1
    return lambda base: base.write("112.S.b", text.replace(old, new) if old else text)


def changed(name: str, old: str, new: str) -> Fault:
    """One passage of a file changed."""
    return lambda base: base.change(name, old, new)


def written(name: str, text: str) -> Fault:
    """A file with this text."""
    return lambda base: base.write(name, text)


def in_latin_1(base: KnowledgeBase) -> None:
    base.write("112.S.b", "").write_bytes("---\nid: 112.S.b\nkind: Rätsel\n".encode("latin-1"))


def without(name: str) -> Fault:
    """A file taken away."""
    return lambda base: base.path(name).unlink()


@dataclass(frozen=True)
class Case:
    """A fault, and what must be said of it."""

    name: str
    code: Code
    make: Fault
    says: str
    file: str = ARTICLE
    line: int = 1


CASES = (
    Case("not UTF-8", Code.UNREADABLE, in_latin_1, "save it again as UTF-8"),
    Case("colon in a text", Code.BROKEN_FRONT_MATTER, article("de: Nein,", "de: Nein: so"), "quote values", line=9),
    Case("no front matter", Code.BROKEN_FRONT_MATTER, written("112.S.b", "Weil.\n"), "begin the file with `---`"),
    Case("no kind", Code.MISSING_KEY, article("kind: rule-question\n", ""), "`kind` is missing"),
    Case("unknown key", Code.UNKNOWN_KEY, article(more="colour: red\n"), "there are id, kind", line=14),
    Case("unknown game", Code.WRONG_VALUE, article(game="schach"), "choose one of kartenspiel, duell", line=12),
    Case("no English", Code.MISSING_LANGUAGE, article("en: No, a spy searches once.", "en: ''"), "write it as text", line=10),
    Case("no reasoning", Code.MISSING_LANGUAGE, article(body=""), "write it below the front matter"),
    Case("German changed", Code.STALE_ENGLISH, article("de: Nein,", "de: Niemals,"), "then `catanica stamp 112.S.b`", line=13),
    Case("English unchecked", Code.STALE_ENGLISH, article("english_of", "# english_of"), "do so with `catanica stamp", line=5),
    Case(
        "id of no book",
        Code.UNKNOWN_BOOK,
        written("articles/offen/FOO.1.md", record_text("FOO.1")),
        "begin it with a chapter number",
        "articles/offen/FOO.1.md",
        2,
    ),
    Case(
        "section of no chapter",
        Code.UNKNOWN_SECTION,
        written("112.X.a", record_text("112.X.a")),
        "add the section to books/encyclopaedia.yaml",
        "articles/encyclopaedia/112/112.X.a.md",
        2,
    ),
    Case(
        "unit below no other",
        Code.UNKNOWN_SECTION,
        written("ALM.Karte.Spion", record_text("ALM.Karte.Spion", game="brettspiel")),
        "no section ALM.Karte in almanach",
        "articles/almanach/ALM.Karte.Spion.md",
        2,
    ),
    Case(
        "retired id",
        Code.RETIRED_ID,
        written("112.S.z", record_text("112.S.z")),
        "choose a new id",
        "articles/encyclopaedia/112/112.S.z.md",
        2,
    ),
    Case(
        "file in the wrong folder",
        Code.WRONG_PLACE,
        written("articles/offen/112.S.b.md", record_text("112.S.b")),
        "belongs into encyclopaedia/112/112.S.b.md; move the file",
        "articles/offen/112.S.b.md",
        2,
    ),
    Case(
        "reference in the German",
        Code.DANGLING_REFERENCE,
        article(body="Weil.\nSiehe 112.S.y.\n"),
        "112.S.y does not exist; correct it",
        line=16,
    ),
    Case(
        "reference in the English",
        Code.DANGLING_REFERENCE,
        article(body="Weil.\n\n## English\nSee 112.S.y.\n"),
        "112.S.y does not exist",
        line=18,
    ),
    Case("reference in the ruling", Code.DANGLING_REFERENCE, article(ruling="Wie 112.S.y."), "does not exist", line=9),
    Case("end of a range", Code.DANGLING_REFERENCE, article(body="112.R–112.Y\n"), "112.Y does not exist", line=15),
    Case("chapter", Code.DANGLING_REFERENCE, article(body="Kapitel 199\n"), "199 does not exist", line=15),
    Case("restated", Code.DANGLING_REFERENCE, article(more="restates: [112.S.y]\n"), "112.S.y does not exist", line=14),
    Case("misspelled card", Code.UNKNOWN_CARD, article(more="cards: [Spoin]\n"), "nearest: Spion", line=14),
    Case("nickname of a card", Code.UNKNOWN_CARD, article(more="cards: [Späher]\n"), "write 'Spion'", line=14),
    Case("card of another game", Code.UNKNOWN_CARD, article(more="cards: [Räuber]\n"), "kartenspiel has no card", line=14),
    Case(
        "register leads nowhere",
        Code.DANGLING_REFERENCE,
        changed(BOOK, "targets: [112.S]", "targets: [112.Y]"),
        "register entry 'Spion': 112.Y does not exist; correct it or list it as dangling",
        BOOK,
    ),
    Case(
        "change of no article",
        Code.DANGLING_REFERENCE,
        changed(BOOK, "article: 112.S.a", "article: 112.S.y"),
        "change 'Spion': 112.S.y does not exist",
        BOOK,
    ),
    Case(
        "erratum means nothing",
        Code.DANGLING_REFERENCE,
        changed(BOOK, "means: 112.S.a", "means: 112.S.y"),
        "erratum '113.S.a': 112.S.y does not exist",
        BOOK,
    ),
    Case(
        "source of a card",
        Code.DANGLING_REFERENCE,
        changed(CARDS, "sources: [schachtel]", "sources: [deckel]"),
        "Bibliothek: the source 'deckel' is neither a record nor one of `public_sources`",
        CARDS,
    ),
    Case("class of a card", Code.BROKEN_DATA, changed(CARDS, "gebaeude", "haus"), "choose one of angriffs-aktion", CARDS),
    Case("place of a card", Code.BROKEN_DATA, changed(CARDS, "place: stadt", "place: dorf"), "choose one of gebiet", CARDS),
    Case(
        "fact without source",
        Code.BROKEN_DATA,
        changed("cards/brettspiel/steine.yaml", ", copies: 1, sources: [ALM.Räuber]", ""),
        "Räuber: class has no source",
        "cards/brettspiel/steine.yaml",
    ),
    Case("no book file", Code.BROKEN_DATA, without("books/duell.yaml"), "cannot be read", "books/duell.yaml"),
    Case("book is a list", Code.BROKEN_DATA, written("books/duell.yaml", "- a\n"), "`key: value` lines", "books/duell.yaml"),
    Case(
        "book lacks a key",
        Code.BROKEN_DATA,
        changed("books/duell.yaml", "prefix: 'DUELL'\n", ""),
        "a book needs 'prefix'; see docs/records.md",
        "books/duell.yaml",
    ),
    Case(
        "book is no YAML",
        Code.BROKEN_DATA,
        changed("books/duell.yaml", "chapters: []", "chapters: [\n}"),
        "duell.yaml:7",
        "books/duell.yaml",
        7,
    ),
    Case(
        "cards are no YAML",
        Code.BROKEN_DATA,
        written("cards/duell/neu.yaml", "game: duell\nset: neu: alt\n"),
        "neu.yaml:2",
        "cards/duell/neu.yaml",
        2,
    ),
    Case(
        "card without a name",
        Code.BROKEN_DATA,
        written("cards/duell/neu.yaml", "game: duell\nset: neu\ntitle: {de: Neu}\ncards:\n- {class: held, sources: [112.S]}\n"),
        "name",
        "cards/duell/neu.yaml",
    ),
)  # fmt: skip


def test_a_faultless_knowledge_base_has_no_findings(base: KnowledgeBase) -> None:
    assert findings(base) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_a_fault_is_reported_alone_in_its_place_with_advice(base: KnowledgeBase, case: Case) -> None:
    case.make(base)
    found = findings(base)
    assert [(finding.file, finding.line, finding.code) for finding in found] == [(case.file, case.line, case.code)]
    assert case.says in found[0].message


def test_a_second_file_of_the_same_id_is_a_duplicate_and_misplaced(base: KnowledgeBase) -> None:
    """One id has one place, so the copy is in the wrong one, too."""
    copy = base.write("articles/offen/copy.md", base.path("112.S.a").read_text(encoding="utf-8"))
    found = findings(base)
    name = copy.relative_to(base.places.root).as_posix()
    assert [(finding.file, finding.line, finding.code) for finding in found] == [
        (name, 2, Code.DUPLICATE_ID),
        (name, 2, Code.WRONG_PLACE),
    ]
    assert "stands in encyclopaedia/112/112.S.a.md, too; give one of them another id" in found[0].message


def test_every_code_has_a_case() -> None:
    assert {case.code for case in CASES} | {Code.DUPLICATE_ID} == set(Code)


def test_a_finding_reads_like_a_compiler_message(base: KnowledgeBase) -> None:
    article(game="schach")(base)
    (finding,) = findings(base)
    assert str(finding).startswith(f"{ARTICLE}:12: wrong-value: `game: schach`: choose one of")
    assert list(finding.as_json()) == ["file", "line", "code", "severity", "message"]
    assert finding.as_json() | {"message": ""} == {
        "file": ARTICLE,
        "line": 12,
        "code": "wrong-value",
        "severity": "error",
        "message": "",
    }


# --- several faults --------------------------------------------------------------------------------


def test_all_faults_are_reported_in_one_run(base: KnowledgeBase) -> None:
    article(game="schach")(base)
    base.write("112.X.a", record_text("112.X.a", more="cards: [Spoin]\n", body="Siehe 112.S.y.\n"))
    base.change(CARDS, "class: gebaeude", "class: haus")
    base.change(BOOK, "targets: [112.S]", "targets: [112.Y]")
    assert {(Path(finding.file).name, finding.code) for finding in findings(base)} == {
        ("112.S.b.md", Code.WRONG_VALUE),
        ("112.X.a.md", Code.UNKNOWN_SECTION),
        ("112.X.a.md", Code.UNKNOWN_CARD),
        ("112.X.a.md", Code.DANGLING_REFERENCE),
        ("encyclopaedia.yaml", Code.DANGLING_REFERENCE),
        ("basis.yaml", Code.BROKEN_DATA),
    }


def test_a_bad_file_does_not_stop_the_rest(base: KnowledgeBase) -> None:
    in_latin_1(base)
    base.write("articles/offen/empty.md", "")
    (base.places.articles / "offen" / "folder.md").mkdir()
    library = read_library(base.places)
    assert [record.id for record in library.records] == ["112.S.a", "ALM.Räuber", "OFFEN.1"]
    assert {Path(finding.file).name: finding.code for finding in library.findings} == {
        "112.S.b.md": Code.UNREADABLE,
        "empty.md": Code.BROKEN_FRONT_MATTER,
        "folder.md": Code.UNREADABLE,
    }


def test_a_broken_book_does_not_hide_faults_elsewhere(base: KnowledgeBase) -> None:
    base.change(BOOK, "chapters:", "chapters: [")
    base.change("ALM.Räuber", "game: brettspiel", "game: schach")
    found = {(Path(finding.file).name, finding.code) for finding in findings(base)}
    assert {("encyclopaedia.yaml", Code.BROKEN_DATA), ("ALM.Raeuber.md", Code.WRONG_VALUE)} <= found


def test_broken_cards_do_not_hide_faults_elsewhere(base: KnowledgeBase) -> None:
    base.change(CARDS, "cards:", "cards: [")
    base.change("ALM.Räuber", "cards: [Räuber]", "cards: [Rauber]")
    found = {(Path(finding.file).name, finding.code) for finding in findings(base)}
    assert {("basis.yaml", Code.BROKEN_DATA), ("ALM.Raeuber.md", Code.UNKNOWN_CARD)} <= found


@pytest.mark.parametrize("folder", ["almanach", "offen"], ids=["read before", "read after"])
def test_of_duplicates_the_one_in_its_place_counts(base: KnowledgeBase, folder: str) -> None:
    base.write(f"articles/{folder}/copy.md", record_text("112.S.a", ruling="Doch."))
    (record,) = (record for record in read_library(base.places).records if record.id == "112.S.a")
    assert record.ruling.de != "Doch."


# --- data of the wrong shape -----------------------------------------------------------------------

WRONG_SHAPES = {
    "chapter number without quotes": (BOOK, "- id: '112'", "- id: 112"),
    "book with the name of another": (BOOK, "book: encyclopaedia", "book: enzyklopaedie"),
    "register target is a number": (BOOK, "targets: [112.S]", "targets: [112]"),
    "change without article": (BOOK, "article: 112.S.a", "article: null"),
    "erratum means a number": (BOOK, "means: 112.S.a", "means: 112"),
    "impossible date": (BOOK, "year: 2003,", "year: 2003-02-31,"),
    "card named by a number": (CARDS, "name: Bibliothek", "name: 5"),
    "nickname is a number": (CARDS, "synonyms: [Späher]", "synonyms: [5]"),
    "source is a list": (CARDS, "sources: [schachtel]", "sources: [[schachtel]]"),
    "sources are no list": (CARDS, "sources: [schachtel]", "sources: schachtel"),
    "card is a word": (CARDS, "cards:\n", "cards:\n- Spion\n"),
    "game is not the folder": (CARDS, "game: kartenspiel", "game: schach"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new"), WRONG_SHAPES.values(), ids=WRONG_SHAPES)
def test_data_of_the_wrong_shape_is_reported(base: KnowledgeBase, file: str, old: str, new: str) -> None:
    base.change(file, old, new)
    assert (file, Code.BROKEN_DATA) in {(finding.file, finding.code) for finding in findings(base)}


@pytest.mark.parametrize("ident", ['""', "0", "' '"])
def test_a_record_without_a_usable_id_does_not_vanish_silently(base: KnowledgeBase, ident: str) -> None:
    base.write("articles/offen/nobody.md", record_text(ident))
    assert {finding.file for finding in findings(base)} == {"articles/offen/nobody.md"}


@pytest.mark.parametrize(
    "make", [written("words/synonyms.yaml", "de: ["), without("words/constituents.txt")], ids=["broken", "gone"]
)
def test_word_lists_that_cannot_be_used_are_reported(base: KnowledgeBase, make: Fault) -> None:
    """Without them no index can be built."""
    make(base)
    assert [finding.code for finding in findings(base)] == [Code.BROKEN_DATA]


# --- paths and drafts ------------------------------------------------------------------------------


@pytest.fixture
def three_faults(base: KnowledgeBase) -> KnowledgeBase:
    """One fault in the Encyclopaedia, one in the Almanach, one in the cards."""
    article(game="schach")(base)
    base.change("ALM.Räuber", "cards: [Räuber]", "cards: [Ratte]")
    base.change(CARDS, "class: gebaeude", "class: haus")
    return base


@pytest.mark.parametrize(
    ("path", "files"),
    [
        (ARTICLE, [ARTICLE]),
        ("articles/almanach", ["articles/almanach/ALM.Raeuber.md"]),
        ("articles/encyclopaedia", [ARTICLE]),
        ("articles", ["articles/almanach/ALM.Raeuber.md", ARTICLE]),
        ("cards", [CARDS]),
        (CARDS, [CARDS]),
        (BOOK, []),
        ("articles/offen/OFFEN.1.md", []),
        (".", ["articles/almanach/ALM.Raeuber.md", ARTICLE, CARDS]),
    ],
)
def test_only_what_was_asked_for_is_reported(three_faults: KnowledgeBase, path: str, files: list[str]) -> None:
    assert [finding.file for finding in findings(three_faults, path)] == files
    assert [finding.file for finding in findings(three_faults, three_faults.places.root / path)] == files


def test_several_paths_are_reported_together_and_once(three_faults: KnowledgeBase) -> None:
    found = findings(three_faults, ARTICLE, CARDS, "articles/encyclopaedia")
    assert [finding.file for finding in found] == [ARTICLE, CARDS]


def test_from_elsewhere_files_are_named_in_full(three_faults: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(three_faults.places.books)
    full = three_faults.places.root / ARTICLE
    assert [finding.file for finding in findings(three_faults, full)] == [str(full)]


def test_a_path_that_does_not_exist_is_an_error(base: KnowledgeBase) -> None:
    with pytest.raises(UnreadableFile, match=r"nowhere\.md: no such file or folder"):
        findings(base, "nowhere.md")


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """A folder of an editor's own, outside the knowledge base."""
    folder = tmp_path / "drafts"
    folder.mkdir()
    return folder


def draft(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_draft_may_lie_anywhere_and_may_replace_a_record(base: KnowledgeBase, drafts: Path) -> None:
    new = draft(drafts, "new.md", record_text("112.S.b", body="Siehe 112.S.a.\n"))
    better = draft(drafts, "better.md", record_text("112.S.a"))
    assert findings(base, new, better) == findings(base, drafts) == []


def test_drafts_know_each_other(base: KnowledgeBase, drafts: Path) -> None:
    draft(drafts, "one.md", record_text("112.S.b", body="Siehe 112.S.c.\n"))
    draft(drafts, "two.md", record_text("112.S.c", body="Siehe 112.S.b.\n"))
    assert findings(base, drafts) == []
    (finding,) = findings(base, drafts / "one.md")
    assert (finding.code, finding.file, finding.line) == (Code.DANGLING_REFERENCE, str(drafts / "one.md"), 15)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (record_text("112.S.b", game="schach"), Code.WRONG_VALUE, 12),
        (record_text("112.X.a"), Code.UNKNOWN_SECTION, 2),
        (record_text("112.S.z"), Code.RETIRED_ID, 2),
        (record_text("112.S.b", more="cards: [Spoin]\n"), Code.UNKNOWN_CARD, 14),
        (record_text("112.S.b", body="Siehe 112.S.y.\n"), Code.DANGLING_REFERENCE, 15),
        ("Kein Vorspann.\n", Code.BROKEN_FRONT_MATTER, 1),
    ],
    ids=lambda value: value.value if isinstance(value, Code) else "draft",
)
def test_a_draft_is_judged_as_if_it_were_added(base: KnowledgeBase, drafts: Path, text: str, code: Code, line: int) -> None:
    path = draft(drafts, "draft.md", text)
    assert [(finding.file, finding.line, finding.code) for finding in findings(base, path)] == [(str(path), line, code)]


def test_on_a_draft_the_faults_of_others_are_not_reported(three_faults: KnowledgeBase, drafts: Path) -> None:
    assert findings(three_faults, draft(drafts, "draft.md", record_text("112.S.c"))) == []


def test_a_draft_called_like_a_record_is_not_taken_for_it(
    three_faults: KnowledgeBase, drafts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor may work in a copy of the articles."""
    copy = drafts / "almanach"
    copy.mkdir()
    draft(copy, "ALM.Raeuber.md", record_text("ALM.Räuber", game="brettspiel", kind="rule"))
    monkeypatch.chdir(drafts)
    assert findings(three_faults, "almanach/ALM.Raeuber.md") == []
