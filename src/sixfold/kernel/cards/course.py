"""The course of a card game in compiled code, with chance outside: deal, opening, turns, draws, the last round.

C1 to C6, C11 to C15. The twin of `sixfold.cards.state`: who is to do what, and why anything else is refused (a verdict
of `why`). Nothing is drawn here: a game that needs cards says whose and how many, and whoever holds the stock says
which. A game is one array of plain numbers; rows, stacks and the turns that were made are not kept.
"""

# mypy: disable-error-code="no-any-return,return-value"

from __future__ import annotations

from typing import Final

from sixfold.kernel.cards.solver import solve_any
from sixfold.kernel.cards.why import (
    AMOUNT,
    COPIES,
    KINDS,
    LARGEST,
    MULTISET,
    PLAYED,
    QWIRKLES,
    REASONS,
    RULE_COPIES,
    RULE_HAND,
    RULE_KINDS,
    RULE_LEAST,
    RULE_REDRAWS,
    SEAT,
    UNKNOWN,
    announcement,
    clean,
    copies_of,
    refuse,
    why,
    why_opening,
)
from sixfold.kernel.engine import Words, at, compiled, entry

SEATS: Final = 0
MOVER: Final = 1  # -1: nobody
NEED_SEAT: Final = 2  # -1: no draw is due
NEED_COUNT: Final = 3
NEED_FRESH: Final = 4  # 1: the stock is the whole box before this draw
OPENER: Final = 5  # -1 before the opening
TIED: Final = 6  # bits
OVER: Final = 7  # the clause that ended the game, or 0
WINNERS: Final = 8  # bits
SHOWN: Final = 9  # hands shown this turn (C11)
LAST_TURNS: Final = 10  # turns left of the last round, -1 before it
TURNS: Final = 11  # finished turns
SCORES: Final = 12
AGES: Final = 16  # -1 for one that was not told
SIZES: Final = 20  # announcements
HANDS: Final = 24
BACK: Final = HANDS + 4 * MULTISET  # shown, and about to go into the stock
TABLE: Final = BACK + MULTISET
TAKEN: Final = TABLE + MULTISET  # in everyone's Qwirkles
COURSE: Final = TAKEN + MULTISET
OLDEST: Final = 1000
"""C3: an age that was not told counts as the oldest."""

CAN_PLAY: Final = REASONS.index("can-play")
REDRAW_FIRST: Final = REASONS.index("redraw-first")
STOCK_EMPTY: Final = REASONS.index("stock-empty")
REDRAWN_OUT: Final = REASONS.index("redrawn-out")
NO_DRAW: Final = REASONS.index("no-draw")
WRONG_SEAT: Final = REASONS.index("seat")
WRONG_COUNT: Final = REASONS.index("count")
DRAW_FIRST: Final = REASONS.index("draw-first")
ANNOUNCED: Final = REASONS.index("announced")
ANNOUNCE_FIRST: Final = REASONS.index("announce-first")
WRONG_SIZE: Final = REASONS.index("wrong-size")
ENDED: Final = REASONS.index("over")


@entry
def start(c: Words, seats: int, ages: Words, rules: Words) -> None:
    """C1: nobody has a card yet; seat 0 is dealt the first hand."""
    c[:] = 0
    c[SEATS], c[MOVER], c[OPENER], c[LAST_TURNS] = seats, -1, -1, -1
    for seat in range(seats):
        c[at(AGES + seat)] = ages[at(seat)]
    c[NEED_SEAT], c[NEED_COUNT], c[NEED_FRESH] = 0, rules[RULE_HAND], 1


@compiled
def hand_of(c: Words, seat: int) -> Words:
    """The words of a hand."""
    return c[HANDS + MULTISET * seat : HANDS + MULTISET * (seat + 1)]


@compiled
def size_of(cards: Words) -> int:
    """How many cards a multiset has, unknown ones included."""
    total = 0
    for i in range(MULTISET):
        total += cards[at(i)]
    return total


@entry
def stock_count(c: Words, rules: Words) -> int:
    """C1: how many cards lie nowhere else."""
    count = rules[RULE_KINDS] * rules[RULE_KINDS] * rules[RULE_COPIES]
    # Hands, what goes back, the table and the Qwirkles lie one behind the other.
    for i in range(HANDS, COURSE):
        count -= c[at(i)]
    return count


@compiled
def unseen(c: Words, rules: Words, card: int) -> int:
    """How many of a card are known to lie nowhere."""
    count = copies_of(rules, card)
    for some in range((COURSE - HANDS) // MULTISET):
        count -= c[at(HANDS + MULTISET * some + card)]
    return count


@compiled
def anyone_unknown(c: Words) -> bool:
    """Whether some hand holds cards that nobody knows."""
    hidden = 0
    for seat in range(c[SEATS]):
        hidden += c[at(HANDS + MULTISET * seat + UNKNOWN)]
    return hidden > 0


@compiled
def draw_clause(c: Words) -> int:
    """Which clause asks for the draw: C1 the deal, C11 a stuck player, C13 the end of a turn."""
    if c[OPENER] < 0:
        return 1
    return 11 if size_of(c[BACK : BACK + MULTISET]) > 0 else 13


@compiled
def drawable(c: Words, seat: int, cards: Words, rules: Words, v: Words) -> bool:
    """C1, C11, C13: the right seat draws the right number of cards that can be in the stock."""
    if c[NEED_SEAT] < 0:
        return refuse(v, 13, NO_DRAW)
    v[SEAT], v[AMOUNT] = c[NEED_SEAT], c[NEED_COUNT]
    if seat != c[NEED_SEAT]:
        return refuse(v, draw_clause(c), WRONG_SEAT)
    if size_of(cards) != c[NEED_COUNT]:
        return refuse(v, draw_clause(c), WRONG_COUNT)
    for card in range(KINDS):
        if cards[at(card)] > unseen(c, rules, card):
            return refuse(v, 1, COPIES)
    return True


@entry
def draw(c: Words, seat: int, cards: Words, rules: Words, v: Words) -> bool:
    """Answer the need with the cards drawn; whether that was due."""
    clean(v)
    if not drawable(c, seat, cards, rules, v):
        return False
    hand = hand_of(c, seat)
    again = size_of(c[BACK : BACK + MULTISET]) > 0
    for i in range(MULTISET):
        hand[at(i)] += cards[at(i)]
        c[at(BACK + i)] = 0
    c[NEED_SEAT], c[NEED_COUNT], c[NEED_FRESH] = -1, 0, 0
    if again:
        # C11: the turn goes on with the new hand.
        c[MOVER] = seat
    elif c[OPENER] < 0:
        deal_on(c, rules)
    elif stock_count(c, rules) == 0:
        # C14: one more turn for everyone, the one who drew the last card included and last.
        c[LAST_TURNS], c[MOVER], c[SHOWN] = c[SEATS], (seat + 1) % c[SEATS], 0
    else:
        pass_on(c, seat)
    return True


@compiled
def deal_on(c: Words, rules: Words) -> None:
    """C1: the next hand; C2 to C4 once everyone has cards."""
    for seat in range(c[SEATS]):
        if size_of(hand_of(c, seat)) == 0:
            c[NEED_SEAT], c[NEED_COUNT] = seat, rules[RULE_HAND]
            return
    if anyone_unknown(c):
        return
    for seat in range(c[SEATS]):
        c[at(SIZES + seat)] = announcement(hand_of(c, seat))
    open_game(c, rules)


@compiled
def age_of(c: Words, seat: int) -> int:
    """An age as C3 counts it."""
    return c[at(AGES + seat)] if c[at(AGES + seat)] >= 0 else OLDEST


@compiled
def open_game(c: Words, rules: Words) -> None:
    """C2: the largest announcement opens; C4: unless it is too small for a row, then everything is dealt again.

    C3: of those tied the youngest, of equal ages the lowest seat.
    """
    most = 0
    for seat in range(c[SEATS]):
        most = max(most, c[at(SIZES + seat)])
    if most < rules[RULE_LEAST]:
        for i in range(HANDS, COURSE):
            c[at(i)] = 0
        for seat in range(4):
            c[at(SIZES + seat)] = 0
        c[NEED_SEAT], c[NEED_COUNT], c[NEED_FRESH] = 0, rules[RULE_HAND], 1
        return
    for seat in range(c[SEATS]):
        if c[at(SIZES + seat)] == most:
            c[TIED] |= 1 << seat
            if c[OPENER] < 0 or age_of(c, seat) < age_of(c, c[OPENER]):
                c[OPENER] = seat
    c[MOVER] = c[OPENER]


@entry
def announce(c: Words, sizes: Words, rules: Words, v: Words) -> bool:
    """C2 for hands that nobody wrote down: everyone's announcement, 0 for one that was not written down."""
    clean(v)
    v[SEAT] = -1
    if c[OPENER] >= 0 or c[NEED_SEAT] >= 0 or c[OVER] > 0:
        return refuse(v, 2, ANNOUNCED)
    told = False
    for i in range(sizes.size):
        told = told or sizes[at(i)] != 0
    if sizes.size != c[SEATS] or not told:
        return refuse(v, 2, WRONG_SIZE)
    for seat in range(c[SEATS]):
        known = announcement(hand_of(c, seat))
        top = min(known + c[at(HANDS + MULTISET * seat + UNKNOWN)], rules[RULE_KINDS])
        if sizes[at(seat)] != 0 and not known <= sizes[at(seat)] <= top:
            v[SEAT] = seat
            return refuse(v, 2, WRONG_SIZE)
    for seat in range(c[SEATS]):
        c[at(SIZES + seat)] = sizes[at(seat)]
    open_game(c, rules)
    return True


@compiled
def in_turn(c: Words, v: Words) -> bool:
    """Whether somebody is to move at all."""
    if c[OVER] > 0:
        return refuse(v, c[OVER], ENDED)
    if c[NEED_SEAT] >= 0:
        v[SEAT], v[AMOUNT] = c[NEED_SEAT], c[NEED_COUNT]
        return refuse(v, draw_clause(c), DRAW_FIRST)
    if c[MOVER] < 0:
        return refuse(v, 2, ANNOUNCE_FIRST)
    return True


@compiled
def planes_of(cards: Words) -> tuple[int, int, int]:
    """The known cards of a multiset as bit planes."""
    p1, p2, p3 = 0, 0, 0
    for card in range(KINDS):
        n = cards[at(card)]
        p1 |= (1 if n > 0 else 0) << card
        p2 |= (1 if n > 1 else 0) << card
        p3 |= (1 if n > 2 else 0) << card
    return p1, p2, p3


@compiled
def can_play(c: Words, w: Words) -> bool:
    """C6, C11: whether the seat to move can play a card; of a hand with unknown cards, whether the known ones can."""
    t1, t2, t3 = planes_of(c[TABLE : TABLE + MULTISET])
    h1, h2, h3 = planes_of(hand_of(c, c[MOVER]))
    return solve_any(w, t1, t2, t3, h1, h2, h3)


@entry
def judge(c: Words, lengths: Words, cards: Words, stay: int, rules: Words, v: Words, scratch: Words) -> bool:
    """C5 to C9: judge a turn of the seat to move; of an unknown hand the other hands say what it cannot hold."""
    seat = c[MOVER]
    hand = hand_of(c, seat)
    elsewhere = scratch[scratch.size - MULTISET :]
    for i in range(MULTISET):
        elsewhere[at(i)] = c[at(TAKEN + i)]
        for other in range(c[SEATS]):
            if hand[UNKNOWN] > 0 and other != seat:
                elsewhere[at(i)] += c[at(HANDS + MULTISET * other + i)]
    if c[TURNS] == 0:
        return why_opening(hand, elsewhere, lengths, cards, stay, rules, v, scratch)
    return why(c[TABLE : TABLE + MULTISET], hand, elsewhere, lengths, cards, stay, rules, v, scratch)


@entry
def turn(c: Words, lengths: Words, cards: Words, stay: int, rules: Words, v: Words, scratch: Words) -> bool:
    """C5 to C10: the rows lie as the turn says, the Qwirkles go to the player's stack."""
    clean(v)
    if not in_turn(c, v) or not judge(c, lengths, cards, stay, rules, v, scratch):
        return False
    seat = c[MOVER]
    hand = hand_of(c, seat)
    for card in range(KINDS):
        taken = min(hand[at(card)], v[at(PLAYED + card)])
        hand[at(card)] -= taken
        hand[UNKNOWN] -= v[at(PLAYED + card)] - taken
        c[at(TABLE + card)] = 0
    first = 0
    for i in range(lengths.size):
        for k in range(lengths[at(i)]):
            c[at((TABLE if i < stay else TAKEN) + cards[at(first + k)])] += 1
        first += lengths[at(i)]
    c[at(SCORES + seat)] += v[QWIRKLES]
    c[TURNS] += 1
    draw_up(c, seat, rules)
    return True


@entry
def redraw(c: Words, w: Words, rules: Words, v: Words) -> bool:
    """C11: the hand is shown; as many new cards as there are, up to a full hand, are drawn before it goes back."""
    clean(v)
    if not in_turn(c, v) or not stuck(c, w, True, rules, v):
        return False
    seat = c[MOVER]
    c[NEED_SEAT], c[NEED_COUNT] = seat, min(rules[RULE_HAND], stock_count(c, rules))
    c[MOVER] = -1
    c[SHOWN] += 1
    hand = hand_of(c, seat)
    for i in range(MULTISET):
        c[at(BACK + i)] = hand[at(i)]
        hand[at(i)] = 0
    return True


@entry
def pass_turn(c: Words, w: Words, rules: Words, v: Words) -> bool:
    """C11, C12: the turn is used up."""
    clean(v)
    if not in_turn(c, v) or not stuck(c, w, False, rules, v):
        return False
    c[TURNS] += 1
    draw_up(c, c[MOVER], rules)
    return True


@entry
def due(stock: int, shown: int, rules: Words) -> int:
    """C11, C12: what who cannot play does: 1 redraws while there is a stock, a few times at most, else 0 passes."""
    return 1 if stock > 0 and shown < rules[RULE_REDRAWS] else 0


@compiled
def stuck(c: Words, w: Words, again: bool, rules: Words, v: Words) -> bool:
    """C6, C11, C12: whether a player may redraw (`again`) or pass."""
    if c[TURNS] == 0:
        return refuse(v, 5, LARGEST)
    if can_play(c, w):
        return refuse(v, 11 if again else 6, CAN_PLAY)
    stock = stock_count(c, rules)
    if due(stock, c[SHOWN], rules) == (1 if again else 0):
        return True
    if not again:
        return refuse(v, 11, REDRAW_FIRST)
    if stock == 0:
        return refuse(v, 12, STOCK_EMPTY)
    v[AMOUNT] = c[SHOWN]
    return refuse(v, 11, REDRAWN_OUT)


@compiled
def draw_up(c: Words, seat: int, rules: Words) -> None:
    """C13: draw back up to a full hand, or as many as the stock still has."""
    count = min(rules[RULE_HAND] - size_of(hand_of(c, seat)), stock_count(c, rules))
    c[MOVER] = -1
    if count > 0:
        c[NEED_SEAT], c[NEED_COUNT] = seat, count
    else:
        pass_on(c, seat)


@compiled
def pass_on(c: Words, seat: int) -> None:
    """C6: clockwise; C14: unless that was the last turn of the last round. C15: the most Qwirkles wins."""
    c[SHOWN] = 0
    if c[LAST_TURNS] != 1:
        c[LAST_TURNS] -= 1 if c[LAST_TURNS] > 0 else 0
        c[MOVER] = (seat + 1) % c[SEATS]
        return
    c[LAST_TURNS], c[OVER], c[MOVER] = 0, 14, -1
    most = 0
    for one in range(c[SEATS]):
        most = max(most, c[at(SCORES + one)])
    for one in range(c[SEATS]):
        if c[at(SCORES + one)] == most:
            c[WINNERS] |= 1 << one
