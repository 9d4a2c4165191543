"""The packed form of a tile game: one flat array of 64-bit words, and one word for a play. Numbers only, no logic.

A game is one int64 array of WORDS words, less than 40 kB (signed, because mixing signed and unsigned 64-bit numbers
makes floats in Numba; every index is told to be unsigned where it is used). Every game fits: there is no larger form.

    HEAD ............... counters, rules, hands (below)
    BAG ................ 108 pieces, a shuffled pile used between LOW and HIGH
    LAID ............... the tiles on the table, in the order they were laid:  piece << 16 | cell
    FRONTIER ........... the empty cells where some piece still fits:  record << 54 | cell << 40 | mask
    RECORDS ............ two words for each cell that holds or touches a tile; record 0 stands for all others
    PLANE .............. the record of each of 8,192 cells: four numbers of 16 bits in a word, the lowest first
    JOURNAL ............ what `lay` changed, for `lift`, in three words:  cell << 16 | record, and its words before

Cells. The unbounded grid (T9) is wound onto a ring: cell (x, y) has the number (x + STRIDE * y) mod 8,192. Two cells
with one number are at least 128 steps apart: STRIDE = 127 is -1 modulo 128, so x - y differs by a multiple of 128; if
it does not differ, then x and y differ by as much as each other, and 128 times that is a multiple of 8,192. No game is
so wide: it lays n <= 108 connected tiles, which are at most n - 1 steps apart; cells that touch one are a step further,
and generation looks no further than seven steps from a tile, as no line has more than six. That makes 107 + 1 + 7 =
115. Numbers are masked to 13 bits, so no input at all can reach outside.

Records. Connected tiles touch at most 2 n + 2 empty cells: the first touches four, every other one lies on one of them
and touches three more at most. So 3 n + 2 = 326 records are enough, also for a board that is laid in any other order,
as laying never frees one; `lift` does.

    word 0  RUNS     62   59       45 44       30 29       15 14        0
                    [taken][  down   ][   up    ][  right   ][   left   ]    0 for a cell that touches nothing

            a run:   14    12 11     6 5       0
                    [ length ][ shapes ][ colours ]                          the tiles in a row that end beside the cell

    word 1  FIT      58    50 49     43 42  36 35                        0   of an empty cell
                    [ place ][ column ][ row  ][ mask: pieces that fit    ]  place in FRONTIER, + 1; the points that
                                                                             row and column would then score
                                                         5               0   of a tile
                                                        [ piece           ]

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

STRIDE: Final = 127
CELL_COUNT: Final = 8192
CELL_MASK: Final = CELL_COUNT - 1
ORIGIN: Final = 0

HEAD: Final = 0
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
RECORD_COUNT: Final = HEAD + 43  # records in use, without record 0
OPENER: Final = HEAD + 44  # the seat that begins every round
TARGET: Final = HEAD + 45  # the points that end the game with a round (T21), 0 for none
STACK: Final = HEAD + 48  # twelve frames of four words, the scratch of generation
BAG: Final = HEAD + 96
BOX: Final = 108
LAID: Final = BAG + BOX
FRONTIER: Final = LAID + BOX
RECORD_MAX: Final = 3 * BOX + 2
FRONTIER_MAX: Final = RECORD_MAX
RECORDS: Final = FRONTIER + FRONTIER_MAX
PLANE: Final = RECORDS + 2 * (RECORD_MAX + 1)
PLANE_WORDS: Final = CELL_COUNT // 4
JOURNAL: Final = PLANE + PLANE_WORDS
JOURNAL_MAX: Final = 5 * BOX
JOURNAL_WORDS: Final = 3
WORDS: Final = JOURNAL + JOURNAL_WORDS * JOURNAL_MAX

ALL: Final = (1 << 36) - 1
RUN: Final = 0x7FFF
LINE: Final = 0xFFF
TAKEN: Final = 1 << 62

ROW_BIT: Final = 36
COLUMN_BIT: Final = 43
LINE_MASK: Final = 127
PLACE_BIT: Final = 50
CELL_BIT: Final = 40
RECORD_BIT: Final = 54

AXIS_BIT: Final = 14
COUNT_BIT: Final = 15
PIECES_BIT: Final = 18
POINTS_BIT: Final = 54
MAX_POINTS: Final = 511

PLAYING: Final = 0
WENT_OUT: Final = 17  # T17
STUCK: Final = 18  # T18
REACHED: Final = 21  # T21
UNFINISHED: Final = 99  # a policy went on exchanging for ever

MAX_TURNS: Final = 1000
