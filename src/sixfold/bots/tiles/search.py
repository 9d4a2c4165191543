"""Thinking about a tile position with the kernel: candidates by the learned value, rollouts shared out by halving,
endings.

Not a bot: thoughtful, expert, champion and plain each use a part of it. Everything is a function of the view, a seed
and the budget in rollouts; a limit in milliseconds can only make it stop earlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from math import ceil, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.bots.protocol import NEVER, Alternative, Choice, Deadline
from sixfold.kernel import tiles
from sixfold.kernel.tiles import games as tiles_games
from sixfold.kernel.tiles.layout import COUNT_BIT, HANDS, LAID_COUNT, PIECES_BIT, POINTS_BIT
from sixfold.kernel.tiles.thinking import endgame as tiles_endgame
from sixfold.kernel.tiles.thinking import policy as tiles_policy
from sixfold.kernel.tiles.thinking import search as tiles_search
from sixfold.kernel.tiles.thinking import value as tiles_value
from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles import Move, Pass, Swap, View

Floats = NDArray[np.float32]
CHUNK: Final = 16
"""Samples between two looks at the clock."""
SHOWN: Final = 5
"""How many moves a choice reports."""
ENTRIES: Final = 1 << 19
"""Positions in the table of endings."""
FIRST_NODES: Final = 25_000
"""With a clock an ending is first tried with so many positions, then with twice as many, as long as there is time."""


@cache
def weights(kind: str = "weights") -> Floats:
    """The learned weights shipped with the package: `weights` the last generation, `early` the second of six."""
    with as_file(files("sixfold.bots.weights") / "tiles.npz") as path:
        loaded: Floats = np.load(path)[kind].astype(np.float32)
    if loaded.shape != (tiles_value.WEIGHTS,):
        raise ValueError(f"the weights have the shape {loaded.shape}; `python -m bench.training` makes new ones")
    return loaded


@cache
def no_weights() -> Floats:
    """A value of nothing at all, for plain simulation."""
    return np.zeros(tiles_value.WEIGHTS, dtype=np.float32)


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
        self.learned = learned
        self.me = view.seat
        hands = tuple(view.hand if seat == self.me else EMPTY for seat in range(view.seats))
        self.packed = tiles.pack(view.board, hands, view.scores, self.me, view.rules, seed)
        self.words = self.packed.words
        self.pool = np.array([piece.index for piece in view.unseen], dtype=np.int64)
        self.sizes = np.array([*view.hand_sizes, 0, 0][:4], dtype=np.int64)
        self.x = np.zeros(tiles_value.FEATURES, dtype=np.float32)
        self.h = np.zeros(tiles_value.FIRST + tiles_value.SECOND, dtype=np.float32)
        self.plays = np.zeros(tiles.ROOM, dtype=np.int64)
        self.out = np.zeros(tiles.ROOM, dtype=np.int64)
        self.rollouts = 0
        # One sample in place: what is weighed without search depends on how many pieces others hold, not on which.
        tiles_search.hide(self.words, self.me, self.pool, self.sizes, 0, seed)

    # ---- moves ------------------------------------------------------------------------------------------------------

    def candidates(self, most: int, *, seen: int | None = None, by_points: bool = False) -> list[Candidate]:
        """The most promising moves by points plus learned value, swaps among them; best first.

        With `seen` only so many plays are looked at, those that score most. By points: plays only.
        """
        hand = int(self.words[HANDS + 3 * self.me])
        listed = min(tiles_games.list_plays(self.words, hand, self.plays), self.plays.size)
        if by_points:
            seen = most
        if seen is not None:
            best_first = np.argsort(-(self.plays[:listed] >> POINTS_BIT), kind="stable")[:seen]
            listed = len(best_first)
            self.plays[:listed] = self.plays[best_first]
        found: list[Candidate] = []
        if by_points:
            found = [Candidate(play, float(tiles.points(play))) for play in self.plays[:listed].tolist()]
        elif listed:
            values = np.zeros(tiles_policy.MOST)
            n = tiles_policy.weigh(self.words, self.learned, self.plays, listed, values, self.x, self.h, self.out)
            order = np.argsort(-values[:n], kind="stable")[:most]
            found = [Candidate(int(self.plays[i]), float(values[i])) for i in order]
        if self.view.bag_count and self.words[LAID_COUNT] and not (found and by_points):
            best, bits = tiles_policy.weigh_swaps(self.words, self.learned, self.plays, self.x, self.h, self.out)
            found.append(Candidate(int(bits) << PIECES_BIT, float(best)))
            found.sort(key=lambda one: -one.prior)
        return found[:most]

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
        moves = np.array([one.packed for one in found], dtype=np.int64)
        sums, squares, leads = np.zeros(len(moves)), np.zeros(len(moves)), np.zeros(len(moves))
        tried = np.zeros(len(moves), dtype=np.int64)
        alive = np.arange(len(moves))
        gone: list[int] = []
        rounds = max(1, ceil(log2(len(moves)))) if halve else 1
        limit = deadline.left_s
        done = 0
        for turn in range(rounds):
            samples = max(1, rollouts // rounds // len(alive))
            until = limit * (1 - (turn + 1) / rounds) if deadline.at is not None else 0.0
            stop = done + samples
            while done < stop:
                to = min(done + CHUNK, stop)
                self.simulate(moves, alive, done, to, chances, sums, squares, leads)
                tried[alive] += to - done
                self.rollouts += (to - done) * len(alive)
                done = to
                if deadline.at is not None and deadline.left_s <= until:
                    break
            order = alive[np.argsort(-sums[alive], kind="stable")]
            kept = (len(order) + 1) // 2 if halve and turn + 1 < rounds else len(order)
            gone = [*map(int, order[kept:]), *gone]
            alive = order[:kept]
        for i, one in enumerate(found):
            one.lead = float(leads[i] / max(1, tried[i]))
        return [found[i] for i in (*map(int, alive), *gone)]

    def simulate(
        self,
        moves: NDArray[np.int64],
        alive: NDArray[np.int64],
        first: int,
        stop: int,
        chances: bool,
        sums: NDArray[np.float64],
        squares: NDArray[np.float64],
        leads: NDArray[np.float64],
    ) -> None:
        tiles_search.simulate(
            self.words,
            self.learned,
            self.me,
            self.pool,
            self.sizes,
            moves,
            alive,
            first,
            stop,
            self.view.seats,
            int(chances),
            self.seed,
            sums,
            squares,
            leads,
            np.zeros(tiles_search.SAVED, dtype=np.int64),
            self.x,
            self.h,
            self.plays,
            self.out,
        )

    # ---- endings ----------------------------------------------------------------------------------------------------

    def ending(self, nodes: int, deadline: Deadline = NEVER) -> tuple[int, float] | None:
        """With two players and the bag empty nothing is hidden: the best play and the exact final lead, if `nodes`
        positions and the time suffice."""
        if self.view.seats != 2 or self.view.bag_count:
            return None
        tally = np.zeros(tiles_endgame.TALLY, dtype=np.int64)
        table = np.zeros(tiles_endgame.ENTRY * ENTRIES, dtype=np.int64)
        moves = np.zeros(tiles_endgame.PLIES * tiles_endgame.WIDTH, dtype=np.int64)
        limit = nodes if deadline.at is None else min(nodes, FIRST_NODES)
        while True:
            before = deadline.left_s
            gain, best = tiles_endgame.best_ending(
                self.words, self.me, -tiles_endgame.INFINITE, tiles_endgame.INFINITE, limit, table, moves, tally
            )
            if not tally[tiles_endgame.STOPPED]:
                return int(best), float(gain + self.view.scores[self.me] - self.view.scores[1 - self.me])
            # The next try takes about twice as long as this one, and rollouts need half of the time that is left.
            left = deadline.left_s
            if limit >= nodes or 4 * (before - left) > left:
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
