"""People who ask for a game by letter, at any server that is up, and go away: each has one game in the end, or nobody
is left for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sixfold.pace import Pace
from sixfold.server.house import House
from sixfold.server.lobby.pairing import Sought
from tests.simulation.referee import DAY_S

if TYPE_CHECKING:
    from tests.simulation.play import Simulation

_SOUGHT: Final = Sought("tiles", Pace(clock=DAY_S), False)
_WITHIN_S: Final = 30.0
"""They ask while things break."""


class Letters:
    """The wishes of one seed."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._kept: set[str] = set()
        """Those who were told that their wish is kept."""

    def open(self) -> None:
        """Some of them ask in the next seconds."""
        rng = self._simulation.world.chance("letters")
        for number in range(rng.choice((0, 2, 3, 4))):
            asyncio.get_running_loop().call_later(rng.uniform(0.0, _WITHIN_S), self._ask, f"writer{number}")

    def _ask(self, player: str) -> None:
        rng = self._simulation.world.chance("asks", player)
        up = [server for server in self._simulation.servers if server.up]

        async def wish(house: House) -> None:
            await house.lobby.seek(player, _SOUGHT)
            self._kept.add(player)

        if up:
            rng.choice(up).call(wish, rng.uniform(0.0, 0.5))

    def unsettled(self) -> str:
        """What is still to come, if anything is."""
        rows = self._simulation.disk.rows("SELECT player, table_id, promised FROM wishes")
        if late := [player for player, _, promised in rows if promised]:
            return f"{late[0]} was promised a table that nobody makes"
        standing = [player for player, table, _ in rows if not table]
        return f"{standing[0]} and {standing[1]} want the same game" if len(standing) > 1 else ""

    def check(self) -> None:
        """Each wish came to one game, of two."""
        disk, blame = self._simulation.disk, self._simulation.world.blame
        placed = disk.rows("SELECT player, table_id FROM places WHERE player LIKE 'writer%'")
        standing = {player for (player,) in disk.rows("SELECT player FROM wishes WHERE table_id = ''")}
        people = [player for player, _ in placed]
        tables = [table for _, table in placed]
        if twice := [player for player in people if people.count(player) > 1 or player in standing]:
            blame("letters", f"{twice[0]} wished once, and has more than that")
        if alone := [table for table in tables if tables.count(table) != 2]:
            blame("letters", f"table {alone[0][:4]} was made for {tables.count(alone[0])}")
        if lost := sorted(self._kept - set(people) - standing):
            blame("letters", f"the wish of {lost[0]} was kept, and nothing came of it")
