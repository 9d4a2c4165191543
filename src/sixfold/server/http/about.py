"""Routes that describe all routes: for machines and for people, offline."""

from __future__ import annotations

import asyncio
import json
from typing import Final

from litestar import Litestar, Response, get
from litestar.di import NamedDependency

from sixfold.server.http.answers import AnyRequest
from sixfold.server.http.manual import manual


class Description:
    """The description of the routes: made once, as it takes a while."""

    def __init__(self) -> None:
        self._made: asyncio.Future[tuple[bytes, bytes]] | None = None

    async def of(self, app: Litestar) -> tuple[bytes, bytes]:
        """As JSON for machines, as HTML for people."""

        def describe() -> tuple[bytes, bytes]:
            document = app.openapi_schema.to_schema()
            return json.dumps(document).encode(), manual(document).encode()

        if self._made is None:
            self._made = asyncio.ensure_future(asyncio.to_thread(describe))
        return await asyncio.shield(self._made)


@get("/api/openapi.json", summary="This description, for machines", tags=["about"])
async def openapi(request: AnyRequest, description: NamedDependency[Description]) -> Response[bytes]:
    return Response((await description.of(request.app))[0], media_type="application/json")


@get("/api/docs", summary="This description, for people", tags=["about"], media_type="text/html")
async def docs(request: AnyRequest, description: NamedDependency[Description]) -> Response[bytes]:
    return Response((await description.of(request.app))[1], media_type="text/html")


HANDLERS: Final = (openapi, docs)
