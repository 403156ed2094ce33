"""Are the promises kept that nobody sees: what a look-up imports, which way imports point, how long a module gets?"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import PROJECT, KnowledgeBase, make_knowledge_base

# --- what a look-up imports ----------------------------------------------------------------------------

TOO_DEAR = {"sqlite_utils", "markdown_it", "mdit_py_plugins", "rich", "yaml", "snowballstemmer", "build_index", "adjudicator"}
WEB_CLIENT = {"urllib.request", "http.client", "ssl", "email"}
LOOK_UPS = ("show 112.S.a", "show 112", "refs 112.S.a", "card Spion", "toc encyclopaedia", "register Spion", "changes",
            "search Spion zweimal")  # fmt: skip

REPORT = """
import sys
import cli
try:
    cli.main()
finally:
    print(" ".join(sys.modules), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """A small knowledge base whose index is up to date."""
    base = make_knowledge_base(tmp_path_factory.mktemp("indexed"))
    modules_after(base, "show", "112.S.a")
    return base


def modules_after(base: KnowledgeBase, *arguments: str) -> set[str]:
    """All modules that a process has loaded once the command is done."""
    env = {**os.environ, **base.environment}
    run = [sys.executable, "-c", REPORT, *arguments]
    done = subprocess.run(run, env=env, cwd=PROJECT, check=True, capture_output=True, text=True, timeout=60)
    return set(done.stderr.split())


@pytest.mark.parametrize("asked", LOOK_UPS)
def test_a_look_up_pays_for_nothing_that_it_does_not_use(indexed: KnowledgeBase, asked: str) -> None:
    """A known word needs no stemmer, a record no Markdown, an up-to-date index no builder."""
    modules = modules_after(indexed, *asked.split())
    assert {"cli", "sqlite3"} <= modules
    assert not modules & TOO_DEAR
    assert not modules & WEB_CLIENT
    assert ("whoosh" in modules) == asked.startswith("search")


def test_the_guard_would_notice(indexed: KnowledgeBase) -> None:
    """What does use Markdown and stems is seen to load them."""
    assert "markdown_it" in modules_after(indexed, "show", "112.S.a", "--html")
    assert "snowballstemmer" in modules_after(indexed, "search", "Xylophone")


@pytest.mark.parametrize(
    "code",
    [
        "from faq.whoosh_light import index; import sys; assert 'urllib.request' not in sys.modules",
        "from faq.whoosh_light import index; import urllib.request; urllib.request.Request('http://localhost')",
        "import urllib.request as u, sys; from faq.whoosh_light import index; assert sys.modules['urllib.request'] is u",
    ],
    ids=["not loaded", "can be loaded afterwards", "left alone where it was loaded before"],
)
def test_whoosh_comes_without_a_web_client(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=True, timeout=60)


# --- which way imports point ---------------------------------------------------------------------------


def modules() -> dict[str, Path]:
    """Every module that is shipped, by its dotted name."""
    folders = [folder for name in ("faq", "adjudicator", "web") if (folder := PROJECT / name).is_dir()]
    paths = [PROJECT / "cli.py", PROJECT / "build_index.py", *(path for folder in folders for path in folder.rglob("*.py"))]
    return {_dotted(path): path for path in sorted(paths)}


def _dotted(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(name: str, path: Path) -> Iterator[str]:
    """Every module that a module imports, wherever the import stands; `from a import b` counts as `a` and `a.b`."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join((*above, *filter(None, [node.module])))
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


IMPORTS = {name: set(imports(name, path)) for name, path in modules().items()}


def offenders(source: str, target: str) -> list[str]:
    """Which modules that match the one pattern import one that matches the other."""
    return sorted(
        f"{name} imports {imported}"
        for name, found in IMPORTS.items()
        if re.fullmatch(source, name)
        for imported in found
        if re.fullmatch(target, imported)
    )


def below(name: str) -> str:
    """A pattern for a package and all that is in it."""
    return rf"{name}(\..*)?"


ARROWS = {
    "nobody imports the command": (r"(?!cli$).*", below("cli")),
    "nobody but the command imports the page": (r"(?!cli$|web(\.|$)).*", below("web")),
    "the knowledge base knows no adjudicator": (below("faq"), below("adjudicator")),
    "building the index needs no adjudicator": ("build_index", below("adjudicator")),
    "the kernel knows no game": (below("adjudicator.kernel"), below("adjudicator.games")),
    "the kernel knows no reader": (below("adjudicator.kernel"), r"adjudicator\.(reader|court)(\..*)?"),
    "the reader knows no rules": (below("adjudicator.reader"), r"adjudicator\.games\.\w+\.rules(\..*)?"),
    "the reader knows no engine": (below("adjudicator.reader"), r"adjudicator\.(kernel\.(rules|engine)|court)(\..*)?"),
    "games know no reader": (below("adjudicator.games"), r"adjudicator\.(reader|court)(\..*)?"),
}  # fmt: skip


@pytest.mark.parametrize("source, target", ARROWS.values(), ids=ARROWS)
def test_dependencies_point_one_way(source: str, target: str) -> None:
    assert offenders(source, target) == []


def test_the_arrows_are_drawn_from_real_imports() -> None:
    """Where there is an arrow, it is seen; otherwise the test above would prove nothing."""
    assert "cli imports faq.lookup" in offenders("cli", "faq.*")
    assert "faq.lookup imports build_index" in offenders(below("faq"), "build_index")
    assert offenders(below("adjudicator"), below("adjudicator.kernel"))


ADAPTERS = {
    "sqlite_utils": {"faq.store"},
    "whoosh": {"faq.whoosh_light", "faq.search", "faq.searchindex"},
    "markdown_it": {"faq.markdown"},
    "mdit_py_plugins": {"faq.markdown"},
    "yaml": {"faq.yamlfile"},
    "snowballstemmer": {"faq.language"},
    "typer": {"cli"},
}
OURS = {"faq", "adjudicator", "web", "cli", "build_index"}


def test_third_party_packages_are_imported_only_where_they_are_adapted() -> None:
    """Each package has its place; a new one must be entered here, in pyproject.toml and in docs/decisions.md."""
    strangers = {
        f"{name} imports {top}"
        for name, found in IMPORTS.items()
        for top in {imported.partition(".")[0] for imported in found}
        if top not in sys.stdlib_module_names and top not in OURS and name not in ADAPTERS.get(top, ())
    }
    assert strangers == set()


def test_every_package_that_we_ask_for_is_used() -> None:
    used = {imported.partition(".")[0] for found in IMPORTS.values() for imported in found}
    assert set(ADAPTERS) <= used


# --- what the files say and how long they get ----------------------------------------------------------

SHIPPED = ("faq", "adjudicator", "web", "docs", "examples")
READABLE = {".py", ".md", ".yaml", ".txt", ".json", ".toml", ".html", ".js", ".css", ".svg"}
LONGEST_MODULE = 600
MACHINE = re.compile(r"\.\./shared|(?<![\w.])/(?:work|root|home|Users|tmp|var/folders)/\w|\b[A-Z]:\\\w")


def shipped_files() -> Iterator[Path]:
    """Every text file of the package and what stands beside it, without what is built."""
    yield from (path for path in PROJECT.iterdir() if path.is_file())
    for folder in SHIPPED:
        for path in (PROJECT / folder).rglob("*"):
            if path.suffix in READABLE and "index" not in path.relative_to(PROJECT).parts[:2] and path.is_file():
                yield path


def test_no_file_mentions_a_place_of_one_machine() -> None:
    """Neither a folder beside the project nor an absolute path."""
    found = [
        f"{path.relative_to(PROJECT)}:{number}: {line.strip()[:80]}"
        for path in shipped_files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if MACHINE.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line, is_a_place",
    {
        "see ../shared/design": True,
        "in /home/anna/catan": True,
        "C:\\Users\\anna": True,
        "https://example.org/home/anna": False,
        "~/.cache/catanica": False,
        "und/oder": False,
    }.items(),
)
def test_a_place_of_one_machine_is_recognised(line: str, is_a_place: bool) -> None:
    assert bool(MACHINE.search(line)) == is_a_place


@pytest.mark.parametrize("name", sorted(name for name in modules() if re.fullmatch(r"faq\.\w+|build_index|cli", name)))
def test_no_module_grows_too_long(name: str) -> None:
    """A module that answers one question fits on a few pages."""
    assert len(modules()[name].read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
