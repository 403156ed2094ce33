"""What do action cards do, and what does a unit do at the moment it is built? Chapters 112 to 116."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from adjudicator.games.kartenspiel.decisions import (
    HandLimit,
    MayBeStolen,
    MayHit,
    MayPlay,
    MaySwapLandscapes,
    Succeeds,
)
from adjudicator.games.kartenspiel.effects_base import Groundwork
from adjudicator.games.kartenspiel.table import Laid, Seat, Spot

DEFENCE = {"Schwarzer Ritter": "Kräuterhexe", "Feuerteufel": "Bischof", "Raubzug": "Bischof"}
SPY_CATCHERS = ("Wachturm", "Große Mauer")


class Actions(Groundwork):
    """What comes of action cards."""

    def can(self, name: str) -> bool:
        """Whether the effect of a card is known here."""
        return name in self.actions

    def action(self, name: str) -> None:
        """Carry out an action that has been laid on the table, then put it away."""
        self.actions[name](self)
        self.put_away(name, "played", self.table.active)

    # --- attacks with a die ------------------------------------------------------------------------------

    def _attack(self, action: str) -> tuple[Seat, Seat]:
        """Who wins an attack that needs a die, and who loses it; the victim may defend himself."""
        defended = self._defended(action)
        die = self.engine.roll(f"die of {action}")
        success = self.engine.decide(Succeeds(self.table, action, self.foe.name, die, defended))
        return (self.me, self.foe) if success else (self.foe, self.me)

    def _defended(self, action: str) -> bool:
        shield = DEFENCE[action]
        if shield not in self.foe.hand:
            return False
        if not self.engine.decide(MayPlay(self.table, self.foe.name, shield, action)):
            return False
        if not self.engine.choose(f"{self.foe.name}: play {shield}", (True, False)):
            return False
        self.happened("card", shield)
        self.foe.hand.remove(shield)
        self.put_away(shield, "played", self.foe.name)
        return True

    def _hit(self, action: str, gainer: Seat, victim: Seat, how: str) -> None:
        targets = [each for each in victim.laid() if self.engine.decide(MayHit(self.table, action, victim, each))]
        if targets:
            picker = self.picker(action, gainer, victim)
            self.remove(victim, self.one_of(f"{action}: target of {picker}", targets), how)

    def _black_knight(self) -> None:
        winner, loser = self._attack("Schwarzer Ritter")
        self._hit("Schwarzer Ritter", winner, loser, "driven")

    def _arsonist(self) -> None:
        winner, loser = self._attack("Feuerteufel")
        self._hit("Feuerteufel", winner, loser, "burnt")

    def _raid(self) -> None:
        winner, loser = self._attack("Raubzug")
        self.take(winner, loser, 2, "Raubzug")

    # --- other attacks -----------------------------------------------------------------------------------

    def _merchant(self) -> None:
        """Two resources come, then one of one's own goes; it may be one of the two."""
        self.take(self.me, self.foe, 2, "Händler")
        possible = [r for r in self.me.stocks() if self.foe.with_room(r)]
        if possible:
            given = self.choose("merchant: resource in return", sorted(possible))
            self.spend(self.me, given)
            self.store(self.foe, given)

    def _spy(self) -> None:
        if any(self.foe.count(name) for name in SPY_CATCHERS):
            die = self.engine.roll("die of Spion")
            if not self.engine.decide(Succeeds(self.table, "Spion", self.foe.name, die)):
                return
        stealable = [n for n in self.foe.hand if self.engine.decide(MayBeStolen(self.table, self.foe.name, n))]
        if stealable:
            stolen = self.choose("spy: card", stealable)
            self.foe.hand.remove(stolen)
            self.me.hand.append(stolen)

    def _imelda(self) -> None:
        self._hit("Burgfräulein Imelda", self.me, self.foe, "seduced")

    def _spice_caravan(self) -> None:
        self.take(self.me, self.foe, 2, "Gewürzkarawane")

    def _border_conflict(self) -> None:
        """Two landscapes change places; what is stored on them stays on them."""
        swaps = self.swaps("Grenzkonflikt")
        if swaps:
            chosen = self.engine.choose("border conflict: landscapes", swaps)
            mine, theirs = next(pair for pair in swaps if pair == chosen)
            ours, other = self.me.landscapes, self.foe.landscapes
            ours[mine], other[theirs] = other[theirs], ours[mine]

    def swaps(self, cause: str) -> list[tuple[Spot, Spot]]:
        """The pairs of landscapes that may change places."""
        pairs = ((mine, theirs) for mine in self.me.landscapes for theirs in self.foe.landscapes)
        return [pair for pair in pairs if self.engine.decide(MaySwapLandscapes(self.table, self.me.name, cause, *pair))]

    def _inquisition(self) -> None:
        """The victim puts his hand under his stacks and draws up to the limit."""
        victim = self.foe
        for name in list(victim.hand):
            self.under_a_stack(victim, name, f"{victim.name}: stack to put it under")
        limit = self.number(HandLimit(self.table, victim.name))
        while len(victim.hand) < limit and (stacks := self.filled(victim)):
            stack = int(self.engine.choose(f"{victim.name}: stack to draw from", stacks))  # type: ignore[call-overload]
            victim.hand.append(self.table.stacks[stack].pop())

    # --- neutral actions ---------------------------------------------------------------------------------

    def _alchemist(self) -> None:
        self.table.chosen_yield = int(self.engine.choose("alchemist: number", range(1, 7)))  # type: ignore[call-overload]

    def _caravan(self) -> None:
        """One or two resources for as many others."""
        for turn in range(2):
            possible = sorted(self.me.stocks())
            given = self.choose("caravan: resource to give", possible if turn == 0 else [*possible, "nothing"])
            if given == "nothing":
                return
            self.spend(self.me, given)
            self.gain_any(self.me, "caravan", but=given)

    # --- building ----------------------------------------------------------------------------------------

    def built(self, laid: Laid) -> None:
        """What an expansion does at the moment it is built."""
        if laid.name == "Kaperflotte":
            self._hit("Kaperflotte", self.me, self.foe, "sunk")

    actions: ClassVar[dict[str, Callable[[Actions], None]]] = {
        "Schwarzer Ritter": _black_knight, "Feuerteufel": _arsonist, "Raubzug": _raid, "Händler": _merchant, "Spion": _spy,
        "Alchimist": _alchemist, "Karawane": _caravan, "Burgfräulein Imelda": _imelda, "Gewürzkarawane": _spice_caravan,
        "Grenzkonflikt": _border_conflict, "Inquisition": _inquisition,
    }  # fmt: skip
