"""`sixfold engine`: the rules and the bots for any program, over standard input and output."""

from __future__ import annotations


def run() -> None:
    """Answer questions about rules and bots: one JSON object per line, in and out, until the input ends."""
    from sixfold.engine import serve_here

    serve_here()
