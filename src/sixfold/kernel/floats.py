"""Functions of real numbers that are equal on every engine: no library's, but a few multiplications of our own.

A library's `exp` differs in the last bit between systems, and one bit is enough to choose another play.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.kernel.engine import compiled

LOG2_E: Final = 1.4426950408889634
# ln 2 in two parts: multiples of the first are exact, so nothing is lost when they are taken off.
LN2_HIGH: Final = 0.693147180369123816490
LN2_LOW: Final = 1.90821492927058770002e-10


@compiled
def exponential(x: float) -> float:
    """e to the power of x, for -30 <= x <= 30, right to about fifteen digits."""
    n = np.int64(x * LOG2_E + (0.5 if x > 0.0 else -0.5))
    r = (x - n * LN2_HIGH) - n * LN2_LOW
    # The series of e**r, from its end; |r| is at most 0.35.
    total = 1.0
    for k in range(14, 0, -1):
        total = 1.0 + total * r / k
    power = 1.0
    for _ in range(abs(n)):
        power *= 2.0
    return total * power if n > 0 else total / power
