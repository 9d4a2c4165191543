"""How often the draws of a seat agree between tables that play one duplicate bag with different players, for
docs/shuffle.md.

    python -m bench.duplicate --bags 200

Every bag is played at three tables, each by other bots. For each two of them and each seat: how many of the first n
pieces that the seat drew at one table it drew at the other too, among its first n. Beside it the same for one shuffle
of the ordinary kind, and for different bags, which is what chance alone gives.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from sixfold import rulesets
from sixfold.arena import estimate
from sixfold.bots import Budget, find
from sixfold.dealer import DUPLICATE, AnyDealer, DuplicateDealer, dealer_of
from sixfold.game import Need

TABLES: Final = (("greedy", "greedy"), ("casual", "sprout"), ("sprout", "casual"))
"""Who plays at each table of a bag, by seat."""
FIRST: Final = (6, 12, 24, None)
"""After how many pieces to look; None for as many as both have drawn at the end."""
WAYS: Final = {"duplicate bag": DUPLICATE, "one shuffle": 2, "different bags": DUPLICATE}


def seed_of(number: int) -> bytes:
    """Bag number so much: any 64 bytes that no two numbers share."""
    return number.to_bytes(64, "big")


def drawn(ruleset: str, players: Sequence[str], shuffle: int, seed: bytes) -> list[list[str]]:
    """One game; what each seat drew, in order."""
    rules = rulesets.find(ruleset)
    bots = [find(rules.game, name)(seat) for seat, name in enumerate(players)]
    state: Any = rules.start(len(players))
    dealer: AnyDealer = dealer_of(shuffle, seed, len(players))
    pieces: list[list[str]] = [[] for _ in players]
    while state.outcome is None:
        if state.need is None:
            seat = state.to_move
            state = state.play(bots[seat].choose(state.view(seat), Budget()).move)
            continue
        need, box = state.need, state.rules.box
        if need.fresh:
            _, dealer = dealer.deal(Need(need.seat, 0, fresh=True), box)
            need = replace(need, fresh=False)
        pieces[need.seat] += coming(dealer, need, tuple(map(str, box)))
        draw, dealer = dealer.deal(need, box)
        state = state.draw(draw)
    return pieces


def coming(dealer: AnyDealer, need: Need, box: Sequence[str]) -> list[str]:
    """What the bag gives for a need, one after the other."""
    if isinstance(dealer, DuplicateDealer):
        return [box[piece] for piece in dealer.orders[need.seat][: need.count]]
    return [str(piece) for piece in dealer.bag[: need.count]]


def agreement(one: Sequence[str], other: Sequence[str], first: int | None) -> float:
    """The share of the first so many pieces that were drawn at both tables."""
    most = min(len(one), len(other)) if first is None else first
    both = Counter(one[:most]) & Counter(other[:most])
    return both.total() / most


def agreements(ruleset: str, way: str, bag: int) -> Iterator[dict[int | None, float]]:
    """Every two tables of a bag, seat by seat; at different bags each table has its own."""
    seeds = [seed_of(3 * bag + (at if way == "different bags" else 0)) for at in range(len(TABLES))]
    tables = [drawn(ruleset, players, WAYS[way], seed) for players, seed in zip(TABLES, seeds, strict=True)]
    for one, other in combinations(tables, 2):
        for seat in range(len(one)):
            yield {first: agreement(one[seat], other[seat], first) for first in FIRST}


def main() -> None:
    """Print a table for docs/shuffle.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bags", type=int, default=200)
    bags: int = parser.parse_args().bags
    print("| | first 6 | first 12 | first 24 | all |\n|---|---|---|---|---|")
    for ruleset in ("tiles/1", "cards/1"):
        for way in WAYS:
            # Tables of one bag are not independent: an interval is over bags.
            told = [list(agreements(ruleset, way, bag)) for bag in range(bags)]
            cells = []
            for first in FIRST:
                found = estimate([sum(each[first] for each in bag) / len(bag) for bag in told])
                cells.append(f"{100 * found.mean:.1f} ± {50 * (found.high - found.low):.1f} %")
            print(f"| {ruleset}, {way} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
