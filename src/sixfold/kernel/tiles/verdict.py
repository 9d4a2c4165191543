"""The numbers in which the rules of a tile game are told, and what there is against a play or a turn. No rule.

Boards and plays are lists of x, y, piece; a play is in reading order. A hand is a multiset: 36 counts, and how many
more pieces nobody knows. Words for people are elsewhere.
"""

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Words, at, compiled

KINDS: Final = 36
UNKNOWN: Final = 36
"""In a multiset of 37 words: after the 36 counts, the pieces that nobody knows."""
MULTISET: Final = 37

# The numbers of the rules.
RULE_KINDS: Final = 0
RULE_COPIES: Final = 1
RULE_HAND: Final = 2
RULE_QWIRKLE: Final = 3
RULE_END: Final = 4
RULE_TARGET: Final = 5  # T21, 0 for none
RULES: Final = 6

# A verdict. CLAUSE is 0 when there is nothing against it.
CLAUSE: Final = 0
REASON: Final = 1
POINTS: Final = 2
QWIRKLES: Final = 3
AXIS: Final = 4  # of the line or the gap at fault: 0 a row, 1 a column
AMOUNT: Final = 5  # how many there should be, or are at most
SEAT: Final = 6
CELL_COUNT: Final = 7
PIECE_COUNT: Final = 8
SET_COUNT: Final = 9
LINE_COUNT: Final = 10
CELLS: Final = 16  # x, y
PIECES: Final = CELLS + 2 * 8
SETS: Final = PIECES + KINDS  # as bits
LINES: Final = SETS + 12  # LINE words each
LINE: Final = 5
LINE_AXIS: Final = 0
LINE_X: Final = 1
LINE_Y: Final = 2
LINE_LENGTH: Final = 3
LINE_BONUS: Final = 4  # T12: what a line of all kinds scores beyond its length
VERDICT: Final = LINES + LINE * 16

REASONS: Final = (
    "",
    "not-in-hand",
    "copies",
    "too-few",
    "empty",
    "identical",
    "mixed",
    "occupied",
    "repeated",
    "not-in-line",
    "gap",
    "apart",
    "duplicate",
    "wrong-draw",
    "not-in-bag",
    "draw-first",
    "wrong-size",
    "announced",
    "announce-first",
    "not-announced",
    "must-open",
    "empty-swap",
    "can-play",
    "no-draw",
    "bag-too-small",
    "must-swap",
    "bag-empty",
    "over",
)
"""The words of the numbers in REASON."""
NOT_IN_HAND: Final = REASONS.index("not-in-hand")
COPIES: Final = REASONS.index("copies")
TOO_FEW: Final = REASONS.index("too-few")
EMPTY: Final = REASONS.index("empty")
IDENTICAL: Final = REASONS.index("identical")
MIXED: Final = REASONS.index("mixed")
OCCUPIED: Final = REASONS.index("occupied")
REPEATED: Final = REASONS.index("repeated")
NOT_IN_LINE: Final = REASONS.index("not-in-line")
GAP: Final = REASONS.index("gap")
APART: Final = REASONS.index("apart")
DUPLICATE: Final = REASONS.index("duplicate")
WRONG_DRAW: Final = REASONS.index("wrong-draw")
NOT_IN_BAG: Final = REASONS.index("not-in-bag")
DRAW_FIRST: Final = REASONS.index("draw-first")
WRONG_SIZE: Final = REASONS.index("wrong-size")
ANNOUNCED: Final = REASONS.index("announced")
ANNOUNCE_FIRST: Final = REASONS.index("announce-first")
NOT_ANNOUNCED: Final = REASONS.index("not-announced")
MUST_OPEN: Final = REASONS.index("must-open")
EMPTY_SWAP: Final = REASONS.index("empty-swap")
CAN_PLAY: Final = REASONS.index("can-play")
NO_DRAW: Final = REASONS.index("no-draw")
BAG_TOO_SMALL: Final = REASONS.index("bag-too-small")
MUST_SWAP: Final = REASONS.index("must-swap")
BAG_EMPTY: Final = REASONS.index("bag-empty")
ENDED: Final = REASONS.index("over")


@compiled
def clean(v: Words) -> None:
    """An empty verdict."""
    for i in range(v.size):
        v[at(i)] = 0


@compiled
def refuse(v: Words, clause: int, reason: int) -> bool:
    """Write a refusal; what is at fault is written by who refuses. Always False."""
    v[CLAUSE] = clause
    v[REASON] = reason
    return False


@compiled
def fault_cell(v: Words, x: int, y: int) -> None:
    """One more cell at fault."""
    n = v[CELL_COUNT]
    v[at(CELLS + 2 * n)] = x
    v[at(CELLS + 2 * n + 1)] = y
    v[CELL_COUNT] = n + 1


@compiled
def fault_piece(v: Words, piece: int) -> None:
    """One more piece at fault."""
    v[at(PIECES + v[PIECE_COUNT])] = piece
    v[PIECE_COUNT] += 1
