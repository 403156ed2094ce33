"""Build the index of the knowledge base: `python build_index.py`.

The index is a pure function of the files. It is written beside the old one and put in force by
replacing one small file, so a build that dies leaves the old index working. Files that did not change
are not read again. Looking something up builds the index by itself when files or program changed.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faq.errors import UnreadableFile
from faq.freshness import Manifest, fingerprint, read_manifest, write_manifest
from faq.places import Places, places

MOST_PATCHES = 30
Progress = Callable[[str], None]


@dataclass
class Cache:
    """What was worked out from files, by their content; kept with the index for the next build."""

    data_hash: str = ""
    articles: dict[str, Any] = field(default_factory=dict)
    documents: dict[str, Any] = field(default_factory=dict)
    shared: Any = None
    patches: int = 0


def build(where: Places | None = None, full: bool = False, say: Progress | None = None) -> Manifest:
    """Bring the index up to date with the files and return what is in force now."""
    where = where or places()
    with _lock(where):
        stamp = fingerprint(where)
        current = None if full else read_manifest(where.index)
        if current is not None and current.stamp == stamp:
            return current
        return _build(where, stamp, current, say or _silence)


def _build(where: Places, stamp: str, current: Manifest | None, say: Progress) -> Manifest:
    from faq.checks import Library, judge, read_shared
    from faq.documents import DocumentMaker
    from faq.searchindex import write_index
    from faq.store import chapter_of_record, write_store
    from faq.vocabulary import VARIANTS
    from faq.words import read_words

    say("reading")
    data_hash = _data_hash(where)
    old = _read_cache(where, current)
    if old.data_hash != data_hash:
        old = Cache()
    new = Cache(data_hash=data_hash, shared=old.shared or read_shared(where), patches=old.patches + 1)
    new.articles = {key: old.articles.get(key) or article for key, article in _articles(where, old)}
    library = judge(Library(new.shared, tuple(new.articles.values())))

    say("analysing")
    lists = read_words(where.words)
    maker = DocumentMaker(library.registry, lists.compounds, _headings(library))
    key_of = {article.record.id: key for key, article in new.articles.items() if article.record is not None}
    for record in library.records:
        key = key_of[record.id]
        new.documents[record.id] = key, (_cached(old, record.id, key) or maker.document(record))

    say("writing")
    generation = Path(tempfile.mkdtemp(prefix="index-", dir=where.index))
    previous = where.index / current.generation / "search" if current and old.documents and old.patches < MOST_PATCHES else None
    if previous is None:
        new.patches = 0
    changed = [r for r in library.records if previous is None or _cached(old, r.id, key_of[r.id]) is None]
    filters = {
        record.id: {
            "book": record.book,
            "chapter": chapter_of_record(record, library.books),
            "variant": " ".join(record.applies.variants or VARIANTS[record.applies.game]),
        }
        for record in changed
    }
    documents = [(new.documents[record.id][1], filters[record.id]) for record in changed]
    gone = [ident for ident in old.documents if ident not in new.documents]
    write_index(generation / "search", documents, previous, gone)
    write_store(generation / "catanica.db", library, (document for _, document in new.documents.values()), lists.synonyms)
    (generation / "cache.pickle").write_bytes(pickle.dumps(new, protocol=pickle.HIGHEST_PROTOCOL))
    manifest = write_manifest(where.index, generation.name, stamp)
    _sweep(where.index, keep={generation.name, current.generation if current else ""})
    return manifest


def _silence(text: str) -> None:
    """Progress that nobody sees."""


def _cached(old: Cache, ident: str, key: str) -> Any:
    known, document = old.documents.get(ident, ("", None))
    return document if known == key else None


def _articles(where: Places, old: Cache) -> Iterator[tuple[str, Any]]:
    """Each article under a key made of its name and content; only new keys are parsed."""
    from faq.records import read_article

    for path in sorted(where.articles.rglob("*.md")):
        name = path.relative_to(where.articles).as_posix()
        try:
            key = f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        except OSError:
            key = f"{name} unreadable"
        yield key, old.articles.get(key) or read_article(path, name)


def _headings(library: Any) -> dict[str, tuple[str, ...]]:
    """The heading under which each record of a numbered book stands."""
    titles = {
        section.id: section.title.de for book in library.books for chapter in book.chapters for section in chapter.sections
    }
    return {r.id: (titles[parent],) for r in library.records if (parent := r.id.rpartition(".")[0]) in titles}


def _data_hash(where: Places) -> str:
    """Everything but the articles: books, cards, word lists and the program itself."""
    digest = hashlib.sha256()
    program = Path(__file__).parent
    for folder, pattern in ((where.books, "*"), (where.cards, "*/*"), (where.words, "*"), (program / "faq", "*.py")):
        for path in sorted(folder.glob(pattern)):
            if path.is_file():
                digest.update(f"{path.name}\0".encode() + path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()


def _read_cache(where: Places, current: Manifest | None) -> Cache:
    if current is None:
        return Cache()
    try:
        cache = pickle.loads((where.index / current.generation / "cache.pickle").read_bytes())
    except Exception:  # a damaged cache may fail in any way, and is worth nothing but a full build
        return Cache()
    return cache if isinstance(cache, Cache) else Cache()


def _sweep(folder: Path, keep: set[str]) -> None:
    """Remove what earlier builds left, finished or not."""
    for path in folder.glob("index-*"):
        if path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)


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
    manifest = build(
        full="--full" in sys.argv[1:], say=lambda text: print(f"\r{text:<12}", end="", file=sys.stderr) if show else None
    )
    print(f"{'' if not show else chr(13)}index in force: {manifest.generation}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    import build_index  # by its own name, so that what is pickled can be read from anywhere

    sys.exit(build_index.main())
