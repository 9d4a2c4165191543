"""What a panel asks a game: `of(ruleset)` gives an oracle that knows what every move in a position is worth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from sixfold import cards as card_rules
from sixfold import rulesets
from sixfold import tiles as tile_rules
from sixfold.arena.oracles import cards, tiles
from sixfold.arena.oracles.seam import Oracle

AnyOracle: TypeAlias = Oracle[Any, Any]
"""Whichever game it is."""

# The types say that both modules have the same names: mypy compares each with the protocol.
_TILES: Oracle[tile_rules.View, tile_rules.Move] = tiles
_CARDS: Oracle[card_rules.View, card_rules.Move] = cards
_ORACLES: Final[Mapping[str, AnyOracle]] = MappingProxyType({"tiles": _TILES, "cards": _CARDS})


def of(ruleset: str) -> AnyOracle:
    """The oracle of the game that a rule set is a version of; a game's name will do."""
    return _ORACLES[rulesets.find(ruleset).game]
