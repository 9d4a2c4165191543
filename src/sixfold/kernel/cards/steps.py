"""A turn of cards in small steps, and which of them are possible: those that some legal turn has.

Not what a turn does to a game (games) and no choice. Clauses C5 to C9. How rows lie does not matter (C8), so a turn is
what it plays and what it takes:

    0..35   play a card of this kind     36..41   take a Qwirkle of this colour     42..47   of this shape
    48      the turn is done; with nothing else possible, the redraw of C11 or the pass of C12

What is possible shrinks with every step of a turn, so that a step that was refused once is not asked about again.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.kernel.cards.bitplanes import COLOR_MASK, NONE, SHAPE_MASK, SINGLE, add, minus
from sixfold.kernel.cards.games import HANDS, MOVER, OPENED, TABLE, largest
from sixfold.kernel.cards.listing import raised
from sixfold.kernel.cards.search import (
    ANSWER,
    CELLS,
    FIRST,
    KINDS,
    LEAST,
    NODE,
    STRICT,
    arrangeable,
    open_node,
    playable,
    propagate,
    search,
    widen,
)
from sixfold.kernel.engine import compiled, ctpop, cttz

CARDS: Final = 36
COMMIT: Final = 48
STEPS: Final = 49
ALL_STEPS: Final = np.int64((1 << STEPS) - 1)

# An unfinished turn, words among the marks of a game:
PLAYED: Final = 8  # three planes
TAKEN: Final = 11  # three planes: the cards of the Qwirkles
LINES: Final = 14  # how many Qwirkles of each line, 2 bits each, colours first
STILL: Final = 15  # steps that were not refused in this turn
# Arrangements that were found, six words each: three planes of cards in colour rows, three of cards in shape rows.
KNOWN: Final = 16  # bit 12: END is one; bits 0 to 11: so is that of the line
END: Final = 17  # what lies there when this turn ends in some way
EXACT: Final = 23  # what lay there when the turn could last be ended
TAKING: Final = 29  # for each of the twelve lines, when the turn takes one more Qwirkle of it
STEP_MARKS: Final = TAKING + 12 * 6
SOME_END: Final = np.int64(1 << 12)


@compiled
def line_of(index):
    """The cells of one of the twelve lines."""
    return COLOR_MASK << (6 * index) if index < 6 else SHAPE_MASK << (index - 6)


@compiled
def opening_steps(g, m, kinds):
    """C5: exactly one of the largest sets; a Qwirkle among them is taken."""
    h1, p1, taken = g[HANDS + 3 * g[MOVER]], m[PLAYED], m[LINES]
    most = largest(h1)
    found = NONE
    for index in range(12):
        cells = h1 & line_of(index)
        if ctpop(cells) != most or p1 & ~cells or (taken != 0 and taken != 1 << (2 * index)):
            continue
        found |= cells & ~p1
        if most == kinds and taken == 0:
            found |= SINGLE << (CARDS + index)
        elif p1 == cells:
            found |= SINGLE << COMMIT
    return found


@compiled
def total(m, o):
    """The cards of an arrangement."""
    return add(m[o], m[o + 1], m[o + 2], m[o + 3], m[o + 4], m[o + 5])


@compiled
def keep(m, o, w):
    """Keep the arrangement that the search found."""
    for k in range(6):
        m[o + k] = w[ANSWER + k]


@compiled
def holds(m, o, d1, d2, d3):
    """Whether an arrangement has all of these cards."""
    f1, f2, f3 = total(m, o)
    return (d1 & ~f1) | (d2 & ~f2) | (d3 & ~f3) == 0


@compiled
def beyond(m, o, d1, d2, d3):
    """The kinds of which an arrangement has more cards than these."""
    f1, f2, f3 = total(m, o)
    return minus(f1, f2, f3, d1, d2, d3)[0]


@compiled
def plays(m, w, d1, d2, d3, e1, e2, e3, asked, cells, least):
    """Of these cells, those of which one more card can be played: d is to lie there at the end, and e may.

    Of the cells in `asked` more is taken than played: their next card is taken as well.
    """
    found = cells & asked
    if m[KNOWN] & SOME_END:
        if holds(m, END, d1, d2, d3):
            found |= beyond(m, END, d1, d2, d3) & cells
        else:
            m[KNOWN] ^= SOME_END
    cells &= ~found
    if cells == 0:
        return found
    open_node(w, FIRST, d1, d2, d3, e1, e2, e3)
    if not propagate(w, FIRST, least):
        return found
    f1, f2, f3 = add(w[FIRST + 3], w[FIRST + 4], w[FIRST + 5], w[FIRST + 9], w[FIRST + 10], w[FIRST + 11])
    cells &= minus(f1 & e1, f2 & e2, f3 & e3, d1, d2, d3)[0]
    while cells:
        bit = 1 << cttz(cells)
        node = FIRST + NODE
        for k in range(NODE):
            w[node + k] = w[FIRST + k]
        w[node + 12], w[node + 13], w[node + 14] = raised(d1, d2, d3, bit, SINGLE)
        if search(w, node, least):
            # All that lies in the arrangement found, or has room in its rows, can be played too.
            widen(w, e1, e2, e3)
            keep(m, END, w)
            m[KNOWN] |= SOME_END
            found |= beyond(m, END, d1, d2, d3) & cells
        cells &= ~(found | bit)
    return found


@compiled
def spare_row(x1, x2, x3, mask, least):
    """Whether a line of cards, all rows legal, can give a whole row and stay legal."""
    x1, x2, x3 = x1 & mask, x2 & mask, x3 & mask
    rows = (1 if x2 else 0) + (1 if x3 else 0)
    return x1 == mask and ctpop(x2) + ctpop(x3) >= least * rows


@compiled
def takes(m, w, x1, x2, x3, q1, q2, q3, c1, c2, c3, need, least):
    """The lines of which a Qwirkle can be taken: x lies there, q is taken of it, c may lie there.

    With `need` no card is played yet (C6): one has to be, unless the Qwirkles ask for it.
    """
    found = NONE
    e1 = minus(c1, c2, c3, q1, q2, q3)[0]
    for index in range(12):
        mask = line_of(index) & w[CELLS]
        if mask == 0 or e1 & mask != mask or m[STILL] >> (CARDS + index) & 1 == 0:
            continue
        rows = END if index < 6 else END + 3
        kept = TAKING + 6 * index
        r1, r2, r3 = add(q1, q2, q3, mask, NONE, NONE)
        d1, d2, d3 = minus(x1, x2, x3, r1, r2, r3)
        if m[KNOWN] & SOME_END and spare_row(m[rows], m[rows + 1], m[rows + 2], mask, least):  # noqa: SIM114
            fine = True
        elif m[KNOWN] >> index & 1 and holds(m, kept, d1, d2, d3):
            fine = True
        else:
            f1, f2, f3 = minus(c1, c2, c3, r1, r2, r3)
            if need and (r1 & ~x1) | (r2 & ~x2) | (r3 & ~x3) == 0:
                fine = playable(w, d1, d2, d3, f1, f2, f3, least)
            else:
                fine = arrangeable(w, d1, d2, d3, f1, f2, f3, least)
            if fine:
                widen(w, f1, f2, f3)
                keep(m, kept, w)
                m[KNOWN] |= SINGLE << index
        if fine:
            found |= SINGLE << (CARDS + index)
    return found


@compiled
def legal_lines(a1, a2, a3, b1, b2, b3, least):
    """Whether cards split into colour lines a and shape lines b lie in legal rows."""
    color, shape = COLOR_MASK, SHAPE_MASK
    for _ in range(6):
        rows = (1 if a1 & color else 0) + (1 if a2 & color else 0) + (1 if a3 & color else 0)
        if ctpop(a1 & color) + ctpop(a2 & color) + ctpop(a3 & color) < least * rows:
            return False
        rows = (1 if b1 & shape else 0) + (1 if b2 & shape else 0) + (1 if b3 & shape else 0)
        if ctpop(b1 & shape) + ctpop(b2 & shape) + ctpop(b3 & shape) < least * rows:
            return False
        color <<= 6
        shape <<= 1
    return True


@compiled
def joins(m, d1, d2, d3, least):
    """Whether what was added since the turn could last be ended joins the colour rows of then, or the shape rows."""
    f1, f2, f3 = total(m, EXACT)
    if (f1 & ~d1) | (f2 & ~d2) | (f3 & ~d3):
        return False
    r1, r2, r3 = minus(d1, d2, d3, f1, f2, f3)
    a1, a2, a3 = m[EXACT], m[EXACT + 1], m[EXACT + 2]
    b1, b2, b3 = m[EXACT + 3], m[EXACT + 4], m[EXACT + 5]
    x1, x2, x3 = add(a1, a2, a3, r1, r2, r3)
    if legal_lines(x1, x2, x3, b1, b2, b3, least):
        m[EXACT], m[EXACT + 1], m[EXACT + 2] = x1, x2, x3
        return True
    x1, x2, x3 = add(b1, b2, b3, r1, r2, r3)
    if legal_lines(a1, a2, a3, x1, x2, x3, least):
        m[EXACT + 3], m[EXACT + 4], m[EXACT + 5] = x1, x2, x3
        return True
    return False


@compiled
def ends_here(m, w, d1, d2, d3, least):
    """Whether exactly these cards can lie on the table at the end of a turn."""
    strict = w[KINDS] < 2 * least
    if not strict and joins(m, d1, d2, d3, least):
        return True
    w[STRICT] = 1 if strict else 0
    fine = arrangeable(w, d1, d2, d3, d1, d2, d3, least)
    w[STRICT] = 0
    if fine:
        keep(m, EXACT, w)
    return fine


@compiled
def ordinary_steps(g, m, w):
    """C6 to C9: what some legal turn still has."""
    least = w[LEAST]
    at = HANDS + 3 * g[MOVER]
    p1, p2, p3 = m[PLAYED], m[PLAYED + 1], m[PLAYED + 2]
    q1, q2, q3 = m[TAKEN], m[TAKEN + 1], m[TAKEN + 2]
    x1, x2, x3 = g[TABLE], g[TABLE + 1], g[TABLE + 2]
    c1, c2, c3 = add(x1, x2, x3, g[at], g[at + 1], g[at + 2])
    x1, x2, x3 = add(x1, x2, x3, p1, p2, p3)
    d1, d2, d3 = minus(x1, x2, x3, q1, q2, q3)
    e1, e2, e3 = minus(c1, c2, c3, q1, q2, q3)
    asked = minus(q1, q2, q3, x1, x2, x3)[0]
    cells = minus(g[at], g[at + 1], g[at + 2], p1, p2, p3)[0] & m[STILL]
    found = plays(m, w, d1, d2, d3, e1, e2, e3, asked, cells, least)
    if found == 0 and p1 == 0:
        return NONE
    found |= takes(m, w, x1, x2, x3, q1, q2, q3, c1, c2, c3, p1 == 0, least)
    if p1 != 0 and asked == 0 and ends_here(m, w, d1, d2, d3, least):
        found |= SINGLE << COMMIT
    return found


@compiled
def take(m, w, index):
    """One more Qwirkle of a line: what was known of other lines is not known any more."""
    line = line_of(index) & w[CELLS]
    q1, q2, q3 = add(m[TAKEN], m[TAKEN + 1], m[TAKEN + 2], line, NONE, NONE)
    m[TAKEN], m[TAKEN + 1], m[TAKEN + 2] = q1, q2, q3
    m[LINES] += SINGLE << (2 * index)
    known = m[KNOWN] >> index & 1
    if known:
        for k in range(6):
            m[END + k] = m[TAKING + 6 * index + k]
    m[KNOWN] = SOME_END if known else NONE


@compiled
def possible(g, m, w):
    """The steps that the seat to move may take now, as bits."""
    found = opening_steps(g, m, w[KINDS]) if g[OPENED] == 0 else ordinary_steps(g, m, w)
    m[STILL] = found
    return found if found else SINGLE << COMMIT
