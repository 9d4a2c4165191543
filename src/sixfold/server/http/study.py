"""Routes for learning from games: replay, review turn by turn, other moves, positions, pictures, puzzles, questions.

They work on texts that came along; the rules check them first, in a worker (studies/).
"""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import BodyKwarg, FromPath, JSONBody
from litestar.response import Stream

from sixfold.errors import NotationError
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NDJSON, AnyRequest, described, ready
from sixfold.server.http.costs import charge, owner_of
from sixfold.server.studies import reading, thinking
from sixfold.server.studies.study import DRAW_S

ASKABLE: Final = ("plays", "check", "solve")
"""Questions of the engine that a page may ask: those that take no time to speak of."""
_MEDIA: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf"}
_QUESTIONS: Final = (wire.PlaysQuestion, wire.CheckQuestion, wire.SolveQuestion)
Question = Annotated[
    dict[str, object],
    BodyKwarg(
        media_type=RequestEncodingType.JSON,
        schema_extra={"one_of": list(msgspec.json.schema_components(_QUESTIONS)[1].values())},
    ),
]
"""Described as wire.EngineQuestion, and handed on as it came: what is wrong with it, the engine says itself."""


@post(
    "/api/ask", summary="A question of the engine protocol", tags=["study"], status_code=200,
    responses=described(wire.PlaysAnswer | wire.CheckAnswer | wire.SolveAnswer),
)  # fmt: skip
async def ask(request: AnyRequest, house: NamedDependency[House], data: Question) -> Response[bytes]:
    if data.get("do") not in ASKABLE:
        raise NotationError(f"here one can ask {', '.join(ASKABLE)}", code="request/field")
    charge(request.scope, "ask")
    return ready(await house.study.read(reading.answer, json.dumps(data), owner=owner_of(request.scope)))


@post(
    "/api/study/replay", summary="A record, state by state", tags=["study"], status_code=200,
    responses=described(wire.Replay),
)  # fmt: skip
async def replay(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.RecordBody]
) -> Response[bytes]:
    charge(request.scope, "replay")
    return ready(await house.study.read(reading.replay_text, data.record, owner=owner_of(request.scope)))


@post(
    "/api/study/review", summary="A record, judged turn by turn (NDJSON)", tags=["study"], status_code=200,
    responses=described(wire.ReviewLine, NDJSON),
)  # fmt: skip
async def review(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.ReviewBody]) -> Stream:
    owner = owner_of(request.scope)
    if house.study.known(data.record, data.full) is None:
        house.study.queue(owner).must_have_room(owner)
        charge(request.scope, "full review" if data.full else "review")
        await house.study.read(reading.check, data.record, owner=owner)
    return Stream(house.study.judged(data.record, data.full, owner).read(), media_type=NDJSON)


@post("/api/study/move", summary="What another move would have been worth", tags=["study"], status_code=200)
async def move(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.MoveBody]) -> wire.ReviewedTurn:
    charge(request.scope, "move")
    owner = owner_of(request.scope)
    await house.study.read(reading.check, data.record, owner=owner)
    return await house.study.do(thinking.other_move, data.record, data.turn, data.move, owner=owner)


@post("/api/study/position", summary="A position, read and checked", tags=["study"], status_code=200)
async def position(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.PositionBody]
) -> wire.ShownPosition:
    charge(request.scope, "position")
    return await house.study.read(reading.show, data.position, owner=owner_of(request.scope))


@post("/api/study/check", summary="A draft, judged as at a table", tags=["study"], status_code=200)
async def check(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.DraftBody]) -> wire.Drafted:
    charge(request.scope, "ask")
    return await house.study.read(reading.judge_draft, data, owner=owner_of(request.scope))


@post(
    "/api/study/picture", summary="A position or a game as a picture", tags=["study"], status_code=200,
    responses=described(bytes, "application/octet-stream"),
)  # fmt: skip
async def picture(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.PictureBody]
) -> Response[bytes]:
    charge(request.scope, data.kind)
    owner = owner_of(request.scope)
    await house.study.read(reading.check, data.record, owner=owner)
    made = await house.study.do(thinking.draw, data, owner=owner, cpu_s=DRAW_S)
    headers = {"content-disposition": f'attachment; filename="sixfold.{data.kind}"'}
    return Response(made, media_type=_MEDIA[data.kind], headers=headers)


@get("/api/puzzles/{game:str}/{day:str}", summary="The puzzle of a day, or puzzle number n", tags=["study"])
async def puzzle(house: NamedDependency[House], game: FromPath[str], day: FromPath[str]) -> wire.Puzzle:
    return reading.puzzle(game, _dated(house, day))


@post("/api/puzzles/{game:str}/{day:str}", summary="Answer a puzzle", tags=["study"], status_code=200)
async def solve(
    house: NamedDependency[House], game: FromPath[str], day: FromPath[str], data: JSONBody[wire.SolveBody]
) -> wire.PuzzleVerdict:
    return reading.solve(game, _dated(house, day), data.move)


def _dated(house: House, day: str) -> str:
    return date.fromtimestamp(house.clock.now() / 1000).isoformat() if day == "today" else day


HANDLERS: Final = (ask, replay, review, move, position, check, picture, puzzle, solve)
