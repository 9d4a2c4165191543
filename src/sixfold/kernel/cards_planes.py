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

# ruff: noqa: N806  planes of a multiset x are called x1, x2, x3 and its lines by capitals, as in the drawing

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

0: Final = 0
1: Final = 1
6: Final = 6
COLOR_MASK: Final = 0b111111
SHAPE_MASK: Final = 0b000001_000001_000001_000001_000001_000001
ALL_CELLS: Final = np.uint64((1 << 36) - 1)


@intrinsic  # type: ignore[untyped-decorator]
def ctpop(_context: Any, word: Any) -> Any:
    """How many bits are set, as a signed number: unsigned and signed together would become a float in Numba."""

    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


@intrinsic  # type: ignore[untyped-decorator]
def cttz(_context: Any, word: Any) -> Any:
    """The place of the lowest set bit, as an unsigned shift; 64 for no bit at all."""

    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), build


@compiled
def add(a1, a2, a3, b1, b2, b3):  # type: ignore[no-untyped-def]
    """a + b, cut off at three."""
    return a1 | b1, a2 | b2 | (a1 & b1), a3 | b3 | (a2 & b1) | (a1 & b2)


@compiled
def minus(a1, a2, a3, b1, b2, b3):  # type: ignore[no-untyped-def]
    """max(0, a - b): at least v are left where some u + v are in a and not u + 1 in b."""
    return (a1 & ~b1) | (a2 & ~b2) | (a3 & ~b3), (a2 & ~b1) | (a3 & ~b2), a3 & ~b1


@compiled
def size(a1, a2, a3):  # type: ignore[no-untyped-def]
    """How many cards."""
    return ctpop(a1) + ctpop(a2) + ctpop(a3)


@compiled
def line(index):  # type: ignore[no-untyped-def]
    """The cells of one of the twelve lines: 0..5 the colours, 6..11 the shapes."""
    if index < 6:
        return COLOR_MASK << (6 * index)
    return SHAPE_MASK << np.uint64(index - 6)
