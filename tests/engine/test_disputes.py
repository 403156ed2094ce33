"""The disputes that the rules built so far decide, and every case of the chapters: answer and deciding article."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.codec import from_json
from adjudicator.court import adjudicate
from adjudicator.situation import Situation

DISPUTES = Path(__file__).parents[1] / "disputes"
CASES = Path(__file__).parent / "cases"
DECIDED_BY_WHAT_IS_BUILT = (
    "D01", "D02", "D03", "D04", "D05", "D06", "D08", "D11", "D14", "D16", "D18", "D19", "D20", "D41", "D42", "D46", "D47",
)  # fmt: skip
IN_WORDS = {"D41": ["preis", "bonus", "umzug"], "D42": ["legt", "erhaelt", "nimmt"]}


def answer_to(document: dict[str, Any]) -> dict[str, Any]:
    verdict = adjudicate(from_json(Situation, document))
    assert verdict["problems"] == []
    answer: dict[str, Any] = verdict["answers"][0]
    return answer


def records(cited: list[str]) -> set[str]:
    """The records of citations, clauses left out."""
    return {c.rpartition(" ")[0] if len(c.rpartition(" ")[2]) == 1 else c for c in cited}


@pytest.mark.parametrize("name", DECIDED_BY_WHAT_IS_BUILT)
def test_dispute(name: str) -> None:
    dispute = json.loads((DISPUTES / f"{name}.json").read_text(encoding="utf-8"))
    answer = answer_to(dispute["situation"])
    assert answer["answer"] == IN_WORDS.get(name, dispute["answer"])
    assert records(answer["deciding"]) & set(dispute["cite"])


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    answer = answer_to(case["situation"])
    assert answer["answer"] == case["answer"]
    assert case["article"] in records(answer["deciding"]), answer["deciding"]
