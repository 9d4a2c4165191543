"""The tables of both games as coloured text: the board, the rows of cards, a hand, the score sheet (T20). Not the play.

Every piece shows its letters, so nothing depends on seeing its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from sixfold import cards, tiles
from sixfold.pieces import Piece, Pieces

STYLES: Final = ("bold red", "bold dark_orange", "bold yellow", "bold green", "bold bright_blue", "bold magenta")
"""One for each colour, in the order of `Color`."""


def drawn(pieces: Iterable[Piece], unknown: int = 0) -> Text:
    """Pieces side by side, each in its colour."""
    text = Text(" ").join(Text(str(piece), STYLES[piece.color]) for piece in pieces)
    return text.append(" ?" * unknown, "dim")


def hand(pieces: Pieces) -> Text:
    """A hand."""
    return drawn(pieces, pieces.unknown)


def board(table: tiles.Board, fresh: Sequence[tiles.Cell] = ()) -> Text:
    """The board with a margin of one, its cells named by the numbers around it; `fresh` tiles are underlined."""
    if not table:
        return Text("   The table is empty; the opening may lie anywhere, from 0,0 for example.", "dim")
    xs, ys = zip(*((cell.x, cell.y) for cell, _ in table), strict=True)
    columns, rows = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    header = Text("      " + "".join(f"{x:>4}" for x in columns) + "\n", "dim")
    for y in rows:
        header.append(f"{y:>5} ", "dim")
        for x in columns:
            cell = tiles.Cell(x, y)
            piece = table.get(cell)
            if piece is None:
                header.append("   ·", "dim")
            else:
                style = STYLES[piece.color] + (" underline" if cell in fresh else "")
                header.append("  ").append(str(piece), style)
        header.append("\n")
    return header


def rows(table: cards.Table, fresh: Pieces | None = None) -> Text:
    """The rows of cards: those of one colour first, then those of one shape (C16)."""
    if not len(table):
        return Text("   The table is empty.", "dim")
    text = Text()
    for number, row in enumerate(table, 1):
        text.append(f"  {number:>2}  ", "dim").append_text(drawn(row)).append("\n")
    return text


def sheet(names: Sequence[str], entries: Sequence[Any], scores: Sequence[int]) -> Grid:
    """The score sheet: every turn of every seat with its points, and the running total (T20)."""
    grid = Grid(title="Score sheet", show_footer=True)
    grid.add_column("", footer="total", style="dim")
    for name, total in zip(names, scores, strict=True):
        grid.add_column(name, justify="right", footer=str(total))
    totals = [0] * len(names)
    line = [""] * len(names)
    turn = 1
    for entry in entries:
        if line[entry.seat]:
            grid.add_row(str(turn), *line)
            line, turn = [""] * len(names), turn + 1
        totals[entry.seat] += entry.points
        line[entry.seat] = f"+{entry.points} = {totals[entry.seat]}"
    if any(line):
        grid.add_row(str(turn), *line)
    return grid


def reasons(entry: Any) -> str:
    """Why a turn of the tile game brought its points: `row of 4 → 4, Qwirkle → 6`."""
    words = {
        "T12": "Qwirkle",
        "T17": "first to empty the hand",
        "T4": "a lone opening tile",
    }
    parts = [p for p in entry.parts if isinstance(p, tiles.Part)]
    return ", ".join(
        f"{words.get(p.clause) or f'{p.line.axis} of {len(p.line)}' if p.line else words[p.clause]} → {p.points}"
        for p in parts
    )
