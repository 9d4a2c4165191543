"""Puzzles from real games: find the best play (tiles), find the regrouping that takes most Qwirkles (cards).

`mine` finds them in self-play, where one move is far better than the next. The puzzles found are shipped as JSON. The
puzzle of a day is the same for everyone. The rules judge answers to card puzzles, so every way to the goal is right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from sixfold.errors import NotationError, SixfoldError
from sixfold.fields import Json
from sixfold.review import games
from sixfold.review.games.seam import Answers, Mined, Shown
from sixfold.rulesets import GAMES


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle: a position, and the best moves with what they are worth (tiles), or the most Qwirkles (cards)."""

    game: str
    number: int
    position: Shown
    answers: Answers

    def question(self) -> dict[str, object]:
        """What the player sees: no answer."""
        return {"game": self.game, "number": self.number, "of": len(_shipped(self.game)), **self.position}

    def judge(self, words: str) -> dict[str, object]:
        """Whether a move solves the puzzle, together with the solution. If the move is not legal, the rules' words say
        why.
        """
        told: dict[str, object] = {"solution": self.answers[0][0], "best": [list(answer) for answer in self.answers]}
        try:
            return told | games.of(self.game).solves(self.position, self.answers, words)
        except SixfoldError as error:
            why = {"clause": getattr(error, "clause", None), "reason": getattr(error, "reason", None)}
            return {"legal": False, "code": error.code, "message": error.message, "facts": error.facts, **why}


@cache
def _mined(game: str) -> Json:
    """The file of a game's puzzles, which the page reads too: when their days begin, and the puzzles."""
    source = files("sixfold.review").joinpath("mined", f"{game}.json")
    found: Json = json.loads(source.read_text("utf-8"))
    return found


@cache
def _shipped(game: str) -> tuple[Puzzle, ...]:
    found = _mined(game)["puzzles"]
    return tuple(
        Puzzle(game, number, one["position"], tuple((move, float(lead)) for move, lead in one["answers"]))
        for number, one in enumerate(found)
    )


def find(game: str, which: str) -> Puzzle:
    """A puzzle by its number or by a day (2026-11-16)."""
    if game not in GAMES:
        raise NotationError(
            f"there are no puzzles for {game[:20]!r}: there are {', '.join(GAMES)}", code="notation/game"
        )
    known = _shipped(game)
    if which.isascii() and which.isdigit() and len(which) < 7:
        return known[int(which) % len(known)]
    try:
        day = date.fromisoformat(which)
    except ValueError:
        raise NotationError(f"{which[:20]!r} is neither a day nor a number", code="notation/day") from None
    return known[(day - date.fromisoformat(_mined(game)["first_day"])).days % len(known)]


# Mining ----------------------------------------------------------------------------------------------------------


def mine(game: str, seed: int) -> Iterator[Mined]:
    """Puzzles from one game after another, without end."""
    number = 0
    while True:
        yield from games.of(game).mine(seed + number)
        number += 1
