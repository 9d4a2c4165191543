"""What the terminal asks a game: its words, what a turn did, a hint. A module for each game answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from rich.text import Text

from sixfold.messages import Messages
from sixfold.terminal.draft import CardDraft

StateT = TypeVar("StateT", contravariant=True)
MoveT = TypeVar("MoveT", contravariant=True)


@dataclass(frozen=True, slots=True)
class HintStep:
    """A step of a hint, and at the last one the move itself."""

    text: str
    move: Any = None


class Nouns(NamedTuple):
    """The keys of what a game calls its things."""

    left: str
    """How many are left to draw."""
    hand: str
    """One's own pieces."""
    opening: str
    """What the opener has to do."""
    nothing: str
    """That a turn needs a piece."""


class TerminalGame(Protocol[StateT, MoveT]):
    """One of the two games, as the terminal needs it."""

    @property
    def MOVES(self) -> tuple[tuple[str, str], ...]:  # noqa: N802 - a constant of a module
        """What can be typed, and the key of what it does."""
        ...

    @property
    def KEYS(self) -> tuple[tuple[str, str], ...]:  # noqa: N802 - a constant of a module
        """The keys of the screen; a sentence that names its own key needs no other."""
        ...

    @property
    def SAID(self) -> Nouns:  # noqa: N802 - a constant of a module
        ...

    def told(self, say: Messages, name: str, before: StateT, after: StateT, move: MoveT) -> Text:
        """What a seat did, as all may know it."""
        ...

    def hint(self, say: Messages, state: StateT, step: int) -> HintStep:
        """Ever more of the best move at once: how many or which pieces first, the move itself at the last step."""
        ...

    def draft(self, state: StateT, seat: int) -> CardDraft | None:
        """The rows that a turn is laid in, word by word; None where a turn is written at once."""
        ...

    def puzzle(self, question: Mapping[str, object]) -> tuple[Text, str]:
        """What lies on the table of a puzzle, and the task."""
        ...
