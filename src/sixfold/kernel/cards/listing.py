"""Every distinct afterstate of a turn: what is played, what is left on the table, how many Qwirkles were taken.

Not the choice among them (sixfold.bots) and not how the rows lie: under C8 a table is its 36 counts. Clauses C6 to C9.

One row of the result is eight words:

    0..2 cards played   3..5 the table that is left   6 Qwirkles taken   7 Qwirkles by line, 2 bits each, colours first
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Final

from sixfold.kernel.cards.bitplanes import NONE, SINGLE, add, minus
from sixfold.kernel.cards.search import CELLS, KINDS, LEAST, STRICT, arrangeable
from sixfold.kernel.cards.solver import HAND, LINES, SEEN, candidates, takeable, takings
from sixfold.kernel.engine import Rows, Words, compiled, cttz, entry

ROW: Final = 8


@compiled
def raised(x1, x2, x3, bit, copies):
    """x with some copies of one card more."""
    for _ in range(copies):
        if x2 & bit:
            x3 |= bit
        elif x1 & bit:
            x2 |= bit
        else:
            x1 |= bit
    return x1, x2, x3


@compiled
def takes(w, out, count, p1, p2, p3, t1, t2, t3):
    """Write a row for every way to take Qwirkles from the table t, on which p already lies; the new number of rows.

    Rows beyond the end of `out` are counted and not written.
    """
    least, cells = w[LEAST], w[CELLS]
    first = count
    found = candidates(w, cells, t1, t2, t3, t1, t2, t3, least)
    # Depth first over the k of each line, most first; a refused k refuses all above it.
    at = -SINGLE
    descend = True
    while True:
        if descend and at + 1 < found:
            at += 1
            w[LINES + at] = w[LINES + 12 + at]
        elif descend:
            q1, q2, q3, fine = takings(w, cells, found)
            d1, d2, d3 = minus(t1, t2, t3, q1, q2, q3)
            if fine and w[KINDS] < 2 * least:
                w[STRICT] = 1
                fine = arrangeable(w, d1, d2, d3, d1, d2, d3, least)
                w[STRICT] = 0
            # Different lines can take the same cards: six colours once are six shapes once.
            for row in range(first, min(count, len(out))):
                if out[row, 3] == d1 and out[row, 4] == d2 and out[row, 5] == d3:
                    fine = False
                    break
            if fine:
                if count < len(out):
                    out[count, 0], out[count, 1], out[count, 2] = p1, p2, p3
                    out[count, 3], out[count, 4], out[count, 5] = d1, d2, d3
                    taken = 0
                    code = 0
                    for k in range(found):
                        taken += w[LINES + k]
                        code |= w[LINES + k] << (2 * w[LINES + 24 + k])
                    out[count, 6], out[count, 7] = taken, code
                count += 1
            descend = False
            continue
        else:
            while at >= 0 and w[LINES + at] == 0:
                at -= 1
            if at < 0:
                return count
            w[LINES + at] -= 1
        descend = True
        if w[LINES + at] != 0:
            q1, q2, q3, descend = takings(w, cells, at + 1)
            descend = descend and takeable(w, q1, q2, q3, t1, t2, t3, t1, t2, t3, least)


@entry
def afterstates(w: Words, t1: int, t2: int, t3: int, h1: int, h2: int, h3: int, out: Rows) -> int:
    """Write all distinct afterstates into `out`; how many there are, which may be more than `out` has room for."""
    least = w[LEAST]
    sorts = NONE
    cells = h1
    while cells:
        bit = 1 << cttz(cells)
        cells ^= bit
        w[HAND + 3 * sorts] = bit
        w[HAND + 3 * sorts + 1] = 1 + (1 if h2 & bit else 0) + (1 if h3 & bit else 0)
        sorts += 1
    count = NONE
    at = -SINGLE
    descend = True
    # No arrangement is known before the first choice.
    w[SEEN], w[SEEN + 1], w[SEEN + 2] = -1, -1, -1
    while True:
        if descend and at + 1 < sorts:
            at += 1
            w[HAND + 3 * at + 2] = w[HAND + 3 * at + 1]
        else:
            while at >= 0 and w[HAND + 3 * at + 2] == 0:
                at -= 1
            if at < 0:
                return count
            w[HAND + 3 * at + 2] -= 1
        # Chosen so far, and with all that is not yet decided.
        p1, p2, p3 = NONE, NONE, NONE
        for k in range(at + 1):
            p1, p2, p3 = raised(p1, p2, p3, w[HAND + 3 * k], w[HAND + 3 * k + 2])
        x1, x2, x3 = add(t1, t2, t3, p1, p2, p3)
        # What was arranged one card earlier may do here as well: it has this card as often as it is chosen now.
        seen = SEEN + 3 * at
        bit = w[HAND + 3 * at]
        descend = (w[seen] ^ x1) & bit == 0 and (w[seen + 1] ^ x2) & bit == 0 and (w[seen + 2] ^ x3) & bit == 0
        if descend and w[seen] >= 0:
            w[seen + 3], w[seen + 4], w[seen + 5] = w[seen], w[seen + 1], w[seen + 2]
        else:
            m1, m2, m3 = p1, p2, p3
            for k in range(at + 1, sorts):
                m1, m2, m3 = raised(m1, m2, m3, w[HAND + 3 * k], w[HAND + 3 * k + 1])
            y1, y2, y3 = add(t1, t2, t3, m1, m2, m3)
            descend = arrangeable(w, x1, x2, x3, y1, y2, y3, least)
            w[seen + 3], w[seen + 4], w[seen + 5] = add(w[0], w[1], w[2], w[3], w[4], w[5])
        if descend and at + 1 == sorts and p1:
            count = takes(w, out, count, p1, p2, p3, x1, x2, x3)
            descend = False
