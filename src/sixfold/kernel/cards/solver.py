"""The exact card solver: any play, most Qwirkles, most Qwirkles and then most cards, and every distinct afterstate.

Not the rules; only what one turn can do with a table and a hand in planes (bitplanes). Clauses C6 to C9.

Taking k_l Qwirkles from each of the twelve lines removes q = k_colour + k_shape from every cell, and what is left must
be arrangeable. If some k is possible, so is every smaller one (leave a row of six where it lies), so the possible k are
a down-set and a depth-first search may cut a branch at the first refusal. Rows of six count as rows here: where the
most Qwirkles are taken none is left.

The work space of a thread is one array of words: the stack of search, then the words named below.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Final

from sixfold.kernel.cards.bitplanes import COLOR_MASK, NONE, SHAPE_MASK, add, minus, size
from sixfold.kernel.cards.search import (
    ANSWER,
    CELLS,
    FIRST,
    KINDS,
    LEAST,
    STACK_END,
    arrangeable,
    open_node,
    playable,
    propagate,
    search,
    widen,
)
from sixfold.kernel.engine import Words, compiled, cttz, entry, zeros

# After the stack:  0..11 chosen lines' k   12..23 their most   24..35 the lines   36..48 most of all lines from here on
LINES: Final = STACK_END
# The best turn found:   0 Qwirkles   1 cards   2..4 played   5..7 taken   8..10 a   11..13 b   14..25 k by line
BEST: Final = LINES + 64
# A stack of (t, c) for the search for most cards: depth at most 2 * 27
CARDS: Final = BEST + 32
# For the afterstates, each of at most 36 kinds of card in a hand:   0 its bit   1 how many   2 how many chosen
HAND: Final = CARDS + 6 * 80
# and, for each depth of the choice among them, the cards of an arrangement that was found there
SEEN: Final = HAND + 3 * 36
SPACE: Final = SEEN + 3 * 38


@compiled
def takings(w, lines, upto):
    """q in planes for the k chosen so far, and whether no cell is asked for more than three."""
    r1, r2, r3 = NONE, NONE, NONE
    s1, s2, s3 = NONE, NONE, NONE
    for at in range(upto):
        k = w[LINES + at]
        if k == 0:
            continue
        index = w[LINES + 24 + at]
        if index < 6:
            mask = COLOR_MASK << (6 * index)
            r1 |= mask
            if k > 1:
                r2 |= mask
                if k > 2:
                    r3 |= mask
        else:
            mask = SHAPE_MASK << (index - 6)
            s1 |= mask
            if k > 1:
                s2 |= mask
                if k > 2:
                    s3 |= mask
    q1, q2, q3 = add(r1, r2, r3, s1, s2, s3)
    over = (r1 & s3) | (r2 & s2) | (r3 & s1)
    return q1 & lines, q2 & lines, q3 & lines, (over & lines) == 0


@compiled
def takeable(w, q1, q2, q3, t1, t2, t3, c1, c2, c3, least):
    """Whether q can be taken in a turn that plays a card, and the rest arranged.

    With c equal to t the hand has been laid already, and C6 is satisfied.
    """
    if (q1 & ~c1) | (q2 & ~c2) | (q3 & ~c3):
        return False
    d1, d2, d3 = minus(t1, t2, t3, q1, q2, q3)
    e1, e2, e3 = minus(c1, c2, c3, q1, q2, q3)
    if (q1 & ~t1) | (q2 & ~t2) | (q3 & ~t3) or (c1 ^ t1) | (c2 ^ t2) | (c3 ^ t3) == 0:
        return arrangeable(w, d1, d2, d3, e1, e2, e3, least)
    return playable(w, d1, d2, d3, e1, e2, e3, least)


@compiled
def candidates(w, cells, t1, t2, t3, c1, c2, c3, least):
    """List the lines that can give a Qwirkle at all, with the most each can give alone; how many there are."""
    found = NONE
    color = COLOR_MASK
    shape = SHAPE_MASK
    for index in range(12):
        mask = NONE
        if index < 6:
            mask = color & cells
            color <<= 6
        else:
            mask = shape & cells
            shape <<= 1
        if mask == 0 or c1 & mask != mask:
            continue
        most = 0
        if takeable(w, mask, NONE, NONE, t1, t2, t3, c1, c2, c3, least):
            most = 1
            if c2 & mask == mask and takeable(w, mask, mask, NONE, t1, t2, t3, c1, c2, c3, least):
                most = 2
                if c3 & mask == mask and takeable(w, mask, mask, mask, t1, t2, t3, c1, c2, c3, least):
                    most = 3
        if most:
            w[LINES + found] = 0
            w[LINES + 12 + found] = most
            w[LINES + 24 + found] = index
            found += 1
    total = 0
    w[LINES + 36 + found] = 0
    for back in range(found):
        at = found - 1 - back
        total += w[LINES + 12 + at]
        w[LINES + 36 + at] = total
    return found


@compiled
def most_taken(w, found, cells, t1, t2, t3, c1, c2, c3, least):
    """The most Qwirkles over the candidate lines."""
    if found == 0:
        return NONE
    best = w[LINES + 12]
    for at in range(1, found):
        best = max(best, w[LINES + 12 + at])
    if found == 1:
        return best
    at = NONE
    chosen = w[LINES + 12]
    w[LINES] = w[LINES + 12]
    # A single line was tried alone already: only what has two lines is asked again.
    while at >= 0:
        bound = chosen + w[LINES + 36 + at + 1]
        fine = bound > best
        if fine and w[LINES + at] != 0 and chosen != w[LINES + at]:
            q1, q2, q3, fits = takings(w, cells, at + 1)
            if not (fits and takeable(w, q1, q2, q3, t1, t2, t3, c1, c2, c3, least)):
                w[LINES + at] -= 1
                chosen -= 1
                continue
        if fine and at + 1 < found:
            at += 1
            w[LINES + at] = w[LINES + 12 + at]
            chosen += w[LINES + at]
            continue
        if fine:
            best = chosen
        # Fewer from this line cannot be better: back to the last line that can give one less.
        chosen -= w[LINES + at]
        at -= 1
        while at >= 0 and w[LINES + at] == 0:
            at -= 1
        if at >= 0:
            w[LINES + at] -= 1
            chosen -= 1
    return best


@compiled
def keep_best(w, found, qwirkles, cards, p1, p2, p3, q1, q2, q3):
    """Write down the turn whose arrangement is in the ANSWER words."""
    w[BEST], w[BEST + 1] = qwirkles, cards
    w[BEST + 2], w[BEST + 3], w[BEST + 4] = p1, p2, p3
    w[BEST + 5], w[BEST + 6], w[BEST + 7] = q1, q2, q3
    for k in range(6):
        w[BEST + 8 + k] = w[ANSWER + k]
    for k in range(12):
        w[BEST + 14 + k] = 0
    for at in range(found):
        w[BEST + 14 + w[LINES + 24 + at]] = w[LINES + at]


@compiled
def most_cards(w, found, qwirkles, best, q1, q2, q3, t1, t2, t3, c1, c2, c3, least):
    """After taking q, the most cards one can play, if that is more than `best`; the turn is then in BEST."""
    d1, d2, d3 = minus(t1, t2, t3, q1, q2, q3)
    e1, e2, e3 = minus(c1, c2, c3, q1, q2, q3)
    # Cards that q itself takes out of the hand count as played.
    base = size(q1, q2, q3) - size(t1, t2, t3)
    top = CARDS
    w[top], w[top + 1], w[top + 2] = d1, d2, d3
    w[top + 3], w[top + 4], w[top + 5] = e1, e2, e3
    while top >= CARDS:
        d1, d2, d3 = w[top], w[top + 1], w[top + 2]
        e1, e2, e3 = w[top + 3], w[top + 4], w[top + 5]
        top -= 6
        if base + size(e1, e2, e3) <= best:
            continue
        open_node(w, FIRST, d1, d2, d3, e1, e2, e3)
        if not propagate(w, FIRST, least):
            continue
        g1, g2, g3 = add(w[FIRST + 3], w[FIRST + 4], w[FIRST + 5], w[FIRST + 9], w[FIRST + 10], w[FIRST + 11])
        e1, e2, e3 = e1 & g1, e2 & g2, e3 & g3
        bound = base + size(e1, e2, e3)
        if bound <= best:
            continue
        w[FIRST + 15], w[FIRST + 16], w[FIRST + 17] = e1, e2, e3
        if not search(w, FIRST, least):
            continue
        widen(w, e1, e2, e3)
        g1, g2, g3 = add(w[ANSWER], w[ANSWER + 1], w[ANSWER + 2], w[ANSWER + 3], w[ANSWER + 4], w[ANSWER + 5])
        cards = base + size(g1, g2, g3)
        if cards > best:
            best = cards
            f1, f2, f3 = add(g1, g2, g3, q1, q2, q3)
            f1, f2, f3 = minus(f1, f2, f3, t1, t2, t3)
            keep_best(w, found, qwirkles, cards, f1, f2, f3, q1, q2, q3)
        if cards >= bound:
            continue
        # Branch on a card that may lie there and does not: without any more of it, or, first, with one.
        bit = 1 << cttz(minus(e1, e2, e3, g1, g2, g3)[0])
        w[top + 6], w[top + 7], w[top + 8] = d1, d2, d3
        w[top + 9], w[top + 10], w[top + 11] = e1, e2, e3
        top += 6
        w[top + 6], w[top + 7], w[top + 8] = d1, d2, d3
        w[top + 9], w[top + 10], w[top + 11] = e1, e2, e3
        if g2 & bit:
            w[top + 5] &= ~bit
            w[top + 8] |= bit
            w[top + 7] |= bit
        elif g1 & bit:
            w[top + 4] &= ~bit
            w[top + 5] &= ~bit
            w[top + 7] |= bit
        else:
            w[top + 3] &= ~bit
            w[top + 4] &= ~bit
            w[top + 5] &= ~bit
        w[top + 6] |= bit
        top += 6
    return best


@compiled
def fullest(w, found, goal, cells, t1, t2, t3, c1, c2, c3, least):
    """Over every way to take exactly `goal` Qwirkles, the most cards; 0 if there is no such turn."""
    best = NONE
    total = size(c1, c2, c3) - size(t1, t2, t3)
    if found == 0:
        return most_cards(w, NONE, NONE, NONE, NONE, NONE, NONE, t1, t2, t3, c1, c2, c3, least)
    at = NONE
    w[LINES] = w[LINES + 12]
    chosen = w[LINES]
    while at >= 0:
        fine = chosen + w[LINES + 36 + at + 1] >= goal and chosen <= goal
        if fine:
            q1, q2, q3, fine = takings(w, cells, at + 1)
            if fine and at + 1 == found:
                if (q1 & ~c1) | (q2 & ~c2) | (q3 & ~c3) == 0:
                    best = most_cards(w, found, goal, best, q1, q2, q3, t1, t2, t3, c1, c2, c3, least)
                    if best == total:
                        break
                fine = False
            elif fine and w[LINES + at] != 0:
                fine = takeable(w, q1, q2, q3, t1, t2, t3, c1, c2, c3, least)
        if fine:
            at += 1
            w[LINES + at] = w[LINES + 12 + at]
            chosen += w[LINES + at]
            continue
        while at >= 0 and w[LINES + at] == 0:
            at -= 1
        if at >= 0:
            w[LINES + at] -= 1
            chosen -= 1
    return best


@entry
def solve_any(w: Words, t1: int, t2: int, t3: int, h1: int, h2: int, h3: int) -> bool:
    """Whether any card can be played at all (C6, C11)."""
    if h1 == 0:
        return False
    c1, c2, c3 = add(t1, t2, t3, h1, h2, h3)
    return playable(w, t1, t2, t3, c1, c2, c3, w[LEAST])


@entry
def solve_most(w: Words, t1: int, t2: int, t3: int, h1: int, h2: int, h3: int) -> int:
    """The most Qwirkles of one turn, -1 if no card can be played."""
    if h1 == 0:
        return -1
    least, cells = w[LEAST], w[CELLS]
    c1, c2, c3 = add(t1, t2, t3, h1, h2, h3)
    found = candidates(w, cells, t1, t2, t3, c1, c2, c3, least)
    if found == 0:
        return 0 if playable(w, t1, t2, t3, c1, c2, c3, least) else -1
    return most_taken(w, found, cells, t1, t2, t3, c1, c2, c3, least)


@entry
def solve_full(w: Words, t1: int, t2: int, t3: int, h1: int, h2: int, h3: int) -> int:
    """The most Qwirkles, then the most cards, of one turn; the turn is in the BEST words. -1 if there is none."""
    if h1 == 0:
        return -1
    least, cells = w[LEAST], w[CELLS]
    c1, c2, c3 = add(t1, t2, t3, h1, h2, h3)
    found = candidates(w, cells, t1, t2, t3, c1, c2, c3, least)
    goal = most_taken(w, found, cells, t1, t2, t3, c1, c2, c3, least)
    return goal if fullest(w, found, goal, cells, t1, t2, t3, c1, c2, c3, least) > 0 else -1


def workspace(kinds: int = 6, least: int = 3) -> Words:
    """The working words of one thread, for rules with these numbers: the solver allocates nothing."""
    w = zeros(SPACE)
    w[LEAST], w[KINDS] = least, kinds
    w[CELLS] = sum(1 << (6 * color + shape) for color in range(kinds) for shape in range(kinds))
    return w
