"""Chapter 121: area expansions. Storehouses, doublers, toll stations."""

from __future__ import annotations

from adjudicator.games.kartenspiel.decisions import Bonus, CountsForRobbers, LosesToRobbers, RobberLimit, Yield
from adjudicator.kernel.decisions import NO, OK, Add, Answer, Start
from adjudicator.kernel.rules import rule

DOUBLER_OF = {
    "Eisengießerei": "Gebirge", "Getreidemühle": "Ackerland", "Goldschmiede": "Goldfluss", "Sägewerk": "Wald",
    "Woll-Manufaktur": "Weideland", "Ziegel-Brennerei": "Hügelland",
}  # fmt: skip


@rule("121.A.a", "101.C.a", about="Befestigtes Lager")
def what_lies_beside_a_camp_does_not_count(q: CountsForRobbers) -> Answer:
    """Resources beside a fortified camp do not count when robbers come, but may be lost."""
    return NO


@rule("101.C.a", "103.E.b")
def robbers_take_ore_and_wool(q: LosesToRobbers) -> Answer:
    """Robbers take ore and wool, nothing else."""
    return OK if q.seat.landscapes[q.spot].kind in ("Gebirge", "Weideland") else NO


@rule("121.A.a", "103.E.b", about="Befestigtes Lager")
def a_camp_does_not_save_what_it_does_not_count(q: LosesToRobbers) -> Answer:
    """What lies beside a camp is not counted, but it is lost like the rest."""
    return OK


@rule("121.A.a", about="Gericht")
def a_court_raises_the_limit_to_ten(q: RobberLimit) -> Answer:
    """With a court robbers take only from whoever has more than ten."""
    return Add(3)


@rule("101.C.a")
def a_landscape_yields_one(q: Yield) -> Answer:
    """A landscape whose number is rolled yields one resource."""
    return Start(1)


@rule("121.D.a", "103.F.b", about=tuple(DOUBLER_OF))
def each_doubler_beside_it_adds_one(q: Yield) -> Answer:
    """Each fitting doubler beside a landscape adds one to its yield."""
    kind, (column, side) = q.seat.landscapes[q.spot].kind, q.spot
    near = [each for slot in (column - 1, column + 1) for each in q.seat.sites.get((slot, side), ())]
    return Add(sum(DOUBLER_OF.get(each.name) == kind for each in near))


@rule("121.R.a", "103.E.c", about="Zollstation")
def each_toll_station_brings_two_gold(q: Bonus) -> Answer | None:
    """Each toll station brings two gold in a prosperous year."""
    return Add(2 * q.table.seats[q.player].count("Zollstation")) if q.event == "Erfolgreiches Jahr" else None
