"""Counting the ways a game can go on, depth by depth. Draws are steps too, each distinct one once."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from sixfold.game import Draw
from sixfold.pieces import Pieces
from tests.spec.game import played


def nexts(state: Any) -> Iterator[tuple[str, Any]]:
    """Every step that the rules allow, with its text, and the state after it."""
    if state.need is not None:
        for drawn in dict.fromkeys(Pieces(chosen) for chosen in combinations(state.bag, state.need.count)):
            yield f"draw {state.need.seat} {drawn}", state.draw(Draw(state.need.seat, drawn))
    else:
        for move in state.legal_moves():
            yield str(move), state.play(move)


def perft(ruleset: str, seats: int, steps: list[str], depth: int) -> tuple[list[int], dict[str, list[int]]]:
    """The number of paths of length 1 to `depth`, and the same under each first step, to find a difference."""
    divided = {
        text: [1, *_counts(Counter({after: 1}), depth - 1)] for text, after in nexts(played(ruleset, seats, steps))
    }
    totals = [sum(counts) for counts in zip(*divided.values(), strict=True)]
    return totals, divided


def _counts(level: Counter[Any], depth: int) -> list[int]:
    """States that are reached twice are gone through once and counted twice."""
    totals = []
    for _ in range(depth):
        following: Counter[Any] = Counter()
        for state, ways in level.items():
            for _text, after in nexts(state):
                following[after] += ways
        totals.append(following.total())
        level = following
    return totals
