"""Writes the help texts of all commands into docs/cli.md: `make docs`.

Each stands between `<!-- help: NAME -->` and `<!-- end of help -->`; what is written around them stays. A command that
has no place yet gets a section at the end.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs" / "cli.md"
WIDTH = "80"
_HELP = re.compile(r"<!-- help: (?P<name>[\w-]+) -->\n.*?<!-- end of help -->", re.DOTALL)


def commands() -> list[str]:
    """The program itself and then each of its commands, in the order of its help."""
    from cli import COMMANDS

    return ["catanica", *COMMANDS]


def help_of(name: str) -> str:
    """What the program, or one of its commands, says of itself on a terminal of fixed width."""
    from cli import app_for

    asked = [] if name == "catanica" else [name]
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = WIDTH
    try:
        with redirect_stdout(io.StringIO()) as text:
            app_for(name)(args=[*asked, "--help"], prog_name="catanica", standalone_mode=False)
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    command = " ".join(("catanica", *asked, "--help"))
    lines = [line.rstrip() for line in text.getvalue().rstrip().splitlines()]
    return "\n".join((f"<!-- help: {name} -->", "```console", f"$ {command}", *lines, "```", "<!-- end of help -->"))


def documented(page: str) -> list[str]:
    """The commands that have a place on the page."""
    return [match["name"] for match in _HELP.finditer(page)]


def refreshed(page: str) -> str:
    """The page with the help texts of now; what no longer exists goes, what is new comes last."""
    known = commands()
    page = _HELP.sub(lambda match: help_of(match["name"]) if match["name"] in known else "", page)
    missing = [name for name in known if name not in documented(page)]
    return page.rstrip("\n") + "\n" + "".join(f"\n## catanica {name}\n\n{help_of(name)}\n" for name in missing)


if __name__ == "__main__":
    sys.path.insert(0, str(PROJECT))
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
