"""Do files, schemas, code and the editors' manual say the same?

The schemas are for editors' tools, so they must accept every file that is there, reject what reading reports, and know
the same words as the code. What docs/records.md and docs/glossary.md show is read and tried out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cli import COMMANDS
from faq.books import read_book
from faq.cards import CLASSES, FACTS, PARENT_GAME, PLACES, Card, CardSet, read_set
from faq.checks import Library, check, read_library
from faq.findings import Code
from faq.ids import BOOK_OF_PREFIX, BOOKS
from faq.markdown import take_apart
from faq.places import Places
from faq.records import APPLIES_KEYS, KEYS, parse_article
from faq.references import Reference, find_references
from faq.vocabulary import GAMES, KINDS, VARIANTS
from faq.yamlfile import load, parse

PROJECT = Path(__file__).parents[1]
FAQ = PROJECT / "faq"
REAL = Places(root=FAQ, index=FAQ / "index", data=FAQ / "index")
MANUAL = PROJECT / "docs" / "records.md"
GLOSSARY = PROJECT / "docs" / "glossary.md"
PAGES = (MANUAL, GLOSSARY, PROJECT / "CONTRIBUTING.md")
SCHEMAS = {
    name: json.loads((FAQ / "schemas" / f"{name}.schema.json").read_text("utf-8")) for name in ("record", "cards", "book")
}
VALID = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}


def complaints(schema: str, document: Any) -> list[str]:
    """What a schema has against a document."""
    return [f"{fault.json_path}: {fault.message}" for fault in VALID[schema].iter_errors(document)]


def front_matter(text: str) -> dict[str, Any]:
    """The keys of an article file as YAML gives them."""
    return parse(take_apart(text).front_matter or "").values


@pytest.fixture(scope="module")
def library() -> Library:
    return read_library(REAL)


# --- the files -------------------------------------------------------------------------------------

SETS = {f"{path.parent.name}/{path.stem}": read_set(path) for path in sorted(REAL.cards.glob("*/*.yaml"))}
every_set = pytest.mark.parametrize("card_set", [pytest.param(found, id=name) for name, found in SETS.items()])
every_book = pytest.mark.parametrize("book", BOOKS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@every_book
def test_the_records_of_a_book_fit_their_schema(book: str) -> None:
    files = sorted((REAL.articles / book).rglob("*.md"))
    assert files
    faults = {path.name: complaints("record", front_matter(path.read_text("utf-8"))) for path in files}
    assert {name: found for name, found in faults.items() if found} == {}


@every_book
def test_a_book_fits_its_schema(book: str) -> None:
    assert complaints("book", load(REAL.books / f"{book}.yaml")) == []


@pytest.mark.parametrize("name", SETS)
def test_a_set_of_cards_fits_its_schema(name: str) -> None:
    assert complaints("cards", load(REAL.cards / f"{name}.yaml")) == []


# --- the same words as in the code -----------------------------------------------------------------


def at(schema: str, path: str) -> Any:
    """What stands in a schema at a path of keys."""
    found = SCHEMAS[schema]
    for key in path.split("/"):
        found = found[key]
    return found


@pytest.mark.parametrize(
    ("schema", "path", "words"),
    [
        ("record", "properties", KEYS),
        ("record", "properties/kind/enum", KINDS),
        ("record", "$defs/applies/properties", APPLIES_KEYS),
        ("record", "$defs/applies/properties/game/enum", GAMES),
        ("record", "$defs/reading/properties/letter/enum", at("record", "$defs/letter/enum")[:-1]),
        ("cards", "properties/game/enum", GAMES),
        ("cards", "$defs/card/properties/class/enum", CLASSES),
        ("cards", "$defs/card/properties/place/enum", (*PLACES, None)),
        ("book", "properties/book/enum", BOOKS),
        ("book", "properties/game/enum", (*GAMES, None)),
        ("book", "properties/prefix/enum", ("", *BOOK_OF_PREFIX)),
        ("book", "$defs/change/properties/variants/items/enum", dict.fromkeys(v for known in VARIANTS.values() for v in known)),
    ],
)
def test_schema_and_code_know_the_same_words(schema: str, path: str, words: tuple[str, ...]) -> None:
    assert list(at(schema, path)) == list(words)


@pytest.mark.parametrize("game", GAMES)
def test_schema_and_code_know_the_same_variants(game: str) -> None:
    variants = at("record", f"$defs/variants_of_{game}/then/properties/variants")
    assert tuple(variants["items"]["enum"] if variants.get("maxItems") != 0 else ()) == VARIANTS[game]
    assert {"$ref": f"#/$defs/variants_of_{game}"} in at("record", "$defs/applies/allOf")


def test_every_fact_that_is_read_of_a_card_is_in_the_schema() -> None:
    assert set(FACTS) <= set(at("cards", "$defs/card/properties"))


# --- the same judgement as reading -----------------------------------------------------------------

SOUND = {
    "id": "112.S.z",
    "kind": "rule-question",
    "adjudicable": "true",
    "question": "{de: Darf er das?, en: May he do that?}",
    "ruling": "{de: Ja., en: 'Yes.'}",
    "applies": "{game: kartenspiel}",
}
TWO_READINGS = "[{letter: a, de: Ja., en: 'Yes.', sources: [112.S.a]}, {letter: b, de: Nein., en: 'No.', sources: []}]"
LEFT_OUT = ""

BROKEN = {
    "no id": {"id": LEFT_OUT},
    "id without a value": {"id": "null"},
    "id without letters": {"id": "''"},
    "id is a list": {"id": "[112.S.z]"},
    "id is a date": {"id": "2004-05-01"},
    "no kind": {"kind": LEFT_OUT},
    "kind that does not exist": {"kind": "rumour"},
    "kind in other letters": {"kind": "Rule-Question"},
    "kind is a list": {"kind": "[rule]"},
    "adjudicable missing": {"adjudicable": LEFT_OUT},
    "adjudicable in words": {"adjudicable": "'yes'"},
    "adjudicable as a number": {"adjudicable": "1"},
    "question missing": {"question": LEFT_OUT},
    "question as plain text": {"question": "Darf er das?"},
    "question without English": {"question": "{de: Darf er das?}"},
    "question without German": {"question": "{en: May he?}"},
    "question with blank German": {"question": "{de: '  ', en: May he?}"},
    "ruling missing": {"ruling": LEFT_OUT},
    "ruling that YAML takes for a truth value": {"ruling": "{de: Ja, en: Yes}"},
    "ruling that YAML takes for a number": {"ruling": "{de: 7, en: seven}"},
    "applies missing": {"applies": LEFT_OUT},
    "applies as plain text": {"applies": "kartenspiel"},
    "applies without a game": {"applies": "{variants: [turnierspiel]}"},
    "game that does not exist": {"applies": "{game: skat}"},
    "game is a list": {"applies": "{game: [kartenspiel]}"},
    "unknown key in applies": {"applies": "{game: kartenspiel, variant: turnierspiel}"},
    "variant of another game": {"applies": "{game: kartenspiel, variants: [themenspiel]}"},
    "Grundspiel with three players": {"applies": "{game: dreispieler, variants: [grundspiel]}"},
    "variant of a game without variants": {"applies": "{game: brettspiel, variants: [turnierspiel]}"},
    "one good and one bad variant": {"applies": "{game: duell, variants: [themenspiel, turnierspiel]}"},
    "variants as plain text": {"applies": "{game: kartenspiel, variants: turnierspiel}"},
    "sets as plain text": {"applies": "{game: kartenspiel, sets: basis}"},
    "set is a number": {"applies": "{game: kartenspiel, sets: [2002]}"},
    "year before the game": {"applies": "{game: kartenspiel, from: 1994}"},
    "year far away": {"applies": "{game: kartenspiel, until: 2101}"},
    "year in quotes": {"applies": "{game: kartenspiel, from: '2003'}"},
    "year is a truth value": {"applies": "{game: kartenspiel, from: true}"},
    "cards as plain text": {"cards": "Spion"},
    "card is a number": {"cards": "[Spion, 3]"},
    "cards as a mapping": {"cards": "{Spion: 1}"},
    "restates as plain text": {"restates": "112.S.h"},
    "restates a list of lists": {"restates": "[[112.S.h]]"},
    "readings a number": {"readings": "5"},
    "readings as plain text": {"readings": "a oder b"},
    "readings as a mapping": {"readings": "{a: Ja.}"},
    "reading without a letter": {"readings": "[{de: Ja., en: 'Yes.', sources: []}]"},
    "reading without German": {"readings": "[{letter: a, en: 'Yes.', sources: []}]"},
    "reading without English": {"readings": "[{letter: a, de: Ja., sources: []}]"},
    "reading as plain text": {"readings": "[Ja., Nein.]"},
    "text of a reading missing": {"readings": "[{letter: a, de: null, en: 'Yes.', sources: []}]"},
    "source of a reading without brackets": {"readings": "[{letter: a, de: Ja., en: 'Yes.', sources: 112.S.a}]"},
    "sources of a reading a number": {"readings": "[{letter: a, de: Ja., en: 'Yes.', sources: 112}]"},
    "preferred without readings": {"preferred": "a"},
    "preferred is none of the readings": {"readings": TWO_READINGS, "preferred": "c"},
    "preferred is no letter": {"readings": TWO_READINGS, "preferred": "first"},
    "preferred is a list": {"readings": TWO_READINGS, "preferred": "[a]"},
    "stamp is a list": {"english_of": "[8d2daf52]"},
    "page in words": {"source": "{page: drei}"},
    "pages as a list": {"source": "{page: [3, 4]}"},
    "unknown key": {"title": "Spion"},
    "key in German": {"karten": "[Spion]"},
    "key that is a number": {"112": "S"},
}
FINE = {
    "the least that a record needs": {},
    "kind card": {"kind": "card"},
    "not adjudicable": {"adjudicable": "false"},
    "every key of applies": {
        "applies": "{game: kartenspiel, variants: [grundspiel, turnierspiel], sets: [basis], from: 1995, until: 2100}"
    },
    "keys of applies without a value": {"applies": "{game: brettspiel, variants: , sets: , from: , until: }"},
    "empty lists": {"cards": "[]", "restates": "[]", "readings": "[]", "applies": "{game: duell, variants: [], sets: []}"},
    "no variants where there are none": {"applies": "{game: sternenschiff, variants: []}"},
    "three players": {"applies": "{game: dreispieler, variants: [erweitertes-grundspiel, turnierspiel]}"},
    "keys without a value": {"cards": "null", "restates": "null", "readings": "null", "preferred": "null", "source": "null"},
    "cards and what it restates": {"cards": "[Spion, Zitadelle]", "restates": "[112.S.h]"},
    "readings with a preferred one": {"readings": TWO_READINGS, "preferred": "b"},
    "readings without a preferred one": {"readings": TWO_READINGS},
    "reading without sources": {"readings": "[{letter: a, de: Ja., en: 'Yes.'}]", "preferred": "a"},
    "stamp": {"english_of": "'8d2daf52'"},
    "stamp of digits only, without quotes": {"english_of": "12345678"},
    "page": {"source": "{page: 108}"},
    "source without a page": {"source": "{page: null}"},
}
STRICTER = {
    "sentence cut off by a comma": {"question": "{de: Darf er, wenn er will?, en: 'May he, if he wants?'}"},
    "misspelled key of a reading": {"readings": "[{letter: a, de: Ja., en: 'Yes.', source: [112.S.a]}]"},
    "misspelled key of source": {"source": "{pages: 108}"},
    "page without its key": {"source": "108"},
}


def written(changed: dict[str, str]) -> str:
    """An article file with some keys changed, added or left out."""
    lines = (f"{key}: {value}" for key, value in (SOUND | changed).items() if value != LEFT_OUT)
    return "\n".join(("---", *lines, "---", "Weil es so ist.", ""))


def named(table: dict[str, dict[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("changed", [pytest.param(row, id=name) for name, row in table.items()])


@named(BROKEN)
def test_the_schema_rejects_what_reading_reports(changed: dict[str, str]) -> None:
    text = written(changed)
    assert parse_article(text, "a.md").findings
    assert complaints("record", front_matter(text))


@named(FINE)
def test_the_schema_accepts_what_reading_accepts(changed: dict[str, str]) -> None:
    text = written(changed)
    assert parse_article(text, "a.md").findings == ()
    assert complaints("record", front_matter(text)) == []


@named(STRICTER)
def test_the_schema_rejects_what_would_lose_something(changed: dict[str, str]) -> None:
    assert complaints("record", front_matter(written(changed)))


# --- the cards -------------------------------------------------------------------------------------

COPIES_IN_NO_SOURCE = {
    "kartenspiel/barbaren-handelsherren", "kartenspiel/handel-wandel", "kartenspiel/politik-intrige",
    "kartenspiel/turnierkarten-2002", "kartenspiel/wissenschaft-fortschritt", "kartenspiel/zauberer-drachen",
}  # fmt: skip
WITH_TOTAL = {name: found for name, found in SETS.items() if found.printed_total is not None}


def counted(card_set: CardSet) -> Iterator[Card]:
    """The cards that the printed total includes: no names for groups, nothing that says it does not count."""
    for card in card_set.cards:
        extra = card.value("extra") or {}
        if not extra.get("group") and extra.get("counted", True):
            yield card


@pytest.mark.parametrize("name", [name for name in WITH_TOTAL if name not in COPIES_IN_NO_SOURCE])
def test_the_copies_of_a_set_add_up_to_the_printed_total(name: str) -> None:
    copies = {card.name.de: card.value("copies") for card in counted(WITH_TOTAL[name])}
    assert [card for card, number in copies.items() if number is None] == []
    assert sum(card.value("copies") for card in counted(WITH_TOTAL[name])) == WITH_TOTAL[name].printed_total


@pytest.mark.parametrize("name", sorted(COPIES_IN_NO_SOURCE))
def test_where_copies_are_unknown_the_set_has_room_for_them(name: str) -> None:
    copies = [card.value("copies") for card in counted(WITH_TOTAL[name])]
    assert None in copies, "all copies are known now: take the set off the list, so that it is counted"
    assert sum(1 if number is None else number for number in copies) <= (WITH_TOTAL[name].printed_total or 0)


@every_set
def test_every_fact_of_a_card_has_a_source(card_set: CardSet, library: Library) -> None:
    known = library.targets | set(card_set.public_sources)
    wrong = {
        f"{card.name.de}: {fact.field}": fact.sources
        for card in card_set.cards
        for fact in card.facts.values()
        if not fact.sources or not known.issuperset(fact.sources)
    }
    assert wrong == {}


@pytest.mark.parametrize("name", WITH_TOTAL)
def test_a_printed_total_has_a_source(name: str, library: Library) -> None:
    assert WITH_TOTAL[name].total_source in library.targets


@pytest.mark.parametrize("name", SETS)
def test_sources_by_fact_are_for_facts_that_the_card_has(name: str) -> None:
    for row in load(REAL.cards / f"{name}.yaml")["cards"]:
        has = {fact for fact in FACTS if row.get(fact) is not None} | set(row.get("extra") or {})
        assert set(row.get("by_fact") or {}) <= has, row["name"]


@pytest.mark.parametrize("name", SETS)
def test_a_set_lies_where_it_says(name: str) -> None:
    assert f"{SETS[name].game}/{SETS[name].id}" == name


# --- the records -----------------------------------------------------------------------------------


@every_book
def test_every_card_of_a_record_is_in_the_registry_of_its_game(book: str, library: Library) -> None:
    records = [record for record in library.records if record.book == book]
    assert records
    unknown = {
        (record.id, name)
        for record in records
        for name in record.cards
        if library.registry.canonical(name, record.applies.game) != name
    }
    assert unknown == set()


@every_book
def test_every_set_of_a_record_is_one_of_its_game(book: str, library: Library) -> None:
    unknown = {
        (record.id, name)
        for record in library.records
        if record.book == book
        for name in record.applies.sets
        if not {f"{record.applies.game}/{name}", f"{PARENT_GAME.get(record.applies.game)}/{name}"} & SETS.keys()
    }
    assert unknown == set()


# --- the manual ------------------------------------------------------------------------------------


def examples(what: str) -> list[str]:
    """The examples of the manual that are marked with this word."""
    return re.findall(rf"^```\w+ {what}\n(.*?)^```$", MANUAL.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def rows(page: Path, heading: str) -> list[list[str]]:
    """The rows of the tables below a heading, without their head."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    section = re.split(rf"^#+ {re.escape(heading)}$", text, maxsplit=1, flags=re.MULTILINE)[1]
    lines = re.split(r"^#+ ", section, maxsplit=1, flags=re.MULTILINE)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    rules = [number for number, row in enumerate(cells) if set("".join(row)) <= {"-"}]
    return [row for number, row in enumerate(cells) if number not in rules and number + 1 not in rules]


def coded(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


MADE_UP = ["112.S.z", "OFFEN.999"]


def test_the_examples_of_records_pass_the_check(tmp_path: Path) -> None:
    ids = []
    for text in examples("record"):
        keys = front_matter(text)
        assert complaints("record", keys) == []
        (tmp_path / f"{keys['id']}.md").write_text(text, encoding="utf-8")
        ids.append(keys["id"])
    assert ids == MADE_UP
    assert [str(finding) for finding in check([tmp_path], REAL)] == []


def test_the_examples_of_records_use_every_key(library: Library) -> None:
    used = {key for text in examples("record") for key in front_matter(text)}
    assert used == set(KEYS)
    assert [record.id for record in library.records if record.id in MADE_UP] == [], "the ids are not made up any more"


def test_the_example_of_a_book_can_be_read(tmp_path: Path, library: Library) -> None:
    (text,) = examples("book")
    path = tmp_path / "encyclopaedia.yaml"
    path.write_text(text, encoding="utf-8")
    assert complaints("book", load(path)) == []
    book = read_book(path)
    assert all((book.chapters, book.register, book.changes, book.errata, book.retired))
    assert {change.article for change in book.changes} | {row.means for row in book.errata} <= library.targets


def test_the_example_of_cards_can_be_read_and_counted(tmp_path: Path, library: Library) -> None:
    (text,) = examples("cards")
    path = tmp_path / "beispiel.yaml"
    path.write_text(text, encoding="utf-8")
    assert complaints("cards", load(path)) == []
    example = read_set(path)
    assert sum(card.value("copies") for card in counted(example)) == example.printed_total
    sources = {source for card in example.cards for fact in card.facts.values() for source in fact.sources}
    assert sources <= library.targets | set(example.public_sources)


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("A record", KEYS),
        ("Kinds", KINDS),
        ("Applies", APPLIES_KEYS),
        ("Books", [key for key in SCHEMAS["book"]["properties"] if key not in at("book", "required")] + ["chapters"]),
        ("Cards", tuple(at("cards", "$defs/card/properties"))),
        ("What `check` finds", tuple(Code)),
    ],
)
def test_the_manual_explains_every_name_and_no_other(heading: str, names: tuple[str, ...]) -> None:
    explained = [name for row in rows(MANUAL, heading) for name in coded(row[0])]
    assert sorted(explained) == sorted(map(str, names))


def test_the_manual_says_what_to_do_about_every_finding() -> None:
    assert [row for row in rows(MANUAL, "What `check` finds") if len(row) != 3 or not all(row)] == []


@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game, known in VARIANTS.items() for variant in known])
def test_the_manual_names_every_game_and_variant(game: str, variant: str) -> None:
    told = {row[0]: coded(row[1]) + coded(row[-1]) for row in rows(MANUAL, "Applies")}
    assert game in told["`game`"]
    assert variant in told["`variants`"]


REFERENCES = [pytest.param(coded(row[0])[0], row[1], id=coded(row[0])[0]) for row in rows(MANUAL, "References")]


def in_words(found: Reference) -> str:
    """A reference as the manual describes it."""
    if found.clause:
        return f"clause {found.clause} of {found.target}"
    if found.end:
        return f"the range {found.target}–{found.end}"
    return f"the {found.kind.replace('-', ' ')} {found.target}"


@pytest.mark.parametrize(("spelling", "meaning"), REFERENCES)
def test_references_are_found_as_the_manual_says(spelling: str, meaning: str, library: Library) -> None:
    found = list(find_references(spelling))
    assert [in_words(reference) for reference in found] == [meaning]
    assert {found[0].target, found[0].end or found[0].target} <= library.targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    paths = re.findall(r"(?<![\w/.])(?:faq|docs|tests|\.ci)/[\w./-]*\w", text)
    links = re.findall(r"\]\(([^)#]+)", text)
    files = re.findall(r"`(articles/[\w./-]+)`", text)
    assert [path for path in paths if not (PROJECT / path).exists()] == []
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert [path for path in files if not (FAQ / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_exists(page: Path) -> None:
    told = set(re.findall(r"(?:`|^)catanica ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert told <= set(COMMANDS)


# --- the glossary ----------------------------------------------------------------------------------

HEADINGS = re.findall(r"^## (.+)$", GLOSSARY.read_text("utf-8"), re.MULTILINE)
TERMS = [row for heading in HEADINGS for row in rows(GLOSSARY, heading)]


@pytest.fixture(scope="module")
def texts(library: Library) -> dict[str, str]:
    """All that the records say in each language."""
    parts: dict[str, list[str]] = {"de": [], "en": []}
    take: dict[str, Callable[[Any], str | None]] = {"de": lambda text: text.de, "en": lambda text: text.en}
    for record in library.records:
        said = (record.question, record.ruling, record.body, *(reading.text for reading in record.readings))
        for lang, of in take.items():
            parts[lang] += [text.lower() for one in said if (text := of(one))]
    return {lang: "\n".join(found) for lang, found in parts.items()}


def stem(word: str) -> str:
    """A German term as it stands in most of its inflected forms."""
    return " ".join(re.sub(r"(?<=\w{3})(?:er|es|en|e)$", "", part) + r"\w*" for part in word.lower().split())


def test_the_glossary_is_of_one_line_a_term() -> None:
    assert len(TERMS) >= 80
    assert [row for row in TERMS if len(row) != 3 or not all(row)] == []
    german = [row[0] for row in TERMS]
    assert sorted(german) == sorted(set(german))


@pytest.mark.parametrize("row", [pytest.param(row, id=row[0]) for row in TERMS])
def test_the_records_use_the_words_of_the_glossary(row: list[str], texts: dict[str, str]) -> None:
    for term in row[0].split(" / "):
        assert re.search(rf"\b{stem(term)}", texts["de"]), f"no record says {term}"
    assert re.search(rf"\b{row[1].lower()}", texts["en"]), f"no English text says {row[1]}"
