"""The board of the tile game as a window on an endless grid: a cursor, panning by key or drag, three sizes of cells.

It shows and points; which tile may lie where is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.terminal_theme import TerminalTheme
from rich.text import Text
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget

from sixfold import tiles
from sixfold.pieces import Piece
from sixfold.terminal.drawing import STYLES

GLYPHS: Final = "●■◆♣✸✦"
"""One for each shape, in the order of `Shape`; the letters always stand beside them."""
ZOOMS: Final = ((3, 1), (6, 1), (8, 3))
"""Columns and lines of a cell, from far to near."""
_LABELS: Final = 5
COLORS: Final = TerminalTheme(
    (18, 18, 18),
    (224, 224, 224),
    [
        (0, 0, 0),
        (235, 70, 70),
        (70, 190, 90),
        (240, 220, 70),
        (60, 110, 220),
        (190, 110, 230),
        (70, 190, 200),
        (200,) * 3,
    ],
    [
        (90,) * 3,
        (255, 90, 90),
        (90, 210, 110),
        (255, 235, 90),
        (90, 150, 255),
        (210, 130, 250),
        (90, 210, 220),
        (255,) * 3,
    ],
)
"""The colours of a page: six that are told apart on black, where a terminal's own may be anything."""
_PAPER: Final = " on grey15"


def face(piece: Piece, zoom: int = 1, style: str = "") -> Text:
    """A piece as its letters, or from nearer as a shape and its letters."""
    letters = str(piece)
    words = (letters, GLYPHS[piece.shape] + letters, f"{GLYPHS[piece.shape]}  {letters}")[zoom]
    return Text(words, STYLES[piece.color] + style)


class BoardPane(Widget):
    """The visible part of the board, the tiles of the draft included."""

    can_focus = False

    @dataclass
    class Pointed(Message):
        """Someone clicked a cell."""

        cell: tiles.Cell

    def __init__(self) -> None:
        super().__init__(id="board")
        self.table = tiles.Board()
        self.draft: Mapping[tiles.Cell, Piece] = {}
        self.fresh: frozenset[tiles.Cell] = frozenset()
        self.zoom = 1
        self.cursor = tiles.Cell(0, 0)
        self.corner = tiles.Cell(0, 0)
        self._grip: tuple[Offset, tiles.Cell] | None = None
        self._dragged = False

    # ---- where the window is ----------------------------------------------------------------------------------------

    @property
    def span(self) -> tuple[int, int]:
        """How many columns and rows of cells are visible."""
        width, height = ZOOMS[self.zoom]
        return max(1, (self.size.width - _LABELS) // width), max(1, (self.size.height - 1) // height)

    def show(self, table: tiles.Board, draft: Mapping[tiles.Cell, Piece], fresh: frozenset[tiles.Cell]) -> None:
        """Show this board; tiles laid by the last turn come into sight."""
        if fresh != self.fresh and fresh:
            self.reveal(min(fresh))
            self.reveal(max(fresh))
        self.table, self.draft, self.fresh = table, draft, fresh
        self.refresh()

    def reveal(self, cell: tiles.Cell) -> None:
        """Move the window as little as needed for a cell and its neighbours."""
        columns, rows = self.span
        self.corner = tiles.Cell(_into(self.corner.x, cell.x, columns), _into(self.corner.y, cell.y, rows))
        self.refresh()

    def point(self, dx: int, dy: int) -> None:
        """Move the cursor; the window follows."""
        self.cursor = tiles.Cell(self.cursor.x + dx, self.cursor.y + dy)
        self.reveal(self.cursor)

    def pan(self, dx: int, dy: int) -> None:
        """Move the window and leave the cursor where it is."""
        self.corner = tiles.Cell(self.corner.x + dx, self.corner.y + dy)
        self.refresh()

    def center(self) -> None:
        """The middle of the board, or of the empty table, in the middle of the window."""
        cells = [cell for cell, _ in self.table] or [tiles.Cell(0, 0)]
        columns, rows = self.span
        middle_x = (min(c.x for c in cells) + max(c.x for c in cells)) // 2
        middle_y = (min(c.y for c in cells) + max(c.y for c in cells)) // 2
        self.corner = tiles.Cell(middle_x - columns // 2, middle_y - rows // 2)
        self.refresh()

    def scale(self, step: int) -> None:
        """Nearer or farther, about the cursor."""
        columns, rows = self.span
        self.zoom = min(max(self.zoom + step, 0), len(ZOOMS) - 1)
        after = self.span
        self.pan((columns - after[0]) // 2, (rows - after[1]) // 2)
        self.reveal(self.cursor)

    def cell_at(self, x: int, y: int) -> tiles.Cell:
        """The cell under a place of the window."""
        width, height = ZOOMS[self.zoom]
        return tiles.Cell(self.corner.x + (x - _LABELS) // width, self.corner.y + (y - 1) // height)

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        self.center()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._grip, self._dragged = (Offset(event.x, event.y), self.corner), False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._grip is None:
            return
        start, corner = self._grip
        width, height = ZOOMS[self.zoom]
        dx, dy = int((start.x - event.x) / width), int((start.y - event.y) / height)
        if dx or dy or self._dragged:
            self._dragged = True
            self.corner = tiles.Cell(corner.x + dx, corner.y + dy)
            self.refresh()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        held, self._grip = self._grip, None
        self.release_mouse()
        if held is not None and not self._dragged and event.x >= _LABELS and event.y >= 1:
            self.cursor = self.cell_at(event.x, event.y)
            self.post_message(self.Pointed(self.cursor))
            self.refresh()

    def on_mouse_scroll_up(self) -> None:
        self.pan(0, -1)

    def on_mouse_scroll_down(self) -> None:
        self.pan(0, 1)

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def render(self) -> Text:
        columns, rows = self.span
        width, height = ZOOMS[self.zoom]
        text = Text(no_wrap=True, end="")
        text.append(" " * _LABELS)
        for x in range(self.corner.x, self.corner.x + columns):
            text.append(f"{x:^{width}}"[:width], "bold" if x == self.cursor.x else "dim")
        for y in range(self.corner.y, self.corner.y + rows):
            for line in range(height):
                middle = line == height // 2
                label = f"{y:>{_LABELS - 1}} " if middle else " " * _LABELS
                text.append("\n").append(label, "bold" if y == self.cursor.y else "dim")
                for x in range(self.corner.x, self.corner.x + columns):
                    text.append_text(self._cell(tiles.Cell(x, y), width, middle))
        return text

    def _cell(self, cell: tiles.Cell, width: int, middle: bool) -> Text:
        """One line of a cell. The draft stands in brackets and the last turn is underlined: nothing is colour alone."""
        drafted = self.draft.get(cell)
        piece = drafted or self.table.get(cell)
        pointed = " reverse" if cell == self.cursor else ""
        if piece is None:
            inner = "·" if middle and (self.table.touches(cell) or pointed) else ""
            return Text(f"{inner:^{width}}", "dim" + pointed)
        paper = _PAPER if self.zoom else ""
        if not middle:
            return Text().append(" " * (width - 1), STYLES[piece.color] + paper + pointed).append(" ")
        shown = face(piece, self.zoom, paper + pointed + (" underline" if cell in self.fresh else ""))
        left = (width - 1 - len(shown)) // 2
        right = width - len(shown) - left
        if drafted is None:
            before, after = " " * left, " " * (right - 1)
        else:
            before, after = " " * (left - 1) + "[" * (left > 0), "]" + " " * (right - 2)
        plain = STYLES[piece.color] + paper + pointed
        text = Text().append(before, plain).append_text(shown).append(after, plain)
        return text.append(" " * (width - len(text)))


def _into(corner: int, at: int, span: int) -> int:
    """The nearest corner of a window that shows `at`, with a margin of one where there is room."""
    margin = 1 if span > 2 else 0
    return min(max(corner, at - span + 1 + margin), at - margin)
