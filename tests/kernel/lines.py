"""What the card kernel is checked against: every line, by enumeration. Not a test itself."""

from __future__ import annotations

import itertools

Line = tuple[int, ...]


def most_sixes() -> dict[Line, int]:
    """Every line of counts 0 to 3 that can be cut into rows of 3 to 6 different cards, and the most sixes in it.

    By building: from the empty line, add every possible row again and again.
    """
    rows = [row for size in range(3, 7) for row in itertools.combinations(range(6), size)]
    best: dict[Line, int] = {(0,) * 6: 0}
    # A sum only grows, so lines are complete in the order of their sums.
    by_sum: list[set[Line]] = [set() for _ in range(19)]
    by_sum[0] = set(best)
    for lines in by_sum:
        for line in lines:
            for row in rows:
                grown = tuple(n + (i in row) for i, n in enumerate(line))
                if max(grown) <= 3:
                    sixes = best[line] + (len(row) == 6)
                    best[grown] = max(best.get(grown, 0), sixes)
                    by_sum[sum(grown)].add(grown)
    return best
