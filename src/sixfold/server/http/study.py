"""Learning from games: replay, review turn by turn as it is judged, other moves, positions, pictures, puzzles.

Over HTTP it works on records, positions and questions, which the rules check first; of a table that is being played it
knows the one turn that it is asked about (`missed`). All of it is done in worker processes (pool.py), never here; all
who ask for the review of the same game read the same one.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any, Final, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from sixfold import cards, engine, tiles
from sixfold.errors import IllegalMove, NotationError, SixfoldError
from sixfold.position import Position
from sixfold.record import Moved, Record, Step
from sixfold.server import wire
from sixfold.server.http.costs import charge, owner_of
from sixfold.server.thinkers.pool import Pool
from sixfold.server.thinkers.turns import NOBODY, Owner, Turns

AnyRequest = Request[Any, Any, Any]
MOST_RECORD: Final = 200_000
MOST_POSITION: Final = 4_000
KEPT: Final = 32
"""So many finished reviews are kept: at the end of a game everybody looks at the same one."""
AT_ONCE: Final = 2
"""Reviews for one network that are being made at the same time."""
WAITING: Final = 6
"""Reviews that may wait for one network."""
READ_S: Final = 2.0
DRAW_S: Final = 30.0
THINK_S: Final = 120.0
"""CPU seconds that reading a record or a question may take, drawing a game, and judging one turn."""
UNREAD_S = 15.0
"""Seconds that a review is made on while nobody reads it."""
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
    """A review that is being made, or is made: its lines, for all who read along.

    It stops when nobody does for a while: whoever goes from the result to the review reads on there.
    """

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
            if self._readers == 0 and not self.ended:
                asyncio.get_running_loop().call_later(UNREAD_S, self._give_up)

    def _give_up(self) -> None:
        if self._readers == 0 and not self.ended and self.task is not None:
            self.task.cancel()


class Study:
    """The workers, started when somebody first asks, and the reviews that are being read."""

    def __init__(self, workers: int | None = None) -> None:
        self._thinkers = Pool(workers or max(1, min(2, os.cpu_count() or 1)))
        # Apart, so that nobody who wants to look at a game waits for somebody's review.
        self._readers = Pool(1)
        self._queues: dict[str, Turns] = {}
        self._reviews: OrderedDict[tuple[bytes, bool], Judging] = OrderedDict()

    def pool(self) -> ProcessPoolExecutor:
        """The worker processes that think."""
        return self._thinkers.executor()

    def warm(self) -> None:
        """Start the workers, so that the review after a game does not wait for them."""
        if not self._thinkers.started:
            for _ in range(self._thinkers.workers):
                self.pool().submit(_ready)

    async def open(self) -> None:
        """Start the worker that reads, so that the first who asks does not wait for it."""
        await self._readers.do(_here, cpu_s=READ_S)

    async def do(self, work: Callable[..., Any], *arguments: Any, owner: Owner = NOBODY, cpu_s: float = THINK_S) -> Any:
        """Have a worker think."""
        return await self._thinkers.do(work, *arguments, cpu_s=cpu_s, owner=owner)

    async def read(self, work: Callable[..., Any], *arguments: str | bytes, owner: Owner = NOBODY) -> Any:
        """Have a worker read something, and say what the rules make of it."""
        return await self._readers.once(work, *arguments, cpu_s=READ_S, owner=owner)

    def close(self) -> None:
        """End the workers."""
        for judging in self._reviews.values():
            if judging.task is not None:
                judging.task.cancel()
        self._thinkers.close()
        self._readers.close()

    # ------------------------------------------------------------------------------------------------------- answers

    def queue(self, owner: Owner) -> Turns:
        """Where reviews for a network wait for each other."""
        for network in [network for network, queue in self._queues.items() if queue.idle]:
            del self._queues[network]
        return self._queues.setdefault(owner[0], Turns(AT_ONCE, most=WAITING))

    def known(self, text: str, full: bool) -> Judging | None:
        """A review that is being made, or is made."""
        return self._reviews.get(_key(text, full))

    def judged(self, text: str, full: bool, owner: Owner = NOBODY) -> Judging:
        """The review of a game: one that others read already, or a new one."""
        key = _key(text, full)
        found = self._reviews.get(key)
        if found is None:
            found = self._reviews[key] = Judging()
            found.task = asyncio.ensure_future(self._judge(key, found, text, full, owner))
            while len(self._reviews) > KEPT:
                self._reviews.popitem(last=False)
        self._reviews.move_to_end(key)
        return found

    async def _judge(self, key: tuple[bytes, bool], judging: Judging, text: str, full: bool, owner: Owner) -> None:
        """A line of JSON for each judged turn, in order, then one for the whole game; a refusal if it fails."""
        waiting: list[asyncio.Future[Any]] = []
        try:
            with await self.queue(owner).take(owner):
                total = await self.do(_total, text, owner=owner)
                judging.add({"total": total})
                turns: list[Any] = []
                while len(turns) < total:
                    # As many as there are workers: no more of one game wait in the workers' queue.
                    while len(waiting) < min(total, len(turns) + self._thinkers.workers):
                        waiting.append(asyncio.ensure_future(self.do(_judge, text, len(waiting), full, owner=owner)))
                    turn, told = await waiting[len(turns)]
                    turns.append(turn)
                    judging.add({"turn": told})
                judging.add({"review": await self.do(_assemble, text, tuple(turns), full, owner=owner)})
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

    async def missed(
        self, before: Any, game: str, move: str, others: Sequence[str], key: str, owner: Owner = NOBODY
    ) -> wire.Missed:
        """What a turn at a table overlooked."""
        from sixfold.review import ear

        how = ear(game, others)
        found: wire.Missed = await self.do(_missed, before, game, move, how, key, owner=owner)
        return found

    def handlers(self) -> list[Any]:
        """All routes."""
        it = self

        @post("/api/ask", summary="A question of the engine protocol", tags=["study"], status_code=200)
        async def ask(request: AnyRequest, data: JSONBody[dict[str, Any]]) -> Response[bytes]:
            if data.get("do") not in ASKABLE:
                raise NotationError(f"here one can ask {', '.join(ASKABLE)}", code="request/field")
            charge(request.scope, "ask")
            return _json(await it.read(asked, json.dumps(data), owner=owner_of(request.scope)))

        @post("/api/study/replay", summary="A record, state by state", tags=["study"], status_code=200)
        async def replay(request: AnyRequest, data: JSONBody[RecordBody]) -> Response[bytes]:
            charge(request.scope, "replay")
            return _json(await it.read(_replayed, data.record, owner=owner_of(request.scope)))

        @post("/api/study/review", summary="A record, judged turn by turn (NDJSON)", tags=["study"], status_code=200)
        async def review(request: AnyRequest, data: JSONBody[ReviewBody]) -> Stream:
            owner = owner_of(request.scope)
            if it.known(data.record, data.full) is None:
                it.queue(owner).must_have_room(owner)
                charge(request.scope, "full review" if data.full else "review")
                await it.read(_checked, data.record, owner=owner)
            return Stream(it.judged(data.record, data.full, owner).read(), media_type="application/x-ndjson")

        @post("/api/study/move", summary="What another move would have been worth", tags=["study"], status_code=200)
        async def move(request: AnyRequest, data: JSONBody[MoveBody]) -> dict[str, Any]:
            charge(request.scope, "move")
            owner = owner_of(request.scope)
            await it.read(_checked, data.record, owner=owner)
            found: dict[str, Any] = await it.do(_other, data.record, data.turn, data.move, owner=owner)
            return found

        @post("/api/study/position", summary="A position, read and checked", tags=["study"], status_code=200)
        async def position(request: AnyRequest, data: JSONBody[PositionBody]) -> dict[str, Any]:
            charge(request.scope, "position")
            found: dict[str, Any] = await it.read(looked_at, data.position, owner=owner_of(request.scope))
            return found

        @post("/api/study/picture", summary="A position or a game as a picture", tags=["study"], status_code=200)
        async def picture(request: AnyRequest, data: JSONBody[PictureBody]) -> Response[bytes]:
            charge(request.scope, data.kind)
            owner = owner_of(request.scope)
            await it.read(_checked, data.record, owner=owner)
            made = await it.do(_picture, data, owner=owner, cpu_s=DRAW_S)
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


def _key(text: str, full: bool) -> tuple[bytes, bool]:
    return hashlib.sha256(text.encode(errors="surrogatepass")).digest(), full


def _json(body: bytes) -> Response[bytes]:
    return Response(body, media_type="application/json")


# What workers do: functions of plain values, so that they can be sent there ------------------------------------------


def asked(text: str) -> bytes:
    """The engine's answer; to an illegal play also the reason and the facts, for a sentence in any language."""
    answer = engine.answer(text.encode())
    told, question = json.loads(answer), json.loads(text)
    if told.get("legal") is not False or question.get("ruleset") != "tiles/1":
        return answer
    try:
        tiles.check(tiles.Board.parse(question["board"]), tiles.Place.parse(question["play"]))
    except IllegalMove as error:
        told |= {"reason": error.reason, "facts": error.facts}
    return json.dumps(told).encode()


def replayed(record: Record) -> dict[str, Any]:
    """A game for looking at: what lay on the table after every event, and every known hand.

    `number` is that of a turn that stands, as reviews count them; null for draws and for what was taken back.
    """
    numbers = {step.at: step.number for step in record.steps()}
    steps = []
    for at, (event, state) in enumerate(zip((None, *record.events), record.states(), strict=True), -1):
        of_cards = hasattr(state, "table")
        steps.append(
            {
                "event": None if event is None else str(event),
                "move": str(event.move) if isinstance(event, Moved) else None,
                "number": numbers.get(at),
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
        "names": list(record.headers.names),
        "date": record.headers.date.isoformat() if record.headers.date else None,
        "steps": steps,
        "took_back": record.took_back,
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


def _here() -> None:
    """A worker that has come this far has loaded what it needs."""


def _checked(text: str) -> None:
    """Refuse a record that cannot be read, before anybody waits for more."""
    _read(text)


def _replayed(text: str) -> bytes:
    return json.dumps(replayed(_read(text))).encode()


@functools.lru_cache(maxsize=4)
def _steps(text: str) -> tuple[Record, tuple[Step, ...]]:
    """A record and the turns that stand in it: a worker judges many turns of one game."""
    record = _read(text)
    return record, tuple(record.steps())


def _strength(full: bool) -> Any:
    from sixfold.review import FULL, QUICK

    return FULL if full else QUICK


def _total(text: str) -> int:
    return len(_steps(text)[1])


def _ready() -> None:
    """Load what judging a turn needs."""
    from sixfold.dealer import Dealer, settle
    from sixfold.review import worth

    state, _, _ = settle(tiles.State.start(2), Dealer.from_seed(bytes(64)))
    worth(state, 2, 1)


def _judge(text: str, at: int, full: bool) -> tuple[Any, dict[str, Any]]:
    from sixfold.review import judge_turn, turn_to_json

    turn = judge_turn(_steps(text)[1][at], _strength(full), 1)
    return turn, turn_to_json(turn)


def _assemble(text: str, judged: tuple[Any, ...], full: bool) -> dict[str, Any]:
    from sixfold.review import assemble

    told = assemble(_steps(text)[0], judged, _strength(full), 1).to_json()
    del told["turns"]
    return told


def _other(text: str, number: int, words: str) -> dict[str, Any]:
    from sixfold import rulesets
    from sixfold.review import QUICK, judge_turn, turn_to_json

    record, work = _steps(text)
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


def _picture(data: PictureBody) -> bytes:
    from sixfold import pictures

    record = _read(data.record)
    style = pictures.Style(data.palette, data.marks, data.letters)
    if data.kind == "gif":
        return pictures.animate(record, style)
    if data.kind == "pdf":
        return pictures.sheet_pdf(record)
    states = list(record.states())
    state = states[max(0, min(data.at, len(states) - 1))] if data.at >= 0 else states[-1]
    title = data.title[:120]
    return pictures.png(state, style, title) if data.kind == "png" else pictures.svg(state, style, title).encode()
