"""What is wrong with the files, all of them taken together?

`check_all` reads everything once and returns every finding, with what could be read; a bad file never
hides the others. The index is built from the same reading.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from faq.books import Book, read_book
from faq.cards import CLASSES, PLACES, Registry, read_set
from faq.errors import BrokenBook, UnreadableFile
from faq.findings import Code, Finding
from faq.ids import BOOKS, book_of, file_of, parent_of, sort_key
from faq.places import Places, places
from faq.records import Article, Record, Text, read_article
from faq.words import word_list_faults


@dataclass(frozen=True)
class Shared:
    """What all records rest on: books and cards, and the faults of their files."""

    books: tuple[Book, ...]
    registry: Registry
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Library:
    """Everything that the files say: books, cards, articles, and what is wrong with them."""

    shared: Shared
    articles: tuple[Article, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def books(self) -> tuple[Book, ...]:
        return self.shared.books

    @property
    def registry(self) -> Registry:
        return self.shared.registry

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """The usable records in reading order; of duplicates the one in the right place."""
        chosen: dict[str, Article] = {}
        for article in self.articles:
            if article.record is None or book_of(article.record.id) is None:
                continue
            before = chosen.get(article.record.id)
            if before is None or in_right_place(article):
                chosen[article.record.id] = article
        return tuple(sorted((a.record for a in chosen.values() if a.record), key=lambda record: sort_key(record.id)))

    @cached_property
    def targets(self) -> frozenset[str]:
        """Every id that a reference may point at."""
        found = {record.id for record in self.records}
        for book in self.books:
            for chapter in book.chapters:
                found.add(chapter.id)
                found.update(section.id for section in chapter.sections)
        for ident in tuple(found):
            while (ident := parent_of(ident) or "") and book_of(ident) != "offen":
                found.add(ident)
        return frozenset(found)


def read_articles(folder: Path) -> Iterator[Article]:
    """Every article file below the folder, in a fixed order."""
    for path in sorted(folder.rglob("*.md")):
        yield read_article(path, name_of(path, folder))


def name_of(path: Path, folder: Path) -> str:
    """How findings call a file; bytes in its name that are no text become question marks."""
    return path.relative_to(folder).as_posix().encode("utf-8", "replace").decode("utf-8")


def read_shared(places: Places) -> Shared:
    """Books and cards; a file that cannot be used is reported and left out."""
    books, sets, findings = [], [], []
    for name in BOOKS:
        try:
            books.append(read_book(places.books / f"{name}.yaml"))
        except BrokenBook as fault:
            findings.append(_broken(f"books/{name}.yaml", fault))
            books.append(Book(name, Text(name), None, None, "", ()))
    for path in sorted(places.cards.glob("*/*.yaml")):
        try:
            sets.append(read_set(path))
        except BrokenBook as fault:
            findings.append(_broken(f"cards/{path.parent.name}/{path.name}", fault))
    findings += [_broken(f"words/{name}", fault) for name, fault in word_list_faults(places.words)]
    return Shared(tuple(books), Registry(sets), tuple(findings))


def _broken(name: str, fault: BrokenBook) -> Finding:
    return Finding(name, fault.line, Code.BROKEN_DATA, str(fault))


def read_library(places: Places) -> Library:
    """Read all files and judge them."""
    return judge(Library(read_shared(places), tuple(read_articles(places.articles))))


def judge(library: Library) -> Library:
    """The library with everything that is wrong with it."""
    found = [*library.shared.findings, *_all_findings(library), *data_findings(library.shared, library.targets)]
    return replace(library, findings=tuple(sorted(found)))


def check(paths: Sequence[Path], where: Places | None = None) -> list[Finding]:
    """The findings on the whole knowledge base, or on these files and folders; drafts from elsewhere are judged as if added."""
    where = where or places()
    library = read_library(where)
    if not paths:
        return [replace(finding, file=_shown(where, finding.file)) for finding in library.findings]
    found = []
    for path in paths:
        if not path.exists():
            raise UnreadableFile(f"{path}: no such file or folder")
        inside = path.resolve().is_relative_to(where.root.resolve())
        found += _within(path, where, library) if inside else _drafts(path, library)
    return sorted(set(found))


def _shown(where: Places, name: str) -> str:
    """A file of the knowledge base as somebody in the working directory would call it."""
    path = where.root / name if name.startswith(("books/", "cards/", "words/")) else where.articles / name
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _within(path: Path, where: Places, library: Library) -> list[Finding]:
    shown = [replace(finding, file=_shown(where, finding.file)) for finding in library.findings]
    return [finding for finding in shown if Path(finding.file).resolve().is_relative_to(path.resolve())]


def _drafts(path: Path, library: Library) -> list[Finding]:
    files = sorted(path.rglob("*.md")) if path.is_dir() else [path]
    drafts = tuple(read_article(file, str(file) if file.is_absolute() else f"./{file}") for file in files)
    judged = judge(replace(library, articles=(*library.articles, *drafts)))
    names = {draft.file for draft in drafts}
    expected = (Code.WRONG_PLACE, Code.DUPLICATE_ID)
    return [finding for finding in judged.findings if finding.file in names and finding.code not in expected]


def in_right_place(article: Article) -> bool:
    """Whether the file lies where its id wants it."""
    return article.id is not None and article.file == str(file_of(article.id))


def _all_findings(library: Library) -> Iterator[Finding]:
    targets, books = library.targets, {book.id: book for book in library.books}
    seen: dict[str, str] = {}
    for article in library.articles:
        yield from article.findings
        if article.id is None or book_of(article.id) is None:
            yield from _unknown_book(article)
            continue
        yield from _place_findings(article, books, seen)
        if article.record is None:
            continue
        yield from _english_findings(article.record, article)
        yield from _card_findings(article.record, article, library.registry)
        yield from _reference_findings(article, targets)


def _unknown_book(article: Article) -> Iterator[Finding]:
    if article.id is not None:
        line = article.lines.get("id", 2)
        message = f"{article.id!r} is an id of no known book; begin it with a chapter number, DUELL, GZ, DREI, ALM or OFFEN"
        yield Finding(article.file, line, Code.UNKNOWN_BOOK, message)


def _place_findings(article: Article, books: dict[str, Book], seen: dict[str, str]) -> Iterator[Finding]:
    ident, line = article.id or "", article.lines.get("id", 2)
    book = books[book_of(ident) or ""]
    if not in_right_place(article):
        yield Finding(article.file, line, Code.WRONG_PLACE, f"{ident} belongs into {file_of(ident)}; move the file there")
    if ident in seen:
        yield Finding(
            article.file, line, Code.DUPLICATE_ID, f"{ident} stands in {seen[ident]}, too; give one of them another id"
        )
    seen.setdefault(ident, article.file)
    retired = next((tomb for tomb in book.retired if tomb.id == ident), None)
    if retired is not None:
        yield Finding(article.file, line, Code.RETIRED_ID, f"{ident} is retired and never given again; choose a new id")
    elif not book.has_section_for(ident):
        message = f"no section {parent_of(ident)} in {book.id}; correct the id or add the section to books/{book.id}.yaml"
        yield Finding(article.file, line, Code.UNKNOWN_SECTION, message)


def _english_findings(record: Record, article: Article) -> Iterator[Finding]:
    if record.question.en is None or record.ruling.en is None or record.english_of == record.german_hash:
        return
    line = article.lines.get("english_of", article.lines.get("question", 1))
    if record.english_of is None:
        message = f"nobody has marked the English as checked; do so with `catanica stamp {record.id}`"
    else:
        message = f"the German has changed since the English was checked; read both, then `catanica stamp {record.id}`"
    yield Finding(article.file, line, Code.STALE_ENGLISH, message)


def _card_findings(record: Record, article: Article, registry: Registry) -> Iterator[Finding]:
    for name in record.cards:
        canonical = registry.canonical(name, record.applies.game)
        if canonical == name:
            continue
        line = article.lines.get("cards", 1)
        if canonical:
            message = f"write {canonical!r}, the name in the registry, for {name!r}"
        else:
            names = {card.name.de for card in registry.cards()}
            near = ", ".join(difflib.get_close_matches(name, names, 3)) or "none near"
            message = f"{record.applies.game} has no card {name!r}; nearest: {near}"
        yield Finding(article.file, line, Code.UNKNOWN_CARD, message)


def _reference_findings(article: Article, targets: frozenset[str]) -> Iterator[Finding]:
    for placed in article.references:
        for ident in (placed.reference.target, placed.reference.end):
            if ident is not None and ident not in targets:
                message = f"{ident} does not exist; correct it, or record it in the errata if the original says so"
                yield Finding(article.file, placed.line, Code.DANGLING_REFERENCE, message)


def data_findings(shared: Shared, targets: frozenset[str]) -> Iterator[Finding]:
    """What is wrong within the files of books and cards."""
    for book in shared.books:
        yield from _book_findings(book, targets)
    for card_set in shared.registry.sets:
        file = f"cards/{card_set.game}/{card_set.id}.yaml"
        for card in card_set.cards:
            if (kind := card.value("class")) not in CLASSES:
                yield Finding(file, 1, Code.BROKEN_DATA, f"{card.name.de}: class {kind!r}; choose one of {', '.join(CLASSES)}")
            if (place := card.value("place")) is not None and place not in PLACES:
                yield Finding(file, 1, Code.BROKEN_DATA, f"{card.name.de}: place {place!r}; choose one of {', '.join(PLACES)}")
            for source in {source for fact in card.facts.values() for source in fact.sources}:
                if source not in targets and source not in card_set.public_sources:
                    message = f"{card.name.de}: the source {source!r} is neither a record nor one of `public_sources`"
                    yield Finding(file, 1, Code.DANGLING_REFERENCE, message)
            for fact in card.facts.values():
                if not fact.sources:
                    yield Finding(file, 1, Code.BROKEN_DATA, f"{card.name.de}: {fact.field} has no source")


def _book_findings(book: Book, targets: frozenset[str]) -> Iterator[Finding]:
    """Every id that a book's own data names must exist, or be listed as dangling."""
    file = f"books/{book.id}.yaml"
    named = [(f"register entry {entry.term!r}", target) for entry in book.register for target in entry.targets]
    named += [(f"change {change.subject.de!r}", change.article) for change in book.changes]
    named += [(f"erratum {erratum.printed!r}", erratum.means) for erratum in book.errata if erratum.means]
    for place, target in named:
        for ident in target.split("–"):
            if ident not in targets:
                yield Finding(
                    file, 1, Code.DANGLING_REFERENCE, f"{place}: {ident} does not exist; correct it or list it as dangling"
                )
