"""How long the reference card solver takes at worst: a search for the hardest table of up to 45 cards and hand of 9.

`python bench/cards_reference.py [--positions N] [--seed S]` climbs from random tables to slower ones and prints one
JSON object. The bound to keep is one CPU-second on any of them; the compiled twin has a bench of its own.
"""

import argparse
import json
import random
import sys
import time
from itertools import combinations

from sixfold.cards import Table, solver
from sixfold.pieces import ALL_PIECES, Pieces

CARDS, HAND = 45, 9
ROWS = [
    row
    for size in (3, 4, 5)
    for some in combinations(range(6), size)
    for fixed in range(6)
    for row in ([6 * fixed + other for other in some], [6 * other + fixed for other in some])
]


def random_table(rng: random.Random) -> list[int]:
    counts = [0] * 36
    while sum(counts) < CARDS - 5:
        row = rng.choice(ROWS)
        if all(counts[index] < 3 for index in row):
            for index in row:
                counts[index] += 1
    return counts


def random_hand(rng: random.Random, table: list[int]) -> Pieces:
    return Pieces(rng.sample([piece for piece in ALL_PIECES for _ in range(3 - table[piece.index])], HAND))


def changed(rng: random.Random, table: list[int], hand: Pieces) -> tuple[list[int], Pieces]:
    """Another hand, or another card in place of one of the table, if it can still be arranged."""
    other = list(table)
    if rng.random() < 0.5:
        return other, random_hand(rng, other)
    away = rng.choice([index for index in range(36) if other[index]])
    there = rng.choice([index for index in range(36) if other[index] < 3])
    other[away] -= 1
    other[there] += 1
    if solver.arrange(tuple(other)) is None:
        return list(table), random_hand(rng, table)
    fits = all(n + held <= 3 for n, held in zip(other, hand.counts, strict=True))
    return other, hand if fits else random_hand(rng, other)


def seconds(table: list[int], hand: Pieces) -> float:
    """CPU time of the whole question: most Qwirkles, then most cards, with an arrangement."""
    start = time.process_time()
    solver.best(tuple(table), hand)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    plain: list[float] = []
    worst, hardest = 0.0, ""
    done = 0
    while done < options.positions:
        table = random_table(rng)
        hand = random_hand(rng, table)
        cost = seconds(table, hand)
        plain.append(cost)
        done += 1
        # Climb from what is already slow: forty steps, each kept when it is slower.
        for _ in range(40 if cost > 0.3 * worst else 0):
            more, held = changed(rng, table, hand)
            now = seconds(more, held)
            done += 1
            if now > cost:
                table, hand, cost = more, held, now
        if cost > worst:
            rows = Table(solver.arrange(tuple(table)) or ())
            worst, hardest = cost, f"{rows} with {hand}"
            print(f"{done} positions, worst {worst:.3f} s: {hardest}", file=sys.stderr)
    plain.sort()
    print(
        json.dumps(
            {
                "positions": done,
                "median_s": round(plain[len(plain) // 2], 6),
                "p99_s": round(plain[len(plain) * 99 // 100], 6),
                "worst_s": round(worst, 4),
                "hardest": hardest,
            }
        )
    )


if __name__ == "__main__":
    main()
