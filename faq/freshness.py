"""Is the index up to date, and whole? Must be cheap: every look-up asks.

The manifest names the index in force, the state of the files that it was made of, and the size of
each of its parts. It is replaced in one step.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faq.places import Places

FORMAT = "catanica-index 1"
MANIFEST = "current"


@dataclass(frozen=True)
class Manifest:
    """What is in force: format, state of the files, folder of the index."""

    stamp: str
    generation: str


def fingerprint(where: Places) -> str:
    """The state of all source files, by name, size and time of change."""
    folders = [str(folder) for folder in (where.articles, where.books, where.cards, where.words, Path(__file__).parent)]
    builder = os.stat(Path(__file__).parents[1] / "build_index.py")
    state = f"{builder.st_size} {builder.st_mtime_ns}\n"
    state += "\n".join(line for folder in folders for line in _states(folder, deep=folder != folders[-1]))
    return f"{zlib.crc32(state.encode('utf-8', 'surrogateescape')):08x}-{len(state)}"


def _states(folder: str, deep: bool) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if not entry.is_dir(follow_symlinks=False):
            state = entry.stat(follow_symlinks=False)
            yield f"{entry.path} {state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}"
        elif deep:
            yield from _states(entry.path, deep)


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in force, or None where there is none that can be used."""
    try:
        first, stamp, generation, *parts = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
        if first != FORMAT:
            return None
        for part in parts:
            size, _, name = part.partition(" ")
            if os.stat(folder / generation / name).st_size != int(size):
                return None
    except (OSError, ValueError):
        return None
    return Manifest(stamp, generation)


def write_manifest(folder: Path, generation: str, stamp: str) -> Manifest:
    """Put a finished index in force."""
    parts = sorted(path for path in (folder / generation).rglob("*") if path.is_file())
    sizes = [f"{path.stat().st_size} {path.relative_to(folder / generation).as_posix()}" for path in parts]
    scratch = folder / generation / "manifest"
    scratch.write_text("\n".join((FORMAT, stamp, generation, *sizes)) + "\n", encoding="utf-8")
    scratch.replace(folder / MANIFEST)
    return Manifest(stamp, generation)
