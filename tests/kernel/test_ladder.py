"""A ladder of tiny cases for the resolver, before any rule of a real game."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest

from adjudicator.kernel.decisions import NO, OK, YES, Add, Answer, Before, Start, Times
from adjudicator.kernel.engine import Engine
from adjudicator.kernel.forks import ForkKind, Leaf, Node, Tape, chances
from adjudicator.kernel.rules import BrokenRule, Rule, RuleBook, Ruleset, UnknownCitation, rule
from adjudicator.kernel.unknown import Bounds, Unknown
from adjudicator.kernel.verdict import Verdict
from tests.kernel.minigame import Ceremony, Enter, Host, Play, Toll, book_of, verdict_of


@rule("1.A")
def the_gate_is_shut(q: Enter) -> Answer:
    """Nobody enters."""
    return NO


@rule("1.B", about="knight", beats=[the_gate_is_shut])
def knights_may_enter(q: Enter) -> Answer:
    """A knight enters all the same."""
    return OK


@rule("1.C", about="black knight", beats=[knights_may_enter])
def the_black_knight_may_not(q: Enter) -> Answer:
    """The black knight is no knight at this gate."""
    return NO


def entering(visitor: str, guest: bool = False) -> Play:
    def play(engine: Engine) -> Hashable:
        return engine.decide(Enter(visitor, guest))

    return play


def answer(verdict: Verdict) -> Hashable:
    tree = verdict.outcome.answer
    assert isinstance(tree, Leaf), tree
    return tree.result


def test_no_rule_at_all_permits() -> None:
    verdict = verdict_of(entering("monk"), [])
    assert answer(verdict) is True
    assert verdict.cited() == ()


def test_general_rule_decides() -> None:
    verdict = verdict_of(entering("monk"), [the_gate_is_shut, knights_may_enter])
    assert answer(verdict) is False
    assert verdict.cited() == ("1.A",)


def test_special_beats_general_and_stands_for_it() -> None:
    verdict = verdict_of(entering("knight"), [the_gate_is_shut, knights_may_enter])
    assert answer(verdict) is True
    assert verdict.cited() == ("1.B",)
    assert verdict.outcome.beaten() == (the_gate_is_shut,)


def test_chained_what_is_beaten_beats_nobody() -> None:
    @rule("1.B", about="black knight", beats=[the_gate_is_shut])
    def all_knights_may_enter(q: Enter) -> Answer:
        return OK

    @rule("1.C", about="black knight", beats=[all_knights_may_enter])
    def this_one_may_not(q: Enter) -> Answer:
        return NO

    verdict = verdict_of(entering("black knight"), [the_gate_is_shut, all_knights_may_enter, this_one_may_not])
    assert answer(verdict) is False
    spoken = {s.rule.name: s.live for s in verdict.outcome.trace[0].spoken}
    assert spoken == {"the_gate_is_shut": True, "all_knights_may_enter": False, "this_one_may_not": True}


def test_grouped_one_rule_beats_two() -> None:
    @rule("1.D")
    def no_strangers(q: Enter) -> Answer:
        return NO

    @rule("1.E", about="herald", beats=[the_gate_is_shut, no_strangers])
    def heralds_always(q: Enter) -> Answer:
        return OK

    verdict = verdict_of(entering("herald"), [the_gate_is_shut, no_strangers, heralds_always])
    assert answer(verdict) is True
    assert verdict.cited() == ("1.E",)


def test_ambiguous_yes_against_no_is_a_conflict() -> None:
    @rule("1.F", about="bishop")
    def bishops_must_be_let_in(q: Enter) -> Answer:
        return YES

    verdict = verdict_of(entering("bishop"), [the_gate_is_shut, bishops_must_be_let_in])
    tree = verdict.outcome.answer
    assert isinstance(tree, Node)
    assert tree.kind is ForkKind.CONFLICT


def test_same_outcome_is_merged_and_overdetermination_is_followed() -> None:
    @rule("1.G", about="monk")
    def monks_stay_outside(q: Enter) -> Answer:
        return NO

    verdict = verdict_of(entering("monk"), [the_gate_is_shut, monks_stay_outside])
    assert answer(verdict) is False
    assert set(verdict.cited()) == {"1.A", "1.G"}


def test_denied_misreading_decides() -> None:
    @rule("1.H", about="pilgrim")
    def pilgrims_need_no_letter(q: Enter) -> Answer:
        """Nothing forbids a pilgrim to enter without a letter."""
        return OK

    verdict = verdict_of(entering("pilgrim"), [pilgrims_need_no_letter])
    assert answer(verdict) is True
    assert verdict.cited() == ("1.H",)
    assert verdict.deciding[0].otherwise == Leaf(False)


@pytest.mark.parametrize(("year", "wanted", "cited"), [(1998, False, "2.A"), (2003, True, "2.B"), (9999, True, "2.B")])
def test_dated_newer_beats_older(year: int, wanted: bool, cited: str) -> None:
    @rule("2.A", since=1996)
    def once_it_was_shut(q: Enter) -> Answer:
        return NO

    @rule("2.B", since=2003, beats=[once_it_was_shut])
    def now_it_is_open(q: Enter) -> Answer:
        return OK

    verdict = verdict_of(entering("monk"), [once_it_was_shut, now_it_is_open], Ruleset("gate", as_of=year))
    assert answer(verdict) is wanted
    assert cited in verdict.cited()


def test_rule_of_another_variant_decides_by_being_absent() -> None:
    @rule("3.A", about="monk", variants=["strict"])
    def monks_are_refused_in_the_strict_game(q: Enter) -> Answer:
        return NO

    verdict = verdict_of(entering("monk"), [monks_are_refused_in_the_strict_game], Ruleset("gate", "loose"))
    assert answer(verdict) is True
    assert verdict.cited() == ("3.A",)
    assert not verdict.deciding[0].in_force


def test_undated_rule_forks_for_an_earlier_year_only() -> None:
    @rule("3.B", undated=True)
    def refused_since_nobody_knows_when(q: Enter) -> Answer:
        return NO

    rules = [refused_since_nobody_knows_when]
    assert isinstance(verdict_of(entering("monk"), rules, Ruleset("gate", as_of=1998)).outcome.answer, Node)
    assert answer(verdict_of(entering("monk"), rules)) is False


def test_one_value_agreeing_answers_merge() -> None:
    @rule("4.A")
    def the_lord_receives(q: Host) -> Answer:
        return "lord"

    @rule("4.B", about="monk")
    def the_lord_receives_monks(q: Host) -> Answer:
        return "lord"

    def play(engine: Engine) -> Hashable:
        return engine.decide(Host("monk"))

    assert answer(verdict_of(play, [the_lord_receives, the_lord_receives_monks])) == "lord"


def test_one_value_without_a_rule_is_a_gap_over_its_domain() -> None:
    def play(engine: Engine) -> Hashable:
        return engine.decide(Host("monk"))

    tree = verdict_of(play, []).outcome.answer
    assert isinstance(tree, Node)
    assert tree.kind is ForkKind.GAP
    assert [option.value for option, _ in tree.branches] == ["lord", "steward"]


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        pytest.param([Start(3), Times(2, at=1), Add(-1, at=2)], 5, id="potion then brothel"),
        pytest.param([Start(3), Add(-1, at=1), Times(2, at=2)], 4, id="brothel then potion"),
        pytest.param([Start(3), Add(1), Add(2)], 6, id="additions commute"),
        pytest.param([Add(2)], 2, id="from nothing"),
    ],
)
def test_number_is_reckoned_in_order(steps: list[Hashable], wanted: int) -> None:
    assert answer(verdict_of(lambda engine: engine.decide(Toll("monk")), [saying(n, s) for n, s in enumerate(steps)])) == wanted


def saying(number: int, step: Hashable) -> Rule:
    @rule(f"5.{number}")
    def says(q: Toll) -> Answer:
        return step

    return Rule(f"says_{number}", says.cites, Toll, says.speak)


def test_number_whose_order_matters_and_is_not_ruled_forks() -> None:
    rules = [saying(n, s) for n, s in enumerate([Start(3), Times(2), Add(-1)])]
    tree = verdict_of(lambda engine: engine.decide(Toll("monk")), rules).outcome.answer
    assert isinstance(tree, Node)
    assert {leaf for _, _, leaf in tree.leaves()} == {4, 5}


def test_order_follows_what_is_said() -> None:
    @rule("6.A")
    def first_the_bell(q: Ceremony) -> Answer:
        return Before("bell", "toll")

    @rule("6.B")
    def greeting_last(q: Ceremony) -> Answer:
        return Before("toll", "greeting")

    items = ("greeting", "toll", "bell")
    verdict = verdict_of(lambda engine: engine.decide(Ceremony(items)), [first_the_bell, greeting_last])
    assert answer(verdict) == ("bell", "toll", "greeting")
    assert set(verdict.cited()) == {"6.A", "6.B"}


def test_die_has_exact_chances_and_what_does_not_matter_disappears() -> None:
    def play(engine: Engine) -> Hashable:
        weather = engine.roll("weather")
        assert weather
        return engine.roll("luck") <= 2

    tree = verdict_of(play, []).outcome.answer
    assert chances(tree) == {True: Fraction(1, 3), False: Fraction(2, 3)}
    assert isinstance(tree, Node)
    assert tree.key == "luck"


def test_told_answer_is_used() -> None:
    verdict = verdict_of(lambda engine: engine.roll("luck"), [], told=Tape({"luck": 5}))
    assert answer(verdict) == 5


def test_unknown_number_splits_at_the_first_test_and_narrows() -> None:
    points = Unknown("points")
    with pytest.raises(Exception, match="points") as caught:
        assert points >= 7
    high, low = (option.value for option in caught.value.options)  # type: ignore[attr-defined]
    assert (high, low) == (Bounds(7, points.high), Bounds(0, 6))
    assert points.narrowed(high) >= 5
    assert points.narrowed(low) + 1 <= 7
    assert not points.narrowed(low) >= 7


def test_presumed_condition_is_met_and_listed() -> None:
    points = Unknown("points of the visitor")

    @rule("7.A", presumes=True)
    def only_with_seven_points(q: Enter) -> Answer:
        return OK if points >= 7 else NO

    verdict = verdict_of(entering("monk"), [only_with_seven_points])
    assert answer(verdict) is True
    assert verdict.outcome.presumed == ((only_with_seven_points, "points of the visitor"),)


def test_citing_the_unknown_fails_when_the_rules_load() -> None:
    with pytest.raises(UnknownCitation, match=r"the_gate_is_shut cites 1\.A"):
        RuleBook.load([the_gate_is_shut], known=lambda _: False)


def test_two_rules_of_one_name_are_refused() -> None:
    with pytest.raises(BrokenRule, match="the_gate_is_shut"):
        book_of(the_gate_is_shut, the_gate_is_shut)
