"""How much a test does: little in `make test`, much in `make soak`."""

import os

SOAK = os.environ.get("SIXFOLD_SOAK") == "1"


def scale(short: int, long: int) -> int:
    """`short` normally, `long` when soaking."""
    return long if SOAK else short
