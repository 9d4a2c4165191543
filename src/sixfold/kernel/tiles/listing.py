"""Every legal play of a hand with its points, in compiled code, from what `core` keeps of the table. T4, T7 to T12.

Shares nothing with `sixfold.tiles`; both are compared move by move in tests/twin.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from sixfold.kernel.engine import Words, at, compiled, ctpop, cttz
from sixfold.kernel.tiles.core import record
from sixfold.kernel.tiles.layout import (
    AXIS_BIT,
    CELL_BIT,
    CELL_MASK,
    COLUMN_BIT,
    COUNT_BIT,
    FRONTIER,
    FRONTIER_COUNT,
    LINE,
    LINE_MASK,
    LINE_POINTS,
    ORIGIN,
    PIECES_BIT,
    POINTS_BIT,
    RECORD_BIT,
    RECORDS,
    ROW_BIT,
    RUN,
    STACK,
    STRIDE,
)
from sixfold.kernel.tiles.tables import ACCEPT, PIECE_LINE, SET_OF_COLOR, SET_OF_SHAPE

Game = Words


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
