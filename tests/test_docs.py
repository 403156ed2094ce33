"""Does the manual tell the truth: is every command in it, is its help the real one, do its examples print what they show?

An example is a line `$ catanica …` in a fenced `console` block, followed by what it prints; a line `…` stands for any
further lines. An example without output is not run.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import cli
from faq.lookup import Library
from faq.places import places
from tests.conftest import PROJECT
from tests.update_docs import PAGE, WIDTH, commands, documented, help_of, refreshed

PAGES = [path for path in (PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))) if path.exists()]
WRITING = {"new", "stamp"}
SHELL = set("|<>;&")


# --- help ----------------------------------------------------------------------------------------------


def test_every_command_is_in_the_manual() -> None:
    assert sorted(documented(PAGE.read_text(encoding="utf-8"))) == sorted(commands())


@pytest.mark.parametrize("name", commands())
def test_the_help_in_the_manual_is_the_real_one(name: str) -> None:
    assert help_of(name) in PAGE.read_text(encoding="utf-8"), "run `make docs`"


def test_refreshing_replaces_what_is_old_and_adds_what_is_new() -> None:
    old, gone = (f"<!-- help: {name} -->\nold\n<!-- end of help -->" for name in ("show", "gone"))
    fresh = refreshed(f"# Manual\n\nBefore.\n\n{old}\n\nAfter.\n{gone}\n")
    assert fresh.startswith(f"# Manual\n\nBefore.\n\n{help_of('show')}\n\nAfter.\n")
    assert sorted(documented(fresh)) == sorted(commands())
    assert refreshed(fresh) == fresh


# --- examples ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Example:
    """A command of the manual and what it is said to print."""

    place: str
    command: str
    expected: tuple[str, ...]


def examples(path: Path) -> Iterator[Example]:
    """The examples of a page that show what they print."""
    text = path.read_text(encoding="utf-8")
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start(1)) + 1
        for part in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE):
            command, _, output = part.replace("\\\n", "").partition("\n")
            if command.startswith("$ catanica") and output.strip():
                yield Example(f"{path.name}:{line}", command[2:], tuple(output.splitlines()))
            line += part.count("\n")


EXAMPLES = [example for path in PAGES for example in examples(path)]


def agrees(expected: tuple[str, ...], actual: str) -> bool:
    """Whether the lines are the same, blanks at their ends apart; `…` stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "…" else re.escape(line.rstrip()) + r"\n" for line in expected)
    lines = [line.rstrip() for line in actual.rstrip().splitlines()]
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


@pytest.fixture
def prompt(
    real_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], str]:
    """A prompt in the folder of the project: what a command prints there, first its answer, then its messages."""
    monkeypatch.chdir(PROJECT)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "CATANICA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in {"LANG": "de_DE.UTF-8", "COLUMNS": WIDTH, "NO_COLOR": "1"}.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setenv("CATANICA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CATANICA_DATA", str(tmp_path / "data"))
    places().index.parent.mkdir()
    places().index.symlink_to(real_library.folder.parent)

    def run(command: str) -> str:
        arguments = shlex.split(command)
        if set(arguments[1:2]) & WRITING and "--help" not in arguments:
            monkeypatch.setenv("CATANICA_HOME", str(_copy(tmp_path)))
        if any(set(token) <= SHELL for token in shlex.shlex(command, posix=True, punctuation_chars=True) if token):
            return _in_a_shell(command, tmp_path)
        monkeypatch.setattr(sys, "argv", arguments)
        capsys.readouterr()
        with pytest.raises(SystemExit):
            cli.main()
        out, err = capsys.readouterr()
        return (out + err).replace(f"{tmp_path}/", "")

    return run


def _copy(folder: Path) -> Path:
    """A copy of the knowledge base that an example may change."""
    return Path(shutil.copytree(PROJECT / "faq", folder / "faq", ignore=shutil.ignore_patterns("index", "*.py", "__pycache__")))


def _in_a_shell(command: str, folder: Path) -> str:
    (folder / "catanica").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{PROJECT / "cli.py"}" "$@"\n', encoding="utf-8")
    (folder / "catanica").chmod(0o755)
    line = f'PATH="{folder}:$PATH"; {command}'
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, timeout=60, check=False)
    return (done.stdout + done.stderr).decode("utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.place} {example.command}")
def test_an_example_prints_what_the_manual_shows(prompt: Callable[[str], str], example: Example) -> None:
    actual = prompt(example.command)
    assert agrees(example.expected, actual), f"{example.place}: {example.command}\nprints\n{actual}"


def test_examples_are_read_from_console_blocks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n```console\n$ catanica show 1 \\\n--json\none\n\ntwo\n$ make\nbuilt\n$ catanica new 2\n```\n"
        "```\n$ catanica toc\nno console\n```\n",
        encoding="utf-8",
    )
    assert list(examples(page)) == [Example("page.md:3", "catanica show 1 --json", ("one", "", "two"))]


@pytest.mark.parametrize(
    "expected, actual, same",
    [
        ("one\ntwo", "one\ntwo\n\n", True),
        ("one\ntwo", "one  \ntwo", True),
        ("one", "one\ntwo", False),
        ("one\n…", "one\ntwo\nthree", True),
        ("one\n…", "one", True),
        ("one\n…\nthree", "one\ntwo\nthree", True),
        ("one\n…\nthree", "one\ntwo", False),
        ("one.", "onex", False),
    ],
)
def test_an_ellipsis_stands_for_any_further_lines(expected: str, actual: str, same: bool) -> None:
    assert agrees(tuple(expected.splitlines()), actual) == same


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_examples_with_a_pipe_run_in_a_shell(prompt: Callable[[str], str]) -> None:
    assert prompt("catanica toc | head -1").startswith("encyclopaedia ")


def test_examples_that_write_do_so_in_a_copy(prompt: Callable[[str], str]) -> None:
    assert prompt("catanica new 112.S.zz") == "faq/articles/encyclopaedia/112/112.S.zz.md\n"
    assert not (PROJECT / "faq/articles/encyclopaedia/112/112.S.zz.md").exists()
