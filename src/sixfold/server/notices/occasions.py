"""What is worth a notice: pure, from a table before and after something happened."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, get_args

from sixfold.server.store import Occasion
from sixfold.server.table import due
from sixfold.server.table.table import GameTable

Event = Literal["turn", "half", "over", "joined", "round", "paired"]
EVENTS: Final[tuple[Event, ...]] = get_args(Event)

LONG_MS: Final = 3_600_000
"""Of a clock at least as long one is told when half of it is gone."""


def occasions(before: GameTable, after: GameTable, present: Collection[str], patience_ms: int) -> list[Occasion] | None:
    """What people who are not at the table may want to hear of. None: nothing that concerns whose turn it is.

    It is due after a while, in which somebody whose connection broke may be back.
    """
    people = {chair.player for chair in after.chairs if chair.kind != "bot" and chair.player}
    if len(people) < 2:
        return None  # alone against bots one waits at the table, or has left it
    told: list[tuple[str, Event]] = []
    if after.phase == "finished" and before.phase != "finished":
        told = [(player, "over") for player in sorted(people)]
    elif after.to_move is not None and (after.to_move != before.to_move or after.turn_n != before.turn_n):
        chair = after.chairs[after.to_move]
        told = [(chair.player, "turn")] if chair.player and not chair.played_by else []
    elif (
        after.to_move is not None
        and after.chairs[after.to_move].vacation_at != before.chairs[after.to_move].vacation_at
    ):
        pass  # whoever says so is at the table and knows whose turn it is; the clock runs out at another time
    elif after.phase == "lobby":
        there = {chair.player for chair in before.chairs}
        told = [(after.host, "joined")] if after.host in people and people - there - {after.host} else []
    else:
        return None
    return _soon(told, after, present, patience_ms) + _half(after)


def seated(table: GameTable, event: Event, patience_ms: int) -> list[Occasion]:
    """The people of a table that has just been made may want to hear why it was."""
    told = [(chair.player, event) for chair in table.chairs if chair.player]
    return _soon(told, table, (), patience_ms)


def _soon(
    told: list[tuple[str, Event]], after: GameTable, present: Collection[str], patience_ms: int
) -> list[Occasion]:
    at = after.at + patience_ms
    return [Occasion(player, event, after.n, after.at, at) for player, event in told if player not in present]


def _half(table: GameTable) -> list[Occasion]:
    """Who has a long time for the running turn hears of it again, also when they were there as it began."""
    wait, ends, seat = due.allowed(table), due.due(table), table.to_move
    if wait is None or ends is None or seat is None or table.stuck is not None or wait < LONG_MS:
        return []
    half = ends - wait // 2
    return [Occasion(table.chairs[seat].player, "half", table.n, half, half)]
