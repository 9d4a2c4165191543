"""A tile table in any state at once: a socket of the test says what a server would, for what takes a game to reach."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from sixfold.server.wire import VERSION

HAND = "RoOsYdGcBtPx"


@dataclass
class Fed:
    """What the page is told: a view, and answers to its questions by what they ask for."""

    board: str
    phase: str = "playing"
    hand: str = HAND
    sheet: list[dict[str, Any]] = field(default_factory=list)
    names: tuple[str, ...] = ("Ana", "Ben")
    plays: list[list[Any]] = field(default_factory=list)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    now: dict[str, Any] = field(default_factory=dict)
    kinds: tuple[str, ...] = ("here", "bot")
    _socket: WebSocketRoute | None = None

    def _welcome(self) -> dict[str, Any]:
        seats = range(len(self.names))
        scores = [sum(entry["points"] for entry in self.sheet if entry["seat"] == seat) for seat in seats]
        now = {"phase": self.phase, "to_move": 0, "scores": scores, "hand_sizes": [6] * len(seats), "bag": 20}
        now |= {"seat": 0, "hand": self.hand, "unseen": "1" * 36, "may_swap": 6, **self.now}
        opening = {"sizes": [3] + [2] * (len(seats) - 1), "tied": [0], "opener": 0}
        view = {"game": "tiles", "now": now, "sheet": self.sheet, "board": self.board, "opening": opening}
        sat = [
            {"seat": seat, "kind": self.kinds[min(seat, 1)], "name": self.names[seat], "taken": True} for seat in seats
        ]
        info: dict[str, Any] = {
            "table": "fed",
            "game": "tiles",
            "ruleset": "tiles/1",
            "phase": self.phase,
            "options": {},
        }
        info |= {"seats": sat, "commitment": "0", "created": 1_700_000_000, "rematch": None, "rematch_asked": []}
        return {"t": "welcome", "version": VERSION, "n": 1, "info": info, "seats": [0], "view": view}

    def send(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(frame))

    def play(self, n: int, seat: int, move: str, *parts: list[Any], drew: int = 0, mover: int = 0) -> None:
        """Event number `n`: a turn of `seat`, after which `mover` is to move. It is in the sheet from then on."""
        entry = {"seat": seat, "move": move, "points": sum(part[1] for part in parts), "parts": list(parts)}
        self.sheet = [*self.sheet, entry]
        if ":" in move:
            self.board = f"{self.board} {move}".strip()
        event = {"type": "played", "drew": drew, "laid": {"game": "tiles", "lines": []}, "by": "bot", **entry}
        now = {**self._welcome()["view"]["now"], "to_move": mover}
        self.send({"t": "event", "n": n, "event": event, "now": now})

    def _serve(self, socket: WebSocketRoute) -> None:
        self._socket = socket

        def heard(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["do"] == "hello":
                self.send(self._welcome())
                self.send({"t": "plays", "n": 1, "seat": 0, "plays": self.plays})
            elif asked["do"] in self.answers:
                self.send({"id": asked["id"], **self.answers[asked["do"]]})

        socket.on_message(heard)

    def open(self, page: Page) -> None:
        page.route_web_socket(re.compile("/socket$"), self._serve)
        page.goto("/t/fed")
        expect(page.locator(".board-host")).to_be_visible()


def turn(seat: int, move: str, points: int, *, qwirkle: bool = False) -> dict[str, Any]:
    return {"seat": seat, "move": move, "points": points, "parts": [["qwirkle", 6]] if qwirkle else []}
