"""Everybody behind one proxy or network (H29): counted by who is really there; descriptors and log lines bounded."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import resource
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sixfold.server import logs
from sixfold.server.http.connections import Openings, raise_limit
from tests.server.inside import inside, visitor
from tests.server.running import Running

CONNECTIONS = 24


@contextlib.contextmanager
def connections(server: Running, count: int) -> Iterator[list[socket.socket]]:
    opened = [socket.create_connection(("127.0.0.1", server.port), 20) for _ in range(count)]
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


def asked(connection: socket.socket, behind: str) -> str:
    """The status line of an answer on a connection that stays open; empty when it was cut."""
    head = f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {behind}\r\n\r\n"
    try:
        connection.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"{}") and (more := connection.recv(4096)):
            answer += more
        return answer.partition(b"\r\n")[0].decode()
    except OSError:
        return ""


def test_a_declared_proxy_brings_everybody(tmp_path: Path) -> None:
    """Two sockets are eight connections for an address; the proxy has as many as it needs, all alive at once."""
    with Running(tmp_path, "--sockets", "2", "--proxy", "127.0.0.1") as server:
        with connections(server, CONNECTIONS) as opened:
            answers = [asked(one, f"198.51.100.{at}") for at, one in enumerate(opened)]
            assert answers == ["HTTP/1.1 200 OK"] * CONNECTIONS
            assert asked(opened[0], "198.51.100.0") == "HTTP/1.1 200 OK", "none was cut for another"
        assert server.stop() == 0


def test_an_undeclared_one_does_not(tmp_path: Path) -> None:
    with Running(tmp_path, "--sockets", "2") as server:
        with connections(server, CONNECTIONS) as opened:
            answers = [asked(one, f"198.51.100.{at}") for at, one in enumerate(opened)]
            assert answers.count("HTTP/1.1 200 OK") == 8
        assert server.stop() == 0


def test_requests_at_a_time_are_counted_by_who_is_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with inside(tmp_path, sockets_per_address=3) as server:
            inside_now, go_on = asyncio.Semaphore(0), asyncio.Event()

            async def waiting(*_: Any) -> None:
                inside_now.release()
                await go_on.wait()

            monkeypatch.setattr(server.house.remote, "present", waiting)
            page = visitor(server, "198.51.100.1")
            held = [asyncio.ensure_future(page.get("/api/bots")) for _ in range(3)]
            for _ in held:
                await inside_now.acquire()
            refused = await page.get("/api/me")
            assert (refused.status_code, refused.json()["refusal"]["code"]) == (429, "request/slow-down")
            assert refused.headers["retry-after"] == "1"
            assert (await visitor(server, "198.51.100.2").get("/api/me")).status_code == 200
            go_on.set()
            await asyncio.gather(*held)
            assert (await page.get("/api/me")).status_code == 200

    asyncio.run(run())


def test_one_address_leaves_half_of_all_connections_to_others() -> None:
    openings = Openings(most=10_000, files=1024, proxies=["10.0.0.0/8", "proxy.example"])
    most = sum(openings.enter("198.51.100.1") for _ in range(2000))
    assert most == (1024 - 200) // 2
    for _ in range(2000):
        openings.leave("198.51.100.1")
    assert sum(openings.enter("10.1.2.3") for _ in range(2000)) == 1024 - 200, "a proxy may have all of them"
    assert not openings.enter("198.51.100.2"), "the rest is for files"
    assert Openings(files=1024, proxies=["*"]).enter("unix")


def test_the_soft_limit_is_raised(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    low = min(256, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (low, hard))
    try:
        with Running(tmp_path) as server:
            assert server.process is not None
            limits = Path(f"/proc/{server.process.pid}/limits").read_text().splitlines()
            assert next(line for line in limits if line.startswith("Max open files")).split()[3:5] == [str(hard)] * 2
            assert server.stop() == 0
        assert raise_limit() == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_flood_of_one_message_is_one_line_an_interval() -> None:
    out, now = io.StringIO(), [0.0]
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.JsonLines())
    handler.addFilter(logs.Sparing(10, lambda: now[0]))
    logger = logging.Logger("asyncio")
    logger.addHandler(handler)

    def lines() -> list[dict[str, Any]]:
        return [json.loads(line) for line in out.getvalue().splitlines()]

    for _ in range(20_000):
        logger.error("socket.accept() out of system resource")
    logger.error("something else")
    logger.warning("a bot failed", extra={"bot": "hal"})
    logger.warning("a bot failed", extra={"bot": "eliza"})
    assert [line["message"] for line in lines()] == [
        "socket.accept() out of system resource", "something else", "a bot failed", "a bot failed",
    ]  # fmt: skip
    now[0] = 10.0
    logger.error("socket.accept() out of system resource")
    assert lines()[-1]["count"] == 20_000
    for at in range(5000):
        logger.error(f"message {at}")
    assert len(lines()) == 5005, "what is new is told"


def test_the_server_logs_sparingly() -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        logs.set_up("warning", io.StringIO())
        assert any(isinstance(one, logs.Sparing) for one in root.handlers[0].filters)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
