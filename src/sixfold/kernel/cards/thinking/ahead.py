"""Steps of thinking ahead at the card table: imagined hands, what they make of a table, the best reply. Compiled.

Not the order of these steps, which is a bot's. A decision is the `ask` array of cards_policy. All random choices come
from numbered streams of a seed, so that imagined hand number i is the same for every candidate and every budget.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import numpy as np

from sixfold.kernel.cards.bitplanes import NONE, SINGLE
from sixfold.kernel.cards.games import (
    GAME,
    HANDS,
    LAST_TURNS,
    MOVER,
    OPENED,
    STOCK,
    STOCK_COUNT,
    draw,
    finish,
    over,
    prepare,
)
from sixfold.kernel.cards.random import below, seeded
from sixfold.kernel.cards.solver import solve_most
from sixfold.kernel.cards.thinking.policy import ASK, lead, list_cards, some_hand, value_turn
from sixfold.kernel.jit import compiled


@compiled
def imagine(ask, seed, first, hands):
    """Fill `hands` with hands that the next seat could hold, numbers `first` and up."""
    pool = np.empty(108, np.int64)
    stream = np.zeros(1, np.int64)
    for index in range(len(hands)):
        # The list is made anew each time, so that hand number i does not depend on where one began.
        total = list_cards(pool, ask[7], ask[8], ask[9], NONE)
        stream[0] = seeded(seed, first + index)
        hands[index, 0], hands[index, 1], hands[index, 2] = some_hand(pool, total, ask[10], stream)


@compiled
def trial(w, rows, chosen, hands, totals):
    """Add to `totals`, for each chosen afterstate, the Qwirkles that the hands make of it."""
    for at in range(len(chosen)):
        r = rows[chosen[at]]
        for s in range(len(hands)):
            made = solve_most(w, r[3], r[4], r[5], hands[s, 0], hands[s, 1], hands[s, 2])
            totals[at] += max(made, 0)


@compiled
def futures(w, theta, ask, rows, chosen, seed, first, number, turns, kinds, margins):
    """Play on from each chosen afterstate in `number` imagined worlds, the same for all, by the learned value.

    After so many `turns` the value says what the rest is worth. Adds to `margins` the own Qwirkles minus the mean of
    the others', from this turn to the end of the game. Seats other than the own look at `kinds` kinds of their hands.
    """
    g = np.zeros(GAME, np.int64)
    there = np.zeros(ASK, np.int64)
    room = np.empty((2048, 8), np.int64)
    values = np.empty(len(room), np.float64)
    guesses = np.empty(len(room), np.float64)
    pool = np.empty(108, np.int64)
    stream = np.zeros(1, np.int64)
    seats = ask[0]
    for world in range(number):
        for at in range(len(chosen)):
            stream[0] = seeded(seed, first + world)
            total = list_cards(pool, ask[7], ask[8], ask[9], NONE)
            prepare(g, seats, seed, first + world, 9, 5, 3)
            g[OPENED] = 1
            g[LAST_TURNS] = ask[2] + 1 if ask[2] >= 0 else -1
            g[HANDS], g[HANDS + 1], g[HANDS + 2] = ask[4], ask[5], ask[6]
            for place in range(total - 1, 0, -1):
                other = below(stream, NONE, place + 1)
                pool[place], pool[other] = pool[other], pool[place]
            g[STOCK_COUNT] = total
            for place in range(total):
                g[STOCK + place] = pool[place]
            for seat in range(1, seats):
                draw(g, seat, ask[9 + seat])
            r = rows[chosen[at]]
            finish(g, r[0], r[1], r[2], r[3], r[4], r[5], r[6])
            seat, best = NONE, -SINGLE
            for _ in range(turns):
                if over(g):
                    break
                seat = g[MOVER]
                best = value_turn(g, w, theta, there, room, kinds, NONE, 1.0, stream, values, guesses)
            margins[at] += lead(g, NONE)
            if best >= 0 and not over(g):
                rest = values[best] - room[best, 6]
                margins[at] += rest if seat == 0 else -rest / (seats - 1)
