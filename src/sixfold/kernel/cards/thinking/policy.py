"""Choosing among afterstates: by the learned value alone, or against hands that the next seat could hold. Compiled.

Not a rule: the strength of the card bots and of self-play is here, their budgets and words are in sixfold.bots.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from sixfold.kernel.cards.bitplanes import NONE, SINGLE, minus, size
from sixfold.kernel.cards.games import (
    HANDS,
    LAST_TURNS,
    MOVER,
    OPENED,
    PASSED,
    REDRAWS,
    SCORES,
    SEATS,
    STOCK,
    STOCK_COUNT,
    TABLE,
    finish,
    greedy_turn,
    open_game,
    pass_on,
    redraw,
)
from sixfold.kernel.cards.listing import afterstates, raised
from sixfold.kernel.cards.random import below
from sixfold.kernel.cards.search import KINDS
from sixfold.kernel.cards.solver import solve_most
from sixfold.kernel.cards.thinking.scratch import Scratch
from sixfold.kernel.cards.thinking.value import forward, read, stage
from sixfold.kernel.engine import Doubles, Floats, Rows, Words, compiled, cttz, entry


@entry
def judge(theta: Floats, s: Scratch, ask: Words, rows: Rows, count: int, values: Doubles, guesses: Doubles) -> None:
    """The learned value of every afterstate; `guesses` is its first output, what the next seat makes, per Qwirkle."""
    seats = ask[0]
    for index in range(count):
        r = rows[index]
        values[index] = r[6]
        guesses[index] = 0.0
        if ask[2] == 0:
            continue
        h1, h2, h3 = minus(ask[4], ask[5], ask[6], r[0], r[1], r[2])
        read(s.cells, r[3], r[4], r[5], h1, h2, h3, ask[7], ask[8], ask[9])
        stage(s.facts, seats, ask[1], ask[2], ask[3], r[3], r[4], r[5], h1, h2, h3)
        forward(theta, s.cells, s.facts, s.lines, s.hidden, s.outputs)
        guesses[index] = s.outputs[0] / (seats - 1)
        values[index] -= guesses[index]
        # With one turn left after this one there is no rest of the game.
        if ask[2] != 1:
            values[index] += s.outputs[1]


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
def choose(w, theta, s, t1, t2, t3, kinds, samples, weight):
    """The row of the best afterstate, -1 if there is none, over at most `kinds` kinds of the hand that `s.ask` tells.

    `samples` > 0: what the next seat can make is found with that many hands instead of the learned guess.
    """
    ask, rows, values, guesses, hands, stream = s.ask, s.rows, s.values, s.guesses, s.hands, s.stream
    keep = narrow(ask[4], kinds, stream)
    count = min(afterstates(w, t1, t2, t3, ask[4] & keep, ask[5] & keep, ask[6] & keep, rows), len(rows))
    if count == 0:
        return -1
    judge(theta, s, ask, rows, count, values, guesses)
    best = 0
    if ask[0] == 2 and ask[1] == 0:
        # The stock is empty: what is unseen is the other hand, card by card.
        samples = 1
    if samples == 0 or ask[2] == 0:
        for index in range(1, count):
            if values[index] > values[best]:
                best = index
        return best
    samples = min(samples, len(hands))
    total = list_cards(s.pool, ask[7], ask[8], ask[9], NONE)
    for k in range(samples):
        hands[k, 0], hands[k, 1], hands[k, 2] = some_hand(s.pool, total, ask[10], stream)
    share = weight / (ask[0] - 1)
    top = -1e9
    for index in range(count):
        r = rows[index]
        value = values[index] + guesses[index]
        for k in range(samples):
            if value <= top:
                break
            made = solve_most(w, r[3], r[4], r[5], hands[k, 0], hands[k, 1], hands[k, 2])
            value -= share * max(made, 0) / samples
        values[index] = value
        if value > top:
            top = value
            best = index
    return best


@compiled
def value_turn(g, w, theta, s, kinds, samples, weight):
    """One whole turn of the seat to move by `choose`, C11's redraws included; the row that was chosen, -1 for none."""
    if g[OPENED] == 0:
        open_game(g, w[KINDS])
        return -1
    if g[LAST_TURNS] == 1 and greedy_turn(g, w, w[KINDS]):
        # Nobody plays after this: every Qwirkle there is.
        return -1
    for tries in range(g[REDRAWS] + 1):
        describe(g, s.ask)
        t1, t2, t3 = g[TABLE], g[TABLE + 1], g[TABLE + 2]
        best = choose(w, theta, s, t1, t2, t3, kinds, samples, weight)
        if best < 0 and kinds < 9:
            best = choose(w, theta, s, t1, t2, t3, 9, samples, weight)
        if best >= 0:
            r = s.rows[best]
            finish(g, r[0], r[1], r[2], r[3], r[4], r[5], r[6])
            return best
        if g[STOCK_COUNT] == 0 or tries == g[REDRAWS]:
            break
        redraw(g)
    g[PASSED] += 1
    pass_on(g)
    return -1


@compiled
def lead(g, seat):
    """Own Qwirkles minus the mean of the others'."""
    total = 0
    for other in range(g[SEATS]):
        total += g[SCORES + other]
    return g[SCORES + seat] - (total - g[SCORES + seat]) / (g[SEATS] - 1.0)
