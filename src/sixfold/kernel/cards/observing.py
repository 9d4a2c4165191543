"""Many card games in compiled code, a step of each per call, with observations, masks and rewards in given arrays.

Actions are the steps of `steps`: a turn is played card by card. A row of `seen` (int16) is all public or the viewer's
own; seats are turned so that the viewer's comes first:

    HAND 36      still in the own hand, by kind     SCORES 4       Qwirkles             PLAYERS   how many seats play
    UNSEEN 36    in the stock or other hands        HAND_SIZES 4   cards in each hand   SEAT      the viewer's seat
    LYING 36     on the table as the turn began     STOCK_LEFT     cards in the stock   TURN      turns so far
    OUT 36       played in this turn so far         LAST           turns left of the last round, -1 before it
    LINE 12      Qwirkles taken in this turn        REDRAWN        hands shown in this turn (C11)

Beside a row lies one of `marks`: what is not in the game itself.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from typing import Final, NamedTuple

from sixfold.kernel.cards.bitplanes import NONE, SINGLE, add, minus, size
from sixfold.kernel.cards.games import (
    COPIES,
    GREEDY,
    HAND_SIZE,
    HANDS,
    LAST_TURNS,
    MOVER,
    PASSED,
    RANDOM,
    REDRAWS,
    SCORES,
    SEATS,
    STOCK,
    STOCK_COUNT,
    TABLE,
    TURNS,
    deal,
    finish,
    over,
    pass_on,
    prepare,
    redraw,
    turn,
)
from sixfold.kernel.cards.listing import raised
from sixfold.kernel.cards.random import below, seeded
from sixfold.kernel.cards.search import KINDS, LEAST
from sixfold.kernel.cards.steps import (
    ALL_STEPS,
    CARDS,
    COMMIT,
    KNOWN,
    LINES,
    PLAYED,
    STEP_MARKS,
    STEPS,
    STILL,
    TAKEN,
    possible,
    take,
)
from sixfold.kernel.engine import ByteRows, DoubleRows, Rows, ShortRows, Words, at, compiled, ctpop, cttz, entry
from sixfold.kernel.many import ACTED, BEFORE, DONE, OWN, SEED, deal_games, step_games
from sixfold.kernel.rewards import reward

HAND: Final = 0
UNSEEN: Final = HAND + 36
LYING: Final = UNSEEN + 36
OUT: Final = LYING + 36
LINE: Final = OUT + 36
VIEW_SCORES: Final = LINE + 12
HAND_SIZES: Final = VIEW_SCORES + 4
STOCK_LEFT: Final = HAND_SIZES + 4
PLAYERS: Final = STOCK_LEFT + 1
SEAT: Final = PLAYERS + 1
TURN: Final = SEAT + 1
LAST: Final = TURN + 1
REDRAWN: Final = LAST + 1
SEEN: Final = REDRAWN + 1

SHOWN: Final = OWN  # a mark: hands shown in this turn; the unfinished turn follows (steps)
MARKS: Final = STEP_MARKS

UNIT: Final = 10.0  # Qwirkles: what rewards call 1


class CardVector(NamedTuple):
    """The arrays of many games, a row for each; and what all share: working words of the solver, room for a list."""

    games: Rows
    marks: Rows
    seen: ShortRows
    mask: ByteRows
    rewards: DoubleRows
    work: Words
    listed: Rows


@compiled
def turn_begins(m):
    """Nothing is played and nothing refused yet."""
    for i in range(PLAYED, STILL):
        m[i] = 0
    m[STILL], m[KNOWN] = ALL_STEPS, 0


@compiled
def act(g, m, w, action):
    """The seat to move does what the mask allows."""
    if action < CARDS:
        p1, p2, p3 = raised(m[PLAYED], m[PLAYED + 1], m[PLAYED + 2], SINGLE << action, SINGLE)
        m[PLAYED], m[PLAYED + 1], m[PLAYED + 2] = p1, p2, p3
        return
    if action < COMMIT:
        take(m, w, action - CARDS)
        return
    if m[PLAYED] != 0:
        p1, p2, p3 = m[PLAYED], m[PLAYED + 1], m[PLAYED + 2]
        t1, t2, t3 = add(g[TABLE], g[TABLE + 1], g[TABLE + 2], p1, p2, p3)
        t1, t2, t3 = minus(t1, t2, t3, m[TAKEN], m[TAKEN + 1], m[TAKEN + 2])
        taken = NONE
        for index in range(12):
            taken += m[LINES] >> (2 * index) & 3
        finish(g, p1, p2, p3, t1, t2, t3, taken)
        m[SHOWN] = 0
    elif g[STOCK_COUNT] > 0 and m[SHOWN] < g[REDRAWS]:
        redraw(g)
        m[SHOWN] += 1
    else:
        g[PASSED] += 1
        pass_on(g)
        m[SHOWN] = 0
    turn_begins(m)


@compiled
def random_turn(g, m, w):
    """Any steps that are possible, by chance, until the turn is over."""
    seat = g[MOVER]
    while g[MOVER] == seat and not over(g):
        steps = possible(g, m, w)
        for _ in range(below(g, RANDOM, ctpop(steps))):
            steps &= steps - 1
        act(g, m, w, cttz(steps))


@compiled
def others_play(v, b, opponent):
    """Every seat but the learner's takes its turns by a simple policy, until the learner is to move."""
    g, m = v.games[b], v.marks[b]
    while opponent >= 0 and not over(g) and g[MOVER] != m[ACTED]:
        if opponent == 0:
            random_turn(g, m, v.work)
        else:
            turn(g, v.work, v.listed, GREEDY)


@compiled
def add_counts(planes, first, out, place):
    """Add the cards of three planes, the first of which is word `first`, to counts by kind."""
    for plane in range(3):
        left = planes[first + plane]
        while left:
            out[place + cttz(left)] += 1
            left &= left - 1


@compiled
def see(g, m, seat, seen):
    """Everything that one seat may know at the beginning of a turn."""
    for i in range(SEEN):
        seen[at(i)] = 0
    seats = g[SEATS]
    add_counts(g, HANDS + 3 * seat, seen, HAND)
    add_counts(g, TABLE, seen, LYING)
    for i in range(g[STOCK_COUNT]):
        seen[at(UNSEEN + g[at(STOCK + i)])] += 1
    for k in range(seats):
        other = (seat + k) % seats
        h = HANDS + 3 * other
        if k > 0:
            add_counts(g, h, seen, UNSEEN)
        seen[at(VIEW_SCORES + k)] = g[at(SCORES + other)]
        seen[at(HAND_SIZES + k)] = size(g[at(h)], g[at(h + 1)], g[at(h + 2)])
    seen[STOCK_LEFT], seen[PLAYERS], seen[SEAT] = g[STOCK_COUNT], seats, seat
    seen[TURN], seen[LAST], seen[REDRAWN] = g[TURNS], g[LAST_TURNS], m[SHOWN]


@compiled
def see_step(seen, action):
    """What one step changes."""
    if action < CARDS:
        seen[at(HAND + action)] -= 1
        seen[at(OUT + action)] += 1
        seen[HAND_SIZES] -= 1
    else:
        seen[at(LINE + action - CARDS)] += 1


@compiled
def offer(g, m, w, mask):
    """Write the mask."""
    steps = NONE if m[DONE] else possible(g, m, w)
    for i in range(STEPS):
        mask[at(i)] = steps >> i & 1


@entry
def look(v: CardVector, b: int, seat: int) -> None:
    """Write the observation of one seat of game b at the beginning of a turn, and its actions if the game goes on."""
    g, m = v.games[b], v.marks[b]
    see(g, m, seat, v.seen[b])
    offer(g, m, v.work, v.mask[b])
    for k in range(4):
        m[at(BEFORE + k)] = g[at(SCORES + k)]


@compiled
def begin(v: CardVector, b: int, seats: int, opponent: int) -> None:
    """Deal game b from its seed, with the learner's seat by chance, and observe it."""
    g, m = v.games[b], v.marks[b]
    prepare(g, seats, m[SEED], 0, g[HAND_SIZE], g[REDRAWS], g[COPIES])
    deal(g, v.work[KINDS], v.work[LEAST])
    m[DONE], m[SHOWN] = 0, 0
    m[ACTED] = (seeded(m[SEED], 1) & 0xFFFF) % seats
    turn_begins(m)
    others_play(v, b, opponent)
    look(v, b, m[ACTED] if opponent >= 0 else g[MOVER])


@entry
def renew(v: CardVector, seats: int, opponent: int, which: int) -> None:
    """Deal games and observe them: all (0), or those that ended (1)."""
    deal_games(v, seats, opponent, which, begin)


@compiled
def advance(v: CardVector, b: int, action: int, opponent: int, kind: int, discount: float) -> int:
    """One step of a game that goes on, and the turns of opponents after the last of a turn; 1 if the game ended."""
    g, m = v.games[b], v.marks[b]
    if opponent < 0:
        m[ACTED] = g[MOVER]
    act(g, m, v.work, action)
    if action == COMMIT:
        others_play(v, b, opponent)
    ended = over(g)
    reward(g[SCORES : SCORES + 4], m[BEFORE : BEFORE + 4], g[SEATS], ended, kind, UNIT, discount, v.rewards[b])
    if ended:
        m[DONE] = 1 if g[LAST_TURNS] == 0 else 2
    if action == COMMIT:
        look(v, b, m[ACTED] if opponent >= 0 or ended else g[MOVER])
    else:
        see_step(v.seen[b], action)
        offer(g, m, v.work, v.mask[b])
    return 1 if ended else 0


@entry
def step(v: CardVector, actions: Words, seats: int, opponent: int, kind: int, discount: float) -> int:
    """One step in every game, and the turns of opponents after the last of a turn; how many games ended, or -1 - b."""
    return step_games(v, actions, seats, opponent, kind, discount, begin, advance)
