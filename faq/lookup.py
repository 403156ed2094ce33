"""What does the knowledge base say? Reads the store with plain sqlite3.

Every look-up goes through `open_library`, which brings the index up to date first, and repairs it where
it turns out to be damaged. Building is imported only when there is something to build.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from faq.errors import AmbiguousId, BrokenRecord, UnknownCard, UnknownId
from faq.freshness import fingerprint, read_manifest
from faq.ids import book_of, fold, id_key, parent_of, sort_key
from faq.language import distance, nearest
from faq.places import Places, places
from faq.vocabulary import GAMES

Row = dict[str, Any]
SHORTEST_CORRECTED, LONG_WORD = 4, 8
Answer = TypeVar("Answer")


def ask(question: Callable[[Library], Answer], where: Places | None = None) -> Answer:
    """Put a question to an up-to-date index; where the index is damaged, rebuild it once and ask again."""
    where = where or places()
    try:
        return question(Library(_fresh_index(where)))
    except (sqlite3.DatabaseError, OSError, EOFError, DamagedIndex):
        from build_index import build

        manifest = build(where, full=True)
        return question(Library(where.index / manifest.generation))


class DamagedIndex(Exception):
    """The index cannot be read; it will be built anew."""


def _fresh_index(where: Places) -> Path:
    manifest = read_manifest(where.index)
    if manifest is None or manifest.stamp != fingerprint(where):
        from build_index import build

        manifest = build(where)
    return where.index / manifest.generation


class Library:
    """The knowledge base as the store holds it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._db = sqlite3.connect(f"{(folder / 'catanica.db').as_uri()}?mode=ro&immutable=1", uri=True)
        self._db.row_factory = lambda cursor, row: dict(zip((c[0] for c in cursor.description), row, strict=True))

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        return list(self._db.execute(sql, values))

    def row(self, sql: str, *values: Any) -> Row | None:
        """The first row of a query."""
        found: Row | None = self._db.execute(sql, values).fetchone()
        return found

    # --- ids ---------------------------------------------------------------------------------------

    def resolve(self, asked: str) -> str:
        """The id that somebody means, however it is spelled."""
        found = self._named(asked)
        exact = [row["id"] for row in found if row["id"].lower() == asked.strip().lower().rstrip(".")]
        ids = exact or [row["id"] for row in found]
        if not ids:
            raise UnknownId(asked, self._nearest_ids(asked))
        if len(ids) > 1:
            raise AmbiguousId(asked, sorted(ids, key=sort_key))
        return str(ids[0])

    def _named(self, asked: str) -> list[Row]:
        """The ids that bear this name, records before headings before words before misprints."""
        rows = self.rows("SELECT DISTINCT id, kind FROM names WHERE key = ?", id_key(asked)[:200])
        for kinds in (("record", "heading", "broken", "retired"), ("glossary",), ("erratum",)):
            if chosen := [row for row in rows if row["kind"] in kinds]:
                return chosen
        return []

    def _nearest_ids(self, asked: str) -> list[str]:
        key = id_key(asked)[:40]
        if not key:
            return []
        rows = self.rows("SELECT key, id FROM names WHERE kind IN ('record', 'heading', 'glossary')")
        ranked = sorted((distance(key, row["key"], 2), sort_key(row["id"]), row["id"]) for row in rows)
        return list(dict.fromkeys(ident for far, _, ident in ranked if far <= 2))[:3]

    # --- records -----------------------------------------------------------------------------------

    def show(self, asked: str) -> Row:
        """A record, or a section or chapter with its records."""
        ident = self.resolve(asked)
        article = self.row("SELECT * FROM articles WHERE id = ?", ident)
        if article:
            return self._record(article)
        self._refuse_retired(ident)
        if finding := self.row("SELECT * FROM findings WHERE id = ? AND severity = 'error'", ident):
            raise BrokenRecord(f"{ident} cannot be shown: {finding['file']}:{finding['line']}: {finding['message']}")
        return self._heading(ident)

    def _refuse_retired(self, ident: str) -> None:
        if tomb := self.row("SELECT * FROM retired WHERE id = ?", ident):
            instead = f"; see {tomb['replaced_by']}" if tomb["replaced_by"] else ""
            raise UnknownId(f"{ident} (retired: {tomb['reason_de']}{instead})")

    def _record(self, row: Row) -> Row:
        ident, book = row["id"], self._book(row["book"])
        neighbours = self.row(
            "SELECT (SELECT id FROM articles WHERE position = ?) AS before,"
            " (SELECT id FROM articles WHERE position = ?) AS after",
            row["position"] - 1, row["position"] + 1,
        )  # fmt: skip
        shown = {
            "id": ident,
            "book": row["book"],
            "kind": row["kind"],
            "adjudicable": bool(row["adjudicable"]),
            "question": _pair(row, "question"),
            "ruling": _pair(row, "ruling"),
            "applies": {
                "game": row["game"],
                "variants": json.loads(row["variants"]),
                "sets": json.loads(row["sets"]),
                "from": row["since"],
                "until": row["until"],
            },
            "cards": json.loads(row["cards"]),
            "refs": {"out": self._out(ident), "in": self._in(ident)},
            "source": {"title": book["title_de"], "page": row["page"]},
            "body": _pair(row, "body"),
            "scenarios": [],
            "restates": json.loads(row["restates"]),
            "errata": self.errata(ident),
            "changes": self.changes(article=ident),
            "neighbours": neighbours,
        }
        if row["kind"] == "open-question":
            readings = json.loads(row["readings"])
            shown["readings"] = [{**reading["text"], **reading} for reading in readings]
            for reading in shown["readings"]:
                del reading["text"]
            shown["preferred"] = row["preferred"]
        return shown

    def _heading(self, ident: str) -> Row:
        heading = self.row("SELECT * FROM sections WHERE id = ?", ident)
        kind = "section"
        if heading is None:
            heading, kind = self.row("SELECT * FROM chapters WHERE id = ?", ident), "chapter"
        articles = self.rows(
            "SELECT id, question_de, question_en, ruling_de, ruling_en FROM articles"
            " WHERE section = ? OR chapter = ? OR id LIKE ? ORDER BY position",
            ident, ident, f"{ident}.%",
        )  # fmt: skip
        title = _pair(heading, "title") if heading else {"de": ident, "en": ident}
        note = _pair(heading, "note") if heading and heading.get("note_de") else None
        nothing = {"de": None, "en": None}
        return {
            "id": ident,
            "book": heading["book"] if heading else book_of(ident),
            "kind": kind if heading else "section",
            "adjudicable": False,
            "question": title,
            "ruling": nothing,
            "applies": None,
            "cards": [],
            "refs": {"out": self._out(ident), "in": self._in(ident)},
            "source": {"title": None, "page": heading["page"] if heading else None},
            "body": nothing,
            "scenarios": [],
            "title": title,
            "note": note,
            "sections": [
                {"id": row["id"], "title": _pair(row, "title")}
                for row in self.rows("SELECT * FROM sections WHERE chapter = ? ORDER BY position", ident)
            ],
            "articles": [
                {"id": row["id"], "question": _pair(row, "question"), "ruling": _pair(row, "ruling")} for row in articles
            ],
            "errata": self.errata(ident),
        }

    def _book(self, book: str) -> Row:
        found = self.row("SELECT * FROM books WHERE id = ?", book)
        assert found is not None, f"a record of the unknown book {book}"
        return found

    # --- references --------------------------------------------------------------------------------

    def refs(self, asked: str) -> Row:
        """References out and in; those to a range or to the heading above are marked with `via`."""
        ident = self.resolve(asked)
        above = parent_of(ident)
        incoming = [{**row, "via": None} for row in self._in(ident)]
        while above is not None:
            incoming += [{**row, "via": above} for row in self._in(above) if row["kind"] != "range"]
            above = parent_of(above)
        return {"id": ident, "out": self._out(ident), "in": incoming, "errata": self.errata(ident)}

    def _out(self, ident: str) -> list[Row]:
        rows = self.rows("SELECT * FROM refs WHERE source = ? ORDER BY rowid", ident)
        found = []
        for row in rows:
            target = f"{row['target']}–{row['end']}" if row["end"] else row["target"]
            found.append(
                {
                    "id": target,
                    "exists": bool(row["found"]),
                    "kind": row["kind"],
                    "clause": row["clause"],
                    "field": row["field"],
                }
            )
        return _without_repeats(found)

    def _in(self, ident: str) -> list[Row]:
        direct = self.rows("SELECT source, kind FROM refs WHERE target = ? AND end IS NULL", ident)
        ranges = self.rows("SELECT source, target, end FROM refs WHERE end IS NOT NULL")
        found = [{"id": row["source"], "kind": row["kind"]} for row in direct]
        found += [{"id": row["source"], "kind": "range"} for row in ranges if _within(ident, row["target"], row["end"])]
        return sorted(_without_repeats(found), key=lambda row: sort_key(row["id"]))

    def errata(self, ident: str) -> list[Row]:
        """What the original misprints in this place, and what it means."""
        rows = self.rows("SELECT * FROM errata WHERE where_printed = ?", ident)
        return [{"printed": row["printed"], "means": row["means"], "reason": _pair(row, "reason")} for row in rows]

    # --- cards -------------------------------------------------------------------------------------

    def card(self, asked: str, game: str | None = None) -> list[Row]:
        """The card of this name in each game that has one, with facts, sources and records."""
        rows = self.rows("SELECT DISTINCT game, name FROM card_names WHERE key = ?", id_key(asked)[:200])
        exact = {(row["game"], row["name"]) for row in rows if id_key(row["name"]) == id_key(asked)}
        chosen = [r for r in rows if not any(g == r["game"] for g, _ in exact) or (r["game"], r["name"]) in exact]
        chosen = [row for row in chosen if game in (None, row["game"])]
        if not chosen:
            if rows:
                raise UnknownCard(f"{asked} in {game}", sorted({f"{row['name']} in {row['game']}" for row in rows}))
            raise UnknownCard(asked, self._nearest_cards(asked))
        return [self._card(row["game"], row["name"]) for row in sorted(chosen, key=lambda row: _game_order(row["game"]))]

    def card_name(self, asked: str) -> str:
        """The German name of a card, however it is called; a name of its own goes before a synonym of another."""
        rows = self.rows("SELECT DISTINCT name FROM card_names WHERE key = ?", id_key(asked)[:200])
        if not rows:
            raise UnknownCard(asked, self._nearest_cards(asked))
        return str(min((row["name"] for row in rows), key=lambda name: id_key(name) != id_key(asked)))

    def _card(self, game: str, name: str) -> Row:
        printings = self.rows("SELECT * FROM cards WHERE game = ? AND name = ?", game, name)
        sources: dict[str, str] = {}
        titles: dict[str, Row] = {}
        for row in self.rows("SELECT * FROM sets WHERE game = ?", game):
            sources |= json.loads(row["public_sources"])
            titles[row["id"]] = _pair(row, "title")
        facts: list[Row] = []
        for printing in printings:
            for field, fact in json.loads(printing["facts"]).items():
                row = {"field": field, "value": fact["value"], "source": fact["sources"]}
                if field == "copies" or not any(f["field"] == field and f["value"] == fact["value"] for f in facts):
                    facts.append({**row, "set": printing["set"]})
        articles = self.rows(
            "SELECT a.id, a.question_de, a.question_en, a.ruling_de, a.ruling_en FROM mentions m"
            " JOIN articles a ON a.id = m.article WHERE m.card = ? AND m.game = ? ORDER BY a.book = 'offen', a.position",
            name, game,
        )  # fmt: skip
        first = {fact["field"]: fact["value"] for fact in reversed(facts)}
        named = {key: sources[key] for fact in facts for key in fact["source"] if key in sources}
        return {
            "name": {"de": name, "en": next((p["name_en"] for p in printings if p["name_en"]), None)},
            "game": game,
            "sets": [printing["set"] for printing in printings],
            "set_titles": [titles[printing["set"]] for printing in printings],
            "type": first.get("class"),
            "cost": first.get("cost"),
            "points": first.get("points"),
            "condition": first.get("condition"),
            "copies": sum(fact["value"] for fact in facts if fact["field"] == "copies") or None,
            "synonyms": sorted({name for printing in printings for name in json.loads(printing["synonyms"])}),
            "confidence": printings[0]["confidence"],
            "facts": facts,
            "public_sources": named,
            "notes": [printing["notes"] for printing in printings if printing["notes"]],
            "changes": self.changes(card=name) if game == "kartenspiel" else [],
            "articles": [
                {"id": row["id"], "question": _pair(row, "question"), "ruling": _pair(row, "ruling")} for row in articles
            ],
        }

    def _nearest_cards(self, asked: str) -> list[str]:
        key = id_key(asked)[:60]
        rows = self.rows("SELECT DISTINCT key, name FROM card_names")
        limit = 1 if len(key) < 5 else 2
        near = sorted((distance(key, row["key"], limit), row["name"]) for row in rows)
        begins = [row["name"] for row in rows if len(key) >= 3 and key in row["key"]]
        return list(dict.fromkeys([name for far, name in near if far <= limit] + begins))[:3]

    # --- contents, register, changes ---------------------------------------------------------------

    def books(self) -> list[Row]:
        """The books with the number of their records."""
        rows = self.rows(
            "SELECT b.*, (SELECT COUNT(*) FROM articles a WHERE a.book = b.id) AS records FROM books b ORDER BY position"
        )
        return [
            {**_title_row(row, "title"), "game": row["game"], "year": row["year"], "records": row["records"]} for row in rows
        ]

    def toc(self, book: str) -> list[Row]:
        """The chapters of a book with sections and records, in reading order."""
        chapters = self.rows("SELECT * FROM chapters WHERE book = ? ORDER BY position", book)
        sections = self.rows("SELECT * FROM sections WHERE book = ? ORDER BY position", book)
        articles = self.rows("SELECT * FROM articles WHERE book = ? ORDER BY position", book)
        found = []
        for chapter in chapters:
            inside = [_title_row(row, "question") for row in articles if row["chapter"] == chapter["id"]]
            below = [
                {**_title_row(row, "title"), "articles": [a for a in inside if parent_of(a["id"]) == row["id"]]}
                for row in sections
                if row["chapter"] == chapter["id"]
            ]
            note = _pair(chapter, "note") if chapter["note_de"] else None
            found.append({**_title_row(chapter, "title"), "note": note, "sections": below, "articles": [] if below else inside})
        listed = {chapter["id"] for chapter in chapters}
        loose = [_title_row(row, "question") for row in articles if row["chapter"] not in listed]
        if loose:
            title = self._book(book)
            found.append(
                {"id": title["prefix"], "title": _pair(title, "title"), "note": None, "sections": [], "articles": loose}
            )
        return found

    def register(self, term: str | None = None) -> list[Row]:
        """Entries of the register, all or those that contain a term."""
        rows = self.rows("SELECT * FROM register ORDER BY book <> 'encyclopaedia', position")
        key = id_key(term or "")
        return [
            {
                "term": row["term"],
                "book": row["book"],
                "targets": json.loads(row["targets"]),
                "see": json.loads(row["see"]),
                "dangling": json.loads(row["dangling"]),
                "errata": self.errata(f"register/{row['term']}"),
            }
            for row in rows
            if term is None or (key and key in row["key"])
        ]

    def changes(self, card: str | None = None, year: int | None = None, article: str | None = None) -> list[Row]:
        """Dated changes, oldest first; those without a year last."""
        rows = self.rows("SELECT * FROM changes ORDER BY year IS NULL, year, position")
        names = {id_key(self.card_name(card))} if card else set()
        found = []
        for row in rows:
            cards = json.loads(row["cards"])
            if (year is not None and row["year"] != year) or (article is not None and row["article"] != article):
                continue
            if card is None or names & {id_key(name) for name in cards}:
                found.append(
                    {
                        "subject": _pair(row, "subject"),
                        "cards": cards,
                        "before": _pair(row, "before"),
                        "after": _pair(row, "after"),
                        "year": row["year"],
                        "article": row["article"],
                        "clause": row["clause"],
                        "status": row["status"],
                        "variants": json.loads(row["variants"]),
                        "restates": json.loads(row["restates"]),
                        "note": _pair(row, "note") if row["note_de"] else None,
                    }
                )
        return found

    # --- words, for search -------------------------------------------------------------------------

    def vocabulary(self) -> StoredVocabulary:
        """The words of the index, as search wants them."""
        return StoredVocabulary(self._db)


class StoredVocabulary:
    """The words of the index, from the store."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._size: int | None = None
        self._average: float | None = None
        self._frequency: dict[str, int] = {}

    def _column(self, sql: str, *values: Any) -> Iterator[Any]:
        for row in self._db.execute(sql, values):
            yield next(iter(row.values()))

    def terms_of(self, word: str) -> Mapping[str, str]:
        """The term of a word in each language in which the books use it."""
        rows = self._db.execute("SELECT lang, term FROM words WHERE word = ? ORDER BY lang", (word,))
        return {row["lang"]: row["term"] for row in rows}

    def beginning_with(self, prefix: str, limit: int) -> Iterable[str]:
        sql = "SELECT term FROM terms WHERE term >= ? AND term < ? ORDER BY records DESC, term LIMIT ?"
        return list(self._column(sql, prefix, prefix + "\U0010ffff", limit))

    def ending_with(self, ending: str, limit: int) -> Iterable[str]:
        sql = "SELECT term FROM terms WHERE substr(term, -length(?1)) = ?1 ORDER BY records DESC, term LIMIT ?2"
        return list(self._column(sql, ending, limit))

    def synonyms_of(self, term: str) -> Iterable[str]:
        return [
            other for others in self._column("SELECT others FROM synonyms WHERE term = ?", term) for other in json.loads(others)
        ]

    def frequency(self, term: str) -> int:
        if term not in self._frequency:
            self._frequency[term] = next(self._column("SELECT records FROM terms WHERE term = ?", term), 0)
        return self._frequency[term]

    def size(self) -> int:
        if self._size is None:
            self._size = next(self._column("SELECT COUNT(*) FROM articles"))
        return self._size

    def average_length(self) -> float:
        if self._average is None:
            self._average = next(self._column("SELECT value FROM measures WHERE name = 'average_length'"))
        return self._average

    def nearest(self, word: str) -> str | None:
        """The word of the books that is nearest to a misspelled one, as it is mostly written."""
        folded = fold(word)
        if len(folded) < SHORTEST_CORRECTED:
            return None
        limit = 1 if len(folded) < LONG_WORD else 2
        sql = "SELECT folded, letters, frequency, written FROM words WHERE length(folded) BETWEEN ? AND ?"
        rows = list(self._db.execute(sql, (len(folded) - limit, len(folded) + limit)))
        found = nearest(folded, ((row["folded"], row["letters"], row["frequency"]) for row in rows), limit)
        spellings = [(row["frequency"], row["written"]) for row in rows if row["folded"] == found]
        return max(spellings)[1] if spellings else None

    def written_as(self, terms: Iterable[str]) -> set[str]:
        """Every word (in lower case) that stands in the books for one of the terms."""
        return {word for term in terms for word in self._column("SELECT word FROM words WHERE term = ?", term)}


def _pair(row: Row, name: str) -> Row:
    return {"de": row[f"{name}_de"], "en": row[f"{name}_en"]}


def _title_row(row: Row, name: str) -> Row:
    return {"id": row["id"], "title": _pair(row, name)}


def _without_repeats(rows: Sequence[Row]) -> list[Row]:
    seen: dict[str, Row] = {}
    for row in rows:
        seen.setdefault(row["id"], row)
    return list(seen.values())


def _within(ident: str, first: str, last: str) -> bool:
    """Whether an id lies in a range, ends included."""
    return sort_key(first) <= sort_key(ident) and (sort_key(ident) <= sort_key(last) or ident.startswith(f"{last}."))


def _game_order(game: str) -> int:
    return GAMES.index(game)
