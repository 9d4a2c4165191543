"""A player's device, as tests and the load tool use it: an HTTP visitor, sockets, and a mind that finds legal moves.

It knows what the wire tells it and nothing else; the rules it applies to find a move are the package's own.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from sixfold import cards, tiles
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.server.wire import VERSION

_keys = itertools.count()


PATIENCE_S = 120.0
"""What a crowded machine may take for what it does in a moment otherwise."""


class Visitor:
    """Somebody with a cookie jar."""

    def __init__(self, base: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.base = base
        # Loading certificates takes longer than a game; nothing here is https.
        self.http = httpx.AsyncClient(
            base_url=base, headers={"origin": base}, transport=transport, timeout=PATIENCE_S, verify=False
        )

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def make(
        self, game: str, seats: list[dict[str, Any]], ruleset: str | None = None, **options: Any
    ) -> dict[str, Any]:
        body = {"game": game, "ruleset": ruleset, "seats": seats, "options": options}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def join(self, invite: str, name: str = "Bo", **more: Any) -> dict[str, Any]:
        answer = await self.http.post(f"/api/invites/{invite}", json={"name": name, **more})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def socket(self, table: str, **options: Any) -> ClientConnection:
        """An open socket, nothing said yet."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        url = self.base.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        fixed: dict[str, Any] = {"compression": None, "max_size": None, "proxy": None, "open_timeout": PATIENCE_S}
        return await connect(url, origin=Origin(self.base), additional_headers=headers, **fixed | options)

    async def close(self) -> None:
        await self.http.aclose()


class Player:
    """One socket with a seat, following the game by its frames."""

    def __init__(self, visitor: Visitor, table: str, seat: int | None, **hello: Any) -> None:
        self.visitor = visitor
        self.table = table
        self.seat = seat
        self.hello = hello
        self.n = 0
        self.info: dict[str, Any] = {}
        self.now: dict[str, Any] = {}
        self.board = tiles.Board()
        self.rows: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.acked: dict[str, int] = {}
        self.frames: list[dict[str, Any]] = []
        self.ended = asyncio.Event()
        self.changed = asyncio.Condition()
        self.welcomed = asyncio.Event()
        self.ws: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.closed_with: int | None = None
        self.keep_frames = False

    async def open(self, since: int | None = None) -> Player:
        self.ws = await self.visitor.socket(self.table)
        self.welcomed.clear()
        self.reader = asyncio.create_task(self._read(self.ws))
        await self.ws.send(json.dumps({"do": "hello", "version": VERSION, "since": since, **self.hello}))
        await asyncio.wait_for(self.welcomed.wait(), PATIENCE_S)
        return self

    async def close(self) -> None:
        if self.ws is not None:
            await self.ws.close()
        if self.reader is not None:
            await asyncio.gather(self.reader, return_exceptions=True)

    async def _read(self, ws: ClientConnection) -> None:
        try:
            async for text in ws:
                self.take(json.loads(text))
                async with self.changed:
                    self.changed.notify_all()
        except Exception:  # the tests look at what arrived
            pass
        finally:
            self.closed_with = ws.close_code
            for waiting in self.answers.values():
                if not waiting.done():
                    waiting.cancel()
            self.answers.clear()
            self.welcomed.set()
            async with self.changed:
                self.changed.notify_all()

    def take(self, frame: dict[str, Any]) -> None:
        """What a page does with a frame."""
        if self.keep_frames:
            self.frames.append(frame)
        kind = frame["t"]
        if kind == "welcome":
            self.info = frame["info"]
            if not frame.get("resumed"):
                self.n = frame["n"]
                self._see(frame.get("view"))
            self.welcomed.set()
        elif kind == "event":
            assert frame["n"] == self.n + 1, f"event {frame['n']} after {self.n}"
            self.n = frame["n"]
            self._event(frame["event"])
            if frame.get("now"):
                self.now = frame["now"]
            self.events.append(frame)
            if frame["event"]["type"] == "ended":
                self.ended.set()
        elif kind == "view":
            self._see(frame["view"])
        key = frame.get("id")
        if key in self.answers and kind in ("ack", "refused", "checked", "fits", "hint", "missed", "view", "plays"):
            if kind == "ack":
                self.acked[key] = frame["n"]
            waiting = self.answers.pop(key)
            if not waiting.done():
                waiting.set_result(frame)

    def _see(self, view: dict[str, Any] | None) -> None:
        if view is None:
            return
        self.now = view["now"]
        self.board = tiles.Board.parse(view.get("board", ""))
        self.rows = view.get("rows", [])
        if self.now["phase"] == "finished":
            self.ended.set()

    def _event(self, event: dict[str, Any]) -> None:
        if event["type"] in ("started", "taken_back"):
            self._see(event["view"])
        elif event["type"] == "played":
            if event["laid"]["game"] == "cards":
                self.rows = event["laid"]["rows"]
            elif ":" in event["move"]:
                self.board = self.board.lay(tiles.Place.parse(event["move"]).placements)

    async def ask(self, do: str, *, key: str | None = None, base: int | None = None, **fields: Any) -> dict[str, Any]:
        """Send a command or question and wait for its answer."""
        key = key or f"k{next(_keys)}"
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.answers[key] = future
        message = {"do": do, "id": key, **fields}
        if do not in ("check", "fits", "hint", "look", "missed", "plays"):
            message["base"] = self.n if base is None else base
        if self.seat is not None and "seat" not in message:
            message["seat"] = self.seat
        assert self.ws is not None
        await self.ws.send(json.dumps(message))
        return await asyncio.wait_for(future, PATIENCE_S)

    async def ready(self) -> dict[str, Any]:
        return await self.ask("ready", entropy=secrets.token_hex(32))

    async def until(self, met: Callable[[Player], bool], seconds: float = PATIENCE_S) -> None:
        """Wait until what has arrived meets a condition."""

        async def wait() -> None:
            async with self.changed:
                while not met(self):
                    assert self.closed_with is None, f"closed with {self.closed_with}"
                    await self.changed.wait()

        await asyncio.wait_for(wait(), seconds)

    def my_turn(self) -> bool:
        return self.now.get("to_move") == self.seat and not self.now.get("waiting")

    def move(self) -> dict[str, Any]:
        """Some legal command for the seat to move: the first tile that fits, or the solver's turn of cards."""
        hand = Pieces.parse(self.now["hand"])
        if "may_swap" not in self.now and "opening_move" not in self.now and self.now.get("may_pass"):
            return {"do": "pass"}
        if self.info.get("game") == "cards":
            return self._cards(hand)
        if not self.board:
            return {"do": "play", "play": str(tiles.plays(self.board, hand)[0].place)}
        for cell, slot in self.board.slots.items():
            fits = [piece for piece in hand.distinct() if slot.accepts >> piece.index & 1]
            if fits:
                return {"do": "play", "play": f"{cell}:{fits[0]}"}
        if self.now.get("may_swap"):
            return {"do": "exchange", "pieces": str(hand.distinct()[0])}
        return {"do": "pass"}

    def _cards(self, hand: Pieces) -> dict[str, Any]:
        table = cards.Table.parse(self.rows)
        if self.now.get("opening_move"):
            turn = cards.moves.opening_turns(hand)[0]
            return {"do": "turn", "rows": [*map(str, turn.rows)], "taken": [*map(str, turn.taken)]}
        found = cards.best(table, hand)
        if found is None:
            return {"do": "stuck"}
        return {"do": "turn", "rows": [*map(str, found.rows)], "taken": [*map(str, found.taken)]}

    async def play_on(self) -> None:
        """Play until the game is over, answering whatever is asked."""
        while not self.ended.is_set():
            await self.until(lambda p: p.ended.is_set() or p.my_turn() or p._asked())
            if self.ended.is_set():
                return
            waiting = self.now.get("waiting")
            if waiting:
                await self.ask(
                    **({"do": "no_way"} if waiting["what"] == "way" else {"do": "first", "first": self.seat})
                )
                continue
            n = self.n
            answer = await self.ask(**self.move())
            assert answer["t"] == "ack" or answer["refusal"]["code"] == "table/stale", answer
            await self.until(lambda p, n=n: p.n > n)  # type: ignore[misc]

    def _asked(self) -> bool:
        waiting = self.now.get("waiting") or {}
        return waiting.get("what") in ("way", "age") and self.seat in waiting["seats"]


def unseen_pieces(now: dict[str, Any]) -> Pieces:
    """The counter of unseen pieces as a multiset."""
    return Pieces(p for p, n in zip(ALL_PIECES, now["unseen"], strict=True) for _ in range(int(n)))


async def two_players(base: str, game: str = "tiles", **options: Any) -> tuple[Player, Player]:
    """Two people at a new table, both confirmed; whoever has to say who is the oldest has said so."""
    host, guest = Visitor(base), Visitor(base)
    made = await host.make(game, [{"kind": "here", "name": "Ana", "age": 41}, {"kind": "person"}], **options)
    await guest.join(made["info"]["seats"][1]["invite"], "Bo", age=9)
    one = await Player(host, made["table"], 0).open()
    two = await Player(guest, made["table"], 1).open()
    await one.ready()
    await two.ready()
    for player in (one, two):
        await player.until(lambda p: bool(p.now))
    return one, two
