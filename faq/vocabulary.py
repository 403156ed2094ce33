"""Which fixed words do the files use? Kinds of records, games, variants, searchable fields."""

from __future__ import annotations

KINDS = (
    "rule-question", "rule", "procedure", "definition", "card", "setup", "strategy", "tactic",
    "history", "collector", "product-info", "open-question",
)  # fmt: skip
VARIANTS = {
    "kartenspiel": ("grundspiel", "erweitertes-grundspiel", "turnierspiel"),
    "duell": ("einfuehrungsspiel", "themenspiel", "duell-der-fuersten"),
    "dreispieler": ("erweitertes-grundspiel", "turnierspiel"),
    "brettspiel": (),
    "sternenschiff": (),
}
GAMES = tuple(VARIANTS)
FIELDS = ("title", "cards", "text")
