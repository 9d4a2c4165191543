"""Judging one tile play in compiled code: what it is worth, or why it is refused, in plain numbers. T1, T4, T6 to T12.

The twin of `check` in `sixfold.tiles.moves`: the same refusals, in the same order of asking, as a `verdict`. An
empty array for a hand means that no hand is asked about. Lists are walked, not packed: a board of any size and any
cells at all can be judged.
"""

# mypy: disable-error-code="no-any-return,return-value"

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Words, at, compiled, ctpop, entry
from sixfold.kernel.tiles.listing import largest_set
from sixfold.kernel.tiles.tables import PIECE_LINE, SET_OF_COLOR, SET_OF_SHAPE
from sixfold.kernel.tiles.verdict import (
    AMOUNT,
    APART,
    AXIS,
    COPIES,
    DUPLICATE,
    EMPTY,
    GAP,
    IDENTICAL,
    KINDS,
    LINE,
    LINE_BONUS,
    LINE_COUNT,
    LINE_LENGTH,
    LINE_X,
    LINE_Y,
    LINES,
    MIXED,
    NOT_IN_HAND,
    NOT_IN_LINE,
    OCCUPIED,
    PIECE_COUNT,
    POINTS,
    QWIRKLES,
    REPEATED,
    RULE_COPIES,
    RULE_HAND,
    RULE_KINDS,
    RULE_QWIRKLE,
    SET_COUNT,
    SETS,
    TOO_FEW,
    UNKNOWN,
    clean,
    fault_cell,
    fault_piece,
    refuse,
)


@compiled
def mates(one: int, other: int) -> bool:
    """T10: whether two pieces share either their colour or their shape, not both."""
    return ctpop(PIECE_LINE[at(one)] & PIECE_LINE[at(other)]) == 1


@compiled
def found(tiles: Words, x: int, y: int) -> int:
    """The piece on a cell of a list, -1 if there is none."""
    for i in range(tiles.size // 3):
        if tiles[at(3 * i)] == x and tiles[at(3 * i + 1)] == y:
            return tiles[at(3 * i + 2)]
    return -1


@compiled
def lying(board: Words, laid: Words, x: int, y: int) -> int:
    """The piece on a cell once the play lies there, -1 if there is none."""
    piece = found(laid, x, y)
    return piece if piece >= 0 else found(board, x, y)


@compiled
def line_through(board: Words, laid: Words, x: int, y: int, axis: int) -> tuple[int, int, int]:
    """The whole line through a tile: its first cell and its length."""
    dx, dy = 1 - axis, axis
    while lying(board, laid, x - dx, y - dy) >= 0:
        x, y = x - dx, y - dy
    length = 1
    while lying(board, laid, x + length * dx, y + length * dy) >= 0:
        length += 1
    return x, y, length


@compiled
def cells_free(board: Words, laid: Words, v: Words) -> bool:
    """T8: one tile a cell."""
    for i in range(laid.size // 3):
        x, y = laid[at(3 * i)], laid[at(3 * i + 1)]
        there = found(board, x, y)
        if there >= 0:
            fault_cell(v, x, y)
            fault_piece(v, there)
            return refuse(v, 8, OCCUPIED)
        if found(laid[: 3 * i], x, y) >= 0:
            fault_cell(v, x, y)
            return refuse(v, 8, REPEATED)
    return True


@compiled
def count_of(tiles: Words, piece: int) -> int:
    """How often a piece lies in a list."""
    count = 0
    for i in range(tiles.size // 3):
        if tiles[at(3 * i + 2)] == piece:
            count += 1
    return count


@compiled
def copies_of(rules: Words, piece: int) -> int:
    """T1: how many of a piece the box holds."""
    return rules[RULE_COPIES] if piece // 6 < rules[RULE_KINDS] and piece % 6 < rules[RULE_KINDS] else 0


@compiled
def owned(board: Words, laid: Words, hand: Words, rules: Words, v: Words) -> bool:
    """T1: the tiles come from the hand, and the box holds only so many of each."""
    if hand.size > 0:
        missing = 0
        for piece in range(KINDS):
            lacking = count_of(laid, piece) - hand[at(piece)]
            if lacking > 0:
                missing += lacking
                fault_piece(v, piece)
        if missing > hand[UNKNOWN]:
            return refuse(v, 1, NOT_IN_HAND)
        v[PIECE_COUNT] = 0
    for piece in range(KINDS):
        wanted = count_of(laid, piece)
        most = copies_of(rules, piece)
        if wanted > 0 and count_of(board, piece) + wanted > most:
            fault_piece(v, piece)
            v[AMOUNT] = most
            return refuse(v, 1, COPIES)
    return True


@compiled
def sharing(tiles: Words, v: Words, clause: int, twins: int) -> bool:
    """T7, T10: all tiles of a list are mates of each other. The first two equal ones, then the first two strangers."""
    n = tiles.size // 3
    for pass_number in range(2):
        for i in range(n):
            for j in range(i + 1, n):
                one, other = tiles[at(3 * i + 2)], tiles[at(3 * j + 2)]
                wrong = one == other if pass_number == 0 else not mates(one, other)
                if wrong:
                    fault_piece(v, one)
                    fault_piece(v, other)
                    return refuse(v, clause, twins if pass_number == 0 else MIXED)
    return True


@compiled
def together(board: Words, laid: Words, v: Words) -> bool:
    """T8: in one row or one column, with no empty cell between; older tiles may lie between."""
    n = laid.size // 3
    x, y = laid[0], laid[1]
    wide, tall = False, False
    for i in range(1, n):
        wide = wide or laid[at(3 * i)] != x
        tall = tall or laid[at(3 * i + 1)] != y
    if wide and tall:
        for i in range(n):
            fault_cell(v, laid[at(3 * i)], laid[at(3 * i + 1)])
        return refuse(v, 8, NOT_IN_LINE)
    axis = 0 if wide else 1
    fx, fy, length = line_through(board, laid, x, y, axis)
    ex, ey = fx + length * (1 - axis), fy + length * axis
    if (laid[at(3 * n - 3)] >= ex and axis == 0) or (laid[at(3 * n - 2)] >= ey and axis == 1):
        v[AXIS] = axis
        fault_cell(v, ex, ey)
        return refuse(v, 8, GAP)
    return True


@compiled
def touching(board: Words, laid: Words, v: Words) -> bool:
    """T9: at least one of the tiles touches a tile that already lies on the table."""
    n = laid.size // 3
    for i in range(n):
        x, y = laid[at(3 * i)], laid[at(3 * i + 1)]
        for step in (-1, 1):
            if found(board, x + step, y) >= 0 or found(board, x, y + step) >= 0:
                return True
    for i in range(n):
        fault_cell(v, laid[at(3 * i)], laid[at(3 * i + 1)])
    return refuse(v, 9, APART)


@compiled
def add_line(v: Words, axis: int, x: int, y: int, length: int) -> None:
    """Write a line down once: the longest first, then columns, then in reading order (T11)."""
    n = v[LINE_COUNT]
    for i in range(n):
        here = LINES + LINE * i
        if v[at(here)] == axis and v[at(here + LINE_X)] == x and v[at(here + LINE_Y)] == y:
            return
    place = n
    while place > 0:
        before = LINES + LINE * (place - 1)
        other = v[at(before + LINE_LENGTH)]
        ahead = length > other
        if length == other:
            same = axis == v[at(before)]
            ahead = axis > v[at(before)]
            if same:
                bx, by = v[at(before + LINE_X)], v[at(before + LINE_Y)]
                ahead = y < by or (y == by and x < bx)
        if not ahead:
            break
        for k in range(LINE):
            v[at(before + LINE + k)] = v[at(before + k)]
        place -= 1
    here = LINES + LINE * place
    v[at(here)], v[at(here + LINE_X)], v[at(here + LINE_Y)], v[at(here + LINE_LENGTH)] = axis, x, y, length
    v[LINE_COUNT] = n + 1


@compiled
def lines_made(board: Words, laid: Words, v: Words) -> None:
    """T11: every line of two or more that the tiles lie in; alone on the table a tile is a line of one (T4)."""
    for i in range(laid.size // 3):
        for axis in range(2):
            x, y, length = line_through(board, laid, laid[at(3 * i)], laid[at(3 * i + 1)], axis)
            if length > 1:
                add_line(v, axis, x, y, length)
    if v[LINE_COUNT] == 0:
        for i in range(laid.size // 3):
            add_line(v, 0, laid[at(3 * i)], laid[at(3 * i + 1)], 1)


@compiled
def line_legal(board: Words, laid: Words, v: Words, number: int) -> bool:
    """T10: one colour with all shapes different, or one shape with all colours different."""
    here = LINES + LINE * number
    axis, length = v[at(here)], v[at(here + LINE_LENGTH)]
    for twins in (True, False):
        for i in range(length):
            one = lying(board, laid, v[at(here + LINE_X)] + i * (1 - axis), v[at(here + LINE_Y)] + i * axis)
            for j in range(i + 1, length):
                other = lying(board, laid, v[at(here + LINE_X)] + j * (1 - axis), v[at(here + LINE_Y)] + j * axis)
                if (one == other) if twins else not mates(one, other):
                    fault_piece(v, one)
                    fault_piece(v, other)
                    v[AXIS] = axis
                    # The line at fault comes first, alone.
                    for k in range(LINE):
                        v[at(LINES + k)] = v[at(here + k)]
                    v[LINE_COUNT] = 1
                    return refuse(v, 10, DUPLICATE if twins else MIXED)
    return True


@compiled
def kinds_of(hand: Words) -> int:
    """The kinds in a hand, as bits."""
    bits = 0
    for piece in range(KINDS):
        if hand[at(piece)] > 0:
            bits |= 1 << piece
    return bits


@compiled
def add_set(v: Words, members: int) -> None:
    """Write a set down once, in canonical order: of two sets the one with the lower of the pieces that differ."""
    n = v[SET_COUNT]
    place = n
    for i in range(n):
        if v[at(SETS + i)] == members:
            return
    while place > 0:
        apart = v[at(SETS + place - 1)] ^ members
        if members & apart & -apart == 0:
            break
        v[at(SETS + place)] = v[at(SETS + place - 1)]
        place -= 1
    v[at(SETS + place)] = members
    v[SET_COUNT] = n + 1


@compiled
def opening_full(laid: Words, hand: Words, v: Words) -> bool:
    """T4: the opener lays all tiles of a largest set. With unknown tiles, at least as many as are known."""
    held = kinds_of(hand)
    size = largest_set(held)
    if laid.size // 3 >= size:
        return True
    v[AMOUNT] = size
    for k in range(6):
        for members in (held & SET_OF_COLOR[k], held & SET_OF_SHAPE[k]):
            if ctpop(members) == size:
                add_set(v, members)
    return refuse(v, 4, TOO_FEW)


@compiled
def scored(v: Words, rules: Words) -> None:
    """T11, T12: the points of the lines written down."""
    points = 0
    sixes = 0
    for i in range(v[LINE_COUNT]):
        here = LINES + LINE * i
        length = v[at(here + LINE_LENGTH)]
        full = length > 1 and length == rules[RULE_KINDS]
        v[at(here + LINE_BONUS)] = rules[RULE_QWIRKLE] if full else 0
        points += length + v[at(here + LINE_BONUS)]
        sixes += 1 if full else 0
    v[POINTS] = points
    v[QWIRKLES] = sixes


@entry
def announcement(hand: Words) -> int:
    """T2: the size of the largest set of a hand; pieces that nobody knows do not count."""
    return largest_set(kinds_of(hand))


SOUND: Final = ("", "position/cell", "position/line", "position/copies", "position/apart", "position/hand")
"""The codes of the numbers that `sound` gives."""


@compiled
def hangs_together(board: Words, marks: Words) -> bool:
    """T9: every tile is reached from the first one; `marks` has a word for each."""
    n = board.size // 3
    reached = 0
    for i in range(n):
        marks[at(i)] = 1 if i == 0 else 0
    more = n > 0
    while more:
        more = False
        reached = 0
        for i in range(n):
            for j in range(n):
                dx, dy = abs(board[at(3 * i)] - board[at(3 * j)]), abs(board[at(3 * i + 1)] - board[at(3 * j + 1)])
                if marks[at(i)] and not marks[at(j)] and dx + dy == 1:
                    marks[at(j)] = 1
                    more = True
            reached += marks[at(i)]
    return reached == n


@entry
def sound(board: Words, hand: Words, rules: Words, marks: Words, v: Words) -> int:
    """T1, T9, T10: 0 for a board and a hand that a game could have, else which code of SOUND says why not."""
    nothing = board[:0]
    for i in range(board.size // 3):
        if found(board[: 3 * i], board[at(3 * i)], board[at(3 * i + 1)]) >= 0:
            return 1
    for i in range(board.size // 3):
        v[PIECE_COUNT] = 0
        for axis in range(2):
            x, y, length = line_through(board, nothing, board[at(3 * i)], board[at(3 * i + 1)], axis)
            v[LINES], v[LINES + LINE_X], v[LINES + LINE_Y], v[LINES + LINE_LENGTH] = axis, x, y, length
            if length > rules[RULE_KINDS] or not line_legal(board, nothing, v, 0):
                return 2
    held = 0
    for piece in range(KINDS):
        held += hand[at(piece)]
        if count_of(board, piece) + hand[at(piece)] > copies_of(rules, piece):
            return 3
    if held + hand[UNKNOWN] > rules[RULE_HAND]:
        return 5
    return 0 if hangs_together(board, marks) else 4


@entry
def why(board: Words, laid: Words, hand: Words, rules: Words, v: Words) -> bool:
    """Judge a play: its points and lines, or the clause, the reason and what is at fault. Whether it is legal."""
    clean(v)
    if laid.size == 0:
        return refuse(v, 6, EMPTY)
    if not (cells_free(board, laid, v) and owned(board, laid, hand, rules, v)):
        return False
    if not (sharing(laid, v, 7, IDENTICAL) and together(board, laid, v)):
        return False
    if board.size > 0 and not touching(board, laid, v):
        return False
    lines_made(board, laid, v)
    for i in range(v[LINE_COUNT]):
        if not line_legal(board, laid, v, i):
            return False
    if board.size == 0 and hand.size > 0 and not opening_full(laid, hand, v):
        return False
    scored(v, rules)
    return True
