"""Choosing among afterstates: by the learned value alone, or against hands that the next seat could hold. Compiled.

Not a rule: the strength of the card bots and of self-play is here, their budgets and words are in sixfold.bots.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.kernel.cards_afterstates import afterstates, raised
from sixfold.kernel.cards_games import (
    GAME,
    GREEDY,
    HANDS,
    LAST_TURNS,
    MOVER,
    OPENED,
    PASSED,
    RANDOM,
    REDRAWS,
    SCORES,
    SEATS,
    STOCK,
    STOCK_COUNT,
    TABLE,
    deal,
    finish,
    greedy_turn,
    open_game,
    over,
    pass_on,
    prepare,
    redraw,
    turn,
)
from sixfold.kernel.cards_planes import NONE, SINGLE, minus, size
from sixfold.kernel.cards_random import below
from sixfold.kernel.cards_search import KINDS, LEAST
from sixfold.kernel.cards_solver import solve_most
from sixfold.kernel.cards_value import CELLS, FACT_COUNT, H, M, forward, read, stage
from sixfold.kernel.jit import compiled, cttz

# The numbers of a decision, one int64 array:
#   0 seats   1 stock   2 turns of the last round after this one, -1 before   3 cards in the other hands
#   4..6 the own hand   7..9 the unseen cards   10 cards in the next hand   11 in the one after   12 in the fourth
ASK: Final = 13


@compiled
def judge(theta, ask, rows, count, values, guesses):
    """The learned value of every afterstate; `guesses` is its first output, what the next seat makes, per Qwirkle."""
    words = np.zeros(CELLS, np.int64)
    facts = np.zeros(FACT_COUNT, np.float32)
    lines = np.zeros((14, H), np.float32)
    hidden = np.zeros(M, np.float32)
    outputs = np.zeros(2, np.float32)
    seats = ask[0]
    for index in range(count):
        r = rows[index]
        values[index] = r[6]
        guesses[index] = 0.0
        if ask[2] == 0:
            continue
        h1, h2, h3 = minus(ask[4], ask[5], ask[6], r[0], r[1], r[2])
        read(words, r[3], r[4], r[5], h1, h2, h3, ask[7], ask[8], ask[9])
        stage(facts, seats, ask[1], ask[2], ask[3], r[3], r[4], r[5], h1, h2, h3)
        forward(theta, words, facts, lines, hidden, outputs)
        guesses[index] = outputs[0] / (seats - 1)
        values[index] -= guesses[index]
        # With one turn left after this one there is no rest of the game.
        if ask[2] != 1:
            values[index] += outputs[1]


@compiled
def list_cards(pool, x1, x2, x3, count):
    """Append the cards of a multiset to a list; the new length."""
    for plane in (x1, x2, x3):
        cells = plane
        while cells:
            pool[count] = cttz(cells)
            count += 1
            cells &= cells - 1
    return count


@compiled
def some_hand(pool, count, cards, stream):
    """Draw `cards` of the first `count` in the list, which is mixed on the way."""
    x1, x2, x3 = NONE, NONE, NONE
    for k in range(min(cards, count)):
        other = k + below(stream, NONE, count - k)
        pool[k], pool[other] = pool[other], pool[k]
        x1, x2, x3 = raised(x1, x2, x3, 1 << pool[k], SINGLE)
    return x1, x2, x3


@compiled
def describe(g, ask):
    """Write down what the seat to move knows of a game in progress."""
    seat, seats = g[MOVER], g[SEATS]
    ask[0], ask[1] = seats, g[STOCK_COUNT]
    ask[2] = g[LAST_TURNS] - 1 if g[LAST_TURNS] > 0 else -1
    at = HANDS + 3 * seat
    ask[4], ask[5], ask[6] = g[at], g[at + 1], g[at + 2]
    u1, u2, u3 = NONE, NONE, NONE
    for k in range(g[STOCK_COUNT]):
        u1, u2, u3 = raised(u1, u2, u3, 1 << g[STOCK + k], SINGLE)
    ask[3] = 0
    for step in range(1, seats):
        at = HANDS + 3 * ((seat + step) % seats)
        held = size(g[at], g[at + 1], g[at + 2])
        ask[3] += held
        ask[9 + step] = held
        for plane in range(3):
            cells = g[at + plane]
            while cells:
                u1, u2, u3 = raised(u1, u2, u3, cells & -cells, SINGLE)
                cells &= cells - 1
    ask[7], ask[8], ask[9] = u1, u2, u3


@compiled
def narrow(h1, kinds, stream):
    """At most `kinds` of the kinds in a hand, by chance."""
    cells = h1
    while size(cells, NONE, NONE) > kinds:
        skip = below(stream, NONE, size(cells, NONE, NONE))
        rest = cells
        for _ in range(skip):
            rest &= rest - 1
        cells ^= rest & -rest
    return cells


@compiled
def choose(w, theta, ask, rows, t1, t2, t3, kinds, samples, weight, stream, values, guesses):
    """The row of the best afterstate, -1 if there is none, over at most `kinds` kinds of the hand.

    `samples` > 0: what the next seat can make is found with that many hands instead of the learned guess.
    """
    keep = narrow(ask[4], kinds, stream)
    count = min(afterstates(w, t1, t2, t3, ask[4] & keep, ask[5] & keep, ask[6] & keep, rows), len(rows))
    if count == 0:
        return -1
    judge(theta, ask, rows, count, values, guesses)
    best = 0
    if ask[0] == 2 and ask[1] == 0:
        # The stock is empty: what is unseen is the other hand, card by card.
        samples = 1
    if samples == 0 or ask[2] == 0:
        for index in range(1, count):
            if values[index] > values[best]:
                best = index
        return best
    pool = np.empty(108, np.int64)
    total = list_cards(pool, ask[7], ask[8], ask[9], NONE)
    hands = np.empty((samples, 3), np.int64)
    for s in range(samples):
        hands[s, 0], hands[s, 1], hands[s, 2] = some_hand(pool, total, ask[10], stream)
    share = weight / (ask[0] - 1)
    top = -1e9
    for index in range(count):
        r = rows[index]
        value = values[index] + guesses[index]
        for s in range(samples):
            if value <= top:
                break
            made = solve_most(w, r[3], r[4], r[5], hands[s, 0], hands[s, 1], hands[s, 2])
            value -= share * max(made, 0) / samples
        values[index] = value
        if value > top:
            top = value
            best = index
    return best


@compiled
def value_turn(g, w, theta, ask, rows, kinds, samples, weight, stream, values, guesses):
    """One whole turn of the seat to move by `choose`, C11's redraws included; the row that was chosen, -1 for none."""
    if g[OPENED] == 0:
        open_game(g, w[KINDS])
        return -1
    if g[LAST_TURNS] == 1 and greedy_turn(g, w, w[KINDS]):
        # Nobody plays after this: every Qwirkle there is.
        return -1
    for tries in range(g[REDRAWS] + 1):
        describe(g, ask)
        t1, t2, t3 = g[TABLE], g[TABLE + 1], g[TABLE + 2]
        best = choose(w, theta, ask, rows, t1, t2, t3, kinds, samples, weight, stream, values, guesses)
        if best < 0 and kinds < 9:
            best = choose(w, theta, ask, rows, t1, t2, t3, 9, samples, weight, stream, values, guesses)
        if best >= 0:
            r = rows[best]
            finish(g, r[0], r[1], r[2], r[3], r[4], r[5], r[6])
            return best
        if g[STOCK_COUNT] == 0 or tries == g[REDRAWS]:
            break
        redraw(g)
    g[PASSED] += 1
    pass_on(g)
    return -1


@compiled
def self_play(w, theta, rows, seed, first, games, seats, kinds, samples, trace, words, facts, targets):
    """Play games and write every afterstate with what became of it; how many were written. Stops when there is no room.

    Targets: what the next seat can make of the table with eight random hands, and the margin won after that. Of that
    margin a part `trace` is what happened, the rest what the value expected when the same seat had moved again.
    """
    g = np.empty(GAME, np.int64)
    ask = np.zeros(ASK, np.int64)
    stream = np.zeros(1, np.int64)
    pool = np.empty(108, np.int64)
    values = np.empty(len(rows), np.float64)
    guesses = np.empty(len(rows), np.float64)
    mover = np.empty(len(words), np.int64)
    leads = np.empty(len(words), np.float64)
    expected = np.empty(len(words), np.float64)
    count = NONE
    for game in range(games):
        prepare(g, seats, seed, first + game, 9, 5, 3)
        stream[0] = g[RANDOM] ^ 0x5DEECE66D
        deal(g, w[KINDS], w[LEAST])
        start = count
        while not over(g):
            seat = g[MOVER]
            width = 9 if below(stream, NONE, 4) == 0 else kinds
            best = value_turn(g, w, theta, ask, rows, width, samples, 1.0, stream, values, guesses)
            if best < 0 or ask[2] == 0 or count >= len(words):
                continue
            r = rows[best]
            h1, h2, h3 = minus(ask[4], ask[5], ask[6], r[0], r[1], r[2])
            read(words[count], r[3], r[4], r[5], h1, h2, h3, ask[7], ask[8], ask[9])
            stage(facts[count], seats, ask[1], ask[2], ask[3], r[3], r[4], r[5], h1, h2, h3)
            total = list_cards(pool, ask[7], ask[8], ask[9], NONE)
            made = 0.0
            for _ in range(8):
                x1, x2, x3 = some_hand(pool, total, ask[10], stream)
                made += max(solve_most(w, r[3], r[4], r[5], x1, x2, x3), 0) / 8.0
            targets[count, 0] = made
            mover[count] = seat
            leads[count] = lead(g, seat)
            expected[count] = values[best] - r[6]
            count += 1
        for seat in range(seats):
            # From the end backwards: the margin still to come after each afterstate of this seat.
            later = lead(g, seat)
            for back in range(count - start):
                index = count - 1 - back
                if mover[index] != seat:
                    continue
                rest = later - leads[index]
                targets[index, 1] = rest + targets[index, 0] / (seats - 1)
                later = leads[index] + trace * rest + (1.0 - trace) * expected[index]
    return count


@compiled
def lead(g, seat):
    """Own Qwirkles minus the mean of the others'."""
    total = 0
    for other in range(g[SEATS]):
        total += g[SCORES + other]
    return g[SCORES + seat] - (total - g[SCORES + seat]) / (g[SEATS] - 1.0)


@compiled
def duel(w, rows, seed, first, deals, theta, samples, other_theta, other_samples, scores):
    """Two-player games between two policies, every deal in both seatings: Qwirkles of the first and of the other.

    `other_samples` -1: the other is greedy.
    """
    g = np.empty(GAME, np.int64)
    ask = np.zeros(ASK, np.int64)
    stream = np.zeros(1, np.int64)
    values = np.empty(len(rows), np.float64)
    guesses = np.empty(len(rows), np.float64)
    for index in range(deals):
        for side in range(2):
            prepare(g, 2, seed, first + index, 9, 5, 3)
            stream[0] = g[RANDOM] ^ 0x2545F491
            deal(g, w[KINDS], w[LEAST])
            while not over(g):
                if g[MOVER] == side:
                    value_turn(g, w, theta, ask, rows, 9, samples, 1.0, stream, values, guesses)
                elif other_samples < 0:
                    turn(g, w, rows, GREEDY)
                else:
                    value_turn(g, w, other_theta, ask, rows, 9, other_samples, 1.0, stream, values, guesses)
            scores[2 * index + side, 0] = g[SCORES + side]
            scores[2 * index + side, 1] = g[SCORES + 1 - side]
