"""Steps of thinking ahead at the card table: imagined hands and worlds, and what is made of a table in them. Compiled.

Not the order of these steps, which is in race. A decision is the `ask` array of cards_policy. All random choices come
from numbered streams of a seed, so that imagined hand number i is the same for every candidate and every budget.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from sixfold.kernel.cards.bitplanes import NONE, SINGLE
from sixfold.kernel.cards.games import (
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
from sixfold.kernel.cards.thinking.policy import lead, list_cards, some_hand, value_turn
from sixfold.kernel.cards.thinking.scratch import Scratch
from sixfold.kernel.engine import Doubles, Floats, Rows, Words, compiled, entry


@compiled
def some_next_hand(s, ask, seed, number):
    """A hand that the next seat could hold. The list is made anew each time, so that a number always gives one hand."""
    total = list_cards(s.pool, ask[7], ask[8], ask[9], NONE)
    s.stream[0] = seeded(seed, number)
    return some_hand(s.pool, total, ask[10], s.stream)


@entry
def replies(w: Words, s: Scratch, ask: Words, rows: Rows, seed: int, made: Doubles) -> None:
    """The Qwirkles that one hand of the next seat, number 0, makes of every afterstate."""
    h1, h2, h3 = some_next_hand(s, ask, seed, NONE)
    for row in range(len(rows)):
        r = rows[row]
        made[row] = max(solve_most(w, r[3], r[4], r[5], h1, h2, h3), 0)


@compiled
def futures(
    w: Words,
    theta: Floats,
    s: Scratch,
    ask: Words,
    rows: Rows,
    chosen: Words,
    seed: int,
    first: int,
    number: int,
    turns: int,
    kinds: int,
    margins: Doubles,
) -> None:
    """Play on from each chosen afterstate in `number` imagined worlds, the same for all, by the learned value.

    After so many `turns` the value says what the rest is worth. Adds to `margins` the own Qwirkles minus the mean of
    the others', from this turn to the end of the game. Seats other than the own look at `kinds` kinds of their hands.
    """
    g, pool, stream = s.game, s.pool, s.stream
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
                best = value_turn(g, w, theta, s, kinds, NONE, 1.0)
            margins[at] += lead(g, NONE)
            if best >= 0 and not over(g):
                rest = s.values[best] - s.rows[best, 6]
                margins[at] += rest if seat == 0 else -rest / (seats - 1)
