"""One position as SVG or PNG: the board of tiles, or the rows and stacks of cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final
from xml.sax.saxutils import escape

import resvg_py

from sixfold import cards, rulesets, tiles
from sixfold.errors import NotationError
from sixfold.fields import Json
from sixfold.pieces import COLOR_LETTERS, Piece

CELL: Final = 100
LINEN, INK = "#e8e4d8", "#22252b"
MARKS: Final = ("none", "letters", "pips", "signs")
"""What is drawn in or beside the shapes for people who cannot tell the colours apart."""


@cache
def look() -> Json:
    """The shapes, marks and palettes, the same as those of the web page."""
    found: Json = json.loads(files("sixfold.pictures").joinpath("look.json").read_text("utf-8"))
    return found


PALETTES: Final = tuple(look()["palettes"])
"""The names of all palettes."""


@dataclass(frozen=True, slots=True)
class Style:
    """The reader's choice: a palette, marks in the shapes or beside them, and their letters in one language."""

    palette: str = "clear"
    marks: str = "none"
    letters: str = COLOR_LETTERS

    def __post_init__(self) -> None:
        if self.palette not in PALETTES or self.marks not in MARKS or len(self.letters) != len(COLOR_LETTERS):
            raise NotationError(
                f"there is no look {self.palette[:20]!r} with marks {self.marks[:20]!r}: palettes are "
                f"{', '.join(PALETTES)}, marks are {', '.join(MARKS)}",
                code="notation/look",
                text=self.palette[:20],
            )


def svg(state: tiles.State | cards.State, style: Style | None = None, title: str = "") -> str:
    """The position as an SVG text. The last play is outlined and its tiles numbered, never shown by hue alone."""
    style = style or Style()
    return _page(*_DRAWN[rulesets.find(state.rules.name).game](state, style), style, title)


def png(state: tiles.State | cards.State, style: Style | None = None, title: str = "", width: int = 1200) -> bytes:
    """The position as a PNG picture, `width` pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(state, style, title), width=width))


def draw_piece(piece: Piece, x: float, y: float, style: Style, size: float = CELL) -> str:
    """One piece with its upper left corner at x, y."""
    palette = look()["palettes"][style.palette]
    color = palette["colors"][piece.color]
    parts = [
        f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">',
        f'<rect x="3" y="3" width="94" height="94" rx="14" fill="{palette["body"]}" stroke="{palette["rim"]}" '
        'stroke-width="2"/>',
        f'<path d="{look()["shapes"][piece.shape.letter]}" fill="{color}"/>',
    ]
    marks = style.marks if style.marks != "none" else palette["marks"]
    if marks == "letters":
        parts.append(
            f'<text x="50" y="60" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="28" '
            f'fill="{ink(color)}">{escape(style.letters[piece.color])}</text>'
        )
    elif marks == "pips":
        parts += [f'<circle cx="{x}" cy="{y}" r="3.6" fill="{ink(color)}"/>' for x, y in look()["pips"][piece.color]]
    elif marks == "signs":
        sign = f'<path d="{look()["signs"][piece.color]}" fill="{color}"'
        parts.append(f'{sign}/>{sign} transform="rotate(180 50 50)"/>')
    return "".join([*parts, "</g>"])


def ink(color: str) -> str:
    """Black or white, whichever reads better on a colour (relative luminance as WCAG has it)."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if (1.05 / (light + 0.05)) > ((light + 0.05) / 0.05) else "#000000"


def draw_board(board: tiles.Board, last: Sequence[tiles.Cell], style: Style) -> tuple[str, float, float]:
    """The tiles with an empty cell around them, the last ones outlined; as SVG, with its width and height."""
    cells = list(board.tiles) or [tiles.Cell(0, 0)]
    left, top = min(cell.x for cell in cells) - 1, min(cell.y for cell in cells) - 1
    width = max(cell.x for cell in cells) + 2 - left
    height = max(cell.y for cell in cells) + 2 - top
    parts = [
        draw_piece(piece, CELL * (cell.x - left), CELL * (cell.y - top), style) for cell, piece in board.tiles.items()
    ]
    for number, cell in enumerate(last, 1):
        x, y = CELL * (cell.x - left), CELL * (cell.y - top)
        parts.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="96" height="96" rx="15" fill="none" stroke="#000" stroke-width="7"/>'
            f'<rect x="{x + 2}" y="{y + 2}" width="96" height="96" rx="15" fill="none" stroke="#fff" stroke-width="4"/>'
            f'<circle cx="{x + 86}" cy="{y + 14}" r="12" fill="#fff" stroke="#000" stroke-width="2"/>'
            f'<text x="{x + 86}" y="{y + 20}" text-anchor="middle" font-family="sans-serif" font-weight="700" '
            f'font-size="17" fill="#000">{number}</text>'
        )
    return "".join(parts), CELL * width, CELL * height


def draw_rows(
    rows: Iterable[cards.Row], stacks: Sequence[Sequence[cards.Row]], style: Style
) -> tuple[str, float, float]:
    """Rows of one shape side by side, rows of one colour below (C16), and under them every seat's Qwirkles (C10)."""
    lanes = [list(row) for row in rows]
    shapes = [lane for lane in lanes if len({piece.shape for piece in lane}) == 1]
    colors = [lane for lane in lanes if len({piece.shape for piece in lane}) > 1]
    parts: list[str] = []
    y = 50.0
    for group in (shapes, colors):
        for at in range(0, len(group), 2):
            for column, lane in enumerate(group[at : at + 2]):
                parts += [draw_piece(piece, 50 + column * 690 + i * 104, y, style) for i, piece in enumerate(lane)]
            y += 130
    small = 44.0
    for seat, stack in enumerate(stacks):
        for at, row in enumerate(stack):
            x, below = 50 + (at % 4) * 320, y + 20 + (at // 4) * 60
            parts += [draw_piece(piece, x + i * 48, below, style, small) for i, piece in enumerate(row)]
        if stack:
            parts.append(
                f'<text x="20" y="{y + 52}" font-family="sans-serif" font-size="26" fill="{INK}">{seat + 1}</text>'
            )
            y += 20 + 60 * ((len(stack) + 3) // 4)
    return "".join(parts), 1400, y + 40


def _tile_table(state: tiles.State, style: Style) -> tuple[str, float, float]:
    return draw_board(state.board, state.last_laid, style)


def _card_table(state: cards.State, style: Style) -> tuple[str, float, float]:
    return draw_rows(state.table.rows, state.stacks, style)


_DRAWN: Final[Mapping[str, Callable[[Any, Style], tuple[str, float, float]]]] = {
    "tiles": _tile_table,
    "cards": _card_table,
}
"""What lies on the table of each game, with its width and height."""


def _page(body: str, width: float, height: float, style: Style, title: str) -> str:
    room = 70 if title else 0
    heading = (
        f'<text x="{width / 2:g}" y="48" text-anchor="middle" font-family="sans-serif" font-size="34" fill="{INK}">'
        f"{escape(title)}</text>"
        if title
        else ""
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + room:g}" role="img" '
        f'aria-label="{escape(title or "Sixfold", {chr(34): "&quot;"})}">'
        f'<rect width="100%" height="100%" fill="{LINEN}"/>{heading}<g transform="translate(0 {room})">{body}</g></svg>'
    )
