"""The small words of the wire: literals, limits, and the roots of what comes in and what goes out. No message."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from sixfold.pace import DAY_S, Pace
from sixfold.server.table.intents import (
    Age,
    Entropy,
    HandText,
    In,
    Key,
    Name,
    Number,
    PlayText,
    Rows,
    RowText,
    SeatNumber,
    Word,
)
from sixfold.server.table.seats import Assist, Game, Kind, Leaving, Phase

VERSION: Final = 2
"""Raised when a client written for the last one would misunderstand: `hello` says it, another one is turned away."""

MAX_FRAME: Final = 16 * 1024
"""Bytes of one frame from a client."""

Axis = Literal["row", "column"]
Invite = Annotated[str, Meta(min_length=1, max_length=64)]


class Out(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What the server sends: a field that has its default is left out."""


class NewPace(Pace, frozen=True, kw_only=True):
    """The clock that somebody asks for. Of `clock` and `total` there is one at the most; `increment` is for a total
    clock, `vacation` for a clock of days."""

    clock: Annotated[int, Meta(ge=5, le=14 * DAY_S)] | None = None
    total: Annotated[int, Meta(ge=60, le=14 * DAY_S)] | None = None
    increment: Annotated[int, Meta(ge=0, le=DAY_S)] = 0
    vacation: Annotated[int, Meta(ge=0, le=60)] = 0


__all__ = [
    "MAX_FRAME", "VERSION", "Age", "Assist", "Axis", "Entropy", "Game", "HandText", "In", "Invite", "Key", "Kind",
    "Leaving", "Name", "NewPace", "Number", "Out", "Phase", "PlayText", "RowText", "Rows", "SeatNumber", "Word",
]  # fmt: skip
