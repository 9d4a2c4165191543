"""A whole game through `sixfold engine`, by a program that knows no rule and imports nothing of Sixfold.

    python examples/engine_game.py cards/1 2 SEED [COMMAND ...]        without a command: sixfold engine

It deals, asks what the game waits for, lets the first seat do as much as it can and the others play by chance, and
prints the record of the game. docs/protocol.md#a-whole-game says the same in words.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from typing import Any

Json = dict[str, Any]


class Engine:
    """A JSON object a line in, a JSON object a line out."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question: Any) -> Json:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        answer: Json = json.loads(self.process.stdout.readline())
        if not answer["ok"] or answer.get("legal") is False:
            raise SystemExit(f"{question}: {answer['message']}")
        return answer

    def close(self) -> None:
        self.process.communicate()


def pieces(text: str) -> list[str]:
    return re.findall("..", text)


def turn(rows: list[str], taken: list[str]) -> str:
    """A turn of cards in the notation."""
    return " ".join(rows) + (f" / {' '.join(taken)}" if taken else "")


def move(engine: Engine, game: Json, chance: random.Random) -> str:
    """What the seat to move does: seat 0 the most it can, the others anything."""
    view: Json = game["view"]
    if game["moves"]:
        listed: list[str] = game["moves"]
        return listed[0] if view["seat"] == 0 else chance.choice(listed)
    # An ordinary turn of cards. With part of the hand there is less to do, and sometimes nothing.
    position = {"ruleset": view["ruleset"], "table": view["table"]}
    hand = pieces(view["hand"])
    part = hand if view["seat"] == 0 else chance.sample(hand, chance.randint(1, len(hand)))
    found = engine.ask(do="solve", hand="".join(part), **position)
    if not found["playable"]:
        found = engine.ask(do="solve", hand=view["hand"], **position)
    engine.ask(do="check", hand=view["hand"], rows=found["rows"], taken=found["taken"], **position)
    return turn(found["rows"], found["taken"])


def play(engine: Engine, ruleset: str, seats: int, seed: int) -> Json:
    """A game from its first draw to its end; the last answer."""
    chance = random.Random(seed)
    names = "".join(f"seat {seat}: Player {seat}\n" for seat in range(seats))
    game = engine.ask(do="follow", record=f"sixfold record 1\nruleset: {ruleset}\n{names}")
    while game["outcome"] is None:
        if game["need"] is not None:
            drawn = chance.sample(pieces(game["bag"]), game["need"]["count"])
            game = engine.ask(do="follow", record=game["record"], draw="".join(drawn))
        else:
            game = engine.ask(do="follow", record=game["record"], move=move(engine, game, chance))
    return game


if __name__ == "__main__":
    asked = Engine(sys.argv[4:] or ["sixfold", "engine"])
    print(play(asked, sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))["record"], end="")
    asked.close()
