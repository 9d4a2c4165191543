"""A table for a model, wherever its game is kept: look, plays, check, play, refusals and tries."""

from __future__ import annotations

import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sixfold import bots, rulesets
from sixfold.errors import IllegalMove, NotationError, PositionError, Refused, SixfoldError
from sixfold.mcp import words
from sixfold.rulesets import AnyMove, AnyState, AnyView

TRIES: Final = 3
"""Moves that may be refused in one turn before a legal one is made for the model, and counted."""


@dataclass(slots=True)
class Seat:
    """A model's place: what it has been told, and how often it was refused in this turn and helped in this game."""

    table: TableForModels
    number: int
    key: str = field(default_factory=lambda: secrets.token_hex(8))
    told: int = 0
    refused: int = 0
    helped: int = 0


class TableForModels(ABC):
    """A game with a model in it. Whoever calls holds `lock`, so that a model never sees half a turn."""

    id: str
    ruleset: str

    def __init__(self) -> None:
        self.lock = threading.Lock()

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """Who sits where."""

    @abstractmethod
    def view(self, seat: Seat) -> AnyView | None:
        """What this seat may know; None while nothing is dealt yet."""

    @abstractmethod
    def state(self, seat: Seat) -> AnyState:
        """The game, or one that this seat could be in: what moves are judged by."""

    @abstractmethod
    def news(self, seat: Seat, view: AnyView) -> list[str]:
        """What happened since this seat last looked, a line each; they are told once."""

    @abstractmethod
    def make(self, seat: Seat, move: AnyMove) -> None:
        """Make a move; raises SixfoldError and changes nothing if it is refused."""

    @abstractmethod
    def remark(self, text: str) -> None:
        """Something that everybody here is told with the next news."""

    @abstractmethod
    def go_on(self, seat: Seat, seconds: float) -> None:
        """Let the others move, until this seat is to move, the game is over, or so much time has passed."""

    @property
    @abstractmethod
    def welcome(self) -> str:
        """What the model that made this table has to know: who may still come, and how."""

    @abstractmethod
    def close(self) -> None:
        """The model leaves it at that: nothing is kept open."""

    def look(self, seat: Seat, wait: float = 0) -> str:
        """The table from this seat, with what happened since the last look."""
        self.go_on(seat, wait)
        view = self.view(seat)
        if view is None:
            return f"The game has not begun. Seats: {', '.join(self.names)}. Look again later."
        text = words.table(view, self.names, self.news(seat, view))
        helped = f"\nMoves made for you after {TRIES} refusals: {seat.helped}." if seat.helped else ""
        return text + helped

    def plays(self, seat: Seat, most: int) -> str:
        """The legal moves of this seat."""
        return words.plays(self._must_move(seat), most)

    def check(self, seat: Seat, text: str) -> str:
        """Whether a move is legal and what it would bring; nothing is played and no try is used."""
        self._must_move(seat)
        ruleset, before = rulesets.find(self.ruleset), self.state(seat)
        try:
            move = ruleset.parse_move(text)
            after = before.play(move)  # type: ignore[arg-type]  # both are of this rule set
        except SixfoldError as error:
            return f"Not legal: {error.message}."
        entry = after.sheet[-1] if len(after.sheet) > len(before.sheet) else None
        unit = words.UNITS[ruleset.game]
        return f"Legal: {move}" + (f" brings {entry.points} {unit}." if entry else ", and the turn goes on.")

    def play(self, seat: Seat, text: str, wait: float = 0) -> str:
        """Make a move. One that is refused leaves the game as it is, until too many are."""
        view = self._must_move(seat)
        ruleset = rulesets.find(self.ruleset)
        try:
            move = ruleset.parse_move(text)
            self.state(seat).play(move)  # type: ignore[arg-type]  # both are of this rule set
            self.make(seat, move)
        except (IllegalMove, NotationError, PositionError) as error:
            seat.refused += 1
            left = TRIES - seat.refused
            if left > 0:
                unread = " `rules` says how to write a move." if isinstance(error, NotationError) else ""
                tries = f"{left} {'tries' if left > 1 else 'try'}"
                return f"Not played: {error.message}.{unread} You have {tries} left this turn."
            seat.helped += 1
            self.make(seat, bots.find(ruleset.game, "greedy")(0).choose(view, bots.Budget()).move)
            self.remark(f"{self.names[seat.number]} was refused {TRIES} times, so the house chose that move.")
        seat.refused = 0
        return self.look(seat, wait)

    def _must_move(self, seat: Seat) -> AnyView:
        view = self.view(seat)
        if view is None:
            raise Refused("the game has not begun", code="table/phase")
        if view.outcome is not None:
            raise Refused("the game is over", code="table/finished")
        if view.to_move is None or view.to_move != seat.number:
            whose = "nobody" if view.to_move is None else self.names[view.to_move]
            raise Refused(f"it is the turn of {whose}", code="table/not-your-turn")
        return view
