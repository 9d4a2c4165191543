"""Card multisets as three bit planes, and the arithmetic on them; compiled. Knows no rule of the game.

A multiset with at most three copies of a kind is three words, a thermometer: bit i of plane v says that there are at
least v copies of piece i (v = 1, 2, 3). Bits 36..63 are always zero.

         bit 35                                                  bit 0
          Px Pt Pc Pd Ps Po | Bx Bt ... | ... | ... | ... | Rx Rt Rc Rd Rs Ro        i = 6 * colour + shape
    p1 :  .  .  .  1  .  .                                .  .  1  1  .  .           at least one copy
    p2 :  .  .  .  .  .  .                                .  .  1  .  .  .           at least two       (p2 ⊆ p1)
    p3 :  .  .  .  .  .  .                                .  .  .  .  .  .           all three          (p3 ⊆ p2)

    a colour is the six bits COLOR_MASK << 6 c; a shape is the six bits SHAPE_MASK << s
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sixfold.kernel.engine import compiled, ctpop

# Typed numbers: Numba compiles a function once more for every plain number that is handed to it.
NONE: Final[Any] = np.int64(0)
SINGLE: Final[Any] = np.int64(1)
COLOR_MASK: Final[Any] = np.int64(0b111111)
SHAPE_MASK: Final[Any] = np.int64(0b000001_000001_000001_000001_000001_000001)
KINDS: Final = 36


@compiled
def add(a1, a2, a3, b1, b2, b3):
    """a + b, cut off at three."""
    return a1 | b1, a2 | b2 | (a1 & b1), a3 | b3 | (a2 & b1) | (a1 & b2)


@compiled
def minus(a1, a2, a3, b1, b2, b3):
    """max(0, a - b): at least v are left where some u + v are in a and not u + 1 in b."""
    return (a1 & ~b1) | (a2 & ~b2) | (a3 & ~b3), (a2 & ~b1) | (a3 & ~b2), a3 & ~b1


@compiled
def size(a1, a2, a3):
    """How many cards."""
    return ctpop(a1) + ctpop(a2) + ctpop(a3)
