"""What a play is worth: the lines it made or extended, and their points (T11, T12, T17). Not whether it is legal.

Written to be checked by eye: lines are walked cell by cell. `moves.plays` counts the same points from run lengths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from sixfold.errors import NotationError
from sixfold.game import Seat
from sixfold.pieces import Piece
from sixfold.tiles.board import Board
from sixfold.tiles.notation import Cell, Move, Placement, parse_placements
from sixfold.tiles.rules import TILES, Rules

Axis = Literal["row", "column"]
STEPS: Final[dict[Axis, Cell]] = {"row": Cell(1, 0), "column": Cell(0, 1)}


@dataclass(frozen=True, slots=True)
class Line:
    """Adjacent tiles from end to end, along a row (left to right) or a column (top to bottom)."""

    axis: Axis
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]

    @classmethod
    def through(cls, board: Board, cell: Cell, axis: Axis) -> Line:
        """The whole line that the tile on `cell` lies in."""
        dx, dy = STEPS[axis]
        x, y = cell
        tiles = board.tiles
        while (x - dx, y - dy) in tiles:
            x, y = x - dx, y - dy
        cells: list[Cell] = []
        pieces: list[Piece] = []
        while (piece := tiles.get(at := Cell(x, y))) is not None:
            cells.append(at)
            pieces.append(piece)
            x, y = x + dx, y + dy
        return cls(axis, tuple(cells), tuple(pieces))

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read `row 0,0:Rs 1,0:Rd`."""
        word, _, rest = text.partition(" ")
        axis = next((axis for axis in STEPS if axis == word), None)
        if axis is None:
            raise NotationError(
                f"{text[:40]!r} is not a line: it begins with row or column", code="notation/line", text=text[:40]
            )
        placements = parse_placements(rest)
        return cls(axis, tuple(cell for cell, _ in placements), tuple(piece for _, piece in placements))

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return f"{self.axis} {' '.join(map(str, map(Placement, self.cells, self.pieces)))}"


class Part(NamedTuple):
    """One reason for points: T11 a line, T12 a Qwirkle, T4 the lone opening tile, T17 the first empty hand."""

    clause: str
    points: int
    line: Line | None


class Entry(NamedTuple):
    """A line of the score sheet (T20): one turn of one seat, its points, and the reasons for them."""

    seat: Seat
    move: Move
    points: int
    parts: tuple[Part, ...]


class Score(NamedTuple):
    """The worth of a play. `lines` are those that score, the longest first."""

    points: int
    lines: tuple[Line, ...]
    qwirkles: int


def line_points(length: int, rules: Rules = TILES) -> int:
    """T11: a point a tile, nothing for a line of one; T12: more for a line of all kinds."""
    if length < 2:
        return 0
    return length + (rules.qwirkle_bonus if length == rules.kinds else 0)


def lines_made(board: Board, placements: Iterable[Placement]) -> tuple[Line, ...]:
    """Every line of two or more that the laid tiles lie in, each once (T11). `board` already holds the tiles."""
    found: list[Line] = []
    for axis in STEPS:
        walked: set[Cell] = set()
        for cell, _ in placements:
            if cell in walked:
                continue
            line = Line.through(board, cell, axis)
            walked.update(line.cells)
            if len(line) > 1:
                found.append(line)
    return tuple(sorted(found, key=lambda line: (-len(line), line.axis, line.cells[0].y, line.cells[0].x)))


def score(board: Board, placements: tuple[Placement, ...], rules: Rules = TILES) -> Score:
    """The worth of tiles just laid on `board` (T11, T12)."""
    lines = lines_made(board, placements)
    if not lines:
        # Only the opening can lay a tile that touches nothing; alone it scores 1 (T4).
        return Score(1, tuple(Line.through(board, cell, "row") for cell, _ in placements), 0)
    qwirkles = sum(len(line) == rules.kinds for line in lines)
    return Score(sum(line_points(len(line), rules) for line in lines), lines, qwirkles)


def parts(worth: Score, rules: Rules, ends: bool) -> tuple[Part, ...]:
    """The same points, reason by reason, for the score sheet (T20); `ends` adds T17's bonus."""
    found: list[Part] = []
    for line in worth.lines:
        found.append(Part("T11" if len(line) > 1 else "T4", len(line), line))
        if len(line) > 1 and len(line) == rules.kinds:
            found.append(Part("T12", rules.qwirkle_bonus, line))
    if ends:
        found.append(Part("T17", rules.end_bonus, None))
    return tuple(found)
