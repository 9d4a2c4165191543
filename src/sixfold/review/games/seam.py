"""What the reviewer asks a game: how it goes on, which moves there were, why one was better, its puzzles.

A module for each game answers. Everything that is the same for both games is outside this folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar

from sixfold.review.considered import Decision
from sixfold.review.estimate import Ends

StateT = TypeVar("StateT", contravariant=True)
ViewT = TypeVar("ViewT", contravariant=True)
MoveT = TypeVar("MoveT")

Fact: TypeAlias = str | int | float
Shown: TypeAlias = Mapping[str, object]
"""What a puzzle shows, by name, as it is shipped in JSON."""
Answers: TypeAlias = tuple[tuple[str, float], ...]
"""Moves that were weighed for a puzzle, with what each is worth; best first."""


@dataclass(frozen=True, slots=True)
class Note:
    """A code, and what its sentence needs: numbers, plays and pieces in their text forms."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


class Where(NamedTuple):
    """A line on the table that somebody may add to."""

    line: str
    """What its pieces share: a colour (`Y`) or a shape (`t`)."""
    cells: tuple[str, ...]
    """Where its pieces lie, from end to end."""


class Answered(NamedTuple):
    """What came after a move in one sample."""

    points: int
    """What the next player's best reply brings at once."""
    where: Where | None
    """The line that it adds to, in tiles."""
    told: bool
    """Whether there is something to be said of the reply."""
    later: int
    """What the own next turn brings at once."""


NO_ANSWER = Answered(0, None, False, 0)
"""The game was over, or nobody could play."""


class Mined(TypedDict):
    """A puzzle as it is found, and as it lies in the shipped files."""

    position: Shown
    answers: list[list[str | float]]


class PuzzleAnswer(TypedDict, total=False):
    """The result of a legal answer to a puzzle. `behind` is how far the best answer is ahead, if that is known."""

    legal: bool
    points: int
    right: bool
    behind: float | None


class ReviewGame(Protocol[StateT, ViewT, MoveT]):
    """One of the two games, as the reviewer needs it."""

    @property
    def LEAD_MATTERS(self) -> float:  # noqa: N802 - a constant of a module
        """So much lead given away is worth a sentence."""
        ...

    @property
    def MUCH_LUCK(self) -> float:  # noqa: N802 - a constant of a module
        """So much lead from a draw is worth a sentence."""
        ...

    @property
    def GENTLE(self) -> int:  # noqa: N802 - a constant of a module
        """So many points or Qwirkles more are worth a word to a beginner."""
        ...

    @property
    def EXPLAINS(self) -> float:  # noqa: N802 - a constant of a module
        """A reason shows at least so much of a mistake within a round."""
        ...

    @property
    def EXPERT_CLOSE(self) -> float:  # noqa: N802 - a constant of a module
        """How often the expert, which has no help, plays the champion's move where that shows (`conduct.py`)."""
        ...

    def finish(self, state: StateT, samples: int, seed: int) -> Ends:
        """How playing on ends, from a state that is not over and has no unknown piece."""
        ...

    def judge(self, view: ViewT, made: MoveT, samples: int, seed: int, width: int) -> Decision | None:
        """A move beside at most `width` others of its view; None where there was no choice."""
        ...

    def answers(self, view: ViewT, move: MoveT, samples: int, seed: int) -> list[Answered]:
        """What came after a move in the samples that it was judged by, for each; [] where that cannot be told."""
        ...

    def about(self, view: ViewT, made: MoveT, better: MoveT, where: Where | None) -> tuple[bool, bool]:
        """Whether a line has to do with the move made, and whether the better one adds to it itself."""
        ...

    def mistake(self, before: StateT, move: MoveT, points: int, better: MoveT, lead: float) -> Note:
        """The sentence that says best why another move was better."""
        ...

    def comes_to(self, move: MoveT) -> object:
        """What a move comes to: the same for moves that differ only in how it was laid out."""
        ...

    def most(self, before: StateT) -> tuple[MoveT | None, int]:
        """The move that brings most at once, and what it brings."""
        ...

    def solves(self, position: Shown, answers: Answers, words: str) -> PuzzleAnswer:
        """Whether a move solves a puzzle; raises what the rules raise for one that is not legal."""
        ...

    def mine(self, seed: int) -> Iterator[Mined]:
        """The puzzles of one game between bots."""
        ...
