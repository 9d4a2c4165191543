"""How soon two servers on one PostgreSQL go on when it is back, and when one of them is killed or frozen.

    python bench/outages.py [--restarts 20] [--takeovers 6] [--clocks 6]

A command is sent to both servers all the time; the seconds count from the moment at which the database takes
connections again. At a table with a bot, the server through which a move came is killed or frozen; the seconds count
from then to the bot's move, its thinking included. At a table with a clock, the server of whoever is late is killed or
frozen a moment before the time is up; the seconds count from then. Bar: 2 seconds. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.outages import Talk, talked
from tests.server.postgres import Postgres
from tests.server.running import Running, wait_for
from tests.server.test_claims import at_both, claimed, leave

BAR_S = 2.0
CLOCK_S = 5
WAYS = (signal.SIGKILL, signal.SIGSTOP)


TakeOver = Callable[[list[Running], str, signal.Signals], Coroutine[None, None, float]]


def restarts(postgres: Postgres, times: int) -> bool:
    """Print how long each took; whether all were within the bar and nothing was lost."""
    if not times:
        return True
    url = postgres.database("restarts")
    found: list[float] = []

    async def work(talk: Talk) -> None:
        for n in range(times):
            how = ("fast", "immediate")[n % 2]
            found.append(max(await talk.through(lambda how=how: postgres.stop(how), postgres.start)))  # type: ignore[misc]
            print(f"restart {n + 1} ({how}): both servers acknowledge again after {found[-1]:.2f} s", flush=True)

    with Running(database=url) as one, Running(database=url) as two:
        talk = asyncio.run(talked([one, two], work))
    lost, late = len(talk.lost(url)), sum(seconds > BAR_S for seconds in found)
    print(
        f"{times - late} of {times} restarts within {BAR_S:g} s, worst {max(found):.2f} s; "
        f"{len(talk.acked)} acknowledged, {talk.refused} refused, {lost} lost"
    )
    return not late and not lost


def takeovers(postgres: Postgres, what: str, take_over: TakeOver, times: int) -> bool:
    """The same for what a table waits for, when the server that does it is gone."""
    if not times:
        return True
    url = postgres.database(f"takeovers_{what}")
    found: list[float] = []
    with Running(database=url) as one, Running(database=url) as two:
        for n in range(times):
            how = WAYS[n % 2]
            found.append(asyncio.run(take_over([one, two], url, how)))
            print(f"{how.name}: the other server has moved for the {what} after {found[-1]:.2f} s", flush=True)
    late = sum(seconds > BAR_S for seconds in found)
    print(f"{times - late} of {times} takeovers of a {what} within {BAR_S:g} s, worst {max(found):.2f} s")
    return not late


async def take_over_clock(servers: list[Running], url: str, how: signal.Signals) -> float:
    """Two seats on one device, which looks through both servers; time is up at the first turn."""
    second = {"kind": "here", "name": "Bo", "age": 9}
    players = await at_both(servers, [second], clock=CLOCK_S)
    for seat in (0, 1):
        assert (await players[0].ask("ready", seat=seat, entropy="5a" * 32))["t"] == "ack"
    for player in players:
        await player.until(lambda p: bool(p.now))
    ends: float = time.monotonic() + players[1].now["clock"] / 1000
    n = players[1].n
    await asyncio.sleep(max(0.0, ends - time.monotonic() - 0.2))
    with gone(servers[0], how):
        await players[1].until(lambda p: p.n > n, 30)
        took = time.monotonic() - ends
    await leave(*players)
    return took


async def take_over_bot(servers: list[Running], url: str, how: signal.Signals) -> float:
    """The bot's turn is claimed by the server that is gone then."""
    players = await at_both(servers, [{"kind": "bot", "bot": "champion"}])
    await players[0].ready()
    for player in players:
        await player.until(lambda p: bool(p.now) and p.my_turn(), 60)
    n = (await players[0].ask(**players[0].move()))["n"]
    await asyncio.to_thread(wait_for, lambda: claimed(url, players[0].table))
    with gone(servers[0], how):
        began = time.monotonic()
        await players[1].until(lambda p: p.n > n and p.my_turn(), 30)
        took = time.monotonic() - began
    await leave(*players)
    return took


@contextmanager
def gone(server: Running, how: signal.Signals) -> Iterator[None]:
    """A server that is killed or frozen, and is back afterwards."""
    assert server.process is not None
    server.process.send_signal(how)
    yield
    if how == signal.SIGSTOP:
        server.process.send_signal(signal.SIGCONT)
    else:
        server.kill()
        server.start()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--takeovers", type=int, default=6, help="of a bot's turn")
    parser.add_argument("--clocks", type=int, default=6, help="takeovers of a clock")
    options = parser.parse_args()
    postgres = Postgres().start()
    try:
        kept = [
            restarts(postgres, options.restarts),
            takeovers(postgres, "bot", take_over_bot, options.takeovers),
            takeovers(postgres, "clock", take_over_clock, options.clocks),
        ]
    finally:
        postgres.remove()
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
