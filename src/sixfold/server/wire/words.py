"""The small words of the wire: literals, limits, and the roots of what comes in and what goes out. No message."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

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


__all__ = [
    "MAX_FRAME", "VERSION", "Age", "Assist", "Axis", "Entropy", "Game", "HandText", "In", "Invite", "Key", "Kind",
    "Leaving", "Name", "Number", "Out", "Phase", "PlayText", "RowText", "Rows", "SeatNumber", "Word",
]  # fmt: skip
