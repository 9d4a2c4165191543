"""The packed form of a tile game: one flat array of 64-bit words, and one word for a play. Numbers only, no logic.

A game is one int64 array of WORDS words (signed, because mixing signed and unsigned 64-bit numbers makes floats in
Numba; every index is told to be unsigned where it is used).

    0 ......... 65,535   16,384 cells of four words
    HEAD ............... counters, rules, hands (below)
    BAG ................ 108 pieces, a shuffled pile used between LOW and HIGH
    LAID ............... cells of the tiles on the table, in the order they were laid
    FRONTIER ........... the empty cells where some piece still fits:  cell << 40 | mask
    JOURNAL ............ what `lay` changed, for `lift`

Cells. The unbounded grid (T9) is wound onto a ring: cell (x, y) is word (ORIGIN + x + STRIDE * y) mod 16,384. It is
safe: a game lays n <= 108 connected tiles, and with h tiles in hand (n + h <= 108, h <= 6) generation looks at no
cell further than h + 1 steps from a tile, so all cells it meets lie within a box whose sides are at most n + 2 (h +
1) <= 116. Two different cells of such a box meet on the ring only if STRIDE * dy + dx = 0 mod 16,384 with |dx|, |dy|
<= 115, and with STRIDE = 122 the left side lies between 122 - 115 = 7 and 122 * 115 + 115 = 14,145 as soon as dy is
not 0. Indices are masked to 14 bits, so no input at all can reach outside. (122 cells are 61 cache lines: an odd
number, so that a column spreads over the cache.)

    word 0  RUNS     62   59       45 44       30 29       15 14        0
                    [taken][  down   ][   up    ][  right   ][   left   ]    0 for a cell that touches nothing

            a run:   14    12 11     6 5       0
                    [ length ][ shapes ][ colours ]                          the tiles in a row that end beside the cell

    word 1  ROW      63      40 39  36 35                                0
                    [  points  ][  .  ][ pieces that the row accepts      ]  the points that the row would then score

    word 2  COLUMN                                                           the same for the column

    word 3  SLOT     63                       8  7   6   5       0
                    [ place in FRONTIER, + 1  ][ . ][tile][ piece ]          tile: 1 if a tile lies here

A piece is its index 0..35 (6 * colour + shape); a set of pieces is 36 bits. A hand is three such sets (planes): the
pieces held at least once, twice, three times.

A play is one word:

    63   54 53                    18 17 15 14  13         0
    [points][ piece 5 ] .. [ piece 0 ][count][axis][ first cell ]

`axis` 0 is a row, 1 a column; pieces run rightward or downward from the first cell, stepping over tiles that already
lie there. A single piece has axis 0. A swap is count 0 with one bit per piece of a sorted hand in bits 18-23; a pass
is 0.
"""

from typing import Final

STRIDE: Final = 122
CELL_COUNT: Final = 16384
CELL_MASK: Final = CELL_COUNT - 1
ORIGIN: Final = 64 * STRIDE + 64

HEAD: Final = 4 * CELL_COUNT
SEATS: Final = HEAD + 0
MOVER: Final = HEAD + 1
TURNS: Final = HEAD + 2
STATUS: Final = HEAD + 3
LAID_COUNT: Final = HEAD + 4
FRONTIER_COUNT: Final = HEAD + 5
JOURNAL_COUNT: Final = HEAD + 6
RANDOM: Final = HEAD + 7
BAG_LOW: Final = HEAD + 8
BAG_HIGH: Final = HEAD + 9
KINDS: Final = HEAD + 10
COPIES: Final = HEAD + 11
HAND_SIZE: Final = HEAD + 12
QWIRKLE_BONUS: Final = HEAD + 13
END_BONUS: Final = HEAD + 14
MIRRORED: Final = HEAD + 15
LINE_POINTS: Final = HEAD + 16  # eight words: the score of a line of 0..7
SCORE: Final = HEAD + 24  # four words
HANDS: Final = HEAD + 28  # four seats of three planes
TABLE: Final = HEAD + 40  # three planes: the pieces on the table
STACK: Final = HEAD + 48  # twelve frames of four words, the scratch of generation
BAG: Final = HEAD + 96
BOX: Final = 108
LAID: Final = BAG + BOX
FRONTIER: Final = LAID + BOX
FRONTIER_MAX: Final = 4 * BOX
JOURNAL: Final = FRONTIER + FRONTIER_MAX
JOURNAL_MAX: Final = 5 * BOX
JOURNAL_WORDS: Final = 6
WORDS: Final = JOURNAL + JOURNAL_WORDS * JOURNAL_MAX

ALL: Final = (1 << 36) - 1
RUN: Final = 0x7FFF
LINE: Final = 0xFFF
TAKEN: Final = 1 << 62

AXIS_BIT: Final = 14
COUNT_BIT: Final = 15
PIECES_BIT: Final = 18
POINTS_BIT: Final = 54
MAX_POINTS: Final = 511

PLAYING: Final = 0
WENT_OUT: Final = 17  # T17
STUCK: Final = 18  # T18
UNFINISHED: Final = 99  # a policy went on exchanging for ever

MAX_TURNS: Final = 1000
