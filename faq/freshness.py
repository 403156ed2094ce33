"""Is the index up to date, and whole? Must be cheap: every look-up asks.

The manifest names the index in force, the state of the files that it was made of, and the size of
each of its parts. It is replaced in one step.
"""

from __future__ import annotations

import hashlib
import os
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
    digest = hashlib.blake2b(digest_size=16)
    program = Path(__file__).parent
    for folder in (where.articles, where.books, where.cards, where.words):
        _add(digest, str(folder), "")
    for path in sorted(program.glob("*.py")):
        state = path.stat()
        digest.update(f"{path.name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _add(digest: hashlib.blake2b, folder: str, name: str) -> None:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _add(digest, entry.path, f"{name}/{entry.name}")
        else:
            state = entry.stat()
            digest.update(f"{name}/{entry.name} {state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}\n".encode())


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
