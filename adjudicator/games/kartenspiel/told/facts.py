"""What was told of a position besides the cards on the table: amounts, differences, absences, states."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.kernel.unknown import FAR, Amount, Bounds, Unknown


@dataclass(slots=True)
class Told:
    """Told facts, and what a branch has learnt of the untold ones."""

    amounts: dict[tuple[str, str], Bounds] = field(default_factory=dict)
    differences: dict[tuple[str, str, str], Bounds] = field(default_factory=dict)
    states: set[tuple[str, str, str | None]] = field(default_factory=set)
    learnt: dict[str, Bounds] = field(default_factory=dict)
    partial: bool = False
    """Whether only part of the table is told, as in a dispute; a whole game knows all of it."""

    def amount(self, of: str, player: str) -> Amount:
        """How many points a player has, as far as it is told."""
        return self._number(f"{of} of {player}", self.amounts.get((of, player), Bounds(0, FAR)))

    def lead(self, of: str, player: str, than: str) -> Amount:
        """By how many points a player is ahead, as far as it is told."""
        if (of, than, player) in self.differences:
            back = self.differences[of, than, player]
            told = Bounds(-back.high, -back.low)
        elif (of, player, than) in self.differences:
            told = self.differences[of, player, than]
        else:
            mine, theirs = (self.amounts.get((of, name), Bounds(0, FAR)) for name in (player, than))
            told = Bounds(max(-FAR, mine.low - theirs.high), min(FAR, mine.high - theirs.low))
        return self._number(f"lead in {of} of {player} over {than}", told)

    def has_some(self, of: str, player: str, known: int) -> bool:
        """Whether a player has any of this: what lies there, what is told, or an open fact."""
        if known or not self.partial:
            return known > 0
        return (player, "nothing", of) not in self.states and self.amount(of, player) >= 1

    def has_room(self, player: str, what: str) -> bool:
        """Whether there is room for a thing: told, or presumed."""
        return (player, "no room", what) not in self.states

    def _number(self, key: str, told: Bounds) -> Amount:
        known = self.learnt.get(key, told)
        low, high = max(told.low, known.low), min(told.high, known.high)
        return low if low == high else Unknown(key, low, high)
