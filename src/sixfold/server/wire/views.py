"""What lies on a table and what may be said about it. Where the games differ, a message or a part of it has a form for
each, told apart by `game`: a reader that has looked at `game` finds every field of that form there.
"""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Literal

from sixfold.fields import Json
from sixfold.server.wire.words import Axis, Out, Phase

Part = tuple[Literal["row", "column", "lone", "qwirkle", "end", "stack"], int]
"""A summand of a turn's points: a line's length, a Qwirkle's bonus (6), the end bonus (6), a stack of cards (1)."""


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


class SheetEntry(Out, kw_only=True):
    """A line of the score sheet (T20). `move` is what all may know: an exchange says how many, not which."""

    seat: int
    move: str
    points: int
    parts: list[Part]


class _Waiting(Out, tag_field="what", kw_only=True):
    seats: list[int]


class AgeWanted(_Waiting, tag="age", kw_only=True):
    """`seats` are tied for the opening and still have to say how old they are; `want` says who opens (T3, C3)."""

    want: Literal["oldest", "youngest"]


class WayWanted(_Waiting, tag="way", kw_only=True):
    """C11: `seat` is stuck and has shown `hand`. `seats` look for a way, for `left` ms from when this was sent."""

    seat: int
    hand: str
    left: int | None


class TakeBackWanted(_Waiting, tag="take_back", kw_only=True):
    """`seat` asks to take its turn back, and `seats` still have to answer."""

    seat: int


Waiting = AgeWanted | WayWanted | TakeBackWanted
"""What the table waits for besides a move. A rematch is in TableInfo."""


class Now(Out, kw_only=True):
    """The part of a view that changes with every event: small, complete, replaces the last one.

    `seat` is whose eyes these are (null: the table's). `hands` holds, by seat, hands that lie open for all (open hands,
    a hand shown under C11, everyone's at the end), null where hidden. `unseen` counts, for each of the 36 kinds in
    canonical order, a digit 0-3 of what this seat cannot see; null when the memory option hides it.
    `clock`: milliseconds left when this was sent; `clocks`: of the total clock, by seat. `must_play`: C11 found that a
    way exists. `redraws`: used this turn.
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
    clocks: list[int] = []
    must_play: bool = False
    redraws: int = 0
    may_swap: int = 0
    may_pass: bool = False
    opening_move: bool = False
    last_turns: int | None = None
    outcome: OutcomeInfo | None = None


class _View(Out, tag_field="game", kw_only=True):
    now: Now
    sheet: list[SheetEntry]
    opening: OpeningInfo | None = None


class TilesView(_View, tag="tiles", kw_only=True):
    """All that one seat may know of a tile game. `board` holds the placements in notation."""

    board: str


class CardsView(_View, tag="cards", kw_only=True):
    """All that one seat may know of a card game: the rows on the table, and everyone's Qwirkles in `stacks`."""

    rows: list[str]
    stacks: list[list[str]]


View = TilesView | CardsView
"""All that one seat may know of a game."""


class ScoringLine(Out, kw_only=True):
    """A scoring line: cells in notation, its pieces in the order of the cells, points with the Qwirkle bonus."""

    axis: Axis
    cells: list[str]
    pieces: str
    points: int
    qwirkle: bool = False


class JudgedLane(Out, kw_only=True):
    """A lane of a draft. ok: a legal row. qwirkle: six, to be taken. short: `facts.needs` more. duplicate:
    `facts.piece` twice. mixed: `facts.pieces` do not go together. long: too many. `facts` has its `color` or `shape`.
    """

    row: str
    state: Literal["ok", "qwirkle", "short", "duplicate", "mixed", "long", "empty"]
    facts: Json = {}


# ------------------------------------------------------------------------------------ what only one of the games has


class _OfGame(Out, tag_field="game", kw_only=True):
    """The part of a message that each game has in a form of its own."""


class TilesLaid(_OfGame, tag="tiles", kw_only=True):
    """What a turn of tiles did: its scoring lines, none for an exchange or a pass. The tiles are in `move`."""

    lines: list[ScoringLine]


class CardsLaid(_OfGame, tag="cards", kw_only=True):
    """What a turn of cards did: `rows` is the whole table after it, `played` came from the hand, `taken` went."""

    rows: list[str]
    played: str
    taken: list[str]


Laid = TilesLaid | CardsLaid


class TilesDraft(_OfGame, tag="tiles", kw_only=True):
    """A draft of tiles in figures; of one that is not legal there are none."""

    points: int
    parts: list[Part]
    lines: list[ScoringLine]
    qwirkles: int


class CardsDraft(_OfGame, tag="cards", kw_only=True):
    """A draft of cards, legal or not: its lanes in the order sent, and what it would play from the hand."""

    lanes: list[JudgedLane]
    played: str
    qwirkles: int


Draft = TilesDraft | CardsDraft


class TilesMove(_OfGame, tag="tiles", kw_only=True):
    """A move of tiles in notation: a play, or an exchange."""

    move: str


class CardsMove(_OfGame, tag="cards", kw_only=True):
    """A move of cards: the rows as it leaves them, and the Qwirkles it takes."""

    rows: list[str]
    taken: list[str]


Better = TilesMove | CardsMove


class TilesHint(_OfGame, tag="tiles", kw_only=True):
    """Step 1: `cells` to look at. 2: `pieces`. 3: `play` and its `points`. Without a play `pieces` are to exchange."""

    cells: list[str]
    pieces: str | None = None
    play: str | None = None
    points: int | None = None


class CardsHint(_OfGame, tag="cards", kw_only=True):
    """Step 1: the `count` of cards that could be played. 2: `pieces`. 3: the `move`."""

    count: int
    pieces: str | None = None
    move: CardsMove | None = None


Help = TilesHint | CardsHint


class ReasonReply(Out):
    """What the next player then has: how often, how many points or Qwirkles, and how many after the better move.

    In tiles also where: the colour or shape of the line and where it lies, whether the move opened it and whether the
    better one takes it.
    """

    seat: int
    often: float
    points: float
    instead: float
    line: str | None
    cells: list[str]
    opened: bool
    taken: bool


class ReasonLater(Out):
    """What the own next turn brings on average, and after the better move."""

    points: float
    instead: float


class TurnReason(Out):
    """Why the better move is better, from the games that judged both."""

    reply: ReasonReply | None
    later: ReasonLater | None
