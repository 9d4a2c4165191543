"""What the server asks a game: its table, its turns, its drafts and hints. A module for each game answers.

Every question is about a View or about what is public, so no answer can tell a seat more than it may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sixfold.errors import IllegalMove
from sixfold.position import Position
from sixfold.rulesets import AnyMove, AnyView
from sixfold.server import wire

ViewT = TypeVar("ViewT", contravariant=True)
StateT = TypeVar("StateT", contravariant=True)
MoveT = TypeVar("MoveT")


class May(NamedTuple):
    """What else a turn allows and counts, besides laying pieces: the fields of `wire.Now` that have these names."""

    may_swap: int = 0
    may_pass: bool = False
    redraws: int = 0
    last_turns: int | None = None


class Verdict(NamedTuple):
    """A draft judged: the move that it stands for, and what is wrong with it (None: it is legal)."""

    move: AnyMove
    told: wire.Draft
    wrong: IllegalMove | None


class Lying(NamedTuple):
    """What lies on a table, in text forms: a board, or rows and stacks."""

    board: str | None = None
    rows: list[str] | None = None
    stacks: list[list[str]] | None = None


class TableGame(Protocol[ViewT, StateT, MoveT]):
    """One of the two games, as the server needs it."""

    def view(
        self, view: ViewT, now: wire.Now, sheet: list[wire.SheetEntry], opening: wire.OpeningInfo | None
    ) -> wire.View:
        """All that the seat of this view may know: what lies on the table, with what all games have."""
        ...

    def may(self, view: ViewT, mine: bool) -> May:
        """What the turn allows; `mine`: it is the turn of the view's seat."""
        ...

    def part(self, part: Any) -> wire.Part:
        """A summand of a turn's points."""
        ...

    def qwirkles(self, parts: Sequence[Any]) -> int:
        """How many Qwirkles are among the summands of a turn's points."""
        ...

    def laid(self, view: ViewT, before: StateT) -> wire.Laid:
        """What the last turn did to the table, as this view has it; `before` is the game before that turn."""
        ...

    def verdict(self, view: ViewT, draft: wire.Check) -> Verdict:
        """The verdict on a draft, from the hand in the view. Raises for what is no draft of this game."""
        ...

    def fits(self, view: ViewT, question: wire.AskFits, assist: str) -> list[bool]:
        """By row, whether the cards in question could join it, as far as the assist level tells."""
        ...

    def plays(self, view: ViewT, assist: str) -> list[tuple[str, int, int]] | None:
        """The legal plays of the seat to move, as far as its assist level tells them; None: this game lists none."""
        ...

    def hint(self, view: ViewT, move: MoveT, query: wire.Hint) -> wire.Hinted:
        """A step of a hint towards this move: never more than the step says."""
        ...

    def better(self, move: MoveT) -> wire.Better | None:
        """A better move, for whoever overlooked it; None where there is none to show."""
        ...

    def any_move(self, view: ViewT) -> MoveT:
        """Some legal move: the best by points, else what the rules leave."""
        ...

    def begins(self, state: StateT) -> bool:
        """Whether a move in this state is the first of its turn: a take-back goes no further than there."""
        ...

    def lying(self, state: StateT) -> Lying:
        """What lies on the table of a replayed game."""
        ...

    def shown(self, position: Position) -> Lying:
        """What lies on the table of a position."""
        ...

    def seen(self, position: Position) -> AnyView:
        """The view of whoever is to move in a position; who else plays, and what they hold, is not known."""
        ...
