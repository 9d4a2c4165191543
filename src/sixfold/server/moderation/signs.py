"""What rated games show about help and about games lost on purpose: a list for the host, never a verdict.

- `help`: in turns where the champion does not take what brings most at once, somebody plays the champion's move more
  often than the expert does.
- `gift`: in games with one particular opponent, somebody does not take what they take in their other games.

A sign is reported only if it would hardly happen by chance. With many questions some answers are still wrong, so the
list says how many questions were asked. `python -m bench.signs` measures that on bots that play fair. Pure.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from sixfold.review import games
from sixfold.review.conduct import Conduct

SELDOM: Final = 0.001
"""What comes by chance more often than once in a thousand is no sign."""
TURNS: Final = 40
"""Turns of the champion's that are the least to speak of."""
FEW: Final = 5
"""Games with somebody, and games without them, that are the least to compare."""
LESS: Final = 0.1
"""A tenth less of what was offered is the least to speak of."""
_SHUFFLES: Final = 10_000


class Sitting(NamedTuple):
    """Somebody's part in one rated game. `others`: the people they played with; `ahead`: who of them did better."""

    table: str
    game: str
    who: str
    others: tuple[str, ...]
    ahead: tuple[str, ...]
    conduct: Conduct


class Sign(NamedTuple):
    """Something for the host to look at. `share`: of the champion's moves, or of what was offered; `usual`: of the
    expert, or of their other games; `chance`: how often that much comes by chance."""

    kind: Literal["help", "gift"]
    who: str
    other: str
    share: float
    usual: float
    chance: float
    tables: tuple[str, ...]


def signs(sittings: Iterable[Sitting]) -> tuple[list[Sign], int]:
    """What is seldom enough to be told, the most seldom first; and how many questions were asked."""
    by_person: dict[tuple[str, str], list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        by_person[sitting.game, sitting.who].append(sitting)
    asked: list[Sign] = []
    for (game, _), mine in sorted(by_person.items()):
        asked += _helped(game, mine)
        for other in sorted({other for one in mine for other in one.others}):
            asked += _given(mine, other)
    found = [sign for sign in asked if sign.chance < SELDOM]
    return sorted(found, key=lambda sign: (sign.chance, sign.who, sign.other)), len(asked)


def _helped(game: str, mine: Sequence[Sitting]) -> list[Sign]:
    """Whether somebody plays as the champion would, of all their games of a kind."""
    turns, close = (sum(getattr(one.conduct, name) for one in mine) for name in ("asked", "close"))
    if turns < TURNS:
        return []
    usual = games.of(game).EXPERT_CLOSE
    tables = tuple(one.table for one in mine)
    return [Sign("help", mine[0].who, "", close / turns, usual, _at_least(close, turns, usual), tables)]


def _given(mine: Sequence[Sitting], other: str) -> list[Sign]:
    """Whether somebody plays worse when this opponent, who gains by it, is at the table."""
    told = [(one, one.conduct.thrift) for one in mine]
    met = [(one, thrift) for one, thrift in told if thrift is not None and other in one.others]
    apart = [thrift for one, thrift in told if thrift is not None and other not in one.others]
    if min(len(met), len(apart)) < FEW or 2 * sum(other in one.ahead for one, _ in met) <= len(met):
        return []
    with_them = [thrift for _, thrift in met]
    share, usual = _mean(with_them), _mean(apart)
    chance = _by_chance(with_them, apart) if usual - share >= LESS else 1.0
    return [Sign("gift", mine[0].who, other, share, usual, chance, tuple(one.table for one, _ in met))]


def _at_least(hits: int, tries: int, share: float) -> float:
    """How often so many of so many come when each comes with this share."""
    ways = (math.lgamma(tries + 1) - math.lgamma(n + 1) - math.lgamma(tries - n + 1) for n in range(hits, tries + 1))
    yes, no = math.log(share), math.log1p(-share)
    return math.fsum(math.exp(way + n * yes + (tries - n) * no) for n, way in enumerate(ways, hits))


def _by_chance(low: Sequence[float], high: Sequence[float]) -> float:
    """How often games shared out blindly differ as much. The same figures give the same answer."""
    rng, every, few = random.Random(len(low)), [*low, *high], len(low)
    least = sum(low)
    seen = sum(math.fsum(rng.sample(every, few)) <= least + 1e-9 for _ in range(_SHUFFLES))
    return (1 + seen) / (1 + _SHUFFLES)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
