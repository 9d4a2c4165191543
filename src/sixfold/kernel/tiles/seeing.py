"""What one seat of a tile game may know, written into given arrays by compiled code, board included.

A row of `seen` (int16), all of it public or the viewer's own; seats are turned so that the viewer's comes first:

    HAND 36      own hand, by kind            HAND_SIZES 4   tiles in each hand        SEAT     the viewer's seat
    UNSEEN 36    in the bag or other hands    BAG_LEFT       tiles in the bag          TURN     turns so far
    LYING 36     on the table                 PLAYERS        how many seats play       TILES    tiles on the table
    SCORES 4     points                       CELLS          cells where some kind still fits
    TILE 3 n     x, y, kind of each tile in the order laid      CELL 2 n   x, y of each such cell; `fits` has its kinds

x and y are steps rightward and downward from the first tile laid. Rows that are not in use hold NOTHING. Only what
changed is written, so that an observation costs as much as a turn and not as much as a board.

Beside a row lies one of `marks`: what is not in the game itself.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final, NamedTuple

from sixfold.kernel.engine import ByteRows, DoubleRows, Rows, ShortRows, Words, at, compiled, inlined
from sixfold.kernel.many import OWN
from sixfold.kernel.tiles.games import bag_count, held
from sixfold.kernel.tiles.layout import (
    ALL,
    BOX,
    CELL_BIT,
    CELL_MASK,
    COPIES,
    FRONTIER,
    FRONTIER_COUNT,
    FRONTIER_MAX,
    HANDS,
    KINDS,
    LAID,
    LAID_COUNT,
    SCORE,
    SEATS,
    STRIDE,
    TABLE,
    TURNS,
)

Game = Words

HAND: Final = 0
UNSEEN: Final = HAND + 36
LYING: Final = UNSEEN + 36
SCORES: Final = LYING + 36
HAND_SIZES: Final = SCORES + 4
BAG_LEFT: Final = HAND_SIZES + 4
PLAYERS: Final = BAG_LEFT + 1
SEAT: Final = PLAYERS + 1
TURN: Final = SEAT + 1
TILES: Final = TURN + 1
CELLS: Final = TILES + 1
TILE: Final = CELLS + 1
CELL: Final = TILE + 3 * BOX
SEEN: Final = CELL + 2 * FRONTIER_MAX
NOTHING: Final = -1000
SWAPS: Final = 64
LINE_WORDS: Final = 8  # of a cache
SPARE: Final = 6  # words of a row of `plays` after the room for plays: the sorted hand

# Marks of tile games alone: the smallest and largest x + y and x - y of the tiles, and how much of the last
# observation is in use.
LOW_PLUS: Final = OWN
HIGH_PLUS: Final = OWN + 1
LOW_MINUS: Final = OWN + 2
HIGH_MINUS: Final = OWN + 3
PLAYS: Final = OWN + 4
SWAPPED: Final = OWN + 5
DESCRIBED: Final = OWN + 6
MARKS: Final = 16


class Vector(NamedTuple):
    """The arrays of many games, a row for each."""

    games: Rows
    marks: Rows
    plays: Rows
    seen: ShortRows
    fits: Rows
    mask: ByteRows
    rewards: DoubleRows


@inlined
def position(cell: int, x: int, y: int) -> tuple[int, int]:
    """The x and y of a cell less than 64 steps from another: its number tells x - y and x + y modulo 128."""
    d = cell - (x + STRIDE * y)
    minus = ((d + 64) & 127) - 64
    plus = ((((d + 63 * minus) >> 6) + 64) & 127) - 64
    return x + ((plus + minus) >> 1), y + ((plus - minus) >> 1)


@inlined
def middle(m: Words) -> tuple[int, int]:
    """The cell from which the furthest tiles are as near as can be: no more than 54 steps in any game."""
    along = (m[LOW_PLUS] + m[HIGH_PLUS]) >> 1
    across = (m[LOW_MINUS] + m[HIGH_MINUS]) >> 1
    return (along + across) >> 1, (along - across) >> 1


@compiled
def see_board(g: Game, m: Words, seen: Words, fits: Words) -> None:
    """The tiles laid since the last observation, and every cell where something fits."""
    for i in range(seen[TILES], g[LAID_COUNT]):
        word = g[at(LAID + i)]
        x, y = middle(m)
        x, y = position(word & CELL_MASK, x, y)
        seen[at(TILE + 3 * i)] = x
        seen[at(TILE + 3 * i + 1)] = y
        seen[at(TILE + 3 * i + 2)] = word >> 16
        m[LOW_PLUS] = min(m[LOW_PLUS], x + y)
        m[HIGH_PLUS] = max(m[HIGH_PLUS], x + y)
        m[LOW_MINUS] = min(m[LOW_MINUS], x - y)
        m[HIGH_MINUS] = max(m[HIGH_MINUS], x - y)
    for i in range(3 * g[LAID_COUNT], 3 * seen[TILES]):
        seen[at(TILE + i)] = NOTHING
    x0, y0 = middle(m)
    n = g[FRONTIER_COUNT]
    for i in range(n):
        word = g[at(FRONTIER + i)]
        x, y = position((word >> CELL_BIT) & CELL_MASK, x0, y0)
        seen[at(CELL + 2 * i)] = x
        seen[at(CELL + 2 * i + 1)] = y
        fits[at(i)] = word & ALL
    for i in range(n, seen[CELLS]):
        seen[at(CELL + 2 * i)] = NOTHING
        seen[at(CELL + 2 * i + 1)] = NOTHING
        fits[at(i)] = 0
    seen[TILES] = g[LAID_COUNT]
    seen[CELLS] = n


@compiled
def see_numbers(g: Game, seat: int, seen: Words) -> None:
    """Counts and numbers, as one seat may know them."""
    h = HANDS + 3 * seat
    h1, h2, h3 = g[at(h)], g[at(h + 1)], g[at(h + 2)]
    t1, t2, t3 = g[TABLE], g[TABLE + 1], g[TABLE + 2]
    for color in range(6):
        for shape in range(6):
            piece = 6 * color + shape
            mine = (h1 >> piece & 1) + (h2 >> piece & 1) + (h3 >> piece & 1)
            lying = (t1 >> piece & 1) + (t2 >> piece & 1) + (t3 >> piece & 1)
            all_of_it = g[COPIES] if max(color, shape) < g[KINDS] else 0
            seen[at(HAND + piece)] = mine
            seen[at(UNSEEN + piece)] = all_of_it - mine - lying
            seen[at(LYING + piece)] = lying
    for k in range(4):
        seats = g[SEATS]
        other = (seat + k) % seats
        seen[at(SCORES + k)] = g[at(SCORE + other)] if k < seats else 0
        seen[at(HAND_SIZES + k)] = held(g, other) if k < seats else 0
    seen[BAG_LEFT] = bag_count(g)
    seen[PLAYERS] = g[SEATS]
    seen[SEAT] = seat
    seen[TURN] = g[TURNS]
