"""Many tile games in compiled code, observed: what the mover may know is written into given arrays, board included.

A row of `seen` (int16), all of it public or the viewer's own; seats are turned so that the viewer's comes first:

    HAND 36      own hand, by kind            HAND_SIZES 4   tiles in each hand        SEAT     the viewer's seat
    UNSEEN 36    in the bag or other hands    BAG_LEFT       tiles in the bag          TURN     turns so far
    LYING 36     on the table                 PLAYERS        how many seats play       TILES    tiles on the table
    SCORES 4     points                       CELLS          cells where some kind still fits
    TILE 3 n     x, y, kind of each tile in the order laid      CELL 2 n   x, y of each such cell; `fits` has its kinds

x and y are steps rightward and downward from the first tile laid. Rows that are not in use hold NOTHING. Only what
changed is written, so that an observation costs as much as a turn and not as much as a board.

Beside a row lies one of `marks`: what is not in the game itself. Actions: number i below the room for plays is play i of the row in `plays`, in the order in which they were found, which
says nothing about their worth; the 64 after them exchange the tiles of the sorted hand whose bits are set, and the
first of these, with no bit set, is the pass (T14, T16). Of equal tiles the first are exchanged.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final, NamedTuple

from sixfold.kernel.engine import (
    ByteRows,
    DoubleRows,
    Doubles,
    Rows,
    ShortRows,
    Words,
    at,
    compiled,
    ctpop,
    cttz,
    entry,
    inlined,
)
from sixfold.kernel.tiles.batch import reward_winners
from sixfold.kernel.tiles.games import (
    bag_count,
    deal,
    exchange,
    held,
    list_plays,
    next_turn,
    play,
    scramble,
    simple_turn,
)
from sixfold.kernel.tiles.layout import (
    ALL,
    BOX,
    CELL_BIT,
    CELL_MASK,
    COPIES,
    FRONTIER,
    FRONTIER_COUNT,
    FRONTIER_MAX,
    HANDS,
    KINDS,
    LAID,
    LAID_COUNT,
    MOVER,
    PLAYING,
    SCORE,
    SEATS,
    STATUS,
    STRIDE,
    TABLE,
    TURNS,
    UNFINISHED,
)

Game = Words

HAND: Final = 0
UNSEEN: Final = HAND + 36
LYING: Final = UNSEEN + 36
SCORES: Final = LYING + 36
HAND_SIZES: Final = SCORES + 4
BAG_LEFT: Final = HAND_SIZES + 4
PLAYERS: Final = BAG_LEFT + 1
SEAT: Final = PLAYERS + 1
TURN: Final = SEAT + 1
TILES: Final = TURN + 1
CELLS: Final = TILES + 1
TILE: Final = CELLS + 1
CELL: Final = TILE + 3 * BOX
SEEN: Final = CELL + 2 * FRONTIER_MAX
NOTHING: Final = -1000
SWAPS: Final = 64
SPARE: Final = 6  # words of a row of `plays` after the room for plays: the sorted hand

# Words about a game that are not in it: the smallest and largest x + y and x - y of its tiles, how much of the last
# observation is in use, and how the episode stands.
LOW_PLUS: Final = 0
HIGH_PLUS: Final = 1
LOW_MINUS: Final = 2
HIGH_MINUS: Final = 3
PLAYS: Final = 4
SWAPPED: Final = 5
SEED: Final = 6
ACTED: Final = 7  # the seat that acted last, or the learner's
DONE: Final = 8  # 0 goes on, 1 ended by the rules, 2 was cut off
BEFORE: Final = 9  # four words: the scores at the last observation
DESCRIBED: Final = 13
MARKS: Final = 16

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
SHAPED: Final = 3


class Vector(NamedTuple):
    """The arrays of many games, a row for each."""

    games: Rows
    marks: Rows
    plays: Rows
    seen: ShortRows
    fits: Rows
    mask: ByteRows
    rewards: DoubleRows


@inlined
def position(cell: int, x: int, y: int) -> tuple[int, int]:
    """The x and y of a cell less than 64 steps from another: its number tells x - y and x + y modulo 128."""
    d = cell - (x + STRIDE * y)
    minus = ((d + 64) & 127) - 64
    plus = ((((d + 63 * minus) >> 6) + 64) & 127) - 64
    return x + ((plus + minus) >> 1), y + ((plus - minus) >> 1)


@inlined
def middle(m: Words) -> tuple[int, int]:
    """The cell from which the furthest tiles are as near as can be: no more than 54 steps in any game."""
    along = (m[LOW_PLUS] + m[HIGH_PLUS]) >> 1
    across = (m[LOW_MINUS] + m[HIGH_MINUS]) >> 1
    return (along + across) >> 1, (along - across) >> 1


@compiled
def see_board(g: Game, m: Words, seen: Words, fits: Words) -> None:
    """The tiles laid since the last observation, and every cell where something fits."""
    for i in range(seen[TILES], g[LAID_COUNT]):
        word = g[at(LAID + i)]
        x, y = middle(m)
        x, y = position(word & CELL_MASK, x, y)
        seen[at(TILE + 3 * i)] = x
        seen[at(TILE + 3 * i + 1)] = y
        seen[at(TILE + 3 * i + 2)] = word >> 16
        m[LOW_PLUS] = min(m[LOW_PLUS], x + y)
        m[HIGH_PLUS] = max(m[HIGH_PLUS], x + y)
        m[LOW_MINUS] = min(m[LOW_MINUS], x - y)
        m[HIGH_MINUS] = max(m[HIGH_MINUS], x - y)
    for i in range(3 * g[LAID_COUNT], 3 * seen[TILES]):
        seen[at(TILE + i)] = NOTHING
    x0, y0 = middle(m)
    n = g[FRONTIER_COUNT]
    for i in range(n):
        word = g[at(FRONTIER + i)]
        x, y = position((word >> CELL_BIT) & CELL_MASK, x0, y0)
        seen[at(CELL + 2 * i)] = x
        seen[at(CELL + 2 * i + 1)] = y
        fits[at(i)] = word & ALL
    for i in range(n, seen[CELLS]):
        seen[at(CELL + 2 * i)] = NOTHING
        seen[at(CELL + 2 * i + 1)] = NOTHING
        fits[at(i)] = 0
    seen[TILES] = g[LAID_COUNT]
    seen[CELLS] = n


@compiled
def see_numbers(g: Game, seat: int, seen: Words) -> None:
    """Counts and numbers, as one seat may know them."""
    h = HANDS + 3 * seat
    h1, h2, h3 = g[at(h)], g[at(h + 1)], g[at(h + 2)]
    t1, t2, t3 = g[TABLE], g[TABLE + 1], g[TABLE + 2]
    for color in range(6):
        for shape in range(6):
            piece = 6 * color + shape
            mine = (h1 >> piece & 1) + (h2 >> piece & 1) + (h3 >> piece & 1)
            lying = (t1 >> piece & 1) + (t2 >> piece & 1) + (t3 >> piece & 1)
            all_of_it = g[COPIES] if max(color, shape) < g[KINDS] else 0
            seen[at(HAND + piece)] = mine
            seen[at(UNSEEN + piece)] = all_of_it - mine - lying
            seen[at(LYING + piece)] = lying
    for k in range(4):
        seats = g[SEATS]
        other = (seat + k) % seats
        seen[at(SCORES + k)] = g[at(SCORE + other)] if k < seats else 0
        seen[at(HAND_SIZES + k)] = held(g, other) if k < seats else 0
    seen[BAG_LEFT] = bag_count(g)
    seen[PLAYERS] = g[SEATS]
    seen[SEAT] = seat
    seen[TURN] = g[TURNS]


@compiled
def sorted_hand(g: Game, seat: int, out: Words) -> int:
    """The kinds in a hand in their order, equal ones beside each other; how many tiles."""
    h = HANDS + 3 * seat
    n = 0
    left = g[at(h)]
    while left:
        piece = cttz(left)
        left &= left - 1
        copies = 1 + (g[at(h + 1)] >> piece & 1) + (g[at(h + 2)] >> piece & 1)
        for _ in range(copies):
            out[at(n)] = piece
            n += 1
    return n


@compiled
def offer(g: Game, m: Words, n: int, hand: Words, size: int, mask: Words) -> None:
    """Write the mask: n plays, and every exchange once (T14), or the pass when there is nothing else (T16)."""
    room = mask.size - SWAPS
    for i in range(m[PLAYS], n):
        mask[at(i)] = 1
    for i in range(n, m[PLAYS]):
        mask[at(i)] = 0
    m[PLAYS] = n
    most = min(size, bag_count(g)) if g[LAID_COUNT] else 0
    if g[STATUS] != PLAYING:
        most = -1
    again = 0
    for i in range(1, size):
        if hand[at(i)] == hand[at(i - 1)]:
            again |= 1 << i
    passing = 1 if most == 0 and n == 0 else 0
    key = 1 << 20 | (most + 1) << 12 | size << 8 | passing << 7 | again
    if key == m[SWAPPED]:
        return
    m[SWAPPED] = key
    mask[at(room)] = passing
    for subset in range(1, SWAPS):
        fine = subset < 1 << size and ctpop(subset) <= most and subset & again & ~(subset << 1) == 0
        mask[at(room + subset)] = 1 if fine else 0


@compiled
def look(v: Vector, b: int, seat: int) -> None:
    """Write the observation of one seat of game b, and its actions if the game goes on."""
    g, m, plays = v.games[b], v.marks[b], v.plays[b]
    see_board(g, m, v.seen[b], v.fits[b])
    see_numbers(g, seat, v.seen[b])
    room = plays.size - SPARE
    n = 0
    if g[STATUS] == PLAYING:
        n = min(list_plays(g, g[at(HANDS + 3 * seat)], plays[:room]), room)
    offer(g, m, n, plays[room:], sorted_hand(g, seat, plays[room:]), v.mask[b])
    for k in range(g[SEATS]):
        m[at(BEFORE + k)] = g[at(SCORE + k)]


@compiled
def others_play(g: Game, m: Words, plays: Words, opponent: int) -> None:
    """Every seat but the learner's takes its turns by a simple policy, until the learner is to move."""
    while opponent >= 0 and g[STATUS] == PLAYING and g[MOVER] != m[ACTED]:
        simple_turn(g, opponent, plays)


@compiled
def begin(v: Vector, b: int, seats: int, opponent: int) -> None:
    """Deal game b from its seed, with the learner's seat by chance, and observe it."""
    g, m = v.games[b], v.marks[b]
    deal(g, seats, m[SEED], 0)
    for i in range(LOW_PLUS, HIGH_MINUS + 1):
        m[at(i)] = 0
    m[DONE] = 0
    m[ACTED] = (scramble(~m[SEED]) & 0xFFFF) % seats
    for i in range(TILE, TILE + 3 * v.seen[b, TILES]):
        v.seen[b, i] = NOTHING
    v.seen[b, TILES] = 0
    others_play(g, m, v.plays[b], opponent)
    look(v, b, m[ACTED] if opponent >= 0 else g[MOVER])


@entry
def renew(v: Vector, seats: int, opponent: int, which: int) -> None:
    """Deal games and observe them: all (0), or those that ended (1), each from its next seed."""
    for b in range(len(v.games)):
        if which == 0:
            begin(v, b, seats, opponent)
        elif v.marks[b, DONE]:
            v.marks[b, SEED] += len(v.games)
            begin(v, b, seats, opponent)


@compiled
def lead(g: Game, seat: int) -> float:
    """How far a seat is ahead of the best of the others, in hundreds of points."""
    best = -1
    for other in range(g[SEATS]):
        if other != seat:
            best = max(best, g[at(SCORE + other)])
    return (g[at(SCORE + seat)] - best) / 100.0


@compiled
def lead_before(m: Words, seats: int, seat: int) -> float:
    """The same at the last observation."""
    best = -1
    for other in range(seats):
        if other != seat:
            best = max(best, m[at(BEFORE + other)])
    return (m[at(BEFORE + seat)] - best) / 100.0


@compiled
def reward(g: Game, m: Words, kind: int, discount: float, rewards: Doubles) -> None:
    """What every seat gets for what happened since the last observation."""
    for seat in range(4):
        rewards[at(seat)] = 0.0
    over = g[STATUS] != PLAYING
    if over and (kind == WIN or kind == SHAPED):
        reward_winners(g, rewards)
    for seat in range(g[SEATS]):
        if kind == POINTS:
            rewards[at(seat)] = (g[at(SCORE + seat)] - m[at(BEFORE + seat)]) / 100.0
        elif kind == MARGIN and over:
            rewards[at(seat)] = lead(g, seat)
        elif kind == SHAPED:
            after = 0.0 if over else discount * lead(g, seat)
            rewards[at(seat)] += after - lead_before(m, g[SEATS], seat)


@compiled
def act(g: Game, plays: Words, room: int, action: int) -> None:
    """The mover does what the mask allows."""
    if action < room:
        play(g, plays[at(action)])
    else:
        seat = g[MOVER]
        size = sorted_hand(g, seat, plays)
        n = 0
        for i in range(size):
            if (action - room) >> i & 1:
                plays[at(n)] = plays[at(i)]
                n += 1
        exchange(g, seat, plays, n)
    next_turn(g)


@compiled
def refused(v: Vector, actions: Words) -> int:
    """The first game that goes on and does not allow its action, or -1."""
    for b in range(len(v.games)):
        action = actions[b]
        if not v.marks[b, DONE] and not (0 <= action < v.mask.shape[1] and v.mask[b, action]):
            return b
    return -1


@entry
def step(v: Vector, actions: Words, seats: int, opponent: int, kind: int, discount: float) -> int:
    """One decision in every game, and the turns of opponents after it; how many games ended.

    A game that had ended before is dealt anew instead, and its action is not looked at. If game b does not allow its
    action, nothing happens in any game, and the answer is -1 - b.
    """
    b = refused(v, actions)
    if b >= 0:
        return -1 - b
    ended = 0
    for b in range(len(v.games)):
        g, m, plays = v.games[b], v.marks[b], v.plays[b]
        if m[DONE]:
            m[SEED] += len(v.games)
            begin(v, b, seats, opponent)
            v.rewards[b, :] = 0
            continue
        if opponent < 0:
            m[ACTED] = g[MOVER]
        act(g, plays, plays.size - SPARE, actions[b])
        others_play(g, m, plays, opponent)
        reward(g, m, kind, discount, v.rewards[b])
        if g[STATUS] != PLAYING:
            m[DONE] = 2 if g[STATUS] == UNFINISHED else 1
            ended += 1
        look(v, b, m[ACTED] if opponent >= 0 or m[DONE] else g[MOVER])
    return ended
