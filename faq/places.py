"""Where do the files of the product live, on this machine?

The articles, books and cards come with the package and are never written to. The index goes beside
them where that is allowed, otherwise into the user's cache; imported originals go into the user's data.
`CATANICA_HOME` moves the whole knowledge base (for editors with a copy of their own),
`CATANICA_CACHE` and `CATANICA_DATA` move the other two.
"""

from __future__ import annotations

import os
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Places:
    """The folders of one knowledge base."""

    root: Path
    index: Path
    data: Path

    @property
    def articles(self) -> Path:
        return self.root / "articles"

    @property
    def books(self) -> Path:
        return self.root / "books"

    @property
    def cards(self) -> Path:
        return self.root / "cards"

    @property
    def words(self) -> Path:
        return self.root / "words"


def places() -> Places:
    """The places in force, from the environment and from what can be written to."""
    root = Path(os.environ.get("CATANICA_HOME") or Path(__file__).parent).absolute()
    return Places(root=root, index=_index_for(root), data=_user_folder("CATANICA_DATA", "data"))


def _index_for(root: Path) -> Path:
    beside = root / "index"
    if os.environ.get("CATANICA_CACHE") or not _writable(beside):
        mark = f"{zlib.crc32(str(root).encode()):08x}"
        return _user_folder("CATANICA_CACHE", "cache") / mark
    return beside


def _writable(folder: Path) -> bool:
    return os.access(folder if folder.exists() else folder.parent, os.W_OK | os.X_OK)


def _user_folder(variable: str, kind: str) -> Path:
    if chosen := os.environ.get(variable):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local") / "catanica" / kind
    if sys.platform == "darwin":
        return home / "Library" / {"cache": "Caches", "data": "Application Support"}[kind] / "catanica"
    standard = {"cache": ("XDG_CACHE_HOME", ".cache"), "data": ("XDG_DATA_HOME", ".local/share")}
    variable, fallback = standard[kind]
    return Path(os.environ.get(variable) or home / fallback) / "catanica"
