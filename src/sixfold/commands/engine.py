"""`sixfold engine`: the rules and the bots for any program, over standard input and output."""

from __future__ import annotations

import sys


def run() -> None:
    """Answer questions about rules and bots: one JSON object a line in, one a line out, until the input ends."""
    from sixfold.engine import serve

    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Whoever asked has gone; closing quietly is all that is left. The stream is replaced so that exit stays silent.
        sys.stdout = None
