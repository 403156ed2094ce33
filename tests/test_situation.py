"""Can every dispute be told as a Situation, in the documented words, and does it survive being written and read?

`tests/disputes/` holds disputes as players tell them, each with its Situation. `docs/situation.md` is read as data: its
tables say which keys there are, which words an open slot takes, and which names.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from adjudicator import situation as formats
from adjudicator.codec import BadDocument, from_json, tag_of, to_json
from adjudicator.situation import Move, Question, Situation, Thing, read_situation, situation_schema, write_situation
from faq.cards import Registry, read_set
from faq.vocabulary import VARIANTS

PROJECT = Path(__file__).parents[1]
SHARED = PROJECT.parent / "shared" / "examples" / "disputes.jsonl"
SCHEMA = Draft202012Validator(situation_schema())
DISPUTES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((PROJECT / "tests/disputes").glob("*.json"))}
REGISTRY = Registry(read_set(path) for path in sorted((PROJECT / "faq/cards").glob("*/*.yaml")))
TYPES = {kind.__name__: kind for kind in vars(formats).values() if isinstance(kind, type) and is_dataclass(kind)}
BARE = {"format": formats.FORMAT, "rules": {"game": "duell"}}

every_dispute = pytest.mark.parametrize("dispute", DISPUTES.values(), ids=DISPUTES)


def told(dispute: Mapping[str, Any]) -> Situation:
    """The Situation of a dispute file."""
    return read_situation(json.dumps(dispute["situation"]))


# --- the page that documents the format ------------------------------------------------------------


@dataclass(frozen=True)
class Manual:
    """The tables of `docs/situation.md` by heading, and its examples."""

    tables: Mapping[str, tuple[tuple[str, ...], ...]]
    examples: tuple[str, ...]

    def words(self, heading: str) -> set[str]:
        """The first column of a table, without its backticks."""
        return {row[0].strip("`") for row in self.tables[heading]}

    def slots(self) -> dict[str, tuple[set[str], set[str]]]:
        """For each slot the words that it takes, and the sorts of names."""
        found = {}
        for slots, families, names in self.tables["Which words go where"]:
            words = {word for family in _listed(families) for word in self.words(family)}
            for slot in slots.replace("`", "").split():
                found[slot] = (words, set(_listed(names)))
        return found


def _listed(cell: str) -> list[str]:
    return [item.strip() for item in cell.split(",") if item.strip()]


def read_manual(text: str) -> Manual:
    tables: dict[str, list[tuple[str, ...]]] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("|") and not line.startswith(("|--", "| key", "| word", "| verb", "| slot")):
            tables.setdefault(heading, []).append(tuple(cell.strip() for cell in line.strip("|").split("|")))
    return Manual({name: tuple(rows) for name, rows in tables.items()}, tuple(re.findall(r"```json\n(.*?)```", text, re.S)))


MANUAL = read_manual((PROJECT / "docs/situation.md").read_text("utf-8"))
SLOTS = MANUAL.slots()


def is_open(hint: Any) -> bool:
    """Whether any text may stand there: not a number, not one of a fixed list."""
    return hint is str or any(is_open(part) for part in get_args(hint) if get_origin(hint) is not Literal)


def open_slots(kind: type) -> list[str]:
    """The keys of a type in which any text may stand."""
    return [name for name, hint in get_type_hints(kind).items() if is_open(hint) and get_origin(hint) is not Mapping]


@pytest.mark.parametrize("name", TYPES)
def test_the_manual_documents_every_key(name: str) -> None:
    assert MANUAL.words(name) == {each.name.rstrip("_") for each in fields(TYPES[name])}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Rules", "game"), ("Turn", "phase"), ("Within", "side"), ("Within", "end"), ("Pile", "of"),
        ("Amount", "comparison"), ("Move", "status"), ("Question", "kind"),
    ],
)  # fmt: skip
def test_the_manual_lists_every_choice_of_a_key(name: str, key: str) -> None:
    (meaning,) = (row[1] for row in MANUAL.tables[name] if row[0] == f"`{key}`")
    assert set(choices(get_type_hints(TYPES[name])[key])) <= set(re.findall("`([^`]+)`", meaning))


def choices(hint: Any) -> Iterator[str]:
    for part in get_args(hint):
        yield from (part,) if get_origin(hint) is Literal else choices(part)


def test_the_manual_documents_every_verb() -> None:
    assert MANUAL.words("Verbs of play") == set(get_args(get_type_hints(Move)["do"]))


def test_the_manual_says_of_every_open_slot_what_it_takes() -> None:
    slots = {f"{tag_of(kind)}.{key.rstrip('_')}" for kind in TYPES.values() for key in open_slots(kind)}
    assert set(SLOTS) == slots


@pytest.mark.parametrize("example", MANUAL.examples, ids=("Hexe", "Lager"))
def test_the_examples_of_the_manual_are_the_disputes_that_they_tell(example: str) -> None:
    assert json.loads(example) in [dispute["situation"] for dispute in DISPUTES.values()]
    assert not faults_of(read_situation(example))


def test_the_schema_file_is_the_schema_of_the_types() -> None:
    written = (PROJECT / "adjudicator/schemas/situation.schema.json").read_text("utf-8")
    assert written == json.dumps(situation_schema(), ensure_ascii=False, indent=2) + "\n", (
        "write adjudicator.situation.situation_schema() to the file again, as JSON with indent 2"
    )
    Draft202012Validator.check_schema(json.loads(written))


# --- the disputes ----------------------------------------------------------------------------------


def faults_of(situation: Situation) -> list[str]:
    """Every text in a slot that is neither one of its words nor a name that it may hold."""
    names = names_in(situation)
    return [
        f"{slot}: {text!r}" for slot, text in texts_in(situation) if not fits(text, *SLOTS[slot], names, situation.rules.game)
    ]


def fits(text: str, words: set[str], sorts: set[str], names: Mapping[str, set[str]], game: str) -> bool:
    pile, colon, player = text.partition(":")
    return (
        "free" in sorts
        or text in words
        or (colon == ":" and f"{pile}:PLAYER" in words and player in names["player"])
        or any(text in names[sort] for sort in sorts - {"card"})
        or ("card" in sorts and REGISTRY.canonical(text, game) == text)
    )


def names_in(situation: Situation) -> dict[str, set[str]]:
    return {
        "player": {player.name for player in situation.players},
        "thing": {fact.id for fact in situation.facts if isinstance(fact, Thing)},
        "move": {move.id for move in moves_in(situation) if move.id},
    }


def moves_in(situation: Situation) -> list[Move]:
    return [*situation.moves, *(question.move for question in situation.questions if question.move)]


def texts_in(value: Any) -> Iterator[tuple[str, str]]:
    """Every text in an open slot: the slot, and what stands there."""
    if is_dataclass(value) and not isinstance(value, type):
        for key in open_slots(type(value)):
            content = getattr(value, key)
            for text in content if isinstance(content, tuple) else (content,):
                if isinstance(text, str):
                    yield f"{tag_of(type(value))}.{key.rstrip('_')}", text
        for each in fields(value):
            yield from texts_in(getattr(value, each.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_in(item)


@every_dispute
def test_a_dispute_survives_reading_and_writing(dispute: dict[str, Any]) -> None:
    assert json.loads(write_situation(told(dispute))) == dispute["situation"]


@every_dispute
def test_a_dispute_fits_the_schema(dispute: dict[str, Any]) -> None:
    assert [fault.message for fault in SCHEMA.iter_errors(dispute["situation"])] == []


@every_dispute
def test_a_dispute_uses_the_documented_words_and_names(dispute: dict[str, Any]) -> None:
    assert faults_of(told(dispute)) == []


@every_dispute
def test_a_dispute_names_cards_that_its_game_knows(dispute: dict[str, Any]) -> None:
    situation = told(dispute)
    game = situation.rules.game
    named = [item.card for item in (*situation.facts, *moves_in(situation)) if isinstance(item, Thing | Move) and item.card]
    assert {name: REGISTRY.canonical(name, game) for name in named} == {name: name for name in named}


@every_dispute
def test_a_dispute_names_a_variant_and_sets_that_exist(dispute: dict[str, Any]) -> None:
    rules = told(dispute).rules
    assert rules.variant in (None, *VARIANTS[rules.game])
    assert set(rules.sets) <= {card_set.id for card_set in REGISTRY.sets if card_set.game == rules.game}


@every_dispute
def test_a_name_stands_for_one_player_thing_or_move_and_is_no_word(dispute: dict[str, Any]) -> None:
    situation = told(dispute)
    names = [name for sort in names_in(situation).values() for name in sort]
    moves = [move.id for move in moves_in(situation) if move.id]
    words = set().union(*(words for words, _ in SLOTS.values()))
    assert len(names) == len(set(names))
    assert len(moves) == len(set(moves))
    assert not words & set(names)


@every_dispute
def test_the_question_is_in_the_text_and_says_what_it_is_about(dispute: dict[str, Any]) -> None:
    (question,) = told(dispute).questions
    assert question.text.endswith("?")
    assert question.text in dispute["text"]
    assert is_about_something(question)


def is_about_something(question: Question) -> bool:
    """What each kind of question needs to be understood."""
    match question.kind:
        case "may":
            return (question.move is None) != (question.fact is None)
        case "who":
            return bool(question.move and not question.move.actor) or bool(question.of and question.thing)
        case "how_many":
            return bool(question.of and (question.thing or question.player or (question.move and not question.move.amount)))
        case "where":
            return bool(question.thing or question.of)
        case "what":
            return bool(question.of and question.move and not (question.move.card or question.move.thing))
        case "wins":
            return bool(question.of)
        case "order":
            return len(question.items) > 1


def test_the_disputes_are_those_that_were_handed_to_us() -> None:
    if not SHARED.exists():
        pytest.skip("the examples handed to us are not beside the project")
    rows = [json.loads(line) for line in SHARED.read_text("utf-8").splitlines()]
    ours = {name: (dispute["text"], dispute["answer"], dispute["cite"]) for name, dispute in DISPUTES.items()}
    assert ours == {row["id"]: (row["text"], row["answer"], row["cite_ids"]) for row in rows}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"facts": [{"is": "nothing", "player": "ich", "of": "Zitadele"}]}, "nothing.of: 'Zitadele'"),
        ({"facts": [{"is": "state", "of": "ich", "is_so": "platz"}]}, "state.is_so: 'platz'"),
        ({"moves": [{"do": "take", "from": "hand:Timo"}]}, "move.from: 'hand:Timo'"),
        ({"moves": [{"do": "play", "actor": "Timo"}]}, "move.actor: 'Timo'"),
        ({"moves": [{"do": "roll", "shows": "Keule"}]}, "move.shows: 'Keule'"),
    ],
    ids=["unknown card", "unknown word", "pile of a stranger", "stranger", "synonym of a card"],
)
def test_a_text_that_no_slot_takes_is_found(change: dict[str, Any], fault: str) -> None:
    """The checks above can fail."""
    situation = read_situation(json.dumps({**BARE, "players": [{"name": "ich"}], **change}))
    assert faults_of(situation) == [fault]


# --- any Situation, and any document ---------------------------------------------------------------


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, with every field of a dataclass drawn (hypothesis alone would leave out the defaults)."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of([values_of(part) for part in parts])
    if origin is tuple:
        return st.lists(values_of(parts[0]), max_size=3).map(tuple)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is Mapping:
        return st.dictionaries(values_of(parts[0]), values_of(parts[1]), max_size=3)
    if isinstance(hint, type) and is_dataclass(hint):
        slots = get_type_hints(hint)
        return st.builds(hint, **{each.name: values_of(slots[each.name]) for each in fields(hint)})
    simple = {str: st.text(max_size=8), int: st.integers(), bool: st.booleans(), types.NoneType: st.none()}
    return simple[hint]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["is", "id", "do", "of"]) | st.text(), inner),
    max_leaves=8,
)


def places_in(document: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of every value in a document."""
    yield place
    inner = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, value in inner:
        yield from places_in(value, (*place, key))


def replaced(document: Any, place: tuple[str | int, ...], value: Any) -> Any:
    """A copy of the document with another value in this place."""
    if not place:
        return value
    copy = deepcopy(document)
    holder = copy
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    return copy


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A dispute in which one value was replaced by anything."""
    document = draw(st.sampled_from([dispute["situation"] for dispute in DISPUTES.values()]))
    return replaced(document, draw(st.sampled_from(list(places_in(document)))), draw(JSON))


@settings(max_examples=100)
@given(values_of(Situation))
def test_any_situation_survives_writing_and_reading(situation: Situation) -> None:
    written = write_situation(situation)
    again = from_json(Situation, json.loads(written))
    assert again == situation
    assert write_situation(again) == written
    assert SCHEMA.is_valid(json.loads(written))


@pytest.mark.parametrize("kind", TYPES.values(), ids=TYPES)
def test_any_part_of_a_situation_survives_writing_and_reading(kind: type) -> None:
    @settings(max_examples=25)
    @given(values_of(kind))
    def survives(value: Any) -> None:
        assert from_json(kind, json.loads(json.dumps(to_json(value)))) == value

    survives()


def fault_in(document: Any) -> str | None:
    """What is wrong with a document; any other error than a refusal fails the test."""
    try:
        from_json(Situation, document)
    except BadDocument as fault:
        return str(fault)
    return None


@settings(max_examples=250)
@given(JSON | spoiled())
def test_any_document_is_read_or_refused_with_the_place(document: Any) -> None:
    fault = fault_in(document)
    assert fault is None or fault.startswith("$")
    assert fault is not None or fault_in(to_json(from_json(Situation, document))) is None


@settings(max_examples=200)
@given(st.text() | JSON.map(json.dumps) | spoiled().map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadDocument):
        read_situation(text)


THING = {"is": "thing", "id": "hexe"}
BAD = {
    "no object": ([], "$: expected an object"),
    "no rules": ({}, "$: rules is missing"),
    "unknown game": ({"rules": {"game": "schach"}}, "$.rules.game: expected one of kartenspiel, duell"),
    "key unknown": ({**BARE, "player": []}, "$.player: expected no such key; there are rules, players"),
    "year as text": ({"rules": {"game": "duell", "as_of": "2001"}}, "$.rules.as_of: fits nothing"),
    "list expected": ({**BARE, "players": "Timo"}, "$.players: expected a list"),
    "second player without a name": ({**BARE, "players": [{"name": "Timo"}, {}]}, "$.players[1]: name is missing"),
    "number as truth": ({**BARE, "players": [{"name": "Timo", "teller": 1}]}, "$.players[0].teller: expected true or false"),
    "truth as number": ({**BARE, "turn": {"round": True}}, "$.turn.round: fits nothing"),
    "unknown fact": ({**BARE, "facts": [{"is": "rumour"}]}, "$.facts[0].is: expected one of amount, difference, nothing"),
    "tag is a list": ({**BARE, "facts": [{"is": ["thing"]}]}, "$.facts[0].is: expected one of amount"),
    "tag is an object": ({**BARE, "facts": [{**THING, "place": {"is": {}}}]}, "$.facts[0].place.is: expected one of between"),
    "thing without a name": ({**BARE, "facts": [{"is": "thing"}]}, "$.facts[0]: id is missing"),
    "place incomplete": (
        {**BARE, "facts": [{**THING, "place": {"is": "between", "first": "a"}}]},
        "$.facts[0].place: second is missing",
    ),
    "unknown verb": ({**BARE, "moves": [{"do": "steal"}]}, "$.moves[0].do: expected one of roll, reveal"),
    "verb is a list": ({**BARE, "moves": [{"do": ["roll"]}]}, "$.moves[0].do: expected one of roll"),
    "unknown status": ({**BARE, "moves": [{"do": "roll", "status": "soon"}]}, "$.moves[0].status: expected one of done"),
    "key with underscore": ({**BARE, "moves": [{"do": "take", "from_": "Leo"}]}, "$.moves[0].from_: expected no such key"),
    "unknown question": ({**BARE, "questions": [{"kind": "why"}]}, "$.questions[0].kind: expected one of may"),
    "move of a question": ({**BARE, "questions": [{"kind": "may", "move": {}}]}, "$.questions[0].move: fits nothing"),
    "answer is a list": ({**BARE, "answers": {"a": []}}, "$.answers.a: fits nothing"),
    "other format": ({**BARE, "format": "catanica-situation 0"}, "$.format: expected one of catanica-situation 1"),
    "name twice": ({**BARE, "players": [{"name": "hexe"}], "facts": [THING]}, "two things or players are called 'hexe'"),
    "on nothing": (
        {**BARE, "facts": [{**THING, "place": {"is": "on", "thing": "badhaus"}}]},
        "'badhaus' is spoken of, but no thing or player is called so",
    ),
}


@pytest.mark.parametrize(("document", "message"), BAD.values(), ids=BAD)
def test_a_bad_document_is_refused_with_the_place(document: Any, message: str) -> None:
    with pytest.raises(BadDocument) as fault:
        read_situation(json.dumps(document))
    assert str(fault.value).startswith(message)


def test_what_is_no_json_is_refused_with_line_and_column() -> None:
    with pytest.raises(BadDocument, match="line 2, column 3: not JSON"):
        read_situation('{"rules":\n  }')
