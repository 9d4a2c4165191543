"""G3: rubbish, floods and malice change nothing, crash nothing, and are answered (H1–H6, H13, H15).

Most of it in this process, where the state of every table can be compared; the shape of frames on real sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import struct
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.server.app import Server
from sixfold.server.wire import VERSION
from tests.scale import scale
from tests.server.client import Visitor, two_players
from tests.server.inside import TWO, Wire, cookie_of, inside, two_seated, visitor
from tests.server.running import Running

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 3, 4, 2**31, 2**53, 2**64, -(2**63), 1e999, 1.5, "", "a", "k" * 65, "x" * 5000, "\x00",
    "\ud800", "💥" * 20, "../../etc/passwd", "<script>alert(1)</script>", "' OR 1=1 --", "{{7*7}}", "%s%n", [], {},
    [[]], [None], {"a": {"b": {"c": []}}}, ["RoRsRd"], "0,0:Rs", "swap", "999999999999,0:Rs", "0,0:Rs " * 40, "RoRs??",
    "Zz", ["RoRsRd"] * 60, "-0,0:Rs", "0,0:Rs 0,0:Rs", "ff" * 32, "FF" * 32, 1.0,
]  # fmt: skip

GOOD: list[dict[str, Any]] = [
    {"do": "hello", "version": VERSION, "since": 3, "plays": True, "show": "seat"},
    {"do": "ready", "id": "a", "base": 1, "seat": 0, "entropy": "ab" * 32},
    {"do": "start", "id": "a", "base": 1},
    {"do": "age", "id": "a", "base": 1, "seat": 0, "age": 9},
    {"do": "first", "id": "a", "base": 1, "seat": 0, "first": 1},
    {"do": "play", "id": "a", "base": 1, "seat": 0, "play": "0,0:Rs"},
    {"do": "exchange", "id": "a", "base": 1, "seat": 0, "pieces": "RsGd"},
    {"do": "pass", "id": "a", "base": 1, "seat": 0},
    {"do": "turn", "id": "a", "base": 1, "seat": 0, "rows": ["RoRsRd"], "taken": []},
    {"do": "stuck", "id": "a", "base": 1, "seat": 0},
    {"do": "way", "id": "a", "base": 1, "seat": 1, "rows": ["RoRsRd"], "taken": []},
    {"do": "no_way", "id": "a", "base": 1, "seat": 1},
    {"do": "take_back", "id": "a", "base": 1, "seat": 0},
    {"do": "answer", "id": "a", "base": 1, "seat": 0, "yes": True},
    {"do": "resign", "id": "a", "base": 1, "seat": 0},
    {"do": "leave", "id": "a", "base": 1, "seat": 0},
    {"do": "return", "id": "a", "base": 1, "seat": 0},
    {"do": "rematch", "id": "a", "base": 1, "seat": 0},
    {"do": "say", "id": "a", "base": 1, "seat": 0, "word": "hello"},
    {"do": "adjust", "id": "a", "base": 1, "seat": 0, "assist": "best", "open": True, "name": "N"},
    {"do": "remove", "id": "a", "base": 1, "who": 1},
    {"do": "close", "id": "a", "base": 1},
    {"do": "look", "id": "a", "seat": 0},
    {"do": "plays", "id": "a", "seat": 0},
    {"do": "check", "id": "a", "seat": 0, "play": "0,0:Rs", "rows": ["RoRsRd"], "taken": []},
    {"do": "fits", "id": "a", "seat": 0, "rows": ["RoRsRd"], "cards": "Rx"},
    {"do": "hint", "id": "a", "seat": 0, "step": 1},
    {"do": "missed", "id": "a", "seat": 0},
    {"do": "ping"},
]


def rubbish(rng: random.Random) -> str | bytes:
    """One hostile frame: a good one with something wrong, or nothing that could be one."""
    fate = rng.random()
    message: Any = dict(rng.choice(GOOD))
    if fate < 0.45:
        for _ in range(rng.randint(1, 3)):
            message[rng.choice([*message, "extra", "__proto__", "t"])] = rng.choice(ODD)
    elif fate < 0.55:
        message.pop(rng.choice(list(message)))
    elif fate < 0.60:
        return "[" * rng.choice([10, 1000, 8000])
    elif fate < 0.65:
        return '{"do":"say","do":"close","id":"a","word":"hello"}'
    elif fate < 0.70:
        return bytes(rng.randbytes(rng.randint(0, 200)))
    elif fate < 0.75:
        return "".join(map(chr, (rng.randint(1, 0xD7FF) for _ in range(rng.randint(0, 200)))))
    elif fate < 0.80:
        return rng.choice(
            ["", "null", "true", "3", "NaN", '"hello"', "{}", "[]", '{"do":1e999}', '{"id":"a"}', "\ufeff{}"]
        )
    text = json.dumps(message)
    if fate >= 0.80:
        at = rng.randrange(len(text))
        cut = rng.randint(0, 3)
        junk = rng.choice(["", "\\u0000", '"', "}", ",", "\\ud800", "1e99999", "-", "\n" * 50])
        text = text[:at] + junk + text[at + cut :]
    return text


async def everything(server: Server) -> list[Any]:
    """All that the store holds about tables."""
    lines = await server.house.store.lines()
    return [
        (line, await server.house.store.events(line.table), await server.house.store.places(line.table))
        for line in lines
    ]


async def throw(server: Server, wire: Wire, table: str, cookie: str, frames: list[str | bytes]) -> Wire:
    """Send frames; a socket that was closed for a protocol error is replaced."""
    for frame in frames:
        if wire.closed is not None or wire.task.done():
            wire = Wire(server, table, cookie)
            await wire.hello()
        wire.put(frame)
        await asyncio.sleep(0)
    if wire.closed is None:
        wire.put({"do": "ping"})
        while wire.closed is None and (await asyncio.wait_for(wire.outbox.get(), 30) or {"t": "pong"})["t"] != "pong":
            pass
    return wire


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_rubbish_from_strangers_and_spectators_changes_nothing(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        rng = random.Random(11)
        async with inside(tmp_path) as server:
            table, one, two, host, _ = await two_seated(server, game)
            other = visitor(server)
            elsewhere = (await other.post("/api/tables", json=TWO)).json()["table"]
            before = await everything(server)
            # A spectator without a cookie, one who sits at another table, and one with a made-up cookie.
            for cookie in ("", cookie_of(other), "sixfold=" + "A" * 22):
                wire = Wire(server, table, cookie)
                await wire.hello()
                frames = [rubbish(rng) for _ in range(scale(400, 9000))]
                frames += [json.dumps({**good, "base": base}) for good in GOOD for base in (0, 1, 5, 6)]
                wire = await throw(server, wire, table, cookie, frames)
                await wire.leave() if wire.closed is None else await wire.gone()
            assert await everything(server) == before
            assert server.house.metrics.value("mistakes") == 0
            assert elsewhere
            for player in (one, two):
                player.put({"do": "ping"})
                assert await player.get("pong")
                await player.leave()
            assert host is not None

    asyncio.run(run())


def test_rubbish_from_a_player_is_answered_and_breaks_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(12)
        async with inside(tmp_path) as server:
            table, one, two, host, guest = await two_seated(server)
            wire = await throw(server, two, table, cookie_of(guest), [rubbish(rng) for _ in range(scale(600, 15000))])
            assert server.house.metrics.value("mistakes") == 0
            # The table still folds to what is in memory.
            room = server.house.rooms[table]
            del server.house.rooms[table]
            again = await server.house.rooms.find(table)
            assert again is not None
            assert again.table.state == room.table.state
            for player in (one, wire):
                if player.closed is None:
                    await player.leave()
            assert host is not None

    asyncio.run(run())


def test_rubbish_over_http_is_never_our_mistake(tmp_path: Path) -> None:
    paths = [
        "/api/tables", "/api/tables/x", "/api/tables/" + "A" * 16 + "/record", "/api/invites/x", "/api/me", "/api/bots",
        "/api/me/export", "/api/me/device", "/api/device", "/api/verify", "/api/docs", "/api/nothing", "/", "/t/x",
    ]  # fmt: skip
    fields = ["game", "seats", "name", "age", "record", "code", "x"]
    cookies = [b"", b"sixfold=x", b"a=b;;;=", b"\x80"]

    async def run() -> None:
        rng = random.Random(13)
        async with inside(tmp_path) as server:
            client = visitor(server)
            await client.post("/api/tables", json=TWO)
            before = await everything(server)
            for _ in range(scale(600, 8000)):
                sent = {rng.choice(fields): rng.choice(ODD) for _ in range(3)}
                body = json.dumps(sent).encode("utf-8", "surrogatepass")
                if rng.random() < 0.3:
                    body = rng.randbytes(rng.randint(0, 300))
                method = rng.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
                path = rng.choice(paths)
                if (method, path) == ("DELETE", "/api/me"):
                    continue
                kind = rng.choice(["application/json", "text/plain", "application/xml", "", "multipart/form-data"])
                headers = [(b"content-type", kind.encode()), (b"cookie", rng.choice(cookies))]
                answer = await client.request(method, path, content=body, headers=headers)
                assert answer.status_code < 500, (method, path, body, answer.text)
                if answer.status_code >= 400 and method != "HEAD":
                    assert set(answer.json()) == {"refusal"}
            assert await everything(server) == before
            assert server.house.metrics.value("mistakes") == 0

    asyncio.run(run())


@pytest.mark.parametrize(
    "record",
    [
        "sixfold record 1\n" + "ruleset: tiles/1\n" * 3000,
        "x" * 199_000,
        "sixfold record 1\nruleset: tiles/1\nseat 0: a\nseat 1: b\n\n0: " + " ".join(f"{i},0:Rs" for i in range(3000)),
        "sixfold record 1\nruleset: tiles/1\nseat 0: a\nseat 1: b\n\n0: 9223372036854775807,0:Rs = 1\n",
        "\x1f\x8b\x08" + "A" * 100,
        "[" * 100_000,
        "sixfold record 1\nruleset: tiles/1\nseat 0: a\nseat 1: b\n" + "draw 0: RsRsRsRsRsRs\n" * 3500,
    ],
)
def test_import_bombs_are_refused_early(tmp_path: Path, record: str) -> None:
    """H13."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            answer = await visitor(server).post("/api/verify", json={"record": record})
            assert answer.status_code == 200
            assert answer.json()["ok"] is False
            big = await visitor(server).post("/api/verify", json={"record": "x" * 300_000})
            assert big.status_code in (400, 413)

    asyncio.run(run())


COMMANDS = [good for good in GOOD if "base" in good]


def test_every_action_with_the_wrong_token(tmp_path: Path) -> None:
    """H3: each command with another seat, as a spectator, from another game, and after the end."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, guest = await two_seated(server)
            _, alien, _, elsewhere, _ = await two_seated(server)
            before = await everything(server)
            n = server.house.rooms[table].table.n
            for sender, cookie in (
                ("other seat", cookie_of(guest)),
                ("spectator", ""),
                ("other game", cookie_of(elsewhere)),
            ):
                wire = Wire(server, table, cookie)
                await wire.hello()
                for number, good in enumerate(COMMANDS):
                    if sender == "other seat" and good["do"] in ("way", "no_way", "remove", "close", "start"):
                        good = {**good, "seat": 0}
                    answer = await wire.ask(**{**good, "id": f"h3-{number}", "base": n})
                    assert answer["t"] == "refused", (sender, good, answer)
                await wire.leave()
            assert await everything(server) == before
            await two.ask(do="resign", id="r", base=n, seat=1)
            over = await everything(server)
            for number, good in enumerate(COMMANDS):
                if good["do"] in ("say", "adjust", "rematch", "close"):
                    continue
                answer = await one.ask(**{**good, "id": f"end{number}", "base": n, "seat": 0})
                assert answer["t"] == "refused", (good, answer)
            assert await everything(server) == over
            for wire in (one, two, alien):
                await wire.leave()
            assert host is not None

    asyncio.run(run())


def test_stale_and_future_numbers(tmp_path: Path) -> None:
    """H5."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server)
            room = server.house.rooms[table]
            n = room.table.n
            mover = one if room.table.to_move == 0 else two
            for base, code in (
                (n - 1, "table/stale"),
                (n + 1, "table/ahead"),
                (-(10**9), "request/field"),
                ("5", "request/field"),
            ):
                answer = await mover.ask(do="play", id="s", base=base, play="0,0:Rs")
                assert answer["refusal"]["code"] == code
                assert answer["n"] == n
            await one.leave()
            await two.leave()

    asyncio.run(run())


# ---- real sockets ----------------------------------------------------------------------------------------------------


def handshake(server: Running, table: str, cookie: str) -> socket.socket:
    """A WebSocket opened by hand."""
    raw = socket.create_connection(("127.0.0.1", server.port), 10)
    raw.sendall(
        (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\n"
            f"Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += raw.recv(1)
    assert b" 101 " in head, head
    return raw


def frame(
    opcode: int, data: bytes, *, fin: bool = True, mask: bool = True, reserved: int = 0, length: int | None = None
) -> bytes:
    """A WebSocket frame, well-formed or not."""
    size = len(data) if length is None else length
    first = (0x80 if fin else 0) | reserved << 4 | opcode
    bit = 0x80 if mask else 0
    if size < 126:
        head = struct.pack("!BB", first, bit | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, bit | 127, size)
    key = b"\x01\x02\x03\x04" if mask else b""
    masked = bytes(b ^ key[i % 4] for i, b in enumerate(data)) if mask else data
    return head + key + masked


def closing(raw: socket.socket) -> int | None:
    """The close code that the server sends, None for a bare hang-up."""
    raw.settimeout(15)
    data = b""
    while True:
        try:
            chunk = raw.recv(65536)
        except (TimeoutError, ConnectionResetError):
            chunk = b""
        data += chunk
        code = close_code(data)
        if code is not None or not chunk:
            return code


def close_code(data: bytes) -> int | None:
    """The code of the close frame among these frames of a server."""
    at = 0
    while at + 2 <= len(data):
        opcode, size = data[at] & 15, data[at + 1] & 127
        at += 2
        if size == 126:
            size = int.from_bytes(data[at : at + 2], "big")
            at += 2
        elif size == 127:
            size = int.from_bytes(data[at : at + 8], "big")
            at += 8
        if opcode == 8 and at + 2 <= len(data):
            return int.from_bytes(data[at : at + 2], "big")
        at += size
    return None


HELLO = frame(1, b'{"do":"hello","version":%d}' % VERSION)
BROKEN: list[tuple[str, bytes, set[int | None]]] = [
    ("invalid UTF-8", frame(1, b"\xff\xfe\xfd"), {1007}),
    ("cut-off UTF-8", frame(1, '{"do":"ping💥"}'.encode()[:-4]), {1007, None}),
    ("binary", frame(2, b"{}"), {1003}),
    ("unmasked", frame(1, b'{"do":"ping"}', mask=False), {1002}),
    ("reserved bits", frame(1, b"{}", reserved=4), {1002}),
    ("unknown opcode", frame(5, b"{}"), {1002}),
    ("16 KiB and one", frame(1, b"x" * (16 * 1024 + 1)), {1009}),
    ("a declared gigabyte", frame(1, b"", length=2**30), {1009}),
    ("a declared exabyte", frame(1, b"", length=2**62), {1009, 1002}),
    ("a ping of 126 bytes", frame(9, b"x" * 126), {1002}),
    ("a fragmented ping", frame(9, b"x", fin=False), {1002}),
    ("a continuation of nothing", frame(0, b"x"), {1002}),
    ("fragments without end", frame(1, b"x", fin=False) + frame(0, b"", fin=False) * 20000, {1009}),
    ("a bad close code", frame(8, struct.pack("!H", 5)), {1002}),
    ("16 MiB", frame(1, b"x", fin=False, length=2**24), {1009}),
]


def test_broken_frames_get_their_close_code(serving: Running) -> None:
    """H1, H2: on real sockets; the server does not grow, others do not notice, nothing is logged as our mistake."""

    async def seats() -> tuple[Any, Any]:
        return await two_players(serving.base)

    async def run() -> None:
        one, two = await seats()
        cookie = one.visitor.cookie
        before = serving.rss()
        for _ in range(scale(2, 40)):
            for name, data, wanted in BROKEN:
                raw = handshake(serving, one.table, cookie)
                raw.sendall(HELLO)
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the server has seen enough
                    raw.sendall(data)
                code = await asyncio.to_thread(closing, raw)
                raw.close()
                assert code in wanted or (code is None and name.startswith("fragments")), (name, code)
        assert serving.rss() - before < 8_000_000 * scale(2, 4)
        assert (await one.ask("say", word="hello"))["t"] == "ack"
        await asyncio.gather(one.play_on(), two.play_on())
        for player in (one, two):
            await player.close()
            await player.visitor.close()

    asyncio.run(run())


def test_slow_headers_and_slow_readers_are_shown_the_door(serving: Running) -> None:
    """H15: half-open requests end after their deadline; a socket that never reads is closed, play goes on."""

    async def run() -> None:
        one, two = await two_players(serving.base)
        half = []
        for _ in range(scale(50, 500)):
            raw = socket.create_connection(("127.0.0.1", serving.port), 5)
            raw.sendall(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            half.append(raw)
        body = socket.create_connection(("127.0.0.1", serving.port), 5)
        body.sendall(
            f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{serving.port}\r\nOrigin: {serving.base}\r\n"
            "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{".encode()
        )
        # A spectator that never reads: its buffer is bounded, then it is closed with 1013 or cut.
        deaf = handshake(serving, one.table, "")
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(HELLO)
        playing = asyncio.gather(one.play_on(), two.play_on())
        await playing
        for raw in (*half, body):
            raw.settimeout(15)
            assert await asyncio.to_thread(_ended, raw), "the server has hung up"
            raw.close()
        deaf.close()
        for player in (one, two):
            await player.close()
            await player.visitor.close()

    asyncio.run(run())


def _ended(raw: socket.socket) -> bool:
    try:
        while raw.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def test_two_tabs_racing_is_one_move(serving: Running) -> None:
    """H4, H6: the same seat on five sockets, each command sent to all of them at once."""

    async def run() -> None:
        from tests.server.client import Player

        one, two = await two_players(serving.base)
        tabs = [await Player(one.visitor, one.table, 0).open() for _ in range(5)]
        for turn in range(scale(10, 100)):
            if one.ended.is_set():
                break
            mover = one if one.now["to_move"] == 0 else two
            await mover.until(lambda p: p.my_turn() or p.ended.is_set())
            if mover is two:
                n = (await two.ask(**two.move()))["n"]
            else:
                for tab in tabs:
                    await tab.until(lambda p: p.n == one.n)
                move, base = one.move(), one.n
                keys = [f"t{turn}"] * 3 + [f"t{turn}-{i}" for i in range(2)]
                answers = await asyncio.gather(
                    *(tab.ask(**move, key=key, base=base) for tab, key in zip(tabs, keys, strict=True))
                )
                done = {answer["n"] for answer in answers if answer["t"] == "ack"}
                assert len(done) == 1, answers
                n = done.pop()
            # An answer may come before the others have heard of what it answers.
            for player in (one, two, *tabs):
                await player.until(lambda p, n=n: p.n >= n)  # type: ignore[misc]
        assert len({json.dumps(tab.now, sort_keys=True) for tab in tabs}) == 1
        for player in (one, two, *tabs):
            await player.close()
        for visitor_ in (one.visitor, two.visitor):
            await visitor_.close()

    asyncio.run(run())


def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    """H22: a game at the most talkative log level; no cookie, link, seed, hand, name, code or table id in the log."""

    async def run(server: Running) -> set[str]:
        secrets = set()
        host, guest = Visitor(server.base), Visitor(server.base)
        made = await host.make("tiles", [{"kind": "here", "name": "CanaryAna"}, {"kind": "person"}])
        invite = made["info"]["seats"][1]["invite"]
        await guest.join(invite, "CanaryBo")
        await host.http.get("/api/invites/" + "canary" * 6)
        await host.http.post("/api/tables", content=b'{"canary-body": ')
        code = (await host.http.post("/api/me/device")).json()["code"]
        await guest.http.post("/api/device", json={"code": code + "X"})
        from tests.server.client import Player

        one = await Player(host, made["table"], 0).open()
        two = await Player(guest, made["table"], 1).open()
        await one.ready()
        await two.ready()
        for player in (one, two):
            await player.until(lambda p: bool(p.now))
            secrets.add(player.now["hand"])
            assert player.ws is not None
            await player.ws.send('{"do":"play","id":"x","play":"canary-frame')
        await one.ask("resign")
        proof = (await host.http.get(f"/api/tables/{made['table']}/proof")).json()
        secrets |= {proof["seed"], *proof["entropy"], invite, made["table"], code, "canary", "Canary"}
        secrets |= {value for visitor_ in (host, guest) for value in visitor_.http.cookies.values()}
        for player in (one, two):
            await player.close()
            await player.visitor.close()
        return secrets

    with Running(tmp_path, "--log-level", "debug") as server:
        secrets = asyncio.run(run(server))
        assert server.stop() == 0
        logged = server.logged()
    found = [secret for secret in secrets if secret in logged]
    assert found == []


def test_one_address_cannot_ask_for_everything(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, requests=20) as server:
            client = visitor(server)
            answers: list[httpx.Response] = [await client.get("/api/me") for _ in range(40)]
            statuses = [answer.status_code for answer in answers]
            assert statuses[:20] == [200] * 20
            assert 429 in statuses
            assert int(answers[statuses.index(429)].headers["retry-after"]) >= 1

    asyncio.run(run())
