"""Tile positions in plain numbers, to and from packed games: the door for programs that do not know the layout.

A board is a list of x, y, piece in reading order; a hand is a multiset as in `why`. A move in plain numbers is a row:

    0 points   1 Qwirkles   2 tiles   3.. x, y, piece of each tile        or, of a swap: 2 is 0, 3 how many, 4.. pieces
"""

# mypy: disable-error-code="no-any-return,return-value"

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Rows, Words, at, compiled, cttz, entry
from sixfold.kernel.tiles.core import clear, lay, record
from sixfold.kernel.tiles.games import list_plays, set_rules
from sixfold.kernel.tiles.layout import (
    AXIS_BIT,
    CELL_MASK,
    COUNT_BIT,
    HANDS,
    MIRRORED,
    MOVER,
    OPENER,
    ORIGIN,
    PIECES_BIT,
    PLAYING,
    POINTS_BIT,
    SCORE,
    SEATS,
    STATUS,
    STRIDE,
    TAKEN,
    TARGET,
    TURNS,
)
from sixfold.kernel.tiles.listing import fits
from sixfold.kernel.tiles.verdict import (
    KINDS,
    LINE_COUNT,
    QWIRKLES,
    RULE_COPIES,
    RULE_END,
    RULE_HAND,
    RULE_KINDS,
    RULE_QWIRKLE,
    RULE_TARGET,
)
from sixfold.kernel.tiles.why import (
    kinds_of,
    lines_made,
    scored,
)

Game = Words
ROW: Final = 3 + 3 * 6


# ---- what knows how cells are packed: these four, and nothing else here or outside ----------------------------------


@compiled
def middle(board: Words) -> tuple[int, int]:
    """The cell from which others are counted: the furthest ones are as near as can be, by steps."""
    if board.size == 0:
        return 0, 0
    low_plus = high_plus = board[0] + board[1]
    low_minus = high_minus = board[0] - board[1]
    for i in range(board.size // 3):
        plus, minus = board[at(3 * i)] + board[at(3 * i + 1)], board[at(3 * i)] - board[at(3 * i + 1)]
        low_plus, high_plus = min(low_plus, plus), max(high_plus, plus)
        low_minus, high_minus = min(low_minus, minus), max(high_minus, minus)
    along, across = (low_plus + high_plus) // 2, (low_minus + high_minus) // 2
    return (along + across) // 2, (along - across) // 2


@compiled
def number_of(x: int, y: int, mx: int, my: int) -> int:
    """A cell as it is packed."""
    return (ORIGIN + x - mx + STRIDE * (y - my)) & CELL_MASK


@compiled
def cell_of(number: int, mx: int, my: int) -> tuple[int, int]:
    """The cell of a number, of a tile or a play: less than 64 steps from the middle."""
    d = number - ORIGIN
    minus = (d + 64) % 128 - 64
    plus = ((d + 63 * minus) // 64 + 64) % 128 - 64
    return mx + (plus + minus) // 2, my + (plus - minus) // 2


@compiled
def occupied(g: Game, number: int) -> bool:
    """Whether a tile lies on a packed cell."""
    return g[at(record(g, number))] & TAKEN != 0


# ---- plain numbers ---------------------------------------------------------------------------------------------------


@entry
def lay_out(g: Game, board: Words, rules: Words) -> None:
    """Put a board, and nothing else, into a game: blank words, or some already in use."""
    clear(g)
    set_rules(g, rules[RULE_KINDS], rules[RULE_COPIES], rules[RULE_HAND], rules[RULE_QWIRKLE], rules[RULE_END])
    g[TARGET] = rules[RULE_TARGET]
    mx, my = middle(board)
    for i in range(board.size // 3):
        lay(g, number_of(board[at(3 * i)], board[at(3 * i + 1)], mx, my), board[at(3 * i + 2)])


@entry
def can_play(g: Game, board: Words, hand: Words, rules: Words) -> bool:
    """T16: whether any known piece of the hand can be laid."""
    held = kinds_of(hand)
    if board.size == 0:
        return held != 0
    lay_out(g, board, rules)
    return fits(g, held)


@compiled
def unfold(g: Game, mx: int, my: int, move: int, row: Words) -> int:
    """The tiles of a packed play in plain numbers, from row[3] on; how many."""
    step = STRIDE if (move >> AXIS_BIT) & 1 else 1
    cell = move & CELL_MASK
    count = (move >> COUNT_BIT) & 7
    for i in range(count):
        while occupied(g, cell):
            cell = (cell + step) & CELL_MASK
        row[at(3 + 3 * i)], row[at(4 + 3 * i)] = cell_of(cell, mx, my)
        row[at(5 + 3 * i)] = (move >> (PIECES_BIT + 6 * i)) & 63
        cell = (cell + step) & CELL_MASK
    return count


@compiled
def written(g: Game, board: Words, rules: Words, seat: int, move: int, row: Words, v: Words) -> None:
    """Write one packed move into a row; a swap names its pieces from the sorted hand of the seat."""
    mx, my = middle(board)
    count = unfold(g, mx, my, move, row)
    row[0], row[1], row[2] = move >> POINTS_BIT, 0, count
    if count > 0:
        v[LINE_COUNT] = 0
        lines_made(board, row[3 : 3 + 3 * count], v)
        scored(v, rules)
        row[1] = v[QWIRKLES]
        return
    bits = move >> PIECES_BIT
    n = 0
    place = 0
    held = g[at(HANDS + 3 * seat)]
    while held:
        piece = cttz(held)
        held &= held - 1
        for plane in range(3):
            if (g[at(HANDS + 3 * seat + plane)] >> piece) & 1:
                if (bits >> place) & 1:
                    row[at(4 + n)] = piece
                    n += 1
                place += 1
    row[3] = n


@entry
def unfolded(g: Game, board: Words, rules: Words, seat: int, moves: Words, count: int, rows: Rows, v: Words) -> None:
    """The first packed moves of a list in plain numbers; the game has that board and, for swaps, the seat's hand."""
    for i in range(count):
        written(g, board, rules, seat, moves[at(i)], rows[i], v)


@entry
def listed(g: Game, board: Words, hand: Words, rules: Words, out: Words, rows: Rows, v: Words) -> int:
    """All plays of a hand in plain numbers, in the kernel's own order; how many, be it more than `rows` holds."""
    lay_out(g, board, rules)
    n = list_plays(g, kinds_of(hand), out)
    for i in range(min(n, len(rows), out.size)):
        written(g, board, rules, 0, out[at(i)], rows[i], v)
    return n


@entry
def seated(g: Game, board: Words, hand: Words, scores: Words, seat: int, opener: int, rules: Words) -> None:
    """Put into a game what one seat sees, which is to move: the board, its own hand, the scores of all, and who begins
    the rounds (T21)."""
    lay_out(g, board, rules)
    g[SEATS] = scores.size
    g[MOVER] = seat
    g[OPENER] = opener
    g[TURNS] = 0
    g[STATUS] = PLAYING
    g[MIRRORED] = 0
    for other in range(scores.size):
        g[at(SCORE + other)] = scores[at(other)]
    for plane in range(3):
        bits = 0
        for piece in range(KINDS):
            if hand[at(piece)] > plane:
                bits |= 1 << piece
        g[at(HANDS + 3 * seat + plane)] = bits
