"""The only part of the terminal that tells tiles from cards. Other modules ask `of(ruleset)`, and the game answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from sixfold import cards as card_rules
from sixfold import rulesets
from sixfold import tiles as tile_rules
from sixfold.terminal.games import cards, tiles
from sixfold.terminal.games.seam import HintStep, Nouns, TerminalGame

AnyTerminalGame: TypeAlias = TerminalGame[Any, Any]
"""Whichever game it is."""

# The types say that both modules have the same names: mypy compares each with the protocol.
_TILES: TerminalGame[tile_rules.State, tile_rules.Move] = tiles
_CARDS: TerminalGame[card_rules.State, card_rules.Move] = cards
_GAMES: Final[Mapping[str, AnyTerminalGame]] = MappingProxyType({"tiles": _TILES, "cards": _CARDS})


def of(ruleset: str) -> AnyTerminalGame:
    """The game that a rule set is a version of; a game's name will do."""
    return _GAMES[rulesets.find(ruleset).game]


__all__ = ["AnyTerminalGame", "HintStep", "Nouns", "TerminalGame", "of"]
