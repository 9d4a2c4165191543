"""Lookup tables of the tile kernel, made by enumeration when the module is imported. Checked in tests/kernel by
definition.

PIECE_LINE[piece] is the piece's colour bit (0-5) and shape bit (6-11). ACCEPT[line] is the set of pieces that a line
with these colours and shapes can take (T10), empty for what is no line and for a full one.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray


def _accept() -> NDArray[np.int64]:
    table = np.zeros(4096, dtype=np.int64)
    # A line of colour c with the shapes `held`, or of shape c with the colours `held`; a single piece is both.
    for c in range(6):
        for held in range(1, 64):
            missing = [i for i in range(6) if not held >> i & 1]
            table[1 << c | held << 6] |= sum(1 << (6 * c + i) for i in missing)
            table[held | 1 << (6 + c)] |= sum(1 << (6 * i + c) for i in missing)
    table[0] = (1 << 36) - 1
    return table


ACCEPT: Final = _accept()
PIECE_LINE: Final[NDArray[np.int64]] = np.array([1 << p // 6 | 1 << (6 + p % 6) for p in range(36)], dtype=np.int64)
SET_OF_COLOR: Final[NDArray[np.int64]] = np.array([0b111111 << 6 * c for c in range(6)], dtype=np.int64)
SET_OF_SHAPE: Final[NDArray[np.int64]] = np.array(
    [sum(1 << (6 * c + s) for c in range(6)) for s in range(6)], dtype=np.int64
)
