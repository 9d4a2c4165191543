"""Counts of pieces as sets of bits, the way both games give hands and tables to the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# For each plane, counts as the digits of its bits: int() reads them many times faster than a loop could.
_DIGITS: Final = tuple(bytes(b"1"[0] if count > plane else b"0"[0] for count in range(256)) for plane in range(3))


def bit_planes(counts: Sequence[int]) -> tuple[int, int, int]:
    """Which kinds there are at least once, twice and three times; bit n is kind n."""
    packed = bytes(counts)[::-1]
    once, twice, thrice = _DIGITS
    return int(packed.translate(once), 2), int(packed.translate(twice), 2), int(packed.translate(thrice), 2)
