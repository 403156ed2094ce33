"""What do the tests share?

`knowledge_base` is a small, complete and faultless knowledge base of the test's own, made of real files: a test
changes a file and looks at what happens. `real_library` is the index of the real files, built once per run in a
temporary folder. Hypothesis runs the same examples each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from build_index import build
from faq.ids import BOOKS, file_of, sort_key
from faq.lookup import Library
from faq.places import Places
from faq.records import hash_of_german

settings.register_profile("repeatable", deadline=None, database=None, derandomize=True)
settings.load_profile("repeatable")

PROJECT = Path(__file__).parents[1]
QUESTION, RULING = "Darf ein Spion zweimal suchen?", "Nein, ein Spion sucht einmal."

TITLES = {
    "encyclopaedia": ("kartenspiel", "", "Das alte Kartenspiel"),
    "duell": ("duell", "DUELL", "Das Duell"),
    "goldene-zeiten": ("duell", "GZ", "Goldene Zeiten"),
    "dreispieler": ("dreispieler", "DREI", "Zu dritt"),
    "almanach": ("brettspiel", "ALM", "Almanach"),
    "offen": ("null", "OFFEN", "Offene Fragen"),
}

CHAPTERS = {
    "encyclopaedia": """\
chapters:
- id: '102'
  title: {de: Glossar, en: Glossary}
  sections:
  - {id: 102.B, title: {de: Fachausdrücke, en: Technical terms}}
- id: '112'
  title: {de: Aktionskarten, en: Action cards}
  sections:
  - {id: 112.R, title: {de: Reiter, en: Riders}}
  - {id: 112.S, title: {de: Spion, en: Spy}, see: [112.R]}
register:
- {term: Spion, targets: [112.S]}
changes:
- {subject: {de: Spion, en: Spy}, cards: [Spion], before: {de: zweimal, en: twice}, after: {de: einmal, en: once},
   year: 2003, article: 112.S.a, status: in-force}
errata:
- {where: 112.S.a, printed: 113.S.a, means: 112.S.a, reason: {de: Druckfehler, en: misprint}}
retired:
- {id: 112.S.z, replaced_by: 112.S.a, reason: {de: ging in 112.S.a auf, en: merged into 112.S.a}}
""",
    "almanach": """\
chapters:
- id: ALM.Spiel
  title: {de: Das Spiel, en: The game}
  units: [ALM.Räuber]
""",
}

CARDS = {
    "kartenspiel/basis": """\
game: kartenspiel
set: basis
title: {de: Basis, en: Basic set}
public_sources:
  schachtel: {what: die Schachtel}
cards:
- {name: Spion, en: Spy, synonyms: [Späher], class: neutrale-aktion, copies: 2, sources: [112.S.a]}
- {name: Bibliothek, en: Library, class: gebaeude, place: stadt, points: {progress: 1}, sources: [schachtel]}
""",
    "brettspiel/steine": """\
game: brettspiel
set: steine
title: {de: Spielsteine, en: Pieces}
cards:
- {name: Räuber, en: Robber, class: spielstein, copies: 1, sources: [ALM.Räuber]}
""",
}

WORDS = {
    "constituents.txt": "# Bestandteile\nHandel Flotte Karte Hand\n",
    "synonyms.yaml": "de:\n- [klauen, stehlen]\nen:\n- [steal, rob]\n",
}


def record_text(
    ident: str,
    *,
    question: str = QUESTION,
    ruling: str = RULING,
    kind: str = "rule-question",
    game: str = "kartenspiel",
    more: str = "",
    body: str = "So steht es auf der Karte.\n",
) -> str:
    """A faultless article file; `more` are further lines of front matter (`cards: [Spion]`)."""
    return f"""\
---
id: {ident}
kind: {kind}
adjudicable: true
question:
  de: {question}
  en: May a spy search twice?
ruling:
  de: {ruling}
  en: No, a spy searches once.
applies:
  game: {game}
english_of: "{hash_of_german(question, ruling)}"
{more}---
{body}"""


RECORDS = (
    record_text(
        "112.S.a",
        more="cards: [Spion]\nsource: {page: 7}\n",
        body="Eine Karte, eine Suche. Strittig ist nur OFFEN.1.\n\n## English\n\nOne card, one search; see OFFEN.1.\n",
    ),
    record_text(
        "ALM.Räuber",
        kind="rule",
        game="brettspiel",
        question="Wohin zieht der Räuber?",
        ruling="Auf ein anderes Feld.",
        more="cards: [Räuber]\n",
    ),
    record_text(
        "OFFEN.1",
        kind="open-question",
        question="Sucht ein Spion noch einmal, wenn er nichts fand?",
        ruling="Vorgezogen ist Lesart a (nein).",
        more="""\
readings:
- {letter: a, de: Nein., en: No., sources: [112.S.a]}
- {letter: b, de: Ja., en: Yes., sources: []}
preferred: a
""",
        body="112.S.a lässt es offen.\n",
    ),
)


@dataclass(frozen=True)
class KnowledgeBase:
    """A knowledge base in a folder of the test's own; names of files are relative to its root."""

    places: Places

    @property
    def environment(self) -> dict[str, str]:
        """The variables with which the command works on these files."""
        folders = {"HOME": self.places.root, "CACHE": self.places.index, "DATA": self.places.data}
        return {f"CATANICA_{name}": str(folder) for name, folder in folders.items()}

    def path(self, name: str) -> Path:
        """Where a file lies: an id, or a name like `books/duell.yaml`."""
        return self.places.root / name if "/" in name else self.places.articles / file_of(name)

    def write(self, name: str, text: str) -> Path:
        """Put a file there, whether or not it existed."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def change(self, name: str, old: str, new: str) -> Path:
        """Replace a passage that stands in the file exactly once."""
        text = self.path(name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        return self.write(name, text.replace(old, new))


def make_knowledge_base(folder: Path) -> KnowledgeBase:
    """Write a complete knowledge base without faults: three records, all books, three cards, word lists."""
    base = KnowledgeBase(Places(root=folder / "faq", index=folder / "index", data=folder / "data"))
    for book in BOOKS:
        game, prefix, title = TITLES[book]
        head = f"book: {book}\ntitle: {{de: {title}, en: {title}}}\ngame: {game}\nyear: null\nprefix: '{prefix}'\n"
        base.write(f"books/{book}.yaml", head + CHAPTERS.get(book, "chapters: []\n"))
    for name, text in CARDS.items():
        base.write(f"cards/{name}.yaml", text)
    for name, text in WORDS.items():
        base.write(f"words/{name}", text)
    for text in RECORDS:
        base.write(text.split("\n")[1].removeprefix("id: "), text)
    return base


@pytest.fixture
def knowledge_base(tmp_path: Path) -> KnowledgeBase:
    """A small knowledge base without faults."""
    return make_knowledge_base(tmp_path)


@pytest.fixture(scope="session")
def real_library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The real knowledge base, indexed anew in a temporary folder; use it for reading only."""
    folder = tmp_path_factory.mktemp("real")
    where = Places(root=PROJECT / "faq", index=folder / "index", data=folder / "data")
    return Library(where.index / build(where).generation)


@pytest.fixture(scope="session")
def real_ids(real_library: Library) -> list[str]:
    """All records, sections and chapters that can be asked for, in reading order."""
    rows = real_library.rows("SELECT DISTINCT id FROM names WHERE kind IN ('record', 'heading')")
    return sorted((row["id"] for row in rows), key=sort_key)
