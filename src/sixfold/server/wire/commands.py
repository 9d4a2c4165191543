"""What a client may send on a table's socket: commands, which change the table, and questions, which do not."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sixfold.server.table.intents import *  # noqa: F403 - the commands are declared there, each once
from sixfold.server.table.intents import In, Intent
from sixfold.server.wire.words import HandText, Key, Number, PlayText, Rows, SeatNumber


class Hello(In, tag_field="do", tag="hello", kw_only=True):
    """The first frame of a socket. `version`: the wire that the client was written for; left out, the first one.

    `since`: the last event number seen, to get only what was missed.

    `plays`: push the legal plays whenever a seat of mine is to move. `show`: "table" makes this device show the table
    alone (no hand is ever sent to it), though its cookie may own a seat.
    """

    version: Number = 1
    since: Number | None = None
    plays: bool = False
    show: Literal["seat", "table"] = "seat"


class Query(In, tag_field="do", kw_only=True):
    """A question: changes nothing, needs no number, is answered to this socket alone with the same `id`."""

    id: Key
    seat: SeatNumber | None = None


class Look(Query, tag="look", kw_only=True):
    """Hot seat: the curtain is up, send the view of `seat`. With `seat` left out: the curtain is down."""


class AskPlays(Query, tag="plays", kw_only=True):
    """The legal plays of my seat, when it is to move (tiles)."""


class Check(Query, tag="check", kw_only=True):
    """Judge a draft: `play` for tiles, `rows` and `taken` for cards. On one's turn the last legal draft is what
    a clock that runs out will play."""

    play: PlayText | None = None
    rows: Rows | None = None
    taken: Rows = []


class AskFits(Query, tag="fits", kw_only=True):
    """Cards: into which of these rows of a draft could all of these cards go? An empty row is a new one."""

    rows: Rows
    cards: HandText


class Hint(Query, tag="hint", kw_only=True):
    """One step of a hint: 1 where to look (tiles) or how many cards could be played, 2 which pieces, 3 the move."""

    step: Annotated[int, Meta(ge=1, le=3)] = 1


class AskMissed(Query, tag="missed", kw_only=True):
    """What did I miss in my last turn? Answered, like a hint, only where hints are."""


class Ping(In, tag_field="do", tag="ping", kw_only=True):
    """Am I still connected? Answered by `pong`."""


Message = Hello | Intent | Look | AskPlays | Check | AskFits | Hint | AskMissed | Ping
"""Each frame that a client may send."""
