"""How a tile game stands, in one array of plain numbers, and what can be read from it: hands, the board, the bag.

The turns that were made are not kept. `course` leads a game from one standing to the next.
"""

# mypy: disable-error-code="no-any-return,return-value"

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Words, at, compiled, entry
from sixfold.kernel.tiles.layout import BOX
from sixfold.kernel.tiles.verdict import MULTISET, RULE_COPIES, RULE_KINDS, UNKNOWN
from sixfold.kernel.tiles.why import copies_of

SEATS: Final = 0
MOVER: Final = 1  # -1: nobody
NEED_SEAT: Final = 2  # -1: no draw is due
NEED_COUNT: Final = 3
NEED_FRESH: Final = 4  # 1: the bag is filled with the whole box before this draw
OPENER: Final = 5  # -1 before the opening
TIED: Final = 6  # bits
OVER: Final = 7  # the clause that ended the game, or 0
WINNERS: Final = 8  # bits
PASSED: Final = 9  # passes since the last other turn
TILES: Final = 10  # tiles on the board
SCORES: Final = 12
AGES: Final = 16  # -1 for one that was not told
SIZES: Final = 20  # announcements
HANDS: Final = 24
BACK: Final = HANDS + 4 * MULTISET  # put aside in an exchange
BOARD: Final = BACK + MULTISET
COURSE: Final = BOARD + 3 * BOX


@compiled
def hand_of(c: Words, seat: int) -> Words:
    """The words of a hand."""
    return c[HANDS + MULTISET * seat : HANDS + MULTISET * (seat + 1)]


@compiled
def size_of(pieces: Words) -> int:
    """How many pieces a multiset has, unknown ones included."""
    total = 0
    for i in range(MULTISET):
        total += pieces[at(i)]
    return total


@compiled
def board_of(c: Words) -> Words:
    """The list of tiles on the board."""
    return c[BOARD : BOARD + 3 * c[TILES]]


@entry
def bag_count(c: Words, rules: Words) -> int:
    """How many tiles the bag holds. Tiles put aside in an exchange are not yet back in it (T14)."""
    count = rules[RULE_KINDS] * rules[RULE_KINDS] * rules[RULE_COPIES] - c[TILES] - size_of(c[BACK : BACK + MULTISET])
    for seat in range(c[SEATS]):
        count -= size_of(hand_of(c, seat))
    return count


@compiled
def unplaced(c: Words, rules: Words, piece: int) -> int:
    """How many of a piece are known to lie nowhere."""
    count = copies_of(rules, piece) - c[at(BACK + piece)]
    for i in range(c[TILES]):
        if c[at(BOARD + 3 * i + 2)] == piece:
            count -= 1
    for seat in range(c[SEATS]):
        count -= c[at(HANDS + MULTISET * seat + piece)]
    return count


@compiled
def anyone_unknown(c: Words) -> bool:
    """Whether some hand holds pieces that nobody knows."""
    hidden = 0
    for seat in range(c[SEATS]):
        hidden += c[at(HANDS + MULTISET * seat + UNKNOWN)]
    return hidden > 0
