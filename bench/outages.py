"""How soon two servers on one PostgreSQL go on when it is back, and when one of them is killed or frozen.

    python bench/outages.py [--restarts 20] [--takeovers 5]

A command is sent to both servers all the time; the seconds count from the moment at which the database takes
connections again. At a table with a bot, the server through which a move came is killed or frozen; the seconds count
from then to the bot's move, its thinking included. Bar: 2 seconds. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.outages import Talk, talked
from tests.server.postgres import Postgres
from tests.server.running import Running, wait_for
from tests.server.test_claims import at_both, claimed, leave

BAR_S = 2.0


def restarts(postgres: Postgres, times: int) -> bool:
    """Print how long each took; whether all were within the bar and nothing was lost."""
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


def takeovers(postgres: Postgres, times: int) -> bool:
    """The same for a bot's turn whose server is gone."""
    url = postgres.database("takeovers")
    found: list[float] = []
    with Running(database=url) as one, Running(database=url) as two:
        for n in range(times):
            what = (signal.SIGKILL, signal.SIGSTOP)[n % 2]
            found.append(asyncio.run(_take_over([one, two], url, what)))
            print(f"{what.name}: the other server's bot has moved after {found[-1]:.2f} s", flush=True)
    late = sum(seconds > BAR_S for seconds in found)
    print(f"{times - late} of {times} takeovers within {BAR_S:g} s, worst {max(found):.2f} s")
    return not late


async def _take_over(servers: list[Running], url: str, what: signal.Signals) -> float:
    players = await at_both(servers, [{"kind": "bot", "bot": "champion"}])
    await players[0].ready()
    for player in players:
        await player.until(lambda p: bool(p.now) and p.my_turn(), 60)
    n = (await players[0].ask(**players[0].move()))["n"]
    await asyncio.to_thread(wait_for, lambda: claimed(url, players[0].table))
    process = servers[0].process
    assert process is not None
    process.send_signal(what)
    began = time.monotonic()
    await players[1].until(lambda p: p.n > n and p.my_turn(), 30)
    took = time.monotonic() - began
    process.send_signal(signal.SIGCONT)
    if what == signal.SIGKILL:
        servers[0].kill()
        await asyncio.to_thread(servers[0].start)
    await leave(*players)
    return took


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--takeovers", type=int, default=6)
    options = parser.parse_args()
    postgres = Postgres().start()
    try:
        kept = [restarts(postgres, options.restarts), takeovers(postgres, options.takeovers)]
    finally:
        postgres.remove()
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
