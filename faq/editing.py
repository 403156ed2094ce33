"""How are article files made and stamped? Writes only what it was asked to, and never half."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from pathlib import Path

from faq.checks import read_articles, read_shared
from faq.errors import BrokenRecord, CatanicaError, UnknownId, UnreadableFile
from faq.ids import book_of, file_of, id_key, parent_of
from faq.places import Places, places
from faq.records import parse_article

TEMPLATE = """---
id: {id}
kind: {kind}
adjudicable: true
question:
  de: ""
  en: ""
ruling:
  de: ""
  en: ""
applies:
  game: {game}
cards: []
---

"""


class AlreadyThere(CatanicaError):
    """A new record whose file exists."""


def new_record(ident: str, where: Places | None = None) -> str:
    """Make the file of a new record, ready to be filled in; the answer is its path."""
    where = where or places()
    ident = ident.strip()
    name = book_of(ident)
    if name is None:
        raise UnknownId(ident)
    book = next(book for book in read_shared(where).books if book.id == name)
    if any(id_key(tomb.id) == id_key(ident) for tomb in book.retired):
        raise AlreadyThere(f"{ident} is retired and never given again; choose a new id")
    if not re.fullmatch(r"\w+(?:\.\w[\w -]*)+", ident) or not book.has_section_for(ident):
        raise UnknownId(f"{ident} (no section {parent_of(ident)} in {name})")
    path = where.articles / file_of(ident)
    there = path.name if path.exists() else _twin(ident, where)
    if there is not None:
        raise AlreadyThere(f"{ident} exists already: {there}")
    kind = "open-question" if name == "offen" else "rule-question" if name == "encyclopaedia" else "rule"
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, TEMPLATE.format(id=ident, kind=kind, game=book.game or "kartenspiel"))
    return str(path)


def _twin(ident: str, where: Places) -> str | None:
    """The file of a record of this id in any spelling, wherever it lies."""
    return next((a.file for a in read_articles(where.articles) if a.id and id_key(a.id) == id_key(ident)), None)


def stamp_record(ident: str, where: Places | None = None) -> str:
    """Note in a record's file that its English has been checked against the German of now."""
    where = where or places()
    if book_of(ident) is None:
        raise UnknownId(ident)
    path = where.articles / file_of(ident)
    try:
        written = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise UnknownId(ident) from None
    ends = "\r\n" if "\r\n" in written else "\n"
    text = written.replace("\r\n", "\n")
    record = parse_article(text, path.name).record
    if record is None or record.question.en is None or record.ruling.en is None:
        raise BrokenRecord(f"{path}: cannot be stamped; run `catanica check {path}` first")
    line = f"english_of: {record.german_hash!r}".replace("'", '"')
    head, fence, rest = text[4:].partition("\n---")
    head, count = re.subn(r"^english_of:.*$", line, head, count=1, flags=re.MULTILINE)
    stamped = text[:4] + (head if count else f"{head}\n{line}") + fence + rest
    _write(path, stamped.replace("\n", ends))
    return f"{ident}: {line}"


def _write(path: Path, text: str) -> None:
    """Replace a file in one step."""
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    scratch = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        scratch.chmod(mode)
        scratch.replace(path)
    except OSError as fault:
        scratch.unlink(missing_ok=True)
        raise UnreadableFile(f"{path}: cannot be written ({fault.strerror}); nothing was changed") from None
