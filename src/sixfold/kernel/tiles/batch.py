"""Many tile games side by side in compiled code, a turn of each per call: what the batch environment steps.

Not a policy and not a list in the rules' order: plays stand in the kernel's own order. A finished game is dealt anew at
once.
"""

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import DoubleRows, FloatRows, Floats, Rows, Words, at, compiled, cttz, entry
from sixfold.kernel.rewards import reward_winners
from sixfold.kernel.tiles.games import bag_count, deal, exchange_all, held, list_plays, next_turn, play
from sixfold.kernel.tiles.layout import (
    COPIES,
    HANDS,
    KINDS,
    LAID,
    LAID_COUNT,
    MOVER,
    PLAYING,
    POINTS_BIT,
    SCORE,
    SEATS,
    STATUS,
)

Game = Words
VECTOR: Final = 117


@compiled
def look(g: Game, plays: Words, points: Words, seen: Floats) -> int:
    """The mover's plays, their points and what the mover sees (as research.observations has it); how many plays."""
    seat = g[MOVER]
    n = min(list_plays(g, g[at(HANDS + 3 * seat)], plays), len(plays))
    for i in range(n):
        points[i] = plays[i] >> POINTS_BIT
    seen[:] = 0
    for color in range(g[KINDS]):
        for shape in range(g[KINDS]):
            seen[36 + 6 * color + shape] = g[COPIES]
    for plane in range(3):
        m = g[at(HANDS + 3 * seat + plane)]
        while m:
            piece = cttz(m)
            m &= m - 1
            seen[piece] += 1
            seen[36 + piece] -= 1
    for i in range(g[LAID_COUNT]):
        piece = g[at(LAID + i)] >> 16
        seen[72 + piece] += 1
        seen[36 + piece] -= 1
    for k in range(g[SEATS]):
        other = (seat + k) % g[SEATS]
        seen[108 + k] = g[at(SCORE + other)] / 100
        seen[112 + k] = held(g, other)
    seen[116] = bag_count(g) / 108
    return n


@entry
def reset(games: Rows, seats: int, seed: int, plays: Rows, points: Rows, seen: FloatRows, counts: Words) -> None:
    """Deal every game: game i from seed + i."""
    for b in range(len(games)):
        deal(games[b], seats, seed + b, 0)
        counts[b] = look(games[b], plays[b], points[b], seen[b])


@entry
def step(
    games: Rows,
    actions: Words,
    seeds: Words,
    plays: Rows,
    points: Rows,
    seen: FloatRows,
    counts: Words,
    rewards: DoubleRows,
) -> int:
    """One turn in every game. Action i below counts is play i; any other exchanges all that the bag allows, or passes.

    `rewards[b]` holds the final reward of every seat when the game ended with this turn (its `ended` mark is
    rewards[b, 4] = 1), else zeros. Returns how many games ended. A pass where a play is possible is not offered: with
    the bag empty and plays at hand, an action beyond them is taken as play 0 (T16).
    """
    ended = 0
    for b in range(len(games)):
        g = games[b]
        action = actions[b]
        if 0 <= action < counts[b]:
            play(g, plays[b, action])
        elif bag_count(g) > 0 and g[LAID_COUNT] > 0:
            exchange_all(g, plays[b])
        elif counts[b] > 0:
            play(g, plays[b, 0])
        next_turn(g)
        rewards[b, :] = 0
        if g[STATUS] != PLAYING:
            ended += 1
            reward_winners(g[SCORE : SCORE + 4], g[SEATS], rewards[b])
            rewards[b, 4] = 1
            seeds[b] += len(games)
            deal(g, g[SEATS], seeds[b], 0)
        counts[b] = look(g, plays[b], points[b], seen[b])
    return ended
