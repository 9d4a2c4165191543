"""Thinking about a tile position with the kernel: candidates by the learned value, rollouts shared out by halving,
endings.

Not a bot: thoughtful, expert, champion and plain each use a part of it. Everything is a function of the view, a seed
and the budget in rollouts; a limit in milliseconds can only make it stop earlier.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.bots.protocol import NEVER, Alternative, Choice, Deadline
from sixfold.kernel import tiles, zeros
from sixfold.kernel.tiles import core
from sixfold.kernel.tiles.layout import COUNT_BIT, PIECES_BIT
from sixfold.kernel.tiles.thinking import endgame, race, search
from sixfold.kernel.tiles.thinking.scratch import scratch
from sixfold.kernel.tiles.thinking.value import WEIGHTS
from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles import Move, Pass, Place, Swap, View

Floats = NDArray[np.float32]
CHUNK: Final = 256
"""Rollouts between two looks at the clock."""
LARGE_CHUNK: Final = 4096
"""The same where there is no clock: so that asking costs nothing beside thinking."""
SHOWN: Final = 5
"""How many moves a choice reports."""
ENTRIES: Final = 1 << 19
"""Positions in the table of endings."""
FIRST_NODES: Final = 25_000
"""How many positions an ending is first tried with, then twice as many, and so on: always the same tries, so that a
clock can stop it between two of them and never changes the answer."""


@cache
def weights(kind: str = "weights") -> Floats:
    """The learned weights shipped with the package: `weights` the last generation, `early` the second of six."""
    with as_file(files("sixfold.bots.weights") / "tiles.npz") as path:
        loaded: Floats = np.load(path)[kind].astype(np.float32)
    if loaded.shape != (WEIGHTS,):
        raise ValueError(f"the weights have the shape {loaded.shape}; `python -m bench.training` makes new ones")
    return loaded


@cache
def no_weights() -> Floats:
    """A value of nothing at all, for plain simulation."""
    return np.zeros(WEIGHTS, dtype=np.float32)


@dataclass(slots=True)
class Candidate:
    """A move under consideration: packed, with the value it had before any search and the lead found by search."""

    packed: int
    prior: float
    lead: float = 0.0


class Search:
    """One position, as one seat sees it, in the kernel's words."""

    def __init__(self, view: View, seed: int, learned: Floats) -> None:
        assert view.seat is not None
        self.view = view
        self.seed = seed
        self.learned = zeros(WEIGHTS, np.float32)
        self.learned[:] = learned
        self.me = view.seat
        hands = tuple(view.hand if seat == self.me else EMPTY for seat in range(view.seats))
        opener = (self.me - len(view.sheet)) % view.seats
        self.packed = tiles.pack(view.board, hands, view.scores, self.me, view.rules, seed, opener)
        self.words = self.packed.words
        self.scratch = scratch()
        self.race = race.race()
        self.known = search.Known(
            me=self.me,
            pool=np.array([piece.index for piece in view.unseen], dtype=np.int64),
            sizes=np.array([*view.hand_sizes, 0, 0][:4], dtype=np.int64),
            plies=view.seats,
            chances=1,
            seed=seed,
        )
        self.rollouts = 0
        # One sample in place: what is weighed without search depends on how many pieces others hold, not on which.
        search.hide(self.words, self.me, self.known.pool, self.known.sizes, 0, seed)

    # ---- moves ------------------------------------------------------------------------------------------------------

    def candidates(self, most: int, *, seen: int | None = None, by_points: bool = False) -> list[Candidate]:
        """The most promising moves by points plus learned value, swaps among them; best first.

        With `seen`, only this many plays are looked at, those that score most. By points: plays only.
        """
        swaps = self.view.bag_count > 0
        most, seen = min(most, race.WIDTH - 1), -1 if seen is None else seen
        n = race.candidates(self.words, self.learned, self.scratch, self.race, self.me, most, seen, by_points, swaps)
        moves, priors = self.race.moves[:n].tolist(), self.race.priors[:n].tolist()
        return [Candidate(move, prior) for move, prior in zip(moves, priors, strict=True)]

    def move(self, packed: int) -> Move:
        """The rules' move of a packed one."""
        if packed >> COUNT_BIT & 7:
            return self.packed.place(packed)
        if packed == 0:
            return Pass()
        bits = packed >> PIECES_BIT
        return Swap(Pieces(piece for i, piece in enumerate(self.view.hand) if bits >> i & 1))

    # ---- rollouts ---------------------------------------------------------------------------------------------------

    def halving(
        self, found: Sequence[Candidate], rollouts: int, deadline: Deadline, *, chances: bool, halve: bool = True
    ) -> list[Candidate]:
        """Share rollouts out: every round all that are left get as many, and the worse half goes. Best first.

        All rounds together need at least twice as many rollouts as there are candidates.
        """
        known = self.known._replace(chances=int(chances))
        state = self.race.state
        self.race.moves[: len(found)] = [one.packed for one in found]
        race.start(self.race, len(found), rollouts, halve)
        rounds, limit = int(state[race.ROUNDS]), deadline.left_s
        more = True
        while more:
            turn = int(state[race.ROUND])
            samples = max(1, (LARGE_CHUNK if deadline.at is None else CHUNK) // int(state[race.ALIVE]))
            more = race.go_on(self.words, self.learned, self.scratch, known, self.race, samples)
            # A clock gives every round its share of the time.
            if deadline.at is not None and deadline.left_s <= limit * (1 - (turn + 1) / rounds):
                if more and turn == state[race.ROUND]:
                    race.end_round(self.race)
                more = state[race.ROUND] < rounds
        self.rollouts += int(state[race.SPENT])
        for one, lead, tried in zip(found, self.race.leads.tolist(), self.race.tried.tolist(), strict=False):
            one.lead = lead / max(1, tried)
        return [found[place] for place in self.race.order[: len(found)].tolist()]

    def tried(self, moves: Sequence[int], first: int, stop: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """These moves on the samples first..stop-1: for each the sum of its chances to win, and of its final leads."""
        count = len(moves)
        self.race.moves[:count] = moves
        race.start(self.race, count, count, False)
        search.simulate(self.words, self.learned, self.scratch, self.known, self.race, count, first, stop)
        return self.race.sums[:count].copy(), self.race.leads[:count].copy()

    def answered(self, move: int, samples: int) -> list[tuple[int, int]]:
        """What came after a move in the samples from 0 on: the next player's play and the own next one; 0 for none."""
        found = []
        self.race.moves[0] = move
        race.start(self.race, 1, 1, False)
        reply, own = search.TRACE + 1, search.TRACE + self.known.plies
        for sample in range(samples):
            search.simulate(self.words, self.learned, self.scratch, self.known, self.race, 1, sample, sample + 1)
            found.append((int(self.race.state[reply]), int(self.race.state[own])))
        return found

    def replies(self, move: int, packed: Collection[int]) -> dict[int, Place]:
        """The rules' plays of packed ones that answer a move."""
        core.apply(self.words, move)
        found = {reply: self.packed.place(reply) for reply in packed}
        core.undo(self.words, move)
        return found

    # ---- endings ----------------------------------------------------------------------------------------------------

    def ending(self, nodes: int, deadline: Deadline = NEVER) -> tuple[int, float] | None:
        """With two players and the bag empty nothing is hidden: the best play and the exact final lead, if `nodes`
        positions and the time suffice. Endings that a target may cut short (T21) are not solved."""
        if self.view.seats != 2 or self.view.bag_count or self.view.rules.target:
            return None
        memory = endgame.memory(ENTRIES)
        limit = min(nodes, FIRST_NODES)
        while True:
            before = deadline.left_s
            gain = endgame.best_ending(self.words, self.me, -endgame.INFINITE, endgame.INFINITE, limit, memory)
            if not memory.tally[endgame.STOPPED]:
                lead = gain + self.view.scores[self.me] - self.view.scores[1 - self.me]
                return int(memory.tally[endgame.BEST_PLAY]), float(lead)
            # The next try takes about twice as long as this one, and rollouts need half of the time that is left.
            left = deadline.left_s
            if limit >= nodes or (deadline.at is not None and 4 * (before - left) > left):
                return None
            limit = min(nodes, 2 * limit)

    # ---- answers ----------------------------------------------------------------------------------------------------

    def lead(self) -> float:
        """The score now, less the best score of the others."""
        scores = self.view.scores
        return float(scores[self.me] - max(score for seat, score in enumerate(scores) if seat != self.me))

    def answer(self, ranked: Sequence[Candidate], note: str) -> Choice[Move]:
        """The first of these moves, with the next ones beside it; values are expected final leads."""
        shown = tuple(Alternative(self.move(one.packed), round(one.lead, 2)) for one in ranked[:SHOWN])
        return Choice(shown[0].move, shown[0].value, shown, note.format(shown[0].value), self.rollouts)
