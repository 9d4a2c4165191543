"""How each seat played a game. The figures can tell help from strength, and bad play on purpose from weak play.

Not here: what such figures say about somebody over many games. They are never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sixfold import rulesets
from sixfold.bots import Budget, find
from sixfold.record import Step
from sixfold.review import games

ROLLOUTS: Final = 400
"""For a choice of the champion. It is less than at a table, because the champion's first choice soon stays the same."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """One seat's turns in a game."""

    asked: int = 0
    """Turns in which the champion does not take the move that brings most at once. In these turns help by a program
    shows.
    """
    close: int = 0
    """Of these, the turns at which the champion's move was played."""
    taken: int = 0
    """What all moves brought at once."""
    offered: int = 0
    """What the move that brings most at once would have brought, over all turns."""

    @property
    def thrift(self) -> float | None:
        """The share that was taken of what was offered; None if nothing was offered."""
        return self.taken / self.offered if self.offered else None


def conduct(steps: Iterable[Step], seats: int, *, champion: bool = True, seed: int = 0) -> list[Conduct]:
    """The conduct of each seat in these turns. Without the champion, which takes longest, `asked` is 0."""
    found = [Conduct() for _ in range(seats)]
    for step in steps:
        ruleset = step.before.rules.name
        kind, game, view = rulesets.find(ruleset).game, games.of(ruleset), step.before.view(step.seat)
        if not view.hand.known or step.points is None:
            continue
        most = find(kind, "greedy")(seed).choose(view, Budget())
        asked = close = False
        if champion:
            choice = game.comes_to(find(kind, "champion")(seed).choose(view, Budget(rollouts=ROLLOUTS)).move)
            asked = choice != game.comes_to(most.move)
            close = asked and choice == game.comes_to(step.move)
        offered = max(0, round(most.value or 0))
        one, taken = found[step.seat], min(step.points, offered)
        found[step.seat] = Conduct(one.asked + asked, one.close + close, one.taken + taken, one.offered + offered)
    return found
