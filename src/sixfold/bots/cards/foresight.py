"""What the strong card bots share: every afterstate of a turn, its learned value, and imagined hands to try it against.

No levels: how much of this a bot does is its own file. Needs the real rules.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.bots.protocol import Alternative, Choice, Deadline
from sixfold.cards import Move, Turn, View
from sixfold.kernel import cards, zeros
from sixfold.kernel.cards.thinking import ahead, policy, race
from sixfold.kernel.cards.thinking.scratch import ASK, scratch
from sixfold.kernel.cards.thinking.value import WEIGHTS

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
SHOWN: Final = 5
"""How many alternatives a choice names."""
CHUNK: Final = 1
"""Hands or worlds between two looks at the clock."""
KINDS_SEEN: Final = 6
"""How many kinds of the hand everyone looks at in imagined worlds, by chance: a quarter of the time, hardly weaker."""

NEAR_END: Final = 9
"""With this many cards in the stock or fewer, worlds are played to their end."""


@dataclass(frozen=True, slots=True)
class RacePlan:
    """How a race is run: how many start, how many stay to the end, and the most hands or worlds for each."""

    width: int
    stop: int
    most: int


@cache
def weights() -> NDArray[np.float32]:
    """The learned value as it is shipped; how it was made is in the file beside it."""
    source = files("sixfold.bots.weights").joinpath("cards.npz")
    with source.open("rb") as file, np.load(file) as kept:
        theta: NDArray[np.float32] = kept["weights"].astype(np.float32)
    if len(theta) != WEIGHTS:
        raise ValueError(f"cards.npz holds {len(theta)} weights, the network has {WEIGHTS}")
    return theta


@dataclass(slots=True)
class Field:
    """Afterstates in a race, best first: their rows, and what each is worth so far."""

    chosen: Indices
    worth: Floats


class Foresight:
    """One decision: the seat's knowledge in words, all its afterstates, and their learned values.

    `taken` are the Qwirkles of each afterstate, `guesses` what the next seat is expected to make of it (its share of
    the margin), `values` the margin from here to the end.
    """

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seed = seed
        self.spent = 0
        self.ask = _ask(view)
        hand = (int(self.ask[4]), int(self.ask[5]), int(self.ask[6]))
        self.rows = _openings(view) if view.opens else cards.afterstate_rows(cards.planes(view.table.counts), hand)
        self.taken = self.rows[:, 6].astype(np.float64)
        self.values = zeros(len(self.rows), np.float64)
        self.guesses = zeros(len(self.rows), np.float64)
        self.scratch = scratch()
        self.race = race.race()
        if len(self.rows):
            policy.judge(weights(), self.scratch, self.ask, self.rows, len(self.rows), self.values, self.guesses)

    @property
    def cards_played(self) -> Floats:
        """How many cards each afterstate plays."""
        played: Floats = np.bitwise_count(self.rows[:, :3]).sum(axis=1).astype(np.float64)
        return played

    @property
    def last_turn(self) -> bool:
        """Whether the game ends with this turn: then only the Qwirkles taken now count."""
        return bool(self.ask[2] == 0)

    @property
    def known(self) -> bool:
        """Whether the next hand is known card by card, and plays the last turn: two players and an empty stock."""
        return bool(self.ask[0] == 2 and self.ask[1] == 0 and self.ask[2] == 1)

    def ranked(self, worth: Floats, width: int) -> Field:
        """The `width` best afterstates by this worth."""
        return self._field(race.ranked(self.race, worth, len(self.rows), width))

    def solved(self) -> Field:
        """The last two turns of two players: own Qwirkles minus the most that the known hand makes of what is left."""
        return self.ranked(self.taken - self.replies(), SHOWN)

    def replies(self) -> Floats:
        """What one hand that the next seat could hold, or does hold, makes of each afterstate."""
        made: Floats = zeros(len(self.rows), np.float64)
        ahead.replies(cards.workspace(), self.scratch, self.ask, self.rows, self.seed, made)
        return made

    def hands(self, worth: Floats, plan: RacePlan, rollouts: int, deadline: Deadline) -> Field:
        """A race against imagined hands: `worth`, without what the next seat makes, less what it makes of the table."""
        return self._run(worth - self.guesses, worth, plan, 0, rollouts, deadline)

    def futures(self, plan: RacePlan, rollouts: int, deadline: Deadline) -> Field:
        """A race through imagined worlds in which the others answer; the learned value counts as some worlds."""
        return self._run(self.values, self.values, plan, self._turns, rollouts, deadline)

    def tried(self, first: int, stop: int) -> Floats:
        """All afterstates in the worlds first..stop-1: for each the sum of its margins from here to the end."""
        found: Floats = np.zeros(len(self.rows))
        worlds, how = stop - first, race.Plan(self.seed, self._turns, KINDS_SEEN)
        for at in range(0, len(self.rows), race.WIDTH):
            chosen = np.arange(at, min(at + race.WIDTH, len(self.rows)))
            count = len(chosen)
            self.race.chosen[:count] = chosen
            # One world more than are played: a lap that ends would put them in order.
            race.start(self.race, self.values, count, count, worlds + 1, (worlds + 1) * count)
            self.race.state[race.SEEN] = first
            race.go_on(cards.workspace(), weights(), self.scratch, self.ask, self.rows, self.race, how, worlds)
            found[chosen] = self.race.totals[:count]
        return found

    @property
    def _turns(self) -> int:
        """Before the stock runs out one answer is enough to see; then it is worth playing to the end."""
        return 1 if self.ask[1] > NEAR_END else 2 * int(self.ask[0])

    def _run(self, first: Floats, base: Floats, plan: RacePlan, turns: int, rollouts: int, deadline: Deadline) -> Field:
        """A race of those that look best at first."""
        state, how = self.race.state, race.Plan(self.seed, turns, KINDS_SEEN)
        count = race.ranked(self.race, first, len(self.rows), plan.width)
        race.start(self.race, base, count, plan.stop, plan.most, rollouts)
        space, theta, more = cards.workspace(), weights(), not state[race.OVER]
        while more:
            if deadline.passed:
                race.end_lap(self.race, self.view.seats, turns > 0, True)
                break
            more = race.go_on(space, theta, self.scratch, self.ask, self.rows, self.race, how, CHUNK)
        self.spent += int(state[race.SPENT])
        return self._field(count)

    def _field(self, count: int) -> Field:
        return Field(self.race.chosen[:count].copy(), self.race.worth[:count].copy())

    def answer(self, field: Field, note: str) -> Choice[Move]:
        """The best of the field as a choice; values are expected final leads over the best other seat."""
        scores = self.view.scores
        seat = self.view.seat or 0
        lead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
        told = tuple(
            Alternative[Move](self._turn(int(row)), lead + float(worth))
            for row, worth in zip(field.chosen[:SHOWN], field.worth[:SHOWN], strict=True)
        )
        return Choice(told[0].move, told[0].value, told, note.format(told[0].value), self.spent)

    def _turn(self, index: int) -> Turn:
        row = self.rows[index].tolist()
        return cards.turn((row[3], row[4], row[5]), row[7])


def _ask(view: View) -> NDArray[np.int64]:
    """A view as the numbers of a decision (ASK)."""
    seat = view.seat
    assert seat is not None, "a spectator has no turn"
    ask: NDArray[np.int64] = zeros(ASK)
    unseen = view.unseen
    ask[0], ask[1] = view.seats, view.bag_count
    ask[2] = -1 if view.last_turns is None else view.last_turns - 1
    ask[3] = sum(view.hand_sizes) - len(view.hand)
    ask[4:7] = cards.planes(view.hand.counts)
    ask[7:10] = cards.planes(unseen.counts)
    for step in range(1, view.seats):
        ask[9 + step] = view.hand_sizes[(seat + step) % view.seats]
    return ask


def _openings(view: View) -> NDArray[np.int64]:
    """C5: the opening turns as rows of afterstates."""
    found: list[list[int]] = []
    for move in view.legal_moves():
        assert isinstance(move, Turn)
        (row,) = (*move.rows, *move.taken)
        bits = sum(1 << piece.index for piece in row)
        # A full row is taken at once: of which line, two bits for each, colours first.
        line = row[0].color if row.color is not None else 6 + row[0].shape
        code = 1 << (2 * int(line)) if move.taken else 0
        found.append([bits, 0, 0, 0 if move.taken else bits, 0, 0, len(move.taken), code])
    return np.array(found, dtype=np.int64).reshape(-1, 8)
