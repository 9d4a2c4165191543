"""The connection of a guest to a server: calls with a cookie, and the socket of one table, which a thread follows.

Events are not folded here: the server is asked for a whole view when one is needed. Not here: what is played.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Final
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sixfold.errors import IllegalMove, Refused, SixfoldError
from sixfold.server import wire

CALL_S: Final = 20.0
"""How long an answer may take."""
LONGEST_ANSWER: Final = 1 << 20
AGE: Final = 1
"""What is told where a tie for the opening is settled by age: a model is younger than anybody."""
_frame: Final = msgspec.json.Decoder(wire.AnyFrame)
_made: Final = msgspec.json.Decoder(wire.Made)
_problem: Final = msgspec.json.Decoder(wire.Problem)
Answer = wire.Ack | wire.Declined | wire.Looked


class Visit:
    """A guest of one server."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Refused(f"{server[:80]!r} is not the address of a server", code="table/unknown")
        self.server = server
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = ""

    def post(self, path: str, body: object) -> wire.Made:
        """A table made or joined; a refusal is raised in the server's own words."""
        headers = {"origin": self.origin, "content-type": "application/json"}
        asked = urllib.request.Request(self.server + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(asked, timeout=CALL_S) as answer:
                cookies = SimpleCookie("; ".join(answer.headers.get_all("set-cookie") or ()))
                self.cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())
                return _made.decode(answer.read(LONGEST_ANSWER))
        except urllib.error.HTTPError as no:
            raise _refused(no.read(LONGEST_ANSWER), self.server) from None
        except (OSError, msgspec.DecodeError, ValueError) as error:
            raise _lost(self.server, error) from error


class SeatSocket:
    """The socket of one seat. It is opened again when it was lost."""

    def __init__(self, visit: Visit, table: str, seat: int) -> None:
        self._visit = visit
        self._table = table
        self.seat = seat
        self.info: wire.TableInfo
        self.now: wire.Now | None = None
        self.over = False
        self._n = 0
        self._changed = threading.Condition()
        self._answers: dict[str, Answer | None] = {}
        self._socket: ClientConnection | None = None
        self._welcomed = False
        self._failure: Exception | None = None
        self._closed = False
        self._open()

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for a move of this seat and for nothing else."""
        now = self.now
        return now is not None and now.phase == "playing" and now.to_move == self.seat and now.waiting is None

    def ask(self, do: str, **fields: object) -> Answer:
        """Send a command or a question and wait for its answer; a refusal is raised."""
        key = secrets.token_hex(8)
        until = time.monotonic() + CALL_S
        with self._changed:
            self._answers[key] = None
        try:
            # The same key again after a lost connection: it is done once.
            while time.monotonic() < until:
                self._send({"do": do, "id": key, "seat": self.seat, **fields})
                with self._changed:
                    self._changed.wait_for(lambda: self._answers[key] or self._socket is None, until - time.monotonic())
                    answer = self._answers[key]
                if isinstance(answer, wire.Declined):
                    raise _refusal(answer.refusal)
                if answer is not None:
                    return answer
            raise _lost(self._visit.server, TimeoutError("no answer"))
        finally:
            with self._changed:
                del self._answers[key]

    def look(self) -> wire.View:
        """The whole view of this seat."""
        answer = self.ask("look")
        assert isinstance(answer, wire.Looked), "the answer to look is a view"
        return answer.view

    def wait(self, done: Callable[[], bool], seconds: float) -> None:
        """Until something is so, or so many seconds have passed; a lost line is opened again."""
        until = time.monotonic() + seconds
        while not self._closed:
            if self._socket is None:
                self._open()
            with self._changed:
                self._changed.wait_for(lambda: done() or self._socket is None, max(0.0, until - time.monotonic()))
            if done() or time.monotonic() >= until:
                return

    def close(self) -> None:
        """Hang up."""
        self._closed = True
        socket = self._socket
        if socket is not None:
            socket.close()

    def _open(self) -> None:
        self._welcomed, self._failure = False, None
        threading.Thread(target=self._follow, name="sixfold-mcp-line", daemon=True).start()
        with self._changed:
            self._changed.wait_for(lambda: self._welcomed or self._failure, CALL_S)
        if not self._welcomed:
            raise _lost(self._visit.server, self._failure or TimeoutError("the table does not answer"))

    def _send(self, message: dict[str, object]) -> None:
        socket = self._socket
        if socket is None:
            self._open()
            socket = self._socket
        if socket is None:
            return  # lost again already
        based = message if message["do"] == "look" else {**message, "base": self._n}
        # Whoever follows the socket notices that it is lost.
        with contextlib.suppress(OSError, WebSocketException):
            socket.send(json.dumps(based))

    def _follow(self) -> None:
        """Read what a socket brings, until it is closed."""
        address = self._visit.server.replace("http", "ws", 1) + f"/api/tables/{self._table}/socket"
        ended: Exception = ConnectionError("the socket was closed")
        try:
            with connect(
                address,
                origin=Origin(self._visit.origin),
                additional_headers={"cookie": self._visit.cookie},
                open_timeout=CALL_S,
                max_size=LONGEST_ANSWER,
            ) as socket:
                self._socket = socket
                socket.send(json.dumps({"do": "hello", "version": wire.VERSION}))
                for text in socket:
                    frame = _frame.decode(text)
                    with self._changed:
                        self._take(frame)
                        self._changed.notify_all()
                    self._be_courteous()
        except (OSError, WebSocketException, msgspec.DecodeError) as error:
            ended = error
        with self._changed:
            self._socket, self._failure = None, ended
            self._changed.notify_all()

    def _take(self, frame: wire.AnyFrame) -> None:
        match frame:
            case wire.Welcome():
                self.info, self._n, self._welcomed = frame.info, frame.n, True
                self._stands(frame.view.now if frame.view else None)
            case wire.Event():
                self._n = frame.n
                self._happened(frame.event)
                self._stands(frame.now)
            case wire.Ack() | wire.Declined() | wire.Looked():
                if frame.id in self._answers:
                    self._answers[frame.id] = frame
            case _:
                pass

    def _happened(self, event: wire.AnyEvent) -> None:
        match event:
            case wire.Started():
                self.info = event.info
                self._stands(event.view.now)
            case wire.SeatChanged():
                self.info.seats[event.info.seat] = event.info
            case wire.Ended() | wire.Closed():
                self.over = True
            case _:
                pass

    def _stands(self, now: wire.Now | None) -> None:
        if now is not None:
            self.now = now
            self.over = self.over or now.outcome is not None

    def _be_courteous(self) -> None:
        """Answer at once what is no move: nobody waits for a model that is not asked for one."""
        waiting = self.now.waiting if self.now else None
        if waiting is None or self.seat not in waiting.seats:
            return
        answers: dict[str, dict[str, object]] = {
            "way": {"do": "no_way"},
            "take_back": {"do": "answer", "yes": True},
            "age": {"do": "age", "age": AGE},
        }
        what = type(waiting).__struct_config__.tag
        self._send({"id": secrets.token_hex(8), "seat": self.seat, **answers[str(what)]})


def _refused(body: bytes, server: str) -> SixfoldError:
    try:
        return _refusal(_problem.decode(body).refusal)
    except (msgspec.DecodeError, ValueError) as error:
        return _lost(server, error)


def _refusal(refusal: wire.Refusal) -> SixfoldError:
    if refusal.clause and refusal.reason:
        return IllegalMove(refusal.message, clause=refusal.clause, reason=refusal.reason)
    return Refused(refusal.message, code=refusal.code)


def _lost(server: str, why: Exception) -> SixfoldError:
    return SixfoldError(f"{server[:80]} does not answer as a Sixfold server does: {why or type(why).__name__}")
