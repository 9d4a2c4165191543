"""The table of tiles in compiled code: lay and lift a tile. What fits where is kept up to date. T9 to T12.

Shares nothing with `sixfold.tiles`; both are compared move by move in tests/twin. The layout is drawn in
`layout`.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from sixfold.kernel.engine import Words, at, compiled, ctpop, entry, inlined
from sixfold.kernel.tiles.layout import (
    ALL,
    AXIS_BIT,
    CELL_BIT,
    CELL_MASK,
    COLUMN_BIT,
    COUNT_BIT,
    FRONTIER,
    FRONTIER_COUNT,
    JOURNAL,
    JOURNAL_COUNT,
    JOURNAL_WORDS,
    LAID,
    LAID_COUNT,
    LINE,
    LINE_MASK,
    LINE_POINTS,
    PIECES_BIT,
    PLACE_BIT,
    PLANE,
    PLANE_WORDS,
    RECORD_BIT,
    RECORD_COUNT,
    RECORDS,
    ROW_BIT,
    RUN,
    STRIDE,
    TABLE,
    TAKEN,
)
from sixfold.kernel.tiles.tables import ACCEPT, PIECE_LINE

Game = Words
"""An int64 array of WORDS words."""


@inlined
def record(g: Game, cell: int) -> int:
    """Where the two words of a cell are: those of record 0, which stay zero, if it neither holds nor touches a tile."""
    return RECORDS + 2 * ((g[at(PLANE + (cell >> 2))] >> ((cell & 3) << 4)) & 0xFFFF)


@inlined
def name(g: Game, cell: int, number: int) -> None:
    """Give a cell that has no record this one, or take it away again."""
    g[at(PLANE + (cell >> 2))] ^= number << ((cell & 3) << 4)


@inlined
def put(g: Game, place: int, entry: int) -> None:
    """Write an entry of the frontier, and its place into its record."""
    g[at(FRONTIER + place)] = entry
    fit = RECORDS + 2 * (entry >> RECORD_BIT) + 1
    g[at(fit)] = (g[at(fit)] & ((1 << PLACE_BIT) - 1)) | (place + 1) << PLACE_BIT


@inlined
def remove(g: Game, place: int) -> None:
    """Take an entry out of the frontier: the last one moves into its place."""
    last = g[FRONTIER_COUNT] - 1
    g[FRONTIER_COUNT] = last
    put(g, place, g[at(FRONTIER + last)])


@inlined
def note(g: Game, cell: int) -> int:
    """Write down how a cell is now, before `lay` changes it; where its words are. A cell met first gets a record."""
    r = record(g, cell)
    if r == RECORDS:
        g[RECORD_COUNT] += 1
        number = g[RECORD_COUNT]
        name(g, cell, number)
        r = RECORDS + 2 * number
        g[at(r)] = 0
        g[at(r + 1)] = 0
    j = JOURNAL + g[JOURNAL_COUNT] * JOURNAL_WORDS
    g[JOURNAL_COUNT] += 1
    g[at(j)] = cell << 16 | (r - RECORDS) >> 1
    g[at(j + 1)] = g[at(r)]
    g[at(j + 2)] = g[at(r + 1)]
    return r


@inlined
def touch(g: Game, cell: int, shift: int, run: int) -> None:
    """Tell an empty cell about the run that now ends beside it: `shift` says on which side."""
    r = note(g, cell)
    old = g[at(r)]
    new = (old & ~(RUN << shift)) | (run << shift)
    g[at(r)] = new
    one = new
    points_bit = ROW_BIT
    if shift >= 30:
        one = new >> 30
        points_bit = COLUMN_BIT
    other = (one >> 15) & RUN
    one = one & RUN
    line = (one | other) & LINE
    length = (one >> 12) + (other >> 12)
    made = 0
    points = 0
    # Two runs join only if nothing is twice and they agree: then colours plus shapes are one more than tiles.
    if ctpop(line) - 1 == length:
        made = ACCEPT[at(line)]
        points = g[at(LINE_POINTS + ((length + 1) & 7))]
    fit = g[at(r + 1)]
    # A longer line takes nothing that it refused before, so what fitted both lines is all that has to be looked at.
    mask = made
    if old != 0:
        mask &= fit
    place = fit >> PLACE_BIT
    fit = (fit & ~(LINE_MASK << points_bit | ALL)) | points << points_bit | mask
    g[at(r + 1)] = fit
    entry = mask | cell << CELL_BIT | ((r - RECORDS) >> 1) << RECORD_BIT
    if place:
        if mask:
            g[at(FRONTIER + place - 1)] = entry
        else:
            remove(g, place - 1)
            g[at(r + 1)] = fit & ((1 << PLACE_BIT) - 1)
    elif old == 0 and mask:
        count = g[FRONTIER_COUNT]
        g[at(FRONTIER + count)] = entry
        g[FRONTIER_COUNT] = count + 1
        g[at(r + 1)] = fit | (count + 1) << PLACE_BIT


@entry
def lay(g: Game, cell: int, piece: int) -> None:
    """Put one tile on an empty cell. Only the cell and the four cells at the ends of its two lines change."""
    r = note(g, cell)
    runs = g[at(r)]
    place = g[at(r + 1)] >> PLACE_BIT
    if place:
        remove(g, place - 1)
    g[at(r)] = runs | TAKEN
    g[at(r + 1)] = piece
    g[at(LAID + g[LAID_COUNT])] = piece << 16 | cell
    g[LAID_COUNT] += 1
    bit = 1 << piece
    g[TABLE + 2] |= g[TABLE + 1] & bit
    g[TABLE + 1] |= g[TABLE] & bit
    g[TABLE] |= bit
    bits = PIECE_LINE[at(piece)]
    left = runs & RUN
    right = (runs >> 15) & RUN
    up = (runs >> 30) & RUN
    down = (runs >> 45) & RUN
    row = ((left | right) & LINE) | bits | ((left >> 12) + (right >> 12) + 1) << 12
    column = ((up | down) & LINE) | bits | ((up >> 12) + (down >> 12) + 1) << 12
    touch(g, (cell - 1 - (left >> 12)) & CELL_MASK, 15, row)
    touch(g, (cell + 1 + (right >> 12)) & CELL_MASK, 0, row)
    touch(g, (cell - STRIDE * (1 + (up >> 12))) & CELL_MASK, 45, column)
    touch(g, (cell + STRIDE * (1 + (down >> 12))) & CELL_MASK, 30, column)


@compiled
def lift(g: Game) -> None:
    """Take back the last tile laid, exactly: the frontier has its old order again."""
    bit = 1 << (g[at(LAID + g[LAID_COUNT] - 1)] >> 16)
    g[TABLE] ^= bit & ~g[TABLE + 1]
    g[TABLE + 1] ^= bit & g[TABLE + 1] & ~g[TABLE + 2]
    g[TABLE + 2] &= ~bit
    for _ in range(5):
        g[JOURNAL_COUNT] -= 1
        j = JOURNAL + g[JOURNAL_COUNT] * JOURNAL_WORDS
        number = g[at(j)] & 0xFFFF
        cell = g[at(j)] >> 16
        runs = g[at(j + 1)]
        old = g[at(j + 2)]
        r = RECORDS + 2 * number
        now = g[at(r + 1)] >> PLACE_BIT
        before = old >> PLACE_BIT
        if before:
            if not now:
                last = g[FRONTIER_COUNT]
                g[FRONTIER_COUNT] = last + 1
                if before - 1 != last:
                    put(g, last, g[at(FRONTIER + before - 1)])
            g[at(FRONTIER + before - 1)] = (old & ALL) | cell << CELL_BIT | number << RECORD_BIT
        elif now:
            g[FRONTIER_COUNT] -= 1
        g[at(r)] = runs
        g[at(r + 1)] = old
        if runs == 0:
            name(g, cell, number)
            g[RECORD_COUNT] -= 1
    g[LAID_COUNT] -= 1


@entry
def lay_all(g: Game, cells: Words, pieces: Words) -> None:
    """Put many tiles down, one after the other."""
    for i in range(cells.size):
        lay(g, cells[at(i)], pieces[at(i)])


@entry
def clear(g: Game) -> None:
    """Take every tile off the table."""
    for i in range(PLANE_WORDS):
        g[at(PLANE + i)] = 0
    g[LAID_COUNT] = 0
    g[FRONTIER_COUNT] = 0
    g[JOURNAL_COUNT] = 0
    g[RECORD_COUNT] = 0
    for plane in range(3):
        g[at(TABLE + plane)] = 0


@entry
def apply(g: Game, play: int) -> None:
    """Lay the tiles of a play (a legal one: nothing is checked)."""
    step = STRIDE if (play >> AXIS_BIT) & 1 else 1
    cell = play & CELL_MASK
    for i in range((play >> COUNT_BIT) & 7):
        while g[at(record(g, cell))] & TAKEN:
            cell = (cell + step) & CELL_MASK
        lay(g, cell, (play >> (PIECES_BIT + 6 * i)) & 63)


@entry
def undo(g: Game, play: int) -> None:
    """Lift the tiles of a play again; it must be the last one laid."""
    for _ in range((play >> COUNT_BIT) & 7):
        lift(g)
