"""Finding bots by name: the entry points of the group `sixfold.bots`, ours and strangers' alike.

An entry point is named `GAME.NAME` (`tiles.greedy`) and leads to a Bot class. Nothing is imported before it is needed.
"""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from sixfold.bots.levels import LADDER, YARDSTICKS
from sixfold.bots.protocol import AnyBot, Bot
from sixfold.bots.strength import ADAPTING, MARK, MOST, BetweenLevels, around, strength_of
from sixfold.errors import BotError
from sixfold.rulesets import GAMES

GROUP: Final = "sixfold.bots"


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def names(game: str) -> tuple[str, ...]:
    """The names of all bots of a game: `random`, the ladder from gentle to strong, then strangers by name."""
    if game not in GAMES:
        raise BotError(f"there is no game {game!r}: the games are {' and '.join(GAMES)}", bot="", code="bot/game")
    rank = {name: place for place, name in enumerate(("random", *LADDER))}
    found = (name.partition(".")[2] for name in _found() if name.startswith(f"{game}."))
    return tuple(sorted(found, key=lambda name: (rank.get(name, len(rank)), name)))


def offered(game: str) -> tuple[str, ...]:
    """The bots that people are offered as opponents, in the same order."""
    return tuple(name for name in names(game) if name not in YARDSTICKS)


def find(game: str, name: str) -> type[AnyBot]:
    """The class of a bot; a BotError that lists those that exist when there is none of this name."""
    known = names(game)
    if MARK in name:
        return _at_strength(game, name)
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise BotError(
            f"there is no bot {name!r} for {game}.{hint} The bots are: {', '.join(known)}", bot=name, code="bot/unknown"
        )
    try:
        loaded = _found()[f"{game}.{name}"].load()
    except (ImportError, AttributeError) as error:
        raise BotError(f"the bot {name!r} for {game} cannot be loaded: {error}", bot=name, code="bot/load") from error
    if not (isinstance(loaded, type) and issubclass(loaded, Bot)):
        raise BotError(f"the bot {name!r} for {game} is not a Bot class: {loaded!r}", bot=name, code="bot/load")
    return loaded


def is_ours(game: str, name: str) -> bool:
    """Whether a bot of this name is installed here, at a strength or without one."""
    return name in names(game) or strength_of(name) is not None


@cache
def _at_strength(game: str, name: str) -> type[AnyBot]:
    """A bot between two levels, as a class like any other."""
    strength = strength_of(name)
    if strength is None:
        raise BotError(
            f"there is no bot {name[:40]!r} for {game}: {' and '.join(ADAPTING)} play at a strength, from 0 to {MOST}, "
            f"such as {ADAPTING[0]}{MARK}{MOST // 2}",
            bot=name[:40],
            code="bot/unknown",
        )
    below, above, *place = around(game, strength)
    kinds = find(game, below), find(game, above)
    fields = {"game": game, "name": name, "compiled": any(kind.compiled for kind in kinds)}
    return type("BotAtStrength", (BetweenLevels,), fields | dict(zip(_PLACE, (*kinds, *place), strict=True)))


_PLACE: Final = ("lower", "higher", "above", "apart")


def lower(game: str, name: str) -> str:
    """The next lower level, which moves for a bot that failed; `sprout`'s is `random`, a stranger's is `greedy`."""
    strength = strength_of(name)
    if strength is not None:
        return around(game, strength)[0]
    if name not in LADDER:
        return "greedy" if name != "random" else "random"
    place = LADDER.index(name)
    return LADDER[place - 1] if place else "random"
