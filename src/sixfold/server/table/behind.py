"""How many turns late onlookers see a table with a delay."""

from __future__ import annotations

from sixfold.server.table.table import GameTable


def is_behind(table: GameTable, player: str) -> bool:
    """Whether this player sees the table late: whoever has no seat there and is not its host."""
    return table.terms.delay > 0 and not table.seats_of(player) and (not player or player != table.host)


def may_be_seen(then: GameTable, now: GameTable) -> bool:
    """Whether onlookers may know by now how the table was then: after so many turns, or when the game is over.

    Before the first turn there is nothing to hide, unless a hand lies open.
    """
    if then.state is None or now.state is None or now.phase == "finished":
        return True
    if _turns(then) == 0 and then.stuck is None and not any(chair.open for chair in then.chairs):
        return True
    return _turns(now) - _turns(then) >= now.terms.delay


def _turns(table: GameTable) -> int:
    return len(table.state.sheet)
