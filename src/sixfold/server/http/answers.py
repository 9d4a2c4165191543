"""How a refusal looks over HTTP: its status, its headers, its body; and answers that need no framework.

Routes raise errors, and Litestar asks here how to answer (routes.py). Code that answers before any route runs calls
`send_no`.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from sixfold.errors import SixfoldError
from sixfold.server import wire
from sixfold.server.http.asgi import Headers, Send
from sixfold.server.judge import refusal
from sixfold.server.metrics import Metrics

log = logging.getLogger(__name__)
AnyRequest = Request[Any, Any, Any]
NDJSON: Final = "application/x-ndjson"
NO_STORE: Final = {"cache-control": "no-store"}
OUR_MISTAKE: Final = wire.Refusal(code="server/mistake", message="something went wrong on our side")
_STATUS: Final = {
    "table/unknown": 404,
    "invite/unknown": 404,
    "device/unknown": 404,
    "request/unknown": 404,
    "notice/unknown": 404,
    "player/unknown": 401,
    "table/not-your-seat": 403,
    "table/not-host": 403,
    "lobby/off": 403,
    "tournament/unknown": 404,
    "tournament/not-organiser": 403,
    "request/slow-down": 429,
    "request/too-dear": 422,
    "study/workers": 503,
}
"""Statuses of codes; by family below."""
_FAMILY: Final = {
    "table": 409,
    "tournament": 409,
    "daily": 409,
    "store": 503,
    "request": 400,
    "notation": 422,
    "position": 422,
    "rules": 422,
    "bot": 422,
    "notice": 422,
}
_UNREAD: Final = {404: "request/unknown", 405: "request/method", 413: "request/too-long"}
"""Codes of what Litestar refuses by itself."""


def status_of(error: SixfoldError) -> int:
    """The status of a refusal."""
    return _STATUS.get(error.code) or _FAMILY.get(error.code.partition("/")[0], 400)


def _headers(status: int, no: wire.Refusal) -> dict[str, str]:
    found = dict(NO_STORE)
    if status in (429, 503):
        found["retry-after"] = str(no.facts.get("wait", 1))
    if no.code == "token/unknown":
        found["www-authenticate"] = "Bearer"
    return found


# From a route --------------------------------------------------------------------------------------------------------


def _no(status: int, no: wire.Refusal) -> Response[wire.Problem]:
    headers = _headers(status, no)
    return Response(wire.Problem(refusal=no), status_code=status, media_type="application/json", headers=headers)


def refused(request: AnyRequest, error: SixfoldError) -> Response[wire.Problem]:
    """What the rules, a table or the store refuses."""
    return _no(status_of(error), refusal(error))


def unread(request: AnyRequest, error: HTTPException) -> Response[wire.Problem]:
    """What Litestar cannot read."""
    extra = error.extra if isinstance(error.extra, list) else []
    faults = [fault for fault in extra if isinstance(fault, dict)]
    detail = "; ".join(f"{fault.get('key', '?')}: {fault.get('message', '')}" for fault in faults) or error.detail
    code = _UNREAD.get(error.status_code, "request/field")
    return _no(error.status_code, wire.Refusal(code=code, message=str(detail)[:500]))


def nested(request: AnyRequest, error: RecursionError) -> Response[wire.Problem]:
    """JSON inside JSON inside JSON."""
    return _no(400, wire.Refusal(code="request/json", message="this is nested too deeply"))


def mistaken(metrics: Metrics) -> Callable[[AnyRequest, Exception], Response[wire.Problem]]:
    """An error that nobody raised on purpose: counted, logged, and told without a word about it."""

    def answer(request: AnyRequest, error: Exception) -> Response[wire.Problem]:
        metrics.count("mistakes")
        log.error("a request could not be handled", exc_info=error, extra={"method": request.method})
        return _no(500, OUR_MISTAKE)

    return answer


def described(answer: Any, media_type: str = "application/json") -> dict[int, ResponseSpec]:
    """The description of an answer that its route does not write itself: a worker's, a stream of lines, a file."""
    return {200: ResponseSpec(answer, generate_examples=False, description="OK", media_type=media_type)}


def ready(body: bytes) -> Response[bytes]:
    """JSON that a worker has written."""
    return Response(body, media_type="application/json")


# Before any route ----------------------------------------------------------------------------------------------------


async def send_answer(send: Send, status: int, body: bytes, headers: Headers, length: int | None = None) -> None:
    """A whole answer; `length` is that of the body which a HEAD leaves out."""
    size = str(len(body) if length is None else length).encode()
    await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", size)]})
    await send({"type": "http.response.body", "body": body})


async def send_plain(send: Send, status: int, body: bytes, kind: bytes = b"text/plain; charset=utf-8") -> None:
    """A text that is not kept."""
    await send_answer(send, status, body, [(b"content-type", kind), (b"cache-control", b"no-store")])


async def send_no(send: Send, status: int, code: str, message: str, wait: float = 0) -> None:
    """A refusal; `wait` seconds are told where there are any."""
    facts = {"wait": math.ceil(wait)} if wait else {}
    await send_refusal(send, status, wire.Refusal(code=code, message=message, facts=facts))


async def send_error(send: Send, status: int, error: SixfoldError) -> None:
    """An error as a refusal."""
    await send_refusal(send, status, refusal(error))


async def send_refusal(send: Send, status: int, no: wire.Refusal) -> None:
    """A refusal as it is."""
    headers = [(b"content-type", b"application/json")]
    headers += [(name.encode(), value.encode()) for name, value in _headers(status, no).items()]
    await send_answer(send, status, msgspec.json.encode(wire.Problem(refusal=no)), headers)
