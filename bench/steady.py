"""`make steady`: the suites that start servers, browsers and compilers, again and again, on a machine that is busy.

Five rounds in random order, with two busy loops beside them. A test that depends on time, order, ports or load fails
here. Nothing is tried twice: the first failure counts. Prints the seed of each round; `--seed` repeats one.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITES = (
    ["tests/server", "tests/study", "tests/arena", "tests/web", "tests/wheel", "tests/kernel", "tests/setup"],
    ["tests/browser"],
)
"""Browser tests run apart: Playwright keeps an event loop running in its process."""


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--rounds", type=int, default=5)
    reading.add_argument("--busy", type=int, default=2, help="busy loops beside the tests")
    reading.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    told = reading.parse_args()
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(told.busy)]
    failed = 0
    try:
        for number in range(told.rounds):
            for suite in SUITES:
                failed += _one_round(suite, told.seed + number)
    finally:
        for loop in loops:
            loop.kill()
    print(f"{told.rounds} rounds from seed {told.seed}, {told.busy} busy loops: {failed} failed")
    return 1 if failed else 0


def _one_round(suite: list[str], seed: int) -> int:
    print(f"--- {' '.join(suite)}, order {seed}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", *suite]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"SIXFOLD_ORDER": str(seed)})
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
