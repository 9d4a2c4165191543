"""Tile games that learning needs, compiled: self-play written down, and mirrored matches against greedy."""

from __future__ import annotations

from typing import Any

import numpy as np

from sixfold.kernel.engine import at, compiled
from sixfold.kernel.tiles.games import bag_count, best_of, deal, exchange_all, held, list_plays, next_turn, play
from sixfold.kernel.tiles.layout import HANDS, MOVER, PLAYING, SCORE, STATUS
from sixfold.kernel.tiles.thinking.policy import keep, thoughtful_turn
from sixfold.kernel.tiles.thinking.value import features, network

Game = Any


@compiled
def match(g: Game, w: Any, s: Any, pairs: int, seed: int, rows: Any) -> None:
    """Mirrored two-player games of the learned policy against greedy: a row per game, own and other score."""
    for i in range(2 * pairs):
        deal(g, 2, seed + i // 2, 1)
        me = i & 1
        while g[STATUS] == PLAYING:
            if g[MOVER] == me:
                thoughtful_turn(g, w, s, 0.0)
            else:
                n = list_plays(g, g[at(HANDS + 3 * g[MOVER])], s.plays)
                if n > 0:
                    play(g, best_of(g, s.plays, n))
                elif bag_count(g) > 0:
                    exchange_all(g, s.out)
            next_turn(g)
        rows[i, 0] = g[at(SCORE + me)]
        rows[i, 1] = g[at(SCORE + 1 - me)]


@compiled
def self_play(
    g: Game,
    w: Any,
    s: Any,
    games: int,
    seats: int,
    seed: int,
    explore: float,
    trace: float,
    inputs: Any,
    targets: Any,
    worth: Any,
    gains: Any,
    owner: Any,
) -> int:
    """Games of the policy against itself, written down for learning; how many rows of `inputs` and `targets` were
    filled.

    A row is the position after a move; its target is the gain on the mean of the others from there on: what is scored
    until the mover's next position plus a mixture of the value there (1 - trace) and of that position's own target
    (trace). Scratch: `worth`, `gains` (rows x seats) and `owner` per turn of one game.
    """
    rows = 0
    for i in range(games):
        deal(g, seats, seed + i, 0)
        first = rows
        turns = 0
        while g[STATUS] == PLAYING and rows < inputs.shape[0] and turns < worth.size:
            seat = g[MOVER]
            before = g[at(SCORE + seat)]
            a = g[at(HANDS + 3 * seat)]
            b = g[at(HANDS + 3 * seat + 1)]
            c = g[at(HANDS + 3 * seat + 2)]
            bag = bag_count(g)
            other = held(g, (seat + 1) % seats)
            move = thoughtful_turn(g, w, s, explore)
            if move:
                k1, k2, k3 = keep(a, b, c, move)
            else:
                # After a swap: what stayed. (A pass keeps everything, and so does the intersection.)
                k1 = a & g[at(HANDS + 3 * seat)]
                k2 = b & g[at(HANDS + 3 * seat + 1)]
                k3 = c & g[at(HANDS + 3 * seat + 2)]
            features(g, k1, k2, k3, bag, other, seats, inputs[rows], s.out)
            worth[at(turns)] = network(w, inputs[rows], s.h)
            owner[at(turns)] = seat
            gains[at(turns)] = g[at(SCORE + seat)] - before
            next_turn(g)
            rows += 1
            turns += 1
        if g[STATUS] == PLAYING:
            return first
        # Backward: `ahead[s]` is the target of seat s's next position, `since[s]` what was gained on the others until
        # then.
        ahead = np.zeros(4)
        since = np.zeros(4)
        known = np.zeros(4, dtype=np.int64)
        for t in range(turns - 1, -1, -1):
            seat = owner[at(t)]
            targets[at(first + t)] = since[seat] + ahead[seat]
            ahead[seat] = (1.0 - trace) * worth[at(t)] + trace * targets[at(first + t)]
            known[seat] = 1
            since[seat] = 0.0
            gain = gains[at(t)]
            for other in range(seats):
                if other == seat:
                    since[other] += gain
                else:
                    since[other] -= gain / (seats - 1)
    return rows
