"""Whole tile games in compiled code: the bag, hands, exchange, the opening, the end, and games under simple policies.

T1 to T6, T13 to T19, T21. Ages are not packed: a tie for the opening goes to the lowest seat (T3).
"""

# mypy: disable-error-code="no-any-return,return-value"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

import numpy as np

from sixfold.kernel.engine import Rows, Words, at, compiled, ctpop, cttz, entry, inlined
from sixfold.kernel.tiles.core import apply, clear
from sixfold.kernel.tiles.layout import (
    BAG,
    BAG_HIGH,
    BAG_LOW,
    COPIES,
    COUNT_BIT,
    END_BONUS,
    HAND_SIZE,
    HANDS,
    KINDS,
    LAID_COUNT,
    LINE_POINTS,
    MAX_TURNS,
    MIRRORED,
    MOVER,
    OPENER,
    PIECES_BIT,
    PLAYING,
    POINTS_BIT,
    QWIRKLE_BONUS,
    RANDOM,
    REACHED,
    SCORE,
    SEATS,
    STATUS,
    STUCK,
    TARGET,
    TURNS,
    UNFINISHED,
    WENT_OUT,
)
from sixfold.kernel.tiles.listing import fits, generate, largest_set, openings

Game = Words


@entry
def scramble(seed: int) -> int:
    """A well mixed word from any number (the finisher of splitmix64), so that neighbouring seeds share nothing."""
    z = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(z)


@inlined
def below(g: Game, n: int) -> int:
    """A random number from 0 to n - 1 (n below 2**31), from the generator inside the game."""
    state = np.uint64(g[RANDOM]) + np.uint64(0x9E3779B97F4A7C15)
    g[RANDOM] = np.int64(state)
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(((z >> np.uint64(33)) * np.uint64(n)) >> np.uint64(31))


@inlined
def take(g: Game, seat: int, piece: int) -> None:
    """Put one piece into a hand."""
    h = HANDS + 3 * seat
    bit = 1 << piece
    if g[at(h)] & bit:
        if g[at(h + 1)] & bit:
            g[at(h + 2)] |= bit
        else:
            g[at(h + 1)] |= bit
    else:
        g[at(h)] |= bit


@inlined
def give(g: Game, seat: int, piece: int) -> None:
    """Take one piece out of a hand that holds it."""
    h = HANDS + 3 * seat
    bit = 1 << piece
    if g[at(h + 2)] & bit:
        g[at(h + 2)] ^= bit
    elif g[at(h + 1)] & bit:
        g[at(h + 1)] ^= bit
    else:
        g[at(h)] ^= bit


@inlined
def held(g: Game, seat: int) -> int:
    """How many pieces a hand has."""
    h = HANDS + 3 * seat
    return ctpop(g[at(h)]) + ctpop(g[at(h + 1)]) + ctpop(g[at(h + 2)])


@inlined
def bag_count(g: Game) -> int:
    """How many pieces the bag has."""
    return g[BAG_HIGH] - g[BAG_LOW]


@inlined
def pull(g: Game, seat: int) -> int:
    """Draw one piece from the pile: from the top, or from the bottom for odd seats of a mirrored deal."""
    if g[MIRRORED] and seat & 1:
        piece = g[at(BAG + g[BAG_LOW])]
        g[BAG_LOW] += 1
    else:
        g[BAG_HIGH] -= 1
        piece = g[at(BAG + g[BAG_HIGH])]
    return piece


@compiled
def refill(g: Game, seat: int) -> None:
    """T13: draw back up to a full hand, or as many as the bag has."""
    missing = min(g[HAND_SIZE] - held(g, seat), bag_count(g))
    for _ in range(missing):
        take(g, seat, pull(g, seat))


@compiled
def put_back(g: Game, piece: int) -> None:
    """Return a piece to the bag at a random place."""
    if g[BAG_LOW] > 0:
        g[BAG_LOW] -= 1
        here = g[BAG_LOW]
    else:
        here = g[BAG_HIGH]
        g[BAG_HIGH] += 1
    other = g[BAG_LOW] + below(g, g[BAG_HIGH] - g[BAG_LOW])
    g[at(BAG + here)] = g[at(BAG + other)]
    g[at(BAG + other)] = piece


@entry
def fill_bag(g: Game, pieces: Words) -> None:
    """An empty bag gets these pieces, each at a random place."""
    g[BAG_LOW] = 0
    g[BAG_HIGH] = 0
    for i in range(pieces.size):
        put_back(g, pieces[at(i)])


@compiled
def exchange(g: Game, seat: int, aside: Words, count: int) -> None:
    """T14: the pieces `aside[:count]` leave the hand, as many are drawn, then they go into the bag."""
    for i in range(count):
        give(g, seat, aside[at(i)])
    for _ in range(count):
        take(g, seat, pull(g, seat))
    for i in range(count):
        put_back(g, aside[at(i)])


@entry
def set_rules(g: Game, kinds: int, copies: int, hand: int, bonus: int, end_bonus: int) -> None:
    """Write the numbers of the rules and the points of a line of each length (T11, T12)."""
    g[KINDS] = kinds
    g[COPIES] = copies
    g[HAND_SIZE] = hand
    g[QWIRKLE_BONUS] = bonus
    g[END_BONUS] = end_bonus
    for n in range(8):
        g[at(LINE_POINTS + n)] = n if n > 1 else 0
    g[at(LINE_POINTS + kinds)] += bonus


@entry
def deal(g: Game, seats: int, seed: int, mirrored: int) -> None:
    """T1 to T3: a full bag in an order of the seed, full hands, and the opener to move."""
    clear(g)
    g[SEATS] = seats
    g[TURNS] = 0
    g[STATUS] = PLAYING
    g[RANDOM] = scramble(seed)
    g[MIRRORED] = mirrored
    n = 0
    for color in range(g[KINDS]):
        for shape in range(g[KINDS]):
            for _ in range(g[COPIES]):
                g[at(BAG + n)] = 6 * color + shape
                n += 1
    for i in range(n - 1, 0, -1):
        j = below(g, i + 1)
        piece = g[at(BAG + i)]
        g[at(BAG + i)] = g[at(BAG + j)]
        g[at(BAG + j)] = piece
    g[BAG_LOW] = 0
    g[BAG_HIGH] = n
    most = 0
    for seat in range(seats):
        g[at(SCORE + seat)] = 0
        for plane in range(3):
            g[at(HANDS + 3 * seat + plane)] = 0
        refill(g, seat)
        size = largest_set(g[at(HANDS + 3 * seat)])
        if size > most:
            most = size
            g[MOVER] = seat
            g[OPENER] = seat


@entry
def list_plays(g: Game, hand: int, out: Words) -> int:
    """All plays of a hand, the opening's on an empty table."""
    if g[LAID_COUNT] == 0:
        return openings(g, hand, out)
    return generate(g, hand, out)


@entry
def play(g: Game, move: int) -> None:
    """The mover makes a play, scores, draws (T13), and goes out with an empty bag and hand (T17)."""
    seat = g[MOVER]
    apply(g, move)
    for i in range((move >> COUNT_BIT) & 7):
        give(g, seat, (move >> (PIECES_BIT + 6 * i)) & 63)
    g[at(SCORE + seat)] += move >> POINTS_BIT
    refill(g, seat)
    if held(g, seat) == 0:
        g[at(SCORE + seat)] += g[END_BONUS]
        g[STATUS] = WENT_OUT


@compiled
def stuck(g: Game) -> bool:
    """T18: the bag is empty and nothing in any hand fits."""
    if bag_count(g) > 0:
        return False
    hands = 0
    for seat in range(g[SEATS]):
        hands |= g[at(HANDS + 3 * seat)]
    return not fits(g, hands)


@compiled
def reached(g: Game, seat: int) -> bool:
    """T21: the turn would pass to the seat that begins the rounds, and somebody has the target."""
    if g[TARGET] == 0 or seat != g[OPENER]:
        return False
    best = 0
    for one in range(g[SEATS]):
        best = max(best, g[at(SCORE + one)])
    return best >= g[TARGET]


@entry
def next_turn(g: Game) -> None:
    """The turn is over: pass on to the next seat (T5), and see whether the game is over too."""
    g[TURNS] += 1
    g[MOVER] = (g[MOVER] + 1) % g[SEATS]
    if g[STATUS] == PLAYING:
        if stuck(g):
            g[STATUS] = STUCK
        elif reached(g, g[MOVER]):
            g[STATUS] = REACHED
        elif g[TURNS] >= MAX_TURNS:
            g[STATUS] = UNFINISHED


@entry
def exchange_all(g: Game, aside: Words) -> int:
    """The mover exchanges as much of the hand as the bag allows, the lowest pieces first; how many."""
    seat = g[MOVER]
    count = min(held(g, seat), bag_count(g))
    n = 0
    for plane in range(3):
        m = g[at(HANDS + 3 * seat + plane)]
        while m and n < count:
            aside[at(n)] = cttz(m)
            m &= m - 1
            n += 1
    exchange(g, seat, aside, n)
    return n


@entry
def best_of(g: Game, out: Words, n: int) -> int:
    """Greedy's choice: most points, ties by the game's own chance."""
    most = -1
    ties = 0
    for i in range(n):
        points = out[at(i)] >> POINTS_BIT
        if points > most:
            most = points
            ties = 1
        elif points == most:
            ties += 1
    k = below(g, ties)
    for i in range(n):
        if out[at(i)] >> POINTS_BIT == most:
            if k == 0:
                return out[at(i)]
            k -= 1
    return out[0]


@entry
def simple_turn(g: Game, policy: int, out: Words) -> int:
    """One turn of a simple policy: 0 any play, 1 greedy. Exchanges all it can when it cannot play. The number of
    plays it had.

    `out` is the list of plays; if it were too short the game would stop as unfinished rather than go on with a part
    of them.
    """
    seat = g[MOVER]
    n = list_plays(g, g[at(HANDS + 3 * seat)], out)
    if n > out.size:
        g[STATUS] = UNFINISHED
        return n
    if n > 0:
        if policy == 1:
            play(g, best_of(g, out, n))
        else:
            play(g, out[at(below(g, n))])
    elif bag_count(g) > 0:
        exchange_all(g, out)
    next_turn(g)
    return n


@entry
def play_games(g: Game, games: int, seats: int, policies: Words, seed: int, out: Words, results: Rows) -> int:
    """Play whole games with one policy per seat; one row of `results` each: scores, turns, status. The plays listed
    in all.

    Game i depends on seed and i alone, so any split of a batch over threads gives the same rows.
    """
    listed = 0
    for i in range(games):
        deal(g, seats, seed + i, 0)
        while g[STATUS] == PLAYING:
            listed += simple_turn(g, policies[at(g[MOVER])], out)
        for seat in range(seats):
            results[i, seat] = g[at(SCORE + seat)]
        results[i, 4] = g[TURNS]
        results[i, 5] = g[STATUS]
    return listed
