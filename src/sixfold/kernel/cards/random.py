"""A small random stream for the card kernel: splitmix64 over one word, alike on every machine. Not for fair deals."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import numpy as np

from sixfold.kernel.engine import compiled


@compiled
def seeded(seed, stream):
    """The start of a stream: one of many that belong to a seed."""
    z = np.uint64(seed) ^ (np.uint64(stream) * np.uint64(0xD1B54A32D192ED03))
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return np.int64(z ^ (z >> np.uint64(32)))


@compiled
def below(g, at, n):
    """A number from 0 to n - 1 (n below 2**31) from the stream in word `at` of `g`, which moves on."""
    state = np.uint64(g[at]) + np.uint64(0x9E3779B97F4A7C15)
    g[at] = np.int64(state)
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(((z >> np.uint64(33)) * np.uint64(n)) >> np.uint64(31))
