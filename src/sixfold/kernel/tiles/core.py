"""The table of tiles in compiled code: lay and lift a tile, list every legal play with its points. T4, T7 to T12.

Shares nothing with `sixfold.tiles`; both are compared move by move in tests/twin. The layout is drawn in
`layout`.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from sixfold.kernel.engine import Words, at, compiled, ctpop, cttz, entry, inlined
from sixfold.kernel.tiles.layout import (
    ALL,
    AXIS_BIT,
    CELL_MASK,
    COUNT_BIT,
    FRONTIER,
    FRONTIER_COUNT,
    JOURNAL,
    JOURNAL_COUNT,
    JOURNAL_WORDS,
    LAID,
    LAID_COUNT,
    LINE,
    LINE_POINTS,
    ORIGIN,
    PIECES_BIT,
    POINTS_BIT,
    RUN,
    STACK,
    STRIDE,
    TABLE,
    TAKEN,
)
from sixfold.kernel.tiles.tables import ACCEPT, PIECE_LINE, SET_OF_COLOR, SET_OF_SHAPE

Game = Words
"""An int64 array of WORDS words."""


@inlined
def remove(g: Game, place: int) -> None:
    """Take an entry out of the frontier: the last one moves into its place."""
    last = g[FRONTIER_COUNT] - 1
    g[FRONTIER_COUNT] = last
    moved = g[at(FRONTIER + last)]
    g[at(FRONTIER + place)] = moved
    slot = ((moved >> 40) << 2) + 3
    g[at(slot)] = (place + 1) << 8


@inlined
def note(g: Game, cell: int) -> None:
    """Write down how a cell is now, before `lay` changes it."""
    base = cell << 2
    slot = g[at(base + 3)]
    j = JOURNAL + g[JOURNAL_COUNT] * JOURNAL_WORDS
    g[JOURNAL_COUNT] += 1
    g[at(j)] = cell
    g[at(j + 1)] = g[at(base)]
    g[at(j + 2)] = g[at(base + 1)]
    g[at(j + 3)] = g[at(base + 2)]
    g[at(j + 4)] = slot
    if slot >> 8:
        g[at(j + 5)] = g[at(FRONTIER + (slot >> 8) - 1)]


@inlined
def touch(g: Game, cell: int, shift: int, run: int) -> None:
    """Tell an empty cell about the run that now ends beside it: `shift` says on which side."""
    note(g, cell)
    base = cell << 2
    old = g[at(base)]
    new = (old & ~(RUN << shift)) | (run << shift)
    g[at(base)] = new
    row = g[at(base + 1)]
    column = g[at(base + 2)]
    if old == 0:
        row = ALL
        column = ALL
    one = new
    if shift >= 30:
        one = new >> 30
    other = (one >> 15) & RUN
    one = one & RUN
    line = (one | other) & LINE
    length = (one >> 12) + (other >> 12)
    made = 0
    # Two runs join only if nothing is twice and they agree: then colours plus shapes are one more than tiles.
    if ctpop(line) - 1 == length:
        made = ACCEPT[at(line)] | g[at(LINE_POINTS + ((length + 1) & 7))] << 40
    if shift < 30:
        row = made
    else:
        column = made
    g[at(base + 1)] = row
    g[at(base + 2)] = column
    mask = row & column & ALL
    slot = g[at(base + 3)]
    if slot >> 8:
        if mask:
            g[at(FRONTIER + (slot >> 8) - 1)] = mask | cell << 40
        else:
            remove(g, (slot >> 8) - 1)
            g[at(base + 3)] = 0
    elif old == 0 and mask:
        count = g[FRONTIER_COUNT]
        g[at(FRONTIER + count)] = mask | cell << 40
        g[FRONTIER_COUNT] = count + 1
        g[at(base + 3)] = (count + 1) << 8


@entry
def lay(g: Game, cell: int, piece: int) -> None:
    """Put one tile on an empty cell. Only the cell and the four cells at the ends of its two lines change."""
    note(g, cell)
    base = cell << 2
    runs = g[at(base)]
    slot = g[at(base + 3)]
    if slot >> 8:
        remove(g, (slot >> 8) - 1)
    g[at(base)] = runs | TAKEN
    g[at(base + 3)] = piece | 64
    g[at(LAID + g[LAID_COUNT])] = cell
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
    cell = g[at(LAID + g[LAID_COUNT] - 1)]
    bit = 1 << (g[at((cell << 2) + 3)] & 63)
    g[TABLE] ^= bit & ~g[TABLE + 1]
    g[TABLE + 1] ^= bit & g[TABLE + 1] & ~g[TABLE + 2]
    g[TABLE + 2] &= ~bit
    for _ in range(5):
        g[JOURNAL_COUNT] -= 1
        j = JOURNAL + g[JOURNAL_COUNT] * JOURNAL_WORDS
        cell = g[at(j)]
        base = cell << 2
        now = g[at(base + 3)]
        if now & 64:
            now = 0
        now >>= 8
        old = g[at(j + 4)]
        before = old >> 8
        if now and before:
            g[at(FRONTIER + before - 1)] = g[at(j + 5)]
        elif now:
            g[FRONTIER_COUNT] -= 1
        elif before:
            last = g[FRONTIER_COUNT]
            g[FRONTIER_COUNT] = last + 1
            if before - 1 != last:
                moved = g[at(FRONTIER + before - 1)]
                g[at(FRONTIER + last)] = moved
                g[at(((moved >> 40) << 2) + 3)] = (last + 1) << 8
            g[at(FRONTIER + before - 1)] = g[at(j + 5)]
        g[at(base)] = g[at(j + 1)]
        g[at(base + 1)] = g[at(j + 2)]
        g[at(base + 2)] = g[at(j + 3)]
        g[at(base + 3)] = old
    g[LAID_COUNT] -= 1


@entry
def lay_all(g: Game, cells: Words, pieces: Words) -> None:
    """Put many tiles down, one after the other."""
    for i in range(cells.size):
        lay(g, cells[at(i)], pieces[at(i)])


@entry
def clear(g: Game) -> None:
    """Take every tile off the table."""
    while g[LAID_COUNT] > 0:
        lift(g)


@entry
def apply(g: Game, play: int) -> None:
    """Lay the tiles of a play (a legal one: nothing is checked)."""
    step = STRIDE if (play >> AXIS_BIT) & 1 else 1
    cell = play & CELL_MASK
    for i in range((play >> COUNT_BIT) & 7):
        while g[at(cell << 2)] & TAKEN:
            cell = (cell + step) & CELL_MASK
        lay(g, cell, (play >> (PIECES_BIT + 6 * i)) & 63)


@entry
def undo(g: Game, play: int) -> None:
    """Lift the tiles of a play again; it must be the last one laid."""
    for _ in range((play >> COUNT_BIT) & 7):
        lift(g)


@compiled
def fits(g: Game, hand: int) -> bool:
    """Whether some piece of the set fits anywhere. Every play holds a tile that could be played alone, so that
    decides T16."""
    union = 0
    for i in range(g[FRONTIER_COUNT]):
        union |= g[at(FRONTIER + i)]
    return union & hand != 0


@compiled
def generate(g: Game, hand: int, out: Words) -> int:
    """Every legal play of the set `hand` on a table that is not empty, each once, into `out`; how many there are.

    What does not fit into `out` is counted and not written. A play of several tiles is made from its first frontier
    cell: first back over cells that touch nothing, then forward.
    """
    n = 0
    room = out.size
    for i in range(g[FRONTIER_COUNT]):
        entry = g[at(FRONTIER + i)]
        firsts = entry & hand
        if firsts == 0:
            continue
        cell = entry >> 40
        base = cell << 2
        runs = g[at(base)]
        row_points = g[at(base + 1)] >> 40
        column_points = g[at(base + 2)] >> 40
        while firsts:
            piece = cttz(firsts)
            firsts &= firsts - 1
            if n < room:
                out[at(n)] = (row_points + column_points) << POINTS_BIT | piece << PIECES_BIT | 1 << COUNT_BIT | cell
            n += 1
            bits = PIECE_LINE[at(piece)]
            for axis in range(2):
                if axis == 0:
                    step = 1
                    back = runs & RUN
                    ahead = (runs >> 15) & RUN
                    cross = column_points
                    cross_word = 2
                    ahead_shift = 15
                else:
                    step = STRIDE
                    back = (runs >> 30) & RUN
                    ahead = (runs >> 45) & RUN
                    cross = row_points
                    cross_word = 1
                    ahead_shift = 45
                line = ((back | ahead) & LINE) | bits
                if hand & ACCEPT[at(line)] == 0:
                    continue
                # The node: tiles placed so far. Frames on the stack: a cell to fill next, with the pieces still to try.
                length = (back >> 12) + (ahead >> 12) + 1
                pieces = piece
                count = 1
                start = cell
                next_ahead = (cell + step * (1 + (ahead >> 12))) & CELL_MASK
                backward = True
                top = STACK
                while True:
                    partners = hand & ACCEPT[at(line)]
                    if partners:
                        state = count << 42 | length << 45 | cross << 48
                        w = next_ahead << 2
                        beside = g[at(w)]
                        if beside == 0:
                            g[at(top)] = partners
                            g[at(top + 1)] = next_ahead | start << 14 | state
                            g[at(top + 2)] = pieces
                            g[at(top + 3)] = line
                            top += 4
                        else:
                            m = partners & g[at(w + 1)] & g[at(w + 2)]
                            if m:
                                run = (beside >> ahead_shift) & RUN
                                joined = line
                                total = length
                                if run:
                                    joined |= run & LINE
                                    total += run >> 12
                                    if ctpop(joined) - 1 == total:
                                        m &= ACCEPT[at(joined)]
                                    else:
                                        m = 0
                                if m:
                                    g[at(top)] = m
                                    g[at(top + 1)] = next_ahead | start << 14 | count << 42 | total << 45 | cross << 48
                                    g[at(top + 2)] = pieces
                                    g[at(top + 3)] = joined
                                    top += 4
                        if backward:
                            before = (start - step) & CELL_MASK
                            if g[at(before << 2)] == 0:
                                g[at(top)] = partners
                                g[at(top + 1)] = before | start << 14 | next_ahead << 28 | state | 1 << 60
                                g[at(top + 2)] = pieces
                                g[at(top + 3)] = line
                                top += 4
                    if top == STACK:
                        break
                    m = g[at(top - 4)]
                    state = g[at(top - 3)]
                    pieces = g[at(top - 2)]
                    line = g[at(top - 1)]
                    another = cttz(m)
                    m &= m - 1
                    if m:
                        g[at(top - 4)] = m
                    else:
                        top -= 4
                    here = state & CELL_MASK
                    start = (state >> 14) & CELL_MASK
                    count = (state >> 42) & 7
                    length = ((state >> 45) & 7) + 1
                    cross = ((state >> 48) & 0xFFF) + (g[at((here << 2) + cross_word)] >> 40)
                    line |= PIECE_LINE[at(another)]
                    backward = state >> 60 != 0
                    if backward:
                        pieces = pieces << 6 | another
                        start = here
                        next_ahead = (state >> 28) & CELL_MASK
                    else:
                        pieces |= another << (6 * count)
                        next_ahead = (here + step * (1 + ((g[at(here << 2)] >> ahead_shift) & RUN) // 4096)) & CELL_MASK
                    count += 1
                    if n < room:
                        points = g[at(LINE_POINTS + (length & 7))] + cross
                        out[at(n)] = (
                            points << POINTS_BIT | pieces << PIECES_BIT | count << COUNT_BIT | axis << AXIS_BIT | start
                        )
                    n += 1
    return n


@compiled
def largest_set(hand: int) -> int:
    """T2: the size of the largest set of different pieces that share a colour or a shape."""
    most = 0
    for k in range(6):
        most = max(most, ctpop(hand & SET_OF_COLOR[k]), ctpop(hand & SET_OF_SHAPE[k]))
    return most


@compiled
def openings(g: Game, hand: int, out: Words) -> int:
    """T4's opening plays: every order of every largest set, rightward and downward from the origin; how many there
    are."""
    n = 0
    size = largest_set(hand)
    if size == 0:
        return 0
    points = 1 if size == 1 else g[at(LINE_POINTS + size)]
    head = points << POINTS_BIT | size << COUNT_BIT | ORIGIN
    if size == 1:
        while hand:
            if n < out.size:
                out[at(n)] = head | cttz(hand) << PIECES_BIT
            n += 1
            hand &= hand - 1
        return n
    for k in range(12):
        members = hand & (SET_OF_COLOR[k] if k < 6 else SET_OF_SHAPE[k - 6])
        if ctpop(members) != size:
            continue
        # All orders: STACK + 2d holds what may still stand at place d, STACK + 2d + 1 what is left for the later
        # places.
        depth = 0
        g[STACK] = members
        g[STACK + 1] = members
        pieces = 0
        while depth >= 0:
            candidates = g[at(STACK + 2 * depth)]
            if candidates == 0:
                depth -= 1
                continue
            piece = cttz(candidates)
            g[at(STACK + 2 * depth)] = candidates & (candidates - 1)
            pieces = (pieces & ((1 << (6 * depth)) - 1)) | piece << (6 * depth)
            if depth + 1 == size:
                for axis in range(2):
                    if n < out.size:
                        out[at(n)] = head | pieces << PIECES_BIT | axis << AXIS_BIT
                    n += 1
            else:
                left = g[at(STACK + 2 * depth + 1)] & ~(1 << piece)
                depth += 1
                g[at(STACK + 2 * depth)] = left
                g[at(STACK + 2 * depth + 1)] = left
    return n
