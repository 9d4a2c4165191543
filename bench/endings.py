"""How fast tile endings are solved: two players, bag empty, positions of greedy games, one core.

`python bench/endings.py [--positions N] [--seed S]` solves them exactly and prints one JSON object: median and 90th
percentile of the CPU time, and the part solved within two seconds. What takes more than `--nodes` positions is given up
and counts as not solved. That the margins are exact is tested against brute force in
tests/kernel/test_tiles_endgame.py.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
from rich.console import Console
from rich.progress import Progress

from sixfold.bots.tiles.search import ENTRIES
from sixfold.kernel import tiles
from sixfold.kernel.tiles import games as tiles_games
from sixfold.kernel.tiles.layout import BAG_HIGH, BAG_LOW, MOVER, PLAYING, STATUS
from sixfold.kernel.tiles.thinking import endgame as tiles_endgame


def main() -> None:
    """Solve, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=700_000)
    parser.add_argument("--nodes", type=int, default=6_000_000, help="well over two seconds of work")
    options = parser.parse_args()
    words, out = tiles.blank(), np.zeros(tiles.ROOM, dtype=np.int64)
    took: list[float] = []
    solved: list[bool] = []
    progress = Progress(console=Console(stderr=True), transient=True)
    bar = progress.add_task("endings", total=options.positions)
    progress.start()
    seed = options.seed
    while len(took) < options.positions:
        tiles_games.deal(words, 2, seed, 0)
        seed += 1
        while words[STATUS] == PLAYING and words[BAG_HIGH] > words[BAG_LOW]:
            tiles_games.simple_turn(words, 1, out)
        if words[STATUS] != PLAYING:
            continue
        memory = tiles_endgame.memory(ENTRIES)
        mover = int(words[MOVER])
        if not took:
            # The first call loads, or compiles.
            tiles_endgame.best_ending(words, mover, -500, 500, 1, memory)
        began = time.thread_time()
        tiles_endgame.best_ending(words, mover, -500, 500, options.nodes, memory)
        took.append(time.thread_time() - began)
        solved.append(not memory.tally[tiles_endgame.STOPPED])
        progress.advance(bar)
    progress.stop()
    median, p90 = np.percentile(took, (50, 90))
    figures = {
        "positions": len(took),
        "seed": options.seed,
        "cpu_s_median": round(float(median), 3),
        "cpu_s_p90": round(float(p90), 3),
        "solved": round(float(np.mean(solved)), 4),
        "solved_within_2_s": round(float(np.mean(np.array(solved) & (np.array(took) <= 2))), 4),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
