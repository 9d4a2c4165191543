"""What a learner's environment asks a game about, beyond its rules. A module for each game answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sixfold.game import Outcome
from sixfold.research.actions import Encoding
from sixfold.rulesets import Numbers
from sixfold.tiles import Play

StateT = TypeVar("StateT", contravariant=True)
ViewT = TypeVar("ViewT", contravariant=True)
MoveT = TypeVar("MoveT", covariant=True)


class ResearchGame(Protocol[StateT, ViewT, MoveT]):
    """One of the two games, as environments and data sets need it."""

    @property
    def PLACES(self) -> bool:  # noqa: N802 - a constant of a module
        """Whether it matters where pieces lie: then they are part of an observation."""
        ...

    @property
    def Whole(self) -> Callable[[], Encoding[StateT, MoveT]]:  # noqa: N802 - a class of a module
        """Whole moves by number."""
        ...

    @property
    def Factored(self) -> Callable[[], Encoding[StateT, MoveT]]:  # noqa: N802 - a class of a module
        """Steps of moves by number."""
        ...

    def in_kernel(self, rules: Numbers) -> bool:
        """Whether the kernel follows a game by these rules, move by whole move (`point.Point`)."""
        ...

    def placed(self, view: ViewT) -> NDArray[np.int16]:
        """Where pieces lie, a row each: x and y from the middle, and the kind; -1 for none."""
        ...

    def plays(self, view: ViewT) -> Sequence[Play] | None:
        """The plays of the seat to move with their points, best first; None: this game lists none."""
        ...

    def goes_round(self, state: StateT, rounds: int) -> Outcome | None:
        """The end of a game that did nothing but go round for so long: the best score wins, as by the rules."""
        ...
