"""Serving below a folder of a host (`--base /qwirkle/`): the folder is removed from the path, other paths are refused.

Questions about health come from the machine itself, so they are answered at the root too.
"""

from __future__ import annotations

from typing import Final

from sixfold.server.http.answers import send_answer, send_no
from sixfold.server.http.asgi import App, Receive, Scope, Send

HEALTH: Final = ("/healthz", "/readyz", "/metrics")


class Under:
    """An application in a folder; the folder `/` changes nothing."""

    def __init__(self, base: str, app: App) -> None:
        self._base = base
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if self._base == "/" or scope["type"] not in ("http", "websocket") or path in HEALTH:
            await self._app(scope, receive, send)
        elif path.startswith(self._base):
            inside = path[len(self._base) - 1 :]
            await self._app({**scope, "path": inside, "raw_path": inside.encode()}, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif f"{path}/" == self._base:
            await send_answer(send, 308, b"", [(b"location", self._base.encode())])
        else:
            await send_no(send, 404, "request/unknown", f"the page is at {self._base}")
