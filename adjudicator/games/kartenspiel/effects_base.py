"""How do cards and resources move? The steps that effects are made of; each asks where an article has a say."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudicator.games.kartenspiel.cards import RESOURCES
from adjudicator.games.kartenspiel.decisions import (
    GoesTo,
    HandLimit,
    MayKeepSurplus,
    MayUseStack,
    SearchPrice,
    WhoPicks,
)
from adjudicator.games.kartenspiel.table import Laid, Seat, Spot, Table
from adjudicator.kernel.decisions import Number
from adjudicator.kernel.engine import Engine


def _unheard(kind: str, name: str) -> None:
    """Nobody keeps count of what happens."""


class Groundwork:
    """One table, the engine that knows the rules, and the small steps of all effects."""

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table = table
        self.engine = engine
        self.happened: Callable[[str, str], None] = _unheard

    @property
    def me(self) -> Seat:
        return self.table.seats[self.table.active]

    @property
    def foe(self) -> Seat:
        return self.table.seats[self.table.other(self.table.active)]

    # --- asking ------------------------------------------------------------------------------------------

    def choose(self, key: str, options: Iterable[str]) -> str:
        return str(self.engine.choose(key, options))

    def number(self, question: Number) -> int:
        found = self.engine.decide(question)
        assert isinstance(found, int)
        return found

    def picker(self, cause: str, gainer: Seat, loser: Seat) -> str:
        """Who picks what is lost."""
        return str(self.engine.decide(WhoPicks(self.table, cause, gainer.name, loser.name)))

    def one_of(self, key: str, cards: list[Laid]) -> Laid:
        """One of several laid cards: by name and, where one name lies on several sites, by site."""
        name = self.choose(key, [each.name for each in cards])
        spots = {each.spot: each for each in cards if each.name == name}
        if len(spots) == 1:
            return next(iter(spots.values()))
        spot = self.engine.choose(f"{key}: site", spots)
        return spots[spot]  # type: ignore[index]

    def in_turn(self) -> tuple[Seat, Seat]:
        """Both seats, the active player first."""
        return self.me, self.foe

    # --- resources ---------------------------------------------------------------------------------------

    def store(self, seat: Seat, resource: str, amount: int = 1) -> int:
        """Store a resource where its owner wants it; the answer is how much found room."""
        for stored in range(amount):
            spots = seat.with_room(resource)
            if not spots:
                return stored
            seat.landscapes[self._landscape(f"{seat.name}: landscape to store {resource}", spots)].stock += 1
        return amount

    def spend(self, seat: Seat, resource: str, amount: int = 1) -> int:
        """Give up a resource from where its owner wants; the answer is how much there was."""
        for spent in range(amount):
            spots = seat.storing(resource)
            if not spots:
                return spent
            seat.landscapes[self._landscape(f"{seat.name}: landscape to take {resource} from", spots)].stock -= 1
        return amount

    def _landscape(self, key: str, spots: list[Spot]) -> Spot:
        return spots[0] if len(spots) == 1 else self.engine.choose(key, spots)  # type: ignore[return-value]

    def take(self, taker: Seat, giver: Seat, amount: int, cause: str) -> int:
        """Resources change hands as far as the taker has room; the rules say who picks them."""
        for taken in range(amount):
            possible = [r for r in giver.stocks() if taker.with_room(r)]
            if not possible:
                return taken
            picker = self.picker(cause, taker, giver)
            wanted = self.choose(f"{cause}: resource that {picker} picks", sorted(possible))
            self.spend(giver, wanted)
            self.store(taker, wanted)
        return amount

    def gain_any(self, seat: Seat, key: str, but: str | None = None) -> None:
        """A resource of one's own choice, if there is room for any."""
        possible = [r for r in RESOURCES if r != but and seat.with_room(r)]
        if possible:
            self.store(seat, self.choose(f"{seat.name}: {key}", possible))

    # --- cards -------------------------------------------------------------------------------------------

    def remove(self, seat: Seat, laid: Laid, how: str) -> None:
        """An expansion leaves a principality; so does what lies on it."""
        seat.lift(laid)
        for above in laid.on_it:
            self.put_away(above.name, "stripped", above.owner)
        self.put_away(laid.name, how, laid.owner)

    def put_away(self, name: str, how: str, owner: str) -> None:
        """A card goes where it belongs; a hand that may not overflow now gives up a card at once."""
        where = self.engine.decide(GoesTo(self.table, name, how))  # type: ignore[arg-type]
        if where == "display":
            self.table.display.append(name)
        elif where == "hand":
            self.table.seats[owner].hand.append(name)
            self.trim(self.table.seats[owner])
        else:
            self.table.discard_of(owner).append(name)

    def trim(self, seat: Seat) -> None:
        """Give up surplus cards, unless they may be kept until the end of the turn."""
        surplus = len(seat.hand) - self.number(HandLimit(self.table, seat.name))
        if surplus > 0 and not self.engine.decide(MayKeepSurplus(self.table, seat.name)):
            self.give_up(seat, surplus)

    def give_up(self, seat: Seat, amount: int) -> None:
        """Put cards of one's choice under stacks of one's choice."""
        for _ in range(amount):
            if not self.usable_stacks(seat):
                return
            given = self.choose(f"{seat.name}: card to give up", seat.hand)
            self.under_a_stack(seat, given, f"{seat.name}: stack to put it under")

    def under_a_stack(self, seat: Seat, name: str, key: str) -> int:
        """Put a hand card under a stack that its owner may use; an empty place is a stack, too."""
        stack: int = int(self.engine.choose(key, self.usable_stacks(seat)))  # type: ignore[call-overload]
        seat.hand.remove(name)
        self.table.stacks[stack].insert(0, name)
        return stack

    def usable_stacks(self, seat: Seat) -> list[int]:
        """The stacks that a player may put cards under and draw from."""
        stacks = range(len(self.table.stacks))
        if not self.table.stack_owners:
            return list(stacks)
        return [n for n in stacks if self.engine.decide(MayUseStack(self.table, seat.name, n))]

    def draw(self, seat: Seat, stacks: list[int]) -> None:
        """Take the top card of a stack, or pay and pick one."""
        stack = self.table.stacks[int(self.engine.choose(f"{seat.name}: stack to draw from", stacks))]  # type: ignore[call-overload]
        price = self.number(SearchPrice(self.table, seat.name))
        if len(stack) > 1 and seat.total() >= price and self.engine.choose(f"{seat.name}: pick a card", (False, True)):
            for _ in range(price):
                self.spend(seat, self.choose(f"{seat.name}: resource to pay", [r for r in RESOURCES if seat.storing(r)]))
            name = self.choose(f"{seat.name}: card to pick", stack)
            stack.remove(name)
            seat.hand.append(name)
        else:
            seat.hand.append(stack.pop())

    def filled(self, seat: Seat) -> list[int]:
        """The stacks from which a player may draw now."""
        return [n for n in self.usable_stacks(seat) if self.table.stacks[n]]
