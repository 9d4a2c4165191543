"""What the server sends on a table's socket: the table as one seat may see it, numbered events, answers."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Literal

from sixfold.fields import Json
from sixfold.server.table.facts import Why
from sixfold.server.table.seats import Chosen
from sixfold.server.table.seats import Options as Options
from sixfold.server.table.shuffle import Proof as Proof
from sixfold.server.wire.views import Better, Draft, Help, Laid, Now, OpeningInfo, OutcomeInfo, Part, TurnReason, View
from sixfold.server.wire.words import Game, Out, Phase, Word


class Refusal(Out, kw_only=True):
    """The one shape of a no. `code` is namespaced: rules/T10, table/stale, request/field, notation/piece ...

    A rule's refusal has `clause`, a stable `reason` word, and `facts` as text forms; `message` is an English sentence.
    """

    code: str
    message: str
    clause: str | None = None
    reason: str | None = None
    facts: Json = {}


class SeatInfo(Chosen, frozen=True, kw_only=True):
    """A seat as all may see it. `kind` "here" is one on the host's device (hot seat).

    `bot` is the bot that belongs to a bot seat, `stand_in` one that plays for a person who is away. `you`: yours.
    `invite`: the link to it, for the host and while it is free. `vacation`: until when its clock stands still (s), at
    the latest; `days_left`: what is left of its vacation, as of its last one (s).
    """

    seat: int
    name: str
    taken: bool
    ready: bool = False
    online: bool = False
    you: bool = False
    host: bool = False
    stand_in: str | None = None
    resigned: bool = False
    aged: bool = False
    vacation: int | None = None
    days_left: int = 0
    invite: str | None = None


class TableInfo(Out, kw_only=True):
    """A table apart from its game. `commitment` binds the server's seed before any seat confirms (docs/shuffle.md).

    `bag`: the name of the duplicate bag, where other tables play the same one. `invite`: the link to any free seat,
    for the host. `brought`: how many turns had been played on a device before the game came here.
    """

    table: str
    game: Game
    ruleset: str
    phase: Phase
    seats: list[SeatInfo]
    options: Options
    commitment: str
    created: int
    host: bool = False
    invite: str | None = None
    entropy: list[str] = []
    bag: str = ""
    brought: int = 0
    rematch: str | None
    rematch_asked: list[int]


# ----------------------------------------------------------------------------------------------- events (numbered)


class Happened(Out, tag_field="type", kw_only=True):
    """A numbered event as one seat may know it."""


class SeatChanged(Happened, tag="seat", kw_only=True):
    """Somebody took, confirmed, left, renamed or adjusted a seat, or was replaced by a bot; `why` says which."""

    info: SeatInfo
    why: Why


class Started(Happened, tag="started", kw_only=True):
    """The seats are closed, the pieces dealt, everyone has announced (T2, C2). `view` is the first of this game.

    `redeals`: how often C4 dealt again before. With `view.now.waiting.what == "age"` a tie has still to be settled.
    """

    view: View
    info: TableInfo
    redeals: int


class Opened(Happened, tag="opened", kw_only=True):
    """The tie is settled: who opens."""

    opening: OpeningInfo


class MoveMade(Happened, tag="played", kw_only=True):
    """A finished turn. `drew`: how many pieces; `got`: which, for the mover's eyes only.

    `laid` is what it did to the table. `by`: who decided; "way" is C11's way shown by `way_by`; "clock": time was up,
    and the draft (`drafted`) or the least there is was played.
    """

    seat: int
    move: str
    points: int
    drew: int
    parts: list[Part]
    laid: Laid
    got: str | None = None
    by: Literal["person", "bot", "clock", "way"] = "person"
    way_by: int | None = None
    drafted: bool = False


class WentStuck(Happened, tag="stuck", kw_only=True):
    """C11: the seat says it cannot play and shows its hand; `by` the clock, when its time was up."""

    seat: int
    hand: str
    by: Literal["person", "bot", "clock"] = "person"


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


class TakeBackAgreed(Happened, tag="take_back_agreed", kw_only=True):
    """One of the others agrees; more are still asked."""

    seat: int
    by: int


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
    """The game is over, all hands are open (`now.hands`), the shuffle can be checked, the record can be fetched.

    In a tournament that is so when all games of the round are over: they are dealt alike. Until then `proof` is absent.
    """

    outcome: OutcomeInfo
    proof: Proof | None = None


class RematchAsked(Happened, tag="rematch_asked", kw_only=True):
    seat: int


class RematchMade(Happened, tag="rematch", kw_only=True):
    """The next game is at this table."""

    table: str


class Waived(Happened, tag="waived", kw_only=True):
    """The server was away for so long (ms): that time does not count."""

    ms: int


class Closed(Happened, tag="closed", kw_only=True):
    """The host, or the house, closed this table."""

    reason: str


AnyEvent = (
    SeatChanged | Started | Opened | MoveMade | WentStuck | SawNoWay | StuckSettled | TakeBackAsked | TakeBackAgreed
    | TakeBackRefused | TakenBack | Said | Ended | RematchAsked | RematchMade | Waived | Closed
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
    seats: list[int]
    view: View | None
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


class Declined(Frame, tag="refused", kw_only=True):
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
    """The legal plays of `seat` at number `n`, most points first: [play, points, Qwirkles]; `check` tells the lines.

    With assist "places" points and Qwirkles are 0 and the order is by text; with "off" the list is empty. A list of
    more than 2,000 plays is cut to these and the plays of one tile; what is not listed may still be legal.
    """

    n: int
    seat: int
    plays: list[tuple[str, int, int]]
    id: str | None = None


class Checked(Frame, tag="checked", kw_only=True):
    """A draft judged: `refusal` says why not, `draft` what can be said about it."""

    id: str
    legal: bool
    draft: Draft
    refusal: Refusal | None = None


class Fits(Frame, tag="fits", kw_only=True):
    """By row of the question, whether the cards could join it: what comes of it is a row or lacks cards alone (C7).

    Without an entry when the seat's assist level is "off".
    """

    id: str
    fits: list[bool] = []


class Hinted(Frame, tag="hint", kw_only=True):
    """A step of a hint. `none`: there is no play at all."""

    id: str
    step: int
    hint: Help
    none: bool = False


class MissedMove(Frame, tag="missed", kw_only=True):
    """What the seat overlooked in its last turn, as a code with facts (sentences: `review.note.CODE`), and the better
    move. `code` is null when it played well. `reason`: why that move is better, where a reason is known."""

    id: str
    move: str
    points: int = 0
    code: str | None = None
    facts: dict[str, str | float] = {}
    better: Better | None = None
    reason: TurnReason | None = None


class Presence(Frame, tag="presence", kw_only=True):
    """Who is connected right now, by seat; not numbered, not stored.

    `away`: in how many ms a bot may play for who is not (`replace`); null for who is here. Left out: nobody is away.
    `queue`: the place of the bot to move among all that wait for a worker, 1 if it is next. Left out: it does not wait.
    """

    online: list[bool]
    watchers: int = 0
    away: list[int | None] = []
    queue: int = 0


class Pong(Frame, tag="pong", kw_only=True):
    pass


AnyFrame = Welcome | Event | Ack | Declined | Looked | Plays | Checked | Fits | Hinted | MissedMove | Presence | Pong
