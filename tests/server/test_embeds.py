"""Tables and positions on other pages: the headers are open there and nowhere else, and nobody sees more than an
onlooker may."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import httpx
import msgspec
import pytest

from sixfold.server.app import Server
from sixfold.server.http import embeds
from tests.server.inside import Wire, inside, same_deal, two_seated, visitor
from tests.server.tables import a_move

PNG = b"\x89PNG\r\n"
POSITION = "tiles/1 | 0,0:Rs 1,0:Rd | RoGs"


def is_open(answer: httpx.Response) -> bool:
    """Whether any page may frame it, and load it."""
    policy = answer.headers["content-security-policy"]
    framed = "frame-ancestors *" in policy and "x-frame-options" not in answer.headers
    loaded = answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert framed == loaded, "both or neither"
    if not framed:
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-frame-options"] == "DENY"
    return framed


async def turn(server: Server, table: str, players: dict[int, Wire], rng: random.Random) -> None:
    room = server.house.rooms[table]
    seat = room.table.to_move
    assert seat is not None
    command = {**msgspec.to_builtins(a_move(room.table, rng)), "base": room.table.n, "seat": seat}
    told = await players[seat].ask(**{**command, "id": f"m{room.table.n}"})
    assert told["t"] == "ack", told


def test_a_table_is_shown_and_every_other_address_stays_shut(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal()) as server:
            table, one, two, host, _ = await two_seated(server)
            stranger = visitor(server, origin="https://club.example")
            frame = await stranger.get(f"/embed/t/{table}", headers={"accept-language": "de"})
            assert frame.status_code == 200
            assert is_open(frame)
            assert "set-cookie" not in frame.headers
            assert '<html lang="de">' in frame.text
            assert "Ana 0" in frame.text
            assert "<script" not in frame.text
            assert f'http-equiv="refresh" content="{embeds.LOOK_S}"' in frame.text, "it is being played"
            source = re.search(r'<img src="([^"]+)"', frame.text)
            assert source is not None
            picture = await stranger.get(f"/embed/t/{source[1]}")
            assert picture.content.startswith(PNG)
            assert is_open(picture)
            for path in (
                "/", f"/t/{table}", f"/review/{table}", "/api/me", f"/api/tables/{table}",
                f"/api/tables/{table}/picture", "/api/docs", "/healthz", "/embedded", "/embed", "/nothing.png",
            ):  # fmt: skip
                assert not is_open(await host.get(path)), path
            assert (await stranger.post(f"/embed/t/{table}")).status_code == 405
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


def test_what_is_not_watched_is_not_shown(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, _ = await two_seated(server, watch=False)
            for client in (visitor(server), host):
                frame = await client.get(f"/embed/t/{table}")
                assert frame.status_code == 404, "not to its own host either: a frame asks nobody who they are"
                assert "This cannot be shown here." in frame.text
                assert "Ana" not in frame.text
                assert is_open(frame), "the sentence is read in a frame"
                assert (await client.get(f"/embed/t/{table}.png")).status_code == 404
            unknown = await visitor(server).get("/embed/t/0123456789abcdef")
            assert (unknown.status_code, unknown.text) == (404, frame.text), "as if it were not there"
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


def test_a_frame_is_as_late_as_an_onlooker(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(5)
        async with inside(tmp_path, parts=same_deal()) as server:
            table, one, two, *_ = await two_seated(server, delay=2, clock=600)
            room, client = server.house.rooms[table], visitor(server)
            told: list[tuple[int, ...]] = [(0, 0)]
            for _ in range(6):
                await turn(server, table, {0: one, 1: two}, rng)
                told.append(room.table.scores)
                text = (await client.get(f"/embed/t/{table}")).text
                shown = tuple(int(points) for points in re.findall(r"<span>(?:Ana|Bo) (\d+)</span>", text))
                assert shown == told[max(0, len(told) - 1 - 2)]
                assert "2 turns later" in text
            late = (await client.get(f"/embed/t/{table}.png")).content
            assert late != await server.house.portraits.of(room.table), "the picture is as late"
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


def test_a_finished_game_leads_to_its_review(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, *_ = await two_seated(server)
            told = await one.ask(do="resign", id="x", base=server.house.rooms[table].table.n, seat=0)
            assert told["t"] == "ack", told
            text = (await visitor(server).get(f"/embed/t/{table}")).text
            assert "Game over" in text
            assert f'href="/review/{table}"' in text
            assert "refresh" not in text
            for socket in (one, two):
                await socket.leave()

    asyncio.run(run())


def test_a_position_is_shown(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server)
            frame = await client.get("/embed/position", params={"p": POSITION})
            assert frame.status_code == 200
            assert is_open(frame)
            source = re.search(r'<img src="([^"]+)"', frame.text)
            assert source is not None
            assert (await client.get(f"/embed/{source[1]}")).content.startswith(PNG)
            cards = await client.get("/embed/position.png", params={"p": "cards/1 | RoRsRd | RoGsBt"})
            assert cards.content.startswith(PNG)
            for wrong in ("", "tiles/1 | 0,0:Rs 5,5:Rd | Ro", '"><script>alert(1)</script>', "x" * 9000):
                for path in ("/embed/position", "/embed/position.png"):
                    answer = await client.get(path, params={"p": wrong})
                    assert answer.status_code == 422, wrong
                    # A refusal in JSON may quote what was asked: no browser takes it for a page.
                    assert answer.headers["content-type"] == "application/json" or "<script" not in answer.text
                    assert answer.headers["x-content-type-options"] == "nosniff"

    asyncio.run(run())


@pytest.mark.parametrize("path", ["/embed/", "/embed/t/short", "/embed/t/../api/me", "/embed/position.svg"])
def test_nothing_else_is_there(tmp_path: Path, path: str) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            assert (await visitor(server).get(path)).status_code in (401, 404)

    asyncio.run(run())
