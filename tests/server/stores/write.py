"""Writes what a server of this version keeps after a busy evening: every kind of event, both games, over and running.

`python -m tests.server.stores.write` makes `tests/server/stores/VERSION/` once a release: `store.db.gz`, the SQLite
file, and `tables.json`, what this version reads in it. A folder that is there is never written again: it is what people
have on their disks. tests/server/test_upgrade.py opens it with whatever version comes later.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

import sixfold
from sixfold import engine
from sixfold.server import people, wire
from sixfold.server.house import House
from sixfold.server.rooms.room import Room
from sixfold.server.settings import Settings
from sixfold.server.store import Guest, make_store
from sixfold.server.table import facts as e
from sixfold.server.table.procedures.stuck import seats_to_help
from sixfold.server.table.procedures.take_back import seats_to_agree
from sixfold.server.table.table import GameTable
from sixfold.server.thinkers.crew import Crew
from tests.server.clock import HandClock
from tests.server.tables import a_move

FOLDER = Path(__file__).parent


class Greedy(Crew):
    """Every bot plays greedily, in this process: which move it makes is not what is kept here."""

    async def choose(self, game: str, bot: str, view: Mapping[str, object], *_: Any, **__: Any) -> str:
        request = {"do": "choose", "bot": "greedy", "seed": 0, "view": view, "budget": {"rollouts": 1}}
        return str(json.loads(engine.answer(json.dumps(request).encode()))["move"])


class Evening:
    """A house with people in it. All that is random comes from one seed."""

    def __init__(self, where: Path | str, clock: HandClock | None = None) -> None:
        self.clock = clock or HandClock()
        self.rng = random.Random(f"an evening of {sixfold.__version__} at {self.clock.time}")
        self.house = House(
            make_store(where),
            Settings(bot_pause=0.0, beat_s=3600.0),
            crew=Greedy(1),
            clock=self.clock,
            new_id=lambda: "".join(self.rng.choice("abcdefghijkmnopqrstuvwxyz23456789") for _ in range(16)),
            new_seed=lambda: self.rng.randbytes(64).hex(),
        )

    async def make(self, game: wire.Game, host: Guest, *seats: str, ages: bool = True, **options: Any) -> Room:
        """A table; a seat is `here`, `person` or the name of a bot."""
        chosen = [
            wire.NewSeat(kind="here", name=host.name, age=30 if ages else None)
            if seat == "here"
            else wire.NewSeat(kind="person")
            if seat == "person"
            else wire.NewSeat(kind="bot", bot=seat)
            for seat in seats
        ]
        body = wire.NewTable(game=game, seats=chosen, options=wire.NewOptions(**options))
        table = await self.house.make(body, host.id, host.name)
        return self.house.rooms[table.id]

    async def seated(self, room: Room, *guests: Guest, ages: bool = True) -> Room:
        """The free seats are taken, everybody confirms."""
        free = [seat for seat, chair in enumerate(room.table.chairs) if not chair.taken]
        for seat, guest in zip(free, guests, strict=True):
            await self.house.join(room, seat, guest.id, guest.name, 9 + seat if ages else None, "points")
        for seat, chair in enumerate(room.table.chairs):
            if chair.kind != "bot":
                await self.do(room, seat, wire.Ready, entropy=self.rng.randbytes(32).hex())
        return room

    async def do(self, room: Room, seat: int, command: type[wire.Command], **fields: Any) -> None:
        """The player of a seat sends a command."""
        await self.send(room, command(id="", base=room.table.n, seat=seat, **fields))

    async def send(self, room: Room, command: wire.Command) -> None:
        assert command.seat is not None
        self.clock.time += 1000
        keyed = msgspec.structs.replace(command, id=f"{self.rng.randrange(16**8):08x}")
        await self.house.command(room, keyed, room.table.chairs[command.seat].player)

    async def play(
        self, room: Room, until: Callable[[GameTable], bool] = lambda table: table.phase == "finished"
    ) -> Room:
        """Everybody plays on; whoever is stuck is told that there is no way. Bots play on where somebody looks."""
        if not room.listeners:
            self.house.rooms.enter(room, Onlooker())
        while room.table.phase != "finished" and not until(room.table):
            if room.bot is not None:
                await asyncio.shield(room.bot)
            elif room.table.stuck is not None:
                await self.do(room, seats_to_help(room.table)[0], wire.NoWay)
            else:
                await self.send(room, a_move(room.table, self.rng))
        if room.bot is not None:
            await asyncio.shield(room.bot)
        return room

    async def take_back(self, room: Room, yes: bool = True) -> None:
        """The last person who moved asks for it, the others answer."""
        assert room.table.log is not None
        await self.do(room, room.table.log.seat, wire.TakeBack)
        while room.table.asks_back is not None:
            await self.do(room, seats_to_agree(room.table)[0], wire.Answer, yes=yes)


class Onlooker:
    """Somebody who looks at a table and does nothing."""

    player = ""
    network = ""

    def tell(self, event: Any, before: GameTable, after: GameTable) -> None: ...

    def presence(self) -> None: ...

    def deleted(self) -> None: ...


def turns(count: int) -> Callable[[GameTable], bool]:
    """After so many turns."""
    return lambda table: len(table.state.sheet) >= count


async def tiles(it: Evening, ana: Guest, bo: Guest, cleo: Guest) -> None:
    """Tables of the tile game."""
    room = await it.seated(await it.make("tiles", ana, "here", "person"), bo)
    await it.do(room, 1, wire.Say, word="good_luck")
    await it.play(room, turns(6))
    await it.take_back(room, yes=False)
    await it.play(room, turns(9))
    await it.take_back(room)
    await it.do(room, 0, wire.Adjust, assist="best", open=True, name="Anna")
    await it.play(room)
    await it.do(room, 1, wire.Say, word="well_played")
    await it.do(room, 0, wire.Rematch)
    await it.do(room, 1, wire.Rematch)

    await it.play(await it.seated(await it.make("tiles", ana, "here", "champion", "sprout")))
    room = await it.seated(await it.make("tiles", bo, "here", "person", "person", "casual", memory=True), ana, cleo)
    await it.play(room, turns(5))
    await it.do(room, 0, wire.Resign)
    await it.play(room)

    room = await it.seated(await it.make("tiles", cleo, "here", "person"), bo)
    await it.play(room, turns(4))
    await it.do(room, 1, wire.Resign)

    # Running: by a clock that has played once; with four seats; with a bot that is waited for; on one device.
    room = await it.seated(await it.make("tiles", ana, "here", "person", clock=30), bo)
    await it.play(room, turns(3))
    it.clock.pass_seconds(31)
    while room.table.log is None or len(room.table.state.sheet) < 4:
        await asyncio.sleep(0)
    room = await it.seated(await it.make("tiles", ana, "here", "person", "champion", "person"), bo, cleo)
    await it.play(room, turns(8))
    await it.do(room, 3, wire.Leave)
    await it.play(room, turns(12))
    await it.do(room, 3, wire.Return)
    await it.do(room, 0, wire.Remove, who=1)
    room = await it.seated(await it.make("tiles", ana, "here", "here"))
    await it.play(room, turns(30))
    await it.take_back(room)
    await it.make("tiles", cleo, "here", "person", "casual", watch=False)


async def cards(it: Evening, ana: Guest, bo: Guest, cleo: Guest) -> None:
    """Tables of the card game."""
    while True:
        room = await it.seated(await it.make("cards", ana, "here", "person"), bo)
        await it.play(room)
        bodies = [e.decode(row.body) for row in await it.house.store.events(room.table.id)]
        if any(isinstance(event, e.Settled) and not event.exists for event in bodies):
            break
        await it.house.upkeep.delete_table(room.table.id)
    await it.play(await it.seated(await it.make("cards", cleo, "here", "expert", "greedy", "sprout")))

    room = await it.seated(await it.make("cards", bo, "here", "person", "person"), ana, cleo)
    await it.play(room, turns(5))
    seat = room.table.to_move
    assert seat is not None
    await it.do(room, seat, wire.Stuck)
    for helper in seats_to_help(room.table):
        await it.do(room, helper, wire.NoWay)
    await it.play(room, turns(8))
    await it.take_back(room)
    stuck = room.table.to_move
    assert stuck is not None
    way = a_move(room.table)
    assert isinstance(way, wire.LayRows), "there is a way to show"
    await it.do(room, stuck, wire.Stuck)
    await it.do(room, seats_to_help(room.table)[0], wire.ShowWay, rows=way.rows, taken=way.taken)
    await it.play(room, turns(12))
    # Left as it is: somebody is stuck, one of the others has looked in vain.
    await it.do(room, room.table.to_move or 0, wire.Stuck)
    await it.do(room, seats_to_help(room.table)[0], wire.NoWay)

    room = await it.seated(await it.make("cards", ana, "here", "thoughtful"))
    await it.play(room, turns(9))
    room = await it.seated(await it.make("cards", bo, "here", "person", leaving="end"), cleo)
    await it.play(room, turns(3))
    await it.do(room, 1, wire.Leave)
    room = await it.seated(await it.make("cards", bo, "here", "person"), cleo)
    await it.play(room, turns(3))
    await it.house.upkeep.close_table(room.table.id, "closed")


async def openings(it: Evening, ana: Guest, bo: Guest) -> None:
    """Two ties for the opening, one of them settled."""
    waiting: list[Room] = []
    while len(waiting) < 2:
        room = await it.seated(await it.make("tiles", ana, "here", "person", ages=False), bo, ages=False)
        if room.table.phase == "opening":
            waiting.append(room)
        else:
            await it.house.upkeep.delete_table(room.table.id)
    for seat in sorted(waiting[0].table.asked):
        await it.do(waiting[0], seat, wire.GiveAge, age=30 - seat)


async def others(it: Evening, ana: Guest) -> dict[str, str]:
    """A remote bot at a running table, one whose token was taken away, somebody who was erased, a setting, a code."""
    secrets = {"hal": await it.house.remote.make("hal", ["tiles", "cards"])}
    token = await it.house.remote.token_of(secrets["hal"])
    assert token is not None
    await it.house.store.see_tokens([token.player], it.clock.now())
    room = await it.seated(await it.make("tiles", ana, "here", "hal"))
    while len(room.table.state.sheet) < 5:
        command = a_move(room.table, it.rng)
        if room.table.to_move == 1:
            assert isinstance(command, wire.LayTiles)
            await it.house.remote_move(room, token.player, command.play, room.table.n)
        else:
            await it.send(room, command)
    await it.house.remote.make("gone", ["tiles"])
    await it.house.remote.revoke("gone")
    erased, _ = await it.house.people.welcome("Nobody")
    room = await it.seated(await it.make("tiles", ana, "here", "person"), erased)
    await it.play(room, turns(4))
    await it.house.erase(erased.id)
    await it.play(room, turns(7))
    await it.house.store.set_setting("keep_days", "3650")
    now = it.clock.now()
    await it.house.store.add_code(people.hashed("ABCDEFGHJKMN"), ana.id, now + people.CODE_MS, now)
    return secrets


def read(table: GameTable) -> dict[str, Any]:
    """What a table comes to, in words that outlive any module: phases, numbers and notation."""
    state = table.state
    game: dict[str, Any] = {}
    if state is not None:
        views = [state.view(seat) for seat in range(len(table.chairs))]
        game = {
            "scores": list(state.scores),
            "to_move": table.to_move,
            "bag": state.bag_count,
            "hands": [str(view.hand) for view in views],
            "sheet": [[entry.seat, str(entry.move), entry.points] for entry in state.sheet],
            "table": str(state.board) if table.game == "tiles" else [str(row) for row in views[0].table],
        }
    return {
        "game": table.game,
        "phase": table.phase,
        "n": table.n,
        "at": table.at,
        "names": [chair.name for chair in table.chairs],
        "played_by": [chair.played_by for chair in table.chairs],
        "waiting": [table.stuck, sorted(table.no_way), table.asks_back, sorted(table.asked)],
        "outcome": None if table.outcome is None else [table.outcome[0], list(table.outcome[1])],
        "rematch": table.rematch,
        "closed": table.closed,
        **game,
    }


async def write(path: Path) -> dict[str, Any]:
    """The evening, in a new store; what was read in it at the end."""
    it = Evening(path)
    await it.house.open()
    guests = [await it.house.people.welcome(name) for name in ("Ana", "Bo", "Cleo")]
    ana, bo, cleo = (player for player, _ in guests)
    await tiles(it, ana, bo, cleo)
    await cards(it, ana, bo, cleo)
    await openings(it, ana, bo)
    tokens = await others(it, ana)
    found: dict[str, Any] = {}
    kinds: set[type] = set()
    for line in await it.house.store.lines():
        it.house.rooms.pop(line.table, None)
        room = await it.house.rooms.find(line.table)
        assert room is not None
        found[line.table] = read(room.table)
        if room.table.phase == "finished":
            found[line.table]["record"] = await it.house.record(room)
        kinds |= {type(e.decode(row.body)) for row in await it.house.store.events(line.table)}
    assert kinds == set(get_args(e.AnyStored)), f"the evening had no {set(get_args(e.AnyStored)) - kinds}"
    await it.house.close()
    secrets = {player.id: secret for player, secret in guests}
    return {"version": sixfold.__version__, "now": it.clock.time, "secrets": secrets, "tokens": tokens, "tables": found}


def main() -> None:
    """Write the folder of this version."""
    folder = FOLDER / sixfold.__version__
    if folder.exists():
        sys.exit(f"{folder} is there already: what a release wrote is never written again")
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "store.db"
        expected = asyncio.run(write(path))
        folder.mkdir()
        (folder / "store.db.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
        text = json.dumps(expected, indent=1, ensure_ascii=False)
        (folder / "tables.json").write_text(text + "\n", encoding="utf-8")
    print(f"wrote {folder}: {len(expected['tables'])} tables")


if __name__ == "__main__":
    main()
