"""Pictures of games for people who are not at the table: SVG, PNG, an animation, the score sheet as PDF, and what a
link shows.

Draws what a record or a state says, in the palette and with the marks that the reader chose; decides nothing. The
shapes and palettes are in `look.json`, from which the web page has its own. Each name is loaded when it is first used:
whoever wants a board as SVG does not load what writes a PDF.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixfold.pictures.animation import animate as animate
    from sixfold.pictures.cover import position as position
    from sixfold.pictures.cover import preview as preview
    from sixfold.pictures.drawing import MARKS as MARKS
    from sixfold.pictures.drawing import PALETTES as PALETTES
    from sixfold.pictures.drawing import Style as Style
    from sixfold.pictures.drawing import png as png
    from sixfold.pictures.drawing import svg as svg
    from sixfold.pictures.paper import sheet_pdf as sheet_pdf

_HOMES = {
    "MARKS": "drawing",
    "PALETTES": "drawing",
    "Style": "drawing",
    "animate": "animation",
    "png": "drawing",
    "position": "cover",
    "preview": "cover",
    "sheet_pdf": "paper",
    "svg": "drawing",
}
"""The module that each name comes from. None has the name of its module: loading that would put it in its place."""

__all__ = [*_HOMES]


def __getattr__(name: str) -> object:
    """Load a name from its module. It is kept, so the next use finds it at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'sixfold.pictures' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"sixfold.pictures.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
