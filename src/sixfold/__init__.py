"""Sixfold: a home for Qwirkle and Qwirkle Cards.

Programs can import the most used names of the rules from here: `from sixfold import Pieces, tiles`. Each name is loaded
when it is first used, so a plain `import sixfold` loads nothing else.
"""

__version__ = "0.2.0.dev0"

TYPE_CHECKING = False  # as in typing, which would have to be loaded for it
if TYPE_CHECKING:
    from sixfold import cards as cards
    from sixfold import rulesets as rulesets
    from sixfold import tiles as tiles
    from sixfold.dealer import Dealer as Dealer
    from sixfold.dealer import settle as settle
    from sixfold.errors import IllegalMove as IllegalMove
    from sixfold.errors import NotationError as NotationError
    from sixfold.errors import PositionError as PositionError
    from sixfold.errors import RecordError as RecordError
    from sixfold.errors import SixfoldError as SixfoldError
    from sixfold.pieces import Color as Color
    from sixfold.pieces import Piece as Piece
    from sixfold.pieces import Pieces as Pieces
    from sixfold.pieces import Shape as Shape
    from sixfold.position import Position as Position
    from sixfold.record import Record as Record

_MODULES = ("cards", "rulesets", "tiles")
_HOMES = {
    "Color": "pieces",
    "Dealer": "dealer",
    "IllegalMove": "errors",
    "NotationError": "errors",
    "Piece": "pieces",
    "Pieces": "pieces",
    "Position": "position",
    "PositionError": "errors",
    "Record": "record",
    "RecordError": "errors",
    "Shape": "pieces",
    "SixfoldError": "errors",
    "settle": "dealer",
}
"""The module that each name comes from. tests/arch compares this with the imports for type checkers above."""

__all__ = [*_MODULES, *_HOMES]


def __getattr__(name: str) -> object:
    """Load a name from its module. It is kept, so the next use finds it at once."""
    if name not in __all__:
        raise AttributeError(f"module 'sixfold' has no attribute {name!r}")
    from importlib import import_module

    home = import_module(f"sixfold.{_HOMES.get(name, name)}")
    found: object = getattr(home, name) if name in _HOMES else home
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
