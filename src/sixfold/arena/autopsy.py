"""Plays a deal again whose process died: game by game, each in its own process, which notes which bot it asks.

A bot that ends its process loses that game, like a bot that raises. If something else ended the process, the deal is
simply played.
"""

from __future__ import annotations

import json
import tempfile
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from sixfold import spread
from sixfold.arena.game import note_in, play_game
from sixfold.arena.match import Fault, FinishedGame, Match
from sixfold.errors import SixfoldError


def replay(match: Match, deal: int, memory: int | None = None) -> tuple[FinishedGame, ...]:
    """All games of a deal, each alone, with at most this many megabytes."""
    return tuple(_alone(match, deal, rotation, memory) for rotation in range(match.seats))


def _alone(match: Match, deal: int, rotation: int, memory: int | None) -> FinishedGame:
    with tempfile.TemporaryDirectory(prefix="sixfold-arena-") as folder:
        note = Path(folder) / "asked.json"
        alone = spread.processes(1, memory, note_in, note)
        try:
            return alone.submit(play_game, match, deal, rotation).result()
        except BrokenProcessPool:
            return _died(match, deal, rotation, note)
        finally:
            spread.end(alone)


def _died(match: Match, deal: int, rotation: int, note: Path) -> FinishedGame:
    """The result of a game in which a bot ended its process: that bot has lost, and the scores are the last that it
    saw.
    """
    if not note.exists():
        names = " and ".join(dict.fromkeys(map(str, match.contestants)))
        raise SixfoldError(f"the process of deal {deal} of {names} died before any bot was asked", code="arena/worker")
    asked = json.loads(note.read_text(encoding="utf-8"))
    loser, view = int(asked["contestant"]), asked["view"]
    bot = str(match.contestants[loser])
    rest = 1 / (match.seats - 1)
    seating = match.seating(rotation)
    return FinishedGame(
        deal=deal,
        rotation=rotation,
        shares=tuple(0.0 if who == loser else rest for who in range(match.seats)),
        scores=tuple(asked["scores"][seating.index(who)] for who in range(match.seats)),
        moves=tuple(asked["moves"]),
        cpu_s=tuple(asked["cpu_s"]),
        reason="bot/died",
        fault=Fault(loser, bot, "bot/died", f"deal {deal}, seating {rotation}: {bot} ended its process", view),
    )
