"""How much time people have for a game, declared once: tables, quick pairing and tournaments take it from here."""

from __future__ import annotations

from typing import Final

import msgspec

from sixfold.errors import Refused

DAY_S: Final = 86_400


class Pace(msgspec.Struct, omit_defaults=True, frozen=True, kw_only=True):
    """The clock of a game. `clock`: seconds for a move, null for none.

    `total`: instead of it, seconds that each seat has for all its moves; every move made adds `increment` seconds.
    `vacation`: for how many days in all the clock of a seat stands still when its player says so.
    """

    clock: int | None = None
    total: int | None = None
    increment: int = 0
    vacation: int = 0

    @property
    def timed(self) -> bool:
        """Whether people play by a clock, of whatever kind."""
        return self.clock is not None or self.total is not None

    @property
    def by_letter(self) -> bool:
        """Whether the clock is one of days: then nobody sits there and waits."""
        return max(self.clock or 0, self.total or 0) >= DAY_S


UNTIMED: Final = Pace()
"""No clock."""


def pace_of(one: Pace) -> Pace:
    """The pace alone of something that has one and more."""
    return Pace(clock=one.clock, total=one.total, increment=one.increment, vacation=one.vacation)


def check_pace(pace: Pace) -> None:
    """Refuse clocks that do not go together."""
    if fault := _fault(pace):
        raise Refused(fault, code="request/field")


def _fault(pace: Pace) -> str:
    """What does not go together, in a sentence; empty if all does."""
    if pace.clock is not None and pace.total is not None:
        return "a table has a clock for each move or one for all of them, not both"
    if pace.increment and pace.total is None:
        return "time is added to a total clock alone"
    return "vacation is for clocks of a day or more" if pace.vacation and not pace.by_letter else ""
