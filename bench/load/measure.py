"""One run: servers, processes of people, and what the servers used meanwhile. What the people use is told apart."""

from __future__ import annotations

import contextlib
import multiprocessing
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from bench.load.crowd import Signals, Task, people
from bench.load.script import Scripts, recorded
from tests.server.postgres import Postgres
from tests.server.running import Running

STAGE = (str(Path(__file__).parent / "stage.py"),)
_scripts: Scripts = {}
QUIET = ("--log-level", "warning")


@dataclass
class Run:
    """What is asked for: games, moves per second, seconds; servers on one PostgreSQL, or none for a SQLite file."""

    games: int
    rate: float = 0.0
    seconds: float = 0.0
    warm_s: float = 3.0
    servers: int = 0
    clients: int = 2
    onlookers: int = 0


@dataclass
class Found:
    """What came of it. `cpu_ms`: the servers' CPU time per move; `generator`: cores that the people used."""

    games: int
    sockets: int
    moves: int = 0
    errors: int = 0
    per_s: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    p999_ms: float = 0.0
    cpu_ms: float = 0.0
    generator: float = 0.0
    empty_mb: float = 0.0
    idle_mb: float = 0.0
    end_mb: float = 0.0
    asked: float = 0.0
    """Moves per second that the schedule had."""

    @property
    def kept_up(self) -> bool:
        """Whether the server could do what was asked for: if not, the CPU time of idling is shared by fewer moves."""
        return self.per_s >= 0.9 * self.asked

    @property
    def per_core(self) -> float:
        """Moves per second that one core carries."""
        return 1000 / self.cpu_ms if self.cpu_ms else 0.0


@contextmanager
def serving(servers: int) -> Iterator[list[Running]]:
    """So many servers on one PostgreSQL; 0: one on a SQLite file."""
    with ExitStack() as stack:
        if not servers:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            yield [stack.enter_context(Running(folder, *QUIET, program=STAGE))]
            return
        postgres = Postgres().start()
        stack.callback(postgres.remove)
        url = postgres.database("load")
        yield [stack.enter_context(Running(None, *QUIET, database=url, program=STAGE)) for _ in range(servers)]


def commands(servers: list[Running]) -> int:
    """How many commands they have acknowledged."""
    pattern = re.compile(r"^sixfold_commands_total (\d+)", re.MULTILINE)
    found = [pattern.search(httpx.get(f"{server.base}/metrics", timeout=60).text) for server in servers]
    return sum(int(one[1]) for one in found if one)


def rss_mb(servers: list[Running]) -> float:
    return sum(server.rss() for server in servers) / 1e6


@contextmanager
def crowd(run: Run, doors: list[int], scripts: Scripts) -> Iterator[tuple[Any, Signals]]:
    """Processes of people, all at their tables; they leave in the end."""
    context = multiprocessing.get_context("spawn")
    out, go = context.Queue(), Signals(context)
    shares = [run.games // run.clients + (i < run.games % run.clients) for i in range(run.clients)]
    tasks = [
        Task(doors, n, run.rate * n / run.games, run.warm_s, run.seconds, i, run.onlookers // run.clients, scripts)
        for i, n in enumerate(shares)
    ]
    workers = [context.Process(target=people, args=(task, out, go), daemon=True) for task in tasks]
    for worker in workers:
        worker.start()
    try:
        for _ in workers:
            assert out.get(timeout=900) == "open"
        yield out, go
    finally:
        go.set()
        go.leave.set()
        for worker in workers:
            worker.join(30)
            with contextlib.suppress(ValueError):
                worker.kill()


def scripted(base: str) -> Scripts:
    """The games that are played, recorded at the first server: every other one deals the same."""
    if not _scripts:
        _scripts.update(recorded(base))
    return _scripts


def measure(run: Run) -> Found:
    """The whole run."""
    with serving(run.servers) as servers:
        scripts = scripted(servers[0].base)
        empty = rss_mb(servers)
        with crowd(run, [server.port for server in servers], scripts) as (out, go):
            found = Found(run.games, 2 * run.games + run.onlookers, empty_mb=empty, idle_mb=rss_mb(servers))
            found.asked = run.rate
            go.set()
            if run.rate:
                _moves(run, found, servers)
            results = [out.get(timeout=300) for _ in range(run.clients)]
            late = sorted(one for times, _, _ in results for one in times)
            found.moves = len(late)
            found.errors = sum(errors for _, errors, _ in results) + sum(len(server.mistakes()) for server in servers)
            found.end_mb = rss_mb(servers)
            if late:
                found.generator = sum(cpu for _, _, cpu in results) / (run.warm_s + run.seconds)
                found.p50_ms, found.p99_ms, found.p999_ms = (
                    1000 * late[int(len(late) * part)] for part in (0.5, 0.99, 0.999)
                )
    return found


def _moves(run: Run, found: Found, servers: list[Running]) -> None:
    time.sleep(run.warm_s)
    cpu, done = sum(server.cpu_s() for server in servers), commands(servers)
    time.sleep(run.seconds)
    cpu, done = sum(server.cpu_s() for server in servers) - cpu, commands(servers) - done
    found.per_s, found.cpu_ms = done / run.seconds, 1000 * cpu / max(1, done)
