"""What every move of tiles is worth: all moves are tried on the same samples of what is hidden.

Everyone answers greedily, and the learned value stands for the rest of the game. With two players and an empty bag the
worth is exact.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import numpy as np

from sixfold import tiles
from sixfold.arena.oracles.seam import BATCHES, Values, halves

if TYPE_CHECKING:
    from sixfold.bots.tiles.search import Search

UNIT: Final = "points"
SAMPLES: Final = 600
NODES: Final = 400_000
"""An ending that needs more positions than this for one of its moves is left out."""
CHUNK: Final = 60
"""How many moves fit into one race of the kernel."""


def open_to(view: tiles.View) -> bool:
    return bool(view.board)


def named(view: tiles.View, move: tiles.Move) -> str:
    return str(move)


def values(view: tiles.View, samples: int, rng: random.Random) -> Values | None:
    return _exact(view) if view.seats == 2 and not view.bag_count else _sampled(view, samples, rng)


def _sampled(view: tiles.View, samples: int, rng: random.Random) -> Values:
    from sixfold.bots.tiles.search import Search, weights

    search = Search(view, rng.randrange(2**62), weights())
    found = {str(search.move(packed)): packed for packed in _packed(search)}
    each = max(1, samples // BATCHES)
    numbers = list(found.values())
    means = np.zeros((BATCHES, len(numbers)))
    for batch in range(BATCHES):
        for at in range(0, len(numbers), CHUNK):
            part = numbers[at : at + CHUNK]
            _, leads = search.tried(part, batch * each, (batch + 1) * each)
            means[batch, at : at + len(part)] = leads / each
    return halves(list(found), means, 3)


def _packed(search: Search) -> list[int]:
    """All plays and swaps, in the kernel's numbers; a pass where there is nothing else."""
    from sixfold.kernel.tiles import list_plays, planes
    from sixfold.kernel.tiles.layout import PIECES_BIT

    plays = [int(packed) for packed in list_plays(search.words, planes(search.view.hand)[0]).tolist()]
    held, bag = len(search.view.hand), search.view.bag_count
    swaps = [bits << PIECES_BIT for bits in range(1, 1 << held) if bits.bit_count() <= bag]
    return [*plays, *swaps] or [0]


def _exact(view: tiles.View) -> Values | None:
    """Nothing is hidden: the final lead after every move, if all of them can be solved."""
    from sixfold.bots.tiles.search import Search, weights

    state, me = view.sample(random.Random(0)), view.seat
    assert me is not None
    found: Values = {}
    for move in view.legal_moves():
        after = state.play(move)
        if after.outcome is not None:
            lead = float(after.outcome.scores[me] - after.outcome.scores[1 - me])
        else:
            assert after.to_move is not None
            solved = Search(after.view(after.to_move), 0, weights()).ending(NODES)
            if solved is None:
                return None
            lead = solved[1] if after.to_move == me else -solved[1]
        found[str(move)] = (lead, lead, 0.0)
    return found
