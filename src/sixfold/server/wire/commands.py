"""What a client may send on a table's socket: commands, which change the table, and questions, which do not."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sixfold.server.wire.words import (
    Age,
    Assist,
    Entropy,
    HandText,
    In,
    Key,
    Name,
    Number,
    PlayText,
    Rows,
    SeatNumber,
    Word,
)


class Hello(In, tag_field="do", tag="hello", kw_only=True):
    """The first frame of a socket. `since`: the last event number seen, to get only what was missed.

    `plays`: push the legal plays whenever a seat of mine is to move. `show`: "table" makes this device show the table
    alone (no hand is ever sent to it), though its cookie may own a seat.
    """

    since: Number | None = None
    plays: bool = False
    show: Literal["seat", "table"] = "seat"


class Command(In, tag_field="do", kw_only=True):
    """Every command has a key of the client's own making: sent again, it is answered again and not done again.

    `base` is the number of the last event the sender had seen. `seat` says for which of the sender's seats (hot seat);
    left out, it is the only one.
    """

    id: Key
    base: Number = 0
    seat: SeatNumber | None = None


class Ready(Command, tag="ready", kw_only=True):
    """Confirm my seat, having seen the commitment, and add 32 random bytes to the shuffle. All ready: it starts."""

    entropy: Entropy


class Start(Command, tag="start", kw_only=True):
    """Host: begin without waiting. Bots sit in for the seats nobody has taken or confirmed."""


class GiveAge(Command, tag="age", kw_only=True):
    """Answer to `waiting.what == "age"`: the age of my seat."""

    age: Age


class GiveFirst(Command, tag="first", kw_only=True):
    """Another answer to `waiting.what == "age"`: which of the tied seats is the oldest (tiles) or youngest (cards)."""

    first: SeatNumber


class Play(Command, tag="play", kw_only=True):
    """Tiles: lay tiles. `play` in notation: `0,0:Rs 1,0:Rd`."""

    play: PlayText


class Exchange(Command, tag="exchange", kw_only=True):
    """Tiles: give these tiles back and draw as many (T14)."""

    pieces: HandText


class PassTurn(Command, tag="pass", kw_only=True):
    """Pass, where the rules allow nothing else (T16, C12)."""


class LayRows(Command, tag="turn", kw_only=True):
    """Cards: the table as I leave it. `taken`: the Qwirkles among it, which go to my stacks (C9)."""

    rows: Rows
    taken: Rows = []


class Stuck(Command, tag="stuck", kw_only=True):
    """Cards, C11: "I cannot play." My hand is shown to all; the others may show a way."""


class ShowWay(Command, tag="way", kw_only=True):
    """Cards, C11: a way for the stuck player, as `turn`. If it is legal it is played at once."""

    rows: Rows
    taken: Rows = []


class NoWay(Command, tag="no_way", kw_only=True):
    """Cards, C11: I see no way either. When all others have said so, the solver decides."""


class TakeBack(Command, tag="take_back", kw_only=True):
    """Ask to take back my last turn, and all that followed it."""


class Answer(Command, tag="answer", kw_only=True):
    """Answer the take-back that is being asked for."""

    yes: bool


class Resign(Command, tag="resign", kw_only=True):
    """Give up. With two seats the other wins; with more a bot plays on and this seat cannot win."""


class Leave(Command, tag="leave", kw_only=True):
    """Leave the table: in the lobby the seat is free again, in a game `options.leaving` decides."""


class Return(Command, tag="return", kw_only=True):
    """Take my seat back from the bot that sits in for me."""


class Rematch(Command, tag="rematch", kw_only=True):
    """Another game with the same seats; it is made when all people have asked for it."""


class Say(Command, tag="say", kw_only=True):
    """A word to all, from the fixed list."""

    word: Word


class Adjust(Command, tag="adjust", kw_only=True):
    """My seat's assist level, open hand or name, at any time; a field left out stays."""

    assist: Assist | None = None
    open: bool | None = None
    name: Name | None = None


class Remove(Command, tag="remove", kw_only=True):
    """Host: free the seat `who` in the lobby; in a game a bot takes it over."""

    who: SeatNumber


class Replace(Command, tag="replace", kw_only=True):
    """Host: a bot plays for seat `who`, whose player has been away for a while, until they are back.

    For a host who is away anybody who plays may say so.
    """

    who: SeatNumber


class Close(Command, tag="close", kw_only=True):
    """Host: end this table for everyone."""


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


Message = (
    Hello | Ready | Start | GiveAge | GiveFirst | Play | Exchange | PassTurn | LayRows | Stuck | ShowWay | NoWay
    | TakeBack | Answer | Resign | Leave | Return | Rematch | Say | Adjust | Remove | Replace | Close
    | Look | AskPlays | Check | AskFits | Hint | AskMissed | Ping
)  # fmt: skip
"""Any frame a client may send."""
