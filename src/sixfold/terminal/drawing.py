"""The tables of both games as coloured text: the board, rows of cards, a hand, the score sheet (T20). Not the play.

Every piece shows its letters, so nothing depends on seeing its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from sixfold import cards, tiles
from sixfold.messages import Messages
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
        return Text("         0\n    0    ·\n", "dim")
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


def rows(table: cards.Table) -> Text:
    """The rows of cards as they lie."""
    text = Text()
    for number, row in enumerate(table, 1):
        text.append(f"  {number:>2}  ", "dim").append_text(drawn(row)).append("\n")
    return text


def sheet(names: Sequence[str], entries: Sequence[Any], scores: Sequence[int], say: Messages) -> Grid:
    """The score sheet: every turn of every seat with its points, and the running total (T20)."""
    grid = Grid(title=say("sheet.title"), show_footer=True)
    grid.add_column("", footer=say("sheet.total"), style="dim")
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
