"""Learning from games over HTTP: replays, reviews, positions, puzzles, and questions of the engine protocol.

A field that may be `null` is always there. A field marked `UNSET` is there only where its docstring says so.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from sixfold.fields import Json
from sixfold.server.wire.frames import Checked, Refusal
from sixfold.server.wire.views import TurnReason
from sixfold.server.wire.words import In, Out, PlayText, Rows

# Bodies --------------------------------------------------------------------------------------------------------------


class RecordBody(In):
    """POST /api/study/replay: a record, as text."""

    record: str


class ReviewBody(In):
    """POST /api/study/review: a record to be judged; `full` takes its time."""

    record: str
    full: bool = False


class MoveBody(In):
    """POST /api/study/move: another move at a turn of a record. What would it have been worth?"""

    record: str
    turn: int
    move: str


class PositionBody(In):
    """POST /api/study/position: a position, as text: `tiles/1 | 0,0:Rs 1,0:Rd | RoGs`."""

    position: str


class DraftBody(In):
    """POST /api/study/check: a draft in a position: `play` for tiles, `rows` and `taken` for cards."""

    position: str
    play: PlayText | None = None
    rows: Rows | None = None
    taken: Rows = field(default_factory=list)


class PictureBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/study/picture: a record after `at` of its events (`svg`, `png`), or all of it (`gif`, `pdf`)."""

    record: str
    kind: Literal["svg", "png", "gif", "pdf"]
    at: int = -1
    palette: str = "clear"
    marks: str = "none"
    letters: str = "ROYGBP"
    title: str = ""


class SolveBody(In):
    """POST /api/puzzles/{game}/{day}: an answer to a puzzle."""

    move: str


# Replays and positions -----------------------------------------------------------------------------------------------


class ReplayStep(Out):
    """What lay on the table after an event of a record; the first step has no event.

    `number` is that of a turn that stands, as reviews count them; null for draws and for what was taken back.
    `board` is the tile game's, `rows` and `stacks` are the card game's. `position` is there while somebody is to move.
    """

    event: str | None
    move: str | None
    number: int | None
    seat: int | None
    points: int | None
    board: str | None
    rows: list[str] | None
    stacks: list[list[str]] | None
    hands: list[str]
    scores: list[int]
    bag: int
    to_move: int | None
    turn: int
    position: str | None


class Replay(Out):
    """The answer of /api/study/replay. `winners` and `reason` are null while the game is not over."""

    ruleset: str
    names: list[str]
    date: str | None
    steps: list[ReplayStep]
    took_back: int
    winners: list[int] | None
    reason: str | None


class ShownPosition(Out):
    """The answer of /api/study/position: `board` is the tile game's, `rows` are the card game's."""

    position: str
    ruleset: str
    board: str | None
    rows: list[str] | None
    hand: str


class Drafted(Out):
    """The answer of /api/study/check. Under a name of its own: a refusal at the top refuses the question itself."""

    checked: Checked


# Reviews -------------------------------------------------------------------------------------------------------------

Estimate = tuple[float, float, float]
"""A mean with its 95 % interval: mean, low, high."""


class ConsideredMove(Out):
    """A move with its values: lead in points, share of the game, and how far behind the best move it is in both."""

    move: str
    lead: Estimate
    share: Estimate
    behind: Estimate
    share_behind: Estimate


class TurnNote(Out):
    """A remark on a turn, as a code with facts: the page says it in the reader's language."""

    code: str
    facts: dict[str, str | int | float]


class ReviewedTurn(Out):
    """A turn of a record, judged. Null is what cannot be known, as some pieces of the record are not."""

    number: int
    seat: int
    move: str
    points: int | None
    shares: list[Estimate] | None
    made: ConsideredMove | None
    best: list[ConsideredMove]
    exact: bool
    luck: Estimate | None
    share_luck: Estimate | None
    skill: Estimate | None
    share_skill: Estimate | None
    notes: list[TurnNote]
    reason: TurnReason | None = None


class SeatLedger(Out):
    """How lucky a seat was and how well it played, in points of lead and in shares of the game."""

    luck: Estimate
    skill: Estimate
    share_luck: Estimate
    share_skill: Estimate


class GameLedger(Out):
    """Where the result came from. `result` and `gap` are null while the game is not over."""

    start: Estimate
    seats: list[SeatLedger]
    result: float | None
    gap: Estimate | None


class ReviewedGame(Out):
    """The verdict on a whole game. `unknown`: pieces of its record are not known."""

    ruleset: str
    names: list[str]
    scores: list[int]
    winners: list[int] | None
    unknown: bool
    given_away: list[Estimate]
    ledger: GameLedger | None


class ReviewLine(Out):
    """A line of /api/study/review, `queue` while it waits, `total`, each `turn`, then `review` or `refusal`."""

    queue: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    turn: ReviewedTurn | UnsetType = UNSET
    review: ReviewedGame | UnsetType = UNSET
    refusal: Refusal | UnsetType = UNSET


# Puzzles -------------------------------------------------------------------------------------------------------------


class TilesPuzzle(Out, tag_field="game", tag="tiles"):
    """GET /api/puzzles/tiles/{day}: find the best play. `scores`: yours, then the other's."""

    number: int
    of: int
    board: str
    hand: str
    scores: list[int]
    bag: int


class CardsPuzzle(Out, tag_field="game", tag="cards"):
    """GET /api/puzzles/cards/{day}: find the turn that takes this many `qwirkles`."""

    number: int
    of: int
    rows: list[str]
    hand: str
    qwirkles: int
    bag: int


Puzzle = TilesPuzzle | CardsPuzzle


class PuzzleVerdict(Out):
    """The answer to an answer. A legal move has `points`, `right`, the `solution` and the `best` moves with their
    values, in the tile game also how far it is `behind` (null: it is none of the best). Another has a refusal's fields.
    """

    legal: bool
    points: int | UnsetType = UNSET
    right: bool | UnsetType = UNSET
    behind: float | UnsetType | None = UNSET
    solution: str | UnsetType = UNSET
    best: list[tuple[str, float]] | UnsetType = UNSET
    code: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    clause: str | UnsetType | None = UNSET
    reason: str | UnsetType | None = UNSET
    facts: Json | UnsetType = UNSET


# The engine protocol, as far as a page may ask -----------------------------------------------------------------------


class PlaysQuestion(Struct, tag_field="do", tag="plays", kw_only=True):
    """POST /api/ask, tiles: all plays of a hand on a board."""

    ruleset: str
    board: str
    hand: str


class CheckQuestion(Struct, tag_field="do", tag="check", kw_only=True):
    """POST /api/ask: is it legal? Tiles: `board`, `play`, perhaps `hand`. Cards: `table`, `hand`, `rows`, `taken`."""

    ruleset: str
    hand: str | UnsetType = UNSET
    board: str | UnsetType = UNSET
    play: str | UnsetType = UNSET
    table: list[str] | UnsetType = UNSET
    rows: list[str] | UnsetType = UNSET
    taken: list[str] | UnsetType = UNSET


class SolveQuestion(Struct, tag_field="do", tag="solve", kw_only=True):
    """POST /api/ask, cards: the turn that takes most Qwirkles."""

    ruleset: str
    table: list[str]
    hand: str


EngineQuestion = PlaysQuestion | CheckQuestion | SolveQuestion
"""Nothing is decoded as these: the engine reads the line itself and refuses it in its own words (docs/protocol.md)."""


class EngineAnswer(Out):
    """`ok` false: the question was refused, with `code` and `message`."""

    ok: bool
    code: str | UnsetType = UNSET
    message: str | UnsetType = UNSET


class ListedPlay(Out):
    """A play with what it brings."""

    play: str
    points: int
    qwirkles: int


class PlaysAnswer(EngineAnswer):
    """To `plays`: the best first."""

    plays: list[ListedPlay] | UnsetType = UNSET


class CheckAnswer(EngineAnswer):
    """To `check`: `points` and the lengths of `lines` (tiles), the cards `played` (cards); or why it is not legal."""

    legal: bool | UnsetType = UNSET
    points: int | UnsetType = UNSET
    lines: list[int] | UnsetType = UNSET
    qwirkles: int | UnsetType = UNSET
    played: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    facts: Json | UnsetType = UNSET


class SolveAnswer(EngineAnswer):
    """To `solve`: `playable` false when no card of the hand can be played."""

    playable: bool | UnsetType = UNSET
    qwirkles: int | UnsetType = UNSET
    played: str | UnsetType = UNSET
    rows: list[str] | UnsetType = UNSET
    taken: list[str] | UnsetType = UNSET
