"""Judging one turn of the card game in compiled code: what it plays and takes, or why it is refused, in plain numbers.

The twin of `check` and `lane` in `sixfold.cards.moves` (C1, C2, C5 to C9, C11, C12): the same refusals, in the same
order of asking. Words for people are elsewhere. A turn is its rows in canonical order, those that stay and then those
that are taken: `lengths` has the length of each, `cards` the cards of all, run together. Tables and hands are
multisets of 37 words: 36 counts, and how many more cards nobody knows.
"""

# mypy: disable-error-code="no-any-return,return-value,no-untyped-call"

from __future__ import annotations

from typing import Final

from sixfold.kernel.cards.bitplanes import COLOR_MASK, SHAPE_MASK
from sixfold.kernel.cards.games import largest
from sixfold.kernel.engine import Rows, Words, at, compiled, ctpop, entry

KINDS: Final = 36
UNKNOWN: Final = 36
MULTISET: Final = 37

# The numbers of the rules.
RULE_KINDS: Final = 0
RULE_COPIES: Final = 1
RULE_HAND: Final = 2
RULE_LEAST: Final = 3
RULE_REDRAWS: Final = 4
RULES: Final = 5

# A verdict. CLAUSE is 0 when there is nothing against it.
CLAUSE: Final = 0
REASON: Final = 1
QWIRKLES: Final = 2
ROW: Final = 3  # the number of the row at fault, -1 for none
AMOUNT: Final = 4
SEAT: Final = 5
PIECES: Final = 8  # the cards at fault, 36 counts
PLAYED: Final = PIECES + KINDS  # the cards that come from the hand, 36 counts
VERDICT: Final = PLAYED + KINDS

# How a row stands, one row of numbers.
STATE: Final = 0
COUNT: Final = 1
NEEDS: Final = 2
COLOR: Final = 3  # -1 where it is not settled
SHAPE: Final = 4
ONE: Final = 5  # cards at fault
OTHER: Final = 6
LANE: Final = 7
SCRATCH: Final = LANE + 2 * MULTISET
"""Room for a row in question and two multisets."""

LANES: Final = ("ok", "qwirkle", "short", "duplicate", "mixed", "long")
"""The words of the numbers in STATE."""
OK: Final = LANES.index("ok")
QWIRKLE: Final = LANES.index("qwirkle")
SHORT: Final = LANES.index("short")
DUPLICATE: Final = LANES.index("duplicate")
MIXED: Final = LANES.index("mixed")
LONG: Final = LANES.index("long")

REASONS: Final = (
    "",
    "short",
    "duplicate",
    "mixed",
    "long",
    "vanished",
    "copies",
    "hand",
    "nothing-played",
    "left",
    "not-full",
    "one-row",
    "largest",
    "can-play",
    "redraw-first",
    "stock-empty",
    "redrawn-out",
    "no-draw",
    "seat",
    "count",
    "draw-first",
    "announced",
    "announce-first",
    "wrong-size",
    "over",
)
"""The words of the numbers in REASON; those of rows come first, in the order of LANES."""
VANISHED: Final = REASONS.index("vanished")
COPIES: Final = REASONS.index("copies")
HAND: Final = REASONS.index("hand")
NOTHING_PLAYED: Final = REASONS.index("nothing-played")
LEFT: Final = REASONS.index("left")
NOT_FULL: Final = REASONS.index("not-full")
ONE_ROW: Final = REASONS.index("one-row")
LARGEST: Final = REASONS.index("largest")


@compiled
def refuse(v: Words, clause: int, reason: int) -> bool:
    """Write a refusal; what is at fault is written by who refuses. Always False."""
    v[CLAUSE] = clause
    v[REASON] = reason
    return False


@compiled
def clean(v: Words) -> None:
    """An empty verdict."""
    for i in range(v.size):
        v[at(i)] = 0
    v[ROW] = -1


@compiled
def copies_of(rules: Words, card: int) -> int:
    """C1: how many of a card the box holds."""
    return rules[RULE_COPIES] if card // 6 < rules[RULE_KINDS] and card % 6 < rules[RULE_KINDS] else 0


@compiled
def lane(row: Words, rules: Words, out: Words) -> int:
    """C7: how a row stands, whatever the rest of the table looks like; a row is sorted."""
    n = row.size
    out[STATE], out[COUNT], out[NEEDS] = OK, n, 0
    out[COLOR], out[SHAPE], out[ONE], out[OTHER] = -1, -1, -1, -1
    if n > rules[RULE_KINDS]:
        out[STATE] = LONG
        return LONG
    # The card that lies there most often, the first of equals.
    most = 1
    i = 0
    while i < n:
        same = 1
        while i + same < n and row[at(i + same)] == row[at(i)]:
            same += 1
        if same > most:
            most = same
            out[ONE] = row[at(i)]
        i += same
    if most > 1:
        out[STATE], out[COUNT] = DUPLICATE, most
        return DUPLICATE
    color, shape = True, True
    for i in range(1, n):
        color = color and row[at(i)] // 6 == row[0] // 6
        shape = shape and row[at(i)] % 6 == row[0] % 6
    if n > 1 and not color and not shape:
        out[STATE] = MIXED
        for i in range(n):
            for j in range(i + 1, n):
                if out[ONE] < 0 and row[at(i)] // 6 != row[at(j)] // 6 and row[at(i)] % 6 != row[at(j)] % 6:
                    out[ONE], out[OTHER] = row[at(i)], row[at(j)]
        return MIXED
    if n > 1 and color:
        out[COLOR] = row[0] // 6
    elif n > 1:
        out[SHAPE] = row[0] % 6
    if n < rules[RULE_LEAST]:
        out[STATE], out[NEEDS] = SHORT, rules[RULE_LEAST] - n
    elif n == rules[RULE_KINDS]:
        out[STATE] = QWIRKLE
    return out[STATE]


@entry
def lanes(lengths: Words, cards: Words, rules: Words, out: Rows) -> None:
    """C7: how each row of a draft stands."""
    first = 0
    for i in range(lengths.size):
        lane(cards[first : first + lengths[at(i)]], rules, out[i])
        first += lengths[at(i)]


@compiled
def owned(table: Words, hand: Words, elsewhere: Words, rules: Words, v: Words) -> bool:
    """C1: the cards that v[PLAYED] has exist and come from the hand."""
    extra, missing = False, 0
    for card in range(KINDS):
        played = v[at(PLAYED + card)]
        known = table[at(card)] + played + elsewhere[at(card)]
        if hand.size > 0:
            known += max(0, hand[at(card)] - played)
        beyond = known - copies_of(rules, card)
        v[at(PIECES + card)] = max(0, beyond)
        extra = extra or beyond > 0
    if extra:
        return refuse(v, 1, COPIES)
    if hand.size == 0:
        return True
    for card in range(KINDS):
        lacking = max(0, v[at(PLAYED + card)] - hand[at(card)])
        v[at(PIECES + card)] = lacking
        missing += lacking
    if missing > hand[UNKNOWN]:
        return refuse(v, 1, HAND)
    for card in range(KINDS):
        v[at(PIECES + card)] = 0
    return True


@compiled
def count_played(table: Words, cards: Words, v: Words) -> bool:
    """C8: what the turn plays into v[PLAYED]; whether every card of the table is still there."""
    gone = False
    for card in range(KINDS):
        more = -table[at(card)]
        for i in range(cards.size):
            if cards[at(i)] == card:
                more += 1
        v[at(PLAYED + card)] = max(0, more)
        v[at(PIECES + card)] = max(0, -more)
        gone = gone or more < 0
    return refuse(v, 8, VANISHED) if gone else True


@compiled
def rows_legal(lengths: Words, cards: Words, stay: int, rules: Words, v: Words, scratch: Words) -> bool:
    """C7, C9: a row that stays is legal and not full, one that is taken is full."""
    first = 0
    for i in range(lengths.size):
        state = lane(cards[first : first + lengths[at(i)]], rules, scratch)
        first += lengths[at(i)]
        v[ROW] = i
        if state != OK and state != QWIRKLE:
            return refuse(v, 7, state - QWIRKLE)
        if i < stay and state == QWIRKLE:
            return refuse(v, 9, LEFT)
        if i >= stay and state != QWIRKLE:
            return refuse(v, 9, NOT_FULL)
    v[ROW] = -1
    return True


SOUND: Final = ("", "position/copies", "position/hand")
"""The codes of the numbers that `sound` gives."""


@entry
def sound(table: Words, hand: Words, elsewhere: Words, rules: Words) -> int:
    """C1: 0 for cards that a game could have there, else which code of SOUND says why not."""
    held = hand[UNKNOWN]
    for card in range(KINDS):
        held += hand[at(card)]
        if table[at(card)] + hand[at(card)] + elsewhere[at(card)] > copies_of(rules, card):
            return 1
    return 2 if held > rules[RULE_HAND] else 0


@entry
def why(
    table: Words,
    hand: Words,
    elsewhere: Words,
    lengths: Words,
    cards: Words,
    stay: int,
    rules: Words,
    v: Words,
    scratch: Words,
) -> bool:
    """Judge a turn whose first `stay` rows stay on the table; whether it is legal. An empty hand array: any card."""
    clean(v)
    if not count_played(table, cards, v) or not owned(table, hand, elsewhere, rules, v):
        return False
    total = 0
    for card in range(KINDS):
        total += v[at(PLAYED + card)]
    if total == 0:
        return refuse(v, 6, NOTHING_PLAYED)
    if not rows_legal(lengths, cards, stay, rules, v, scratch):
        return False
    v[QWIRKLES] = lengths.size - stay
    return True


@compiled
def kinds_of(hand: Words) -> int:
    """The kinds in a hand, as bits."""
    bits = 0
    for card in range(KINDS):
        if hand[at(card)] > 0:
            bits |= 1 << card
    return bits


@entry
def announcement(hand: Words) -> int:
    """C2: the size of the largest set of different cards of one colour or one shape."""
    return largest(kinds_of(hand))


@entry
def largest_sets(hand: Words, sets: Words) -> int:
    """C2, C5: the largest sets of a hand as bits, in canonical order; how many, at most twelve."""
    held = kinds_of(hand)
    size = largest(held)
    n = 0
    for index in range(12):
        members = held & (COLOR_MASK << (6 * index) if index < 6 else SHAPE_MASK << (index - 6))
        place = n
        while place > 0:
            apart = sets[at(place - 1)] ^ members
            # Of two sets the one with the lower of the cards that differ comes first.
            if members & apart & -apart == 0:
                break
            place -= 1
        known = place > 0 and sets[at(place - 1)] == members
        if size == 0 or ctpop(members) != size or known:
            continue
        for i in range(n, place, -1):
            sets[at(i)] = sets[at(i - 1)]
        sets[at(place)] = members
        n += 1
    return n


@entry
def why_opening(
    hand: Words, elsewhere: Words, lengths: Words, cards: Words, stay: int, rules: Words, v: Words, scratch: Words
) -> bool:
    """C5: the opener lays one largest set as one row, and nothing else."""
    nothing = scratch[LANE : LANE + MULTISET]
    nothing[:] = 0
    if not why(nothing, hand, elsewhere, lengths, cards, stay, rules, v, scratch):
        return False
    if lengths.size != 1:
        return refuse(v, 5, ONE_ROW)
    size = announcement(hand)
    if lengths[0] < size or (hand[UNKNOWN] == 0 and lengths[0] != size):
        v[ROW], v[AMOUNT] = 0, size
        return refuse(v, 5, LARGEST)
    return True
