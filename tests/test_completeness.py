"""Is every citable unit of the five books there, with what the book gives it? Needs the inventory beside the repo."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from faq.checks import Library, read_library
from faq.ids import book_of
from faq.places import places
from faq.references import find_references

INVENTORY = Path(__file__).parents[2] / "shared" / "inventory"
BOOKS = ("encyclopaedia", "duell", "goldene-zeiten", "dreispieler", "almanach")
WRONGLY_PRINTED = {("101.B.c", "141.D"), ("123.AH.a", "103.P.b")}

needs_inventory = pytest.mark.skipif(not INVENTORY.is_dir(), reason=f"the inventory is not beside the repo: {INVENTORY}")


@pytest.fixture(scope="module")
def library() -> Library:
    return read_library(places())


def units(book: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (INVENTORY / f"{book}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_no_file_has_a_fault(library: Library) -> None:
    assert [str(finding) for finding in library.findings] == []


@needs_inventory
@pytest.mark.parametrize("book", BOOKS)
def test_every_unit_has_a_record(library: Library, book: str) -> None:
    have = {record.id for record in library.records}
    assert [unit["id"] for unit in units(book) if unit["id"] not in have] == []


@needs_inventory
@pytest.mark.parametrize("book", BOOKS)
def test_every_reference_of_the_original_is_kept(library: Library, book: str) -> None:
    missing = []
    records = {record.id: record for record in library.records}
    for unit in units(book):
        record = records[unit["id"]]
        text = " ".join((record.question.de, record.ruling.de, record.body.de, *record.restates))
        named = {ident for found in find_references(text) for ident in (found.target, found.end) if ident}
        for target in unit["xrefs"]:
            ident = str(target if isinstance(target, str) else target["range"][0]).rstrip(".")
            if target in unit.get("dangling", ()) or (unit["id"], ident) in WRONGLY_PRINTED:
                continue
            if ident not in named and not any(name.startswith(f"{ident}.") for name in named):
                missing.append((unit["id"], ident))
    assert missing == []


@needs_inventory
@pytest.mark.parametrize("book", BOOKS)
def test_kind_and_page_are_those_of_the_book(library: Library, book: str) -> None:
    records = {record.id: record for record in library.records}
    different = [
        unit["id"]
        for unit in units(book)
        if (records[unit["id"]].kind, records[unit["id"]].adjudicable) != (unit["kind"], unit["adjudicable"])
        or records[unit["id"]].page != unit.get("page")
    ]
    assert different == []


def test_every_reading_of_an_open_question_is_known_to_its_sources(library: Library) -> None:
    records = {record.id: record for record in library.records}
    silent = [
        (record.id, source)
        for record in library.records
        for reading in record.readings
        for source in reading.sources
        if source in records and not re.search(rf"\b{re.escape(record.id)}\b", records[source].body.de)
    ]
    assert silent == []


def test_every_record_says_which_game(library: Library) -> None:
    games = {"encyclopaedia": {"kartenspiel", "sternenschiff"}, "duell": {"duell"}, "goldene-zeiten": {"duell"}}
    games |= {"dreispieler": {"dreispieler"}, "almanach": {"brettspiel"}}
    wrong = [r.id for r in library.records if (book := book_of(r.id)) in games and r.applies.game not in games[book]]
    assert wrong == []
