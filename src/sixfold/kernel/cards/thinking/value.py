"""The learned value of a card table: a small network that sees a table the way its lines do. Compiled, inference only.

Not a rule and not a choice. It says two things of an afterstate, for the seat that made it: how many Qwirkles the next
seat can make of it (first output), and by how many the rest of the game, after that, is won (second output, own
Qwirkles minus the mean of the others').

Every one of the 36 kinds is one of 20 sorts by where its three copies are: t on the table, h in the own hand, u unseen,
the rest out of play (t + h + u <= 3). Within a line, a cell is its sort and how many kinds lie on the table in the line
that crosses it (0..6): 140 words of a small language. A line is the sum of its words' vectors, so the order of colours
and shapes does not matter, and colours and shapes are read alike:

    line_l  = relu( sum of EMBED[word] over the 6 cells + facts @ FACTS )            H numbers, twelve times
    hidden  = relu( sum of line_l @ MIX + facts @ MIX_FACTS )                        M numbers
    outputs = hidden @ OUT + facts @ OUT_FACTS                                       2 numbers

`facts` are FACT_COUNT numbers about the stage of the game. All weights lie in one float32 vector, in that order.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.kernel.cards.bitplanes import COLOR_MASK, SHAPE_MASK, size
from sixfold.kernel.engine import compiled, ctpop

SORTS: Final = 20
WORDS: Final = SORTS * 7
H: Final = 32
M: Final = 24
FACT_COUNT: Final = 16

EMBED: Final = 0
FACTS: Final = EMBED + WORDS * H
MIX: Final = FACTS + FACT_COUNT * H
MIX_FACTS: Final = MIX + H * M
OUT: Final = MIX_FACTS + FACT_COUNT * M
OUT_FACTS: Final = OUT + M * 2
WEIGHTS: Final = OUT_FACTS + FACT_COUNT * 2

CELLS: Final = 72  # a word for each cell of each of the twelve lines


def _sorts() -> list[int]:
    """The number of each (t, h, u), at place t + 4 h + 16 u."""
    numbers = [0] * 64
    found = 0
    for u in range(4):
        for h in range(4 - u):
            for t in range(4 - u - h):
                numbers[t + 4 * h + 16 * u] = found
                found += 1
    return numbers


SORT: Final = np.array(_sorts(), dtype=np.int64)


@compiled
def read(words, t1, t2, t3, h1, h2, h3, u1, u2, u3):
    """Write the 72 words of a table, an own hand and the unseen cards."""
    for color in range(6):
        wide = ctpop(t1 & (COLOR_MASK << (6 * color)))
        for shape in range(6):
            tall = ctpop(t1 & (SHAPE_MASK << shape))
            at = 6 * color + shape
            t = ((t1 >> at) & 1) + ((t2 >> at) & 1) + ((t3 >> at) & 1)
            h = ((h1 >> at) & 1) + ((h2 >> at) & 1) + ((h3 >> at) & 1)
            u = ((u1 >> at) & 1) + ((u2 >> at) & 1) + ((u3 >> at) & 1)
            sort = 7 * SORT[(t + 4 * h + 16 * u) & 63]
            words[at] = sort + tall
            words[36 + 6 * shape + color] = sort + wide


@compiled
def stage(facts, seats, stock, left, others, t1, t2, t3, h1, h2, h3):
    """Write the facts of an afterstate. `stock`: cards in it before the own draw; `left`: turns of the last round after

    this one, -1 before the last round; `others`: cards in the other hands.
    """
    kept = size(h1, h2, h3)
    drawn = min(9 - kept, stock)
    rest = stock - drawn
    again = left < 0 and stock > 0 and rest == 0
    if again:
        left = seats
    facts[0] = 1.0
    facts[1] = rest / 72.0
    facts[2] = 1.0 if rest == 0 else 0.0
    facts[3] = min(rest, 9) / 9.0
    facts[4] = min(rest, 18) / 18.0
    facts[5] = 1.0 if left == 1 else 0.0
    facts[6] = 1.0 if left == 2 else 0.0
    facts[7] = 1.0 if left == 3 else 0.0
    facts[8] = 1.0 if again else 0.0
    facts[9] = size(t1, t2, t3) / 36.0
    facts[10] = kept / 9.0
    facts[11] = 1.0 if seats == 3 else 0.0
    facts[12] = 1.0 if seats == 4 else 0.0
    facts[13] = others / 27.0
    facts[14] = drawn / 9.0
    facts[15] = ctpop(h1) / 9.0


@compiled
def forward(theta, words, facts, lines, hidden, outputs):
    """Run the network. `lines` (12 x H) and `hidden` (M) keep what training needs; the answer is in `outputs`."""
    for k in range(H):
        total = np.float32(0.0)
        for f in range(FACT_COUNT):
            total += facts[f] * theta[FACTS + f * H + k]
        lines[12, k] = total
    for m in range(M):
        total = np.float32(0.0)
        for f in range(FACT_COUNT):
            total += facts[f] * theta[MIX_FACTS + f * M + m]
        hidden[m] = total
    for line in range(12):
        for k in range(H):
            lines[line, k] = lines[12, k]
        for cell in range(6):
            word = EMBED + H * words[6 * line + cell]
            for k in range(H):
                lines[line, k] += theta[word + k]
    for k in range(H):
        total = np.float32(0.0)
        for line in range(12):
            total += max(lines[line, k], np.float32(0.0))
        lines[13, k] = total
        for m in range(M):
            hidden[m] += total * theta[MIX + k * M + m]
    for o in range(2):
        total = np.float32(0.0)
        for f in range(FACT_COUNT):
            total += facts[f] * theta[OUT_FACTS + 2 * f + o]
        for m in range(M):
            total += max(hidden[m], np.float32(0.0)) * theta[OUT + 2 * m + o]
        outputs[o] = total
