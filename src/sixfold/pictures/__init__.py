"""Pictures of games for people who are not at the table: SVG, PNG, an animation, the score sheet as PDF, and what a
link shows.

Draws what a record or a state says, in the palette and with the marks that the reader chose; decides nothing. The
shapes and palettes are in `look.json`, from which the web page has its own.
"""

from sixfold.pictures.animation import animate
from sixfold.pictures.drawing import MARKS, PALETTES, Style, png, svg
from sixfold.pictures.paper import sheet_pdf
from sixfold.pictures.preview import position, preview

__all__ = ["MARKS", "PALETTES", "Style", "animate", "png", "position", "preview", "sheet_pdf", "svg"]
