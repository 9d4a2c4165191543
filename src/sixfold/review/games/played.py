"""A game between two players of the same kind, dealt from a seed: where puzzles are looked for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Protocol, Self, TypeVar

from sixfold.bots import AnyBot, Budget
from sixfold.dealer import Dealer, Waiting, settle
from sixfold.game import Outcome, Seat

ViewT = TypeVar("ViewT", covariant=True)
MoveT = TypeVar("MoveT", contravariant=True)


class Going(Waiting, Protocol[ViewT, MoveT]):
    """A state of a game, as far as somebody plays it."""

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def to_move(self) -> Seat | None: ...
    def view(self, seat: Seat | None, /) -> ViewT: ...
    def play(self, move: MoveT, /) -> Self: ...


StateT = TypeVar("StateT", bound=Going[Any, Any])


def before_moves(start: StateT, player: AnyBot, seed: int) -> Iterator[StateT]:
    """The states of a game before every move, up to its end."""
    state, _, dealer = settle(start, Dealer.from_seed(random.Random(seed).randbytes(64)))
    while state.outcome is None:
        yield state
        move = player.choose(state.view(state.to_move), Budget(rollouts=200)).move
        state, _, dealer = settle(state.play(move), dealer)
