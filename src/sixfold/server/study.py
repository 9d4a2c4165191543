"""Learning from games over HTTP: replay, review turn by turn as it is judged, other moves, pictures, puzzles,
questions.

Nothing here knows a table that is being played: it works on records, which are checked by the rules first. Thinking is
done in worker processes, one review at a time each; whoever asks while all are busy waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from sixfold import engine, kernel, tiles
from sixfold.errors import IllegalMove, NotationError, SixfoldError
from sixfold.record import Moved, Record

MOST_RECORD: Final = 200_000
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


TYPES: Final = (RecordBody, ReviewBody, MoveBody, PictureBody, SolveBody)
_MEDIA: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf"}


class Study:
    """The workers, started when somebody first asks."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, min(2, os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Semaphore(2)

    def pool(self) -> ProcessPoolExecutor:
        """The worker processes."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _gently)
        return self._pool

    async def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Have something done by a worker."""
        return await asyncio.get_running_loop().run_in_executor(self.pool(), work, *arguments)

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    # ------------------------------------------------------------------------------------------------------- answers

    async def judged(self, text: str, full: bool) -> AsyncIterator[bytes]:
        """A line of JSON for each judged turn, in order, then one for the whole game."""
        record = _read(text)
        async with self._turn:
            from sixfold.review import FULL, QUICK, tasks

            strength = FULL if full else QUICK
            work = tasks(record)
            yield _line({"total": len(work)})
            waiting = [asyncio.ensure_future(self.do(_judge, text, number, strength)) for number in range(len(work))]
            try:
                judged = []
                for future in waiting:
                    turn, told = await future
                    judged.append(turn)
                    yield _line({"turn": told})
                yield _line({"review": await self.do(_assemble, text, tuple(judged), strength)})
            finally:
                for future in waiting:
                    future.cancel()

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
            return await asyncio.to_thread(replayed, _read(data.record))

        @post("/api/study/review", summary="A record, judged turn by turn (NDJSON)", tags=["study"], status_code=200)
        async def review(data: JSONBody[ReviewBody]) -> Stream:
            if not kernel.available():
                raise SixfoldError("reviews need the kernel, which is not installed here", code="request/unknown")
            _read(data.record)
            return Stream(it.judged(data.record, data.full), media_type="application/x-ndjson")

        @post("/api/study/move", summary="What another move would have been worth", tags=["study"], status_code=200)
        async def move(data: JSONBody[MoveBody]) -> dict[str, Any]:
            _read(data.record)
            found: dict[str, Any] = await it.do(_other, data.record, data.turn, data.move)
            return found

        @post("/api/study/picture", summary="A position or a game as a picture", tags=["study"], status_code=200)
        async def picture(data: JSONBody[PictureBody]) -> Response[bytes]:
            _read(data.record)
            made = await it.do(_picture, data)
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

        return [ask, replay, review, move, picture, puzzle, solve]


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
        cards = hasattr(state, "table")
        steps.append(
            {
                "event": None if event is None else str(event),
                "move": str(event.move) if isinstance(event, Moved) else None,
                "seat": getattr(event, "seat", None),
                "points": getattr(event, "points", None),
                "board": None if cards else str(state.board),
                "rows": [str(row) for row in state.table] if cards else None,
                "stacks": [[str(row) for row in stack] for stack in state.stacks] if cards else None,
                "hands": [str(hand) for hand in state.hands],
                "scores": list(state.scores),
                "bag": state.bag_count,
                "to_move": state.to_move,
                "turn": len(state.sheet),
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


def _read(text: str) -> Record:
    if len(text) > MOST_RECORD:
        raise NotationError(f"{len(text)} characters are too many for a game", code="notation/too-long")
    return Record.parse(text)


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


# What workers do: functions of plain values, so that they can be sent there ------------------------------------------


def _gently() -> None:
    """Play goes before study."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)


def _judge(text: str, number: int, strength: Any) -> tuple[Any, dict[str, Any]]:
    from sixfold.review import turn_to_json
    from sixfold.review.review import judge_turn, tasks

    turn = judge_turn(tasks(Record.parse(text))[number], strength, 1)
    return turn, turn_to_json(turn)


def _assemble(text: str, judged: tuple[Any, ...], strength: Any) -> dict[str, Any]:
    from sixfold.review import assemble

    told = assemble(Record.parse(text), judged, strength, 1).to_json()
    del told["turns"]
    return told


def _other(text: str, number: int, words: str) -> dict[str, Any]:
    from sixfold import rulesets
    from sixfold.review import QUICK
    from sixfold.review.review import judge_turn, tasks, turn_to_json

    record = Record.parse(text)
    work = tasks(record)
    if not 0 <= number < len(work):
        raise NotationError(f"the game has {len(work)} turns", code="request/field")
    before = work[number].before
    move = rulesets.find(record.headers.ruleset).parse_move(words)
    after = before.play(move)
    points = after.sheet[-1].points if len(after.sheet) > len(before.sheet) else None
    return turn_to_json(judge_turn(replace(work[number], move=move, points=points, after=after, drawn=None), QUICK, 1))


def _picture(data: PictureBody) -> bytes:
    from sixfold import pictures

    record = Record.parse(data.record)
    style = pictures.Style(data.palette, data.marks, data.letters)
    if data.kind == "gif":
        return pictures.animate(record, style)
    if data.kind == "pdf":
        return pictures.sheet_pdf(record)
    states = list(record.states())
    state = states[max(0, min(data.at, len(states) - 1))] if data.at >= 0 else states[-1]
    title = data.title[:120]
    return pictures.png(state, style, title) if data.kind == "png" else pictures.svg(state, style, title).encode()
