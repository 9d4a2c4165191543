"""The order in which the rules list plays, worked out from the kernel's numbers: most points first, then by text."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.kernel.tiles import describing
from sixfold.pieces import ALL_PIECES
from sixfold.tiles import Cell

Numbers = NDArray[np.int64]

FARTHEST: Final = 512
"""Cells of a game lie less than this from 0,0: it begins there, and its box holds 108 tiles."""
_TEXTS: Final = sorted(map(str, ALL_PIECES))
NAME: Final = np.array([_TEXTS.index(str(piece)) + 1 for piece in ALL_PIECES] + [0])
"""The place of each kind among all kinds by text, from 1; the last one stands for no tile."""
_PLACES: Final = 1 << 6 * np.arange(4, -1, -1)


def _ranks(end: str) -> Numbers:
    """The place of each number by text when `end` follows it; those below 0 at the end, where numpy looks for them."""
    texts = [f"{n}{end}" for n in (*range(FARTHEST), *range(-FARTHEST, 0))]
    return np.argsort(np.argsort(np.array(texts))) + 1


_X: Final = _ranks(",")
_Y: Final = _ranks(":")


def rules_order(rows: Numbers, origin: Cell) -> Numbers:
    """The rules' order of described plays: most points first, then by text.

    A text is a list of placements `x,y:piece`. Each part ends with a sign of its own, so that texts are ordered as
    their parts are; a text that ends comes before one that goes on. Plays with the same first placement and direction
    use the same cells, and the x of the second cell tells the directions apart; beyond it the pieces decide.
    """
    x, y, column, count = rows[:, :4].T.astype(np.int64)
    x, y, more = x + origin.x, y + origin.y, count > 1
    names = NAME[rows[:, describing.KIND : describing.OFFSET]]
    second = more * _X[x + (1 - column) * rows[:, describing.OFFSET + 1]]
    first = names[:, 0] + (_Y[y] << 6) + (_X[x] << 17) - (rows[:, describing.WORTH].astype(np.int64) << 28)
    return np.lexsort((names[:, 1:] @ _PLACES, (first << 11) + second))
