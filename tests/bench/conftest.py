"""Measuring and training are the laboratory's: they run on Numba."""

from collections.abc import Iterator

import pytest

from sixfold import kernel


@pytest.fixture(autouse=True)
def _lab() -> Iterator[None]:
    with kernel.using("numba"):
        yield
