"""Moves that no socket sends: those of our bots, of remote programs, and of a clock that has run out."""

from __future__ import annotations

from typing import Literal

from sixfold.rulesets import AnyMove
from sixfold.server.table.intents import Command
from sixfold.server.table.procedure import Happening, Procedure
from sixfold.server.table.procedures.playing import play
from sixfold.server.table.procedures.stuck import settle, show_hand
from sixfold.server.table.table import GameTable


def bot_move(table: GameTable, move: AnyMove, now: int) -> list[Happening]:
    """What a bot has decided for the seat to move."""
    return _moved_by(table, move, now, "bot")


def clock_move(table: GameTable, move: AnyMove, now: int, drafted: bool) -> list[Happening]:
    """Time was up for the seat to move: its last legal draft, or what is played for it (`View.least`)."""
    return _moved_by(table, move, now, "clock", drafted)


def planned_move(table: GameTable, move: AnyMove, now: int) -> list[Happening]:
    """What somebody asked to have played: their own move, as everybody else sees it."""
    return _moved_by(table, move, now, "person")


def remote_move(table: GameTable, player: str, text: str, base: int, now: int) -> list[Happening]:
    """A move of a remote bot, by its text form."""
    Procedure(table, now, player).mover(Command(id="", base=base))
    return bot_move(table, table.rules.parse_move(text), now)


def _moved_by(
    table: GameTable, move: AnyMove, now: int, by: Literal["person", "bot", "clock"], drafted: bool = False
) -> list[Happening]:
    it = Procedure(table, now)
    if move in table.rules.gives_up:
        seat = table.to_move
        assert seat is not None
        table.state.play(move)  # refused unless the solver agrees: then nobody can show a way either
        show_hand(it, seat, by)
        settle(it, by)
    else:
        play(it, move, by=by, drafted=drafted)
    return it.done
