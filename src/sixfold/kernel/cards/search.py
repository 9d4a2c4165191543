"""Whether cards can be arranged into rows, exactly: the search under every question of the card kernel.

Not the rules (those are in sixfold.cards, and share no line with this). Clauses C7 and C8.

Every card lies either in a row of its colour or in a row of its shape. The cards of one line (one of the six colours or
six shapes), counted by kind, can be cut into rows of `least` or more exactly when least * max <= sum. So a table is a
split of every count between its colour line (a) and its shape line (b) such that all twelve lines satisfy that, where

    t <= a + b <= c      t: what must lie on the table,   c: what may

The search keeps bounds on a and b for all 36 cells at once, in bit planes. One node is 18 words of the stack:

    0..2 lower a   3..5 upper a   6..8 lower b   9..11 upper b   12..14 t   15..17 c

Bounds on a line follow from its possible maxima. With S(m) = sum of min(upper, m), a maximum of at most m is possible
when S(m) >= least * m and no lower bound is above m; S(m) - least * m is the slack: a cell may fall short of
min(upper, m) by that much and no more. When nothing tightens any more, every colour line at its upper bounds is legal,
and only the shape lines must be looked at; a cell of a shape line that starves is where the search branches.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sixfold.kernel.cards.bitplanes import COLOR_MASK, SHAPE_MASK, add, minus
from sixfold.kernel.engine import Words, compiled, ctpop, cttz, entry

# The words of a work space, one int64 array for each thread:
ANSWER: Final = 0  # 0..5: a and b of the arrangement that was found
LEAST: Final = 6  # the shortest row (C7)
KINDS: Final = 7  # how many cards make a Qwirkle
CELLS: Final = 8  # the cells that exist: a small game uses a corner of the 6 x 6
STRICT: Final = 9  # 1 while `search` must avoid lines that only a row of KINDS could hold, see `crooked`
NODE: Final = 18
FIRST: Final[Any] = np.int64(NODE)  # the first node of a search
DEPTH: Final = 256  # every branch moves one of the bounds: at most 36 * 6 of them
STACK_END: Final = NODE * (DEPTH + 4)


@compiled
def tighten(l1, l2, l3, h1, h2, h3, mask, least):
    """The bounds of one line after looking at its possible maxima; the last value is False if there is none."""
    x1 = h1 & mask
    n1 = l1 & mask
    if x1 == 0:
        return l1, l2, l3, h1, h2, h3, n1 == 0
    x2 = h2 & mask
    x3 = h3 & mask
    s1 = ctpop(x1) - least
    s2 = s1 + ctpop(x2) - least
    s3 = s2 + ctpop(x3) - least
    # The slack is concave in m and 0 at m = 0, so the maxima that are possible are 0..top.
    top = 0
    if s3 >= 0 and x3 != 0:
        top = 3
    elif s2 >= 0 and x2 != 0:
        top = 2
    elif s1 >= 0:
        top = 1
    if top < 3:
        h3 &= ~mask
        x3 = 0
        if top < 2:
            h2 &= ~mask
            x2 = 0
            if top < 1:
                h1 &= ~mask
                return l1, l2, l3, h1, h2, h3, n1 == 0
    if n1 == 0:
        return l1, l2, l3, h1, h2, h3, True
    low = 1
    if l3 & mask:
        low = 3
    elif l2 & mask:
        low = 2
    if low > top:
        return l1, l2, l3, h1, h2, h3, False
    need1 = mask
    need2 = mask
    need3 = mask
    if low <= 1:
        # m = 1: min(upper, 1) minus the slack
        need1 &= x1 if s1 == 0 else 0
        need2 = 0
        need3 = 0
    if low <= 2 <= top:
        if s2 == 0:
            need1 &= x1
            need2 &= x2
        else:
            need1 &= x2 if s2 == 1 else 0
            need2 = 0
        need3 = 0
    if top == 3:
        if s3 == 0:
            need1 &= x1
            need2 &= x2
            need3 &= x3
        elif s3 == 1:
            need1 &= x2
            need2 &= x3
            need3 = 0
        else:
            need1 &= x3 if s3 == 2 else 0
            need2 = 0
            need3 = 0
    return l1 | need1, l2 | need2, l3 | need3, h1, h2, h3, True


@compiled
def propagate(w, o, least):
    """Tighten all bounds of the node at `o` until nothing changes; False if it has no arrangement."""
    p1, p2, p3 = w[o], w[o + 1], w[o + 2]
    q1, q2, q3 = w[o + 3], w[o + 4], w[o + 5]
    u1, u2, u3 = w[o + 6], w[o + 7], w[o + 8]
    v1, v2, v3 = w[o + 9], w[o + 10], w[o + 11]
    t1, t2, t3 = w[o + 12], w[o + 13], w[o + 14]
    c1, c2, c3 = w[o + 15], w[o + 16], w[o + 17]
    while True:
        mask = COLOR_MASK
        for _ in range(6):
            p1, p2, p3, q1, q2, q3, fine = tighten(p1, p2, p3, q1, q2, q3, mask, least)
            if not fine:
                return False
            mask <<= 6
        d1, d2, d3 = minus(c1, c2, c3, p1, p2, p3)
        v1, v2, v3 = v1 & d1, v2 & d2, v3 & d3
        d1, d2, d3 = minus(t1, t2, t3, q1, q2, q3)
        u1, u2, u3 = u1 | d1, u2 | d2, u3 | d3
        if (u1 & ~v1) | (u2 & ~v2) | (u3 & ~v3):
            return False
        mask = SHAPE_MASK
        for _ in range(6):
            u1, u2, u3, v1, v2, v3, fine = tighten(u1, u2, u3, v1, v2, v3, mask, least)
            if not fine:
                return False
            mask <<= 1
        d1, d2, d3 = minus(c1, c2, c3, u1, u2, u3)
        e1, e2, e3 = minus(t1, t2, t3, v1, v2, v3)
        d1, d2, d3 = q1 & d1, q2 & d2, q3 & d3
        e1, e2, e3 = p1 | e1, p2 | e2, p3 | e3
        if (e1 & ~d1) | (e2 & ~d2) | (e3 & ~d3):
            return False
        moved = (d1 ^ q1) | (d2 ^ q2) | (d3 ^ q3) | (e1 ^ p1) | (e2 ^ p2) | (e3 ^ p3)
        p1, p2, p3 = e1, e2, e3
        q1, q2, q3 = d1, d2, d3
        if moved == 0:
            break
    w[o], w[o + 1], w[o + 2] = p1, p2, p3
    w[o + 3], w[o + 4], w[o + 5] = q1, q2, q3
    w[o + 6], w[o + 7], w[o + 8] = u1, u2, u3
    w[o + 9], w[o + 10], w[o + 11] = v1, v2, v3
    return True


@compiled
def settle(w, o, least):
    """Put the colour lines at their upper bounds; 0 if the shape lines live with that, else the cell to branch on."""
    q1, q2, q3 = w[o + 3], w[o + 4], w[o + 5]
    u1, u2, u3 = w[o + 6], w[o + 7], w[o + 8]
    v1, v2, v3 = w[o + 9], w[o + 10], w[o + 11]
    d1, d2, d3 = minus(w[o + 15], w[o + 16], w[o + 17], q1, q2, q3)
    b1, b2, b3 = v1 & d1, v2 & d2, v3 & d3
    short = (v1 & ~b1) | (v2 & ~b2) | (v3 & ~b3)
    if short == 0:
        # Both at their upper bounds at once: legal, as both were just tightened.
        w[ANSWER], w[ANSWER + 1], w[ANSWER + 2] = q1, q2, q3
        w[ANSWER + 3], w[ANSWER + 4], w[ANSWER + 5] = b1, b2, b3
        return 0
    mask = SHAPE_MASK
    for _ in range(6):
        if short & mask:
            x1, x2, x3 = b1 & mask, b2 & mask, b3 & mask
            s1 = ctpop(x1) - least
            s2 = s1 + ctpop(x2) - least
            s3 = s2 + ctpop(x3) - least
            top = 0
            if s3 >= 0:
                top = 3
            elif s2 >= 0:
                top = 2
            elif s1 >= 0:
                top = 1
            low = 0
            if u3 & mask:
                low = 3
            elif u2 & mask:
                low = 2
            elif u1 & mask:
                low = 1
            if low > top:
                return starving(q1, q2, q3, short & mask, least)
            if top < 3:
                b3 &= ~mask
                if top < 2:
                    b2 &= ~mask
                    if top < 1:
                        b1 &= ~mask
        mask <<= 1
    w[ANSWER], w[ANSWER + 1], w[ANSWER + 2] = q1, q2, q3
    w[ANSWER + 3], w[ANSWER + 4], w[ANSWER + 5] = b1, b2, b3
    return 0


@compiled
def starving(q1, q2, q3, cells, least):
    """Of these cells, one whose colour line can best spare a card."""
    best = 0
    most = -100
    while cells:
        shift = cttz(cells)
        bit = 1 << shift
        cells ^= bit
        mask = COLOR_MASK << (6 * (shift // 6))
        x1, x2, x3 = q1 & mask, q2 & mask, q3 & mask
        slack = ctpop(x1) + ctpop(x2) + ctpop(x3) - least
        if x2:
            slack -= least
        if x3:
            slack -= least
        if slack > most:
            most = slack
            best = bit
    return best


@compiled
def crooked(w, o):
    """Where rows of KINDS - 1 cannot hold some line of the ANSWER: a cell to branch on, negative for b; 0 if nowhere.

    Only a rule set with KINDS < 2 * LEAST has such lines; there they are Qwirkles, which must be taken (C9). In Qwirkle
    Cards a row of six can always lie as two rows of three. 1 << 40 says that nothing is left to branch on.
    """
    least, longest = w[LEAST], w[KINDS] - 1
    for part in range(2):
        mask = COLOR_MASK if part == 0 else SHAPE_MASK
        for _ in range(6):
            x1, x2, x3 = w[ANSWER + 3 * part] & mask, w[ANSWER + 3 * part + 1] & mask, w[ANSWER + 3 * part + 2] & mask
            cards = ctpop(x1) + ctpop(x2) + ctpop(x3)
            rows = (1 if x1 else 0) + (1 if x2 else 0) + (1 if x3 else 0)
            while longest * rows < cards:
                rows += 1
            if least * rows > cards:
                base = o + 6 * part
                loose = (w[base] ^ w[base + 3]) | (w[base + 1] ^ w[base + 4]) | (w[base + 2] ^ w[base + 5])
                if loose & mask == 0:
                    return 1 << 40
                bit = 1 << cttz(loose & mask)
                return bit if part == 0 else -bit
            mask = mask << 6 if part == 0 else mask << 1
    return 0


@compiled
def search(w, o, least):
    """Whether the node at `o` (bounds, t and c filled in) has an arrangement; it is then in the ANSWER words."""
    if not propagate(w, o, least):
        return False
    top = o
    while True:
        bit = settle(w, top, least)
        if bit == 0 and w[STRICT]:
            bit = crooked(w, top)
        if bit == 0:
            return True
        if bit == 1 << 40:
            top -= NODE
        else:
            # This node goes on with the cell at its upper bound; the one above it, first, with less.
            up = top + NODE
            for k in range(NODE):
                w[up + k] = w[top + k]
            base = 0
            if bit < 0:
                bit = -bit
                base = 6
            if w[top + base + 5] & bit:
                w[up + base + 5] &= ~bit
                w[top + base + 2] |= bit
                w[top + base + 1] |= bit
            elif w[top + base + 4] & bit:
                w[up + base + 4] &= ~bit
                w[top + base + 1] |= bit
            else:
                w[up + base + 3] &= ~bit
            w[top + base] |= bit
            top = up
        while top >= o and not propagate(w, top, least):
            top -= NODE
        if top < o:
            return False


@compiled
def open_node(w, o, t1, t2, t3, c1, c2, c3):
    """Fill in a node with no bounds but t and c."""
    w[o], w[o + 1], w[o + 2] = 0, 0, 0
    w[o + 3], w[o + 4], w[o + 5] = c1, c2, c3
    w[o + 6], w[o + 7], w[o + 8] = 0, 0, 0
    w[o + 9], w[o + 10], w[o + 11] = c1, c2, c3
    w[o + 12], w[o + 13], w[o + 14] = t1, t2, t3
    w[o + 15], w[o + 16], w[o + 17] = c1, c2, c3


@entry
def arrangeable(w: Words, t1: int, t2: int, t3: int, c1: int, c2: int, c3: int, least: int) -> bool:
    """Whether all of t, with any part of c beyond it, can lie on the table."""
    open_node(w, FIRST, t1, t2, t3, c1, c2, c3)
    return search(w, FIRST, least)


@compiled
def playable(w, t1, t2, t3, c1, c2, c3, least):
    """Whether t can lie on the table together with at least one card of c beyond it (C6)."""
    root = FIRST
    open_node(w, root, t1, t2, t3, c1, c2, c3)
    if not propagate(w, root, least):
        return False
    # Cards beyond t that the bounds still allow; each is then demanded in turn.
    g1, g2, g3 = add(w[root + 3], w[root + 4], w[root + 5], w[root + 9], w[root + 10], w[root + 11])
    cells = minus(g1 & c1, g2 & c2, g3 & c3, t1, t2, t3)[0]
    while cells:
        bit = 1 << cttz(cells)
        cells ^= bit
        node = root + NODE
        for k in range(NODE):
            w[node + k] = w[root + k]
        if t2 & bit:
            w[node + 14] |= bit
        elif t1 & bit:
            w[node + 13] |= bit
        else:
            w[node + 12] |= bit
        if search(w, node, least):
            return True
    return False


@compiled
def widen(w, c1, c2, c3):
    """Lay, on top of the ANSWER, every card of c for which the rows' number has room; a line's maximum stays."""
    a1, a2, a3 = w[ANSWER], w[ANSWER + 1], w[ANSWER + 2]
    b1, b2, b3 = w[ANSWER + 3], w[ANSWER + 4], w[ANSWER + 5]
    m1, m2, m3 = 0, 0, 0
    n1, n2, n3 = 0, 0, 0
    color = COLOR_MASK
    shape = SHAPE_MASK
    for _ in range(6):
        if a1 & color:
            m1 |= color
            if a2 & color:
                m2 |= color
                if a3 & color:
                    m3 |= color
        if b1 & shape:
            n1 |= shape
            if b2 & shape:
                n2 |= shape
                if b3 & shape:
                    n3 |= shape
        color <<= 6
        shape <<= 1
    d1, d2, d3 = minus(c1, c2, c3, b1, b2, b3)
    a1, a2, a3 = d1 & m1, d2 & m2, d3 & m3
    d1, d2, d3 = minus(c1, c2, c3, a1, a2, a3)
    b1, b2, b3 = d1 & n1, d2 & n2, d3 & n3
    w[ANSWER], w[ANSWER + 1], w[ANSWER + 2] = a1, a2, a3
    w[ANSWER + 3], w[ANSWER + 4], w[ANSWER + 5] = b1, b2, b3
