"""What the bots that foresee have in common: when they can, what they answer at once, and what is exact at the end."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from sixfold.bots import notes
from sixfold.bots.cards.greedy import Greedy
from sixfold.bots.protocol import Bot, Budget, Choice, Deadline, stand_in
from sixfold.cards import Move, View

if TYPE_CHECKING:
    from sixfold.bots.cards.foresight import Floats, Foresight


class Foreseeing(Bot[View, Move]):
    """Looks at every table that could be left."""

    game = "cards"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        from sixfold.kernel import cards

        if not cards.can(view.rules) or not view.hand.known:
            return stand_in(Greedy(self.seed), view, budget)
        from sixfold.bots.cards.foresight import SHOWN, Foresight

        deadline = budget.deadline()
        foresight = Foresight(view, self.seed_for(view))
        if not len(foresight.rows):
            return Greedy(self.seed).choose(view, budget)
        if foresight.last_turn:
            return foresight.answer(foresight.ranked(self.worth(foresight), SHOWN), notes.LAST_TURN)
        if foresight.known:
            return foresight.answer(foresight.solved(), notes.SOLVED)
        return self.raced(foresight, budget.rollouts, deadline)

    def worth(self, foresight: Foresight) -> Floats:
        """What each table is worth for what the turn takes."""
        return foresight.taken

    @abstractmethod
    def raced(self, foresight: Foresight, rollouts: int | None, deadline: Deadline) -> Choice[Move]:
        """The choice where what others hold decides."""
