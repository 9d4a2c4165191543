"""Thousands of games are more than a cache holds: compiled code asks for the next ones while it plays one.

Nothing depends on it but time.
"""

# mypy: disable-error-code="no-any-return"
# Words of a game are Any to mypy: compiled functions are typed by the compiler.

from __future__ import annotations

from sixfold.kernel.engine import at, compiled, fetch
from sixfold.kernel.tiles.layout import (
    BAG,
    BAG_HIGH,
    CELL_BIT,
    CELL_MASK,
    FRONTIER,
    FRONTIER_COUNT,
    JOURNAL,
    JOURNAL_COUNT,
    JOURNAL_WORDS,
    LAID,
    LAID_COUNT,
    PLANE,
    RECORD_COUNT,
    RECORDS,
    SEATS,
    STRIDE,
)
from sixfold.kernel.tiles.seeing import CELL, LINE_WORDS, PLAYS, SWAPS, TILE, Vector


@compiled
def fetch_counts(v: Vector, b: int) -> None:
    """Thousands of games are more than a cache holds: ask for what tells how much of a game is in use."""
    if b < len(v.games):
        for i in range(SEATS, BAG, LINE_WORDS):
            fetch(v.games[b], i)
        fetch(v.marks[b], 0)
        fetch(v.marks[b], LINE_WORDS)


@compiled
def fetch_lists(v: Vector, b: int) -> None:
    """And for that part itself: tiles, cells, records, and where the next words will be written."""
    if b < len(v.games):
        g = v.games[b]
        for i in range(0, g[FRONTIER_COUNT] + LINE_WORDS, LINE_WORDS):
            fetch(g, FRONTIER + i)
            fetch(v.fits[b], i)
        for i in range(0, 2 * g[RECORD_COUNT] + LINE_WORDS, LINE_WORDS):
            fetch(g, RECORDS + i)
        for i in range(0, JOURNAL_WORDS * 15, LINE_WORDS):
            fetch(g, JOURNAL + JOURNAL_WORDS * g[JOURNAL_COUNT] + i)
        fetch(g, BAG + g[BAG_HIGH])
        fetch(g, LAID + g[LAID_COUNT])
        for i in range(0, TILE, 4 * LINE_WORDS):
            fetch(v.seen[b], i)
        fetch(v.seen[b], TILE + 3 * g[LAID_COUNT])
        for i in range(0, 2 * g[FRONTIER_COUNT] + LINE_WORDS, 4 * LINE_WORDS):
            fetch(v.seen[b], CELL + i)
        for i in range(0, v.marks[b, PLAYS], LINE_WORDS):
            fetch(v.plays[b], i)
        fetch(v.mask[b], v.marks[b, PLAYS])
        fetch(v.mask[b], v.mask.shape[1] - SWAPS)


@compiled
def fetch_plane(v: Vector, b: int) -> None:
    """And for the cells around its frontier."""
    if b < len(v.games):
        g = v.games[b]
        for i in range(g[FRONTIER_COUNT]):
            cell = (g[at(FRONTIER + i)] >> CELL_BIT) & CELL_MASK
            fetch(g, PLANE + (cell >> 2))
            fetch(g, PLANE + (((cell + STRIDE) & CELL_MASK) >> 2))
            fetch(g, PLANE + (((cell - STRIDE) & CELL_MASK) >> 2))
