"""The learned value of a tile position, compiled: what a player who has just moved may expect to gain from here on.

The position is seen as that player sees it: the table, the pieces kept in hand, everything else unknown. `features`
turns it into numbers, `value` runs a small network over them. The network is made by `bench/training`; nothing here is
tuned by hand.

    weights, float32, one flat array:   A [FEATURES x FIRST], a [FIRST], B [FIRST x SECOND], b [SECOND], c [SECOND], d
    layers:                             x -> relu(x A + a) -> relu(. B + b) -> (. c + d), in points
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.kernel.engine import Floats, Words, at, compiled, ctpop, inlined
from sixfold.kernel.tiles.layout import (
    ALL,
    COLUMN_BIT,
    COPIES,
    FRONTIER,
    FRONTIER_COUNT,
    HAND_SIZE,
    LINE,
    LINE_MASK,
    POINTS_BIT,
    RECORD_BIT,
    RECORDS,
    ROW_BIT,
    RUN,
    TABLE,
)
from sixfold.kernel.tiles.listing import generate
from sixfold.kernel.tiles.tables import ACCEPT, SET_OF_COLOR, SET_OF_SHAPE

Game = Words

# Cells of the frontier, counted by points a single piece scores there (9 classes), by unseen copies of pieces that
# fit (5 classes) and by whether a kept piece fits (2).
CELLS: Final = 0
CELL_CLASSES: Final = 90
# Lines of 2 to 5 tiles, seen from their open ends: by kept pieces among the missing ones (0, 1, more), and by whether
# all the missing pieces can still come.
LINES: Final = CELLS + CELL_CLASSES
LINE_CLASSES: Final = 24
REST: Final = LINES + LINE_CLASSES
FEATURES: Final = REST + 38
FIRST: Final = 48
SECOND: Final = 16
WEIGHTS: Final = FEATURES * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1

POINT_CLASS: Final = np.array([0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7] + [8] * 51, dtype=np.int64)
COPY_CLASS: Final = np.array([0, 1, 2, 2, 3, 3, 3] + [4] * 102, dtype=np.int64)


@inlined
def missing(copies: int, unseen: int, drawn: int) -> float:
    """The chance that `drawn` pieces out of `unseen` hold none of `copies`."""
    chance = 1.0
    for i in range(drawn):
        if unseen - i <= 0:
            break
        left = unseen - copies - i
        if left <= 0:
            return 0.0
        chance *= left / (unseen - i)
    return chance


@compiled
def features(g: Game, k1: int, k2: int, k3: int, bag: int, other: int, seats: int, x: Floats, out: Words) -> None:
    """Describe a position to the player who keeps the planes k1..k3 and whose turn has just ended, before drawing.

    `bag` is what is left in the bag before drawing, `other` the size of the next player's hand. `out` is scratch for
    plays.
    """
    for i in range(FEATURES):
        x[at(i)] = 0.0
    t1 = g[TABLE]
    t2 = g[TABLE + 1]
    t3 = g[TABLE + 2]
    # Pieces unseen at least once, twice, three times: three copies less those on the table and those kept.
    u1 = ~(t3 | k3 | (t2 & k1) | (t1 & k2)) & ALL
    u2 = ~(t2 | k2 | (t1 & k1)) & ALL
    u3 = ~(t1 | k1) & ALL
    # With fewer copies in the box there are as many fewer of each unseen.
    for _ in range(3 - g[COPIES]):
        u1 = u2
        u2 = u3
        u3 = 0
    unseen = ctpop(u1) + ctpop(u2) + ctpop(u3)
    kept = ctpop(k1) + ctpop(k2) + ctpop(k3)
    reach = u1 | k1
    # out[0:32] collects, by points, the pieces that score them alone.
    for p in range(32):
        out[at(p)] = 0
    best_kept = 0
    kept_fitting = 0
    for i in range(g[FRONTIER_COUNT]):
        entry = g[at(FRONTIER + i)]
        mask = entry & ALL
        record = RECORDS + 2 * (entry >> RECORD_BIT)
        fit = g[at(record + 1)]
        points = ((fit >> ROW_BIT) & LINE_MASK) + ((fit >> COLUMN_BIT) & LINE_MASK)
        copies = ctpop(mask & u1) + ctpop(mask & u2) + ctpop(mask & u3)
        own = mask & k1
        kept_fitting |= own
        mine = 1 if own else 0
        if own and points > best_kept:
            best_kept = points
        x[at(CELLS + POINT_CLASS[at(points & 63)] * 10 + COPY_CLASS[at(copies)] * 2 + mine)] += 0.25
        out[at(points & 31)] |= mask
        runs = g[at(record)]
        for axis in range(2):
            pair = runs >> (30 * axis)
            one = pair & RUN
            two = (pair >> 15) & RUN
            length = (one >> 12) + (two >> 12)
            if length >= 2:
                wanted = ACCEPT[at((one | two) & LINE)]
                held = min(ctpop(wanted & k1), 2)
                live = 1 if wanted & ~reach == 0 else 0
                x[at(LINES + (length - 2) * 6 + held * 2 + live)] += 0.25
    # What the next player, and the own draw, can be expected to make of single pieces.
    draws = min(g[HAND_SIZE] - kept, bag)
    union = 0
    expected_other = 0.0
    expected_own = 0.0
    chance_5 = 0.0
    chance_8 = 0.0
    chance_12 = 0.0
    for p in range(31, 0, -1):
        union |= out[at(p)]
        copies = ctpop(union & u1) + ctpop(union & u2) + ctpop(union & u3)
        none = missing(copies, unseen, other)
        expected_other += 1.0 - none
        if p > best_kept:
            expected_own += 1.0 - missing(copies, unseen, draws)
        else:
            expected_own += 1.0
        if p == 5:
            chance_5 = 1.0 - none
        elif p == 8:
            chance_8 = 1.0 - none
        elif p == 12:
            chance_12 = 1.0 - none
    n = min(generate(g, k1, out), out.size)
    best = 0
    for i in range(n):
        best = max(best, out[at(i)] >> POINTS_BIT)
    r = REST
    x[r] = expected_other / 8.0
    x[r + 1] = expected_own / 8.0
    x[r + 2] = chance_5
    x[r + 3] = chance_8
    x[r + 4] = chance_12
    x[r + 5] = best_kept / 8.0
    x[r + 6] = best / 8.0
    x[r + 7] = 1.0 if best >= 12 else 0.0
    x[r + 8] = ctpop(kept_fitting) / 4.0
    x[r + 9] = ctpop(k2) + ctpop(k3)
    x[at(r + 10 + min(kept, 6))] = 1.0  # 10..16
    # The kept pieces among themselves.
    most = 0
    second = 0
    pairs = 0
    most_set = 0
    for k in range(12):
        members = SET_OF_COLOR[k] if k < 6 else SET_OF_SHAPE[k - 6]
        size = ctpop(members & k1)
        pairs += size * (size - 1) // 2
        if size > most:
            second = most
            most = size
            most_set = members
        elif size > second:
            second = size
    x[at(r + 17 + min(most, 6))] = 1.0  # 17..23
    x[r + 24] = second / 3.0
    x[r + 25] = pairs / 6.0
    x[r + 26] = ctpop(most_set & u1 & ~k1) / 6.0
    x[r + 27] = bag / 100.0
    x[r + 28] = min(bag, 12) / 12.0
    x[r + 29] = 1.0 if bag == 0 else 0.0
    x[r + 30] = unseen / 100.0
    x[r + 31] = other / 6.0
    x[r + 32] = g[FRONTIER_COUNT] / 60.0
    x[r + 33] = ctpop(k1 & u1) / 4.0
    x[r + 34] = 1.0 if seats == 3 else 0.0
    x[r + 35] = 1.0 if seats == 4 else 0.0
    x[r + 36] = 1.0 if bag <= draws else 0.0
    x[r + 37] = (kept - other) / 6.0 if bag == 0 else 0.0


@compiled
def network(w: Floats, x: Floats, h: Floats) -> float:
    """Run the network over features; `h` is scratch of FIRST + SECOND float32."""
    bias = FEATURES * FIRST
    for j in range(FIRST):
        h[at(j)] = w[at(bias + j)]
    for i in range(FEATURES):
        value = x[at(i)]
        if value != 0.0:
            row = i * FIRST
            for j in range(FIRST):
                h[at(j)] += value * w[at(row + j)]
    middle = bias + FIRST
    last = middle + FIRST * SECOND
    for k in range(SECOND):
        h[at(FIRST + k)] = w[at(last + k)]
    for j in range(FIRST):
        value = h[at(j)]
        if value > 0.0:
            row = middle + j * SECOND
            for k in range(SECOND):
                h[at(FIRST + k)] += value * w[at(row + k)]
    total = w[at(last + 2 * SECOND)]
    for k in range(SECOND):
        value = h[at(FIRST + k)]
        if value > 0.0:
            total += value * w[at(last + SECOND + k)]
    return total


@compiled
def value(
    g: Game, w: Floats, k1: int, k2: int, k3: int, bag: int, other: int, seats: int, x: Floats, h: Floats, out: Words
) -> float:
    """Points that the player who keeps k1..k3 may expect to gain on the others from here to the end."""
    features(g, k1, k2, k3, bag, other, seats, x, out)
    return network(w, x, h)
