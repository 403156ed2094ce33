"""How does the knowledge base become an SQLite file?

The only module that knows sqlite-utils. The file is written from scratch out of what was read from the
articles, books and cards; `lookup` reads it with plain sqlite3.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from faq.books import Book
from faq.cards import Card, Registry
from faq.checks import Library
from faq.documents import Document
from faq.ids import BOOKS, file_of, fold, id_key, parent_of
from faq.language import letters
from faq.records import Record, Text

Row = dict[str, Any]


FROM_SHARED_DATA = frozenset(
    {"books", "chapters", "sections", "cards", "sets", "card_names", "changes", "errata", "retired", "synonyms"}
)


def write_store(
    path: Path,
    library: Library,
    documents: Iterable[Document],
    synonyms: Mapping[str, tuple[str, ...]],
    previous: Path | None = None,
) -> None:
    """Write the store into a new file; what rests on books, cards and words alone is kept from a previous one."""
    if previous is not None:
        shutil.copyfile(previous, path)
    db = Database(path)
    for setting in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "cache_size = -40000"):
        db.conn.execute(f"PRAGMA {setting}")
    with db.conn:
        for table, rows in _tables(library, tuple(documents), synonyms):
            if previous is None:
                _write(db, table, rows)
            elif table not in FROM_SHARED_DATA:
                db.conn.execute(f"DROP TABLE [{table}]")
                _write(db, table, rows)
    db.close()


TABLES: dict[str, str] = {
    "books": "id! title_de title_en game year:int prefix position:int",
    "chapters": "id! book title_de title_en page:int note_de note_en position:int",
    "sections": "id! chapter book title_de title_en subtitle page:int position:int",
    "articles": "id! book chapter section position:int kind adjudicable:int question_de question_en ruling_de ruling_en"
    " body_de body_en game variants sets since:int until:int cards restates preferred readings page:int file",
    "refs": "source* target* end clause kind field line:int found:int",
    "names": "key* id kind",
    "cards": "game set name name_en synonyms facts confidence notes",
    "sets": "game id title_de title_en total:int total_source position:int public_sources",
    "card_names": "key* game name printed",
    "mentions": "card game article",
    "register": "key term book targets see dangling position:int",
    "changes": "position:int book subject_de subject_en cards before_de before_en after_de after_en year:int article clause"
    " status variants restates note_de note_en",
    "errata": "book where_printed printed means reason_de reason_en",
    "retired": "id! replaced_by reason_de reason_en",
    "findings": "id file line:int code severity message",
    "words": "word* term* lang written folded letters:int frequency:int",
    "terms": "term! records:int",
    "synonyms": "term! others",
    "measures": "name! value:float",
}  # ! primary key, * indexed, text unless it says otherwise


def _write(db: Database, table: str, rows: Iterable[Row]) -> None:
    columns: dict[str, type] = {}
    key, indexed = None, []
    for column in TABLES[table].split():
        name, _, kind = column.rstrip("!*").partition(":")
        columns[name] = {"": str, "int": int, "float": float}[kind]
        key = name if column.endswith("!") else key
        if column.endswith("*"):
            indexed.append(name)
    made = db.table(table).create(columns, pk=key)
    holes = ", ".join(f":{name}" for name in columns)
    db.conn.executemany(f"INSERT INTO [{table}] VALUES ({holes})", rows)
    for name in indexed:
        made.create_index([name])


def _tables(
    library: Library, documents: tuple[Document, ...], synonyms: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, Iterable[Row]]]:
    order = reading_order(library)
    yield "books", (_book(book, n) for n, book in enumerate(library.books))
    yield "chapters", _chapters(library.books)
    yield "sections", _sections(library.books)
    yield "articles", [_article(record, order[record.id], library) for record in library.records]
    yield "refs", _references(library)
    yield "names", _names(library)
    yield "cards", (_card(card) for card in library.registry.cards())
    yield "sets", _sets(library.registry)
    yield "card_names", _card_names(library.registry)
    yield "mentions", _mentions(library)
    yield "register", _register(library)
    yield "changes", _changes(library.books)
    yield "errata", _errata(library.books)
    yield "retired", _retired(library.books)
    yield "findings", _findings(library)
    yield "words", _words(documents)
    yield "terms", _terms(documents)
    yield "measures", [{"name": "average_length", "value": sum(d.length for d in documents) / max(1, len(documents))}]
    yield "synonyms", ({"term": term, "others": json.dumps(others)} for term, others in sorted(synonyms.items()))


def reading_order(library: Library) -> dict[str, int]:
    """The place of each record in its book: as the book lists it, or by its id."""
    listed = {unit: n for book in library.books for n, unit in enumerate(u for c in book.chapters for u in c.units)}
    ranked = sorted(library.records, key=lambda record: (BOOKS.index(record.book), listed.get(record.id, len(listed))))
    return {record.id: n for n, record in enumerate(ranked)}


def chapter_of_record(record: Record, books: Iterable[Book]) -> str:
    """The chapter that a record stands in; new units join the chapter of their siblings."""
    book = next(book for book in books if book.id == record.book)
    if book.id == "encyclopaedia":
        return record.id.split(".")[0]
    return book.parts.get(record.id) or book.parts.get(parent_of(record.id) or "") or book.prefix


def _pair(name: str, text: Text | None) -> Row:
    return {f"{name}_de": text.de if text else None, f"{name}_en": text.en if text else None}


def _book(book: Book, position: int) -> Row:
    return {
        "id": book.id, **_pair("title", book.title), "game": book.game, "year": book.year,
        "prefix": book.prefix, "position": position,
    }  # fmt: skip


def _chapters(books: Iterable[Book]) -> Iterator[Row]:
    for book in books:
        for position, chapter in enumerate(book.chapters):
            yield {
                "id": chapter.id, "book": book.id, **_pair("title", chapter.title), "page": chapter.page,
                **_pair("note", chapter.note), "position": position,
            }  # fmt: skip


def _sections(books: Iterable[Book]) -> Iterator[Row]:
    position = 0
    for book in books:
        for chapter in book.chapters:
            for section in chapter.sections:
                position += 1
                yield {
                    "id": section.id, "chapter": chapter.id, "book": book.id, **_pair("title", section.title),
                    "subtitle": section.subtitle, "page": section.page, "position": position,
                }  # fmt: skip


def _article(record: Record, position: int, library: Library) -> Row:
    applies = record.applies
    return {
        "id": record.id, "book": record.book, "chapter": chapter_of_record(record, library.books),
        "section": parent_of(record.id), "position": position, "kind": record.kind, "adjudicable": record.adjudicable,
        **_pair("question", record.question), **_pair("ruling", record.ruling), **_pair("body", record.body),
        "game": applies.game, "variants": json.dumps(applies.variants), "sets": json.dumps(applies.sets),
        "since": applies.since, "until": applies.until, "cards": json.dumps(record.cards, ensure_ascii=False),
        "restates": json.dumps(record.restates), "preferred": record.preferred,
        "readings": json.dumps([asdict(reading) for reading in record.readings], ensure_ascii=False),
        "page": record.page, "file": str(file_of(record.id)),
    }  # fmt: skip


def _references(library: Library) -> Iterator[Row]:
    targets = library.targets
    chosen = {record.id: record for record in library.records}
    for article in library.articles:
        if article.record is None or chosen.get(article.record.id) is not article.record:
            continue
        for placed in article.references:
            found = placed.reference
            exists = found.target in targets and (found.end is None or found.end in targets)
            kind = placed.field if placed.field == "restates" else found.kind
            yield {
                "source": article.record.id, "target": found.target, "end": found.end, "clause": found.clause,
                "kind": kind, "field": placed.field, "line": placed.line, "found": exists,
            }  # fmt: skip
    for book in library.books:
        for chapter in book.chapters:
            headings = [(chapter.id, chapter.see), *((section.id, section.see) for section in chapter.sections)]
            for ident, see in headings:
                for target in see:
                    yield {
                        "source": ident, "target": target, "end": None, "clause": None, "kind": "heading",
                        "field": "heading", "line": 0, "found": target in targets,
                    }  # fmt: skip


def _names(library: Library) -> Iterator[Row]:
    """Every spelling key under which an id may be asked for."""
    for record in library.records:
        yield {"key": id_key(record.id), "id": record.id, "kind": "record"}
        if record.id.startswith("102.B."):
            yield {"key": id_key(record.id[6:]), "id": record.id, "kind": "glossary"}
    known = {record.id for record in library.records}
    for target in sorted(library.targets - known):
        yield {"key": id_key(target), "id": target, "kind": "heading"}
    for article in library.articles:
        if article.record is None and article.id and article.id not in known:
            yield {"key": id_key(article.id), "id": article.id, "kind": "broken"}
    for book in library.books:
        for tomb in book.retired:
            yield {"key": id_key(tomb.id), "id": tomb.id, "kind": "retired"}
        for erratum in book.errata:
            single = erratum.means and "–" not in erratum.means and not erratum.where.startswith("register/")
            if single and id_key(erratum.printed) != id_key(erratum.means or ""):
                yield {"key": id_key(erratum.printed), "id": erratum.means, "kind": "erratum"}


def _card(card: Card) -> Row:
    facts = {field: {"value": fact.value, "sources": fact.sources} for field, fact in card.facts.items()}
    return {
        "game": card.game, "set": card.set, "name": card.name.de, "name_en": card.name.en,
        "synonyms": json.dumps((*card.synonyms, *card.synonyms_en), ensure_ascii=False),
        "facts": json.dumps(facts, ensure_ascii=False), "confidence": card.confidence, "notes": card.notes,
    }  # fmt: skip


def _sets(registry: Registry) -> Iterator[Row]:
    for position, card_set in enumerate(registry.sets):
        yield {
            "game": card_set.game, "id": card_set.id, **_pair("title", card_set.title), "total": card_set.printed_total,
            "total_source": card_set.total_source, "position": position,
            "public_sources": json.dumps(dict(card_set.public_sources), ensure_ascii=False),
        }  # fmt: skip


def _card_names(registry: Registry) -> Iterator[Row]:
    seen = set()
    for card in registry.cards():
        for name in card.names:
            row = (id_key(name), card.game, card.name.de, name)
            if row not in seen:
                seen.add(row)
                yield dict(zip(("key", "game", "name", "printed"), row, strict=True))


def _mentions(library: Library) -> Iterator[Row]:
    for record in library.records:
        for name in record.cards:
            cards = library.registry.find(name, record.applies.game)
            for game in sorted({card.game for card in cards}):
                yield {"card": cards[0].name.de, "game": game, "article": record.id}


def _register(library: Library) -> Iterator[Row]:
    """The printed registers; books without one are opened up by the titles of their records."""
    position = 0
    for book in library.books:
        rows = [(e.term, e.targets, e.see, e.dangling) for e in book.register]
        if not rows:
            titles: dict[str, list[str]] = {}
            for record in library.records:
                if record.book == book.id and record.kind != "product-info" and book.id != "offen":
                    titles.setdefault(record.question.de, []).append(record.id)
            rows = [(title, tuple(ids), (), ()) for title, ids in titles.items()]
            rows.sort(key=lambda row: id_key(row[0]))
        for term, targets, see, dangling in rows:
            position += 1
            yield {
                "key": id_key(term), "term": term, "book": book.id, "targets": json.dumps(targets),
                "see": json.dumps(see, ensure_ascii=False), "dangling": json.dumps(dangling), "position": position,
            }  # fmt: skip


def _changes(books: Iterable[Book]) -> Iterator[Row]:
    for book in books:
        for position, change in enumerate(book.changes):
            yield {
                "position": position, "book": book.id, **_pair("subject", change.subject),
                "cards": json.dumps(change.cards, ensure_ascii=False), **_pair("before", change.before),
                **_pair("after", change.after), "year": change.year, "article": change.article, "clause": change.clause,
                "status": change.status, "variants": json.dumps(change.variants), "restates": json.dumps(change.restates),
                **_pair("note", change.note),
            }  # fmt: skip


def _errata(books: Iterable[Book]) -> Iterator[Row]:
    for book in books:
        for erratum in book.errata:
            yield {
                "book": book.id, "where_printed": erratum.where, "printed": erratum.printed, "means": erratum.means,
                **_pair("reason", erratum.reason),
            }  # fmt: skip


def _retired(books: Iterable[Book]) -> Iterator[Row]:
    for book in books:
        for tomb in book.retired:
            yield {"id": tomb.id, "replaced_by": tomb.replaced_by, **_pair("reason", tomb.reason)}


def _findings(library: Library) -> Iterator[Row]:
    ids = {article.file: article.id for article in library.articles}
    for finding in library.findings:
        yield {"id": ids.get(finding.file), **finding.as_json()}


def _words(documents: Iterable[Document]) -> Iterator[Row]:
    """Each word as it is mostly written, with its term: for suggestions and for stemming by look-up."""
    counts: dict[tuple[str, str, str], int] = {}
    for document in documents:
        for key, count in document.written.items():
            counts[key] = counts.get(key, 0) + count
    total: dict[tuple[str, str, str], int] = {}
    best: dict[tuple[str, str, str], tuple[int, str]] = {}
    for (word, term, lang), count in counts.items():
        key = (word.lower(), term, lang)
        total[key] = total.get(key, 0) + count
        if key not in best or (count, word) > best[key]:
            best[key] = (count, word)
    for key in sorted(total):
        word, term, lang = key
        folded = fold(word)
        yield {
            "word": word, "term": term, "lang": lang, "written": best[key][1], "folded": folded,
            "letters": letters(folded), "frequency": total[key],
        }  # fmt: skip


def _terms(documents: Iterable[Document]) -> Iterator[Row]:
    """In how many records each term occurs."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update({term for terms in document.terms.values() for term in terms})
    for term, count in sorted(counts.items()):
        yield {"term": term, "records": count}
