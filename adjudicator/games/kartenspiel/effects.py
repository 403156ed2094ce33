"""What do actions and events do? Each effect asks where an article has a say, and moves."""

from __future__ import annotations

from adjudicator.games.kartenspiel.effects_actions import Actions
from adjudicator.games.kartenspiel.effects_events import Events


class Effects(Events, Actions):
    """The effects of actions and events on one table."""
