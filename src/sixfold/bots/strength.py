"""A bot at a strength of its own, and how it keeps pace with a player.

`sprout@43` is Pip at strength 43: from 0, as sprout plays, to 100, as thoughtful does. On each turn it plays as one of
the two levels around its strength, by a seeded choice whose odds say where between them it stands. So every turn is
one that a level of the ladder makes, and no blunder has to be invented. After a game the strength moves with the
player's margin (`moved`). The page has the same numbers and the same rule.
"""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar, Final

from sixfold.bots.protocol import AnyBot, Budget, Choice
from sixfold.rulesets import AnyMove, AnyView

MARK: Final = "@"
"""Stands between a bot and its strength. No remote bot has it in its name."""
ADAPTING: Final = ("sprout", "casual")
"""Who plays at a strength."""
RUNGS: Final = {
    "tiles": {"sprout": 0, "casual": 70, "greedy": 92, "thoughtful": 100},
    "cards": {"sprout": 0, "casual": 55, "greedy": 83, "thoughtful": 100},
}
"""Where levels stand, so that a step of strength is worth about as many points, or Qwirkles, everywhere."""
MOST: Final = 100
GAIN: Final = {"tiles": (1, 2), "cards": (3, 1)}
"""How far a point, or a Qwirkle, of margin moves the strength: so many steps for so many."""
STEP: Final = 40
"""How far one game moves it at the most."""


def base(name: str) -> str:
    """The bot of a name, whatever its strength.

    >>> base("sprout@43"), base("greedy")
    ('sprout', 'greedy')
    """
    return name.partition(MARK)[0]


def strength_of(name: str) -> int | None:
    """The strength in a name; None where there is none, or none that a bot can have."""
    bot, mark, text = name.partition(MARK)
    fine = mark and bot in ADAPTING and text.isascii() and text.isdigit() and len(text) <= 3
    return int(text) if fine and str(int(text)) == text and int(text) <= MOST else None


def around(game: str, strength: int) -> tuple[str, str, int, int]:
    """The two levels around a strength; how far it is above the lower one, and how far the higher one is.

    >>> around("tiles", 35), around("tiles", 100)
    (('sprout', 'casual', 35, 70), ('greedy', 'thoughtful', 8, 8))
    """
    rungs = RUNGS[game].items()
    lower, higher = next(pair for pair in pairwise(rungs) if strength <= pair[1][1])
    return lower[0], higher[0], strength - lower[1], higher[1] - lower[1]


def moved(game: str, name: str, margin: int) -> str:
    """The bot as it plays the next game, after one that a player won by so many points or Qwirkles.

    >>> moved("tiles", "sprout@43", 25), moved("tiles", "sprout@3", -60), moved("tiles", "greedy", 25)
    ('sprout@56', 'sprout@0', 'greedy')
    """
    strength = strength_of(name)
    if strength is None:
        return name
    steps, points = GAIN[game]
    step = (2 * steps * margin + points) // (2 * points)
    return f"{base(name)}{MARK}{min(MOST, max(0, strength + min(STEP, max(-STEP, step))))}"


class BetweenLevels(AnyBot):
    """Plays now as the one level, now as the next; `registry.find` makes a class of it for each name."""

    lower: ClassVar[type[AnyBot]]
    higher: ClassVar[type[AnyBot]]
    above: ClassVar[int]
    apart: ClassVar[int]

    def choose(self, view: AnyView, budget: Budget) -> Choice[AnyMove]:
        higher = self.stream(view).randrange(self.apart) < self.above
        return (self.higher if higher else self.lower)(self.seed).choose(view, budget)
