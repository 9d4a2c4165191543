"""What all tests share: their order. The longest files begin, and `make steady` shuffles all."""

from __future__ import annotations

import os
import random

import pytest

LONGEST = (
    "tests/arena/test_contest.py",
    "tests/simulation/test_simulation.py",
    "tests/kernel/test_build.py",
    "tests/research/test_vector.py",
    "tests/web/test_units.py",
    "tests/twin/test_engines.py",
    "tests/server/test_study.py",
    "tests/wheel/test_wheel.py",
)
"""Files that take a minute or more (`make test` tells them): begun last, one of them would keep everybody waiting."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first. With SIXFOLD_ORDER=number: files in another order, and the tests of each file, too."""
    place = {name: at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.location[0], len(LONGEST)))
    if order := os.environ.get("SIXFOLD_ORDER"):
        shuffle = random.Random(int(order))
        files = sorted({item.location[0] for item in items})
        anywhere = {name: shuffle.random() for name in files}
        items.sort(key=lambda item: (anywhere[item.location[0]], shuffle.random()))
