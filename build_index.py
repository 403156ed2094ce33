"""Build the index of the knowledge base: `python build_index.py`.

The index is a pure function of the files. It is written beside the old one and put in force by
replacing one small file, so a build that dies leaves the old index working. Files that did not change
are not read again. Looking something up builds the index by itself when files or program changed.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Process
from pathlib import Path
from typing import Any

from faq.checks import Library, Shared, judge, name_of, read_shared
from faq.compiled import FILE
from faq.documents import Document, DocumentMaker
from faq.errors import UnreadableFile
from faq.freshness import Manifest, fingerprint, read_manifest, write_manifest
from faq.places import Places, places
from faq.records import Article, Record, read_article
from faq.searchindex import write_index
from faq.store import chapter_of_record, write_store
from faq.vocabulary import VARIANTS
from faq.words import WordLists, read_words

MOST_PATCHES = 30
WORTH_SHARING = 100
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Entry:
    """What was worked out from one article file."""

    article: Article
    document: Document | None


@dataclass
class Cache:
    """What was worked out, by name and content of the file; kept with the index for the next build."""

    data_hash: str = ""
    shared: Shared | None = None
    lists: WordLists | None = None
    entries: dict[str, Entry] = field(default_factory=dict)
    indexed: dict[str, str] = field(default_factory=dict)
    patches: int = 0


def build(where: Places | None = None, full: bool = False, say: Progress | None = None) -> Manifest:
    """Bring the index up to date with the files and return what is in force now."""
    where = where or places()
    if not where.articles.is_dir():
        raise UnreadableFile(f"{where.root}: no knowledge base here (no folder `articles`); correct CATANICA_HOME")
    with _lock(where):
        stamp = fingerprint(where)
        current = None if full else read_manifest(where.index)
        if current is not None and current.stamp == stamp:
            return current
        with _without_collector():
            try:
                return _build(where, stamp, current, say or _silence)
            except Exception:  # an old index that is damaged may fail in any way, and is worth nothing
                if current is None:
                    raise
                return _build(where, stamp, None, say or _silence)


def _silence(text: str) -> None:
    """Progress that nobody sees."""


def _build(where: Places, stamp: str, current: Manifest | None, say: Progress) -> Manifest:
    say("reading")
    data_hash = _data_hash(where)
    old = _read_cache(where, current, data_hash)
    shared, lists = old.shared or read_shared(where), old.lists or read_words(where.words)
    entries = dict(_entries(where, old, DocumentMaker(shared.registry, lists.compounds, _headings(shared))))
    library = judge(Library(shared, tuple(entry.article for entry in entries.values())))
    key_of = {id(entry.article.record): key for key, entry in entries.items()}
    indexed = {record.id: key_of[id(record)] for record in library.records}

    say("writing")
    generation = Path(tempfile.mkdtemp(prefix="index-", dir=where.index))
    previous = where.index / current.generation / "search" if current and 0 < old.patches < MOST_PATCHES else None
    before = old.indexed if previous else {}
    changed = [
        (document, _filters(record, library))
        for record in library.records
        if before.get(record.id) != indexed[record.id] and (document := entries[indexed[record.id]].document)
    ]
    gone = before.keys() - indexed.keys()
    cache = Cache(data_hash, shared, lists, entries, indexed, patches=old.patches + 1 if previous else 1)
    many = len(changed) >= WORTH_SHARING
    with (
        _aside(many, write_index, generation / "search", changed, previous, gone),
        _aside(hasattr(os, "fork"), _write_cache, generation / "cache.pickle", cache),
    ):
        documents = [document for key in indexed.values() if (document := entries[key].document)]
        write_store(
            generation / "catanica.db", library, documents, lists.synonyms, previous and previous.parent / "catanica.db"
        )
        (generation / FILE).write_text(json.dumps(_compiled(library), ensure_ascii=False), encoding="utf-8")
    manifest = write_manifest(where.index, generation.name, stamp)
    _sweep(where.index, keep={generation.name, current.generation if current else ""})
    return manifest


def _compiled(library: Library) -> dict[str, Any]:
    """What the adjudicator needs: ids that can be cited, and the cards."""
    cards = [
        {"game": card.game, "set": card.set, "name": card.name.de, "en": card.name.en, "also": card.names[1:]}
        | {field: fact.value for field, fact in card.facts.items() if field != "effect"}
        for card in library.registry.cards()
    ]
    preferred = {record.id: record.preferred for record in library.records if record.preferred}
    return {"ids": sorted(library.targets), "cards": cards, "preferred": preferred}


def _entries(where: Places, old: Cache, maker: DocumentMaker) -> Iterator[tuple[str, Entry]]:
    """Each article under a key made of its name and content; only what is new is worked out."""
    keys = {}
    for path in sorted(where.articles.rglob("*.md")):
        name = name_of(path, where.articles)
        try:
            keys[f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"] = (path, name)
        except OSError:
            keys[f"{name} unreadable"] = (path, name)
    missing = [key for key in keys if key not in old.entries]
    fresh = dict(zip(missing, _work([keys[key] for key in missing], maker), strict=True))
    for key in keys:
        yield key, fresh.get(key) or old.entries[key]


def _work(files: list[tuple[Path, str]], maker: DocumentMaker) -> list[Entry]:
    """Read and analyse files; where there are many, a second process does half of it."""
    if len(files) < WORTH_SHARING:
        return _work_alone(files, maker)
    half = len(files) // 2
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "entries"
        helper = Process(target=_work_aside, args=(files[half:], maker, result), daemon=True)
        helper.start()
        mine = _work_alone(files[:half], maker)
        helper.join()
        theirs = pickle.loads(result.read_bytes()) if helper.exitcode == 0 else _work_alone(files[half:], maker)
    return [*mine, *theirs]


def _work_alone(files: list[tuple[Path, str]], maker: DocumentMaker) -> list[Entry]:
    return [_entry(maker, path, name) for path, name in files]


def _work_aside(files: list[tuple[Path, str]], maker: DocumentMaker, result: Path) -> None:
    """What the second process does; it waits for nobody, so it ends even if the first one is killed."""
    result.write_bytes(pickle.dumps(_work_alone(files, maker), protocol=pickle.HIGHEST_PROTOCOL))


def _entry(maker: DocumentMaker, path: Path, name: str) -> Entry:
    article = read_article(path, name)
    return Entry(article, maker.document(article.record) if article.record and article.record.book else None)


def _filters(record: Record, library: Library) -> dict[str, str]:
    """By what a record can be picked out, apart from its words."""
    variants = record.applies.variants or VARIANTS[record.applies.game]
    return {
        "book": record.book,
        "chapter": chapter_of_record(record, library.books),
        "variant": " ".join(variants),
        "kind": record.kind,
    }


def _headings(shared: Shared) -> dict[str, str]:
    """The titles of the sections of numbered books."""
    return {s.id: s.title.de for book in shared.books for chapter in book.chapters for s in chapter.sections}


def _data_hash(where: Places) -> str:
    """Everything but the articles: books, cards, word lists and the program itself."""
    digest = hashlib.sha256()
    program = Path(__file__).parent
    for folder, pattern in ((where.books, "*"), (where.cards, "*/*"), (where.words, "*"), (program / "faq", "*.py")):
        for path in sorted(folder.glob(pattern)):
            if path.is_file():
                digest.update(f"{path.relative_to(folder)}\0".encode("utf-8", "replace") + path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()


def _write_cache(path: Path, cache: Cache) -> None:
    path.write_bytes(pickle.dumps(cache, protocol=pickle.HIGHEST_PROTOCOL))


def _read_cache(where: Places, current: Manifest | None, data_hash: str) -> Cache:
    """What the last build left, if it can be read and rests on the same books, cards and program."""
    if current is None:
        return Cache()
    try:
        cache = pickle.loads((where.index / current.generation / "cache.pickle").read_bytes())
    except Exception:  # a damaged cache may fail in any way, and is worth nothing but a full build
        return Cache()
    return cache if isinstance(cache, Cache) and cache.data_hash == data_hash else Cache()


def _sweep(folder: Path, keep: set[str]) -> None:
    """Remove what earlier builds left, finished or not."""
    for path in folder.glob("index-*"):
        if path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _aside(worth: bool, function: Callable[..., None], path: Path, *rest: Any) -> Iterator[None]:
    """Write a file or folder while something else is done: in a second process if it is worth it, first otherwise."""
    if not worth:
        function(path, *rest)
        yield
        return
    helper = Process(target=function, args=(path, *rest), daemon=True)
    helper.start()
    yield
    helper.join()
    if helper.exitcode != 0:
        shutil.rmtree(path, ignore_errors=True)
        function(path, *rest)


@contextmanager
def _without_collector() -> Iterator[None]:
    """A build makes many objects and drops few: looking for garbage costs a fifth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def _lock(where: Places) -> Iterator[None]:
    """Only one build at a time; the second waits and then finds the work done."""
    try:
        where.index.mkdir(parents=True, exist_ok=True)
        handle = (where.index / "lock").open("a+")
    except OSError as fault:
        message = f"cannot write the index to {where.index} ({fault.strerror}); set CATANICA_CACHE to a folder of yours"
        raise UnreadableFile(message) from None
    with handle:
        if os.name == "posix":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def main() -> int:
    """Build from the command line; `--full` ignores what is there."""
    show = sys.stderr.isatty()
    manifest = build(full="--full" in sys.argv[1:], say=_progress if show else None)
    print(f"index in force: {manifest.generation}", file=sys.stderr)
    return 0


def _progress(text: str) -> None:
    print(f"\r{text:<12}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    import build_index  # by its own name, so that what is pickled can be read from anywhere

    sys.exit(build_index.main())
