"""What a bystander notices while one visitor does the dearest allowed thing as fast as it may (docs/security.md, H28).

    python bench/bystander.py [--seconds 20] [--rounds 2] [--only bots,review]

A real `sixfold serve` with the limits of a host. Two people play at one table, and one of them against a bot at
another; the time to each acknowledgement and to each answer of the bot counts. The visitor comes from another network
of this machine, in a process of its own, and asks again as soon as the server says that it may. Every kind of asking
is measured between two quiet spells, so that what else the machine does cancels out. Loopback only.
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

from tests.server.client import Player, Visitor, two_players
from tests.server.running import Running

LIMITS: Final = ("--messages", "100", "--sockets", "400", "--requests", "240", "--log-level", "warning")
ELSEWHERE: Final = "127.0.3.7"
ACK_BAR, BOT_BAR = 3.0, 2.0
BOT: Final = "expert"
CONNECTIONS: Final = 8
Attack = Callable[["Intruder"], Awaitable[None]]


class Intruder:
    """One visitor from another network, with a few connections."""

    def __init__(self, base: str, record: str) -> None:
        self.base = base
        self.record = record
        self.answered = 0
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
        answer = await self.visitor.http.post(path, json=body)
        if answer.status_code == 429:
            self.refused += 1
            await asyncio.sleep(answer.json()["refusal"]["facts"].get("wait", 1))
        else:
            self.answered += 1

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


async def plain(it: Intruder) -> None:
    """The cheapest call, which may be made most often."""
    await it.for_ever(lambda: it.post("/api/device", code="none"))


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
        it.answered += 1
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
            it.answered += 1
        await asyncio.sleep(0.4)  # one more a second, and the socket would be closed


async def sockets(it: Intruder) -> None:
    """Sockets, opened and closed."""
    made = await it.visitor.make("tiles", [{"kind": "here", "name": "X"}, {"kind": "bot", "bot": "greedy"}])

    async def one() -> None:
        try:
            player = await Player(it.visitor, made["table"], 0).open()
            await player.close()
            it.answered += 1
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
    "verify": verify,
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
        while not doing.done() and not it.answered + it.refused:
            await asyncio.sleep(0.05)
        begun.set()
        stopped = asyncio.ensure_future(asyncio.to_thread(stop.wait))
        await asyncio.wait({doing, stopped}, return_when=asyncio.FIRST_COMPLETED)
        failed = repr(doing.exception()) if doing.done() else ""
        out.put((it.answered, it.refused, failed))
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
            seats = [{"kind": "here", "name": "Ana", "age": 30}, {"kind": "bot", "bot": BOT}]
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


def measure(only: list[str], seconds: float, rounds: int) -> list[dict[str, Any]]:
    """A row for each kind of asking."""
    found = []
    for name in only:
        quiet_acks, quiet_answers, acks, answers = list[float](), list[float](), list[float](), list[float]()
        said = (0, 0, "")
        # A server of its own: nothing that the one before has left undone is in the way.
        with tempfile.TemporaryDirectory() as folder, Running(Path(folder), *LIMITS) as server:
            record = asyncio.run(played(server.base))
            spell(server.base, 3)  # bots are warm, files are read
            for _ in range(rounds):
                calm, _ = spell(server.base, seconds)
                loud, said = spell(server.base, seconds, name, record)
                quiet_acks += calm.acks
                quiet_answers += calm.answers
                acks += loud.acks
                answers += loud.answers
            mistakes = len(server.mistakes())
        found.append(
            {
                "asked": name,
                "answered": said[0],
                "refused": said[1],
                "ack_p99_ms": round(p99(quiet_acks), 1),
                "ack_p99_beside_ms": round(p99(acks), 1),
                "ack_times": round(p99(acks) / p99(quiet_acks), 2),
                "acks": len(acks),
                "bot_ms": round(mean(quiet_answers), 1),
                "bot_beside_ms": round(mean(answers), 1),
                "bot_times": round(mean(answers) / mean(quiet_answers), 2),
                "answers": len(answers),
                "failed": said[2],
                "mistakes": mistakes,
            }
        )
        print(json.dumps(found[-1]), flush=True)
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of each spell")
    parser.add_argument("--rounds", type=int, default=2, help="quiet and loud spells of each kind")
    parser.add_argument("--only", default=",".join(ATTACKS), help="kinds of asking, with commas between")
    options = parser.parse_args()
    rows = measure(options.only.split(","), options.seconds, options.rounds)
    if idle := [row["asked"] for row in rows if not row["answered"] or not row["acks"] or row["failed"]]:
        sys.exit(f"nothing was asked for or nothing acknowledged, so this says nothing: {', '.join(idle)}")
    worst_ack, worst_bot = max(row["ack_times"] for row in rows), max(row["bot_times"] for row in rows)
    print(f"acknowledgements, p99: at worst {worst_ack} times the quiet one (bar {ACK_BAR:g})")
    print(f"answers of the bot, mean: at worst {worst_bot} times the quiet one (bar {BOT_BAR:g})")
    sys.exit(0 if worst_ack <= ACK_BAR and worst_bot <= BOT_BAR else 1)


if __name__ == "__main__":
    main()
