"""How does a position say that something is not known?

An unknown number knows its bounds. A comparison that the bounds decide is decided; any other one is a
fork, and each branch goes on with narrower bounds. What is never compared is never asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.kernel.forks import Fork, ForkKind, Option

FAR = 10**6


@dataclass(frozen=True)
class Bounds:
    """What is known of a number: not less than, not more than."""

    low: int
    high: int


@dataclass(frozen=True)
class Unknown:
    """A number that nobody told. `shift` is what has been added to it since."""

    key: str
    low: int = 0
    high: int = FAR
    shift: int = 0

    def __add__(self, amount: int) -> Unknown:
        return replace(self, shift=self.shift + amount)

    __radd__ = __add__

    def __sub__(self, amount: int) -> Unknown:
        return self + -amount

    def __ge__(self, other: int) -> bool:
        return self._at_least(other - self.shift)

    def __gt__(self, other: int) -> bool:
        return self._at_least(other - self.shift + 1)

    def __lt__(self, other: int) -> bool:
        return not self >= other

    def __le__(self, other: int) -> bool:
        return not self > other

    def __bool__(self) -> bool:
        raise TypeError("an unknown number has no truth value; compare it")

    def narrowed(self, bounds: Bounds) -> Unknown:
        """The same unknown with what a branch knows of it."""
        return replace(self, low=max(self.low, bounds.low), high=min(self.high, bounds.high))

    def _at_least(self, least: int) -> bool:
        if self.low >= least:
            return True
        if self.high < least:
            return False
        raise Fork(ForkKind.FACT, self.key, (Option(Bounds(least, self.high)), Option(Bounds(self.low, least - 1))))


Amount = int | Unknown
