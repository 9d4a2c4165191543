"""The text form of a move of the card game; rows and tables read and write themselves in `table`.

A turn is its rows, a slash, and the Qwirkles taken: `RoRsRd RdGdBd / RoOoYoGoBoPo`; else `redraw` or `pass`.
"""

from __future__ import annotations

from sixfold.cards.moves import Move, Pass, Redraw, Turn
from sixfold.errors import NotationError


def parse_move(text: str) -> Move:
    """Read any move of the card game.

    >>> parse_move("redraw"), str(parse_move("RoRsRd"))
    (Redraw(), 'RoRsRd')
    """
    words = text.strip()
    if words == "redraw":
        return Redraw()
    if words == "pass":
        return Pass()
    if not words:
        raise NotationError(
            "a move is rows like RoRsRd, or redraw, or pass; this is empty", code="notation/move", text=""
        )
    return Turn.parse(words)
