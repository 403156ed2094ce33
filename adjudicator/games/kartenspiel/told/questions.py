"""How is a question answered on a replayed table? Chapter by chapter, the first handler that fits answers."""

from __future__ import annotations

from collections.abc import Hashable

from adjudicator.games.kartenspiel.told import ask_112, ask_dice, ask_general, ask_glossary, ask_turn, ask_turn_numbers
from adjudicator.games.kartenspiel.told.position import NotPlayable
from adjudicator.games.kartenspiel.told.script import Script
from adjudicator.situation import Question

MODULES = (ask_112, ask_dice, ask_glossary, ask_turn, ask_turn_numbers, ask_general)


def ask(script: Script, question: Question) -> Hashable:
    """The answer to a question, after all told moves."""
    for module in MODULES:
        for handler in module.HANDLERS.get(question.kind, ()):
            answer: Hashable | None = handler(script, question)
            if answer is not None:
                return answer
    raise NotPlayable(f"nothing here answers {question.kind!r}: {question.text}")
