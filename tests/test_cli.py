"""Does the command keep its contract: documents, messages, languages, exit codes, and calm whatever it is asked?

Most cases call the command within the test; what only a process can show (signals, pipes, terminals, encodings) runs
as one.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import cli
from faq.lookup import Library
from faq.places import places
from tests.conftest import PROJECT, RULING, KnowledgeBase, make_knowledge_base, record_text

posix_only = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


@dataclass(frozen=True)
class Outcome:
    """What the command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)


Command = Callable[..., Outcome]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command, called within the test process, on the knowledge base that the environment names."""
    for variable in LOCALE:
        monkeypatch.delenv(variable, raising=False)

    def run(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["catanica", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as leave:
            cli.main()
        out, err = capsys.readouterr()
        return Outcome(int(leave.value.code or 0), out, err)

    return run


def use(base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command work on these files."""
    for variable, value in base.environment.items():
        monkeypatch.setenv(variable, value)


@pytest.fixture
def catanica(command: Command, knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command on a small knowledge base that the test may change."""
    use(knowledge_base, monkeypatch)
    return command


@pytest.fixture(scope="module")
def settled_base(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """A small knowledge base for tests that only look."""
    return make_knowledge_base(tmp_path_factory.mktemp("settled"))


@pytest.fixture
def look_up(command: Command, settled_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command on a small knowledge base that nobody changes."""
    use(settled_base, monkeypatch)
    return command


@pytest.fixture
def real(command: Command, real_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command on the real knowledge base, with the index that all tests share."""
    monkeypatch.delenv("CATANICA_HOME", raising=False)
    monkeypatch.setenv("CATANICA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CATANICA_DATA", str(tmp_path / "data"))
    index = places().index
    index.parent.mkdir()
    index.symlink_to(real_library.folder.parent)
    return command


def environment(base: KnowledgeBase | None = None, **more: str) -> dict[str, str]:
    """The environment of a process: no locale, and the files of this knowledge base."""
    plain = {name: value for name, value in os.environ.items() if name not in LOCALE}
    return plain | (base.environment if base else {}) | more


def start(*arguments: str, env: dict[str, str], **more: Any) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([sys.executable, str(PROJECT / "cli.py"), *arguments], env=env, **pipes)


def process(*arguments: str, env: dict[str, str]) -> Outcome:
    """What the command prints as a process of its own; its output must be UTF-8."""
    running = start(*arguments, env=env)
    out, err = running.communicate(timeout=30)
    return Outcome(running.returncode, out.decode("utf-8"), err.decode("utf-8"))


def says_one_line(outcome: Outcome) -> bool:
    """Whether standard error holds one plain line that begins with the name of the command."""
    return bool(re.fullmatch(r"catanica: [^\n\x00-\x1f\x7f]+\n", outcome.err))


# --- JSON ----------------------------------------------------------------------------------------------


def outline(value: Any) -> str:
    """The keys of a document in their order, those below in brackets: `id question(de en) refs(out[](id))`."""
    if isinstance(value, dict):
        return " ".join(f"{key}{_below(below)}" for key, below in value.items())
    return _below(value)


def _below(value: Any) -> str:
    if isinstance(value, dict):
        return f"({outline(value)})"
    if isinstance(value, list):
        rows = [outline(row) for row in value if isinstance(row, dict)]
        return f"[]({max(rows, key=len)})" if rows else "[]"
    return ""


CHANGE = "subject(de en) cards[] before(de en) after(de en) year article clause status variants[] restates[] note"
ERRATUM = "printed means reason(de en)"
RULED = "id question(de en) ruling(de en)"
HEADING = (
    "id book kind adjudicable question(de en) ruling(de en) applies cards[] refs({refs}) source(title page) body(de en)"
    " scenarios[] title(de en) note"
)
RECORD = (
    "id book kind adjudicable question(de en) ruling(de en) applies(game variants[] sets[] from until) cards[]"
    " refs(out[](id exists kind clause field) in[](id kind)) source(title page) body(de en) scenarios[] restates[]"
)
DOCUMENTS = {
    "show 112.S.a": f"{RECORD} errata[]({ERRATUM}) changes[]({CHANGE}) neighbours(before after)",
    "show OFFEN.1": f"{RECORD} errata[] changes[] neighbours(before after) readings[](de en letter sources[]) preferred",
    "show 112.S": f"{HEADING.format(refs='out[](id exists kind clause field) in[]')} sections[] articles[]({RULED}) errata[]",
    "show 112": f"{HEADING.format(refs='out[] in[]')} sections[](id title(de en)) articles[]({RULED}) errata[]",
    "search Spion": "query total hits[](id score question(de en) ruling(de en) snippet book game kind) suggestion"
    " sections[](id title(de en))",
    "refs 112.S.a": f"id out[](id exists kind clause field) in[](id kind via) errata[]({ERRATUM})",
    "card Spion": "cards[](name(de en) game sets[] set_titles[](de en) type cost points condition copies synonyms[]"
    f" confidence facts[](field value source[] set) public_sources() notes[] changes[]({CHANGE}) articles[]({RULED}))",
    "toc encyclopaedia": "book chapters[](id title(de en) note sections[](id title(de en) articles[](id title(de en)))"
    " articles[])",
    "register": "[](term book targets[] see[] dangling[] errata[])",
    "changes": f"[]({CHANGE})",
    "check": "[]",
}


@pytest.mark.parametrize("asked", DOCUMENTS)
def test_json_has_these_keys_in_this_order(look_up: Command, asked: str) -> None:
    """Whoever reads the output by program finds the same keys in the same places."""
    answer = look_up(*asked.split(), "--json")
    assert (answer.code, answer.err) == (0, "")
    assert outline(answer.document) == DOCUMENTS[asked]


def test_json_of_the_books_says_what_there_is(look_up: Command) -> None:
    """Every book has its line, with the number of its records."""
    books = look_up("toc", "--json").document
    assert {book["id"]: book["records"] for book in books} == {
        "encyclopaedia": 1, "duell": 0, "goldene-zeiten": 0, "dreispieler": 0, "almanach": 1, "offen": 1,
    }  # fmt: skip


def test_json_of_a_fault(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    """`check --json` gives file, line, code, severity and message, and exits with 1."""
    path = knowledge_base.change("112.S.a", "cards: [Spion]", "cards: [Spoin]")
    answer = catanica("check", "--json")
    (finding,) = answer.document
    assert answer.code == 1
    assert outline(answer.document) == "[](file line code severity message)"
    assert (finding["file"], finding["code"], finding["severity"]) == (str(path), "unknown-card", "error")
    assert path.read_text(encoding="utf-8").splitlines()[finding["line"] - 1].startswith("cards:")


def test_json_says_what_kind_of_heading_it_is(look_up: Command) -> None:
    assert [look_up("show", ident, "--json").document["kind"] for ident in ("112.S", "112")] == ["section", "chapter"]


def test_an_unknown_fact_is_null(look_up: Command) -> None:
    """No source tells what a spy costs."""
    (card,) = look_up("card", "Spion", "--json").document["cards"]
    assert (card["cost"], card["points"], card["copies"]) == (None, None, 2)


def test_json_is_the_same_bytes_in_every_process(settled_base: KnowledgeBase) -> None:
    """No order depends on the seed of the process."""
    answers = {
        process("search", "Spion sucht", "--json", env=environment(settled_base, PYTHONHASHSEED=seed)).out for seed in "12"
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    "variables",
    [{}, {"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, {"PYTHONIOENCODING": "latin-1"}],
    ids=["no locale", "C", "C.UTF-8", "Latin-1"],
)
def test_json_is_utf_8_whatever_the_locale(settled_base: KnowledgeBase, variables: dict[str, str]) -> None:
    """The document of the robber can be read on every system; umlauts are not escaped."""
    answer = process("show", "ALM.Raeuber", "--json", env=environment(settled_base, **variables))
    assert answer.document["question"]["de"] == "Wohin zieht der Räuber?"
    assert "Räuber" in answer.out


def test_building_says_nothing_on_standard_output(tmp_path: Path) -> None:
    """The first look-up builds the index, and still prints one document and nothing else."""
    base = make_knowledge_base(tmp_path)
    answer = process("show", "112.S.a", "--json", env=environment(base))
    assert (answer.document["id"], answer.err, answer.code) == ("112.S.a", "", 0)


# --- what people read ----------------------------------------------------------------------------------


def test_a_record_reads_ruling_first(look_up: Command) -> None:
    lines = look_up("show", "112.S.a").out.splitlines()
    assert lines[0] == "112.S.a  Darf ein Spion zweimal suchen?"
    assert lines[2] == f"  {RULING}"


@pytest.mark.parametrize(
    "asked, expected",
    {
        "show 112.S": "112.S.a  Darf ein Spion zweimal suchen?",
        "show 112": "112.S.a  Darf ein Spion zweimal suchen?",
        "show OFFEN.1": "  a) Nein. [112.S.a] (vorgezogen)",
        "search Spion": "112.S.a  Darf ein Spion zweimal suchen?  [Kartenspiel (alt)]",
        "search Spoin": "Meinten Sie „Spion“?",
        "search Xylophon": "Nichts gefunden.",
        "refs 112.S.a": "  OFFEN.1  (open-question)",
        "card Spion": "  Kosten: nicht in den Quellen",
        "toc": "encyclopaedia    Das alte Kartenspiel  (1 Einträge)",
        "toc encyclopaedia": "    112.S.a  Darf ein Spion zweimal suchen?",
        "register Spion": "Spion: 112.S",
        "changes": "2003  Spion (Spion): vorher: zweimal; seither: einmal [112.S.a, in-force]",
        "changes --year 2003 --card Späher": "2003  Spion (Spion): vorher: zweimal; seither: einmal [112.S.a, in-force]",
    }.items(),
)
def test_the_answer_stands_on_a_line_of_its_own(look_up: Command, asked: str, expected: str) -> None:
    answer = look_up(*asked.split())
    assert (answer.code, answer.err) == (0, "")
    assert expected in answer.out.splitlines()


@pytest.mark.parametrize(
    "filters, found",
    {
        "--book almanach": [],
        "--book encyclopaedia": ["112.S.a"],
        "--card Spy": ["112.S.a"],
        "--card Bibliothek": [],
        "--chapter 112": ["112.S.a"],
        "--chapter 102": [],
        "--variant turnierspiel --book encyclopaedia": ["112.S.a"],
        "--variant themenspiel": [],
        "--limit 1": ["112.S.a"],
        "buch:almanach": [],
        "karte:Späher": ["112.S.a"],
        'kapitel:"112"': ["112.S.a"],
        "variante:einfuehrungsspiel": [],
    }.items(),
)
def test_search_can_be_narrowed(look_up: Command, filters: str, found: list[str]) -> None:
    hits = look_up("search", "Spion", *filters.split(), "--json").document["hits"]
    assert [hit["id"] for hit in hits] == found


def test_safe_html_on_request(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    """Whatever an article contains, nothing of it can run."""
    knowledge_base.change("112.S.a", "Eine Karte, eine Suche.", "**Eine** Karte<script>alert(1)</script>.")
    page = catanica("show", "112.S.a", "--html").out
    assert "<strong>Eine</strong>" in page
    assert "<script>" not in page


# --- languages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variables, language",
    [
        ({}, "de"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "EN"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "de"),
        ({"LANG": "C"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(f"{k}={v}" for k, v in value.items()) or "nothing set",
)
def test_the_locale_chooses_the_language(
    look_up: Command, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    first = look_up("show", "112.S.a").out.splitlines()[0]
    assert first == {"de": "112.S.a  Darf ein Spion zweimal suchen?", "en": "112.S.a  May a spy search twice?"}[language]


@pytest.mark.parametrize(
    "asked, german, english",
    [
        ("show 112.S.a", "Gilt für", "Applies to"),
        ("show 112.S", "Spion", "Spy"),
        ("search Xylophon", "Nichts gefunden.", "Nothing found."),
        ("refs 112.S.a", "Verweist auf:", "Refers to:"),
        ("card Spion", "Regelungen: 1", "Rulings: 1"),
        ("toc encyclopaedia", "Aktionskarten", "Action cards"),
        ("changes", "zweimal", "twice"),
    ],
)
def test_lang_beats_the_locale(
    look_up: Command, monkeypatch: pytest.MonkeyPatch, asked: str, german: str, english: str
) -> None:
    for locale, lang, expected in (("en_US.UTF-8", "de", german), ("de_DE.UTF-8", "en", english)):
        monkeypatch.setenv("LC_ALL", locale)
        assert expected in look_up(*asked.split(), "--lang", lang).out


def test_german_stands_in_where_there_is_no_english(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    knowledge_base.change("112.S.a", "  en: No, a spy searches once.\n", "")
    assert RULING in catanica("show", "112.S.a", "--lang", "en").out


# --- ids -----------------------------------------------------------------------------------------------

SPELLINGS = {
    "112.S.g": ("112.S.g", "112.s.G", "112 S g", "112sg", "112SG", " 112.S.g ", "112.S.g.", "112-S-g", "112:S,g"),
    "112.S": ("112.S", "112s", "112 s", "112.S."),
    "112": ("112", " 112 ", "112."),
    "102.B.Sudden Death": ("102.B.Sudden Death", "Sudden Death", "sudden death", "suddendeath", "102bsuddendeath"),
    "ALM.Räuber": ("ALM.Räuber", "alm.räuber", "ALM.Raeuber", "alm rauber", "ALM.Ra\u0308uber", "ALMRÄUBER"),
    "DUELL.Karte.Brigitta": ("DUELL.Karte.Brigitta", "duell karte brigitta", "Duell/Karte/Brigitta"),
    "OFFEN.1": ("OFFEN.1", "offen 1", "offen1"),
}


def test_every_spelling_of_an_id_is_understood(real: Command) -> None:
    asked = [(ident, spelling) for ident, spellings in SPELLINGS.items() for spelling in spellings]
    found = [(real("show", spelling, "--json").document["id"], spelling) for _, spelling in asked]
    assert found == asked


@pytest.mark.parametrize("name", ["show", "refs"])
def test_words_of_an_id_need_no_more_than_quotes(look_up: Command, name: str) -> None:
    assert look_up(name, "112 s A", "--json").document["id"] == "112.S.a"


def test_a_misprinted_id_leads_to_what_it_means(look_up: Command) -> None:
    """The book prints 113.S.a where 112.S.a is meant."""
    assert look_up("show", "113.S.a", "--json").document["id"] == "112.S.a"


# --- errors --------------------------------------------------------------------------------------------

REFUSALS = {
    "show 112.S.b": "no record, section or chapter is called '112.S.b'; nearest: 112.S, 112.S.a",
    "show 112.S.z": "112.S.z (retired: ging in 112.S.a auf; see 112.S.a)",
    "show Quatsch": "no record, section or chapter is called 'Quatsch'; try `catanica search`",
    "refs 111.S.a": "no record, section or chapter is called '111.S.a'; nearest: 112.S.a",
    "original 999": "no record, section or chapter is called '999'",
    "card Spoin": "no card is called 'Spoin'; nearest: Spion",
    "card Quatsch": "no card is called 'Quatsch'",
    "card Spion --game halma": "no game is called 'halma'; there are kartenspiel, duell, dreispieler, brettspiel",
    "card Spion --game brettspiel": "no card is called 'Spion in brettspiel'",
    "toc halma": "no book is called 'halma'; there are encyclopaedia, duell, goldene-zeiten, dreispieler, almanach",
    "search Spion --book halma": "no book is called 'halma'; there are encyclopaedia",
    "search Spion --card Spoin": "no card is called 'Spoin'",
    "search Spion --chapter 999": "no chapter is called '999'; there are 102, ",
    "search Spion --variant halma": "no variant is called 'halma'; there are grundspiel, erweitertes-grundspiel",
    "search buch:halma": "no book is called 'halma'; there are encyclopaedia",
    "show 112.S.a --lang fr": "no language is called 'fr'; there are de, en",
    "search Spion --lang fr": "no language is called 'fr'; there are de, en",
    "search Spion --limit 0": "--limit",
    "search Spion --limit viele": "--limit",
    "changes --year gestern": "--year",
    "show": "Missing argument 'ID'",
    "search": "Missing argument",
    "show 112.S.a --halma": "No such option: --halma",
    "halma": "No such command 'halma'",
    "check no-such-file.md": "no-such-file.md: no such file or folder",
    "import no-such-file.txt": "no-such-file.txt",
    "new 112.S.a": "112.S.a exists already: ",
    "new 112.S.z": "112.S.z is retired",
    "new 112.X.a": "no section 112.X in encyclopaedia",
    "new Quatsch": "'Quatsch'",
    "stamp 112.S.b": "'112.S.b'; nearest: 112.S, 112.S.a",
    "stamp 112.S": "'112.S'",
}


@pytest.mark.parametrize("asked", REFUSALS)
def test_a_mistake_is_answered_in_one_line(look_up: Command, asked: str) -> None:
    """Exit code 2, nothing on standard output, and one line that says what is wrong and what there is."""
    answer = look_up(*asked.split())
    assert (answer.code, answer.out) == (2, "")
    assert says_one_line(answer), answer.err
    assert REFUSALS[asked] in answer.err


def test_json_does_not_change_how_a_mistake_is_reported(look_up: Command) -> None:
    assert look_up("show", "112.S.b", "--json") == look_up("show", "112.S.b")


ODD_INPUT = {
    "empty": "",
    "blanks": " \t ",
    "100,000 letters": "x" * 100_000,
    "100,000 brackets": "(" * 100_000,
    "50,000 words": "Spion " * 50_000,
    "double quote": '"',
    "single quote": "'",
    "control characters": "\x01\x07\x1b[31mSpion\x7f",
    "control characters and typo": "Spoin \x1b[31m",
    "lines": "Spion\r\nTurm\n",
    "nul": "Spion\0Turm",
    "nul written out": "\\x00\\0%00",
    "asterisk": "*",
    "wildcards": "*?[a-z]*",
    "percent": "%",
    "unbalanced": "([{",
    "boolean words": "AND OR NOT",
    "field": "title:(",
    "range": "[a TO",
    "boost": "Spion^^^~99",
    "minus": "- + -",
    "sql": "' OR 1=1 --",
    "path": "../../etc/passwd",
    "format": "{0} %s %(x)s ${HOME}",
    "emoji": "😀👩‍👩‍👧",
    "lone surrogate": "\udcff\ud800",
    "surrogate and typo": "Spoin \udcff",
    "right to left": "שלום \u202eSpion",
    "combining": "a" + "\u0301" * 500,
    "fullwidth": "１１２.S.a",
    "superscript": "112²",
    "filter without value": "karte:",
    "filter without end": 'karte:"',
    "filters without values": "karte: buch: kapitel: variante:",
    "unknown book": "buch:nix",
    "id and more": "112.S.a.b.c.d",
    "dots": "....",
}


@pytest.mark.parametrize("text", ODD_INPUT.values(), ids=ODD_INPUT)
@pytest.mark.parametrize("name", ["show", "search", "card", "refs", "register"])
def test_odd_input_gets_a_clear_answer(look_up: Command, name: str, text: str) -> None:
    """An answer, or one line that refuses; never a traceback, and nothing that a terminal would obey."""
    for flags in ([], ["--json"])[: 2 if name in ("search", "register") else 1]:
        answer = look_up(name, *flags, "--", text)
        if answer.code == 0:
            assert answer.err == ""
            assert not re.search(r"[\x00-\x08\x0b-\x1f]", answer.out)
            assert not flags or answer.document is not None
        else:
            assert (answer.code, answer.out) == (2, "")
            assert says_one_line(answer), answer.err
            assert len(answer.err) < 400


@pytest.mark.parametrize("option", ["search x --book", "search x --card", "search x --chapter", "search x --variant",
                                    "changes --card", "card Spion --game", "show 112.S.a --lang"])  # fmt: skip
def test_odd_values_of_options_get_a_clear_answer(look_up: Command, option: str) -> None:
    for kind in ("empty", "100,000 letters", "control characters", "nul", "sql", "lone surrogate"):
        answer = look_up(*option.split(), ODD_INPUT[kind])
        assert answer.code in (0, 2)
        assert answer.err == "" if answer.code == 0 else says_one_line(answer)


def test_bytes_that_are_no_text_get_a_clear_answer(settled_base: KnowledgeBase) -> None:
    """As in a UTF-8 locale, where Python refuses to print what it could not decode."""
    env = environment(settled_base, PYTHONUTF8="1", PYTHONIOENCODING="utf-8:strict")
    for arguments in (["search", "--json"], ["show"]):
        running = start(*arguments, os.fsdecode(b"Spoin \xff"), env=env)
        _, err = running.communicate(timeout=30)
        assert b"Traceback" not in err
        assert running.returncode in (0, 2)


# --- help ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["--help"]], ids=["nothing asked", "--help"])
def test_help_lists_all_commands(look_up: Command, arguments: list[str]) -> None:
    answer = look_up(*arguments)
    assert (answer.code, answer.err) == (0, "")
    listed = re.findall(r"^  (\w+) ", answer.out.partition("Commands:")[2], re.MULTILINE)
    assert listed == list(cli.COMMANDS)


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_has_help(look_up: Command, name: str) -> None:
    answer = look_up(name, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: catanica {name} ")


def test_every_command_that_prints_data_takes_json_and_lang(look_up: Command) -> None:
    for name in ("show", "search", "refs", "card", "toc", "register", "changes"):
        text = look_up(name, "--help").out
        assert "--json" in text
        assert "--lang" in text


# --- processes, pipes, terminals -----------------------------------------------------------------------


@posix_only
def test_a_reader_who_leaves_early_is_no_error(real: Command) -> None:
    """`catanica toc encyclopaedia | head -1`: one line, no traceback, and not the exit code of a failed check."""
    writing = start("toc", "encyclopaedia", env=environment())
    assert writing.stdout
    assert writing.stderr
    assert writing.stdout.readline().decode().startswith("101 ")
    writing.stdout.close()
    assert writing.stderr.read().decode() == ""
    assert writing.wait(timeout=30) == 0


@pytest.fixture
def held_lock(knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The lock of the index, as another build holds it: a look-up must wait."""
    import fcntl

    use(knowledge_base, monkeypatch)
    index = places().index
    index.mkdir(parents=True)
    with (index / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield index / "lock"


@posix_only
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc to see the command at work")
def test_an_interrupted_command_exits_with_130(held_lock: Path) -> None:
    waiting = start("show", "112.S.a", env=environment())
    descriptors = Path(f"/proc/{waiting.pid}/fd")
    until = time.monotonic() + 20
    while not any(_target(link) == held_lock for link in descriptors.iterdir()):
        assert time.monotonic() < until, "the command never came to the lock"
        time.sleep(0.01)
    time.sleep(0.05)
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate(timeout=20)
    assert (waiting.returncode, out) == (130, b"")
    assert b"Traceback" not in err


def _target(link: Path) -> Path | None:
    try:
        return link.readlink()
    except OSError:
        return None


def on_a_terminal(*arguments: str, env: dict[str, str], width: int = 80) -> str:
    """What the command prints to a terminal."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    running = start(*arguments, env=env, stdout=theirs, stderr=theirs, stdin=theirs)
    os.close(theirs)
    chunks = []
    try:
        while chunk := os.read(ours, 65536):
            chunks.append(chunk)
    except OSError:  # how Linux reports that the other side is closed
        pass
    finally:
        os.close(ours)
    shown = b"".join(chunks).decode().replace("\r\n", "\n")
    assert running.wait(timeout=30) == 0, shown
    return shown


@posix_only
def test_a_terminal_sees_bold_type_unless_it_asks_for_none(settled_base: KnowledgeBase) -> None:
    plain, loud = environment(settled_base, NO_COLOR="1"), environment(settled_base)
    loud.pop("NO_COLOR", None)
    assert on_a_terminal("show", "112.S.a", env=loud).startswith("\033[1m112.S.a")
    assert "\033" not in on_a_terminal("search", "Spion", env=plain)


@posix_only
@pytest.mark.parametrize("width", [40, 7, 0], ids=["half", "tiny", "unknown"])
def test_a_record_fits_any_terminal(settled_base: KnowledgeBase, width: int) -> None:
    """A terminal that does not know its width says 0."""
    env = environment(settled_base, NO_COLOR="1")
    shown = on_a_terminal("show", "112.S.a", env=env, width=width)
    assert RULING.replace(" ", "") in "".join(shown.split())
    assert width < 40 or max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("asked", ["show 112.S.a", "show 112", "search Spion", "refs 112.S.a", "card Spion", "toc"])
def test_no_escape_codes_where_there_is_no_terminal(look_up: Command, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\033" not in look_up(*asked.split()).out


# --- where the index goes ------------------------------------------------------------------------------


def test_an_installation_that_cannot_be_written_to_uses_the_cache(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file stands where the index should go; the folder for caches takes it, the knowledge base stays as it is."""
    base = make_knowledge_base(tmp_path)
    (base.places.root / "index").write_text("no room here", encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in base.places.root.rglob("*")}
    monkeypatch.setenv("CATANICA_HOME", str(base.places.root))
    monkeypatch.delenv("CATANICA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert command("search", "Spion").code == 0
    assert list((tmp_path / "xdg" / "catanica").glob("*/current")) or sys.platform in ("darwin", "win32")
    assert {path: path.stat().st_mtime_ns for path in base.places.root.rglob("*")} == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_uses_the_cache(
    command: Command, knowledge_base: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(knowledge_base, monkeypatch)
    monkeypatch.delenv("CATANICA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    knowledge_base.places.root.chmod(0o555)
    try:
        assert command("show", "112.S.a").code == 0
        assert not (knowledge_base.places.root / "index").exists()
    finally:
        knowledge_base.places.root.chmod(0o755)


def test_the_cache_can_be_moved_and_serves_several_knowledge_bases(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATANICA_CACHE", str(tmp_path / "cache"))
    for name, ruling in (("one", "Ja."), ("two", "Nein.")):
        base = make_knowledge_base(tmp_path / name)
        base.change("112.S.a", RULING, ruling)
        monkeypatch.setenv("CATANICA_HOME", str(base.places.root))
        assert command("show", "112.S.a", "--json").document["ruling"]["de"] == ruling
        assert not (base.places.root / "index").exists()
    assert len(list((tmp_path / "cache").glob("*/current"))) == 2


def test_a_cache_that_cannot_be_made_is_named(catanica: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("CATANICA_CACHE", str(tmp_path / "file"))
    answer = catanica("show", "112.S.a")
    assert (answer.code, answer.out) == (2, "")
    assert says_one_line(answer)
    assert str(tmp_path / "file") in answer.err


def test_a_knowledge_base_that_is_not_there_is_named(
    catanica: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATANICA_HOME", str(tmp_path / "nowhere"))
    answer = catanica("show", "112.S.a")
    assert (answer.code, answer.out) == (2, "")
    assert says_one_line(answer), answer.err
    assert "nowhere" in answer.err


# --- files with faults ---------------------------------------------------------------------------------

BROKEN = {
    "no YAML": (record_text("112.S.b").replace("kind: rule-question", "kind: [rule"), 4),
    "no ruling": (re.sub(r"ruling:\n.*\n.*\n", "", record_text("112.S.b")), 1),
    "unknown kind": (record_text("112.S.b", kind="rumour"), 3),
    "unknown game": (record_text("112.S.b", game="halma"), 12),
}


@pytest.mark.parametrize("text, line", BROKEN.values(), ids=BROKEN)
def test_a_broken_record_names_file_and_fault_and_the_book_works_on(
    catanica: Command, knowledge_base: KnowledgeBase, text: str, line: int
) -> None:
    knowledge_base.write("112.S.b", text)
    answer = catanica("show", "112.S.b")
    assert (answer.code, answer.out) == (2, "")
    assert says_one_line(answer), answer.err
    assert f"encyclopaedia/112/112.S.b.md:{line}: " in answer.err
    assert catanica("show", "112.S.a").code == 0
    assert [row["id"] for row in catanica("show", "112.S", "--json").document["articles"]] == ["112.S.a"]
    assert catanica("search", "Spion", "--json").document["hits"][0]["id"] == "112.S.a"
    assert catanica("check").code == 1


def _dangling_link(base: KnowledgeBase) -> None:
    """An editor that locks a file by a link that leads nowhere."""
    base.path("112.S.a").with_name(".#112.S.a.md").symlink_to("somebody@somewhere.1234")


def _name_of_other_times(base: KnowledgeBase) -> None:
    Path(os.fsdecode(os.fsencode(base.places.articles) + b"/Caf\xe9.md")).write_text("Latin-1", encoding="utf-8")


ODD_FILES: dict[str, Callable[[KnowledgeBase], object]] = {
    "link that leads nowhere": _dangling_link,
    "name in Latin-1": _name_of_other_times,
    "text in UTF-16": lambda base: (base.places.articles / "x.md").write_bytes(RULING.encode("utf-16")),
    "empty file": lambda base: base.write("articles/x.md", ""),
    "folder called like a file": lambda base: (base.places.articles / "x.md").mkdir(),
    "no books": lambda base: base.path("books/encyclopaedia.yaml").unlink(),
    "book that is no YAML": lambda base: base.write("books/encyclopaedia.yaml", "book: ["),
    "book without chapters": lambda base: base.write("books/almanach.yaml", "book: almanach\n"),
    "cards that are no YAML": lambda base: base.write("cards/brettspiel/steine.yaml", "cards: ["),
    "no words": lambda base: base.path("words/constituents.txt").unlink(),
    "words in Latin-1": lambda base: base.path("words/constituents.txt").write_bytes("Räuber".encode("latin-1")),
    "synonyms that are no YAML": lambda base: base.write("words/synonyms.yaml", "de: [["),
    "synonyms that are no lists": lambda base: base.write("words/synonyms.yaml", "de: 5\n"),
}


@posix_only
@pytest.mark.parametrize("damage", ODD_FILES.values(), ids=ODD_FILES)
def test_an_odd_file_does_not_stop_a_look_up(
    catanica: Command, knowledge_base: KnowledgeBase, damage: Callable[[KnowledgeBase], object]
) -> None:
    """The record is shown all the same, or one line says which file must be mended; never a traceback."""
    damage(knowledge_base)
    answer = catanica("show", "112.S.a")
    if answer.code == 0:
        assert RULING in answer.out
    else:
        assert (answer.code, answer.out) == (2, "")
        assert says_one_line(answer), answer.err


ODD_CARDS = {
    "unknown class": ("class: neutrale-aktion", "class: rumour"),
    "copies in words": ("copies: 2", "copies: two"),
    "copies as a date": ("copies: 2", "copies: 2003-01-31"),
    "unknown game": ("game: kartenspiel", "game: halma"),
    "cost in words": ("copies: 2", "cost: free"),
    "points as a list": ("copies: 2", "points: [1, 2]"),
    "condition as a mapping": ("copies: 2", "condition: {a: 1}"),
}


@pytest.mark.parametrize("old, new", ODD_CARDS.values(), ids=ODD_CARDS)
def test_an_odd_card_is_shown_or_refused(catanica: Command, knowledge_base: KnowledgeBase, old: str, new: str) -> None:
    knowledge_base.change("cards/kartenspiel/basis.yaml", old, new)
    for asked in (["card", "Spion"], ["card", "Spion", "--json"], ["card", "Räuber"]):
        answer = catanica(*asked)
        assert answer.code == 0 or (answer.code == 2 and says_one_line(answer))


# --- keeping the FAQ -----------------------------------------------------------------------------------


def test_check_is_silent_where_nothing_is_wrong(look_up: Command) -> None:
    assert look_up("check") == Outcome(0, "", "")


def test_check_reports_every_fault_as_file_line_code_message(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    knowledge_base.change("112.S.a", "cards: [Spion]", "cards: [Spoin]")
    knowledge_base.change("ALM.Räuber", "So steht es auf der Karte.", "Siehe 112.S.q.")
    answer = catanica("check")
    assert (answer.code, answer.err) == (1, "")
    found = [re.fullmatch(r"(.+\.md):(\d+): ([a-z-]+): (.+)", line) for line in answer.out.splitlines()]
    assert [match and (Path(match[1]).name, match[3]) for match in found] == [
        ("ALM.Raeuber.md", "dangling-reference"),
        ("112.S.a.md", "unknown-card"),
    ]


def test_check_can_be_limited_to_paths(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    path = knowledge_base.change("112.S.a", "cards: [Spion]", "cards: [Spoin]")
    other = knowledge_base.path("ALM.Räuber")
    assert catanica("check", str(other)) == Outcome(0, "", "")
    assert catanica("check", str(other), str(path)).out.count("\n") == 1
    assert catanica("check", str(path.parent), "--json").document[0]["file"] == str(path)


def test_a_draft_from_elsewhere_is_checked_as_if_added(catanica: Command, tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text(record_text("112.S.b"), encoding="utf-8")
    assert catanica("check", str(draft)) == Outcome(0, "", "")
    draft.write_text(record_text("112.S.b", body="Siehe 112.S.q.\n"), encoding="utf-8")
    assert "dangling-reference: 112.S.q does not exist" in catanica("check", str(draft)).out


def test_a_new_record_is_filled_in_checked_and_found(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    """The way of an editor: new, write, check, stamp, check, show."""
    answer = catanica("new", "112.S.b")
    path = knowledge_base.path("112.S.b")
    assert (answer.code, answer.out.strip()) == (0, str(path))
    assert catanica("check").code == 1
    text = re.sub(r'english_of: "\w+"\n', "", record_text("112.S.b", question="Sieht der Spion alles?"))
    path.write_text(text, encoding="utf-8")
    assert "catanica stamp 112.S.b" in catanica("check").out
    stamped = catanica("stamp", "112 s b")
    assert (stamped.code, stamped.out.partition(":")[0]) == (0, "112.S.b")
    assert catanica("check") == Outcome(0, "", "")
    assert catanica("show", "112sb").out.startswith("112.S.b  Sieht der Spion alles?\n")
    assert catanica("new", "112.S.b").code == 2
    assert path.read_text(encoding="utf-8").count("english_of") == 1


def test_several_records_are_stamped_at_once_or_none(catanica: Command, knowledge_base: KnowledgeBase) -> None:
    for ident, old in (("112.S.a", RULING), ("ALM.Räuber", "Auf ein anderes Feld.")):
        knowledge_base.change(ident, old, "Neu.")
    before = knowledge_base.path("112.S.a").read_text(encoding="utf-8")
    assert catanica("stamp", "112.S.a", "112.S.q").code == 2
    assert knowledge_base.path("112.S.a").read_text(encoding="utf-8") == before
    assert catanica("stamp", "112.S.a", "alm.raeuber").code == 0
    assert catanica("check") == Outcome(0, "", "")
