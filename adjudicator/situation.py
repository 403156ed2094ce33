"""What can be said of a dispute?

A Situation is what somebody told: which rules, who plays, what lies where, how much there is, what has
been done or is wanted, and what is asked. What is not told is not in it; nothing is filled in here.
Things have names (`id`) so that they can be spoken of again: "genau dieses Badhaus". Owner, placer,
holder and place of a card are four things.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from adjudicator.codec import BadDocument, from_json, schema_of, tagged, to_json
from faq.errors import shorten

FORMAT = "catanica-situation 1"
Game = Literal["kartenspiel", "duell", "dreispieler", "brettspiel", "sternenschiff"]
Phase = Literal["before-dice", "dice", "event", "yield", "main", "end", "setup"]
Status = Literal["done", "now", "wanted", "must", "claimed", "hypothetical"]
Side = Literal["above", "below"]
Comparison = Literal["exactly", "at-least", "at-most", "more-than", "less-than"]
Asked = Literal["may", "who", "how_many", "where", "what", "wins", "order"]


@dataclass(frozen=True)
class Rules:
    """Which rules are played: game, variant, sets, the state of a year, and what the players agreed on."""

    game: Game
    variant: str | None = None
    sets: tuple[str, ...] = ()
    as_of: int | None = None
    before: str | None = None
    after: str | None = None
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Player:
    """Somebody at the table; seats count around it. A teller without a name is `ich` or `I`."""

    name: str
    teller: bool = False
    seat: int | None = None


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, and how far it has come."""

    active: str | None = None
    phase: Phase | None = None
    round: int | None = None
    number: int | None = None


# --- places ----------------------------------------------------------------------------------------


@tagged
@dataclass(frozen=True)
class Within:
    """In somebody's principality, or on the board: in, at or on a thing, or anywhere."""

    holder: str | None = None
    at: str | None = None
    side: Side | None = None
    end: Literal["left", "right", "other"] | None = None


@tagged
@dataclass(frozen=True)
class On:
    """On top of a thing, or under it."""

    thing: str
    under: bool = False


@tagged
@dataclass(frozen=True)
class Between:
    """Between two things; it borders on both."""

    first: str
    second: str


@tagged
@dataclass(frozen=True)
class Borders:
    """It borders on these things, and, if `only`, on nothing else."""

    things: tuple[str, ...]
    only: bool = False


@tagged
@dataclass(frozen=True)
class Pile:
    """In a hand, on a pile or stack, in the open display, in the bank, or out of the game."""

    of: Literal["hand", "discard", "draw", "event", "landscape", "display", "bank", "out"]
    player: str | None = None
    position: int | None = None


Place = Within | On | Between | Borders | Pile


# --- facts -----------------------------------------------------------------------------------------


@tagged
@dataclass(frozen=True)
class Thing:
    """A card, or several alike: what it is, whose it is, who laid it, and where it lies.

    `card` is a name of the registry; `kind` a class or a word such as "magic-action" where no name is told.
    `count` None: several, how many is not told. `complete`: all of that kind (or card) that the owner has.
    """

    id: str
    card: str | None = None
    kind: str | None = None
    count: int | None = 1
    complete: bool = False
    owner: str | None = None
    placer: str | None = None
    place: Place | None = None
    number: int | None = None
    stock: int | None = None
    marks: tuple[str, ...] = ()
    built: str | None = None
    absent: bool = False


@tagged
@dataclass(frozen=True)
class Amount:
    """How much of something a player has: a total, at least, or at most. `complete`: and no more of it anywhere.

    `at` is the thing on which it lies; `after` the move after which this is so.
    """

    of: str
    player: str
    value: int
    comparison: Comparison = "exactly"
    at: str | None = None
    complete: bool = False
    after: str | None = None


@tagged
@dataclass(frozen=True)
class Difference:
    """How much more than another a player has (negative: less)."""

    of: str
    player: str
    than: str
    value: int | None = None
    comparison: Comparison = "exactly"


@tagged
@dataclass(frozen=True)
class Rank:
    """Which place a player takes: 1 leads."""

    of: str
    player: str
    place: int


@tagged
@dataclass(frozen=True)
class State:
    """What is true of a thing or player: full, free, blocked, intact, enough of something, used this turn …"""

    of: str
    is_so: str
    what: str | None = None
    negated: bool = False
    after: str | None = None


@tagged
@dataclass(frozen=True)
class Nothing:
    """A told absence: somebody has none of this (`besides`: none besides what was told), or (of None) nothing else at all."""

    player: str
    of: str | None = None
    where: str | None = None
    besides: bool = False


Fact = Thing | Amount | Difference | Rank | State | Nothing


# --- moves and questions ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """Something that is done, wanted or claimed. `do` is the verb of play; the rest are its slots.

    `for_` is what is got in return or what it serves, `because` what brings it about; `nth` says the how-manieth of its
    kind it is, `turns_later` how many turns lie between it and the move `after`.
    """

    do: Literal[
        "roll", "reveal", "play", "build", "destroy", "remove", "return", "take", "pay", "give", "get", "exchange",
        "draw", "choose", "announce", "look", "move", "use", "discard", "win", "end-turn", "protect", "lose", "cancel",
    ]  # fmt: skip
    actor: str | None = None
    card: str | None = None
    thing: str | None = None
    target: str | None = None
    what: str | None = None
    amount: int | None = None
    ratio: str | None = None
    from_: str | None = None
    to: str | None = None
    with_: str | None = None
    for_: str | None = None
    using: str | None = None
    shows: str | int | None = None
    status: Status = "done"
    claimed_by: str | None = None
    negated: bool = False
    nth: int | None = None
    turns_ago: int | None = None
    turns_later: int | None = None
    round: int | None = None
    phase: Phase | None = None
    after: str | None = None
    because: str | None = None
    id: str | None = None


@dataclass(frozen=True)
class Question:
    """What is asked. `may` and outcomes ask about a move or fact; the others name what is wanted of which thing."""

    kind: Asked
    text: str = ""
    move: Move | None = None
    fact: Fact | None = None
    of: str | None = None
    thing: str | None = None
    player: str | None = None
    when: str | None = None
    items: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Situation:
    """A dispute as it was told."""

    rules: Rules
    players: tuple[Player, ...] = ()
    turn: Turn = Turn()
    facts: tuple[Fact, ...] = ()
    moves: tuple[Move, ...] = ()
    questions: tuple[Question, ...] = ()
    answers: Mapping[str, str | int | bool] = field(default_factory=dict)
    format: Literal["catanica-situation 1"] = "catanica-situation 1"


def read_situation(text: str) -> Situation:
    """A Situation from its JSON; an error names the place in the document."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadDocument(f"line {fault.lineno}, column {fault.colno}: not JSON: {fault.msg}") from None
    except (ValueError, RecursionError) as fault:
        raise BadDocument(f"not JSON that can be read: {shorten(str(fault))}") from None
    return check_situation(from_json(Situation, document))


def write_situation(situation: Situation) -> str:
    """A Situation as JSON text."""
    return json.dumps({"format": FORMAT, **to_json(situation)}, ensure_ascii=False, indent=2)


def check_situation(situation: Situation) -> Situation:
    """Names must be unique, and whatever is spoken of must have been introduced."""
    names = [player.name for player in situation.players]
    things = [fact.id for fact in situation.facts if isinstance(fact, Thing)]
    for name in (*names, *things):
        if (*names, *things).count(name) > 1:
            raise BadDocument(f"two things or players are called {name!r}")
    for fact in situation.facts:
        for spoken in _spoken_of(fact):
            if spoken not in things and spoken not in names:
                raise BadDocument(f"{spoken!r} is spoken of, but no thing or player is called so")
    return situation


def _spoken_of(fact: Fact) -> list[str]:
    place = fact.place if isinstance(fact, Thing) else None
    if isinstance(place, On):
        return [place.thing]
    if isinstance(place, Between):
        return [place.first, place.second]
    if isinstance(place, Borders):
        return list(place.things)
    if isinstance(place, Within) and place.at:
        return [place.at]
    return []


def situation_schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    return schema_of(Situation, "A dispute as data")
