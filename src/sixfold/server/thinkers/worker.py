"""The program that thinks for bots, apart from the server: a line of JSON in, a line out. It knows one View at a time.

Run as `python -m sixfold.server.thinkers.worker`; crew.py starts it, and starts another when it dies.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import time
from typing import Any, Final

from sixfold import bots, cards, kernel, tiles
from sixfold.errors import SixfoldError

OVERTIME_S: Final = 1.0


@functools.lru_cache(maxsize=32)
def _bot(game: str, name: str, seed: int) -> Any:
    return bots.find(game, name)(seed=seed)


def answer(line: str) -> dict[str, Any]:
    """The choice for one request: {"game", "bot", "seed", "view", "ms"}."""
    request = json.loads(line)
    game = request["game"]
    view = (tiles.View if game == "tiles" else cards.View).from_json(request["view"])
    budget = bots.Budget(ms=request["ms"])
    # The budget ends a search in good order; a thought that does not look at its clock is stopped a second later.
    with kernel.until(time.perf_counter() + request["ms"] / 1000 + OVERTIME_S):
        choice = _bot(game, request["bot"], request["seed"]).choose(view, budget)
    return {"move": str(choice.move), "value": choice.value}


def main() -> None:
    """Answer until the input ends. What a bot prints must not be mistaken for an answer."""
    out = sys.stdout
    sys.stdout = sys.stderr
    # Thinking must not slow down those who wait for an acknowledgement.
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    for line in sys.stdin:
        try:
            reply = answer(line)
        except SixfoldError as error:
            reply = {"error": error.code}
        except Exception:
            reply = {"error": "bot/raised"}
        out.write(json.dumps(reply) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
