"""Bugs that are planted are found; what shows one is made small, and shows it again.

Without them the same seeds keep every promise: test_simulation.py plays them all.
"""

from __future__ import annotations

import pytest

from tests.simulation.__main__ import hunt, replay
from tests.simulation.bugs import BUGS
from tests.simulation.play import plan, play, shrink

MOST = 200
"""Seeds that a planted bug may need; docs/simulation.md says how many each does."""


def test_there_are_enough_of_them() -> None:
    assert len(BUGS) >= 20
    assert len({(bug.owner, bug.name, bug.wrong) for bug in BUGS.values()}) == len(BUGS)


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    with BUGS[name].planted():
        found = hunt(MOST)
    assert found is not None, f"nothing was noticed in {MOST} seeds"


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
