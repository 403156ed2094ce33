"""Are new records put where they belong, and does a stamp change one line and nothing else?"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from faq.checks import check
from faq.editing import AlreadyThere, new_record, stamp_record
from faq.errors import BrokenRecord, CatanicaError, UnknownId, UnreadableFile
from faq.findings import Code
from faq.records import hash_of_german, parse_article
from tests.conftest import QUESTION, RULING, KnowledgeBase, record_text


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file with its content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# --- new -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ident", "file", "kind", "game"),
    [
        ("112.S.b", "encyclopaedia/112/112.S.b.md", "rule-question", "kartenspiel"),
        ("112.R.a", "encyclopaedia/112/112.R.a.md", "rule-question", "kartenspiel"),
        ("102.B.Sudden Death", "encyclopaedia/102/102.B.Sudden-Death.md", "rule-question", "kartenspiel"),
        ("ALM.Küste", "almanach/ALM.Kueste.md", "rule", "brettspiel"),
        ("ALM.Räuber.1", "almanach/ALM.Raeuber.1.md", "rule", "brettspiel"),
        ("DUELL.Neu", "duell/DUELL.Neu.md", "rule", "duell"),
        ("GZ.Neu", "goldene-zeiten/GZ.Neu.md", "rule", "duell"),
        ("DREI.Neu", "dreispieler/DREI.Neu.md", "rule", "dreispieler"),
        ("OFFEN.2", "offen/OFFEN.2.md", "open-question", "kartenspiel"),
        ("  112.S.b ", "encyclopaedia/112/112.S.b.md", "rule-question", "kartenspiel"),
    ],
)
def test_a_new_record_lies_in_its_place_ready_to_be_filled_in(
    knowledge_base: KnowledgeBase, ident: str, file: str, kind: str, game: str
) -> None:
    path = Path(new_record(ident, knowledge_base.places))
    assert path == knowledge_base.places.articles / file
    text = path.read_text(encoding="utf-8")
    assert f"\nid: {ident.strip()}\nkind: {kind}\n" in text
    assert f"\n  game: {game}\n" in text
    assert {finding.code for finding in check([path], knowledge_base.places)} == {Code.MISSING_LANGUAGE}


def test_a_new_record_that_is_filled_in_has_no_faults(knowledge_base: KnowledgeBase) -> None:
    path = Path(new_record("112.S.b", knowledge_base.places))
    for language in ("de", "en"):
        path.write_text(path.read_text(encoding="utf-8").replace(f'{language}: ""', f"{language}: Ja."), encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8") + "Weil 112.S.a es sagt.\n", encoding="utf-8")
    stamp_record("112.S.b", knowledge_base.places)
    assert check((), knowledge_base.places) == []


REFUSED = {
    "exists": ("112.S.a", AlreadyThere, "exists already"),
    "exists, with an umlaut": ("ALM.Räuber", AlreadyThere, "exists already"),
    "exists in another spelling": ("112.S.A", AlreadyThere, "112.S.a"),
    "exists with the umlaut written out": ("ALM.Raeuber", AlreadyThere, "exists already"),
    "retired": ("112.S.z", AlreadyThere, "retired and never given again; choose a new id"),
    "retired in another spelling": ("112.S.Z", AlreadyThere, "retired"),
    "unknown section": ("112.X.a", UnknownId, "no section 112.X in encyclopaedia"),
    "unknown chapter": ("199.A.a", UnknownId, "no section 199.A in encyclopaedia"),
    "unknown part of a book": ("DUELL.Karte.Neu", UnknownId, "no section DUELL.Karte in duell"),
    "unknown book": ("FOO.1", UnknownId, "FOO.1"),
    "section in small letters": ("112.s.b", UnknownId, "no section 112.s"),
    "a section": ("112.S", UnknownId, "112.S"),
    "a chapter": ("112", UnknownId, "112"),
    "a prefix": ("ALM", UnknownId, "ALM"),
    "nothing": ("", UnknownId, ""),
    "nothing after the section": ("112.S.", UnknownId, "112.S."),
    "nothing after the prefix": ("ALM.", UnknownId, "ALM."),
    "folder above": ("../x", UnknownId, "../x"),
    "folder above, behind a section": ("112.S.a/../../x", UnknownId, ""),
    "folder above, behind dots": ("112.S.../../x", UnknownId, ""),
    "folder above, behind a chapter": ("112/../../x", UnknownId, ""),
    "from the root": ("/etc/passwd", UnknownId, ""),
    "backslashes": ("ALM.\\..\\x", UnknownId, ""),
    "script": ("112.S.<script>", UnknownId, "<script>"),
    "null byte": ("ALM.x\0y", UnknownId, ""),
    "second line": ("ALM.Neu\nkind: rule", UnknownId, ""),
    "YAML comment": ("ALM.Neu #", UnknownId, ""),
    "YAML value": ("ALM.Neu: 1", UnknownId, ""),
}  # fmt: skip


@pytest.mark.parametrize(("ident", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_what_has_no_place_is_refused_and_nothing_is_written(
    knowledge_base: KnowledgeBase, tmp_path: Path, ident: str, error: type[CatanicaError], says: str
) -> None:
    before = files_below(tmp_path)
    with pytest.raises(error) as refusal:
        new_record(ident, knowledge_base.places)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert files_below(tmp_path) == before


def test_a_record_that_lies_in_the_wrong_place_exists_all_the_same(knowledge_base: KnowledgeBase) -> None:
    knowledge_base.write("articles/offen/112.S.b.md", record_text("112.S.b"))
    with pytest.raises(AlreadyThere):
        new_record("112.S.b", knowledge_base.places)


# --- stamp -----------------------------------------------------------------------------------------

STAMP = f'english_of: "{hash_of_german(QUESTION, RULING)}"'
UNSTAMPED = record_text("112.S.a", body="Weil.\n\nenglish_of: bleibt stehen\n\n---\n\n## English\n\nBecause.").replace(
    STAMP + "\n", ""
)
WITH_COMMENTS = "---\n# Vorspann von Hand\n" + UNSTAMPED.removeprefix("---\n").replace("kind:", "kind:   ")


def stamped(knowledge_base: KnowledgeBase, text: str) -> str:
    """The file of 112.S.a after its English was marked as checked."""
    path = knowledge_base.path("112.S.a")
    path.write_bytes(text.encode())
    answer = stamp_record("112.S.a", knowledge_base.places)
    assert answer == f"112.S.a: {STAMP}"
    return path.read_bytes().decode()


@pytest.mark.parametrize(
    "text",
    [
        UNSTAMPED,
        WITH_COMMENTS,
        UNSTAMPED + "\n\n\n",
        UNSTAMPED.replace("\n---\n", "\n---  \n", 1),
        UNSTAMPED.replace("\n", "\r\n"),
        UNSTAMPED.replace(f"de: {RULING}", f"de: >\n    {RULING}\n"),
    ],
    ids=[
        "plain",
        "comments and blanks",
        "blank lines at the end",
        "blanks behind the fence",
        "line ends of Windows",
        "folded text",
    ],
)
def test_a_stamp_adds_one_line_and_changes_no_other(knowledge_base: KnowledgeBase, text: str) -> None:
    before, after = text.split("\n"), stamped(knowledge_base, text).split("\n")
    added = next(number for number, line in enumerate(after) if line.rstrip("\r") == STAMP)
    assert after[:added] + after[added + 1 :] == before
    record = parse_article("\n".join(after).replace("\r\n", "\n"), "a.md").record
    assert record is not None
    assert record.english_of == record.german_hash


@pytest.mark.parametrize(
    "old", ['"00000000"', "", "'alt'  # von Hand", "12345678"], ids=["other", "empty", "comment", "number"]
)
def test_a_stamp_renews_the_old_one_where_it_stands(knowledge_base: KnowledgeBase, old: str) -> None:
    lines = record_text("112.S.a", more="cards: [Spion]\n").split("\n")
    where = lines.index(STAMP)
    after = stamped(knowledge_base, "\n".join([*lines[:where], f"english_of: {old}".rstrip(), *lines[where + 1 :]]))
    assert after.split("\n") == lines


def test_a_second_stamp_changes_nothing(knowledge_base: KnowledgeBase) -> None:
    once = stamped(knowledge_base, UNSTAMPED)
    assert stamped(knowledge_base, once) == once


def test_a_stamp_settles_the_finding(knowledge_base: KnowledgeBase) -> None:
    knowledge_base.change("112.S.a", f"de: {RULING}", "de: Niemals.")
    assert [finding.code for finding in check((), knowledge_base.places)] == [Code.STALE_ENGLISH]
    stamp_record("112.S.a", knowledge_base.places)
    assert check((), knowledge_base.places) == []


@pytest.mark.parametrize(
    "text",
    [
        record_text("112.S.a").replace("  en: No, a spy searches once.\n", ""),
        record_text("112.S.a", game="schach"),
        "---\nid: 112.S.a\nkind: [\n---\n",
        "Kein Vorspann.\n",
    ],
    ids=["no English", "no record", "broken", "no front matter"],
)
def test_what_cannot_be_stamped_is_refused_and_left_alone(knowledge_base: KnowledgeBase, text: str) -> None:
    path = knowledge_base.write("112.S.a", text)
    with pytest.raises(BrokenRecord, match=r"cannot be stamped; run `catanica check .*112\.S\.a\.md` first"):
        stamp_record("112.S.a", knowledge_base.places)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("ident", ["112.S.y", "ALM.Nichts", "FOO.1", "../x", ""])
def test_what_is_not_there_cannot_be_stamped(knowledge_base: KnowledgeBase, ident: str) -> None:
    with pytest.raises(UnknownId):
        stamp_record(ident, knowledge_base.places)


def test_a_stamp_touches_one_file_only(knowledge_base: KnowledgeBase, tmp_path: Path) -> None:
    before = files_below(tmp_path)
    stamped(knowledge_base, UNSTAMPED)
    after = files_below(tmp_path)
    assert {name for name in before | after if before.get(name) != after.get(name)} == {
        "faq/articles/encyclopaedia/112/112.S.a.md"
    }


# --- whole or not at all ---------------------------------------------------------------------------


def test_a_file_is_replaced_in_one_step(knowledge_base: KnowledgeBase) -> None:
    """Whoever has the old file open keeps reading the old text, never half of the new."""
    path = knowledge_base.write("112.S.a", UNSTAMPED)
    with path.open(encoding="utf-8") as reader:
        stamp_record("112.S.a", knowledge_base.places)
        assert reader.read() == UNSTAMPED
    assert STAMP in path.read_text(encoding="utf-8")


def test_a_full_disk_leaves_the_old_file_and_no_scrap(knowledge_base: KnowledgeBase, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="needs a limit on file sizes, which this system does not have")
    knowledge_base.write("112.S.a", UNSTAMPED)
    before = files_below(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, hard))
    try:
        with pytest.raises(UnreadableFile, match="too large"):
            stamp_record("112.S.a", knowledge_base.places)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert files_below(tmp_path) == before


@pytest.mark.skipif(os.name != "posix", reason="needs the permissions of a POSIX system")
@pytest.mark.parametrize("mode", [0o644, 0o664, 0o600], ids=oct)
def test_a_stamp_keeps_the_permissions_of_the_file(knowledge_base: KnowledgeBase, mode: int) -> None:
    path = knowledge_base.write("112.S.a", UNSTAMPED)
    path.chmod(mode)
    stamp_record("112.S.a", knowledge_base.places)
    assert stat.S_IMODE(path.stat().st_mode) == mode
