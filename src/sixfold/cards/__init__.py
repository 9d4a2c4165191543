"""Qwirkle Cards: the rules C1 to C16, pure and complete. Start with `State.start` and `moves`."""

from sixfold.cards import moves, solver
from sixfold.cards.moves import (
    Lane,
    Played,
    announcement,
    check,
    could_join,
    lanes,
    largest_sets,
)
from sixfold.cards.notation import Move, Pass, Redraw, Turn, parse_move
from sixfold.cards.rules import BY_NAME, CARDS, TINY, Rules
from sixfold.cards.scoring import Entry
from sixfold.cards.solver import Solution, arrange, best, can_play, most_qwirkles
from sixfold.cards.state import State, View
from sixfold.cards.table import Row, Table

__all__ = [
    "BY_NAME",
    "CARDS",
    "TINY",
    "Entry",
    "Lane",
    "Move",
    "Pass",
    "Played",
    "Redraw",
    "Row",
    "Rules",
    "Solution",
    "State",
    "Table",
    "Turn",
    "View",
    "announcement",
    "arrange",
    "best",
    "can_play",
    "check",
    "could_join",
    "lanes",
    "largest_sets",
    "most_qwirkles",
    "moves",
    "parse_move",
    "solver",
]
