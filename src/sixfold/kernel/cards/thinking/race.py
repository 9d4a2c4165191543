"""Choosing among afterstates, compiled: races against imagined hands, or through imagined worlds, by halving.

Every lap costs about as much, and the better half goes on; the same hands or worlds for all. A rollout is one hand or
world for one afterstate. A race can be cut into steps of any size without changing its result. Its state, in words:

    0 COUNT   afterstates that started    4 LAPS    laps planned           8 STOP     so many stay to the end
    1 ALIVE   still in the race           5 LEFT    hands or worlds left   9 MOST     hands or worlds at most
    2 SEEN    hands or worlds so far                of this lap           10 OVER     1 when the race has ended
    3 SPENT   rollouts so far             6 BUDGET  rollouts in all
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sixfold.kernel.cards.solver import solve_most
from sixfold.kernel.cards.thinking.ahead import futures, some_next_hand
from sixfold.kernel.cards.thinking.scratch import Scratch
from sixfold.kernel.engine import Doubles, Floats, Rows, Words, compiled, entry, zeros

WIDTH: Final = 256
"""The most afterstates in a race."""
PRIOR: Final = 6.0
"""The learned value is wrong by 0.2 Qwirkles or so, and one world by 0.4: it weighs as much as a few worlds."""
COUNT: Final = 0
ALIVE: Final = 1
SEEN: Final = 2
SPENT: Final = 3
LAPS: Final = 4
LEFT: Final = 5
BUDGET: Final = 6
STOP: Final = 8
MOST: Final = 9
OVER: Final = 10


class Race(NamedTuple):
    """Afterstates in a race, best first; those still in it come before those that dropped out."""

    chosen: Words
    """Their rows."""
    base: Doubles
    """What each is worth before what is imagined."""
    totals: Doubles
    """What was found in all hands or worlds together."""
    worth: Doubles
    """What each is worth now, or was when it dropped out."""
    state: Words


def race() -> Race:
    """Room for a race."""
    base, totals, worth = (zeros(WIDTH, np.float64) for _ in range(3))
    return Race(zeros(WIDTH), base, totals, worth, zeros(16))


class Plan(NamedTuple):
    """How a race is run: with `turns` 0 against hands of the next seat, else through worlds of so many turns."""

    seed: int
    turns: int
    kinds: int
    """In imagined worlds everyone looks at so many kinds of the hand, by chance."""


@entry
def ranked(r: Race, worth: Doubles, count: int, width: int) -> int:
    """The rows with the highest worths, at most `width`, best first, equal ones in their order; how many."""
    width = min(width, WIDTH)
    n = 0
    for row in range(count):
        if n == width and worth[row] <= r.worth[n - 1]:
            continue
        place = n if n < width else n - 1
        while place > 0 and r.worth[place - 1] < worth[row]:
            r.worth[place] = r.worth[place - 1]
            r.chosen[place] = r.chosen[place - 1]
            place -= 1
        r.worth[place] = worth[row]
        r.chosen[place] = row
        n = min(n + 1, width)
    return n


@entry
def start(r: Race, worth: Doubles, count: int, stop: int, most: int, rollouts: int) -> None:
    """Begin a race of the first `count` chosen rows; `worth` of a row is what it is worth before what is imagined."""
    for i in range(count):
        r.base[i] = worth[r.chosen[i]]
        r.totals[i] = 0.0
    laps = 1
    while 1 << laps <= count // stop:
        laps += 1
    r.state[COUNT], r.state[ALIVE] = count, count
    r.state[SEEN], r.state[SPENT] = 0, 0
    r.state[LAPS], r.state[BUDGET] = laps, rollouts
    r.state[STOP], r.state[MOST] = stop, most
    r.state[OVER] = 0
    r.state[LEFT] = lap(r)
    if r.state[LEFT] == 0:
        r.state[OVER] = 1


@compiled
def lap(r):
    """How many hands or worlds the next lap has."""
    alive = r.state[ALIVE]
    share = max(1, r.state[BUDGET] // r.state[LAPS] // alive)
    return max(0, min(r.state[MOST] - r.state[SEEN], share, (r.state[BUDGET] - r.state[SPENT]) // alive))


@entry
def end_lap(r: Race, seats: int, worlds: bool, stopped: bool) -> None:
    """The lap is over, be it early: rank what is left; the worse half drops out, or the race is over.

    Who dropped out was judged by fewer worlds: in the end it is never told as better than who stayed.
    """
    alive, seen = r.state[ALIVE], r.state[SEEN]
    if seen == 0:
        r.state[OVER] = 1
        return
    for i in range(alive):
        if worlds:
            r.worth[i] = (PRIOR * r.base[i] + r.totals[i]) / (PRIOR + seen)
        else:
            r.worth[i] = r.base[i] - r.totals[i] / (seats - 1) / seen
    for i in range(1, alive):
        chosen, base, total, worth = r.chosen[i], r.base[i], r.totals[i], r.worth[i]
        place = i
        while place > 0 and r.worth[place - 1] < worth:
            r.chosen[place], r.base[place] = r.chosen[place - 1], r.base[place - 1]
            r.totals[place], r.worth[place] = r.totals[place - 1], r.worth[place - 1]
            place -= 1
        r.chosen[place], r.base[place], r.totals[place], r.worth[place] = chosen, base, total, worth
    ended = stopped or alive <= r.state[STOP] or r.state[LEFT] < 0
    if not ended:
        r.state[ALIVE] = max(r.state[STOP], alive // 2)
        r.state[LEFT] = lap(r)
        if r.state[LEFT] == 0:
            ended = True
    if ended:
        r.state[OVER] = 1
        for i in range(1, r.state[COUNT]):
            r.worth[i] = min(r.worth[i], r.worth[i - 1])


@entry
def go_on(w: Words, theta: Floats, s: Scratch, ask: Words, rows: Rows, r: Race, p: Plan, number: int) -> bool:
    """Race on for at most so many hands or worlds; whether there is more to do."""
    for _ in range(number):
        if r.state[OVER]:
            break
        alive, seen = r.state[ALIVE], r.state[SEEN]
        if p.turns > 0:
            futures(w, theta, s, ask, rows, r.chosen[:alive], p.seed, seen, 1, p.turns, p.kinds, r.totals[:alive])
        else:
            h1, h2, h3 = some_next_hand(s, ask, p.seed, seen)
            for i in range(alive):
                t = rows[r.chosen[i]]
                r.totals[i] += max(solve_most(w, t[3], t[4], t[5], h1, h2, h3), 0)
        r.state[SEEN] = seen + 1
        r.state[SPENT] += alive
        r.state[LEFT] -= 1
        if r.state[LEFT] == 0:
            end_lap(r, ask[0], p.turns > 0, False)
    return r.state[OVER] == 0
