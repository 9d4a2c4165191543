"""A bot that needs nothing of Sixfold but its text forms: it plays as few tiles as it can.

    sixfold arena "cmd:python examples/program_bot.py" random --game tiles --pairs 5

Any language will do: a line of JSON in, a line of JSON out. It asks its own copy of the engine which plays are legal.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


class Engine:
    """`sixfold engine`, the rules for programs in any language."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "sixfold", "engine"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def choose(engine: Engine, view: dict[str, Any]) -> str:
    """The text of a move: the play that lays the fewest tiles, an exchange, or a pass."""
    request = {"do": "plays", "ruleset": view["ruleset"], "board": view["board"], "hand": view["hand"]}
    plays = engine.ask(request)["plays"]
    if plays:
        shortest: str = min((play["play"] for play in plays), key=len)
        return shortest
    return f"swap {view['hand'][: 2 * view['bag_count']]}" if view["bag_count"] else "pass"


def main() -> None:
    engine = Engine()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "ok": True, "move": choose(engine, request["view"])}), flush=True)


if __name__ == "__main__":
    main()
