"""The generator of load plays whole games by scripts, and the page says what was measured."""

from __future__ import annotations

import asyncio
import random
from dataclasses import asdict, replace
from pathlib import Path

from bench.load.cold import Cold
from bench.load.crowd import Game, Task
from bench.load.line import Call
from bench.load.machine import Surroundings
from bench.load.measure import QUIET, STAGE, Found
from bench.load.page import MISSING, page
from bench.load.parts import Kept, Parts
from bench.load.script import Line, _game
from tests.server.running import Running


def test_a_game_is_played_again_by_its_script(tmp_path: Path) -> None:
    with Running(tmp_path, *QUIET, program=STAGE) as server:

        async def run() -> tuple[int, int]:
            commitment, lines = await _game(server.base)
            calls = [Call(server.port)]
            for _ in range(60):  # the deals come in turn: sooner or later the same one again
                game = Game(Task([server.port], 1, scripts=Anything(commitment, lines)), random.Random(1))
                await game.open(calls)
                if game.scripted:
                    break
                game.close()
            for _ in lines:
                assert await game.move(0.0, calls) is not None
            errors, moves = game.errors, len(lines)
            game.close()
            await calls[0].close()
            return errors, moves

        errors, moves = asyncio.run(run())
        assert server.mistakes() == []
    assert errors == 0
    assert moves > 40


class Anything(dict[str, list[Line]]):
    """One script, and an empty one for every other deal."""

    def __init__(self, commitment: str, lines: list[Line]) -> None:
        super().__init__({commitment: lines})

    def __missing__(self, key: str) -> list[Line]:
        return []


def kept(found: object, others: float = 0.1) -> Kept:
    told = found._asdict() if isinstance(found, Cold) else found if isinstance(found, dict) else asdict(found)  # type: ignore[call-overload]
    return Kept(told, "2026-01-02", Surroundings(others, 2))


ONE = Found(500, 1000, 15_000, 0, 250.0, 3.0, 40.0, 60.0, 0.8, 0.2, 90.0, 120.0, 125.0)
TWO = Found(500, 1000, 15_000, 0, 250.0, 3.0, 40.0, 60.0, 0.92, 0.2, 180.0, 220.0, 225.0)


def test_the_page_says_what_was_measured() -> None:
    known = {
        "moves-500": kept(ONE),
        "moves-1000": kept(replace(TWO, asked=500.0), others=1.5),
        "servers-1": kept(ONE),
        "servers-2": kept(TWO),
        "games-500": kept(ONE),
        "sockets": kept(TWO),
        "cold": kept(Cold(60, 30, 50, 10, 8, 16.5, 3.1)),
        "costs": kept({"turns": 60, "reviews": {"quick": 9.0}}),
    }
    text = page(known, [])
    assert "| 250 | 3.0 ms | 40.0 ms | 60.0 ms | 0.80 ms | 1250 | 0.20 cores | 0 | 0.1 |" in text
    assert "| 250 | 3.0 ms ¹ | 40.0 ms ¹ | 60.0 ms ¹ | 0.92 ms ¹ |" in text, "on a busy machine times say little"
    assert "divided by that with one: **1.15**" in text
    assert "**220 MB** altogether" in text
    assert "**16.5 ms** against 3.1 ms" in text, "what reading and folding take"
    assert "`make load`" in text
    assert "50,000 moves a second" in text
    assert text.count(MISSING) == 1, "nobody looked at the bystander"


def test_what_was_not_measured_is_not_on_the_page() -> None:
    text = page({"moves-500": kept(ONE), "servers-1": kept(ONE), "servers-2": None, "cold": None}, [])
    assert "0.80 ms" in text
    assert "divided by" not in text
    assert text.count(MISSING) == 5


def test_a_part_is_kept_when_it_is_done(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "load")
    assert parts.read("cold") is None
    made = parts.measure("cold", lambda: {"turns": 60})
    assert parts.read("cold") == made
    assert made.around.others >= 0
