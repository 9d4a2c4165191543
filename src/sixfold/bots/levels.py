"""The ladder: six levels of either game, as people meet them. Texts and measured figures only, no play.

The figures come from `bench/strength.py`, which writes `measured.json` beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, count
from typing import Final

from sixfold.bots.strength import base

LADDER: Final = ("sprout", "casual", "greedy", "thoughtful", "expert", "champion")
"""From gentle to strong, the same names in both games."""
YARDSTICKS: Final = ("random", "plain")
"""Bots to measure others by. The arena has them; nobody is offered them as opponents."""
NAMES: Final[dict[str, list[str]]] = json.loads(
    files("sixfold.bots").joinpath("names.json").read_text(encoding="utf-8")
)
"""What the bots of a level are called: at most four sit at a table, and no two by the same name.

The page reads the file too."""


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: a name for people, a face in words, a sentence, and what a game against it looks like.

    `average` is what casual play (the bot `casual`) scores against it on average in games of two, in points (tiles) or
    Qwirkles (cards); `own` is what the level itself scores in the same games; `wins` the share of them that casual play
    wins, a tie counting as half. None until they have been measured.
    """

    game: str
    name: str
    rank: int
    title: str
    face: str
    sentence: str
    average: float | None = None
    own: float | None = None
    wins: float | None = None


_TEXTS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "tiles": {
        "sprout": (
            "a seedling with two round leaves and a sleepy smile",
            "Lays one or two tiles at a time, and leaves your nearly finished lines for you.",
        ),
        "casual": (
            "a knitted cap, a mug of cocoa, and a cat asleep on the score pad",
            "Takes the best play beside the latest tiles, and overlooks what waits on the far side of the table.",
        ),
        "greedy": (
            "a magpie with a gold ring in its beak",
            "Always takes the most points on the table, and never asks what that leaves for you.",
        ),
        "thoughtful": (
            "round glasses, a pencil behind the ear, a page of careful notes",
            "Weighs the points against the tiles she keeps and the lines she leaves open.",
        ),
        "expert": (
            "a chess clock, rolled-up sleeves, one raised eyebrow",
            "Imagines your answer to his best plays before he chooses.",
        ),
        "champion": (
            "a silver-haired owl under a night full of stars",
            "Plays through thousands of futures, counts every tile, and solves the end of the game exactly.",
        ),
    },
    "cards": {
        "sprout": (
            "a seedling with two round leaves and a sleepy smile",
            "Adds a few cards to the rows as they lie, and never finishes a row that you have just built.",
        ),
        "casual": (
            "a knitted cap, a mug of cocoa, and a cat asleep on the discarded rows",
            "Regroups up to three rows at a time, and overlooks what the whole table together could do.",
        ),
        "greedy": (
            "a magpie with a gold ring in its beak",
            "Regroups the whole table to make every Qwirkle there is, and never asks what is left for you.",
        ),
        "thoughtful": (
            "round glasses, a pencil behind the ear, a page of careful notes",
            "Makes her Qwirkles, then leaves a table that is hard to finish.",
        ),
        "expert": (
            "a chess clock, rolled-up sleeves, one raised eyebrow",
            "Tries his best tables against hands that you could be holding.",
        ),
        "champion": (
            "a silver-haired owl under a night full of stars",
            "Plays through many futures of every table, counts every card, and plays the last turns exactly.",
        ),
    },
}


@cache
def measured() -> dict[str, dict[str, dict[str, float]]]:
    """Figures by kind, game and name, as last measured; empty where nothing was measured yet."""
    source = files("sixfold.bots").joinpath("measured.json")
    if not source.is_file():
        return {}
    averages: dict[str, dict[str, dict[str, float]]] = json.loads(source.read_text(encoding="utf-8"))
    return averages


@cache
def ladder(game: str) -> tuple[Level, ...]:
    """The six levels of a game, gentlest first."""
    figures = [measured().get(kind, {}).get(game, {}) for kind in ("average", "own", "wins")]
    return tuple(
        Level(game, name, rank, NAMES[name][0], *_TEXTS[game][name], *(figure.get(name) for figure in figures))
        for rank, name in enumerate(LADDER, 1)
    )


def level(game: str, name: str) -> Level | None:
    """The rung of this name, at whatever strength, or None for a bot that is not on the ladder."""
    return next((rung for rung in ladder(game) if rung.name == base(name)), None)


def free_name(bot: str, taken: Collection[str]) -> str:
    """What a bot is called at a table where these names are taken: one of its level's, or its own with a number."""
    known = NAMES.get(base(bot), [bot])
    numbered = (f"{known[0]} {n}" for n in count(2))
    return next(name for name in chain(known, numbered) if name not in taken)
