"""How long people wait for a bot: games over a socket of a real `sixfold serve`, from the own move to the answer.

python bench/thinking.py [--bot champion] [--games 3]

Prints one JSON object: median, 95th percentile and longest wait for each game, the pause that lets people follow
included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.client import Player, Visitor
from tests.server.running import Running


async def waits(base: str, game: str, bot: str) -> list[float]:
    """Seconds from each own move to the next own turn, in one game."""
    visitor = Visitor(base)
    made = await visitor.make(game, [{"kind": "here", "name": "Ana", "age": 41}, {"kind": "bot", "bot": bot}])
    player = await Player(visitor, made["table"], 0).open()
    await player.ready()
    found = []
    while True:
        began = time.perf_counter()
        await player.until(lambda p: p.ended.is_set() or (bool(p.now) and p.my_turn()), 60)
        found.append(time.perf_counter() - began)
        if player.ended.is_set():
            break
        answer = await player.ask(**player.move())
        assert answer["t"] == "ack", answer
    await player.close()
    await visitor.close()
    # The first wait is for the deal, and for the opening if it is the bot's.
    return found[1:]


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="champion")
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    figures = {}
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder), "--log-level", "warning") as server:
        for game in ("tiles", "cards"):
            took = [one for _ in range(options.games) for one in asyncio.run(waits(server.base, game, options.bot))]
            median, p95 = np.percentile(took, (50, 95))
            figures[game] = {
                "moves": len(took),
                "wait_s_median": round(float(median), 2),
                "wait_s_p95": round(float(p95), 2),
                "wait_s_max": round(max(took), 2),
            }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
