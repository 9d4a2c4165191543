"""The ladder: six levels of either game, as people meet them. Texts and measured figures only, no play.

The figures come from `bench/strength.py`, which writes `measured.json` beside this file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

LADDER: Final = ("sprout", "casual", "greedy", "thoughtful", "expert", "champion")
"""From gentle to strong, the same names in both games. `random` is below it: a yardstick, not an opponent."""


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: a name for people, a face in words, a sentence, and what a game against it looks like.

    `average` is what casual play (the bot `casual`) scores against it on average in games of two, in points (tiles) or
    Qwirkles (cards); `own` is what the level itself scores in the same games. None until they have been measured.
    """

    game: str
    name: str
    rank: int
    title: str
    face: str
    sentence: str
    average: float | None = None
    own: float | None = None


_TEXTS: Final[dict[str, dict[str, tuple[str, str, str]]]] = {
    "tiles": {
        "sprout": (
            "Pip",
            "a seedling with two round leaves and a sleepy smile",
            "Lays one or two tiles at a time, and leaves your nearly finished lines for you.",
        ),
        "casual": (
            "Molly",
            "a knitted cap, a mug of cocoa, and a cat asleep on the score pad",
            "Takes the best play beside the latest tiles, and overlooks what waits on the far side of the table.",
        ),
        "greedy": (
            "Magnus",
            "a magpie with a gold ring in its beak",
            "Always takes the most points on the table, and never asks what that leaves for you.",
        ),
        "thoughtful": (
            "Thea",
            "round glasses, a pencil behind the ear, a page of careful notes",
            "Weighs the points against the tiles she keeps and the lines she leaves open.",
        ),
        "expert": (
            "Edgar",
            "a chess clock, rolled-up sleeves, one raised eyebrow",
            "Imagines your answer to his best plays before he chooses.",
        ),
        "champion": (
            "Celeste",
            "a silver-haired owl under a night full of stars",
            "Plays through thousands of futures, counts every tile, and solves the end of the game exactly.",
        ),
    },
    "cards": {
        "sprout": (
            "Pip",
            "a seedling with two round leaves and a sleepy smile",
            "Adds a few cards to the rows as they lie, and never finishes a row that you have just built.",
        ),
        "casual": (
            "Molly",
            "a knitted cap, a mug of cocoa, and a cat asleep on the discarded rows",
            "Regroups up to three rows at a time, and overlooks what the whole table together could do.",
        ),
        "greedy": (
            "Magnus",
            "a magpie with a gold ring in its beak",
            "Regroups the whole table to make every Qwirkle there is, and never asks what is left for you.",
        ),
        "thoughtful": (
            "Thea",
            "round glasses, a pencil behind the ear, a page of careful notes",
            "Makes her Qwirkles, then leaves a table that is hard to finish.",
        ),
        "expert": (
            "Edgar",
            "a chess clock, rolled-up sleeves, one raised eyebrow",
            "Tries his best tables against hands that you could be holding.",
        ),
        "champion": (
            "Celeste",
            "a silver-haired owl under a night full of stars",
            "Plays through many futures of every table, counts every card, and plays the last turns exactly.",
        ),
    },
}


@cache
def measured() -> dict[str, dict[str, dict[str, float]]]:
    """Average scores by kind, game and name, as last measured; empty where nothing was measured yet."""
    source = files("sixfold.bots").joinpath("measured.json")
    if not source.is_file():
        return {}
    averages: dict[str, dict[str, dict[str, float]]] = json.loads(source.read_text(encoding="utf-8"))
    return averages


@cache
def ladder(game: str) -> tuple[Level, ...]:
    """The six levels of a game, gentlest first."""
    average, own = (measured().get(kind, {}).get(game, {}) for kind in ("average", "own"))
    texts = _TEXTS[game]
    return tuple(
        Level(game, name, rank, *texts[name], average.get(name), own.get(name)) for rank, name in enumerate(LADDER, 1)
    )


def level(game: str, name: str) -> Level | None:
    """The rung of this name, or None for a bot that is not on the ladder."""
    return next((rung for rung in ladder(game) if rung.name == name), None)
