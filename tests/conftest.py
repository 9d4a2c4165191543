"""What all tests share: their order, which `make steady` shuffles."""

from __future__ import annotations

import os
import random

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With SIXFOLD_ORDER=number: files in another order, and the tests of each file, too."""
    if order := os.environ.get("SIXFOLD_ORDER"):
        shuffle = random.Random(int(order))
        files = sorted({item.location[0] for item in items})
        place = {name: shuffle.random() for name in files}
        items.sort(key=lambda item: (place[item.location[0]], shuffle.random()))
