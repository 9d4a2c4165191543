"""What a bystander notices while one visitor does the dearest allowed thing as fast as it may (docs/security.md, H28).

    python bench/bystander.py [--seconds 20] [--rounds 2] [bots review ...]

A real `sixfold serve` with the limits of a host. Two people play at one table, and one of them against a bot at
another; the time to each acknowledgement and to each answer of the bot counts. The visitor comes from another network
of this machine, in a process of its own, and asks again as soon as the server says that it may. Every kind of asking
is measured between quiet spells, so that what else the machine does cancels out, and is kept in build/bystander.json
when it is done: docs/scale.md shows the last result of each. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.load.machine import Watch
from tests.server.client import Player, Visitor, two_players
from tests.server.running import Running

LIMITS: Final = ("--messages", "100", "--sockets", "400", "--requests", "240", "--log-level", "warning")
ELSEWHERE: Final = "127.0.3.7"
ACK_BAR, BOT_BAR = 3.0, 2.0
BOT: Final = "expert"
CONNECTIONS: Final = 8
LONGEST: Final = Path(__file__).parents[1] / "spec" / "longest" / "tiles.json"
RESULTS: Final = Path(__file__).parents[1] / "build" / "bystander.json"
Attack = Callable[["Intruder"], Awaitable[None]]


class Intruder:
    """One visitor from another network, with a few connections."""

    def __init__(self, base: str, record: str) -> None:
        self.base = base
        self.record = record
        self.granted = 0
        """How often the server began to answer: what takes long is under way from then on."""
        self.refused = 0
        self._numbers = itertools.count()
        transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE, verify=False)
        self.visitor = Visitor(base, transport)
        self.visitor.http.timeout = httpx.Timeout(300)

    def fresh(self) -> str:
        """The record, a little different each time: what is asked twice is answered once."""
        return self.record.replace("\n\n", f"\nnote: {next(self._numbers)}\n\n", 1)

    async def post(self, path: str, **body: Any) -> None:
        """Ask, and when there is no more to be had, wait for as long as one is told to."""
        await self._ask("POST", path, json=body)

    async def _ask(self, method: str, path: str, **more: Any) -> None:
        async with self.visitor.http.stream(method, path, **more) as answer:
            if answer.status_code == 429:
                self.refused += 1
                await answer.aread()
                await asyncio.sleep(answer.json()["refusal"]["facts"].get("wait", 1))
                return
            assert answer.status_code < 300, answer.status_code
            self.granted += 1
            await answer.aread()

    async def call(self, path: str) -> None:
        """The same without a body."""
        await self._ask("GET", path)

    async def for_ever(self, ask: Callable[[], Awaitable[None]]) -> None:
        async def one() -> None:
            while True:
                await ask()

        await asyncio.gather(*(one() for _ in range(CONNECTIONS)))


async def review(it: Intruder, full: bool = False) -> None:
    await it.for_ever(lambda: it.post("/api/study/review", record=it.fresh(), full=full))


async def full_review(it: Intruder) -> None:
    await review(it, full=True)


async def animation(it: Intruder) -> None:
    await it.for_ever(lambda: it.post("/api/study/picture", record=it.fresh(), kind="gif"))


async def verify(it: Intruder) -> None:
    await it.for_ever(lambda: it.post("/api/verify", record=it.record))


async def replay(it: Intruder) -> None:
    await it.for_ever(lambda: it.post("/api/study/replay", record=it.fresh()))


async def ask(it: Intruder) -> None:
    """The longest list of plays that a search has found."""
    worst = json.loads(LONGEST.read_text("utf-8"))[-1]
    words = {"do": "plays", "ruleset": "tiles/1", "board": worst["board"], "hand": worst["hand"]}
    await it.for_ever(lambda: it.post("/api/ask", **words))


async def picture(it: Intruder) -> None:
    await it.for_ever(lambda: it.post("/api/study/picture", record=it.fresh(), kind="png"))


async def plain(it: Intruder) -> None:
    """The cheapest call, which may be made most often."""
    await it.for_ever(lambda: it.call("/api/me"))


async def bots(it: Intruder) -> None:
    """As many tables as may be had, three of the strongest bots at each, all watched and played at."""
    seats = [{"kind": "here", "name": "X"}, *({"kind": "bot", "bot": "champion"} for _ in range(3))]

    async def table() -> None:
        answer = await it.visitor.http.post("/api/tables", json={"game": "tiles", "seats": seats, "options": {}})
        if answer.status_code == 429:
            it.refused += 1
            await asyncio.sleep(answer.json()["refusal"]["facts"].get("wait", 1))
            return
        if answer.status_code != 201:
            await asyncio.sleep(1)
            return
        it.granted += 1
        player = await Player(it.visitor, answer.json()["table"], 0).open()
        await player.ready()
        playing.append(asyncio.create_task(player.play_on()))

    playing: list[asyncio.Task[None]] = []
    await it.for_ever(table)


async def questions(it: Intruder) -> None:
    """A socket at a table, asked for everything that fits as often as messages are taken."""
    made = await it.visitor.make("tiles", [{"kind": "here", "name": "X"}, {"kind": "bot", "bot": "greedy"}])
    player = await Player(it.visitor, made["table"], 0).open()
    await player.ready()
    await player.until(lambda p: bool(p.now))
    while True:
        for do in ("plays", "look"):
            await player.ask(do)
            it.granted += 1
        await asyncio.sleep(0.4)  # one more a second, and the socket would be closed


async def sockets(it: Intruder) -> None:
    """Sockets, opened and closed."""
    made = await it.visitor.make("tiles", [{"kind": "here", "name": "X"}, {"kind": "bot", "bot": "greedy"}])

    async def one() -> None:
        try:
            player = await Player(it.visitor, made["table"], 0).open()
            await player.close()
            it.granted += 1
        except Exception:  # refused: there will be more in a while
            it.refused += 1
            await asyncio.sleep(0.5)

    await it.for_ever(one)


async def everything(it: Intruder) -> None:
    """All of it at once."""
    await asyncio.gather(*(attack(it) for name, attack in ATTACKS.items() if name != "everything"))


ATTACKS: Final[dict[str, Attack]] = {
    "full review": full_review,
    "review": review,
    "animation": animation,
    "picture": picture,
    "verify": verify,
    "list of plays": ask,
    "replay": replay,
    "plain calls": plain,
    "bots": bots,
    "questions": questions,
    "sockets": sockets,
    "everything": everything,
}


def intrude(name: str, base: str, record: str, begun: Any, stop: Any, out: Any) -> None:
    """The visitor's process."""

    async def run() -> None:
        it = Intruder(base, record)
        doing = asyncio.ensure_future(ATTACKS[name](it))
        while not doing.done() and not it.granted + it.refused:
            await asyncio.sleep(0.05)
        begun.set()
        stopped = asyncio.ensure_future(asyncio.to_thread(stop.wait))
        await asyncio.wait({doing, stopped}, return_when=asyncio.FIRST_COMPLETED)
        failed = repr(doing.exception()) if doing.done() else ""
        out.put((it.granted, it.refused, failed))
        out.close()
        out.join_thread()
        os._exit(0)  # what is under way is cut, as a visitor would

    asyncio.run(run())


class Bystander:
    """Somebody who plays on: with a friend, and against a bot."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.acks: list[float] = []
        self.answers: list[float] = []

    def add(self, other: Bystander) -> None:
        """What was found in another spell."""
        self.acks += other.acks
        self.answers += other.answers

    async def watch(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        await asyncio.gather(self._with_a_friend(until), self._against_a_bot(until))

    async def _with_a_friend(self, until: float) -> None:
        while time.perf_counter() < until:
            pair = await two_players(self.base)
            while time.perf_counter() < until and not pair[0].ended.is_set():
                seat = pair[0].now["to_move"]
                player = pair[seat]
                await player.until(lambda p: p.ended.is_set() or p.my_turn())
                if player.ended.is_set():
                    break
                move = player.move()
                began = time.perf_counter()
                answer = await player.ask(**move)
                self.acks.append(time.perf_counter() - began)
                for each in pair:
                    await each.until(lambda p, n=answer["n"]: p.n >= n)  # type: ignore[misc]
                await asyncio.sleep(0.03)
            for player in pair:
                await player.close()
                await player.visitor.close()

    async def _against_a_bot(self, until: float) -> None:
        while time.perf_counter() < until:
            visitor = Visitor(self.base)
            seats: list[dict[str, Any]] = [{"kind": "here", "name": "Ana", "age": 30}, {"kind": "bot", "bot": BOT}]
            player = await Player(visitor, (await visitor.make("tiles", seats))["table"], 0).open()
            await player.ready()
            await player.until(lambda p: bool(p.now))
            while time.perf_counter() < until and not player.ended.is_set():
                await player.until(lambda p: p.ended.is_set() or p.my_turn(), 120)
                if player.ended.is_set():
                    break
                n = (await player.ask(**player.move()))["n"]
                began = time.perf_counter()
                await player.until(lambda p, n=n: p.ended.is_set() or (p.n > n and p.my_turn()), 120)  # type: ignore[misc]
                self.answers.append(time.perf_counter() - began)
            await player.close()
            await visitor.close()


def p99(found: list[float]) -> float:
    """In ms; of fewer than a hundred the worst."""
    if not found:
        return math.nan
    return sorted(found)[int(len(found) * 0.99)] * 1000


def mean(found: list[float]) -> float:
    return sum(found) / len(found) * 1000 if found else math.nan


def spell(base: str, seconds: float, attack: str = "", record: str = "") -> tuple[Bystander, tuple[int, int, str]]:
    """So many seconds, quiet or not."""
    one = Bystander(base)
    if not attack:
        asyncio.run(one.watch(seconds))
        return one, (0, 0, "")
    context = multiprocessing.get_context("spawn")
    begun, stop, out = context.Event(), context.Event(), context.Queue()
    visitor = context.Process(target=intrude, args=(attack, base, record, begun, stop, out))
    visitor.start()
    begun.wait(120)
    asyncio.run(one.watch(seconds))
    stop.set()
    said = out.get(timeout=60)
    visitor.join(30)
    return one, said


async def played(base: str) -> str:
    """The record of a whole game."""
    one, two = await two_players(base)
    await asyncio.gather(one.play_on(), two.play_on())
    text = (await one.visitor.http.get(f"/api/tables/{one.table}/record")).text
    for player in (one, two):
        await player.close()
        await player.visitor.close()
    return text


def measure(name: str, seconds: float, rounds: int) -> dict[str, Any]:
    """One kind of asking, at a server of its own: nothing that another has left undone is in the way."""
    quiet, loud, said = Bystander(""), Bystander(""), (0, 0, "")
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder), *LIMITS) as server:
        record = asyncio.run(played(server.base))
        spell(server.base, 3)  # bots are warm, files are read
        for _ in range(rounds):
            calm, _ = spell(server.base, seconds)
            beside, now = spell(server.base, seconds, name, record)
            quiet.add(calm)
            loud.add(beside)
            said = (said[0] + now[0], said[1] + now[1], said[2] or now[2])
        mistakes = len(server.mistakes())
    around = watch.end()
    acks, answers = (p99(quiet.acks), p99(loud.acks)), (mean(quiet.answers), mean(loud.answers))
    return {
        "asked": name,
        "granted": said[0],
        "refused": said[1],
        "ack_p99_ms": round(acks[0], 1),
        "ack_p99_beside_ms": round(acks[1], 1),
        "ack_times": round(acks[1] / acks[0], 2),
        "acks": len(loud.acks),
        "bot_ms": round(answers[0], 1),
        "bot_beside_ms": round(answers[1], 1),
        "bot_times": round(answers[1] / answers[0], 2),
        "answers": len(loud.answers),
        "failed": said[2],
        "mistakes": mistakes,
        "others": round(around.others, 2),
        "cores": around.cores,
    }


def results(path: Path) -> list[dict[str, Any]]:
    """The last result of each kind of asking that was measured."""
    kept: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return [kept[name] for name in ATTACKS if name in kept]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", default=list(ATTACKS), metavar="KIND", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=20, help="of each spell")
    parser.add_argument("--rounds", type=int, default=2, help="quiet and loud spells of each kind")
    options = parser.parse_args()
    rows, failed = [], []
    for name in options.only:
        try:
            rows.append(measure(name, options.seconds, options.rounds))
        except OSError as error:  # the machine is so busy that not even the quiet one gets through
            failed.append(name)
            print(f"{name}: {error!r}", flush=True)
            continue
        print(json.dumps(rows[-1]), flush=True)
        kept = {row["asked"]: row for row in [*results(RESULTS), rows[-1]]}
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(kept))
    if failed or not rows:
        sys.exit(f"not measured: {', '.join(failed)}")
    if idle := [row["asked"] for row in rows if not row["granted"] or not row["acks"] or row["failed"]]:
        sys.exit(f"nothing was asked for or nothing acknowledged, so this says nothing: {', '.join(idle)}")
    worst_ack, worst_bot = max(row["ack_times"] for row in rows), max(row["bot_times"] for row in rows)
    print(f"acknowledgements, p99: at worst {worst_ack} times the quiet one (bar {ACK_BAR:g})")
    print(f"answers of the bot, mean: at worst {worst_bot} times the quiet one (bar {BOT_BAR:g})")
    sys.exit(0 if worst_ack <= ACK_BAR and worst_bot <= BOT_BAR else 1)


if __name__ == "__main__":
    main()
