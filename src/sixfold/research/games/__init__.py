"""The only part of research that tells tiles from cards. All other modules ask `of(ruleset)`, and the game answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from sixfold import cards as card_rules
from sixfold import rulesets
from sixfold import tiles as tile_rules
from sixfold.research.actions import Encoding
from sixfold.research.games import cards, tiles
from sixfold.research.games.seam import ResearchGame

AnyResearchGame: TypeAlias = ResearchGame[Any, Any, Any]
"""Whichever game it is."""
AnyEncoding: TypeAlias = Encoding[Any, Any]

# The types say that both modules have the same names: mypy compares each with the protocol.
_TILES: ResearchGame[tile_rules.State, tile_rules.View, tile_rules.Move] = tiles
_CARDS: ResearchGame[card_rules.State, card_rules.View, card_rules.Move] = cards
_GAMES: Final[Mapping[str, AnyResearchGame]] = MappingProxyType({"tiles": _TILES, "cards": _CARDS})


def of(ruleset: str) -> AnyResearchGame:
    """The game that a rule set is a version of; a game's name will do."""
    return _GAMES[rulesets.find(ruleset).game]


def encoding(game: str, name: str) -> AnyEncoding:
    """`whole` or `factored`, for any game."""
    if name == "whole":
        return of(game).Whole()
    if name == "factored":
        return of(game).Factored()
    raise ValueError(f"there is no encoding {name!r}: there are whole and factored")


__all__ = ["AnyEncoding", "AnyResearchGame", "ResearchGame", "encoding", "of"]
