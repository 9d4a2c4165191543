"""Steps of thinking ahead at the card table: imagined hands, what they make of a table, the best reply. Compiled.

Not the order of these steps, which is a bot's. A decision is the `ask` array of cards_policy. All random choices come
from numbered streams of a seed, so that imagined hand number i is the same for every candidate and every budget.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import numpy as np

from sixfold.kernel.cards_afterstates import afterstates
from sixfold.kernel.cards_planes import NONE, add, minus, size
from sixfold.kernel.cards_policy import ASK, judge, list_cards, narrow, some_hand
from sixfold.kernel.cards_random import seeded
from sixfold.kernel.cards_solver import solve_most
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
def turned(ask, row, x1, x2, x3, other):
    """Write into `other` the decision of the other of two seats, holding x, after this afterstate."""
    kept1, kept2, kept3 = minus(ask[4], ask[5], ask[6], row[0], row[1], row[2])
    kept = size(kept1, kept2, kept3)
    drawn = min(max(9 - kept, 0), ask[1])
    other[0], other[1] = 2, ask[1] - drawn
    if ask[2] >= 0:
        other[2] = ask[2] - 1
    elif ask[1] > 0 and ask[1] == drawn:
        other[2] = 1
    else:
        other[2] = -1
    other[3] = other[10] = kept + drawn
    other[4], other[5], other[6] = x1, x2, x3
    u1, u2, u3 = minus(ask[7], ask[8], ask[9], x1, x2, x3)
    other[7], other[8], other[9] = add(u1, u2, u3, kept1, kept2, kept3)
    other[11] = size(other[7], other[8], other[9])


@compiled
def answer(w, theta, ask, row, x1, x2, x3, kinds, stream, rows, values, guesses, other):
    """What the other of two seats, holding x, wins from here on with its best reply: exact in the last round."""
    turned(ask, row, x1, x2, x3, other)
    t1, t2, t3 = row[3], row[4], row[5]
    if other[2] == 0:
        return np.float64(max(solve_most(w, t1, t2, t3, x1, x2, x3), 0))
    keep = narrow(x1, kinds, stream)
    count = min(afterstates(w, t1, t2, t3, x1 & keep, x2 & keep, x3 & keep, rows), len(rows))
    if count == 0:
        return 0.0
    best = -1e9
    if other[2] == 1:
        # The stock is empty: what is unseen is the hand that plays the very last turn.
        for index in range(count):
            r = rows[index]
            if r[6] > best:
                made = solve_most(w, r[3], r[4], r[5], other[7], other[8], other[9])
                best = max(best, np.float64(r[6] - max(made, 0)))
        return best
    judge(theta, other, rows, count, values, guesses)
    for index in range(count):
        best = max(best, values[index])
    return best


@compiled
def replies(w, theta, ask, rows, chosen, hands, seed, first, kinds, totals):
    """Add to `totals`, for each chosen afterstate, what the other of two seats wins against it with each hand."""
    room = np.empty((4096, 8), np.int64)
    values = np.empty(len(room), np.float64)
    guesses = np.empty(len(room), np.float64)
    other = np.zeros(ASK, np.int64)
    stream = np.zeros(1, np.int64)
    for at in range(len(chosen)):
        for s in range(len(hands)):
            stream[0] = seeded(seed, first + s)
            x1, x2, x3 = hands[s, 0], hands[s, 1], hands[s, 2]
            totals[at] += answer(
                w, theta, ask, rows[chosen[at]], x1, x2, x3, kinds, stream, room, values, guesses, other
            )
