"""Games to be played again and again: each is recorded once, with a client that knows the rules."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bench.load.stage import DEALS
from tests.server.client import Player, Visitor

ENTROPY = "5a" * 32
Line = tuple[int, int, str]
"""A seat, the number that it has to know, and its command: everything but the id."""
Scripts = dict[str, list[Line]]
"""The moves of a game, by the commitment that its table is made with."""
LONGEST = 70


async def record(base: str) -> Scripts:
    """Every game that the stage deals."""
    found: Scripts = {}
    while len(found) < DEALS:
        commitment, lines = await _game(base)
        found.setdefault(commitment, lines)
    return found


async def _game(base: str) -> tuple[str, list[Line]]:
    host, guest = Visitor(base), Visitor(base)
    made = await host.make("tiles", [{"kind": "here", "name": "Ana", "age": 41}, {"kind": "person"}])
    await guest.join(made["info"]["seats"][1]["invite"], "Bo", age=9)
    players = [await Player(host, made["table"], 0).open(), await Player(guest, made["table"], 1).open()]
    for player in players:
        await player.ask("ready", entropy=ENTROPY)
    lines: list[Line] = []
    for player in players:
        await player.until(lambda p: bool(p.now))
    while not players[0].ended.is_set() and len(lines) < LONGEST:
        seat = players[0].now["to_move"]
        player = players[seat]
        await player.until(lambda p: p.ended.is_set() or p.my_turn())
        if player.ended.is_set():
            break
        move: dict[str, Any] = {**player.move(), "base": player.n, "seat": seat}
        answer = await player.ask(**move)
        assert answer["t"] == "ack", answer
        lines.append((seat, move["base"], json.dumps(move)[1:]))
        for each in players:
            await each.until(lambda p, n=answer["n"]: p.n >= n)  # type: ignore[misc]
    for player in players:
        await player.close()
        await player.visitor.close()
    return made["info"]["commitment"], lines


def recorded(base: str) -> Scripts:
    """The same, from outside a loop."""
    return asyncio.run(record(base))
