"""What a seat may ask of its table. Declared once: these are the commands of the wire (wire/commands.py).

An intent says what somebody wants; decide.py says what comes of it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from sixfold.server.table.seats import Assist

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
PlayText = Annotated[str, Meta(max_length=256)]
HandText = Annotated[str, Meta(max_length=64)]
RowText = Annotated[str, Meta(max_length=64)]
Rows = Annotated[list[RowText], Meta(max_length=48)]


class In(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client sends: an unknown field is refused, so that a typing error is not obeyed by half."""


class Command(In, tag_field="do", kw_only=True):
    """Every command has a key of the client's own making: sent again, it is answered again and not done again.

    `base` is the number of the last event the sender had seen. `seat` says for which of the sender's seats (hot seat);
    left out, it is the only one.
    """

    id: Key
    base: Number = 0
    seat: SeatNumber | None = None


class Move(Command, kw_only=True):
    """A move. What it adds to a command, in order, is what a rule set reads a move of this `kind` from.

    `elsewhere`: what is said where the game has no such move.
    """

    kind: ClassVar[str] = ""
    elsewhere: ClassVar[str] = ""

    def parts(self) -> list[object]:
        """What is played."""
        return [getattr(self, name) for name in self.__struct_fields__ if name not in Command.__struct_fields__]


_TILES: Final = "that is a move of the tile game"
_CARDS: Final = "that is a move of the card game"


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


class LayTiles(Move, tag="play", kw_only=True):
    """Tiles: lay tiles. `play` in notation: `0,0:Rs 1,0:Rd`."""

    kind: ClassVar[str] = "place"
    elsewhere: ClassVar[str] = _TILES
    play: PlayText


class Exchange(Move, tag="exchange", kw_only=True):
    """Tiles: give these tiles back and draw as many (T14)."""

    kind: ClassVar[str] = "swap"
    elsewhere: ClassVar[str] = _TILES
    pieces: HandText


class PassTurn(Move, tag="pass", kw_only=True):
    """Pass, where the rules allow nothing else (T16, C12)."""

    kind: ClassVar[str] = "pass"
    elsewhere: ClassVar[str] = "in the card game nobody passes of free will: say that you are stuck (C6, C11)"


class LayRows(Move, tag="turn", kw_only=True):
    """Cards: the table as I leave it. `taken`: the Qwirkles among it, which go to my stacks (C9)."""

    kind: ClassVar[str] = "turn"
    elsewhere: ClassVar[str] = _CARDS
    rows: Rows
    taken: Rows = []


class Stuck(Command, tag="stuck", kw_only=True):
    """Cards, C11: "I cannot play." My hand is shown to all; the others may show a way."""

    elsewhere: ClassVar[str] = _CARDS


class ShowWay(Move, tag="way", kw_only=True):
    """Cards, C11: a way for the stuck player, as `turn`. If it is legal it is played at once."""

    kind: ClassVar[str] = "turn"
    elsewhere: ClassVar[str] = _CARDS
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


class Vacation(Command, tag="vacation", kw_only=True):
    """My clock stands still from now on, or runs again. Moving ends a vacation too."""

    on: bool


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
    """Host: free the seat `who` in the lobby; in a game a bot takes it over, to the end."""

    who: SeatNumber


class Replace(Command, tag="replace", kw_only=True):
    """Host: a bot plays for seat `who`, whose player has been away for a while, until they are back.

    For a host who is away anybody who plays may say so.
    """

    who: SeatNumber


class Close(Command, tag="close", kw_only=True):
    """Host: end this table for everyone."""


Intent = (
    Ready | Start | GiveAge | GiveFirst | LayTiles | Exchange | PassTurn | LayRows | Stuck | ShowWay | NoWay | TakeBack
    | Answer | Resign | Leave | Return | Vacation | Rematch | Say | Adjust | Remove | Replace | Close
)  # fmt: skip
"""Any of them."""
