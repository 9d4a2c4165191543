"""Playing a tile game on many times from one point, all hands known, compiled: what a position is worth to a reviewer.

Everybody plays greedily; only the order of the bag is left to chance. The expectation of the result under a fixed way
to play changes at a draw by luck alone, and on average by nothing; it changes at a move by what this move is better
than the greedy one.

After some turns the learned value says the rest: what comes later is luck that nobody can see yet, and it would hide
the luck of one draw. The value knows the hand of whoever has just moved and not the others', so it is asked once after
a turn of every seat, and the mean is taken: what it thinks too much of being last then cancels out.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from sixfold.kernel.engine import DoubleRows, Floats, Words, at, compiled, entry
from sixfold.kernel.floats import exponential
from sixfold.kernel.tiles.core import lift
from sixfold.kernel.tiles.games import (
    bag_count,
    below,
    held,
    put_back,
    reached,
    refill,
    scramble,
    simple_turn,
    stuck,
    take,
)
from sixfold.kernel.tiles.layout import (
    BAG,
    BAG_HIGH,
    BAG_LOW,
    END_BONUS,
    HAND_SIZE,
    HANDS,
    HEAD,
    LAID_COUNT,
    MOVER,
    PLAYING,
    RANDOM,
    REACHED,
    SCORE,
    SEATS,
    STATUS,
    STUCK,
    WENT_OUT,
)
from sixfold.kernel.tiles.thinking.scratch import SAVED, Scratch
from sixfold.kernel.tiles.thinking.search import tendency, to_come
from sixfold.kernel.tiles.thinking.value import value

Game = Words


@compiled
def mix(g: Game) -> None:
    """Shuffle the bag."""
    low = g[BAG_LOW]
    for i in range(g[BAG_HIGH] - low - 1, 0, -1):
        j = below(g, i + 1)
        piece = g[at(BAG + low + i)]
        g[at(BAG + low + i)] = g[at(BAG + low + j)]
        g[at(BAG + low + j)] = piece


@compiled
def valued_turn(g: Game, w: Floats, s: Scratch) -> float:
    """A greedy turn; what its player may expect to gain from there on, which the value says before the draw."""
    seat = g[MOVER]
    seats = g[SEATS]
    other = held(g, (seat + 1) % seats)
    hand = HANDS + 3 * seat
    size = g[HAND_SIZE]
    # To a hand of no pieces nothing is drawn.
    g[HAND_SIZE] = 0
    plays = simple_turn(g, 1, s.plays)
    g[HAND_SIZE] = size
    bag = bag_count(g)
    # Who could not play has exchanged all.
    kept = 0 if plays == 0 and bag > 0 else -1
    k1 = g[at(hand)] & kept
    k2 = g[at(hand + 1)] & kept
    k3 = g[at(hand + 2)] & kept
    future = value(g, w, k1, k2, k3, bag, other, seats, s.x, s.h, s.out)
    if g[STATUS] == WENT_OUT and bag > 0:
        # The last piece of the hand was not the last of the game.
        g[at(SCORE + seat)] -= g[END_BONUS]
        g[STATUS] = REACHED if reached(g, g[MOVER]) else PLAYING
    refill(g, seat)
    # This draw may have been the last of the bag.
    if g[STATUS] == PLAYING and stuck(g):
        g[STATUS] = STUCK
    return future if g[STATUS] == PLAYING else 0.0


@compiled
def reckon(g: Game, seat: int, future: float, row: int, results: DoubleRows) -> None:
    """Add one end to a row, as one of as many as there are seats: for every seat its lead over the best other, then
    its share of the victory. `seat` may expect so much more than it has."""
    seats = g[SEATS]
    unseen = to_come(g)
    over = g[STATUS] != PLAYING
    for one in range(seats):
        mine = g[at(SCORE + one)] + (future if one == seat else 0.0)
        lead = 100000.0
        # How much likelier than this seat all are to win together; itself is one.
        likelier = 0.0
        for other in range(seats):
            ahead = g[at(SCORE + other)] + (future if other == seat else 0.0) - mine
            if other != one:
                lead = min(lead, -ahead)
            if not over:
                likelier += exponential(max(-30.0, min(30.0, tendency(ahead, unseen))))
            elif ahead == 0.0:
                likelier += 1.0
        results[row, one] += lead / seats
        results[row, at(seats + one)] += 0.0 if over and lead < 0.0 else 1.0 / likelier / seats


@entry
def finish(
    g: Game,
    w: Floats,
    s: Scratch,
    drawer: int,
    count: int,
    back: Words,
    turns: int,
    samples: int,
    seed: int,
    results: DoubleRows,
) -> None:
    """Play on for so many turns `samples` times; a row of `results` for each: the leads of all seats, then their shares
    of the victory.

    If a draw is due, seat `drawer` first draws `count` pieces, then `back` goes into the bag. The game is left as
    it was.
    """
    tiles = g[LAID_COUNT]
    seats = g[SEATS]
    for i in range(SAVED):
        s.saved[at(i)] = g[at(HEAD + i)]
    for sample in range(samples):
        g[RANDOM] = scramble(seed + 7919 * sample)
        mix(g)
        for _ in range(count):
            g[BAG_HIGH] -= 1
            take(g, drawer, g[at(BAG + g[BAG_HIGH])])
        for i in range(back.size):
            put_back(g, back[at(i)])
        if bag_count(g) == 0 and stuck(g):
            g[STATUS] = STUCK
        elif reached(g, g[MOVER]):
            g[STATUS] = REACHED
        for i in range(2 * seats):
            results[sample, at(i)] = 0.0
        turn = seats
        while g[STATUS] == PLAYING and turn < turns:
            simple_turn(g, 1, s.out)
            turn += 1
        for _ in range(seats):
            mover = g[MOVER]
            future = valued_turn(g, w, s) if g[STATUS] == PLAYING else 0.0
            reckon(g, mover, future, sample, results)
        while g[LAID_COUNT] > tiles:
            lift(g)
        for i in range(SAVED):
            g[at(HEAD + i)] = s.saved[at(i)]
