"""Expert: tries the tables that could be left against hands that the next player could hold, by the exact solver.

Among tables that give as little away he plays more cards. The last two turns of two players are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sixfold.bots import notes
from sixfold.bots.cards.foreseeing import Foreseeing
from sixfold.bots.protocol import Choice, Deadline
from sixfold.cards import Move

if TYPE_CHECKING:
    from sixfold.bots.cards.foresight import Floats, Foresight

ROLLOUTS: Final = 250
"""The most imagined hands tried against tables in one move: more of them and the champion would hardly be better."""
WIDTH: Final = 128
"""How many tables start in the race,"""
STOP: Final = 8
"""how many stay to its end,"""
MOST: Final = 64
"""and none meets more hands."""
PER_CARD: Final = 0.01
"""What a card played is worth, in Qwirkles: it settles what is nearly equal."""


class Expert(Foreseeing):
    """Tries his best tables against hands that you could be holding."""

    name = "expert"

    def worth(self, foresight: Foresight) -> Floats:
        return foresight.taken + PER_CARD * foresight.cards_played

    def raced(self, foresight: Foresight, rollouts: int | None, deadline: Deadline) -> Choice[Move]:
        from sixfold.bots.cards.foresight import RacePlan

        race = RacePlan(width=WIDTH, stop=STOP, most=MOST)
        ranked = foresight.hands(self.worth(foresight), race, min(ROLLOUTS, rollouts or ROLLOUTS), deadline)
        return foresight.answer(ranked, notes.TWO_TURNS)
