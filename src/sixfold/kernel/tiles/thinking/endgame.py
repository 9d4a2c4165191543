"""The end of a two-player tile game, solved exactly: bag empty, both hands known (T16 to T18). Compiled.

Principal variation search on the margin still to be won, with a transposition table. The value of a position is what
the mover gains on the other from here on; points already scored do not enter, so equal positions share an entry.

    table entry, three words:   key | value + 2048, and from bit 12 its kind: 1 at least, 2 at most, 3 exact | best play
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final, NamedTuple

from sixfold.kernel.engine import Words, at, compiled, ctpop, entry, inlined, zeros
from sixfold.kernel.tiles.core import apply, undo
from sixfold.kernel.tiles.games import give, scramble, take
from sixfold.kernel.tiles.layout import COUNT_BIT, END_BONUS, HANDS, LAID, LAID_COUNT, PIECES_BIT, POINTS_BIT
from sixfold.kernel.tiles.listing import fits, generate

Game = Words
ENTRY: Final = 3
INFINITE: Final = 500
PLIES: Final = 40
"""No line of play is longer: every second turn at least lays one of at most twelve tiles."""
WIDTH: Final = 4096
"""Room for the plays of one ply."""
NODES: Final = 0
LIMIT: Final = 1
STOPPED: Final = 2
BEST_PLAY: Final = 3
KILLERS: Final = 4
TALLY: Final = KILLERS + 2 * PLIES

# A frame of the search: one ply.
FRAME: Final = 16
MOVER: Final = 0
LOW: Final = 1
HIGH: Final = 2
CELLS: Final = 3
SIZE: Final = 4
KEY: Final = 5
HINT: Final = 6
COUNT: Final = 7
NEXT: Final = 8
BEST: Final = 9
CHOSEN: Final = 10
FLOOR: Final = 11
MOVE: Final = 12
NARROW: Final = 13


class Memory(NamedTuple):
    """What the search remembers and writes on."""

    table: Words
    """Positions met, three words each; a power of two of them."""
    moves: Words
    """The plays of each ply."""
    tally: Words
    """Nodes visited, their limit, whether it was reached, the best play, and two killers for each ply."""
    frames: Words


def memory(positions: int) -> Memory:
    """Room for so many positions, a power of two."""
    return Memory(zeros(ENTRY * positions), zeros(PLIES * WIDTH), zeros(TALLY), zeros((PLIES + 1) * FRAME))


ENTER: Final = 0
RETURN: Final = 1
FORWARD: Final = 2


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


@inlined
def leave(g: Game, f: Words, base: int) -> None:
    """Take back the play of a frame."""
    move = f[at(base + MOVE)]
    for t in range((move >> COUNT_BIT) & 7):
        take(g, f[at(base + MOVER)], (move >> (PIECES_BIT + 6 * t)) & 63)
    undo(g, move)


@compiled
def most_promising(mine: Words, i: int, n: int, hint: int, killer_a: int, killer_b: int) -> int:
    """Bring the best of the plays i..n-1 to place i: the hint, then by points, a little for tiles and for killers."""
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
    return move


@compiled
def solve(g: Game, mover: int, low: int, high: int, cells: int, m: Memory) -> int:
    """The mover's gain on the other from here on, exact within (low, high), else a bound. `cells` is the table's key.

    When the limit of nodes is reached, tally[STOPPED] is set and the value means nothing. The recursion is written out
    over frames in `f`: a compiled function that calls itself cannot be loaded from the disk cache.
    """
    table, moves, tally, f = m.table, m.moves, m.tally, m.frames
    bonus = g[END_BONUS]
    entries = table.size // ENTRY - 1
    ply = 0
    f[MOVER] = mover
    f[LOW] = low
    f[HIGH] = high
    f[CELLS] = cells
    act = ENTER
    gain = 0
    while True:
        base = ply * FRAME
        mine = moves[ply * WIDTH : (ply + 1) * WIDTH]
        if act == ENTER:
            tally[NODES] += 1
            if tally[NODES] > tally[LIMIT]:
                tally[STOPPED] = 1
                while ply > 0:
                    ply -= 1
                    if f[at(ply * FRAME + MOVE)] != 0:
                        leave(g, f, ply * FRAME)
                return 0
            seat = f[at(base + MOVER)]
            me = HANDS + 3 * seat
            hand = g[at(me)]
            size = ctpop(hand) + ctpop(g[at(me + 1)]) + ctpop(g[at(me + 2)])
            f[at(base + SIZE)] = size
            act = RETURN
            if size == 1:
                # One tile left: whoever can play it must, and is out.
                n = min(generate(g, hand, mine), WIDTH)
                if n > 0:
                    gain = -1
                    for i in range(n):
                        points = mine[at(i)] >> POINTS_BIT
                        if points > gain:
                            gain = points
                            tally[at(KILLERS + 2 * ply)] = mine[at(i)]
                    gain += bonus
                    continue
            key = f[at(base + CELLS)] ^ hands_key(g, seat)
            slot = (key & entries) * ENTRY
            hint = 0
            if table[at(slot)] == key:
                word = table[at(slot + 1)]
                gain = (word & 4095) - 2048
                kind = word >> 12
                hint = table[at(slot + 2)]
                enough = kind == 3 or (kind == 1 and gain >= f[at(base + HIGH)])
                if ply > 0 and (enough or (kind == 2 and gain <= f[at(base + LOW)])):
                    continue
            n = min(generate(g, hand, mine), WIDTH)
            f[at(base + KEY)] = key
            f[at(base + HINT)] = hint
            f[at(base + COUNT)] = n
            f[at(base + NEXT)] = 0
            f[at(base + BEST)] = -INFINITE
            f[at(base + CHOSEN)] = 0
            f[at(base + FLOOR)] = f[at(base + LOW)]
            f[at(base + MOVE)] = 0
            if n == 0:
                gain = 0
                if fits(g, g[at(HANDS + 3 * (1 - seat))]):
                    # T16: a pass.
                    child = base + FRAME
                    f[at(child + MOVER)] = 1 - seat
                    f[at(child + LOW)] = -f[at(base + HIGH)]
                    f[at(child + HIGH)] = -f[at(base + LOW)]
                    f[at(child + CELLS)] = f[at(base + CELLS)]
                    ply += 1
                    act = ENTER
                continue
            act = FORWARD
        elif act == RETURN:
            if ply == 0:
                return gain
            ply -= 1
            base -= FRAME
            move = f[at(base + MOVE)]
            if move == 0:
                gain = -gain
                continue
            points = move >> POINTS_BIT
            gain = points - gain
            floor = f[at(base + FLOOR)]
            if f[at(base + NARROW)] and floor < gain < f[at(base + HIGH)]:
                # The narrow window says: better than all before. How much better?
                f[at(base + NARROW)] = 0
                child = base + FRAME
                f[at(child + LOW)] = points - f[at(base + HIGH)]
                f[at(child + HIGH)] = points - gain
                ply += 1
                act = ENTER
                continue
            leave(g, f, base)
            act = FORWARD
            if gain > f[at(base + BEST)]:
                f[at(base + BEST)] = gain
                f[at(base + CHOSEN)] = move
                f[at(base + FLOOR)] = max(floor, gain)
        else:
            best = f[at(base + BEST)]
            i = f[at(base + NEXT)]
            killers = KILLERS + 2 * ply
            if best >= f[at(base + HIGH)] or i == f[at(base + COUNT)]:
                kind = 3
                chosen = f[at(base + CHOSEN)]
                if best >= f[at(base + HIGH)]:
                    kind = 1
                    if chosen != tally[at(killers)]:
                        tally[at(killers + 1)] = tally[at(killers)]
                        tally[at(killers)] = chosen
                elif best <= f[at(base + LOW)]:
                    kind = 2
                slot = (f[at(base + KEY)] & entries) * ENTRY
                table[at(slot)] = f[at(base + KEY)]
                table[at(slot + 1)] = (best + 2048) | kind << 12
                table[at(slot + 2)] = chosen
                gain = best
                act = RETURN
                continue
            f[at(base + NEXT)] = i + 1
            move = most_promising(
                mine, i, f[at(base + COUNT)], f[at(base + HINT)], tally[at(killers)], tally[at(killers + 1)]
            )
            points = move >> POINTS_BIT
            count = (move >> COUNT_BIT) & 7
            if count == f[at(base + SIZE)]:
                if points + bonus > best:
                    f[at(base + BEST)] = points + bonus
                    f[at(base + CHOSEN)] = move
                    f[at(base + FLOOR)] = max(f[at(base + FLOOR)], points + bonus)
                continue
            seat = f[at(base + MOVER)]
            before = g[LAID_COUNT]
            apply(g, move)
            after = f[at(base + CELLS)]
            for t in range(count):
                piece = (move >> (PIECES_BIT + 6 * t)) & 63
                give(g, seat, piece)
                after ^= mixed(g[at(LAID + before + t)] | 1 << 30)
            f[at(base + MOVE)] = move
            floor = f[at(base + FLOOR)]
            child = base + FRAME
            f[at(child + MOVER)] = 1 - seat
            f[at(child + CELLS)] = after
            f[at(child + HIGH)] = points - floor
            if i == 0:
                f[at(base + NARROW)] = 0
                f[at(child + LOW)] = points - f[at(base + HIGH)]
            else:
                f[at(base + NARROW)] = 1
                f[at(child + LOW)] = points - floor - 1
            ply += 1
            act = ENTER


@entry
def best_ending(g: Game, mover: int, low: int, high: int, limit: int, m: Memory) -> int:
    """The exact gain; m.tally[BEST_PLAY] is the best play, m.tally[STOPPED] says that the limit of nodes came first."""
    table, tally = m.table, m.tally
    tally[NODES] = 0
    tally[LIMIT] = limit
    tally[STOPPED] = 0
    for i in range(2 * PLIES):
        tally[at(KILLERS + i)] = 0
    cells = 0
    for i in range(g[LAID_COUNT]):
        cells ^= mixed(g[at(LAID + i)] | 1 << 30)
    gain = solve(g, mover, low, high, cells, m)
    key = cells ^ hands_key(g, mover)
    slot = (key & (table.size // ENTRY - 1)) * ENTRY
    tally[BEST_PLAY] = 0
    if tally[STOPPED] == 0:
        tally[BEST_PLAY] = table[at(slot + 2)] if table[at(slot)] == key else tally[KILLERS]
    return gain
