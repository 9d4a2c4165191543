"""The only part of the server that tells tiles from cards. Other modules ask `of(ruleset)`, and the game answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from sixfold import cards as card_rules
from sixfold import rulesets
from sixfold import tiles as tile_rules
from sixfold.rulesets import AnyMove, AnyView
from sixfold.server.games import cards, tiles
from sixfold.server.games.seam import Lying, May, TableGame, Verdict

AnyTableGame: TypeAlias = TableGame[Any, Any, Any]
"""Whichever game it is."""

# The types say that both modules have the same names: mypy compares each with the protocol.
_TILES: TableGame[tile_rules.View, tile_rules.State, tile_rules.Move] = tiles
_CARDS: TableGame[card_rules.View, card_rules.State, card_rules.Move] = cards
_GAMES: Final[Mapping[str, AnyTableGame]] = MappingProxyType({"tiles": _TILES, "cards": _CARDS})


def of(ruleset: str) -> AnyTableGame:
    """The game that a rule set is a version of."""
    return _GAMES[rulesets.find(ruleset).game]


def any_move(view: AnyView) -> AnyMove:
    """Some legal move, when every bot has failed: the best by points, else what the rules leave."""
    move: AnyMove = of(view.rules.name).any_move(view)
    return move


__all__ = ["AnyTableGame", "Lying", "May", "TableGame", "Verdict", "any_move", "of"]
