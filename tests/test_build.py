"""Is the index a pure function of the files, however it came about, and does it survive whatever happens to it?"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build_index import MOST_PATCHES, WORTH_SHARING, build
from faq.compiled import FILE as COMPILED
from faq.compiled import load
from faq.errors import CatanicaError, UnknownId
from faq.freshness import FORMAT, MANIFEST, read_manifest
from faq.lookup import Library, Row, ask
from faq.places import Places
from faq.search import find
from tests.conftest import PROJECT, QUESTION, RULING, KnowledgeBase, make_knowledge_base, record_text

posix_only = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
QUERIES = ("Spion zweimal suchen", "spy", "Räuber klauen", "Spoin", "karte:Späher", "kapitel:112 variante:turnierspiel Spion",
           "buch:almanach", "112.S.b")  # fmt: skip


def folder_in_force(where: Places) -> Path:
    """The folder of the index that look-ups use."""
    manifest = read_manifest(where.index)
    assert manifest is not None, "no usable manifest"
    return where.index / manifest.generation


def tables(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, in order."""
    with sqlite3.connect(folder / "catanica.db") as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: list(db.execute(f"SELECT * FROM [{name}] ORDER BY rowid")) for name in names}


def hits(folder: Path) -> dict[str, Any]:
    """What each query finds, or which error it gets."""
    library = Library(folder)
    return {query: _answer(library, query) for query in QUERIES}


def _answer(library: Library, query: str) -> Row | str:
    try:
        return find(library, query)
    except CatanicaError as fault:
        return str(fault)


def content(folder: Path) -> tuple[Any, ...]:
    """All that an index knows: its tables, what queries find, and the data for the adjudicator."""
    return tables(folder), hits(folder), (folder / COMPILED).read_bytes()


def built_anew(where: Places) -> Path:
    """An index of the same files that knows nothing of the one in force."""
    fresh = replace(where, index=Path(tempfile.mkdtemp(dir=where.data.parent, prefix="anew-")))
    return fresh.index / build(fresh, full=True).generation


def shown(base: KnowledgeBase, ident: str = "112.S.a") -> str:
    """The ruling that a look-up gives."""
    return str(ask(lambda library: library.show(ident), base.places)["ruling"]["de"])


def found(base: KnowledgeBase, query: str) -> list[str]:
    """The ids that a look-up finds."""
    return [hit["id"] for hit in ask(lambda library: find(library, query), base.places)["hits"]]


# --- a pure function -----------------------------------------------------------------------------------


def test_building_twice_gives_the_same(knowledge_base: KnowledgeBase) -> None:
    first, second = built_anew(knowledge_base.places), built_anew(knowledge_base.places)
    assert first != second
    assert content(first) == content(second)
    assert tables(first)["articles"]
    assert hits(first)["spy"]["hits"]


def test_no_order_depends_on_the_seed_of_the_process(tmp_path: Path) -> None:
    """Two processes whose sets are ordered differently write the same index."""
    base = make_knowledge_base(tmp_path)
    base.change("cards/kartenspiel/basis.yaml", "sources: [112.S.a]", "sources: [nowhere, nobody, 112.S.a]")
    base.change("112.S.a", "cards: [Spion]", "cards: [Spion, Bibliothek, Turm, Mühle]")
    built = []
    for seed in "12":
        env = {**os.environ, **base.environment, "CATANICA_CACHE": str(tmp_path / seed), "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, PROJECT / "build_index.py"], env=env, check=True, capture_output=True, timeout=60)
        (index,) = (tmp_path / seed).iterdir()
        built.append(content(folder_in_force(replace(base.places, index=index))))
    assert built[0] == built[1]


def test_the_time_of_a_file_does_not_matter(knowledge_base: KnowledgeBase) -> None:
    before = content(built_anew(knowledge_base.places))
    for path in knowledge_base.places.root.rglob("*.*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert content(built_anew(knowledge_base.places)) == before


# --- patching equals building anew ---------------------------------------------------------------------


def _write(base: KnowledgeBase, ident: str, **parts: Any) -> None:
    base.write(ident, record_text(ident, **parts))


def _rename(base: KnowledgeBase, ident: str, name: str) -> None:
    path = base.path(ident)
    if path.exists():
        path.rename(path.with_name(name))


def _edit(base: KnowledgeBase, name: str, old: str, new: str) -> None:
    """Replace a passage where it still stands."""
    path = base.path(name)
    if path.exists():
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def _touch(base: KnowledgeBase) -> None:
    for path in base.places.articles.rglob("*.md"):
        path.touch()


Edit = Callable[[KnowledgeBase], object]
EDITS: dict[str, Edit] = {
    "edit ruling": lambda base: _write(base, "112.S.a", ruling="Ja, zweimal.", more="cards: [Spion]\n"),
    "edit back": lambda base: _write(base, "112.S.a", more="cards: [Spion]\n"),
    "edit reasoning": lambda base: _write(base, "112.S.a", body="Handelsflotten sehen zu, siehe ALM.Räuber.\n"),
    "drop cards": lambda base: _write(base, "112.S.a"),
    "narrow variants": lambda base: _edit(base, "112.S.a", "  game:", "  variants: [grundspiel]\n  game:"),
    "add": lambda base: _write(base, "112.S.b", question="Darf der Räuber klauen?", more="cards: [Bibliothek]\n"),
    "add elsewhere": lambda base: _write(base, "112.R.a", question="Reitet ein Spion?", body="Siehe 112.S.b.\n"),
    "add to an unlisted unit": lambda base: _write(base, "ALM.Neu", kind="rule", game="brettspiel", question="Was ist neu?"),
    "change the id within": lambda base: _edit(base, "112.S.b", "id: 112.S.b", "id: 112.S.c"),
    "delete": lambda base: base.path("112.S.a").unlink(missing_ok=True),
    "delete the new one": lambda base: base.path("112.S.b").unlink(missing_ok=True),
    "rename": lambda base: _rename(base, "112.S.a", "112.S.x.md"),
    "rename to another kind": lambda base: _rename(base, "112.S.a", "112.S.a.txt"),
    "duplicate": lambda base: base.write("articles/encyclopaedia/112/0.md", record_text("112.S.a", ruling="Vielleicht.")),
    "remove the duplicate": lambda base: base.path("articles/encyclopaedia/112/0.md").unlink(missing_ok=True),
    "break": lambda base: base.write("112.S.a", "---\nid: 112.S.a\nkind: [\n---\n"),
    "break the open question": lambda base: _edit(base, "OFFEN.1", "kind: open-question", "kind: rumour"),
    "not text": lambda base: base.path("112.S.a").write_bytes(b"\xff\xfe\x00"),
    "unknown book": lambda base: base.write("articles/encyclopaedia/112/1.md", record_text("XYZ.1")),
    "rename a card": lambda base: _edit(base, "cards/kartenspiel/basis.yaml", "Späher", "Kundschafter"),
    "break the cards": lambda base: base.write("cards/kartenspiel/basis.yaml", "cards: ["),
    "retitle a section": lambda base: _edit(base, "books/encyclopaedia.yaml", "{de: Spion, en: Spy}", "{de: Lauscher}"),
    "list the new unit": lambda base: _edit(base, "books/almanach.yaml", "[ALM.Räuber]", "[ALM.Neu, ALM.Räuber]"),
    "new synonym": lambda base: base.write("words/synonyms.yaml", "de:\n- [mopsen, suchen]\n"),
    "new constituent": lambda base: base.write("words/constituents.txt", "Handel Flotte Such Spion\n"),
    "touch": _touch,
}  # fmt: skip
SEQUENCES = (
    ["edit ruling"],
    ["edit ruling", "edit back"],
    ["add"],
    ["add", "delete the new one"],
    ["add", "change the id within"],
    ["add", "change the id within", "add"],
    ["delete"],
    ["delete", "edit back"],
    ["rename"],
    ["rename", "edit ruling"],
    ["rename to another kind", "touch"],
    ["rename to another kind", "edit back"],
    ["duplicate", "edit ruling"],
    ["duplicate", "edit ruling", "remove the duplicate"],
    ["duplicate", "delete"],
    ["break"],
    ["break", "edit back"],
    ["not text", "edit back"],
    ["add elsewhere", "add", "delete the new one"],
    ["add to an unlisted unit", "list the new unit"],
    ["rename a card", "edit reasoning", "break the cards"],
    ["retitle a section", "edit ruling"],
    ["new synonym", "new constituent", "edit reasoning"],
    ["break the open question", "unknown book", "drop cards"],
    ["narrow variants", "touch", "edit back"],
)


def play(base: KnowledgeBase, names: list[str]) -> Iterator[str]:
    """Make one edit after the other; after each the index is brought up to date by patching."""
    build(base.places)
    for name in names:
        EDITS[name](base)
        build(base.places)
        yield name


@pytest.mark.parametrize("names", SEQUENCES, ids=", ".join)
def test_a_patched_index_equals_a_new_one(knowledge_base: KnowledgeBase, names: list[str]) -> None:
    assert list(play(knowledge_base, names)) == names
    assert content(folder_in_force(knowledge_base.places)) == content(built_anew(knowledge_base.places))


@settings(max_examples=4)
@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=3, max_size=8))
def test_any_edits_lead_to_the_index_of_their_outcome(names: list[str]) -> None:
    """Which way the files became what they are leaves no trace."""
    with tempfile.TemporaryDirectory() as folder:
        base = make_knowledge_base(Path(folder))
        assert list(play(base, names)) == names
        assert content(folder_in_force(base.places)) == content(built_anew(base.places))


def test_patches_are_folded_into_a_new_index_in_time(knowledge_base: KnowledgeBase) -> None:
    """However often one file is edited, the search folder does not grow without end."""
    most = 0
    for number in range(MOST_PATCHES + 3):
        _write(knowledge_base, "112.S.a", ruling=f"Es sind {number}.")
        build(knowledge_base.places)
        folder = folder_in_force(knowledge_base.places)
        most = max(most, len(list((folder / "search").glob("*.seg"))))
    assert 2 < most <= MOST_PATCHES
    assert len(list((folder / "search").glob("*.seg"))) < MOST_PATCHES
    assert content(folder) == content(built_anew(knowledge_base.places))


# --- what did not change is not read again -------------------------------------------------------------


def forge_memory(base: KnowledgeBase, old: str, new: str) -> None:
    """Change, as no file says it, what the last build remembers of the articles."""
    memory = folder_in_force(base.places) / "cache.pickle"
    forged = memory.read_bytes().replace(old.encode(), new.encode())
    assert forged != memory.read_bytes()
    assert len(forged) == memory.stat().st_size
    memory.write_bytes(forged)


def test_a_file_with_a_new_time_and_the_same_content_is_not_read_again(knowledge_base: KnowledgeBase) -> None:
    build(knowledge_base.places)
    forge_memory(knowledge_base, "sucht einmal", "sucht niemal")
    os.utime(knowledge_base.path("112.S.a"), (2_000_000_000, 2_000_000_000))
    assert shown(knowledge_base) == "Nein, ein Spion sucht niemal."


def test_only_the_file_that_changed_is_read_again(knowledge_base: KnowledgeBase) -> None:
    build(knowledge_base.places)
    forge_memory(knowledge_base, "Auf ein anderes Feld.", "Auf ein Nachbarfeld. ")
    forge_memory(knowledge_base, "sucht einmal", "sucht niemal")
    knowledge_base.change("112.S.a", RULING, "Ja.")
    assert (shown(knowledge_base), shown(knowledge_base, "ALM.Räuber")) == ("Ja.", "Auf ein Nachbarfeld. ")


@pytest.mark.parametrize("name", ["books/duell.yaml", "cards/brettspiel/steine.yaml", "words/synonyms.yaml"])
def test_everything_is_read_again_once_what_it_rests_on_changed(knowledge_base: KnowledgeBase, name: str) -> None:
    build(knowledge_base.places)
    forge_memory(knowledge_base, "sucht einmal", "sucht niemal")
    knowledge_base.write(name, knowledge_base.path(name).read_text(encoding="utf-8") + "# a remark\n")
    assert shown(knowledge_base) == RULING


def test_a_look_up_builds_only_when_files_changed(knowledge_base: KnowledgeBase) -> None:
    shown(knowledge_base)
    before = folder_in_force(knowledge_base.places)
    shown(knowledge_base)
    assert found(knowledge_base, "Spion")
    assert folder_in_force(knowledge_base.places) == before
    assert build(knowledge_base.places).generation == before.name


# --- the next look-up sees what changed ----------------------------------------------------------------


def test_a_changed_article_is_seen_by_the_next_look_up(knowledge_base: KnowledgeBase) -> None:
    assert shown(knowledge_base) == RULING
    knowledge_base.change("112.S.a", RULING, "Ja, mit Xylophon.")
    assert shown(knowledge_base) == "Ja, mit Xylophon."
    assert found(knowledge_base, "Xylophon") == ["112.S.a"]


def test_a_change_of_one_letter_within_the_same_second_is_seen(knowledge_base: KnowledgeBase) -> None:
    """Same size, same time of change as an editor or `cp -p` may leave it."""
    path = knowledge_base.path("112.S.a")
    shown(knowledge_base)
    before = path.stat()
    knowledge_base.change("112.S.a", "sucht einmal.", "sucht niemal.")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert shown(knowledge_base) == "Nein, ein Spion sucht niemal."


def test_new_renamed_and_deleted_articles_are_seen(knowledge_base: KnowledgeBase) -> None:
    assert shown(knowledge_base) == RULING
    _write(knowledge_base, "112.S.b", ruling="Mit Xylophon.")
    assert shown(knowledge_base, "112.S.b") == "Mit Xylophon."
    knowledge_base.path("112.S.b").unlink()
    with pytest.raises(UnknownId):
        shown(knowledge_base, "112.S.b")
    assert found(knowledge_base, "Xylophon") == []


def test_a_changed_card_is_seen(knowledge_base: KnowledgeBase) -> None:
    def cost() -> Any:
        return ask(lambda library: library.card("Spion"), knowledge_base.places)[0]["cost"]

    assert cost() is None
    knowledge_base.change("cards/kartenspiel/basis.yaml", "copies: 2", "copies: 2, cost: {Gold: 1}")
    assert cost() == {"Gold": 1}


def test_a_new_name_of_a_card_finds_its_records(knowledge_base: KnowledgeBase) -> None:
    assert found(knowledge_base, "Xylophon") == []
    knowledge_base.change("cards/kartenspiel/basis.yaml", "[Späher]", "[Späher, Xylophon]")
    assert found(knowledge_base, "Xylophon") == ["112.S.a"]


def test_a_changed_book_is_seen(knowledge_base: KnowledgeBase) -> None:
    def title() -> Any:
        return ask(lambda library: library.show("112.S"), knowledge_base.places)["title"]["de"]

    assert title() == "Spion"
    knowledge_base.change("books/encyclopaedia.yaml", "{de: Spion, en: Spy}, see", "{de: Spione, en: Spy}, see")
    assert title() == "Spione"


def test_a_new_synonym_is_seen(knowledge_base: KnowledgeBase) -> None:
    assert found(knowledge_base, "quaxen") == []
    knowledge_base.write("words/synonyms.yaml", "de:\n- [quaxen, suchen]\n")
    assert "112.S.a" in found(knowledge_base, "quaxen")


# --- damage --------------------------------------------------------------------------------------------


def _spoil(path: Path) -> None:
    """Other bytes, same size."""
    path.write_bytes(bytes(255 - byte for byte in path.read_bytes()))


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _part(folder: Path, pattern: str) -> Path:
    return next(path for path in folder.rglob(pattern) if path.is_file())


Damage = Callable[[Path], object]
DAMAGE: dict[str, Damage] = {
    "truncated database": lambda current: _truncate(current / "catanica.db"),
    "garbage for a database": lambda current: _spoil(current / "catanica.db"),
    "no database": lambda current: (current / "catanica.db").unlink(),
    "empty database": lambda current: (current / "catanica.db").write_bytes(b""),
    "database of another program": lambda current: _other_database(current),
    "no search folder": lambda current: shutil.rmtree(current / "search"),
    "truncated postings": lambda current: _truncate(_part(current, "*.seg")),
    "garbage for postings": lambda current: _spoil(_part(current, "*.seg")),
    "garbage for the list of segments": lambda current: _spoil(_part(current, "*.toc")),
    "no list of segments": lambda current: _part(current, "*.toc").unlink(),
    "truncated memory": lambda current: _truncate(current / "cache.pickle"),
    "garbage for memory": lambda current: _spoil(current / "cache.pickle"),
    "no folder in force": shutil.rmtree,
    "no manifest": lambda current: (current.parent / MANIFEST).unlink(),
    "empty manifest": lambda current: (current.parent / MANIFEST).write_bytes(b""),
    "garbage for a manifest": lambda current: _spoil(current.parent / MANIFEST),
    "truncated manifest": lambda current: _truncate(current.parent / MANIFEST),
    "manifest of another format": lambda current: _rewrite(current, FORMAT, "catanica-index 999"),
    "manifest that names another folder": lambda current: _rewrite(current, current.name, "index-elsewhere"),
    "manifest without parts": lambda current: _keep_lines(current, 3),
    "no index at all": lambda current: shutil.rmtree(current.parent),
}


def _rewrite(current: Path, old: str, new: str) -> None:
    manifest = current.parent / MANIFEST
    text = manifest.read_text(encoding="utf-8")
    assert old in text
    manifest.write_text(text.replace(old, new), encoding="utf-8")


def _keep_lines(current: Path, count: int) -> None:
    manifest = current.parent / MANIFEST
    manifest.write_text("\n".join(manifest.read_text(encoding="utf-8").splitlines()[:count]), encoding="utf-8")


def _other_database(current: Path) -> None:
    """A sound SQLite file without our tables, of which the manifest knows the size."""
    path, size = current / "catanica.db", (current / "catanica.db").stat().st_size
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE other (value)")
    _rewrite(current, f"{size} catanica.db", f"{path.stat().st_size} catanica.db")


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_index_is_repaired_by_the_next_look_up(knowledge_base: KnowledgeBase, damage: Damage) -> None:
    """The answer is right at once, whether or not a file was edited as well."""
    base, where = knowledge_base, knowledge_base.places
    build(where)
    damage(folder_in_force(where))
    assert (found(base, "Spion")[0], shown(base)) == ("112.S.a", RULING)
    build(where)
    damage(folder_in_force(where))
    base.change("112.S.a", RULING, "Ja.")
    assert (found(base, "Spion")[0], shown(base)) == ("112.S.a", "Ja.")
    assert tables(folder_in_force(where)) == tables(built_anew(where))


@pytest.mark.parametrize("damage", [_spoil, _truncate, Path.unlink], ids=["garbage", "truncated", "gone"])
def test_damaged_data_for_the_adjudicator_is_repaired(knowledge_base: KnowledgeBase, damage: Damage) -> None:
    build(knowledge_base.places)
    damage(folder_in_force(knowledge_base.places) / COMPILED)
    assert load(knowledge_base.places).knows("112.S.a")


def test_the_adjudicator_sees_what_changed(knowledge_base: KnowledgeBase) -> None:
    assert not load(knowledge_base.places).knows("112.S.b")
    _write(knowledge_base, "112.S.b")
    assert load(knowledge_base.places).knows("112.S.b")


def test_sweeping_leaves_the_index_in_force_and_the_one_before(knowledge_base: KnowledgeBase) -> None:
    """A reader who has just opened the old one may finish; half-built and older ones go."""
    where, kept = knowledge_base.places, []
    for number in range(5):
        _write(knowledge_base, "112.S.a", ruling=f"Es sind {number}.")
        (where.index / f"index-abandoned{number}").mkdir(parents=True)
        kept.append(build(where).generation)
    assert sorted(path.name for path in where.index.glob("index-*")) == sorted(kept[-2:])
    assert {path.name for path in where.index.iterdir()} == {MANIFEST, "lock", *kept[-2:]}


def test_a_reader_is_not_disturbed_by_a_build(knowledge_base: KnowledgeBase) -> None:
    """Who opened the index before a change goes on reading the old one."""
    where = knowledge_base.places
    build(where)
    reader = Library(folder_in_force(where))
    knowledge_base.change("112.S.a", RULING, "Ja.")
    assert shown(knowledge_base) == "Ja."
    assert reader.show("112.S.a")["ruling"]["de"] == RULING
    assert find(reader, "Spion")["hits"][0]["id"] == "112.S.a"


# --- processes -----------------------------------------------------------------------------------------


def start_build(base: KnowledgeBase, *flags: str) -> subprocess.Popen[bytes]:
    """A build as a process of its own, at the head of its own group."""
    where = base.places
    code = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(PROJECT)!r})
from build_index import build
from faq.places import Places
build(Places(Path({str(where.root)!r}), Path({str(where.index)!r}), Path({str(where.data)!r})), full={bool(flags)})
"""
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def wait_for(event: Callable[[], object], running: subprocess.Popen[bytes]) -> None:
    """Until something has happened, or the process has ended."""
    while not event() and running.poll() is None:
        time.sleep(0.001)


@posix_only
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.025, None], ids=lambda d: "while reading" if d is None else f"{d} s")
def test_a_killed_build_leaves_the_old_index_and_the_next_repairs(knowledge_base: KnowledgeBase, delay: float | None) -> None:
    """Killed somewhere between the first file that it writes and the last."""
    base, where = knowledge_base, knowledge_base.places
    build(where)
    old = content(folder_in_force(where))
    before = set(where.index.iterdir())
    base.change("112.S.a", RULING, "Ja.")
    building = start_build(base)
    if delay is None:
        time.sleep(0.2)
    else:
        wait_for(lambda: set(where.index.iterdir()) - before, building)
        time.sleep(delay)
    building.kill()
    building.wait(timeout=20)
    now = content(folder_in_force(where))
    assert now in (old, content(built_anew(where)))
    assert (shown(base), found(base, "Spion")[0]) == ("Ja.", "112.S.a")
    assert content(folder_in_force(where)) == content(built_anew(where))
    assert len(list(where.index.glob("index-*"))) <= 2


@posix_only
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see the helpers of a build")
def test_a_killed_build_with_helpers_does_not_block_the_next(knowledge_base: KnowledgeBase) -> None:
    """A large build shares its work among processes; when it is killed, none of them may keep the lock."""
    base = knowledge_base
    for number in range(WORTH_SHARING + 50):
        _write(base, f"112.S.n{number}", body="Ein langer Satz über Spione und Räuber. " * 50)
    building = start_build(base)
    helpers = Path(f"/proc/{building.pid}/task/{building.pid}/children")
    wait_for(lambda: len(helpers.read_text().split()) >= 2, building)
    building.kill()
    building.wait(timeout=20)
    second = start_build(base)
    try:
        second.wait(timeout=15)
        assert second.returncode == 0
    except subprocess.TimeoutExpired:
        pytest.fail("the next build waits for ever for a lock that helpers of the killed one hold")
    finally:
        for process in (building, second):
            _end_group(process)
    assert shown(base) == RULING


def _end_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def test_two_builds_at_once_leave_one_valid_index(knowledge_base: KnowledgeBase) -> None:
    where = knowledge_base.places
    both = [start_build(knowledge_base, "--full"), start_build(knowledge_base, "--full")]
    errors = [building.communicate(timeout=60)[1] for building in both]
    assert [(building.returncode, error) for building, error in zip(both, errors, strict=True)] == [(0, b"")] * 2
    assert content(folder_in_force(where)) == content(built_anew(where))


@posix_only
def test_a_build_waits_for_another_and_then_finds_the_work_done(knowledge_base: KnowledgeBase) -> None:
    """Two builds that start while a third is at work write nothing; after it, one of them does the work."""
    import fcntl

    index = knowledge_base.places.index
    index.mkdir(parents=True)
    with (index / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        both = [start_build(knowledge_base), start_build(knowledge_base)]
        until = time.monotonic() + 0.7
        wait_for(lambda: time.monotonic() > until or list(index.glob("index-*")), both[0])
        assert [building.poll() for building in both] == [None, None]
        assert list(index.glob("index-*")) == []
    assert [building.wait(timeout=60) for building in both] == [0, 0]
    assert len(list(index.glob("index-*"))) == 1


def test_look_ups_during_builds_are_always_right(knowledge_base: KnowledgeBase) -> None:
    """While another process rebuilds and sweeps, every answer is whole."""
    base = knowledge_base
    shown(base)
    building = start_build(base, "--full")
    answers = set()
    while building.poll() is None:
        answers.add((shown(base), found(base, "Spion")[0]))
    assert answers == {(RULING, "112.S.a")}
    assert QUESTION in ask(lambda library: library.show("112.S.a"), base.places)["question"]["de"]
