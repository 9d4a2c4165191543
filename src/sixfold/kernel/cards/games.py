"""Whole card games in compiled code: the deal, the opening, redraws, draws and the last round, under simple policies.

C1 to C6 and C11 to C15; what one turn can do is in cards_solver. Ages are not packed: a tie for the opening goes to the
lowest seat (C3). A game is one int64 array of GAME words:

    0 SEATS     how many play             4 STOCK_COUNT  cards in the stock         8 HAND_SIZE   a full hand (C1)
    1 MOVER     whose turn it is          5 LAST_TURNS   turns left of the last     9 REDRAWS     at most so many (C11)
    2 RANDOM    the random stream                        round, -1 before it       10 COPIES      of every card
    3 TURNS     finished turns            6 OPENED       0 before the opening      11 PASSED      turns without a card
    HANDS       3 planes for each of 4 seats       TABLE   3 planes       SCORES   Qwirkles of 4 seats
    STOCK       the pile, one card a word, in random order; the last one is drawn first
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sixfold.kernel.cards.bitplanes import COLOR_MASK, NONE, SHAPE_MASK, SINGLE, add, minus, size
from sixfold.kernel.cards.listing import afterstates, raised
from sixfold.kernel.cards.random import below, seeded
from sixfold.kernel.cards.search import KINDS, LEAST
from sixfold.kernel.cards.solver import BEST, solve_full
from sixfold.kernel.engine import Rows, Words, compiled, ctpop, cttz, entry

SEATS: Final = 0
MOVER: Final = 1
RANDOM: Final[Any] = np.int64(2)
TURNS: Final = 3
STOCK_COUNT: Final = 4
LAST_TURNS: Final = 5
OPENED: Final = 6
HAND_SIZE: Final = 8
REDRAWS: Final = 9
COPIES: Final = 10
PASSED: Final = 11
HANDS: Final = 16
TABLE: Final = 28
SCORES: Final = 32
STOCK: Final = 40
GAME: Final = STOCK + 108

GREEDY: Final = 0  # most Qwirkles, then most cards
CARELESS: Final = 1  # any afterstate, at random
SAME: Final[Any] = np.int64(0o543210543210)  # the renaming that changes nothing
MAX_TURNS: Final = 2000  # five redraws, a pass, and again for ever: possible, never seen


@entry
def prepare(g: Words, seats: int, seed: int, stream: int, hand_size: int, redraws: int, copies: int) -> None:
    """An empty game with its numbers and its random stream."""
    g[:] = 0
    g[SEATS], g[RANDOM] = seats, seeded(seed, stream)
    g[HAND_SIZE], g[REDRAWS], g[COPIES] = hand_size, redraws, copies
    g[LAST_TURNS] = -1


@entry
def shuffle(g: Words) -> None:
    """Mix the stock."""
    for high in range(g[STOCK_COUNT] - 1, 0, -1):
        low = below(g, RANDOM, high + 1)
        g[STOCK + high], g[STOCK + low] = g[STOCK + low], g[STOCK + high]


@compiled
def draw(g, seat, count):
    """Put `count` cards of the stock, or as many as there are, into a hand."""
    at = HANDS + 3 * seat
    h1, h2, h3 = g[at], g[at + 1], g[at + 2]
    for _ in range(min(count, g[STOCK_COUNT])):
        g[STOCK_COUNT] -= 1
        h1, h2, h3 = raised(h1, h2, h3, 1 << g[STOCK + g[STOCK_COUNT]], SINGLE)
    g[at], g[at + 1], g[at + 2] = h1, h2, h3


@compiled
def largest(h1):
    """C2: the size of the largest set of different cards of one colour or one shape."""
    most = 0
    for index in range(6):
        most = max(most, ctpop(h1 & (COLOR_MASK << (6 * index))), ctpop(h1 & (SHAPE_MASK << index)))
    return most


@entry
def deal(g: Words, kinds: int, least: int) -> None:
    """C1 to C4: hands, and who opens."""
    while True:
        count = 0
        for color in range(kinds):
            for shape in range(kinds):
                for _ in range(g[COPIES]):
                    g[STOCK + count] = 6 * color + shape
                    count += 1
        g[STOCK_COUNT] = count
        shuffle(g)
        most = 0
        for seat in range(g[SEATS]):
            g[HANDS + 3 * seat], g[HANDS + 3 * seat + 1], g[HANDS + 3 * seat + 2] = 0, 0, 0
            draw(g, seat, g[HAND_SIZE])
            announced = largest(g[HANDS + 3 * seat])
            if announced > most:
                most = announced
                g[MOVER] = seat
        if most >= least:
            return


@compiled
def open_game(g, kinds):
    """C5: the opener lays a largest set, any of them by chance."""
    at = HANDS + 3 * g[MOVER]
    most = largest(g[at])
    row, ways = NONE, NONE
    for index in range(12):
        cells = g[at] & (COLOR_MASK << (6 * index) if index < 6 else SHAPE_MASK << (index - 6))
        if ctpop(cells) == most:
            ways += 1
            if below(g, RANDOM, ways) == 0:
                row = cells
    full = most == kinds
    finish(g, row, NONE, NONE, NONE if full else row, NONE, NONE, SINGLE if full else NONE)


@entry
def finish(g: Words, p1: int, p2: int, p3: int, t1: int, t2: int, t3: int, qwirkles: int) -> None:
    """The end of a turn that played p, left t on the table and took so many Qwirkles (C13, C14)."""
    seat = g[MOVER]
    at = HANDS + 3 * seat
    g[at], g[at + 1], g[at + 2] = minus(g[at], g[at + 1], g[at + 2], p1, p2, p3)
    g[TABLE], g[TABLE + 1], g[TABLE + 2] = t1, t2, t3
    g[SCORES + seat] += qwirkles
    g[OPENED] = 1
    pass_on(g)


@entry
def pass_on(g: Words) -> None:
    """C13: draw up; C14: count the last round; C6: the next seat."""
    seat = g[MOVER]
    at = HANDS + 3 * seat
    wanted = g[HAND_SIZE] - size(g[at], g[at + 1], g[at + 2])
    g[TURNS] += 1
    g[MOVER] = (seat + 1) % g[SEATS]
    if wanted > 0 and g[STOCK_COUNT] > 0:
        draw(g, seat, wanted)
        if g[STOCK_COUNT] == 0:
            g[LAST_TURNS] = g[SEATS]
            return
    if g[LAST_TURNS] > 0:
        g[LAST_TURNS] -= 1


@entry
def redraw(g: Words) -> None:
    """C11: a new hand, then the old one goes into the stock, which is mixed."""
    seat = g[MOVER]
    at = HANDS + 3 * seat
    o1, o2, o3 = g[at], g[at + 1], g[at + 2]
    g[at], g[at + 1], g[at + 2] = 0, 0, 0
    draw(g, seat, g[HAND_SIZE])
    for plane in (o1, o2, o3):
        cells = plane
        while cells:
            g[STOCK + g[STOCK_COUNT]] = cttz(cells)
            g[STOCK_COUNT] += 1
            cells &= cells - 1
    shuffle(g)


@entry
def over(g: Words) -> bool:
    """Whether the game has ended."""
    return g[LAST_TURNS] == 0 or g[TURNS] >= MAX_TURNS


@compiled
def mixing(g):
    """A random renaming of colours and shapes: 3 bits for each of 12."""
    code = NONE
    for half in range(2):
        names = 0o543210
        for last in range(5, -1, -1):
            pick = below(g, RANDOM, last + 1)
            code |= ((names >> (3 * pick)) & 7) << (18 * half + 3 * last)
            names = (names & ~(7 << (3 * pick))) | (((names >> (3 * last)) & 7) << (3 * pick))
    return code


@compiled
def renamed(x, code):
    """One plane with its colours and shapes renamed."""
    y = NONE
    for index in range(6):
        y |= ((x >> (6 * index)) & COLOR_MASK) << (6 * ((code >> (3 * index)) & 7))
    z = NONE
    for index in range(6):
        z |= ((y >> index) & SHAPE_MASK) << ((code >> (18 + 3 * index)) & 7)
    return z


@compiled
def unmixing(code):
    """The renaming that undoes another."""
    back = NONE
    for index in range(6):
        back |= index << (3 * ((code >> (3 * index)) & 7))
        back |= index << (18 + 3 * ((code >> (18 + 3 * index)) & 7))
    return back


@compiled
def greedy_turn(g, w, kinds):
    """Most Qwirkles, then most cards, ties by chance: the solver sees renamed cards. False if no card can be played."""
    at = HANDS + 3 * g[MOVER]
    t1, t2, t3 = g[TABLE], g[TABLE + 1], g[TABLE + 2]
    h1, h2, h3 = g[at], g[at + 1], g[at + 2]
    code = mixing(g) if kinds == 6 else SAME
    x1, x2, x3 = renamed(t1, code), renamed(t2, code), renamed(t3, code)
    y1, y2, y3 = renamed(h1, code), renamed(h2, code), renamed(h3, code)
    qwirkles = solve_full(w, x1, x2, x3, y1, y2, y3)
    if qwirkles < 0:
        return False
    back = unmixing(code)
    p1, p2, p3 = renamed(w[BEST + 2], back), renamed(w[BEST + 3], back), renamed(w[BEST + 4], back)
    q1, q2, q3 = renamed(w[BEST + 5], back), renamed(w[BEST + 6], back), renamed(w[BEST + 7], back)
    t1, t2, t3 = add(t1, t2, t3, p1, p2, p3)
    t1, t2, t3 = minus(t1, t2, t3, q1, q2, q3)
    finish(g, p1, p2, p3, t1, t2, t3, qwirkles)
    return True


@compiled
def careless_turn(g, w, rows):
    """Any afterstate, at random, of the first that `rows` has room for."""
    at = HANDS + 3 * g[MOVER]
    count = afterstates(w, g[TABLE], g[TABLE + 1], g[TABLE + 2], g[at], g[at + 1], g[at + 2], rows)
    if count == 0:
        return False
    r = rows[below(g, RANDOM, min(count, len(rows)))]
    finish(g, r[0], r[1], r[2], r[3], r[4], r[5], r[6])
    return True


@entry
def turn(g: Words, w: Words, rows: Rows, policy: int) -> None:
    """One whole turn of the seat to move, C11's redraws included."""
    if g[OPENED] == 0:
        open_game(g, w[KINDS])
        return
    for tries in range(g[REDRAWS] + 1):
        played = greedy_turn(g, w, w[KINDS]) if policy == GREEDY else careless_turn(g, w, rows)
        if played:
            return
        if g[STOCK_COUNT] == 0 or tries == g[REDRAWS]:
            break
        redraw(g)
    g[PASSED] += 1
    pass_on(g)


@compiled
def play(g, w, rows, policies):
    """Deal a prepared game and play it to its end; `policies` has one for each seat."""
    deal(g, w[KINDS], w[LEAST])
    while not over(g):
        turn(g, w, rows, policies[g[MOVER]])


@entry
def batch(
    g: Words, games: int, first: int, seats: int, seed: int, policies: Words, w: Words, rows: Rows, scores: Rows
) -> None:
    """Many games: game i gives `scores[i]`; the same seed and the same number give the same game, in any batch."""
    for index in range(games):
        prepare(g, seats, seed, first + index, 9, 5, 3)
        play(g, w, rows, policies)
        for seat in range(4):
            scores[index, seat] = g[SCORES + seat]


@entry
def harvest(g: Words, games: int, seats: int, seed: int, policies: Words, w: Words, rows: Rows, positions: Rows) -> int:
    """Tables and hands met in `games` games, six planes a row; how many rows were filled, at most all."""
    count = 0
    for index in range(games):
        prepare(g, seats, seed, index, 9, 5, 3)
        deal(g, w[KINDS], w[LEAST])
        while not over(g):
            if g[OPENED] and count < len(positions):
                at = HANDS + 3 * g[MOVER]
                for plane in range(3):
                    positions[count, plane] = g[TABLE + plane]
                    positions[count, 3 + plane] = g[at + plane]
                count += 1
            turn(g, w, rows, policies[g[MOVER]])
    return count
