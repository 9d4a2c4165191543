"""The panel: made by a command and continued, every legal move valued, regret measured without favouring luck."""

import json
from pathlib import Path

import pytest

from sixfold import rulesets, spread
from sixfold.arena import Contestant, panel
from sixfold.errors import SixfoldError

TERMS = panel.PanelTerms("tiles/1", seed=7, samples=20)


def test_a_panel_is_continued_and_the_same_whoever_makes_it(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert [one.number for one in panel.make(whole, TERMS, 3, spread.here)] == [0, 1, 2]
    assert len(list(panel.make(parts, TERMS, 2, spread.here))) == 2
    torn = parts.read_text() + '{"number": 2, "vi'
    parts.write_text(torn)
    assert [one.number for one in panel.make(parts, TERMS, 3, spread.here)] == [2]
    assert panel.read(parts) == panel.read(whole)
    with pytest.raises(SixfoldError, match="other terms"):
        list(panel.make(parts, TERMS._replace(samples=30), 3, spread.here))
    (tmp_path / "not.jsonl").write_text("{}\n")
    with pytest.raises(SixfoldError, match="not a panel") as caught:
        panel.read(tmp_path / "not.jsonl")
    assert caught.value.code == "arena/panel"
    terms, found = panel.read(whole)
    greedy, stray = (
        panel.judge_all(Contestant.parse(name, "tiles"), terms, found, spread.here) for name in ("expert", "random")
    )
    assert sum(one.regret for one in greedy) < sum(one.regret for one in stray)


def test_every_legal_move_has_a_value() -> None:
    position = panel.position_of(TERMS, 1)
    view = rulesets.find("tiles/1").view_from_json(json.loads(json.dumps(position.view)))
    assert set(position.moves) == {str(move) for move in view.legal_moves()}
    assert view.seats == 3


def test_what_looks_best_in_one_half_is_measured_in_the_other() -> None:
    lucky = panel.PanelPosition(0, {}, {"a": (9.0, 1.0), "b": (2.0, 3.0)}, 0.1)
    # In the first half b looks best by the second one, and a by the first one: (2 - 9 + 1 - 1) / 2.
    assert lucky.regret("a") == pytest.approx(-3.5)
    assert lucky.regret("b") == pytest.approx((2 - 2 + 1 - 3) / 2)


def test_the_shipped_panel_is_whole() -> None:
    terms, found = panel.read(panel.shipped("tiles"))
    assert terms == panel.PanelTerms("tiles/1")
    assert [one.number for one in found] == list(range(len(found)))
    assert {one.view["seats"] if "seats" in one.view else len(one.view["scores"]) for one in found} == {2, 3, 4}
