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
    for colors in range(64):
        for shapes in range(64):
            accepted = 0
            for piece in range(36):
                color, shape = 1 << piece // 6, 1 << piece % 6
                same_color = colors == color and not shapes & shape
                same_shape = shapes == shape and not colors & color
                if colors and shapes and (same_color or same_shape):
                    accepted |= 1 << piece
            table[colors | shapes << 6] = accepted
    table[0] = (1 << 36) - 1
    return table


ACCEPT: Final = _accept()
PIECE_LINE: Final[NDArray[np.int64]] = np.array([1 << p // 6 | 1 << (6 + p % 6) for p in range(36)], dtype=np.int64)
SET_OF_COLOR: Final[NDArray[np.int64]] = np.array([0b111111 << 6 * c for c in range(6)], dtype=np.int64)
SET_OF_SHAPE: Final[NDArray[np.int64]] = np.array(
    [sum(1 << (6 * c + s) for c in range(6)) for s in range(6)], dtype=np.int64
)
