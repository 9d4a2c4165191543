"""Seeds are played and every promise is kept; bugs that are planted are found; a failure is replayed and made small."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.scale import scale
from tests.simulation.__main__ import hunt, replay
from tests.simulation.bugs import BUGS
from tests.simulation.play import plan, play, shrink
from tests.simulation.referee import placed, points

SEEDS = scale(500, 20_000)
MOST = 200
"""Seeds that a planted bug may need; docs/simulation.md says how many each does."""


@pytest.mark.parametrize("part", range(10))
def test_every_promise_is_kept(part: int) -> None:
    count = SEEDS // 10
    found = hunt(count, first=part * count)
    assert found is None, replay(found)


def test_the_same_seed_gives_the_same_hours() -> None:
    assert play(3) == play(3)
    assert play(3).digest != play(4).digest


def test_the_hours_are_full() -> None:
    outcomes = [play(seed) for seed in range(5)]
    assert min(outcome.seconds for outcome in outcomes) > 30
    assert sum(outcome.rows for outcome in outcomes) > 150, "much is written"
    assert sum(outcome.told for outcome in outcomes) > 500, "and more is told"


def test_plans_hold_every_fault() -> None:
    kinds = Counter(step.what for seed in range(40) for step in plan(seed))
    assert min(kinds.values()) > 5, kinds
    assert len(kinds) == 13


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    with BUGS[name].planted():
        found = hunt(MOST)
    assert found is not None, f"nothing was noticed in {MOST} seeds"
    assert play(found.seed).broken is None, "without the bug the same seed keeps every promise"


def test_a_failure_is_shrunk_and_replayed() -> None:
    with BUGS["every hand"].planted():
        found = hunt(MOST)
        assert found is not None
        assert found.broken is not None
        left = shrink(found.seed, found.broken.promise)
        assert len(left) < len(plan(found.seed)) / 2
        again = play(found.seed, left).broken
        assert again is not None
        assert again.promise == found.broken.promise
        assert f"seed {found.seed}" in replay(found)


def test_the_referee_counts_as_the_rules_say() -> None:
    line = placed("0,0:Rs 1,0:Rd 2,0:Rx")
    assert points(line, line) == 3
    whole = placed(" ".join(f"{x},0:R{shape}" for x, shape in enumerate("osdcx*")))
    assert points(whole, whole) == 12, "T12: six more for a line of six"
    corner = line | placed("0,1:Gs")
    assert points(corner, placed("0,1:Gs")) == 2
    assert points(placed("0,0:Rs"), placed("0,0:Rs")) == 1, "T4"
