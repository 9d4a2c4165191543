"""Frames on their way from the server to a page, changed as a test wants them: moments that play hardly ever brings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Frame = dict[str, Any]


def change_frames(page: Page, change: Callable[[Frame], None]) -> None:
    """Whatever sockets the page opens from now on, every frame passes through `change` first."""

    def between(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def passed(message: str | bytes) -> None:
            frame: Frame = json.loads(message)
            change(frame)
            page_side.send(json.dumps(frame))

        server.on_message(passed)

    page.route_web_socket(re.compile("/socket$"), between)


def change_words(page: Page, change: Callable[[Frame], None]) -> list[WebSocketRoute]:
    """The same for what the page says: every message passes through `change`. The sockets it opens, the newest last."""
    opened: list[WebSocketRoute] = []

    def between(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()
        opened.append(page_side)

        def passed(message: str | bytes) -> None:
            said: Frame = json.loads(message)
            change(said)
            server.send(json.dumps(said))

        page_side.on_message(passed)

    page.route_web_socket(re.compile("/socket$"), between)
    return opened


def views_in(frame: Frame) -> list[Frame]:
    """The views that a frame brings: of a welcome, a look, a start or a take-back."""
    return [view for view in (frame.get("view"), frame.get("event", {}).get("view")) if view]
