"""How fast is the knowledge base, and how large? `make bench` prints our figures beside those of a peer, from one run.

Queries and building are compared with raw SQLite FTS5 on the same documents, cold commands with a Python that does
nothing. Nothing is asserted: times depend on the machine, ratios less so. Everything is built from a copy of the
knowledge base in a temporary folder, so that the working tree is left alone.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import yaml

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from build_index import build  # noqa: E402
from faq.documents import Document  # noqa: E402
from faq.language import terms  # noqa: E402
from faq.lookup import Library  # noqa: E402
from faq.places import Places  # noqa: E402
from faq.search import Searcher, find, parse_query  # noqa: E402
from tests.fts5 import Twin, indexed_documents  # noqa: E402

HITS = 10
WARM_ROUNDS, BUILDS = 5, 3
BARE = (sys.executable, "-c", "pass")
CATANICA = (sys.executable, "-c", "from cli import main; main()")
BUILD = (sys.executable, "-c", "import build_index; build_index.main()")
COMMANDS = {
    "catanica search 'Spion Gebäude'": ("search", "Spion", "Gebäude"),
    "catanica show 112.S.g": ("show", "112.S.g"),
    "catanica search 'Zentralkrate' (typo)": ("search", "Zentralkrate"),
}
PEAK_OF_CHILD = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@dataclass(frozen=True)
class Figure:
    """One thing measured: ours, and the same of a peer where there is one."""

    what: str
    unit: str
    ours: float
    peer: float | None = None
    peer_is: str = ""

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.peer else None


@dataclass(frozen=True)
class Bench:
    """A knowledge base of our own to measure, and how often to measure."""

    places: Places
    runs: int

    @property
    def environment(self) -> dict[str, str]:
        """What a command sees: this knowledge base, and Python as it is started every day."""
        unwanted = ("CATANICA_CACHE", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
        inherited = {name: value for name, value in os.environ.items() if name not in unwanted}
        folders = {"CATANICA_HOME": str(self.places.root), "CATANICA_DATA": str(self.places.data)}
        return {**inherited, **folders, "PYTHONPATH": str(PROJECT)}

    def run(self, *command: str) -> None:
        """Run a command to its end."""
        subprocess.run(command, check=True, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def library(self) -> Library:
        """The index as it is now."""
        return Library(self.places.index / build(self.places).generation)

    def touch_a_record(self) -> None:
        """Change one article file, as an editor does."""
        article = self.places.articles / "encyclopaedia" / "112" / "112.S.g.md"
        article.write_text(article.read_text(encoding="utf-8") + "\nNoch ein Satz.\n", encoding="utf-8")


# --- measuring -------------------------------------------------------------------------------------


def milliseconds(task: Callable[..., object], *arguments: object) -> float:
    """How long a task takes."""
    begin = time.perf_counter()
    task(*arguments)
    return (time.perf_counter() - begin) * 1000


def percentile(times: Sequence[float], percent: int) -> float:
    """The time that so many per cent of the times do not exceed."""
    return sorted(times)[math.ceil(len(times) * percent / 100) - 1]


def megabytes(path: Path) -> float:
    """The size of a file, or of all files in a folder."""
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def warm_times(queries: Sequence[str], ways: Sequence[Callable[[str], object]]) -> list[list[float]]:
    """For each way of answering the best time of each query; all ways take turns and so see the same machine."""
    best = [[math.inf] * len(queries) for _ in ways]
    for _ in range(WARM_ROUNDS):
        for place, query in enumerate(queries):
            for times, answer in zip(best, ways, strict=True):
                times[place] = min(times[place], milliseconds(answer, query))
    return best


def cold_times(bench: Bench, command: Sequence[str]) -> tuple[list[float], list[float]]:
    """The times of a command and of a bare start, in turn, after a start that leaves compiled files behind."""
    bench.run(*command)
    pairs = [(milliseconds(bench.run, *command), milliseconds(bench.run, *BARE)) for _ in range(bench.runs)]
    return [ours for ours, _ in pairs], [bare for _, bare in pairs]


def minimum_and_median(what: str, ours: Sequence[float], peer: Sequence[float], peer_is: str) -> Iterator[Figure]:
    """Two figures of repeated times: the one that disturbs least, and the usual one."""
    yield Figure(f"{what}, minimum", "ms", min(ours), min(peer), peer_is)
    yield Figure(f"{what}, median", "ms", statistics.median(ours), statistics.median(peer), peer_is)


def peak(bench: Bench, *command: str) -> float:
    """The peak memory of a command, in MB: of the largest process where it starts several.

    A small process stands between, because a child is charged with the size of the one that starts it.
    """
    measured = subprocess.run(
        (sys.executable, "-c", PEAK_OF_CHILD, *command), check=True, env=bench.environment, capture_output=True, text=True
    )
    return int(measured.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e6


# --- figures ---------------------------------------------------------------------------------------


def query_figures(library: Library, twin: Twin, queries: Sequence[str]) -> Iterator[Figure]:
    """Warm queries with one open library and searcher, beside FTS5 for the same work and for less."""
    searcher = Searcher(library.folder / "search", library.vocabulary())
    expanded = {query: _alternatives(searcher, query) for query in queries}
    ranked, whole, same_terms, stems = warm_times(
        queries,
        (
            lambda query: searcher.search(parse_query(query), {}, HITS),
            lambda query: find(library, query, limit=HITS),
            lambda query: twin.best(expanded[query], HITS),
            lambda query: twin.best(terms(query), HITS),
        ),
    )
    for percent in (50, 99):
        ours, peer = percentile(ranked, percent), percentile(same_terms, percent)
        yield Figure(f"warm query, p{percent}", "ms", ours, peer, "FTS5, our expanded terms")
        yield Figure(f"warm query, p{percent}", "ms", ours, percentile(stems, percent), "FTS5, stems alone")
        yield Figure(f"warm query with snippets, p{percent}", "ms", percentile(whole, percent), peer, "FTS5, ids only")


def _alternatives(searcher: Searcher, query: str) -> list[str]:
    return [term for word in searcher.search(parse_query(query), {}, HITS).words for term in word.weights]


def cold_figures(bench: Bench) -> Iterator[Figure]:
    """Commands from the shell, as multiples of a Python that does nothing."""
    for name, arguments in COMMANDS.items():
        ours, bare = cold_times(bench, (*CATANICA, *arguments))
        yield from minimum_and_median(name, ours, bare, "python -c pass")


def build_figures(bench: Bench, documents: Sequence[Document], scratch: Path) -> Iterator[Figure]:
    """Building all and building after one change, beside writing the same documents into FTS5."""
    written = [milliseconds(Twin, documents, scratch / f"written-{n}.db") for n in range(BUILDS)]
    tasks: dict[str, Callable[[], object]] = {
        "full build, in process": lambda: build(bench.places, full=True),
        "full build, whole process": lambda: bench.run(*BUILD, "--full"),
        "build after one change, in process": lambda: build(bench.places),
        "build after one change, whole process": lambda: bench.run(*BUILD),
    }
    for name, task in tasks.items():
        times = []
        for _ in range(BUILDS):
            bench.touch_a_record()
            times.append(milliseconds(task))
        yield from minimum_and_median(name, times, written, "writing all into FTS5")


def size_figures(library: Library, twin: Path) -> Iterator[Figure]:
    """The parts of the index on disk, beside FTS5."""
    fts5 = megabytes(twin)
    yield Figure("on disk: search", "MB", megabytes(library.folder / "search"), fts5, "FTS5")
    yield Figure("on disk: catanica.db", "MB", megabytes(library.folder / "catanica.db"))
    yield Figure("on disk: cache.pickle", "MB", megabytes(library.folder / "cache.pickle"))
    yield Figure("on disk: all of the index", "MB", megabytes(library.folder), fts5, "FTS5")


def memory_figures(bench: Bench) -> Iterator[Figure]:
    """Peak memory of a search and of a full build, beside a Python that does nothing."""
    bare = peak(bench, *BARE)
    yield Figure("peak memory: search", "MB", peak(bench, *CATANICA, "search", "Spion", "Gebäude"), bare, "python -c pass")
    yield Figure("peak memory: full build", "MB", peak(bench, *BUILD, "--full"), bare, "python -c pass")


def all_figures(bench: Bench, scratch: Path) -> Iterator[Figure]:
    """Everything, one group after the other."""
    golden = yaml.safe_load((PROJECT / "tests" / "golden_queries.yaml").read_text(encoding="utf-8"))
    say("first build")
    library = bench.library()
    documents = indexed_documents(library.folder)
    twin = Twin(documents, scratch / "twin.db")
    yield from size_figures(library, scratch / "twin.db")
    say("warm queries")
    yield from query_figures(library, twin, [row["query"] for row in golden])
    say("cold commands")
    yield from cold_figures(bench)
    say("memory")
    yield from memory_figures(bench)
    say("builds")
    yield from build_figures(bench, documents, scratch)
    say("")


# --- output ----------------------------------------------------------------------------------------


def say(text: str) -> None:
    """Progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{text:<20}\r", end="", file=sys.stderr, flush=True)


def machine() -> dict[str, Any]:
    """What the figures were measured with."""
    return {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """The figures as lines of text: ours, the peer's, how many times the peer's."""
    width = max(len(figure.what) for figure in figures)
    yield f"{'':<{width}}  {'ours':>11}  {'peer':>11}  {'ratio':>7}  peer is"
    for figure in figures:
        peer = f"{figure.peer:8.2f} {figure.unit}" if figure.peer is not None else ""
        ratio = f"{figure.ratio:.2f}" if figure.ratio is not None else ""
        line = f"{figure.what:<{width}}  {figure.ours:8.2f} {figure.unit}  {peer:>11}  {ratio:>7}  {figure.peer_is}"
        yield line.rstrip()


def main() -> None:
    """Measure all and print a table, or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    parser.add_argument("--runs", type=int, default=15, help="how often each cold command is run (default: 15)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="catanica-bench-") as folder:
        root = Path(folder) / "faq"
        shutil.copytree(PROJECT / "faq", root, ignore=shutil.ignore_patterns("*.py", "__pycache__", "index"))
        (root / "index").mkdir()
        bench = Bench(Places(root=root, index=root / "index", data=Path(folder) / "data"), asked.runs)
        figures = list(all_figures(bench, Path(folder)))
    if asked.json:
        rows = [{**asdict(figure), "ratio": figure.ratio} for figure in figures]
        print(json.dumps({"machine": machine(), "figures": rows}, ensure_ascii=False, indent=2))
    else:
        print(", ".join(f"{name} {value}" for name, value in machine().items()))
        print("\n".join(table(figures)))


if __name__ == "__main__":
    main()
