"""Search under hidden information, compiled: sampled hands and bags, short rollouts, the learned value at their ends.

A sample is one way the hidden pieces could lie: other hands and the order of the bag. Every candidate is tried on the
same samples (common random numbers): the mover draws from the top of the bag, the others from the bottom, so that
what one candidate draws does not shift what the others meet. Choosing candidates and sharing out samples is the bot's
work.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from sixfold.kernel.engine import Doubles, Floats, Words, at, compiled, ctpop, entry
from sixfold.kernel.floats import exponential
from sixfold.kernel.tiles.core import apply, lift
from sixfold.kernel.tiles.games import (
    bag_count,
    below,
    best_of,
    exchange_all,
    give,
    held,
    pull,
    put_back,
    reached,
    scramble,
    stuck,
    take,
)
from sixfold.kernel.tiles.layout import (
    BAG,
    BAG_HIGH,
    BAG_LOW,
    COUNT_BIT,
    END_BONUS,
    HANDS,
    HEAD,
    LAID_COUNT,
    MOVER,
    PIECES_BIT,
    POINTS_BIT,
    RANDOM,
    REACHED,
    SCORE,
    SEATS,
    STATUS,
    STUCK,
    TARGET,
    WENT_OUT,
)
from sixfold.kernel.tiles.listing import generate
from sixfold.kernel.tiles.thinking.policy import spread
from sixfold.kernel.tiles.thinking.scratch import SAVED, Scratch
from sixfold.kernel.tiles.thinking.value import value

Game = Words
TRACE: Final = 10
"""Where the state of a race has the moves of the last rollout."""


class Known(NamedTuple):
    """What one seat knows of the hidden pieces, and how it is searched."""

    me: int
    pool: Words
    """All unseen pieces."""
    sizes: Words
    """How many each seat holds."""
    plies: int
    """Turns played after the own one; the last of them is the own next one."""
    chances: int
    """1 to play for the chance to win, 0 for the lead."""
    seed: int


class Candidates(NamedTuple):
    """Moves under consideration, and what samples said of them so far. `race` says what the words of `state` mean."""

    moves: Words
    priors: Doubles
    """What each move was worth before any search."""
    sums: Doubles
    squares: Doubles
    leads: Doubles
    tried: Words
    """How many samples each move had."""
    order: Words
    """Places of the moves, best first; those still in the race come before those that dropped out."""
    state: Words


@compiled
def enumerate_bag(g: Game, n: int, bag: int, pool: Words, sample: int) -> None:
    """With one or two pieces in the bag every way that they could be is tried in turn: they go to the end of the
    list."""
    if bag <= 0 or bag >= n:
        return
    first = sample % n
    second = (first + 1 + (sample // n) % (n - 1)) % n
    k = 0
    for i in range(n):
        if i != first and (bag == 1 or i != second):
            g[at(BAG + k)] = pool[at(i)]
            k += 1
    g[at(BAG + n - 1)] = pool[at(first)]
    if bag == 2:
        g[at(BAG + n - 2)] = pool[at(second)]


@entry
def hide(g: Game, me: int, pool: Words, sizes: Words, sample: int, seed: int) -> None:
    """Lay out one sample: `pool` holds all unseen pieces; each other seat gets `sizes[seat]` of them, the bag the
    rest."""
    g[RANDOM] = scramble(seed + 7919 * sample)
    n = pool.size
    for i in range(n):
        g[at(BAG + i)] = pool[at(i)]
    for i in range(n - 1, 0, -1):
        j = below(g, i + 1)
        piece = g[at(BAG + i)]
        g[at(BAG + i)] = g[at(BAG + j)]
        g[at(BAG + j)] = piece
    seats = g[SEATS]
    if seats == 2 and n - sizes[at(1 - me)] <= 2:
        enumerate_bag(g, n, n - sizes[at(1 - me)], pool, sample)
    after = 0
    for step in range(1, seats):
        seat = (me + step) % seats
        for plane in range(3):
            g[at(HANDS + 3 * seat + plane)] = 0
        for _ in range(sizes[at(seat)]):
            take(g, seat, g[at(BAG + after)])
            after += 1
    g[BAG_LOW] = after
    g[BAG_HIGH] = n


@compiled
def draw(g: Game, seat: int, me: int, count: int) -> None:
    """Draw for a seat: the searching player from the top, the others from the bottom."""
    for _ in range(min(count, bag_count(g))):
        if seat == me:
            take(g, seat, pull(g, 0))
        else:
            take(g, seat, g[at(BAG + g[BAG_LOW])])
            g[BAG_LOW] += 1


@compiled
def swap(g: Game, me: int, move: int, pieces: Words) -> None:
    """The searching player's swap, as packed in a move without tiles."""
    n = spread(g[at(HANDS + 3 * me)], g[at(HANDS + 3 * me + 1)], g[at(HANDS + 3 * me + 2)], pieces)
    bits = move >> PIECES_BIT
    for i in range(n):
        if (bits >> i) & 1:
            give(g, me, pieces[at(i)])
    draw(g, me, me, ctpop(bits))
    for i in range(n):
        if (bits >> i) & 1:
            put_back(g, pieces[at(i)])


@compiled
def tendency(lead: float, unseen: int) -> float:
    """What an expected final lead tells of the winner when so many pieces are still unseen: who has it is
    e**tendency times as likely to win as the other."""
    return 1.702 * lead / (2.3 * sqrt(unseen + 1.0) + 0.5)


@compiled
def win_chance(lead: float, unseen: int) -> float:
    """The chance to win with an expected final lead, when so many pieces are still unseen."""
    z = tendency(lead, unseen)
    if z > 30.0:
        return 1.0
    if z < -30.0:
        return 0.0
    return 1.0 / (1.0 + exponential(-z))


@compiled
def lead_of(g: Game, me: int) -> int:
    """The score of a seat less the best score of the others."""
    best = -10000
    for seat in range(g[SEATS]):
        if seat != me:
            best = max(best, g[at(SCORE + seat)])
    return g[at(SCORE + me)] - best


@compiled
def to_come(g: Game) -> int:
    """How many pieces may still be played: the bag and a hand, but no more than it takes to reach a target."""
    pieces = bag_count(g) + 6
    if g[TARGET] > 0:
        best = 0
        for seat in range(g[SEATS]):
            best = max(best, g[at(SCORE + seat)])
        # A piece brings about three points, and while the best seat plays one, so does each of the others.
        pieces = min(pieces, max(g[TARGET] - best, 0) * g[SEATS] // 3)
    return pieces


@compiled
def rollout(g: Game, w: Floats, s: Scratch, me: int, move: int, plies: int, state: Words) -> float:
    """Make a move in the sample, let everyone answer greedily for some plies, and value the end: the expected final
    lead.

    The last ply is the searching player's own; the value is asked right after it, before drawing. g[STATUS] says
    whether the game ended, g[LAID_COUNT] how much there is to lift. `state` has the moves made from TRACE on.
    """
    seats = g[SEATS]
    seat = me
    for ply in range(plies + 1):
        state[at(TRACE + ply)] = 0
    for ply in range(plies + 1):
        chosen = move
        last = ply == plies
        if ply > 0:
            n = min(generate(g, g[at(HANDS + 3 * seat)], s.plays), s.plays.size)
            chosen = best_of(g, s.plays, n) if n > 0 else 0
        state[at(TRACE + ply)] = chosen
        count = (chosen >> COUNT_BIT) & 7
        if count > 0:
            apply(g, chosen)
            g[at(SCORE + seat)] += chosen >> POINTS_BIT
            for i in range(count):
                give(g, seat, (chosen >> (PIECES_BIT + 6 * i)) & 63)
            if held(g, seat) == 0 and bag_count(g) == 0:
                g[at(SCORE + seat)] += g[END_BONUS]
                g[STATUS] = WENT_OUT
                return lead_of(g, me)
            if not last:
                draw(g, seat, me, count)
        elif chosen != 0:
            swap(g, me, chosen, s.pieces)
        elif bag_count(g) > 0 and not last:
            # A seat that cannot play exchanges all it can; where its old pieces go is left to the sample's chance.
            g[MOVER] = seat
            exchange_all(g, s.out)
        if bag_count(g) == 0 and stuck(g):
            g[STATUS] = STUCK
            return lead_of(g, me)
        following = (seat + 1) % seats
        if reached(g, following):
            g[STATUS] = REACHED
            return lead_of(g, me)
        if not last:
            seat = following
    k = HANDS + 3 * seat
    other = held(g, (seat + 1) % seats)
    future = value(g, w, g[at(k)], g[at(k + 1)], g[at(k + 2)], bag_count(g), other, seats, s.x, s.h, s.out)
    return lead_of(g, me) + future


@entry
def simulate(g: Game, w: Floats, s: Scratch, k: Known, r: Candidates, alive: int, first: int, stop: int) -> None:
    """Try the first `alive` moves of the race's order on the samples first..stop-1; adds utility, its square, the lead.

    With `chances` the utility is the chance to win, otherwise the lead itself.
    """
    tiles = g[LAID_COUNT]
    scores0 = g[SCORE]
    scores1 = g[SCORE + 1]
    scores2 = g[SCORE + 2]
    scores3 = g[SCORE + 3]
    mine = HANDS + 3 * k.me
    m1 = g[at(mine)]
    m2 = g[at(mine + 1)]
    m3 = g[at(mine + 2)]
    for sample in range(first, stop):
        hide(g, k.me, k.pool, k.sizes, sample, k.seed)
        for i in range(SAVED):
            s.saved[at(i)] = g[at(HEAD + i)]
        for a in range(alive):
            c = r.order[at(a)]
            lead = rollout(g, w, s, k.me, r.moves[at(c)], k.plies, r.state)
            ended = g[STATUS] != 0
            unseen = to_come(g)
            while g[LAID_COUNT] > tiles:
                lift(g)
            for i in range(SAVED):
                g[at(HEAD + i)] = s.saved[at(i)]
            r.leads[at(c)] += lead
            gain = lead
            if k.chances and ended:
                gain = 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
            elif k.chances:
                gain = win_chance(lead, unseen)
            r.sums[at(c)] += gain
            r.squares[at(c)] += gain * gain
            r.tried[at(c)] += 1
    g[SCORE] = scores0
    g[SCORE + 1] = scores1
    g[SCORE + 2] = scores2
    g[SCORE + 3] = scores3
    g[at(mine)] = m1
    g[at(mine + 1)] = m2
    g[at(mine + 2)] = m3
