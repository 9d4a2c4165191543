"""Seeds are played, and every promise is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.scale import scale
from tests.simulation.__main__ import hunt, replay
from tests.simulation.play import plan, play
from tests.simulation.referee import placed, points

ROOT = Path(__file__).parents[2]
SEEDS = scale(500, 20_000)


@pytest.mark.parametrize("part", range(10))
def test_every_promise_is_kept(part: int) -> None:
    count = SEEDS // 10
    found = hunt(count, first=part * count)
    assert found is None, replay(found)


def test_the_same_seed_gives_the_same_hours() -> None:
    once = play(3)
    assert once == play(3)
    assert once.digest != play(4).digest
    words = [sys.executable, "-m", "tests.simulation", "seed", "3"]
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    elsewhere = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    assert elsewhere.splitlines() == [*once.trace, "every promise kept", once.digest], "also in another process"


def test_the_hours_are_full() -> None:
    outcomes = [play(seed) for seed in range(10)]
    assert min(outcome.seconds for outcome in outcomes) > 30
    assert sum(outcome.rows for outcome in outcomes) > 250, "much is written"
    assert sum(outcome.told for outcome in outcomes) > 1000, "and more is told"


def test_plans_hold_every_fault() -> None:
    kinds = Counter(step.what for seed in range(40) for step in plan(seed))
    assert min(kinds.values()) > 5, kinds
    assert len(kinds) == 14


def test_the_referee_counts_as_the_rules_say() -> None:
    line = placed("0,0:Rs 1,0:Rd 2,0:Rx")
    assert points(line, line) == 3
    whole = placed(" ".join(f"{x},0:R{shape}" for x, shape in enumerate("osdcx*")))
    assert points(whole, whole) == 12, "T12: six more for a line of six"
    corner = line | placed("0,1:Gs")
    assert points(corner, placed("0,1:Gs")) == 2
    assert points(placed("0,0:Rs"), placed("0,0:Rs")) == 1, "T4"
