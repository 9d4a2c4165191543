"""The end of a two-player tile game, solved exactly: bag empty, both hands known (T16 to T18). Compiled.

Principal variation search on the margin still to be won, with a transposition table. The value of a position is what
the mover gains on the other from here on; points already scored do not enter, so equal positions share an entry.

    table entry, three words:   key | value + 2048, and from bit 12 its kind: 1 at least, 2 at most, 3 exact | best play
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Any, Final

from sixfold.kernel.jit import at, compiled, ctpop, inlined
from sixfold.kernel.tiles_core import apply, fits, generate, undo
from sixfold.kernel.tiles_games import give, scramble, take
from sixfold.kernel.tiles_layout import COUNT_BIT, END_BONUS, HANDS, LAID, LAID_COUNT, PIECES_BIT, POINTS_BIT

Game = Any
ENTRY: Final = 3
INFINITE: Final = 500
PLIES: Final = 40
"""No line of play is longer: every second turn at least lays one of at most twelve tiles."""
WIDTH: Final = 4096
"""Room for the plays of one ply."""
NODES: Final = 0
LIMIT: Final = 1
STOPPED: Final = 2
KILLERS: Final = 4
TALLY: Final = KILLERS + 2 * PLIES


@inlined
def mixed(word: int) -> int:
    """A hash of a number, never zero in practice."""
    return scramble(word)


@compiled
def hands_key(g: Game, mover: int) -> int:
    """The part of the key that hands and mover make."""
    key = mixed(mover + 1)
    for seat in range(2):
        for plane in range(3):
            key ^= mixed(g[at(HANDS + 3 * seat + plane)] << 3 | plane | seat << 2 | 1 << 50)
    return key


@compiled
def solve(g: Game, mover: int, low: int, high: int, ply: int, cells: int, table: Any, moves: Any, tally: Any) -> int:
    """The mover's gain on the other from here on, exact within (low, high), else a bound. `cells` is the table's key.

    When the limit of nodes is reached, tally[STOPPED] is set and the value means nothing.
    """
    tally[NODES] += 1
    if tally[NODES] > tally[LIMIT]:
        tally[STOPPED] = 1
        return 0
    me = HANDS + 3 * mover
    hand = g[at(me)]
    size = ctpop(hand) + ctpop(g[at(me + 1)]) + ctpop(g[at(me + 2)])
    start = ply * WIDTH
    mine = moves[start : start + WIDTH]
    bonus = g[END_BONUS]
    if size == 1:
        # One tile left: whoever can play it must, and is out.
        n = min(generate(g, hand, mine), WIDTH)
        if n > 0:
            best = 0
            chosen = mine[0]
            for i in range(n):
                points = mine[at(i)] >> POINTS_BIT
                if points > best:
                    best = points
                    chosen = mine[at(i)]
            tally[at(KILLERS + 2 * ply)] = chosen
            return best + bonus
    key = cells ^ hands_key(g, mover)
    slot = (key & (table.size // ENTRY - 1)) * ENTRY
    hint = 0
    if table[at(slot)] == key:
        word = table[at(slot + 1)]
        known = (word & 4095) - 2048
        kind = word >> 12
        hint = table[at(slot + 2)]
        if ply > 0 and (kind == 3 or (kind == 1 and known >= high) or (kind == 2 and known <= low)):
            return known
    n = min(generate(g, hand, mine), WIDTH)
    if n == 0:
        other = g[at(HANDS + 3 * (1 - mover))]
        if not fits(g, other):
            return 0
        return -solve(g, 1 - mover, -high, -low, ply + 1, cells, table, moves, tally)
    killer_a = tally[at(KILLERS + 2 * ply)]
    killer_b = tally[at(KILLERS + 2 * ply + 1)]
    best = -INFINITE
    chosen = 0
    floor = low
    for i in range(n):
        # Take the most promising of the rest: the table's move, then points, with a little for tiles and for killers.
        pick = i
        rank = -1
        for j in range(i, n):
            move = mine[at(j)]
            worth = (move >> POINTS_BIT) * 8 + ((move >> COUNT_BIT) & 7)
            if move == hint:
                worth += 100000
            elif move in (killer_a, killer_b):
                worth += 40
            if worth > rank:
                rank = worth
                pick = j
        move = mine[at(pick)]
        mine[at(pick)] = mine[at(i)]
        mine[at(i)] = move
        points = move >> POINTS_BIT
        count = (move >> COUNT_BIT) & 7
        if count == size:
            got = points + bonus
        else:
            before = g[LAID_COUNT]
            apply(g, move)
            after = cells
            for t in range(count):
                piece = (move >> (PIECES_BIT + 6 * t)) & 63
                give(g, mover, piece)
                cell = g[at(LAID + before + t)]
                after ^= mixed(cell << 8 | piece | 1 << 30)
            if i == 0:
                got = points - solve(g, 1 - mover, points - high, points - floor, ply + 1, after, table, moves, tally)
            else:
                got = points - solve(
                    g, 1 - mover, points - floor - 1, points - floor, ply + 1, after, table, moves, tally
                )
                if floor < got < high and tally[STOPPED] == 0:
                    got = points - solve(g, 1 - mover, points - high, points - got, ply + 1, after, table, moves, tally)
            for t in range(count):
                take(g, mover, (move >> (PIECES_BIT + 6 * t)) & 63)
            undo(g, move)
            if tally[STOPPED]:
                return 0
        if got > best:
            best = got
            chosen = move
            floor = max(floor, got)
            if best >= high:
                if move != killer_a:
                    tally[at(KILLERS + 2 * ply + 1)] = killer_a
                    tally[at(KILLERS + 2 * ply)] = move
                break
    kind = 3
    if best >= high:
        kind = 1
    elif best <= low:
        kind = 2
    table[at(slot)] = key
    table[at(slot + 1)] = (best + 2048) | kind << 12
    table[at(slot + 2)] = chosen
    return best


@compiled
def best_ending(
    g: Game, mover: int, low: int, high: int, limit: int, table: Any, moves: Any, tally: Any
) -> tuple[int, int]:
    """The exact gain and the best play; tally[STOPPED] says that the limit of nodes came first."""
    tally[NODES] = 0
    tally[LIMIT] = limit
    tally[STOPPED] = 0
    for i in range(2 * PLIES):
        tally[at(KILLERS + i)] = 0
    cells = 0
    for i in range(g[LAID_COUNT]):
        cell = g[at(LAID + i)]
        cells ^= mixed(cell << 8 | (g[at((cell << 2) + 3)] & 63) | 1 << 30)
    gain = solve(g, mover, low, high, 0, cells, table, moves, tally)
    key = cells ^ hands_key(g, mover)
    slot = (key & (table.size // ENTRY - 1)) * ENTRY
    best = 0
    if tally[STOPPED] == 0:
        best = table[at(slot + 2)] if table[at(slot)] == key else tally[KILLERS]
    return gain, best
