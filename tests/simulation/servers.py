"""Servers that crash and come back, and the lines between them and people: slow, cut, deaf on one end."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from sixfold.errors import BotError, SixfoldError
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.session import Session
from sixfold.server.settings import Settings
from tests.simulation.disk import Disk, SharedStore
from tests.simulation.referee import Referee
from tests.simulation.world import LIFE, Life, MachineClock, World

if TYPE_CHECKING:
    from tests.simulation.people import Person

SETTINGS = Settings(beat_s=2.0, idle_s=6.0, messages=10**9, away_s=20.0, workers=1)


class _NoBots:
    """Every bot of the house thinks for a while and fails, so that the house moves for it by its rules alone."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self._world = world
        self._rng = rng

    async def choose(self, game: str, bot: str, view: dict[str, Any], **_: Any) -> str:
        position = repr(view)
        with self._world.thinking_about(position):
            await asyncio.sleep(self._rng.uniform(0.0, 0.4))
        raise BotError("nobody thinks here", bot=bot, code="bot/failed")

    async def close(self) -> None:
        """Nobody is there."""


async def _inline(work: Any) -> Any:
    return work()


class Server:
    """A machine that runs the house, most of the time."""

    def __init__(self, world: World, disk: Disk, referee: Referee, number: int) -> None:
        self.world = world
        self.disk = disk
        self.referee = referee
        self.number = number
        self.rng: random.Random = world.chance("server", number)
        self.life = Life()
        self.life.alive = False
        self.house: House | None = None
        self.store: SharedStore | None = None
        self.links: list[Link] = []
        self.mistakes = 0
        self.refused = 0
        """Moves that the house made for somebody, and that its own tables refused."""

    @property
    def up(self) -> bool:
        return self.house is not None

    async def start(self, wrong: int = 0, old: bool = False) -> None:
        """Switch it on, with a clock that is wrong by so many ms; stays off when the store cannot be asked.

        `old`: with the version before this one, which claims nothing: it does whatever a table waits for.
        """
        life = Life()
        store = SharedStore(self.disk, life)
        store.shared = not old
        rng = self.rng
        house = House(
            store,
            SETTINGS,
            clock=MachineClock(life, wrong),
            crew=_NoBots(self.world, rng),  # type: ignore[arg-type]
            run_aside=_inline,
            new_id=lambda: rng.randbytes(8).hex(),
            new_seed=lambda: rng.randbytes(64).hex(),
            new_key=lambda: rng.randbytes(16).hex(),
        )
        LIFE.set(life)
        try:
            await house.open()
        except SixfoldError:
            life.end()
            store.leave()
            return
        finally:
            LIFE.set(None)
        self.life, self.house, self.store = life, house, store

    def call(self, work: Callable[[House], Awaitable[None]], late: float) -> None:
        """What is asked for by HTTP, after a while on its way. It ends with this server, and a refusal is its end."""
        LIFE.set(self.life)
        asyncio.ensure_future(self._answer(work, late))  # noqa: RUF006
        LIFE.set(None)

    async def _answer(self, work: Callable[[House], Awaitable[None]], late: float) -> None:
        await asyncio.sleep(late)
        if self.house is not None:
            with contextlib.suppress(SixfoldError):
                await work(self.house)

    def crash(self, reaches: bool) -> None:
        """The power fails."""
        if self.house is None or self.store is None:
            return
        self._count(self.house)
        self.store.crash(reaches)
        self.house = None
        self.life.end()
        self._cut()

    async def stop(self) -> None:
        """It is told to end, and does so properly."""
        house = self.house
        if house is None:
            return
        self.house = None
        house.stopping = True
        self._cut()
        await house.close()
        self._count(house)
        self.life.end()

    def _count(self, house: House) -> None:
        self.mistakes += house.metrics.value("mistakes")
        self.refused += house.metrics.value("refusals", "house")

    def _cut(self) -> None:
        for link in list(self.links):
            link.cut(late=0.1)


class Link:
    """A socket: in order while it lasts, each way with a delay of its own. What is under way then may arrive."""

    def __init__(self, server: Server, person: Person, table: str, rng: random.Random) -> None:
        self.server = server
        self.person = person
        self.table = table
        self._rng = rng
        self._world = server.world
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._arrives = [0.0, 0.0]
        self.live = True
        self.deaf = 0.0
        """Until then nothing gets through, and nobody notices."""
        server.links.append(self)
        LIFE.set(server.life)
        self._task = asyncio.ensure_future(self._serve())
        LIFE.set(None)

    # ------------------------------------------------------------------------------------------- what is under way

    def _later(self, way: int, then: Any, *what: Any) -> None:
        loop = asyncio.get_running_loop()
        delay = self._rng.uniform(0.005, 0.2) if self._rng.random() < 0.95 else self._rng.uniform(0.2, 3.0)
        at = max(self._arrives[way] + 1e-6, loop.time() + delay, self.deaf + 0.01)
        self._arrives[way] = at
        loop.call_at(at, then, *what)

    def send(self, text: bytes) -> None:
        """From the person to the server."""
        if self.live:
            self._later(0, self._inbox.put_nowait, text)

    def cut(self, late: float = 0.0) -> None:
        """It breaks. The server reads what has arrived by then, the person notices later."""
        if self.live:
            self.live = False
            loop = asyncio.get_running_loop()
            loop.call_later(self._rng.choice((0.0, 0.5, 4.0)), self._inbox.put_nowait, None)
            loop.call_later(late, self.person.lost, self)

    # ------------------------------------------------------------------------------------------------ the server's end

    async def _serve(self) -> None:
        house = self.server.house
        assert house is not None
        session: Session | None = None
        try:
            room = await house.look(self.table)
            if room is None:
                self.cut()
                return
            session = Session(house, room, self.person.player, self._push, lambda _: self.cut())
            while not session.closed and (text := await self._inbox.get()) is not None:
                self._draft(session, text)
                await session.read(text)
        except SixfoldError:
            self.cut()
        finally:
            if session is not None:
                house.rooms.leave(session.room, session)
            with contextlib.suppress(ValueError):
                self.server.links.remove(self)

    def _draft(self, session: Session, text: bytes) -> None:
        """What the clock may play: a draft that was asked about in this turn."""
        asked = msgspec.json.decode(text)
        if asked["do"] == "check":
            table = session.room.table
            self.server.referee.drafts.add((table.id, table.turn_n, asked["seat"], asked["play"]))

    def _push(self, text: bytes) -> bool:
        if self.server.house is None and not self.server.life.alive:
            return False
        frame = msgspec.json.decode(text)
        self.server.referee.said(self.table, self.person.player, frame)
        if frame["t"] == "ack":
            self._acknowledged(frame)
        elif frame["t"] == "refused" and not frame["refusal"]["code"].startswith("store/"):
            self._refused(frame)
        if self.live:
            self._later(1, self.person.hears, self, frame)
        return True

    def _acknowledged(self, frame: dict[str, Any]) -> None:
        """Whatever is acknowledged is on the disk at this moment."""
        player, key, n = self.person.player, frame["id"], frame["n"]
        kept = self.server.disk.key(player, key)
        if (self.table, n) not in kept and not (key in self.person.idle and self.server.disk.has(self.table, n)):
            self._world.blame("durable", f"{key} of {player} was acknowledged as {n}; on the disk it is {kept}")

    def _refused(self, frame: dict[str, Any]) -> None:
        """Whatever is done is not refused, however often it is asked for."""
        kept = self.server.disk.key(self.person.player, frame.get("id") or "")
        if any(table == self.table for table, _ in kept):
            code = frame["refusal"]["code"]
            self._world.blame("once", f"{frame['id']} of {self.person.player} is done, and was refused: {code}")


def seats(kinds: str) -> list[wire.NewSeat]:
    """`h`: on the host's device, `p`: somebody's, `b`: a bot's."""
    names: dict[str, wire.Kind] = {"h": "here", "p": "person", "b": "bot"}
    return [
        wire.NewSeat(kind=names[kind], name="N" if kind == "h" else None, age=20 + at) for at, kind in enumerate(kinds)
    ]
