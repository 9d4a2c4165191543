"""What a remote bot is told, line by line, and the bodies that it sends."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sixfold.fields import Json
from sixfold.server.wire.frames import Event, Frame, Plays, Presence, Welcome
from sixfold.server.wire.words import Game, In, Number, Out, Phase, Word


class Seated(Frame, tag="seated", kw_only=True):
    """You have a seat at this table: open its stream. Told once for every table that is not over, then as it comes."""

    table: str
    game: Game
    seat: int
    phase: Phase
    names: list[str]


class GameStarted(Frame, tag="started", kw_only=True):
    """The game at this table has begun."""

    table: str


class GameEnded(Frame, tag="ended", kw_only=True):
    """The game at this table is over; `reason` as in OutcomeInfo, or `deleted`, `removed`."""

    table: str
    reason: str
    winners: list[int] = []
    scores: list[int] = []


class YourTurn(Frame, tag="turn", kw_only=True):
    """It is your turn for `ms` milliseconds. `view` is the view of the engine protocol: give it to `choose`."""

    n: int
    ms: int
    view: Json


class Challenged(Frame, tag="challenge", kw_only=True):
    """A bot is asked to play against you; or your own question, as the answer to it. `ms`: how long it stands."""

    challenge: str
    by: str
    bot: str
    game: Game
    rated: bool
    ms: int


class ChallengeOver(Frame, tag="challenge_over", kw_only=True):
    """What came of a challenge: told to both. `table`: where it is played, when it was accepted."""

    challenge: str
    how: Literal["accepted", "declined", "withdrawn", "expired"]
    table: str = ""


class StreamEnd(Frame, tag="end", kw_only=True):
    """The last line of every stream, and why it is the last."""

    why: Literal["finished", "slow", "revoked", "replaced", "restarting", "deleted", "removed"]
    message: str


BotLine = (
    Seated | GameStarted | GameEnded | Challenged | ChallengeOver | StreamEnd | YourTurn | Welcome | Event | Plays
    | Presence
)  # fmt: skip


class BotMove(In, kw_only=True):
    """A move in its text form. `n`: the number that it answers; left out, whatever turn it is now."""

    move: Annotated[str, Meta(max_length=2048)]
    n: Number | None = None


class BotWord(In, kw_only=True):
    """A word to all, from the fixed list."""

    word: Word


class BotChallenge(In, kw_only=True):
    """Ask another remote bot for a game of two; `rated`: whether it counts for ratings."""

    bot: Annotated[str, Meta(max_length=40)]
    game: Game
    rated: bool = True


class BotLadder(In, kw_only=True):
    """Be paired in this game, rated, again after every game."""

    game: Game


class LadderInfo(Out, kw_only=True):
    """How a bot stands on the ladder. `game` null: it is not on it. `table`: where it plays now."""

    game: Game | None = None
    seconds: int = 0
    table: str = ""


class BotDone(Out, kw_only=True):
    """It is done, durably; `n` is the number of its last event."""

    n: int


class BotAccount(Out, kw_only=True):
    """Who a token belongs to, and what it may do: `move_ms` for a move, `requests` in `window_s` seconds.

    `connected`: whether the stream of its account is open at this server.
    """

    name: str
    games: list[Game]
    move_ms: int
    requests: int
    window_s: float
    tables: int
    connected: bool = False
