"""`python -m sixfold.engine`: the engine with its bots loaded at the start, for programs that keep one running."""

from __future__ import annotations

from sixfold import bots, kernel  # noqa: F401 - loaded now, so that the first question does not wait for them
from sixfold.engine import serve_here

if __name__ == "__main__":
    serve_here()
