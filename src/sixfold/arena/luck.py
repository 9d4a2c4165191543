"""How lucky a draw was: the worth of the hand drawn, minus the mean worth of other hands from the same bag.

To value a hand, the others answer greedily first. Then the hand is worth the best that it can do: for tiles its points
plus the learned value of what it leaves, for cards its Qwirkles. Before the draw, the real hand and the others are
equally likely. So luck is 0 on average, whoever plays and however rough the worth is. This fails only for a player who
knows the order of the bag.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from sixfold import cards, rulesets, tiles
from sixfold.pieces import EMPTY, Pieces

State = tiles.State | cards.State
Worth = Callable[[Pieces], float]
OTHERS: Final = {"tiles": 24, "cards": 24}
"""How many other hands are valued. More of them take time and hardly reduce the noise."""
MARGIN: Final = {"tiles": 0.8, "cards": 1.0}
SHARE: Final = {"tiles": 0.012, "cards": 0.09}
"""How much a point, or a Qwirkle, of luck adds to a margin and to a share, until a match has shown it."""


def luck(before: State, after: State, seed: int) -> float:
    """The luck of the draw between two states, for the seat that drew.

    First hands count as no luck. They decide who opens, so other hands would not be comparable, and every bot gets each
    first hand of a deal once.
    """
    need = before.need
    assert need is not None
    if before.opening is None or after.outcome is not None or need.count >= before.bag_count:
        return 0.0
    # Putting a hand aside is a turn of cards only half done: whoever drew goes on, and nobody answers first (C11).
    answers = 0 if after.to_move == need.seat else after.seats - 1
    game = rulesets.find(after.rules.name).game
    worth = WORTHS[game](after, need.seat, answers, seed)
    kept = EMPTY if answers == 0 else before.hands[need.seat]
    rng, bag = random.Random(seed), tuple(before.bag)
    others = [worth(kept + Pieces(rng.sample(bag, need.count))) for _ in range(OTHERS[game])]
    return worth(after.hands[need.seat]) - sum(others) / len(others)


def _of_tiles(state: tiles.State, seat: int, answers: int, seed: int) -> Worth:
    """The worth of a hand of this seat after the others' answers, which do not depend on what it drew."""
    from sixfold.bots.tiles.search import weights
    from sixfold.kernel import zeros
    from sixfold.kernel.tiles import can, games, pack, planes
    from sixfold.kernel.tiles.layout import HANDS, MOVER, PLAYING, STATUS
    from sixfold.kernel.tiles.thinking import race
    from sixfold.kernel.tiles.thinking.scratch import scratch
    from sixfold.kernel.tiles.thinking.value import WEIGHTS

    words = pack(state.board, state.hands, state.scores, (seat + 1) % state.seats, state.rules, seed).words
    room, field, learned = scratch(), race.race(), zeros(WEIGHTS, np.float32)
    learned[:] = weights()
    for _ in range(answers):
        if words[STATUS] == PLAYING:
            games.simple_turn(words, 1, room.out)
    words[MOVER] = seat
    # What was learned is about the real game; points are worth something in all of them.
    by_points = not can(state.rules)

    def worth(hand: Pieces) -> float:
        words[HANDS + 3 * seat : HANDS + 3 * seat + 3] = planes(hand)
        found = race.candidates(words, learned, room, field, seat, 1, 1, by_points, False)
        return float(field.priors[0]) if found else 0.0

    return worth


def _of_cards(state: cards.State, seat: int, answers: int, seed: int) -> Worth:
    """The same for cards, where a hand is worth the Qwirkles that it can take."""
    from sixfold.kernel import cards as packed
    from sixfold.kernel import zeros
    from sixfold.kernel.cards import games, solver

    game, space, rows = packed.pack_state(state, seed), packed.workspace(state.rules), zeros((1, 8))
    for _ in range(answers):
        if not games.over(game):
            games.turn(game, space, rows, games.GREEDY)
    t1, t2, t3 = game[games.TABLE : games.TABLE + 3].tolist()

    def worth(hand: Pieces) -> float:
        return float(max(0, solver.solve_most(space, t1, t2, t3, *packed.planes(hand.counts))))

    return worth


WORTHS: Final[Mapping[str, Callable[[Any, int, int, int], Worth]]] = {"tiles": _of_tiles, "cards": _of_cards}
