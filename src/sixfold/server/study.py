"""Learning from games: replay, review turn by turn as it is judged, other moves, positions, pictures, puzzles.

Over HTTP it works on records, positions and questions, which the rules check first; of a table that is being played it
knows the one turn that it is asked about (`missed`). Thinking is done in worker processes; whoever asks while all are
busy waits, and all who ask for the review of the same game read the same one.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context
from typing import Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from sixfold import cards, engine, kernel, spread, tiles
from sixfold.errors import IllegalMove, NotationError, Refused, SixfoldError
from sixfold.position import Position
from sixfold.record import Moved, Record
from sixfold.server import wire

MOST_RECORD: Final = 200_000
MOST_POSITION: Final = 4_000
KEPT: Final = 32
"""So many finished reviews are kept: at the end of a game everybody looks at the same one."""
AT_ONCE: Final = 2
"""Reviews that are being made at the same time; others wait."""
ASKABLE: Final = ("plays", "check", "solve")
"""Questions of the engine that a page may ask: those that take no time to speak of."""


class RecordBody(msgspec.Struct, forbid_unknown_fields=True):
    """A record, as text."""

    record: str


class ReviewBody(msgspec.Struct, forbid_unknown_fields=True):
    """A record to be judged; `full` takes its time."""

    record: str
    full: bool = False


class MoveBody(msgspec.Struct, forbid_unknown_fields=True):
    """Another move at a turn of a record: what would it have been worth?"""

    record: str
    turn: int
    move: str


class PositionBody(msgspec.Struct, forbid_unknown_fields=True):
    """A position, as text: `tiles/1 | 0,0:Rs 1,0:Rd | RoGs`."""

    position: str


class PictureBody(msgspec.Struct, forbid_unknown_fields=True):
    """A picture of a record: of its state after so many events, or of all of it (`gif`, `pdf`)."""

    record: str
    kind: Literal["svg", "png", "gif", "pdf"]
    at: int = -1
    palette: str = "clear"
    marks: str = "none"
    letters: str = "ROYGBP"
    title: str = ""


class SolveBody(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    move: str


TYPES: Final = (RecordBody, ReviewBody, MoveBody, PositionBody, PictureBody, SolveBody)
_MEDIA: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf"}


class Judging:
    """A review that is being made, or is made: its lines, for all who read along. It stops when nobody does."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.ended = False
        self.task: asyncio.Task[None] | None = None
        self._readers = 0
        self._more = asyncio.Event()

    def add(self, told: dict[str, Any]) -> None:
        """One line more."""
        self.lines.append(json.dumps(told, separators=(",", ":")).encode() + b"\n")
        self._wake()

    def end(self) -> None:
        """No line will follow."""
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()

    async def read(self) -> AsyncIterator[bytes]:
        """All lines, the first ones at once, the others as they come."""
        self._readers += 1
        at = 0
        try:
            while True:
                while at < len(self.lines):
                    yield self.lines[at]
                    at += 1
                if self.ended:
                    return
                await self._more.wait()
        finally:
            self._readers -= 1
            if self._readers == 0 and not self.ended and self.task is not None:
                self.task.cancel()


class Study:
    """The workers, started when somebody first asks, and the reviews that are being read."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, min(2, os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._reviews: OrderedDict[tuple[bytes, bool], Judging] = OrderedDict()

    def pool(self) -> ProcessPoolExecutor:
        """The worker processes."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _gently)
        return self._pool

    def warm(self) -> None:
        """Start the workers, so that the review after a game does not wait for them."""
        if self._pool is None and kernel.available():
            for _ in range(self._workers):
                self.pool().submit(_ready)

    async def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Have something done by a worker; should one have died, by another."""
        for last in (False, True):
            pool = self.pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if last:
                    raise SixfoldError("the workers for studies keep dying", code="study/workers") from None
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End the workers."""
        for judging in self._reviews.values():
            if judging.task is not None:
                judging.task.cancel()
        if self._pool is not None:
            spread.end(self._pool)
            self._pool = None

    # ------------------------------------------------------------------------------------------------------- answers

    def judged(self, text: str, record: Record, full: bool) -> Judging:
        """The review of a game: one that others read already, or a new one."""
        key = (hashlib.sha256(text.encode()).digest(), full)
        found = self._reviews.get(key)
        if found is None:
            found = self._reviews[key] = Judging()
            found.task = asyncio.ensure_future(self._judge(key, found, record, full))
            while len(self._reviews) > KEPT:
                self._reviews.popitem(last=False)
        self._reviews.move_to_end(key)
        return found

    async def _judge(self, key: tuple[bytes, bool], judging: Judging, record: Record, full: bool) -> None:
        """A line of JSON for each judged turn, in order, then one for the whole game; a refusal if it fails."""
        from sixfold.review import FULL, QUICK, tasks

        strength = FULL if full else QUICK
        waiting: list[asyncio.Future[Any]] = []
        try:
            async with self._turn:
                work = await asyncio.to_thread(tasks, record)
                judging.add({"total": len(work)})
                waiting = [asyncio.ensure_future(self.do(_judge, task, strength)) for task in work]
                turns = []
                for future in waiting:
                    turn, told = await future
                    turns.append(turn)
                    judging.add({"turn": told})
                judging.add({"review": await self.do(_assemble, record, tuple(turns), strength)})
        except SixfoldError as error:
            judging.add({"refusal": {"code": error.code, "message": error.message}})
            self._reviews.pop(key, None)
        except BaseException:
            self._reviews.pop(key, None)
            raise
        finally:
            for future in waiting:
                future.cancel()
            judging.end()

    async def missed(self, before: Any, game: str, move: str, others: Sequence[str], key: str) -> wire.Missed:
        """What a turn at a table overlooked."""
        from sixfold.review import ear

        how = ear(game, others) if kernel.available() else "gentle"
        found: wire.Missed = await self.do(_missed, before, game, move, how, key)
        return found

    def handlers(self) -> list[Any]:
        """All routes."""
        it = self

        @post("/api/ask", summary="A question of the engine protocol", tags=["study"], status_code=200)
        async def ask(data: JSONBody[dict[str, Any]]) -> Response[bytes]:
            if data.get("do") not in ASKABLE:
                raise NotationError(f"here one can ask {', '.join(ASKABLE)}", code="request/field")
            return Response(await asyncio.to_thread(asked, data), media_type="application/json")

        @post("/api/study/replay", summary="A record, state by state", tags=["study"], status_code=200)
        async def replay(data: JSONBody[RecordBody]) -> dict[str, Any]:
            return await asyncio.to_thread(lambda: replayed(_read(data.record)))

        @post("/api/study/review", summary="A record, judged turn by turn (NDJSON)", tags=["study"], status_code=200)
        async def review(data: JSONBody[ReviewBody]) -> Stream:
            if not kernel.available():
                raise Refused("reviews need the kernel, which is not installed here", code="study/kernel")
            record = await asyncio.to_thread(_read, data.record)
            return Stream(it.judged(data.record, record, data.full).read(), media_type="application/x-ndjson")

        @post("/api/study/move", summary="What another move would have been worth", tags=["study"], status_code=200)
        async def move(data: JSONBody[MoveBody]) -> dict[str, Any]:
            record = await asyncio.to_thread(_read, data.record)
            found: dict[str, Any] = await it.do(_other, record, data.turn, data.move)
            return found

        @post("/api/study/position", summary="A position, read and checked", tags=["study"], status_code=200)
        async def position(data: JSONBody[PositionBody]) -> dict[str, Any]:
            return await asyncio.to_thread(looked_at, data.position)

        @post("/api/study/picture", summary="A position or a game as a picture", tags=["study"], status_code=200)
        async def picture(data: JSONBody[PictureBody]) -> Response[bytes]:
            record = await asyncio.to_thread(_read, data.record)
            made = await it.do(_picture, record, data)
            name = f"sixfold.{data.kind}"
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            return Response(made, media_type=_MEDIA[data.kind], headers=headers)

        @get("/api/puzzles/{game:str}/{day:str}", summary="The puzzle of a day, or puzzle number n", tags=["study"])
        async def puzzle(game: FromPath[str], day: FromPath[str]) -> dict[str, Any]:
            from sixfold.review import puzzles

            return puzzles.find(game, day).question()

        @post("/api/puzzles/{game:str}/{day:str}", summary="Answer a puzzle", tags=["study"], status_code=200)
        async def solve(game: FromPath[str], day: FromPath[str], data: JSONBody[SolveBody]) -> dict[str, Any]:
            from sixfold.review import puzzles

            return puzzles.find(game, day).judge(data.move)

        return [ask, replay, review, move, position, picture, puzzle, solve]


def asked(question: dict[str, Any]) -> bytes:
    """The engine's answer; to an illegal play also the reason and the facts, for a sentence in any language."""
    answer = engine.answer(json.dumps(question).encode())
    told = json.loads(answer)
    if told.get("legal") is not False or question.get("ruleset") != "tiles/1":
        return answer
    try:
        tiles.check(tiles.Board.parse(question["board"]), tiles.Place.parse(question["play"]))
    except IllegalMove as error:
        told |= {"reason": error.reason, "facts": error.facts}
    return json.dumps(told).encode()


def replayed(record: Record) -> dict[str, Any]:
    """A game for looking at: what lay on the table after every event, and every known hand."""
    steps = []
    for event, state in zip((None, *record.events), record.states(), strict=False):
        of_cards = hasattr(state, "table")
        steps.append(
            {
                "event": None if event is None else str(event),
                "move": str(event.move) if isinstance(event, Moved) else None,
                "seat": getattr(event, "seat", None),
                "points": getattr(event, "points", None),
                "board": None if of_cards else str(state.board),
                "rows": [str(row) for row in state.table] if of_cards else None,
                "stacks": [[str(row) for row in stack] for stack in state.stacks] if of_cards else None,
                "hands": [str(hand) for hand in state.hands],
                "scores": list(state.scores),
                "bag": state.bag_count,
                "to_move": state.to_move,
                "turn": len(state.sheet),
                "position": None if state.to_move is None else str(Position.of(state, state.hands[state.to_move])),
            }
        )
    result = record.result
    return {
        "ruleset": record.headers.ruleset,
        "names": [player.name or str(seat + 1) for seat, player in enumerate(record.headers.players)],
        "date": record.headers.date.isoformat() if record.headers.date else None,
        "steps": steps,
        "winners": None if result is None else list(result.winners),
        "reason": None if result is None else result.reason,
    }


def looked_at(text: str) -> dict[str, Any]:
    """A position for looking at, as the rules read it."""
    if len(text) > MOST_POSITION:
        raise NotationError(f"{len(text)} characters are too many for a position", code="notation/too-long")
    position = Position.parse(text)
    tile_game = isinstance(position.table, tiles.Board)
    return {
        "position": str(position),
        "ruleset": position.ruleset,
        "board": str(position.table) if tile_game else None,
        "rows": None if tile_game else [str(row) for row in position.table],
        "hand": str(position.hand),
    }


def _read(text: str) -> Record:
    if len(text) > MOST_RECORD:
        raise NotationError(f"{len(text)} characters are too many for a game", code="notation/too-long")
    return Record.parse(text)


# What workers do: functions of plain values, so that they can be sent there ------------------------------------------


def _gently() -> None:
    """Play goes before study."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)


def _ready() -> None:
    """Load what judging a turn needs."""
    from sixfold.dealer import Dealer
    from sixfold.review import worth

    state, dealer = tiles.State.start(2), Dealer.from_seed(bytes(64))
    while state.need is not None:
        draw, dealer = dealer.deal(state.need, state.rules.box)
        state = state.draw(draw)
    worth(state, 2, 1)


def _judge(task: Any, strength: Any) -> tuple[Any, dict[str, Any]]:
    from sixfold.review import judge_turn, turn_to_json

    turn = judge_turn(task, strength, 1)
    return turn, turn_to_json(turn)


def _assemble(record: Record, judged: tuple[Any, ...], strength: Any) -> dict[str, Any]:
    from sixfold.review import assemble

    told = assemble(record, judged, strength, 1).to_json()
    del told["turns"]
    return told


def _other(record: Record, number: int, words: str) -> dict[str, Any]:
    from sixfold import rulesets
    from sixfold.review import QUICK, judge_turn, tasks, turn_to_json

    work = tasks(record)
    if not 0 <= number < len(work):
        raise NotationError(f"the game has {len(work)} turns", code="request/field")
    before = work[number].before
    move = rulesets.find(record.headers.ruleset).parse_move(words)
    after = before.play(move)
    points = after.sheet[-1].points if len(after.sheet) > len(before.sheet) else None
    return turn_to_json(judge_turn(replace(work[number], move=move, points=points, after=after, drawn=None), QUICK, 1))


def _missed(before: Any, game: str, words: str, how: Any, key: str) -> wire.Missed:
    from sixfold.review import missed

    move = (tiles if game == "tiles" else cards).parse_move(words)
    after = before.play(move)
    points = after.sheet[-1].points if len(after.sheet) > len(before.sheet) else 0
    found = missed(before, move, points, how)
    told = wire.Missed(id=key, move=words, points=points)
    if found.note is not None:
        told.code, told.facts = found.note.code, dict(found.note.facts)
        if isinstance(found.better, tiles.Place):
            told.play = str(found.better)
        elif isinstance(found.better, tiles.Swap):
            told.pieces = str(found.better.pieces)
        elif isinstance(found.better, cards.Turn):
            told.rows, told.taken = [*map(str, found.better.rows)], [*map(str, found.better.taken)]
    return told


def _picture(record: Record, data: PictureBody) -> bytes:
    from sixfold import pictures

    style = pictures.Style(data.palette, data.marks, data.letters)
    if data.kind == "gif":
        return pictures.animate(record, style)
    if data.kind == "pdf":
        return pictures.sheet_pdf(record)
    states = list(record.states())
    state = states[max(0, min(data.at, len(states) - 1))] if data.at >= 0 else states[-1]
    title = data.title[:120]
    return pictures.png(state, style, title) if data.kind == "png" else pictures.svg(state, style, title).encode()
