"""What do actions and events do? Each effect asks where an article has a say, and moves."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.games.kartenspiel.effects_actions import Actions
from adjudicator.games.kartenspiel.effects_events import Events


class Effects(Events, Actions):
    """The effects of actions and events on one table."""

    ACTION_CARDS: ClassVar[frozenset[str]] = frozenset(Actions.actions)
    EVENT_CARDS: ClassVar[frozenset[str]] = frozenset(Events.cards)
