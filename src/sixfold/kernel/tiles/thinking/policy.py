"""Tile turns played by the learned value, compiled: choosing by points plus value.

The policy looks at its own hand and the table only. Swaps are weighed like plays: no points, and the value of what is
kept.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Floats, Words, at, compiled, ctpop, cttz, inlined
from sixfold.kernel.tiles.core import apply, undo
from sixfold.kernel.tiles.games import (
    bag_count,
    below,
    exchange,
    held,
    list_plays,
    play,
)
from sixfold.kernel.tiles.layout import (
    COUNT_BIT,
    END_BONUS,
    HANDS,
    LAID_COUNT,
    MOVER,
    PIECES_BIT,
    POINTS_BIT,
    SEATS,
)
from sixfold.kernel.tiles.thinking.scratch import MOST, Scratch
from sixfold.kernel.tiles.thinking.value import value

Game = Words
MARGIN: Final = 9
"""Plays that score this much less than the best are not weighed: no value makes up for it."""


@inlined
def keep(k1: int, k2: int, k3: int, move: int) -> tuple[int, int, int]:
    """The planes of a hand after a play."""
    for i in range((move >> COUNT_BIT) & 7):
        bit = 1 << ((move >> (PIECES_BIT + 6 * i)) & 63)
        if k3 & bit:
            k3 ^= bit
        elif k2 & bit:
            k2 ^= bit
        else:
            k1 ^= bit
    return k1, k2, k3


@compiled
def spread(k1: int, k2: int, k3: int, pieces: Words) -> int:
    """The pieces of a hand one by one, in order; how many."""
    n = 0
    m = k1
    while m:
        piece = cttz(m)
        m &= m - 1
        copies = 1 + ((k2 >> piece) & 1) + ((k3 >> piece) & 1)
        for _ in range(copies):
            pieces[at(n)] = piece
            n += 1
    return n


@compiled
def subset(pieces: Words, n: int, bits: int) -> tuple[int, int, int]:
    """The planes of the pieces whose bit is not set: what a swap of the others keeps."""
    k1 = 0
    k2 = 0
    k3 = 0
    for i in range(n):
        if not (bits >> i) & 1:
            bit = 1 << pieces[at(i)]
            k3 |= k2 & bit
            k2 |= k1 & bit
            k1 |= bit
    return k1, k2, k3


@compiled
def repeats(pieces: Words, n: int, bits: int) -> bool:
    """Whether a swap keeps the first of two equal pieces and takes the second: it is the other one's twin."""
    found = False
    for i in range(n - 1):
        found = found or (pieces[at(i)] == pieces[at(i + 1)] and not (bits >> i) & 1 and (bits >> (i + 1)) & 1 != 0)
    return found


@compiled
def weigh(g: Game, w: Floats, s: Scratch, n: int) -> int:
    """Points plus value of the plays of `s.plays` within MARGIN of the best, moved to its front; how many."""
    plays = s.plays
    seat = g[MOVER]
    a = g[at(HANDS + 3 * seat)]
    b = g[at(HANDS + 3 * seat + 1)]
    c = g[at(HANDS + 3 * seat + 2)]
    bag = bag_count(g)
    seats = g[SEATS]
    other = held(g, (seat + 1) % seats)
    most = 0
    for i in range(n):
        most = max(most, plays[at(i)] >> POINTS_BIT)
    count = 0
    # Best points first, so that MOST cuts the poorest.
    for points in range(most, max(most - MARGIN, 0) - 1, -1):
        for i in range(count, n):
            move = plays[at(i)]
            if move >> POINTS_BIT == points and count < MOST:
                plays[at(i)] = plays[at(count)]
                plays[at(count)] = move
                count += 1
    for i in range(count):
        move = plays[at(i)]
        k1, k2, k3 = keep(a, b, c, move)
        apply(g, move)
        points = move >> POINTS_BIT
        if k1 == 0 and bag == 0:
            s.values[at(i)] = float(points + g[END_BONUS])
        else:
            s.values[at(i)] = points + value(g, w, k1, k2, k3, bag, other, seats, s.x, s.h, s.out)
        undo(g, move)
    return count


@compiled
def weigh_swaps(g: Game, w: Floats, s: Scratch) -> tuple[float, int]:
    """The best swap and its value: bits say which of the hand's pieces, in order, go. (-1000, 0) if there is none."""
    seat = g[MOVER]
    bag = bag_count(g)
    n = spread(g[at(HANDS + 3 * seat)], g[at(HANDS + 3 * seat + 1)], g[at(HANDS + 3 * seat + 2)], s.pieces)
    best = -1000.0
    chosen = 0
    seats = g[SEATS]
    other = held(g, (seat + 1) % seats)
    for bits in range(1, 1 << n):
        if ctpop(bits) > bag or repeats(s.pieces, n, bits):
            continue
        k1, k2, k3 = subset(s.pieces, n, bits)
        worth = value(g, w, k1, k2, k3, bag, other, seats, s.x, s.h, s.out)
        if worth > best:
            best = worth
            chosen = bits
    return best, chosen


@compiled
def swap_bits(g: Game, s: Scratch, bits: int) -> None:
    """Swap the hand's pieces whose bit is set."""
    seat = g[MOVER]
    n = spread(g[at(HANDS + 3 * seat)], g[at(HANDS + 3 * seat + 1)], g[at(HANDS + 3 * seat + 2)], s.pieces)
    count = 0
    for i in range(n):
        if (bits >> i) & 1:
            s.out[at(count)] = s.pieces[at(i)]
            count += 1
    exchange(g, seat, s.out, count)


@compiled
def thoughtful_turn(g: Game, w: Floats, s: Scratch, explore: float) -> int:
    """One turn by points plus value; with chance `explore` another of the plays weighed, or a swap. The play, 0 for
    none."""
    plays = s.plays
    seat = g[MOVER]
    n = list_plays(g, g[at(HANDS + 3 * seat)], plays)
    if n == 0:
        if bag_count(g) > 0:
            best, bits = weigh_swaps(g, w, s)
            swap_bits(g, s, bits)
        return 0
    if g[LAID_COUNT] == 0:
        move = plays[at(below(g, n))]
        play(g, move)
        return move
    strange = explore > 0.0 and below(g, 1 << 20) < explore * (1 << 20)
    if strange and below(g, 10) == 0 and bag_count(g) > 0:
        count = min(held(g, seat), bag_count(g))
        size = held(g, seat)
        bits = 0
        while ctpop(bits) == 0 or ctpop(bits) > count:
            bits = below(g, 1 << size)
        swap_bits(g, s, bits)
        return 0
    count = weigh(g, w, s, n)
    chosen = 0
    if strange:
        chosen = below(g, count)
    else:
        for i in range(1, count):
            if s.values[at(i)] > s.values[at(chosen)]:
                chosen = i
        if plays[at(chosen)] >> POINTS_BIT <= 4 and bag_count(g) > 0:
            move = plays[at(chosen)]
            best, bits = weigh_swaps(g, w, s)
            if best > s.values[at(chosen)]:
                swap_bits(g, s, bits)
                return 0
            play(g, move)
            return move
    move = plays[at(chosen)]
    play(g, move)
    return move
