"""Everything that crosses the network, as types: commands in, frames and events out, bodies of HTTP. No behaviour.

`spec/wire.schema.json` and `web/src/wire.gen.ts` are generated from here (`python -m sixfold.server.schema`); the
conversation itself is told in docs/wire.md. A field left out has the default written here. Text forms are the notation's.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

VERSION: Final = 1
"""Raised when a client written for the last one would misunderstand; `welcome` carries it."""

MAX_FRAME: Final = 16 * 1024
"""Bytes of one frame from a client."""

# ---------------------------------------------------------------------------------------------------- small words

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


class In(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What a client sends: an unknown field is refused, so that a typing error is not obeyed by half."""


class Out(msgspec.Struct, omit_defaults=True, frozen=True, kw_only=True):
    """What the server sends: a field that has its default is left out."""


# ------------------------------------------------------------------------------------- commands (client to server)


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
    """Confirm my seat, having seen the commitment, and add 32 random bytes to the shuffle. All ready: the game starts."""

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


class Hint(Query, tag="hint", kw_only=True):
    """One step of a hint: 1 where to look (tiles) or how many cards could be played, 2 which pieces, 3 the move."""

    step: Annotated[int, Meta(ge=1, le=3)] = 1


class Ping(In, tag_field="do", tag="ping", kw_only=True):
    """Am I still connected? Answered by `pong`."""


Message = (
    Hello | Ready | Start | GiveAge | GiveFirst | Play | Exchange | PassTurn | LayRows | Stuck | ShowWay | NoWay
    | TakeBack | Answer | Resign | Leave | Return | Rematch | Say | Adjust | Remove | Close
    | Look | AskPlays | Check | Hint | Ping
)  # fmt: skip
"""Any frame a client may send."""

# --------------------------------------------------------------------------------------------------- the table seen

Part = tuple[Literal["row", "column", "lone", "qwirkle", "end", "stack"], int]
"""A summand of a turn's points: a line and its length, a Qwirkle's bonus (6), the end bonus (6), a stack of cards (1)."""


class Refusal(Out, kw_only=True):
    """The one shape of a no. `code` is namespaced: rules/T10, table/stale, request/field, notation/piece ...

    A rule's refusal has `clause`, a stable `reason` word, and `facts` as text forms; `message` is an English sentence.
    """

    code: str
    message: str
    clause: str | None = None
    reason: str | None = None
    facts: dict[str, Any] = {}


class Options(Out, kw_only=True):
    """The host's choices for a table. `clock`: seconds for a move, null for none. `memory`: hide the unseen counter.

    `leaving`: what happens when somebody leaves a game. `hints`: whether hints are answered. `watch`: whether people
    without a seat may look on.
    """

    clock: int | None = None
    memory: bool = False
    leaving: Leaving = "bot"
    hints: bool = True
    watch: bool = True


class SeatInfo(Out, kw_only=True):
    """A seat as all may see it. `kind` "here" is one on the host's device (hot seat).

    `bot` is the bot that belongs to a bot seat, `stand_in` one that plays for a person who is away. `you`: this socket's.
    `invite`: the link to it, for the host and while it is free.
    """

    seat: int
    kind: Literal["person", "here", "bot"]
    name: str
    taken: bool
    ready: bool = False
    online: bool = False
    you: bool = False
    host: bool = False
    bot: str | None = None
    stand_in: str | None = None
    assist: Assist = "places"
    open: bool = False
    resigned: bool = False
    aged: bool = False
    invite: str | None = None


class TableInfo(Out, kw_only=True):
    """A table apart from its game. `commitment` binds the server's seed before any seat confirms (docs/shuffle.md)."""

    table: str
    game: Game
    ruleset: str
    phase: Phase
    seats: list[SeatInfo]
    options: Options
    commitment: str
    created: int
    host: bool = False
    entropy: list[str] = []
    rematch: str | None = None
    rematch_asked: list[int] = []


class OpeningInfo(Out, kw_only=True):
    """The announcement round (T2, C2): sizes by seat, who was tied for the largest, who opens (null while asked)."""

    sizes: list[int]
    tied: list[int]
    opener: int | None = None


class OutcomeInfo(Out, kw_only=True):
    """How it ended: a clause (T17, T18, C14) or `resigned`, `left`, `closed`, `abandoned`."""

    reason: str
    winners: list[int]
    scores: list[int]


class Entry(Out, kw_only=True):
    """A line of the score sheet (T20). `move` is what all may know: an exchange says how many, not which."""

    seat: int
    move: str
    points: int
    parts: list[Part] = []


class Waiting(Out, kw_only=True):
    """What the table waits for besides a move. `seats` still have to answer.

    age: tied for the opening, `want` says who opens. way: C11, `seat` is stuck and has shown `hand`.
    take_back: `seat` asks for it. rematch is in TableInfo.
    """

    what: Literal["age", "way", "take_back"]
    seats: list[int]
    seat: int | None = None
    want: Literal["oldest", "youngest"] | None = None
    hand: str | None = None


class Now(Out, kw_only=True):
    """The part of a view that changes with every event: small, complete, replaces the last one.

    `seat` is whose eyes these are (null: the table's). `hands` holds, by seat, hands that lie open for all (open hands,
    a hand shown under C11, everyone's at the end), null where hidden. `unseen` counts, for each of the 36 kinds in
    canonical order, a digit 0-3 of what this seat cannot see; null when the memory option hides it.
    `clock`: milliseconds left when this was sent. `must_play`: C11 found that a way exists. `redraws`: used this turn.
    """

    phase: Phase
    to_move: int | None
    scores: list[int]
    hand_sizes: list[int]
    bag: int
    seat: int | None = None
    hand: str | None = None
    hands: list[str | None] = []
    unseen: str | None = None
    waiting: Waiting | None = None
    clock: int | None = None
    must_play: bool = False
    redraws: int = 0
    may_swap: int = 0
    may_pass: bool = False
    opening_move: bool = False
    last_turns: int | None = None
    outcome: OutcomeInfo | None = None


class View(Out, kw_only=True):
    """All that one seat may know of a game. Tiles fill `board` (placements in notation), cards `rows` and `stacks`.

    """

    now: Now
    sheet: list[Entry] = []
    opening: OpeningInfo | None = None
    board: str = ""
    rows: list[str] = []
    stacks: list[list[str]] = []


class Line(Out, kw_only=True):
    """A scoring line: cells in notation, its pieces in the order of the cells, points with the Qwirkle bonus."""

    axis: Axis
    cells: list[str]
    pieces: str
    points: int
    qwirkle: bool = False


class Lane(Out, kw_only=True):
    """A lane of a draft. ok: a legal row. qwirkle: six, to be taken. short: needs more. bad: cannot become a row."""

    row: str
    state: Literal["ok", "qwirkle", "short", "bad", "empty"]
    reason: str | None = None
    facts: dict[str, Any] = {}


class Proof(Out, kw_only=True):
    """What the shuffle was made of, revealed when the game is over; docs/shuffle.md says how to check it."""

    commitment: str
    seed: str
    entropy: list[str]
    table: str
    ruleset: str


# ----------------------------------------------------------------------------------------------- events (numbered)


class Happened(Out, tag_field="type", kw_only=True):
    """A numbered event as one seat may know it."""


class SeatChanged(Happened, tag="seat", kw_only=True):
    """Somebody took, confirmed, left, renamed or adjusted a seat; `why` says which."""

    info: SeatInfo
    why: Literal["joined", "ready", "left", "returned", "removed", "adjusted", "resigned", "aged"]


class Started(Happened, tag="started", kw_only=True):
    """The seats are closed, the pieces dealt, everyone has announced (T2, C2). `view` is the first of this game.

    `redeals`: how often C4 dealt again before. With `view.now.waiting.what == "age"` a tie has still to be settled.
    """

    view: View
    info: TableInfo
    redeals: int = 0


class Opened(Happened, tag="opened", kw_only=True):
    """The tie is settled: who opens."""

    opening: OpeningInfo


class Played(Happened, tag="played", kw_only=True):
    """A finished turn. `drew`: how many pieces; `got`: which, for the mover's eyes only.

    Tiles: `move` holds the placements to add to the board. Cards: `rows` is the whole table after the turn, `played` what
    came from the hand, `taken` the Qwirkles. `by`: who decided; "way" is C11's way shown by `way_by`.
    """

    seat: int
    move: str
    points: int
    drew: int
    parts: list[Part] = []
    lines: list[Line] = []
    got: str | None = None
    rows: list[str] | None = None
    played: str | None = None
    taken: list[str] = []
    by: Literal["person", "bot", "clock", "way"] = "person"
    way_by: int | None = None


class WentStuck(Happened, tag="stuck", kw_only=True):
    """C11: the seat says it cannot play and shows its hand."""

    seat: int
    hand: str


class SawNoWay(Happened, tag="no_way", kw_only=True):
    """C11: this seat sees no way either."""

    seat: int


class StuckSettled(Happened, tag="settled", kw_only=True):
    """C11 decided. `exists`: the player must play after all. Else the shown hand went back and as many were drawn."""

    seat: int
    exists: bool
    drew: int = 0
    got: str | None = None


class TakeBackAsked(Happened, tag="take_back_asked", kw_only=True):
    seat: int


class TakeBackRefused(Happened, tag="take_back_refused", kw_only=True):
    seat: int
    by: int


class TakenBack(Happened, tag="taken_back", kw_only=True):
    """The game stands again where it stood `turns` turns ago; `view` replaces what the client has."""

    seat: int
    turns: int
    view: View


class Said(Happened, tag="said", kw_only=True):
    seat: int
    word: Word


class Ended(Happened, tag="ended", kw_only=True):
    """The game is over, all hands are open (`now.hands`), the shuffle can be checked, the record can be fetched."""

    outcome: OutcomeInfo
    proof: Proof


class RematchAsked(Happened, tag="rematch_asked", kw_only=True):
    seat: int


class RematchMade(Happened, tag="rematch", kw_only=True):
    """The next game is at this table."""

    table: str


class Closed(Happened, tag="closed", kw_only=True):
    """The host, or the house, closed this table."""

    reason: str


AnyEvent = (
    SeatChanged | Started | Opened | Played | WentStuck | SawNoWay | StuckSettled | TakeBackAsked | TakeBackRefused
    | TakenBack | Said | Ended | RematchAsked | RematchMade | Closed
)  # fmt: skip

# --------------------------------------------------------------------------------------- frames (server to client)


class Frame(Out, tag_field="t", kw_only=True):
    """Anything the server sends on a socket."""


class Welcome(Frame, tag="welcome", kw_only=True):
    """The answer to `hello`: everything, as of event `n`. Also sent when `since` is too old to be told step by step.

    `seats`: the seats of this socket. `view` is null in the lobby. `resumed`: only missed events follow, keep yours.
    """

    version: int
    n: int
    info: TableInfo
    seats: list[int] = []
    view: View | None = None
    proof: Proof | None = None
    resumed: bool = False


class Event(Frame, tag="event", kw_only=True):
    """Event number `n`, and what the table looks like after it. `at`: seconds since 1970."""

    n: int
    at: int
    event: AnyEvent
    now: Now | None = None


class Ack(Frame, tag="ack", kw_only=True):
    """The command is done, durably; `n` is the number of its (last) event."""

    id: str
    n: int


class Refused(Frame, tag="refused", kw_only=True):
    """The command or question is not done. `n`: the current number. `id` is null when the frame could not be read."""

    refusal: Refusal
    n: int
    id: str | None = None


class Looked(Frame, tag="view", kw_only=True):
    """The answer to `look`, and sent unasked when the curtain falls (`view.now.seat` null)."""

    n: int
    view: View
    id: str | None = None


class Plays(Frame, tag="plays", kw_only=True):
    """The legal plays of `seat` at number `n`, most points first: [play, points, lines].

    `lines` is like `r4 c3 q6`: a row of 4, a column of 3, a Qwirkle's bonus. With assist "places" points are 0 and lines
    empty and the order is by text; with "off" the list is empty. `swap`: how many tiles may be exchanged.
    """

    n: int
    seat: int
    plays: list[tuple[str, int, str]]
    id: str | None = None


class Checked(Frame, tag="checked", kw_only=True):
    """A draft judged: `refusal` says why not. Tiles: `points`, `lines`. Cards: `lanes`, `played`, `qwirkles`."""

    id: str
    legal: bool
    refusal: Refusal | None = None
    points: int = 0
    parts: list[Part] = []
    lines: list[Line] = []
    lanes: list[Lane] = []
    played: str | None = None
    qwirkles: int = 0


class Hinted(Frame, tag="hint", kw_only=True):
    """Step 1: `cells` to look at (tiles), `count` of cards that could be played (cards). 2: `pieces`. 3: `play`, or `rows`
    and `taken`. `swap` or `stuck` when there is no play."""

    id: str
    step: int
    cells: list[str] = []
    count: int | None = None
    pieces: str | None = None
    play: str | None = None
    rows: list[str] | None = None
    taken: list[str] = []
    points: int | None = None
    none: bool = False


class Presence(Frame, tag="presence", kw_only=True):
    """Who is connected right now, by seat; not numbered, not stored."""

    online: list[bool]
    watchers: int = 0


class Pong(Frame, tag="pong", kw_only=True):
    pass


AnyFrame = Welcome | Event | Ack | Refused | Looked | Plays | Checked | Hinted | Presence | Pong

# ------------------------------------------------------------------------------------------------------------- HTTP


class NewSeat(In, kw_only=True):
    """A seat of a new table. here: one on my device; person: somebody with the link; bot: `bot` names it.

    The first `here` seat is the host's own. At least one seat is `here` or `person`.
    """

    kind: Literal["here", "person", "bot"]
    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
    age: Age | None = None
    assist: Assist = "places"
    open: bool = False


class NewOptions(In, kw_only=True):
    """See Options; `hints` left out: yes when at most one seat is a person's."""

    clock: Annotated[int, Meta(ge=5, le=86400)] | None = None
    memory: bool = False
    leaving: Leaving = "bot"
    hints: bool | None = None
    watch: bool = True


class NewTable(In, kw_only=True):
    """POST /api/tables"""

    game: Game
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    options: NewOptions = NewOptions()


class Made(Out, kw_only=True):
    """A table made or joined: where it is and what is mine. The page is /t/{table}."""

    table: str
    seats: list[int]
    info: TableInfo


class Invitation(Out, kw_only=True):
    """GET /api/invites/{invite}: what the link is for. `free` false: somebody sits there already (`yours`: it is you)."""

    table: str
    game: Game
    seat: int
    phase: Phase
    names: list[str]
    free: bool
    yours: bool = False


class Join(In, kw_only=True):
    """POST /api/invites/{invite}"""

    name: Name
    age: Age | None = None
    assist: Assist = "places"


class MyTable(Out, kw_only=True):
    """A line of GET /api/tables: the tables I sit at, newest first."""

    table: str
    game: Game
    phase: Phase
    names: list[str]
    seats: list[int]
    your_turn: bool
    changed: int
    scores: list[int] = []
    winners: list[int] = []


class MyTables(Out, kw_only=True):
    tables: list[MyTable]


class Me(Out, kw_only=True):
    """GET /api/me: null name for a visitor who has neither made nor joined a table."""

    name: str | None = None
    guest: bool = True


class Rename(In, kw_only=True):
    """PUT /api/me"""

    name: Name


class DeviceCode(Out, kw_only=True):
    """POST /api/me/device: type or scan this on the other device within `seconds`."""

    code: str
    seconds: int


class UseCode(In, kw_only=True):
    """POST /api/device"""

    code: Annotated[str, Meta(min_length=1, max_length=32)]


class Export(Out, kw_only=True):
    """GET /api/me/export: all that is stored about a person."""

    name: str
    created: int
    games: list[dict[str, Any]]


class BotInfo(Out, kw_only=True):
    """A bot one can seat, in order of strength. `average`: points (or Qwirkles) a game against its like, if measured."""

    name: str
    game: Game
    level: int
    average: float | None = None
    about: str = ""


class Bots(Out, kw_only=True):
    bots: list[BotInfo]


class VerifyBody(In, kw_only=True):
    """POST /api/verify: a record, as text."""

    record: Annotated[str, Meta(max_length=200_000)]


class Verified(Out, kw_only=True):
    """Whether the shuffle of a record is the committed one; `draws` checked. `refusal` says what failed."""

    ok: bool
    draws: int = 0
    refusal: Refusal | None = None


class Problem(Out, kw_only=True):
    """The body of every HTTP answer from 400 up."""

    refusal: Refusal


HTTP_TYPES: Final = (
    NewTable, Made, Invitation, Join, MyTables, Me, Rename, DeviceCode, UseCode, Export, Bots, VerifyBody, Verified, Problem,
)  # fmt: skip
