"""A club that plays a tournament on a server in this process: it enters by HTTP, and plays by commands."""

from __future__ import annotations

from typing import Any

import httpx

from sixfold.server import wire
from sixfold.server.app import Server
from sixfold.server.table.procedures import stuck
from sixfold.server.table.table import GameTable
from tests.server.inside import visitor
from tests.server.tables import a_move


class Club:
    """A tournament, its organiser, and everybody who plays."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.organiser = visitor(server)
        self.people: list[httpx.AsyncClient] = []
        self.at = ""

    async def found(self, **choice: Any) -> dict[str, Any]:
        body = {"title": "Club", "game": "tiles", "name": "Olga", **choice}
        answer = await self.organiser.post("/api/tournaments", json=body)
        assert answer.status_code == 201, answer.text
        info: dict[str, Any] = answer.json()["info"]
        self.at = f"/api/tournaments/{info['tournament']}"
        return info

    async def enter(self, *names: str) -> None:
        for name in names:
            one = visitor(self.server)
            answer = await one.post(f"{self.at}/entrants", json={"name": name})
            assert answer.status_code == 200, answer.text
            self.people.append(one)

    async def seen(self, who: httpx.AsyncClient | None = None) -> dict[str, Any]:
        """The tournament as somebody sees it; else as the organiser does."""
        info: dict[str, Any] = (await (who or self.organiser).get(self.at)).json()["info"]
        return info

    async def round(self) -> dict[str, Any]:
        answer = await self.organiser.post(f"{self.at}/rounds")
        assert answer.status_code == 200, answer.text
        info: dict[str, Any] = answer.json()["info"]
        return info

    async def rule(self, number: int, game: int, winner: str, first: int = 0, second: int = 0) -> httpx.Response:
        body = {"winner": winner, "first": first, "second": second}
        return await self.organiser.put(f"{self.at}/rounds/{number}/games/{game}", json=body)

    async def sit_down(self, table: str) -> GameTable:
        """Both confirm their seats, and say how old they are if somebody asks."""
        room = await self.server.house.look(table)
        assert room is not None
        for seat, chair in enumerate(room.table.chairs):
            ready = wire.Ready(id=f"r{seat}", base=room.table.n, seat=seat, entropy=f"{seat:02}" * 32)
            await self.server.house.command(room, ready, chair.player)
        for seat in sorted(room.table.asked):
            age = wire.GiveAge(id=f"a{seat}", base=room.table.n, seat=seat, age=30 + seat)
            await self.server.house.command(room, age, room.table.chairs[seat].player)
        return room.table

    async def play(self, table: str) -> GameTable:
        """A whole game, by the move of most points each time."""
        house = self.server.house
        await self.sit_down(table)
        room = await house.look(table)
        assert room is not None
        while room.table.phase != "finished":
            now = room.table
            if now.stuck is not None:
                seat = stuck.seats_to_help(now)[0]
                command: wire.Command = wire.NoWay(id=f"w{now.n}", base=now.n, seat=seat)
            else:
                assert now.to_move is not None
                seat = now.to_move
                command = a_move(now)
                command.id = f"m{now.n}"
            await house.command(room, command, now.chairs[seat].player)
        return room.table

    async def resign(self, table: str, seat: int) -> None:
        """A game that is over soon."""
        now = await self.sit_down(table)
        room = await self.server.house.look(table)
        assert room is not None
        leave = wire.Resign(id="gone", base=room.table.n, seat=seat)
        await self.server.house.command(room, leave, now.chairs[seat].player)
