"""Card bots that see the next hand. All choose among every table that could be left, by the learned value.

The fair one takes the learned guess of what the next player will make of a table; the other knows it. What comes after
that is the learned value for both. Where a hand tells all, in the last two turns of two players, both are exact.
"""

from __future__ import annotations

from typing import Any, Final

from bench.limits.sight import Seen, Sight
from sixfold import bots, cards
from sixfold.bots.cards.foresight import Foresight
from sixfold.kernel.cards import planes

FAIR: Final = None
"""Nobody on the ladder plays exactly as one does that sees nothing more."""
NOTHING: Final = Sight("nothing more")
NEXT: Final = Sight("the next hand", hand=True)
SIGHTS: Final = {2: (NOTHING, Sight("the other hand", hand=True)), 3: (NOTHING, NEXT), 4: (NOTHING, NEXT)}
OTHERS: Final = {2: ("greedy", "expert"), 3: ("greedy",), 4: ("greedy",)}


def choose(sight: Sight, seen: Seen) -> cards.Move:
    """The turn with the highest worth for who has this sight."""
    view = seen.state.view(seen.state.to_move)
    usual: Any = bots.find("cards", "greedy")(seen.seed)
    foresight = Foresight(view, usual.seed_for(view))
    if not len(foresight.rows):
        move: cards.Move = usual.choose(view, bots.Budget()).move
        return move
    worth = foresight.values
    if foresight.last_turn:
        worth = foresight.taken
    elif foresight.known:
        worth = foresight.taken - foresight.replies()
    elif sight.hand:
        # What the next hand could be is what it is.
        foresight.ask[7:10] = planes(seen.state.hands[(view.seat + 1) % view.seats].counts)
        worth = worth + foresight.guesses - foresight.replies() / (view.seats - 1)
    return foresight.answer(foresight.ranked(worth, 1), "{}").move
