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
    ORIGIN,
    PIECES_BIT,
    PLACE_BIT,
    PLANE,
    PLANE_WORDS,
    POINTS_BIT,
    RECORD_BIT,
    RECORD_COUNT,
    RECORDS,
    ROW_BIT,
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
        cell = (entry >> CELL_BIT) & CELL_MASK
        r = RECORDS + 2 * (entry >> RECORD_BIT)
        runs = g[at(r)]
        row_points = (g[at(r + 1)] >> ROW_BIT) & LINE_MASK
        column_points = (g[at(r + 1)] >> COLUMN_BIT) & LINE_MASK
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
                    cross_bit = COLUMN_BIT
                    ahead_shift = 15
                else:
                    step = STRIDE
                    back = (runs >> 30) & RUN
                    ahead = (runs >> 45) & RUN
                    cross = row_points
                    cross_bit = ROW_BIT
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
                        r = record(g, next_ahead)
                        if r == RECORDS:
                            g[at(top)] = partners
                            g[at(top + 1)] = next_ahead | start << 14 | RECORDS << 28 | state
                            g[at(top + 2)] = pieces
                            g[at(top + 3)] = line
                            top += 4
                        else:
                            m = partners & g[at(r + 1)]
                            if m:
                                run = (g[at(r)] >> ahead_shift) & RUN
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
                                    g[at(top + 1)] = (
                                        next_ahead | start << 14 | r << 28 | count << 42 | total << 45 | cross << 48
                                    )
                                    g[at(top + 2)] = pieces
                                    g[at(top + 3)] = joined
                                    top += 4
                        if backward:
                            before = (start - step) & CELL_MASK
                            if record(g, before) == RECORDS:
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
                    cross = (state >> 48) & 0xFFF
                    line |= PIECE_LINE[at(another)]
                    backward = state >> 60 != 0
                    if backward:
                        pieces = pieces << 6 | another
                        start = here
                        next_ahead = (state >> 28) & CELL_MASK
                    else:
                        pieces |= another << (6 * count)
                        r = (state >> 28) & 0x3FFF
                        cross += (g[at(r + 1)] >> cross_bit) & LINE_MASK
                        next_ahead = (here + step * (1 + ((g[at(r)] >> (ahead_shift + 12)) & 7))) & CELL_MASK
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
