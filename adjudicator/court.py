"""How does a Situation become a verdict? Replay it, suspend rules, compare, and say which articles decide."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from adjudicator.codec import BadDocument
from adjudicator.games.kartenspiel.rules import rule_book
from adjudicator.games.kartenspiel.told.position import NotPlayable, position_of, ruleset_of
from adjudicator.games.kartenspiel.told.questions import ask
from adjudicator.games.kartenspiel.told.script import Script, told_answers
from adjudicator.kernel.engine import Engine, Experiment, Ruling
from adjudicator.kernel.forks import ForkKind, Leaf, Node, Tape, Tree, explore
from adjudicator.kernel.rules import LATEST, Rule
from adjudicator.kernel.verdict import Outcome, Verdict, judge
from adjudicator.situation import Question, Situation, read_situation
from faq.errors import UnreadableFile


def adjudicate_file(path: Path) -> dict[str, Any]:
    """The verdict on the Situation in a file."""
    try:
        return adjudicate(read_situation(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as fault:
        raise UnreadableFile(f"{path}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
    except BadDocument as fault:
        raise UnreadableFile(f"{path}: {fault}") from None


def verdict_on(situation: Situation, question: Question) -> Verdict:
    """The verdict on one question of a situation."""
    if situation.rules.game != "kartenspiel":
        raise NotPlayable(f"the engine does not know the game {situation.rules.game} yet")
    return judge(_replay(situation, question), rule_book(), ruleset_of(situation))


def _replay(situation: Situation, question: Question) -> Callable[[Experiment], Outcome]:
    def replay(experiment: Experiment) -> Outcome:
        trace: list[Ruling] = []
        presumed: dict[Rule, str] = {}

        def run(tape: Tape) -> Hashable:
            engine = Engine(rule_book(), ruleset_of(situation), tape, experiment)
            script = Script(situation, position_of(situation, tape), engine)
            try:
                script.run()
                return ask(script, question)
            finally:
                trace.extend(engine.trace)
                presumed.update(engine.presumed)

        told = Tape({**told_answers(situation), **situation.answers})
        return Outcome(explore(run, told), tuple(trace), tuple(presumed.items()))

    return replay


def adjudicate(situation: Situation) -> dict[str, Any]:
    """The verdict."""
    ruleset = ruleset_of(situation)
    answers: list[dict[str, Any]] = []
    problems: list[str] = []
    presumed: dict[str, str] = {}
    for question in situation.questions:
        try:
            verdict = verdict_on(situation, question)
        except NotPlayable as fault:
            problems.append(str(fault))
            continue
        answers.append(_answer(question, verdict))
        presumed |= {rule.name: rule.says for rule, _ in verdict.outcome.presumed}
    return {
        "understood": not problems,
        "ruleset": {
            "game": ruleset.game,
            "variant": ruleset.variant,
            "sets": sorted(ruleset.sets),
            "as_of": None if ruleset.as_of == LATEST else ruleset.as_of,
        },
        "steps": [],
        "answers": answers,
        "presumed": sorted(presumed.values()),
        "unread": [],
        "missing": [],
        "problems": problems,
    }


def _answer(question: Question, verdict: Verdict) -> dict[str, Any]:
    tree = verdict.outcome.answer
    shown = _shown(tree)
    cited = list(verdict.cited())
    otherwise = [f"{' + '.join(_names(p.rules))}: {_shown(p.otherwise)}" for p in verdict.deciding]
    answer: dict[str, Any] = {
        "question": question.text,
        "kind": question.kind,
        "answer": shown,
        "text": {"de": f"{_german(shown)}", "en": f"{shown}"},
        "deciding": cited,
        "involved": list(verdict.involved()),
        "counterfactual": {"de": "Ohne " + "; ohne ".join(otherwise), "en": "Without " + "; without ".join(otherwise)},
        "branches": _branches(tree),
    }
    if isinstance(tree, Node) and tree.kind is ForkKind.CONFLICT:
        answer["conflict"] = {"readings": [{"answer": _shown(below)} for _, below in tree.branches]}
    return answer


def _names(rules: frozenset[Rule]) -> list[str]:
    return sorted({cited for rule in rules for cited in rule.cites})


def _shown(tree: Tree[Hashable]) -> Any:
    if isinstance(tree, Leaf):
        return _value(tree.result)
    if tree.kind is ForkKind.CONFLICT:
        return _shown(tree.branches[0][1])
    return "depends"


def _value(result: Hashable) -> Any:
    if isinstance(result, bool):
        return "yes" if result else "no"
    return list(result) if isinstance(result, tuple) else result


def _german(shown: Any) -> str:
    return {"yes": "Ja.", "no": "Nein.", "depends": "Es kommt darauf an."}.get(str(shown), str(shown))


def _branches(tree: Tree[Hashable]) -> list[dict[str, Any]]:
    if isinstance(tree, Leaf):
        return []
    return [
        {
            "when": ", ".join(f"{key}: {value}" for key, value in path),
            "p": None if p is None else str(p),
            "answer": _value(result),
        }
        for path, p, result in tree.leaves()
    ]
