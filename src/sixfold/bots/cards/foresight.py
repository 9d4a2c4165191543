"""What the strong card bots share: every afterstate of a turn, its learned value, and imagined hands to try it against.

No levels: how much of this a bot does is its own file. Needs the kernel (`kernel.prepare("cards")`) and the real rules.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixfold.bots.protocol import Alternative, Choice, Deadline
from sixfold.cards import Move, Turn, View
from sixfold.kernel import cards
from sixfold.kernel.cards.thinking import ahead as cards_thinking
from sixfold.kernel.cards.thinking import policy as cards_policy
from sixfold.kernel.cards.thinking import value as cards_value

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
SHOWN: Final = 5
"""So many alternatives are told."""
PRIOR: Final = 6
"""The learned value is wrong by 0.2 Qwirkles or so, and one world by 0.4: it weighs as much as a few worlds."""
KINDS_SEEN: Final = 6
"""In imagined worlds everyone looks at so many kinds of the hand, by chance: a quarter of the time, hardly weaker."""


@dataclass(frozen=True, slots=True)
class Race:
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
    if len(theta) != cards_value.WEIGHTS:
        raise ValueError(f"cards.npz holds {len(theta)} weights, the network has {cards_value.WEIGHTS}")
    return theta


@dataclass(slots=True)
class Field:
    """Afterstates in a race, best first: their rows, and what each is worth so far."""

    chosen: Indices
    worth: Floats

    def first(self, count: int) -> Field:
        return Field(self.chosen[:count], self.worth[:count])


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
        self.values = np.zeros(len(self.rows))
        self.guesses = np.zeros(len(self.rows))
        if len(self.rows):
            cards_policy.judge(weights(), self.ask, self.rows, len(self.rows), self.values, self.guesses)

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
        order = np.argsort(-worth, kind="stable")[:width].astype(np.int64)
        return Field(order, worth[order])

    def solved(self) -> Field:
        """The last two turns of two players: own Qwirkles minus the most that the known hand makes of what is left."""
        chosen = np.arange(len(self.rows), dtype=np.int64)
        made = np.zeros(len(chosen))
        self._hands(chosen, 0, 1, made)
        return self.ranked(self.taken - made, SHOWN)

    def hands(self, worth: Floats, plan: Race, rollouts: int, deadline: Deadline) -> Field:
        """A race against imagined hands: `worth`, without what the next seat makes, less what it makes of the table."""
        share = 1.0 / (int(self.ask[0]) - 1)
        field = self.ranked(worth - self.guesses, plan.width)

        def lap(chosen: Indices, seen: int, batch: int, total: Floats) -> None:
            self._hands(chosen, seen, batch, total)

        return self._race(field, plan, rollouts, deadline, lap, lambda at, total, n: worth[at] - share * total / n)

    def futures(self, plan: Race, rollouts: int, deadline: Deadline) -> Field:
        """A race through imagined worlds in which the others answer; the learned value counts as PRIOR worlds."""
        field = self.ranked(self.values, plan.width)
        # Before the stock runs out one answer is enough to see; then it is worth playing to the end.
        turns = 1 if self.ask[1] > 9 else 2 * int(self.ask[0])
        space, theta = cards.workspace(), weights()

        def lap(chosen: Indices, seen: int, batch: int, total: Floats) -> None:
            cards_thinking.futures(
                space, theta, self.ask, self.rows, chosen, self.seed, seen, batch, turns, KINDS_SEEN, total
            )

        def worth(at: Indices, total: Floats, seen: int) -> Floats:
            together: Floats = (PRIOR * self.values[at] + total) / (PRIOR + seen)
            return together

        return self._race(field, plan, rollouts, deadline, lap, worth)

    def _hands(self, chosen: Indices, first: int, count: int, made: Floats) -> None:
        hands = np.zeros((count, 3), dtype=np.int64)
        cards_thinking.imagine(self.ask, self.seed, first, hands)
        cards_thinking.trial(cards.workspace(), self.rows, chosen, hands, made)

    def _race(
        self,
        field: Field,
        plan: Race,
        rollouts: int,
        deadline: Deadline,
        lap: Callable[[Indices, int, int, Floats], None],
        worth: Callable[[Indices, Floats, int], Floats],
    ) -> Field:
        """Sequential halving: every lap costs about as much, and the better half goes on; the same worlds for all.

        One rollout is one imagined hand or world for one afterstate. Who drops out keeps its last place.
        """
        chosen, total, seen = field.chosen, np.zeros(len(field.chosen)), 0
        out: list[Field] = []
        laps = max(1, (max(1, len(chosen) // plan.stop)).bit_length())
        while True:
            batch = min(
                plan.most - seen, max(1, rollouts // laps // len(chosen)), (rollouts - self.spent) // len(chosen)
            )
            for _ in range(max(0, batch)):
                if deadline.passed:
                    break
                lap(chosen, seen, 1, total)
                seen += 1
                self.spent += len(chosen)
            if seen == 0:
                return field
            now = worth(chosen, total, seen)
            rank = np.argsort(-now, kind="stable")
            keep = max(plan.stop, len(chosen) // 2)
            if len(chosen) <= plan.stop or batch < 1 or deadline.passed:
                out.append(Field(chosen[rank], now[rank]))
                break
            out.append(Field(chosen[rank[keep:]], now[rank[keep:]]))
            chosen, total = chosen[rank[:keep]], total[rank[:keep]]
        out.reverse()
        # Who dropped out was judged by fewer worlds: it is never told as better than who stayed.
        worths = np.minimum.accumulate(np.concatenate([f.worth for f in out]))
        return Field(np.concatenate([f.chosen for f in out]), worths)

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
    """A view as the numbers of a decision (cards_policy.ASK)."""
    seat = view.seat
    assert seat is not None, "a spectator has no turn"
    ask = np.zeros(cards_policy.ASK, dtype=np.int64)
    unseen = view.unseen
    ask[0], ask[1] = view.seats, view.bag_count
    ask[2] = -1 if view.last_turns is None else view.last_turns - 1
    ask[3] = sum(view.hand_sizes) - len(view.hand)
    ask[4:7] = cards.planes(view.hand.counts)
    ask[7:10] = cards.planes(unseen.counts)
    for step in range(1, view.seats):
        ask[9 + step] = view.hand_sizes[(seat + step) % view.seats]
    return ask


def _openings(view: View) -> NDArray[Any]:
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
