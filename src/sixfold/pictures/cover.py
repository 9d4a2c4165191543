"""The picture that a chat shows beside a link to a table: what lies there for everybody to see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import resvg_py

from sixfold import cards, rulesets, tiles
from sixfold.pictures.drawing import CELL, LINEN, Style, draw_board, draw_piece, draw_rows
from sixfold.pieces import Pieces

WIDTH, HEIGHT = 1200, 630
"""What chat programs show without cutting."""
_MARGIN: Final = 36
_LARGEST: Final = 1.4
"""A table with three pieces is not drawn as if they were all there is."""
_STEP: Final = CELL + 10
"""From one piece of a hand to the next."""
_WELCOME: Final = "0,0:Ro 1,0:Oo 2,0:Yo 3,0:Go 4,0:Bo 5,0:Po 2,1:Ys 2,2:Yd"
"""A Qwirkle and a line that crosses it: a table that waits for people."""

_DRAWN: Final[Mapping[str, Callable[[Any, Style], tuple[str, float, float]]]] = {
    "tiles": lambda board, style: draw_board(board, (), style),
    "cards": lambda table, style: draw_rows(table.rows, (), style),
}


def preview(view: tiles.View | cards.View | None, style: Style | None = None) -> bytes:
    """A PNG of the table as somebody without a seat sees it; None: the game has not begun.

    It takes a view, not a state, so that it cannot draw what is hidden.
    """
    style = style or Style()
    if view is None or not view.sheet:
        return _fitted(*draw_board(tiles.Board.parse(_WELCOME), (), style))
    return _fitted(*_DRAWN[rulesets.find(view.rules.name).game](view.lying, style))


def position(ruleset: str, lying: tiles.Board | cards.Table, hand: Pieces, style: Style | None = None) -> bytes:
    """A PNG of a position: what lies there, and under it the hand."""
    style = style or Style()
    body, width, height = _DRAWN[rulesets.find(ruleset).game](lying, style)
    held = list(hand)
    across = _STEP * len(held)
    left = max(0.0, (across - width) / 2)
    row = [draw_piece(piece, left + (width - across) / 2 + at * _STEP, height, style) for at, piece in enumerate(held)]
    room = _STEP + CELL / 4 if held else 0.0
    return _fitted(f'<g transform="translate({left:g} 0)">{body}</g>' + "".join(row), max(width, across), height + room)


def _fitted(body: str, width: float, height: float) -> bytes:
    scale = min((WIDTH - 2 * _MARGIN) / width, (HEIGHT - 2 * _MARGIN) / height, _LARGEST)
    x, y = (WIDTH - scale * width) / 2, (HEIGHT - scale * height) / 2
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="100%" height="100%" fill="{LINEN}"/>'
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})">{body}</g></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=WIDTH))
