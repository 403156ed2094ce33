"""Words that several modules of decisions share."""

from __future__ import annotations

from typing import Literal

NOBODY = "nobody"
Pile = Literal["hand", "discard", "stack", "display"]
