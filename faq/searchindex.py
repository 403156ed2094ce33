"""How do documents get into Whoosh?

Fields hold terms separated by blanks, so that Whoosh analyses nothing itself and no analyser is
pickled into the index.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from whoosh.codec.whoosh3 import W3Codec
from whoosh.fields import ID, KEYWORD, STORED, Schema

from faq.documents import Document
from faq.vocabulary import FIELDS
from faq.whoosh_light import index


def schema() -> Schema:
    """Fields hold terms separated by blanks; Whoosh analyses nothing itself."""
    scored = {name: KEYWORD() for name in FIELDS}
    return Schema(
        id=ID(unique=True, stored=True), length=STORED, kind=STORED, name=KEYWORD,
        book=ID, chapter=ID, card=KEYWORD, variant=KEYWORD, **scored,
    )  # fmt: skip


def _codec() -> W3Codec:
    """Our scores need no field lengths; Whoosh would look for a file of them at every posting."""
    codec = W3Codec(compression=0)
    codec.length_stats = False
    return codec


def write_index(
    folder: Path, documents: Iterable[tuple[Document, Mapping[str, str]]], previous: Path | None, gone: Iterable[str]
) -> None:
    """Write documents (with their filter values), on top of a copy of a previous index where there is one."""
    if previous is not None:
        shutil.copytree(previous, folder)
        writer = index.open_dir(str(folder)).writer(codec=_codec())
        for ident in gone:
            writer.delete_by_term("id", ident)
    else:
        folder.mkdir()
        writer = index.create_in(str(folder), schema()).writer(limitmb=256, codec=_codec())
    for document, filters in documents:
        values = {name: " ".join(document.terms.get(name, ())) for name in FIELDS}
        row = dict(
            id=document.id,
            length=document.length,
            name=" ".join(document.names),
            card=" ".join(document.card_keys),
            **filters,
            **values,
        )
        if previous is None:
            writer.add_document(**row)
        else:
            writer.update_document(**row)
    writer.commit(merge=False)
