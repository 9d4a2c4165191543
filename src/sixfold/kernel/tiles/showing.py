"""One tile game as environments of whole moves show it: the moves in the order of the readable rules, tiles around the
middle of the board, and what is left in the bag. Written into given arrays.

The rules order plays by points, then by text; `Texts` says where numbers and pieces stand among all texts.
"""

# mypy: disable-error-code="no-untyped-call,no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final, NamedTuple

from sixfold.kernel.engine import FloatRows, ShortRows, Words, at, compiled, ctpop, entry, inlined
from sixfold.kernel.rewards import WIN
from sixfold.kernel.tiles.describing import AXIS, COMPLETED, COUNT, KIND, MOVE, OFFSET, WORTH, X, Y, describe_play
from sixfold.kernel.tiles.layout import BOX, COPIES, HANDS, KINDS, LAID_COUNT, MOVER, SEATS, TABLE, TURNS
from sixfold.kernel.tiles.observing import advance, look
from sixfold.kernel.tiles.seeing import PLAYS, SPARE, SWAPPED, SWAPS, TILE, Vector

# What is asked for.
ACTION: Final = 0  # as in `observing`; -1 for the game as it stands
ORIGIN_X: Final = 1  # where the first tile lies
ORIGIN_Y: Final = 2
MOST: Final = 3  # how many moves may have a number
# What is told, in the words after it.
NUMBERED: Final = 4  # plays that have a number
ACTIONS: Final = 5  # moves that have one: the other moves follow the plays
ASKED: Final = 6

BRIEF: Final = 5  # columns: points, Qwirkles, tiles laid, tiles exchanged, pass
WRAP: Final = 1023  # numbers from -512 to 511 are looked up by these bits
NAME_BITS: Final = 6
TEXT_BITS: Final = 11


class Shown(NamedTuple):
    """Where it is written to. `order` holds the action of each numbered move, and has room for all of them."""

    asked: Words
    order: Words
    brief: FloatRows
    placed: ShortRows
    left: Words
    first: Words
    second: Words


class Texts(NamedTuple):
    """Places among all texts, from 1: of each kind of piece, of a number before a comma, and of one before a colon."""

    name: Words
    x: Words
    y: Words


@inlined
def before(s: Shown, one: int, other: int) -> bool:
    """Whether a move stands before another."""
    a, b = s.first[at(one)], s.first[at(other)]
    return a < b or (a == b and s.second[at(one)] < s.second[at(other)])


@compiled
def sink(s: Shown, base: int, i: int, n: int) -> None:
    """Let entry i of a heap of n sink to its place."""
    order = s.order
    one = order[at(base + i)]
    while 2 * i + 1 < n:
        child = 2 * i + 1
        if child + 1 < n and before(s, order[at(base + child)], order[at(base + child + 1)]):
            child += 1
        if not before(s, one, order[at(base + child)]):
            break
        order[at(base + i)] = order[at(base + child)]
        i = child
    order[at(base + i)] = one


@compiled
def put_in_order(s: Shown, base: int, n: int) -> None:
    """Sort n entries of `order` by their keys. A heap: no further memory, and no bad case."""
    order = s.order
    for i in range(n // 2 - 1, -1, -1):
        sink(s, base, i, n)
    for end in range(n - 1, 0, -1):
        last = order[at(base + end)]
        order[at(base + end)] = order[at(base)]
        order[at(base)] = last
        sink(s, base, 0, end)


@compiled
def key_play(row: Words, t: Texts, s: Shown, i: int) -> None:
    """The keys of a described play: most points first, then by its text.

    A text is a list of placements `x,y:piece`. Each part ends with a sign of its own, so that texts are ordered as
    their parts are; a text that ends comes before one that goes on. Plays with the same first placement and direction
    use the same cells, and the x of the second cell tells the directions apart; beyond it the pieces decide.
    """
    x, y = row[X] + s.asked[ORIGIN_X], row[Y] + s.asked[ORIGIN_Y]
    key = (t.x[at(x & WRAP)] << TEXT_BITS | t.y[at(y & WRAP)]) << NAME_BITS | t.name[at(row[KIND])]
    key = (key - (row[WORTH] << 28)) << TEXT_BITS
    if row[COUNT] > 1:
        key += t.x[at(x + (0 if row[AXIS] else row[OFFSET + 1]) & WRAP)]
    rest = 0
    for k in range(1, 6):
        rest = rest << NAME_BITS | (t.name[at(row[at(KIND + k)])] if k < row[COUNT] else 0)
    s.first[at(i)] = key
    s.second[at(i)] = rest


@compiled
def show_plays(v: Vector, moves: ShortRows, s: Shown, t: Texts) -> int:
    """The plays as rows of numbers, in the kernel's order; and in `order` as the rules list them. How many."""
    g, m = v.games[0], v.marks[0]
    n = m[PLAYS]
    for i in range(n):
        row = moves[0, MOVE * i : MOVE * (i + 1)]
        describe_play(g, m, v.plays[0, i], row)
        key_play(row, t, s, i)
        s.order[at(i)] = i
    put_in_order(s, 0, n)
    return n


@compiled
def show_others(v: Vector, s: Shown, t: Texts, base: int) -> int:
    """The other moves, into `order` from `base` on: fewest tiles first, then by text; or the pass. How many."""
    room = v.plays.shape[1] - SPARE
    n = 0
    for bits in range(SWAPS):
        if v.mask[0, room + bits]:
            s.order[at(base + n)] = room + bits
            key = ctpop(bits)
            for i in range(SPARE):
                if bits >> i & 1:
                    key = key << NAME_BITS | t.name[at(v.plays[0, room + i])]
            s.first[at(room + bits)] = key
            s.second[at(room + bits)] = 0
            n += 1
    put_in_order(s, base, n)
    return n


@compiled
def show_moves(v: Vector, moves: ShortRows, s: Shown, t: Texts) -> None:
    """All moves that have a number. If there are too many plays, those worth least are left out."""
    room = v.plays.shape[1] - SPARE
    n = show_plays(v, moves, s, t)
    others = show_others(v, s, t, n)
    plays = min(n, s.asked[MOST] - others)
    for i in range(others):
        s.order[at(plays + i)] = s.order[at(n + i)]
    for i in range(plays + others):
        brief = s.brief[i]
        action = s.order[at(i)]
        play = action < room
        row = MOVE * action if play else 0
        brief[0] = moves[0, row + WORTH] if play else 0
        brief[1] = moves[0, row + COMPLETED] if play else 0
        brief[2] = moves[0, row + COUNT] if play else 0
        brief[3] = 0 if play else ctpop(action - room)
        brief[4] = 1 if action == room else 0
    s.asked[NUMBERED] = plays
    s.asked[ACTIONS] = plays + others


@compiled
def show_board(v: Vector, s: Shown) -> None:
    """x, y and kind of every tile, from the middle of the board; -1 for none."""
    seen, n = v.seen[0], v.games[0, LAID_COUNT]
    left, right, top, bottom = 0, 0, 0, 0
    for i in range(n):
        x, y = seen[at(TILE + 3 * i)], seen[at(TILE + 3 * i + 1)]
        left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
    for i in range(BOX):
        row = s.placed[i]
        row[0] = seen[at(TILE + 3 * i)] - ((left + right) >> 1) if i < n else -1
        row[1] = seen[at(TILE + 3 * i + 1)] - ((top + bottom) >> 1) if i < n else -1
        row[2] = seen[at(TILE + 3 * i + 2)] if i < n else -1


@compiled
def show_bag(v: Vector, s: Shown) -> None:
    """How many tiles of each kind the bag holds: hidden from everybody, and what draws are taken from."""
    g = v.games[0]
    for kind in range(36):
        count = g[COPIES] if max(kind // 6, kind % 6) < g[KINDS] else 0
        for plane in range(3):
            count -= g[at(TABLE + plane)] >> kind & 1
            for seat in range(g[SEATS]):
                count -= g[at(HANDS + 3 * seat + plane)] >> kind & 1
        s.left[at(kind)] = count


@entry
def follow(v: Vector, moves: ShortRows, s: Shown, t: Texts) -> None:
    """The first game after the action that is asked for, chance included, with everything shown."""
    # What lies in the mask may be of another game.
    v.marks[0, SWAPPED] = 0
    # Games that do nothing but go round are ended here after some time; the rules do not.
    v.games[0, TURNS] = 0
    if s.asked[ACTION] < 0:
        look(v, 0, v.games[0, MOVER])
    else:
        advance(v, 0, s.asked[ACTION], -1, WIN, 1.0)
    show_moves(v, moves, s, t)
    show_board(v, s)
    show_bag(v, s)
