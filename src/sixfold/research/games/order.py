"""Where a text stands among all texts. With this the kernel lists plays in the order of the rules
(`kernel.tiles.showing`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.kernel.tiles import showing
from sixfold.pieces import ALL_PIECES

Numbers = NDArray[np.int64]

FARTHEST: Final = (showing.WRAP + 1) // 2
"""Cells of a game lie less than this from 0,0: it begins there, and its box holds 108 tiles."""


def ranks(texts: list[str]) -> Numbers:
    """The place of each text among them, from 1."""
    return np.argsort(np.argsort(np.array(texts))) + 1


def _numbers(end: str) -> Numbers:
    """The place of each number when `end` follows it; those below 0 at the end, where their last bits point to."""
    return ranks([f"{n}{end}" for n in (*range(FARTHEST), *range(-FARTHEST, 0))])


NAME: Final = ranks([str(piece) for piece in ALL_PIECES])
X: Final = _numbers(",")
Y: Final = _numbers(":")
