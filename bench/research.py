"""How fast the research environments step, beside PettingZoo's own games in the same run."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import numpy as np
from pettingzoo.classic import chess_v6, connect_four_v3

from sixfold.research import pettingzoo
from sixfold.research.batch import TilesBatch

STEPS = 4000
BATCH = 64


def steps_per_cpu_s(env: Any, steps: int = STEPS) -> float:
    """Random play through the ordinary interface: last, choose by the mask, step."""
    rng, done, started = random.Random(1), 0, time.process_time()
    while done < steps:
        env.reset(seed=done)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            action = None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
            env.step(action)
            done += 1
    return done / (time.process_time() - started)


def batch_steps_per_cpu_s(rounds: int = 4000) -> float:
    """Random play in a batch."""
    batch, rng = TilesBatch(BATCH), np.random.default_rng(1)
    seen = batch.reset()
    batch.step(np.zeros(BATCH, dtype=np.int64))
    started = time.process_time()
    for _ in range(rounds):
        seen, _, _ = batch.step((rng.random(BATCH) * seen.count).astype(np.int64))
    return rounds * BATCH / (time.process_time() - started)


def main() -> None:
    """Measure all and print one JSON object."""
    four, chess = steps_per_cpu_s(connect_four_v3.env()), steps_per_cpu_s(chess_v6.env(), STEPS // 2)
    batch = batch_steps_per_cpu_s()
    whole, factored = (steps_per_cpu_s(pettingzoo.env("tiles", 2, name)) for name in ("whole", "factored"))
    found = {
        "connect_four_steps_per_cpu_s": four,
        "batch_steps_per_cpu_s": batch,
        "batch_over_connect_four": batch / four,
        "chess_steps_per_cpu_s": chess,
        "tiles_whole_steps_per_cpu_s": whole,
        "tiles_factored_steps_per_cpu_s": factored,
        "whole_over_chess": whole / chess,
        "factored_over_chess": factored / chess,
    }
    print(json.dumps({name: round(value, 1) for name, value in found.items()}))


if __name__ == "__main__":
    main()
