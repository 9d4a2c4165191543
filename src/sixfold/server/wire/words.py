"""The small words of the wire: literals, limits, and the roots of what comes in and what goes out. No message."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

VERSION: Final = 1
"""Raised when a client written for the last one would misunderstand; `welcome` carries it."""

MAX_FRAME: Final = 16 * 1024
"""Bytes of one frame from a client."""

Game = Literal["tiles", "cards"]
Phase = Literal["lobby", "opening", "playing", "finished"]
Assist = Literal["off", "places", "points", "best"]
Axis = Literal["row", "column"]
Leaving = Literal["bot", "end"]
Word = Literal[
    "hello", "good_luck", "nice", "wow", "thanks", "oops", "thinking", "hurry", "sorry", "well_played", "again", "bye",
    "smile", "laugh", "sad", "heart", "clap", "fire",
]  # fmt: skip
"""All that can be said at a table: a word of the interface, in the listener's language. There is no free text."""

SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Age = Annotated[int, Meta(ge=1, le=130)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Invite = Annotated[str, Meta(min_length=1, max_length=64)]
PlayText = Annotated[str, Meta(max_length=256)]
HandText = Annotated[str, Meta(max_length=64)]
RowText = Annotated[str, Meta(max_length=64)]
Rows = Annotated[list[RowText], Meta(max_length=48)]


class In(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client sends: an unknown field is refused, so that a typing error is not obeyed by half."""


class Out(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What the server sends: a field that has its default is left out."""
