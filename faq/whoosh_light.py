"""Whoosh without the web client that it drags along.

Whoosh imports `urllib.request` (and with it http, ssl and email) for a helper that nothing here calls;
that costs a cold search a seventh of its time. A placeholder stands in while Whoosh is being imported.
"""

from __future__ import annotations

import sys
from types import ModuleType

_NAME = "urllib.request"


def _import_whoosh() -> ModuleType:
    placeholder = ModuleType(_NAME)
    placeholder.urlretrieve = None  # type: ignore[attr-defined]
    used = sys.modules.setdefault(_NAME, placeholder)
    try:
        from whoosh import index
    finally:
        if used is placeholder:
            del sys.modules[_NAME]
    return index  # type: ignore[no-any-return]


index = _import_whoosh()
