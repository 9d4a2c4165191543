"""One seed played: a plan of what people do and what breaks, then all is mended, and every table must go on."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random
from collections.abc import Sequence
from typing import Final, NamedTuple
from unittest import mock

import msgspec

from sixfold import pace
from sixfold.errors import Refused, SixfoldError
from sixfold.server import archive, wire
from sixfold.server.moderation.values import Block
from sixfold.server.store import EventRow
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.plans import GivenPlan, wanted
from sixfold.server.table.table import GameTable
from tests.simulation.disk import Disk
from tests.simulation.letters import Letters
from tests.simulation.people import Person, folded
from tests.simulation.referee import DAY_S, Referee
from tests.simulation.servers import Server, seats
from tests.simulation.world import BEGIN, Broken, World, run

STEPS: Final = 60
PATIENCE_S: Final = 90.0
"""Once nothing breaks any more, everything that was under way is settled within so many seconds."""
FEW: Final = 20
"""A move of the house may be overtaken; one that is tried and refused again and again is not meant to be."""
NOTICED_S: Final = 6.0
"""After so many seconds every server goes by the same clock again, and what a dead one has claimed is over."""
MANNERS: Final = ("hp", "hp", "ph", "hpp", "hpb", "hhp", "hppp", "hpbb")
FAULTS: Final = (
    "crash",
    "stop",
    "cut",
    "cut",
    "deaf",
    "full",
    "slow",
    "forgetful",
    "failing",
    "cut off",
    "mute",
    "clock",
    "away",
    "upgrade",
)


class Step(NamedTuple):
    """One line of a plan: after so many seconds, this happens. `number` stays when others are left out."""

    number: int
    after: float
    what: str


class Outcome(NamedTuple):
    """How a seed ended."""

    seed: int
    broken: Broken | None
    seconds: float
    rows: int
    told: int
    games: int
    digest: str
    """Of all rows: the same in every process."""
    trace: list[str]


def plan(seed: int) -> list[Step]:
    """What this seed has in store."""
    rng = random.Random(f"plan {seed}")
    bad = rng.choice((0.05, 0.12, 0.25))
    steps = []
    for number in range(STEPS):
        after = rng.expovariate(2.0) if rng.random() < 0.95 else rng.uniform(5.0, 40.0)
        steps.append(Step(number, after, rng.choice(FAULTS) if rng.random() < bad else "act"))
    return steps


class Simulation:
    """A world with its servers, tables and people."""

    def __init__(self, seed: int) -> None:
        self.world = World(seed)
        self.referee = Referee(self.world)
        self.disk = Disk(self.world, self._committed)
        rng = self.world.chance("set-up")
        self.servers = [Server(self.world, self.disk, self.referee, at) for at in range(rng.choice((1, 2, 2, 3)))]
        self.people: list[Person] = []
        self.letters = Letters(self)
        self._truth: dict[str, GameTable] = {}
        self._rng = rng

    def _committed(self, new: list[tuple[str, EventRow]]) -> None:
        self.referee.committed(new)
        for table, row in new:
            known = self._truth.get(table, GameTable(table))
            if self.world.broken is None:
                self._truth[table] = folded(known, row)

    def truth(self, table: str) -> GameTable:
        """The table as it is on the disk."""
        if table not in self._truth:
            raise self.world.broken or Broken("durable", f"the table {table} was made and is not there")
        return self._truth[table]

    # --------------------------------------------------------------------------------------------------- set-up

    async def open(self) -> None:
        """Servers, two tables, and people on their way to them."""
        rng = self._rng
        for server in self.servers:
            await server.start(wrong=rng.choice((0, 40_000, -40_000, 86_400_000)))
        for number in range(rng.choice((1, 2))):
            await self._table(number, rng)
        self.letters.open()

    async def _table(self, number: int, rng: random.Random) -> None:
        kinds = rng.choice(MANNERS)
        house = self.servers[0].house
        assert house is not None
        options = wire.NewOptions(clock=rng.choice((None, 10, 20)), leaving=rng.choice(("bot", "end")))
        if options.clock == 20 and self.world.chance(f"total {number}").random() < 0.5:
            options = msgspec.structs.replace(options, clock=None, total=12, increment=1)
        elif options.clock is None and self.world.chance(f"days {number}").random() < 0.6:
            options = msgspec.structs.replace(options, clock=DAY_S, vacation=1)
        host = f"host{number}"
        made = await house.make(wire.NewTable(game="tiles", seats=seats(kinds), options=options), host, "Host")
        room = await house.rooms.find(made.id)
        assert room is not None
        players = [host]
        for seat, kind in enumerate(kinds):
            if kind == "p":
                guest = f"guest{number}{seat}"
                if self.world.chance(f"apart {number} {seat}").random() < 0.1:
                    await house.store.keep_block(Block(guest, host, guest, "Guest", BEGIN))
                    self.referee.apart.add(frozenset((host, guest)))
                with contextlib.suppress(Refused):
                    await house.join(room, seat, guest, "Guest", 30 + seat, "places")
                players.append(guest)
        for player in [*players, f"onlooker{number}"]:
            self.people.append(Person(self, player, made.id))

    def follow(self, person: Person, table: str) -> None:
        """Somebody goes to the table of the next game."""
        if table not in self._truth:
            return
        person.leave()
        person.away = False
        person.table, person.n = table, None
        person.waiting.clear()
        person.said.clear()

    # ---------------------------------------------------------------------------------------------------- the plan

    async def play(self, steps: Sequence[Step]) -> None:
        """Everything in the plan."""
        for step in steps:
            self._come_back()
            await asyncio.sleep(step.after)
            rng = self.world.chance("step", step.number)
            if step.what == "act":
                person = rng.choice(self._likely())
                self.world.note(f"{person.player} {person.act(rng)}")
            else:
                self.world.note(step.what)
                await self._break(step.what, rng)
            self.world.must_hold()

    def _likely(self) -> list[Person]:
        """Those whose turn it is act more often than others."""
        movers = [p for p in self.people if self.truth(p.table).to_move in self.truth(p.table).seats_of(p.player)]
        return [*self.people, *movers * 3]

    def _come_back(self) -> None:
        """Who has lost the line opens another one, at any server that is up."""
        up = [server for server in self.servers if server.up]
        for person in self.people:
            if person.link is None and not person.away and up:
                person.connect(person.rng.choice(up), since=person.rng.random() < 0.9)

    async def _break(self, what: str, rng: random.Random) -> None:
        now, until = self.world.now(), self.world.now() + rng.uniform(0.5, 8.0)
        server = rng.choice(self.servers)
        person = rng.choice(self.people)
        match what:
            case "crash" | "stop":
                if what == "crash":
                    server.crash(reaches=rng.random() < 0.5)
                else:
                    await server.stop()
                asyncio.get_running_loop().call_later(rng.uniform(0.1, 15.0), self._again, server, rng)
            case "cut":
                if person.link is not None:
                    person.link.cut(late=rng.choice((0.0, 1.0)))
            case "deaf":
                if person.link is not None:
                    person.link.deaf = until
            case "full":
                self.disk.full = until
            case "slow":
                self.disk.slow = until
            case "mute":
                self.disk.mute = until
            case "clock":
                self.disk.wrong = rng.choice((0, -1000, -2000))
            case "forgetful":
                self.disk.forgetful = rng.choice((1, 1, 2))
            case "failing":
                self.disk.failing = rng.choice((1, 2, 3))
            case "cut off":
                if server.store is not None:
                    server.store.cut_off = until
            case "upgrade":
                # One server after the other: for a while two versions share the store.
                await server.stop()
                await server.start(old=rng.random() < 0.5)
            case "away":
                person.leave()
                asyncio.get_running_loop().call_later(until - now, setattr, person, "away", False)

    def _again(self, server: Server, rng: random.Random) -> None:
        if not server.up:
            asyncio.ensure_future(server.start(wrong=rng.choice((0, 40_000, -40_000, -86_400_000))))  # noqa: RUF006

    # --------------------------------------------------------------------------------------------------- and then

    async def mend(self) -> None:
        """Nothing breaks any more."""
        self.world.calm = self.world.now() + NOTICED_S
        self.disk.full = self.disk.slow = self.disk.mute = 0.0
        self.disk.failing = self.disk.forgetful = 0
        for server in self.servers:
            if server.store is not None:
                server.store.cut_off = 0.0
            if server.store is not None and not server.store.shared:
                await server.stop()
            if not server.up:
                await server.start()

    async def deserted(self) -> None:
        """All servers fail at once and nobody comes back: where a clock runs, it runs out all the same."""
        for person in self.people:
            person.leave()
        for server in self.servers:
            server.crash(reaches=False)
        for server in self.servers:
            await server.start()
        self.world.calm = self.world.now() + NOTICED_S
        waits = [
            t
            for t in self._truth.values()
            if t.terms.timed and t.to_move is not None and not t.bot_to_move() and not t.chairs[t.to_move].vacation_at
        ]
        await asyncio.sleep(60.0)
        for table in waits:
            if self.truth(table.id).turn_n == table.turn_n:
                self.world.blame("live", f"the clock of table {table.id[:4]} did not run out while nobody was there")
        self.world.must_hold()

    async def settle(self) -> None:
        """Everybody is back, everything is answered, and all know the same."""
        for person in self.people:
            person.away = False
        until = self.world.now() + PATIENCE_S
        while (missing := self._unsettled()) and self.world.now() < until:
            self._come_back()
            await asyncio.sleep(1.0)
            self._insist()
            self.world.must_hold()
        if missing:
            self.world.blame("live", missing)
        self.world.must_hold()

    def _insist(self) -> None:
        """What the store could not keep is asked for again; a line that brings nothing is replaced."""
        for person in self.people:
            if person.waiting and person.link is not None and self.world.now() % 5 < 1:
                person.link.cut()

    def _unsettled(self) -> str:
        for person in self.people:
            n = self.truth(person.table).n
            if person.n != n or not person.greeted:
                return f"{person.player} knows {person.n} of {n}"
            if person.waiting:
                return f"{person.player} waits for an answer to {next(iter(person.waiting.values())).decode()}"
            if any(wanted(self.truth(person.table), plan) for plan in self._plans(person.table)):
                return f"what somebody wants played at table {person.table[:4]} is not"
        return self.letters.unsettled()

    def _plans(self, table: str) -> list[GivenPlan]:
        rows = self.disk.rows("SELECT table_id, seat, player, turn, move FROM plans WHERE table_id = ?", table)
        return [GivenPlan(*row) for row in rows]

    async def go_on(self, turns: int) -> None:
        """Every table that is not over goes on, turn by turn."""
        for _ in range(turns):
            tables = {person.table: self.truth(person.table) for person in self.people}
            going = [table for table in tables.values() if table.phase != "finished"]
            if not going:
                return
            await self._one_turn(going)
            await self.settle()

    async def _one_turn(self, going: list[GameTable]) -> None:
        until = self.world.now() + PATIENCE_S
        while self.world.now() < until:
            still = [t for t in going if self.truth(t.id).turn_n == t.turn_n and self.truth(t.id).phase != "finished"]
            if not still:
                return
            for person in self.people:
                table = self.truth(person.table)
                if table.id in {t.id for t in still} and person.greeted and person.n == table.n and not person.waiting:
                    self._sensibly(person, table)
            await asyncio.sleep(1.0)
            self._come_back()
            self.world.must_hold()
        stuck = self.truth(still[0].id)
        self.world.blame("live", f"table {stuck.id[:4]} is stuck at {stuck.n} in its {stuck.phase}")
        self.world.must_hold()

    def _sensibly(self, person: Person, table: GameTable) -> None:
        """The one thing that the table waits for."""
        mine = table.seats_of(person.player)
        unready = [seat for seat in mine if not table.chairs[seat].ready]
        if table.phase == "lobby" and unready:
            person.command(wire.Ready, unready[0], entropy=person.rng.randbytes(32).hex())
        elif table.phase == "lobby" and person.player == table.host and not all(c.taken for c in table.chairs):
            person.command(wire.Start, None)
        elif table.asks_back is not None and set(mine) - {table.asks_back} - table.agreed:
            person.command(wire.Answer, min(set(mine) - {table.asks_back} - table.agreed), yes=True)
        elif table.to_move in mine and not table.chairs[table.to_move or 0].resigned:
            person.move(table)

    async def close(self) -> None:
        """What is on the disk is what the referee has seen, and every finished game was dealt as promised."""
        for server in self.servers:
            await server.stop()
            if server.mistakes:
                self.world.blame("mistakes", f"server {server.number} has logged {server.mistakes}")
            if server.refused > FEW:
                self.world.blame("live", f"server {server.number} was refused {server.refused} moves of its own")
        for table, game in self.referee.games.items():
            sql = "SELECT n, at, actor, key, body FROM events WHERE table_id = ? ORDER BY n"
            if [EventRow(*row) for row in self.disk.rows(sql, table)] != game.rows:
                self.world.blame("one history", f"table {table[:4]} was written over")
            known = self._truth[table]
            if known.phase == "finished" and known.state is not None and not known.closed:
                self._verify(known, game.rows)
        self.letters.check()
        self.world.must_hold()

    def _verify(self, table: GameTable, rows: list[EventRow]) -> None:
        try:
            archive.verify(str(archive.record_of(table, (e.decode(row.body) for row in rows))))
        except SixfoldError as error:
            self.world.blame("shuffle", str(error))


async def _whole(simulation: Simulation, steps: Sequence[Step]) -> None:
    rng = simulation.world.chance("end")
    await simulation.open()
    await simulation.play(steps)
    await simulation.mend()
    if rng.random() < 0.5:
        await simulation.deserted()
    await simulation.settle()
    await simulation.go_on(60 if rng.random() < 0.08 else 2)
    await simulation.close()


def play(seed: int, steps: Sequence[Step] | None = None) -> Outcome:
    """Play a seed, or what is left of its plan."""
    simulation = Simulation(seed)
    world = simulation.world
    broken: Broken | None = None

    async def whole() -> float:
        nonlocal broken
        try:
            await _whole(simulation, plan(seed) if steps is None else steps)
        except Broken as error:
            broken = error
        except Exception:
            # What is broken can trip up whoever drives it; an exception in a sound world is a mistake in here.
            if (broken := world.broken) is None:
                raise
        return asyncio.get_running_loop().time()

    quiet = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    seconds = 0.0
    try:
        with mock.patch.object(pace, "DAY_S", DAY_S), mock.patch.object(due, "DAY_S", DAY_S):
            seconds = run(whole())
    except Broken as error:  # the loop itself: nothing happens any more, or too much at once
        broken = error
    finally:
        logging.disable(quiet)
        simulation.disk.opened.close()
    rows = [row for game in simulation.referee.games.values() for row in game.rows]
    return Outcome(
        seed,
        broken,
        seconds,
        len(rows),
        world.told,
        len(simulation.referee.games),
        hashlib.sha256(repr(rows).encode()).hexdigest()[:16],
        world.trace,
    )


def shrink(seed: int, promise: str) -> list[Step]:
    """The smallest part of the plan, as far as leaving things out leads there, that still breaks this promise."""
    steps = plan(seed)
    size = len(steps) // 2
    while size:
        at = 0
        while at < len(steps):
            fewer = steps[:at] + steps[at + size :]
            broken = play(seed, fewer).broken
            if broken is not None and broken.promise == promise:
                steps = fewer
            else:
                at += size
        size //= 2
    return steps
