"""What is worth a notice: pure, from a table before and after something happened."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, get_args

from sixfold.server.store import Occasion
from sixfold.server.table.table import GameTable

Event = Literal["turn", "over", "joined"]
EVENTS: Final[tuple[Event, ...]] = get_args(Event)


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
    elif after.phase == "lobby":
        there = {chair.player for chair in before.chairs}
        told = [(after.host, "joined")] if after.host in people and people - there - {after.host} else []
    else:
        return None
    due = after.at + patience_ms
    return [Occasion(player, event, after.n, after.at, due) for player, event in told if player not in present]
