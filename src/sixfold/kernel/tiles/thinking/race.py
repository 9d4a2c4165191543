"""Choosing among tile moves, compiled: the moves worth a thought, and rollouts shared out among them by halving.

A race can be cut into steps of any size without changing its result: whoever has a clock looks at it between two steps.
The state of a race, in words:

    0 COUNT   moves that started      3 ROUND   rounds finished       6 BUDGET   rollouts of the whole race
    1 ALIVE   moves still in it       4 DONE    samples used          7 SPENT    rollouts so far
    2 ROUNDS  rounds in all           5 STOP    samples at the end    8 HALVE    1: half of them drop out after a round
                                                of this round
    10 TRACE and on: the moves of the last rollout, the own one first; 0 where nobody could play
"""

# mypy: disable-error-code="no-any-return,return-value"

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.kernel.engine import Floats, Words, at, compiled, entry, zeros
from sixfold.kernel.tiles.games import list_plays
from sixfold.kernel.tiles.layout import HANDS, LAID_COUNT, PIECES_BIT, POINTS_BIT
from sixfold.kernel.tiles.thinking.policy import weigh, weigh_swaps
from sixfold.kernel.tiles.thinking.scratch import Scratch
from sixfold.kernel.tiles.thinking.search import Candidates, Known, simulate

Game = Words
WIDTH: Final = 64
"""The most moves in a race."""
COUNT: Final = 0
ALIVE: Final = 1
ROUNDS: Final = 2
ROUND: Final = 3
DONE: Final = 4
STOP: Final = 5
BUDGET: Final = 6
SPENT: Final = 7
HALVE: Final = 8


def race() -> Candidates:
    """Room for a race."""
    return Candidates(
        moves=zeros(WIDTH),
        priors=zeros(WIDTH, np.float64),
        sums=zeros(WIDTH, np.float64),
        squares=zeros(WIDTH, np.float64),
        leads=zeros(WIDTH, np.float64),
        tried=zeros(WIDTH),
        order=zeros(WIDTH),
        state=zeros(16),
    )


@compiled
def most_points_first(plays: Words, n: int, most: int, out: Words) -> int:
    """Bring the plays that score most to the front, equal ones in their order; how many, at most `most`."""
    top = 0
    for i in range(n):
        top = max(top, plays[at(i)] >> POINTS_BIT)
    count = 0
    for points in range(top, -1, -1):
        for i in range(n):
            if plays[at(i)] >> POINTS_BIT == points and count < most:
                out[at(count)] = plays[at(i)]
                count += 1
    for i in range(count):
        plays[at(i)] = out[at(i)]
    return count


@compiled
def ranked(order: Words, n: int, worth: Words) -> None:
    """Sort the first n places by what they are worth, most first, equal ones in their order."""
    for i in range(1, n):
        here = order[at(i)]
        j = i
        while j > 0 and worth[at(order[at(j - 1)])] < worth[at(here)]:
            order[at(j)] = order[at(j - 1)]
            j -= 1
        order[at(j)] = here


@entry
def candidates(
    g: Game, w: Floats, s: Scratch, r: Candidates, me: int, most: int, seen: int, by_points: bool, swaps: bool
) -> int:
    """The most promising moves by points plus learned value into the race, a swap among them, best first; how many.

    With `seen` not below 0 only so many plays are looked at, those that score most. By points: plays only.
    """
    most = min(most, WIDTH)
    if by_points:
        seen = most
    n = min(list_plays(g, g[at(HANDS + 3 * me)], s.plays), s.plays.size)
    if seen >= 0:
        n = most_points_first(s.plays, n, seen, s.out)
    count = 0
    if by_points:
        for i in range(n):
            r.moves[at(i)] = s.plays[at(i)]
            r.priors[at(i)] = s.plays[at(i)] >> POINTS_BIT
        count = n
    elif n > 0:
        n = weigh(g, w, s, n)
        for i in range(n):
            r.order[at(i)] = i
        ranked(r.order, n, s.values)
        count = min(n, most)
        for i in range(count):
            r.moves[at(i)] = s.plays[at(r.order[at(i)])]
            r.priors[at(i)] = s.values[at(r.order[at(i)])]
    if swaps and g[LAID_COUNT] > 0 and not (by_points and count > 0):
        worth, bits = weigh_swaps(g, w, s)
        place = 0
        while place < count and r.priors[at(place)] >= worth:
            place += 1
        if place < most:
            last = min(count, most - 1)
            for i in range(last, place, -1):
                r.moves[at(i)] = r.moves[at(i - 1)]
                r.priors[at(i)] = r.priors[at(i - 1)]
            r.moves[at(place)] = bits << PIECES_BIT
            r.priors[at(place)] = worth
            count = last + 1
    return count


@entry
def start(r: Candidates, count: int, rollouts: int, halve: bool) -> None:
    """Begin a race of the first `count` moves. All rounds together need at least twice as many rollouts as moves."""
    for i in range(count):
        r.order[at(i)] = i
        r.sums[at(i)] = 0.0
        r.squares[at(i)] = 0.0
        r.leads[at(i)] = 0.0
        r.tried[at(i)] = 0
    rounds = 1
    while halve and 1 << rounds < count:
        rounds += 1
    r.state[COUNT] = count
    r.state[ALIVE] = count
    r.state[ROUNDS] = rounds
    r.state[ROUND] = 0
    r.state[DONE] = 0
    r.state[STOP] = max(1, rollouts // rounds // count)
    r.state[BUDGET] = rollouts
    r.state[SPENT] = 0
    r.state[HALVE] = 1 if halve else 0


@entry
def end_round(r: Candidates) -> None:
    """The round is over, be it early: rank what is left, and the worse half drops out, but not after the last round."""
    ranked(r.order, r.state[ALIVE], r.sums)
    r.state[ROUND] += 1
    if r.state[ROUND] < r.state[ROUNDS]:
        if r.state[HALVE]:
            r.state[ALIVE] = (r.state[ALIVE] + 1) // 2
        r.state[STOP] = r.state[DONE] + max(1, r.state[BUDGET] // r.state[ROUNDS] // r.state[ALIVE])


@entry
def go_on(g: Game, w: Floats, s: Scratch, k: Known, r: Candidates, samples: int) -> bool:
    """Race on for at most so many samples; whether there is more to do."""
    if r.state[ROUND] >= r.state[ROUNDS]:
        return False
    to = min(r.state[DONE] + samples, r.state[STOP])
    simulate(g, w, s, k, r, r.state[ALIVE], r.state[DONE], to)
    r.state[SPENT] += (to - r.state[DONE]) * r.state[ALIVE]
    r.state[DONE] = to
    if to == r.state[STOP]:
        end_round(r)
    return r.state[ROUND] < r.state[ROUNDS]
