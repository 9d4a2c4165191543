"""Sentences of the terminal: refusals with their facts, in every language."""

import json
from pathlib import Path

import pytest

from sixfold.errors import IllegalMove
from sixfold.messages import Messages, languages
from sixfold.terminal.words import Words

SPEC = Path(__file__).parents[2] / "spec" / "illegal"
CASES = [(name, case) for name in ("tiles", "cards") for case in json.loads((SPEC / f"{name}.json").read_text("utf-8"))]


@pytest.mark.parametrize("language", languages())
def test_every_refusal_of_the_rules_has_its_sentence(language: str) -> None:
    assert len(CASES) > 30
    for game, case in CASES:
        error = IllegalMove(case["says"], clause=case["clause"], reason=case["reason"], facts=case.get("facts"))
        said = Words(Messages(language), game).refused(error)
        assert "{" not in said, (case["name"], said)
        assert "refusal." not in said
        assert "piece." not in said
        assert said.endswith(f"({case['clause']})")


def test_facts_are_named() -> None:
    error = IllegalMove("", clause="T10", reason="mixed", facts={"pieces": "RsGd"})
    said = Words(Messages("de"), "tiles").refused(error)
    assert said.startswith("Nicht erlaubt: ")
    assert "rotes Quadrat und grüne Raute" in said
    announced = IllegalMove("", clause="T4", reason="not-announced", facts={"size": 1})
    assert "1." in Words(Messages("en"), "tiles").refused(announced)
