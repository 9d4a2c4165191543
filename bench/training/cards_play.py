"""Card games that learning needs, compiled: self-play written down, and duels between two policies."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import numpy as np

from sixfold.kernel.cards.bitplanes import NONE, minus
from sixfold.kernel.cards.games import GREEDY, MOVER, RANDOM, SCORES, deal, over, prepare, turn
from sixfold.kernel.cards.random import below
from sixfold.kernel.cards.search import KINDS, LEAST
from sixfold.kernel.cards.solver import solve_most
from sixfold.kernel.cards.thinking.policy import lead, list_cards, some_hand, value_turn
from sixfold.kernel.cards.thinking.value import read, stage
from sixfold.kernel.engine import compiled


@compiled
def self_play(w, theta, s, seed, first, games, seats, kinds, samples, trace, words, facts, targets):
    """Play games and write every afterstate with what became of it; how many were written. Stops when there is no room.

    Targets: what the next seat can make of the table with eight random hands, and the margin won after that. Of that
    margin a part `trace` is what happened, the rest what the value expected when the same seat had moved again.
    """
    g, ask, stream, rows = s.game, s.ask, s.stream, s.rows
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
            best = value_turn(g, w, theta, s, width, samples, 1.0)
            if best < 0 or ask[2] == 0 or count >= len(words):
                continue
            r = rows[best]
            h1, h2, h3 = minus(ask[4], ask[5], ask[6], r[0], r[1], r[2])
            read(words[count], r[3], r[4], r[5], h1, h2, h3, ask[7], ask[8], ask[9])
            stage(facts[count], seats, ask[1], ask[2], ask[3], r[3], r[4], r[5], h1, h2, h3)
            total = list_cards(s.pool, ask[7], ask[8], ask[9], NONE)
            made = 0.0
            for _ in range(8):
                x1, x2, x3 = some_hand(s.pool, total, ask[10], stream)
                made += max(solve_most(w, r[3], r[4], r[5], x1, x2, x3), 0) / 8.0
            targets[count, 0] = made
            mover[count] = seat
            leads[count] = lead(g, seat)
            expected[count] = s.values[best] - r[6]
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
def duel(w, s, seed, first, deals, theta, samples, other_theta, other_samples, scores):
    """Two-player games between two policies, every deal in both seatings: Qwirkles of the first and of the other.

    `other_samples` -1: the other is greedy.
    """
    g, stream, rows = s.game, s.stream, s.rows
    for index in range(deals):
        for side in range(2):
            prepare(g, 2, seed, first + index, 9, 5, 3)
            stream[0] = g[RANDOM] ^ 0x2545F491
            deal(g, w[KINDS], w[LEAST])
            while not over(g):
                if g[MOVER] == side:
                    value_turn(g, w, theta, s, 9, samples, 1.0)
                elif other_samples < 0:
                    turn(g, w, rows, GREEDY)
                else:
                    value_turn(g, w, other_theta, s, 9, other_samples, 1.0)
            scores[2 * index + side, 0] = g[SCORES + side]
            scores[2 * index + side, 1] = g[SCORES + 1 - side]
