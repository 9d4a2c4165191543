"""The arithmetic of ratings: Plackett-Luce by openskill, one game after the other. Pure: the same games in the same
order give the same numbers, bit by bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MEAN: Final = 25.0
SPREAD: Final = MEAN / 3
"""Where somebody begins whom nobody has seen play, and how little is known of them then."""
LUCK: Final = SPREAD
"""How far the luck of one game reaches. Twice what openskill assumes: in these games a draw decides more than in most.
`python bench/ratings.py` compares it with the best that the same games could have told."""
ENOUGH: Final = 20
"""Games after which a rating is no longer provisional."""
_POINTS: Final = 400 / math.log(10) / (LUCK * math.sqrt(2))
"""Points for one unit of the model: a difference of points means what it means in Elo's."""
_model: Final = PlackettLuce(mu=MEAN, sigma=SPREAD, beta=LUCK)


class Rating(NamedTuple):
    """What is known of somebody's strength: the best guess, how far off it may be, and by how many games."""

    mu: float = MEAN
    sigma: float = SPREAD
    games: int = 0

    @property
    def points(self) -> int:
        """The guess as people read it: beginners have 1500."""
        return round(1500 + _POINTS * (self.mu - MEAN))

    @property
    def margin(self) -> int:
        """Nineteen of twenty times the truth is within so many points of it."""
        return round(1.96 * _POINTS * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether there were too few games to compare it with others."""
        return self.games < ENOUGH


class Standing(NamedTuple):
    """One who was rated in a game: a player, or `bot/NAME` for a bot of ours; and the place, 1 for who won."""

    who: str
    place: int


class Kind(NamedTuple):
    """What is rated by itself: a game at tables of so many seats."""

    game: str
    seats: int


class RatedGame(NamedTuple):
    """A rated game that is over. `number`: its place in the order of all, which is the order they are counted in."""

    number: int
    table: str
    kind: Kind
    at: int
    standings: tuple[Standing, ...]


class Change(NamedTuple):
    """What one game changed for one who was rated in it."""

    who: str
    before: Rating
    after: Rating


Ratings = dict[tuple[Kind, str], Rating]


def after(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after one more game; equal places are a tie."""
    sides = [[_model.create_rating([rating.mu, rating.sigma])] for rating in before]
    rated = _model.rate(sides, ranks=list(map(float, places)))
    return [
        Rating(float(side[0].mu), float(side[0].sigma), rating.games + 1)
        for side, rating in zip(rated, before, strict=True)
    ]


def counted(known: Mapping[str, Rating], standings: Iterable[Standing]) -> dict[str, Rating]:
    """The ratings of those who played, after it; `known` has theirs before, a newcomer's is not in it."""
    them = list(standings)
    rated = after([known.get(one.who, Rating()) for one in them], [one.place for one in them])
    return {one.who: rating for one, rating in zip(them, rated, strict=True)}


def from_log(games: Iterable[RatedGame]) -> Ratings:
    """All ratings, from the first game to the last."""
    found: Ratings = {}
    for game in games:
        known = {one.who: found[game.kind, one.who] for one in game.standings if (game.kind, one.who) in found}
        for who, rating in counted(known, game.standings).items():
            found[game.kind, who] = rating
    return found
