"""Do the examples of docs/engine.md work? All of them are run in order, in one namespace, in a process of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PROJECT

PAGE = PROJECT / "docs" / "engine.md"
_EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def script_of(page: str) -> str:
    """The examples of a page as one program; every line keeps its number, so a traceback leads to the page."""
    lines = [""] * (page.count("\n") + 1)
    for example in _EXAMPLE.finditer(page):
        first = page.count("\n", 0, example.start("code"))
        code = example["code"].splitlines()
        lines[first : first + len(code)] = code
    return "\n".join(lines)


def run(page: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the examples of a page; what they write goes into a folder of the test."""
    script = folder / "engine_md.py"
    script.write_text(script_of(page), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONUTF8": "1", "TMPDIR": str(folder), "TEMP": str(folder)}
    return subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_the_examples_of_the_page_work(tmp_path: Path) -> None:
    done = run(PAGE.read_text(encoding="utf-8"), tmp_path)
    assert done.returncode == 0, done.stderr


def test_an_example_that_fails_is_noticed_and_found(tmp_path: Path) -> None:
    page = "# Page\n\n```python\nx = 1\n```\n\ntext\n\n```python\nassert x == 2\n```\n"
    done = run(page, tmp_path)
    assert done.returncode == 1
    assert "line 10" in done.stderr


@pytest.mark.parametrize("what", ["a card", "a rule", "a variant"])
def test_there_is_a_worked_example_of_adding(what: str) -> None:
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## Add {what}\n")[2].partition("\n## ")[0]
    assert any("assert" in example["code"] for example in _EXAMPLE.finditer(section))
