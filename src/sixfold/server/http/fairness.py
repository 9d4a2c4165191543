"""Routes about the shuffle: what it was made of, and whether that of a record is the one that was promised."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sixfold.errors import SixfoldError
from sixfold.server import archive, judge, wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import charge, owner_of
from sixfold.server.http.tables import watched_room
from sixfold.server.http.visitors import player_of
from sixfold.server.table.refusals import refuse
from sixfold.server.table.shuffle import proof_of


@get("/api/tables/{table:str}/proof", summary="What the shuffle was made of", tags=["fairness"])
async def proof(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> Response[wire.Proof]:
    room = await watched_room(house, table, await player_of(house, request))
    if room.table.phase != "finished":
        refuse("unfinished", "the seed is revealed when the game is over")
    await house.check_revealed(room.table)
    return Response(proof_of(room.table), headers=NO_STORE)


@post("/api/verify", summary="Check the shuffle of a record", tags=["fairness"], status_code=200)
async def verify(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.VerifyBody]) -> wire.Verified:
    charge(request.scope, "verify")
    try:
        draws = await house.study.read(archive.verify, data.record, owner=owner_of(request.scope))
        return wire.Verified(ok=True, draws=draws)
    except SixfoldError as error:
        if error.code.startswith(("request/", "study/")):
            raise  # that says nothing about the record
        return wire.Verified(ok=False, refusal=judge.refusal(error))


HANDLERS: Final = (proof, verify)
