"""The plays of observed tile games as rows of numbers: tiles, cells, points, and the lines that they make.

Nothing here is hidden and nothing is a judgement: lines are those of T10 to T12.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import ShortRows, Words, at, compiled, entry, inlined
from sixfold.kernel.tiles.core import record
from sixfold.kernel.tiles.layout import (
    AXIS_BIT,
    CELL_MASK,
    COUNT_BIT,
    KINDS,
    PIECES_BIT,
    POINTS_BIT,
    STRIDE,
)
from sixfold.kernel.tiles.seeing import DESCRIBED, PLAYS, Vector, middle, position

Game = Words

X: Final = 0
Y: Final = 1
AXIS: Final = 2  # 0 a row, 1 a column
COUNT: Final = 3
KIND: Final = 4  # six columns, from left to right or from top to bottom
OFFSET: Final = 10  # six columns: steps from the first tile
WORTH: Final = 16
LINES: Final = 17  # lines of two and more that the play makes or makes longer
OPENED: Final = 18  # of these, lines that lack one tile
COMPLETED: Final = 19  # of these, Qwirkles
MOVE: Final = 20


@inlined
def line(length: int, kinds: int) -> int:
    """What a line counts as: 1 a line, and in the next bytes whether it lacks one tile, or none."""
    return (length > 1) | (length == kinds - 1) << 8 | (length == kinds) << 16


@compiled
def describe_play(g: Game, m: Words, word: int, row: Words) -> None:
    """One play as numbers."""
    kinds = g[KINDS]
    count = (word >> COUNT_BIT) & 7
    axis = (word >> AXIS_BIT) & 1
    along = 30 if axis else 0
    across = 0 if axis else 30
    x, y = middle(m)
    row[X], row[Y] = position(word & CELL_MASK, x, y)
    row[AXIS], row[COUNT], row[WORTH] = axis, count, word >> POINTS_BIT
    step = STRIDE if axis else 1
    offset = 0
    made = 0
    length = 0
    for i in range(6):
        row[at(KIND + i)] = (word >> (PIECES_BIT + 6 * i)) & 63 if i < count else -1
        row[at(OFFSET + i)] = offset if i < count else -1
        if i < count:
            runs = g[at(record(g, ((word & CELL_MASK) + step * offset) & CELL_MASK))]
            if i == 0:
                length = (runs >> (along + 12)) & 7
            made += line(1 + ((runs >> (across + 12)) & 7) + ((runs >> (across + 27)) & 7), kinds)
            ahead = 1 + ((runs >> (along + 27)) & 7)
            length += ahead
            offset += ahead
    made += line(length, kinds)
    row[LINES] = made & 255
    row[OPENED] = made >> 8 & 255
    row[COMPLETED] = made >> 16


@entry
def describe(v: Vector, moves: ShortRows) -> None:
    """Every play of every game as MOVE numbers, one after the other; zeros after the last."""
    for b in range(len(v.games)):
        m = v.marks[b]
        for i in range(m[PLAYS]):
            describe_play(v.games[b], m, v.plays[b, i], moves[b, MOVE * i : MOVE * (i + 1)])
        for i in range(MOVE * m[PLAYS], MOVE * m[DESCRIBED]):
            moves[b, i] = 0
        m[DESCRIBED] = m[PLAYS]
