"""The course of a tile game in compiled code, with chance outside: deal, opening, turns, draws, the end.

T1 to T6, T13 to T19, T21. The twin of `sixfold.tiles.state`: who is to do what, and why anything else is refused (a
`verdict`). Nothing is drawn here: a game that needs pieces says whose and how many, and whoever holds the bag says
which. A game is one array of plain numbers (`standing`).
"""

# mypy: disable-error-code="no-any-return,return-value"

from __future__ import annotations

from sixfold.kernel.engine import Words, at, compiled, entry
from sixfold.kernel.tiles.plain import can_play
from sixfold.kernel.tiles.standing import (
    AGES,
    BACK,
    BOARD,
    HANDS,
    MOVER,
    NEED_COUNT,
    NEED_FRESH,
    NEED_SEAT,
    OPENER,
    OVER,
    PASSED,
    SCORES,
    SEATS,
    SIZES,
    TIED,
    TILES,
    WINNERS,
    anyone_unknown,
    bag_count,
    board_of,
    hand_of,
    size_of,
    unplaced,
)
from sixfold.kernel.tiles.verdict import (
    AMOUNT,
    ANNOUNCE_FIRST,
    ANNOUNCED,
    BAG_EMPTY,
    BAG_TOO_SMALL,
    CAN_PLAY,
    COPIES,
    DRAW_FIRST,
    EMPTY_SWAP,
    ENDED,
    KINDS,
    MULTISET,
    MUST_OPEN,
    MUST_SWAP,
    NO_DRAW,
    NOT_ANNOUNCED,
    NOT_IN_BAG,
    NOT_IN_HAND,
    POINTS,
    RULE_COPIES,
    RULE_END,
    RULE_HAND,
    RULE_KINDS,
    RULE_TARGET,
    SEAT,
    UNKNOWN,
    WRONG_DRAW,
    WRONG_SIZE,
    clean,
    fault_piece,
    refuse,
)
from sixfold.kernel.tiles.why import (
    announcement,
    why,
)

Game = Words


@entry
def start(c: Words, seats: int, ages: Words, rules: Words) -> None:
    """T1: all tiles in the bag, and the first seat about to draw."""
    for i in range(c.size):
        c[at(i)] = 0
    c[SEATS], c[MOVER], c[OPENER] = seats, -1, -1
    for seat in range(seats):
        c[at(AGES + seat)] = ages[at(seat)]
    c[NEED_SEAT], c[NEED_COUNT], c[NEED_FRESH] = 0, rules[RULE_HAND], 1


@compiled
def draw_clause(c: Words) -> int:
    """Which clause asks for the draw: T1 the deal, T14 an exchange, T13 the end of a turn."""
    if c[OPENER] < 0:
        return 1
    return 14 if size_of(c[BACK : BACK + MULTISET]) > 0 else 13


@entry
def draw(c: Words, g: Game, seat: int, pieces: Words, rules: Words, v: Words) -> bool:
    """The seat takes these tiles from the bag; whether that was due."""
    clean(v)
    clause = draw_clause(c)
    needed, count = c[NEED_SEAT], c[NEED_COUNT]
    if needed < 0:
        v[SEAT] = seat
        return refuse(v, 13, NO_DRAW)
    if seat != needed or size_of(pieces) != count:
        v[SEAT], v[AMOUNT] = needed, count
        return refuse(v, clause, WRONG_DRAW)
    for piece in range(KINDS):
        if pieces[at(piece)] > unplaced(c, rules, piece):
            fault_piece(v, piece)
            refuse(v, clause, NOT_IN_BAG)
    if v[0]:
        return False
    hand = hand_of(c, seat)
    for i in range(MULTISET):
        hand[at(i)] += pieces[at(i)]
        c[at(BACK + i)] = 0
    c[NEED_SEAT], c[NEED_COUNT], c[NEED_FRESH] = -1, 0, 0
    if c[OPENER] >= 0:
        turn_over(c, g, seat, rules)
    elif seat + 1 < c[SEATS]:
        c[NEED_SEAT], c[NEED_COUNT] = seat + 1, rules[RULE_HAND]
    elif not anyone_unknown(c):
        for one in range(c[SEATS]):
            c[at(SIZES + one)] = announcement(hand_of(c, one))
        open_game(c)
    return True


@compiled
def open_game(c: Words) -> None:
    """T2: the largest announcement opens. T3: of those tied the oldest, of equal ages the lowest seat."""
    most = 0
    for seat in range(c[SEATS]):
        most = max(most, c[at(SIZES + seat)])
    for seat in range(c[SEATS]):
        if c[at(SIZES + seat)] == most:
            c[TIED] |= 1 << seat
            if c[OPENER] < 0 or c[at(AGES + seat)] > c[at(AGES + c[OPENER])]:
                c[OPENER] = seat
    c[MOVER] = c[OPENER]


@entry
def announce(c: Words, sizes: Words, rules: Words, v: Words) -> bool:
    """Say who opens when hands are not known (T2), 0 for an announcement that nobody wrote down."""
    clean(v)
    v[SEAT] = -1
    if c[OPENER] >= 0 or c[NEED_SEAT] >= 0:
        return refuse(v, 2, ANNOUNCED)
    most = 0
    for i in range(sizes.size):
        most = max(most, sizes[at(i)])
    if sizes.size != c[SEATS] or most < 1:
        return refuse(v, 2, WRONG_SIZE)
    for seat in range(c[SEATS]):
        known = announcement(hand_of(c, seat))
        top = min(known + c[at(HANDS + MULTISET * seat + UNKNOWN)], rules[RULE_KINDS])
        told = sizes[at(seat)]
        if told != 0 and not known <= told <= top:
            v[SEAT] = seat
            return refuse(v, 2, WRONG_SIZE)
    for seat in range(c[SEATS]):
        c[at(SIZES + seat)] = sizes[at(seat)]
    open_game(c)
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
def guess_fits(c: Words, laid: Words, rules: Words, v: Words) -> bool:
    """What the rest of the table says about tiles that were unknown until now (T1, T4)."""
    seat = c[MOVER]
    if c[TILES] == 0 and laid.size // 3 != c[at(SIZES + seat)]:
        v[AMOUNT] = c[at(SIZES + seat)]
        return refuse(v, 4, NOT_ANNOUNCED)
    for piece in range(KINDS):
        wanted = 0
        for i in range(laid.size // 3):
            if laid[at(3 * i + 2)] == piece:
                wanted += 1
        if wanted > unplaced(c, rules, piece) + c[at(HANDS + MULTISET * seat + piece)]:
            fault_piece(v, piece)
            v[AMOUNT] = rules[RULE_COPIES]
            return refuse(v, 1, COPIES)
    return True


@compiled
def take_out(hand: Words, piece: int) -> None:
    """Take a piece out of a hand; one that is not there is one of those nobody knows."""
    hand[at(piece if hand[at(piece)] > 0 else UNKNOWN)] -= 1


@entry
def end_bonus(left: int, bag: int, rules: Words) -> int:
    """T17: what who plays down to so many tiles scores for ending the game; -1 if that does not end it."""
    return rules[RULE_END] if bag == 0 and left == 0 else -1


@entry
def place(c: Words, g: Game, laid: Words, rules: Words, v: Words) -> bool:
    """The seat to move lays tiles: T6 to T12, then T13's draw or T17's end. v[POINTS] has no bonus of T17."""
    clean(v)
    if not in_turn(c, v):
        return False
    seat = c[MOVER]
    hand = hand_of(c, seat)
    if not why(board_of(c), laid, hand, rules, v):
        return False
    if hand[UNKNOWN] > 0 and not guess_fits(c, laid, rules, v):
        return False
    bag = bag_count(c, rules)
    for i in range(laid.size // 3):
        take_out(hand, laid[at(3 * i + 2)])
        for k in range(3):
            c[at(BOARD + 3 * c[TILES] + k)] = laid[at(3 * i + k)]
        c[TILES] += 1
    c[at(SCORES + seat)] += v[POINTS]
    c[PASSED] = 0
    bonus = end_bonus(size_of(hand), bag, rules)
    if bonus >= 0:
        c[at(SCORES + seat)] += bonus
        end(c, 17)
        return True
    draw_up(c, g, seat, min(rules[RULE_HAND] - size_of(hand), bag), rules)
    return True


@compiled
def draw_up(c: Words, g: Game, seat: int, count: int, rules: Words) -> None:
    """T13: a draw is due, or the turn is over."""
    c[MOVER] = -1
    if count > 0:
        c[NEED_SEAT], c[NEED_COUNT] = seat, count
    else:
        turn_over(c, g, seat, rules)


@entry
def swap(c: Words, pieces: Words, rules: Words, v: Words) -> bool:
    """T14: the seat to move puts tiles aside, and is to draw as many."""
    clean(v)
    if not in_turn(c, v):
        return False
    if c[TILES] == 0:
        return refuse(v, 4, MUST_OPEN)
    hand = hand_of(c, c[MOVER])
    count, bag = size_of(pieces), bag_count(c, rules)
    if count == 0:
        return refuse(v, 6, EMPTY_SWAP)
    if bag == 0:
        return refuse(v, 16, BAG_EMPTY)
    if count > bag:
        v[AMOUNT] = count
        return refuse(v, 14, BAG_TOO_SMALL)
    missing = 0
    for piece in range(KINDS):
        lacking = pieces[at(piece)] - hand[at(piece)]
        if lacking > 0:
            missing += lacking
            fault_piece(v, piece)
    # Tiles that nobody names can only come from a hand that nobody knows.
    if missing > hand[UNKNOWN] or count > size_of(hand) or (pieces[UNKNOWN] > 0 and hand[UNKNOWN] == 0):
        return refuse(v, 1, NOT_IN_HAND)
    clean(v)
    if hand[UNKNOWN] < pieces[UNKNOWN] + missing:
        # Nobody wrote down which tiles went: only the size of what is left is certain.
        left = size_of(hand) - count
        for i in range(MULTISET):
            hand[at(i)] = 0
        hand[UNKNOWN] = left
    else:
        for piece in range(KINDS):
            for _ in range(pieces[at(piece)]):
                take_out(hand, piece)
        hand[UNKNOWN] -= pieces[UNKNOWN]
    for i in range(MULTISET):
        c[at(BACK + i)] = pieces[at(i)]
    c[NEED_SEAT], c[NEED_COUNT] = c[MOVER], count
    c[MOVER] = -1
    c[PASSED] = 0
    return True


@entry
def pass_turn(c: Words, g: Game, rules: Words, v: Words) -> bool:
    """T16: a pass, only with the bag empty and nothing to play."""
    clean(v)
    if not in_turn(c, v):
        return False
    if c[TILES] == 0:
        return refuse(v, 4, MUST_OPEN)
    seat = c[MOVER]
    bag = bag_count(c, rules)
    if can_play(g, board_of(c), hand_of(c, seat), rules):
        return refuse(v, 6 if bag > 0 else 16, CAN_PLAY)
    if bag > 0:
        v[AMOUNT] = bag
        return refuse(v, 15, MUST_SWAP)
    c[PASSED] += 1
    turn_over(c, g, seat, rules)
    return True


@compiled
def turn_over(c: Words, g: Game, seat: int, rules: Words) -> None:
    """T5: clockwise. T18: with the bag empty and nobody able to play, the end. T21: the target ends a round."""
    c[MOVER] = -1
    if bag_count(c, rules) == 0 and nobody_can_play(c, g, rules):
        end(c, 18)
    elif (seat + 1) % c[SEATS] == c[OPENER] and 0 < rules[RULE_TARGET] <= most_points(c):
        end(c, 21)
    else:
        c[MOVER] = (seat + 1) % c[SEATS]


@compiled
def nobody_can_play(c: Words, g: Game, rules: Words) -> bool:
    """Whether every seat is stuck. A hand with unknown tiles tells only by passing: once everyone has, nobody can."""
    for seat in range(c[SEATS]):
        if can_play(g, board_of(c), hand_of(c, seat), rules):
            return False
    return c[PASSED] >= c[SEATS] or not anyone_unknown(c)


@compiled
def most_points(c: Words) -> int:
    """The highest score."""
    most = c[SCORES]
    for seat in range(c[SEATS]):
        most = max(most, c[at(SCORES + seat)])
    return most


@compiled
def end(c: Words, clause: int) -> None:
    """T19: the highest score wins; equal highest scores share the victory."""
    c[OVER], c[MOVER] = clause, -1
    most = most_points(c)
    for seat in range(c[SEATS]):
        if c[at(SCORES + seat)] == most:
            c[WINNERS] |= 1 << seat
