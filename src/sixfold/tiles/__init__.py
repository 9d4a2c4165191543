"""Qwirkle with tiles, as a rule book that runs: clauses T1 to T21. Pure, immutable, standard library alone.

Begin with `State.start(2)`, answer its `need` with `draw`, list `legal_moves()` and `play` one. Bots get a `View`.
"""

from sixfold.tiles.board import Board, check_hand
from sixfold.tiles.moves import Play, announcement, can_play, check, plays, sets
from sixfold.tiles.notation import Cell, Move, Pass, Place, Placement, Swap, parse_move
from sixfold.tiles.rules import BY_NAME, SHORT, TARGET, TILES, TINY, Rules
from sixfold.tiles.scoring import Entry, Line, Part, Score, line_points
from sixfold.tiles.state import State, View

__all__ = [
    "BY_NAME",
    "SHORT",
    "TARGET",
    "TILES",
    "TINY",
    "Board",
    "Cell",
    "Entry",
    "Line",
    "Move",
    "Part",
    "Pass",
    "Place",
    "Placement",
    "Play",
    "Rules",
    "Score",
    "State",
    "Swap",
    "View",
    "announcement",
    "can_play",
    "check",
    "check_hand",
    "line_points",
    "parse_move",
    "plays",
    "sets",
]
