"""Many tile games in compiled code, a decision of each per call, with observations, masks and rewards in given arrays.

Actions: number i below the room for plays is play i of the row in `plays`, in the order in which they were found, which
says nothing about their worth; the 64 after them exchange the tiles of the sorted hand whose bits are set, and the
first of these, with no bit set, is the pass (T14, T16). Of equal tiles the first are exchanged.
"""

# mypy: disable-error-code="no-untyped-call,no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import Words, at, compiled, ctpop, cttz, entry
from sixfold.kernel.many import ACTED, BEFORE, DONE, SEED, deal_games, step_games
from sixfold.kernel.rewards import reward
from sixfold.kernel.tiles.fetching import fetch_counts, fetch_lists, fetch_plane
from sixfold.kernel.tiles.games import bag_count, deal, exchange, list_plays, next_turn, play, scramble, simple_turn
from sixfold.kernel.tiles.layout import HANDS, LAID_COUNT, MOVER, PLAYING, SCORE, SEATS, STATUS, UNFINISHED
from sixfold.kernel.tiles.seeing import (
    HIGH_MINUS,
    LOW_PLUS,
    NOTHING,
    PLAYS,
    SPARE,
    SWAPPED,
    SWAPS,
    TILE,
    TILES,
    Vector,
    see_board,
    see_numbers,
)

Game = Words

UNIT: Final = 100.0  # points: what rewards call 1
FEW: Final = 256  # games that a cache may hold


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


@entry
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
    """Deal games and observe them: all (0), or those that ended (1)."""
    deal_games(v, seats, opponent, which, begin)


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
def advance(v: Vector, b: int, action: int, opponent: int, kind: int, discount: float) -> int:
    """One move of a game that goes on, and the turns of opponents after it; 1 if the game ended."""
    if len(v.games) > FEW:
        fetch_counts(v, b + 3)
        fetch_lists(v, b + 2)
        fetch_plane(v, b + 1)
    g, m, plays = v.games[b], v.marks[b], v.plays[b]
    if opponent < 0:
        m[ACTED] = g[MOVER]
    act(g, plays, plays.size - SPARE, action)
    others_play(g, m, plays, opponent)
    over = g[STATUS] != PLAYING
    reward(g[SCORE : SCORE + 4], m[BEFORE : BEFORE + 4], g[SEATS], over, kind, UNIT, discount, v.rewards[b])
    if over:
        m[DONE] = 2 if g[STATUS] == UNFINISHED else 1
    look(v, b, m[ACTED] if opponent >= 0 or over else g[MOVER])
    return 1 if over else 0


@entry
def step(v: Vector, actions: Words, seats: int, opponent: int, kind: int, discount: float) -> int:
    """One move in every game, and the turns of opponents after it; how many games ended, or -1 - b (many)."""
    return step_games(v, actions, seats, opponent, kind, discount, begin, advance)
