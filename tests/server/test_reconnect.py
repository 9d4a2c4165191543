"""G7: whatever cuts a connection, the client comes back to the same state, with no move lost or doubled.

Resets, half-open connections, a second tab, a polite stop and a kill, against the real `sixfold serve`.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from sixfold.server.wire import VERSION
from tests.scale import scale
from tests.server.client import Player, Visitor, two_players
from tests.server.running import Running


def cut(player: Player) -> None:
    """Reset the connection, as a router does that has forgotten it."""
    assert player.ws is not None
    raw = player.ws.transport.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    player.ws.transport.abort()


async def told(visitor: Visitor, table: str, seat: int) -> dict[str, Any]:
    """What the server says to a device that comes for the first time."""
    ws = await visitor.socket(table)
    await ws.send(json.dumps({"do": "hello", "version": VERSION}))
    welcome: dict[str, Any] = json.loads(await ws.recv())
    await ws.close()
    assert welcome["seats"] == [seat]
    return welcome


async def same_state(player: Player) -> None:
    """What the client has put together from frames is what the server says."""
    assert player.seat is not None
    welcome = await told(player.visitor, player.table, player.seat)
    await player.until(lambda p: p.n >= welcome["n"])
    if welcome["n"] != player.n:
        return  # it moved on meanwhile
    view = welcome["view"]
    view["now"].pop("clock", None)
    mine = {name: value for name, value in player.now.items() if name != "clock"}
    assert mine == view["now"]
    assert str(player.board) == view.get("board", "")
    assert sorted(player.rows) == sorted(view.get("rows", []))


async def move(one: Player, two: Player, key: str) -> tuple[Player, dict[str, Any]]:
    """Send the next move without waiting for its answer."""
    player = one if one.now["to_move"] == one.seat else two
    command = player.move()
    message = {"id": key, "base": player.n, "seat": player.seat, **command}
    assert player.ws is not None
    await player.ws.send(json.dumps(message))
    return player, message


async def again(player: Player, message: dict[str, Any]) -> dict[str, Any]:
    """Send the very same command after coming back; it is done once."""
    fields = {name: value for name, value in message.items() if name not in ("id", "base", "do")}
    return await player.ask(message["do"], key=message["id"], base=message["base"], **fields)


async def come_back(player: Player) -> None:
    player.closed_with = None
    await player.open(since=player.n)


async def one_cut(kind: str, one: Player, two: Player, server: Running, key: str, rng: random.Random) -> None:
    """Cut in the middle of a move, come back, repeat the command, compare."""
    mover, message = await move(one, two, key)
    left_open: ClientConnection | None = None
    if rng.random() < 0.5:
        await asyncio.sleep(rng.random() * 0.02)
    if kind == "reset":
        cut(mover)
    elif kind == "half-open":
        assert mover.ws is not None
        mover.ws.transport.pause_reading()  # nothing is heard any more; the old socket stays open at the server
        old = mover.ws
        assert mover.reader is not None
        mover.reader.cancel()
        left_open = old
    elif kind == "fin":
        await mover.close()
    elif kind == "second tab":
        other = Player(mover.visitor, mover.table, mover.seat)
        await other.open()
        await asyncio.gather(again(other, message), again(mover, message))
        await same_state(other)
        await other.close()
    elif kind == "stop":
        assert server.stop() == 0
        server.start()
    else:
        server.kill()
        server.start()
    for player in (one, two):
        if kind in ("stop", "kill") or (player is mover and kind != "second tab"):
            if player.reader is not None:
                await asyncio.gather(player.reader, return_exceptions=True)
            await come_back(player)
    answer = await again(mover, message)
    assert answer["t"] == "ack", answer
    twice = await again(mover, message)
    assert twice["n"] == answer["n"], "the second answer equals the first"
    for player in (one, two):
        await player.until(lambda p: p.n >= answer["n"])
        await same_state(player)
    if left_open is not None:
        left_open.transport.abort()
    moves = [event for event in one.events if event["event"]["type"] == "played" and event["n"] == answer["n"]]
    assert len(moves) <= 1


def playable(one: Player, two: Player) -> bool:
    """Whether the next thing at this table is an ordinary move."""
    if one.ended.is_set() or two.ended.is_set() or one.now.get("waiting"):
        return False
    mover = one if one.now["to_move"] == one.seat else two
    return bool(mover.move()["do"] != "stuck")


def test_every_cut_is_survived(tmp_path: Path) -> None:
    kinds = ["reset", "half-open", "fin", "second tab"] * scale(10, 238) + ["stop", "kill"] * scale(1, 24)

    async def run(server: Running) -> None:
        rng = random.Random(5)
        rng.shuffle(kinds)
        pair: tuple[Player, Player] | None = None
        for number, kind in enumerate(kinds):
            while pair is None or not playable(*pair):
                for player in pair or ():
                    await player.close()
                    await player.visitor.close()
                pair = await two_players(server.base, rng.choice(["tiles", "tiles", "cards"]))
            await one_cut(kind, *pair, server, f"cut{number}", rng)
        for player in pair or ():
            await player.close()
            await player.visitor.close()

    with Running(tmp_path) as server:
        asyncio.run(run(server))
        assert server.mistakes() == []


def test_a_stop_says_1012_and_everybody_comes_back(tmp_path: Path) -> None:
    async def run(server: Running) -> None:
        one, two = await two_players(server.base)
        assert server.stop() == 0
        for player in (one, two):
            assert player.reader is not None
            await asyncio.wait_for(player.reader, 10)
            assert player.closed_with == 1012
        server.start()
        for player in (one, two):
            await come_back(player)
            await same_state(player)
        await asyncio.gather(one.play_on(), two.play_on())
        for player in (one, two):
            await player.close()
            await player.visitor.close()

    with Running(tmp_path) as server:
        asyncio.run(run(server))
        assert server.mistakes() == []


def test_missed_events_are_told_one_by_one_and_many_by_a_new_view(tmp_path: Path) -> None:
    async def run(server: Running) -> None:
        one, two = await two_players(server.base)
        await two.close()
        for _ in range(5):
            assert (await one.ask("say", word="hello"))["t"] == "ack"
        heard = len(two.events)
        await come_back(two)
        await two.until(lambda p: p.n == one.n)
        assert [event["event"]["type"] for event in two.events[heard:]] == ["said"] * 5
        await two.close()
        for _ in range(40):
            await one.ask("say", word="nice")
        heard = len(two.events)
        await come_back(two)
        assert two.n == one.n
        assert len(two.events) == heard, "a new view says it shorter"
        for player in (one, two):
            await player.close()
            await player.visitor.close()

    with Running(tmp_path) as server:
        asyncio.run(run(server))
        assert server.mistakes() == []
