"""The tile game's door to compiled code: packing the rules' values, and lists of plays in the rules' order.

`pack` and `unpack` go between `sixfold.tiles` and the words drawn in `layout`; what no game could have produced
is refused with the rules' own PositionError.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.errors import PositionError
from sixfold.kernel.engine import place, zeros
from sixfold.kernel.planes import bit_planes
from sixfold.kernel.tiles import core, games
from sixfold.kernel.tiles.layout import (
    AXIS_BIT,
    BAG,
    BAG_HIGH,
    BAG_LOW,
    BOX,
    CELL_MASK,
    COUNT_BIT,
    HANDS,
    LAID,
    LAID_COUNT,
    MAX_POINTS,
    MIRRORED,
    MOVER,
    OPENER,
    ORIGIN,
    PIECES_BIT,
    PLANE,
    PLAYING,
    POINTS_BIT,
    RANDOM,
    RECORDS,
    SCORE,
    SEATS,
    STATUS,
    STRIDE,
    TAKEN,
    TARGET,
    TURNS,
    WORDS,
)
from sixfold.pieces import ALL_PIECES, EMPTY, Piece, Pieces
from sixfold.tiles.board import Board, check_copies, check_hand
from sixfold.tiles.notation import Cell, Place, Placement
from sixfold.tiles.rules import TILES, Rules

Words = NDArray[np.int64]
"""An array of 64-bit words: a packed board or game."""
ROOM: Final = 1 << 13
"""Plays that a list has room for at first; real games stay below a thousand."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A position in words. `middle` is a cell in the midst of the tiles, `anchor` the number of that cell."""

    words: Words
    middle: Cell
    rules: Rules
    anchor: int = ORIGIN

    def cell(self, cell: int) -> Cell:
        """The rules' cell of a packed one that a tile or a play uses.

        A number tells x - y modulo 128, and with it x + y modulo 128: enough for cells less than 64 steps from the
        middle.
        """
        d = cell - self.anchor
        minus = (d + 64) % 128 - 64
        plus = ((d + 63 * minus) // 64 + 64) % 128 - 64
        return Cell(self.middle.x + (plus + minus) // 2, self.middle.y + (plus - minus) // 2)

    def place(self, play: int) -> Place:
        """The rules' play of a packed one."""
        step = STRIDE if play >> AXIS_BIT & 1 else 1
        cell = play & CELL_MASK
        laid: list[Placement] = []
        for i in range(play >> COUNT_BIT & 7):
            while _taken(self.words, cell):
                cell = (cell + step) & CELL_MASK
            laid.append(Placement(self.cell(cell), ALL_PIECES[play >> PIECES_BIT + 6 * i & 63]))
            cell = (cell + step) & CELL_MASK
        return Place.in_order(tuple(laid), " ".join(map(str, laid)))


def _taken(words: Words, cell: int) -> bool:
    record = int(words[PLANE + (cell >> 2)]) >> 16 * (cell & 3) & 0xFFFF
    return bool(words[RECORDS + 2 * record] & TAKEN)


def _number(cell: Cell, middle: Cell, anchor: int) -> int:
    return (anchor + cell.x - middle.x + STRIDE * (cell.y - middle.y)) & CELL_MASK


Extent = tuple[int, int, int, int]
"""How far cells reach: the least and the most of x + y, and of x - y."""


def _reach(cells: Collection[Cell], known: Extent | None = None) -> Extent:
    """How far these cells reach, and those that are known already."""
    plus, minus = [x + y for x, y in cells], [x - y for x, y in cells]
    if known is not None:
        plus, minus = [*plus, *known[:2]], [*minus, *known[2:]]
    return min(plus), max(plus), min(minus), max(minus)


def _middle(extent: Extent) -> Cell:
    """The cell from which the furthest ones are as near as can be, by steps: no more than 54 in any game."""
    along, across = (extent[0] + extent[1]) // 2, (extent[2] + extent[3]) // 2
    return Cell((along + across) // 2, (along - across) // 2)


def points(play: int) -> int:
    """The points of a packed play."""
    return play >> POINTS_BIT


def planes(hand: Pieces) -> tuple[int, int, int]:
    """A hand as three sets: held once, twice, three times."""
    return bit_planes(hand.counts)


def pieces_of(sets: Iterable[int]) -> Pieces:
    """The multiset of three planes."""
    words = [int(word) for word in sets]
    return Pieces.from_counts(sum(word >> piece.index & 1 for word in words) for piece in ALL_PIECES)


def holds(rules: Rules) -> bool:
    """Whether the kernel can play by these rules, be they called what they may."""
    most = 7 * (rules.kinds + rules.qwirkle_bonus)
    return 2 <= rules.kinds <= 6 and 1 <= rules.copies <= 3 and 1 <= rules.hand <= 6 and most <= MAX_POINTS


def can(rules: Rules) -> bool:
    """Whether the kernel can think by these rules: what it learned is about six kinds and hands of six."""
    return holds(rules) and rules.kinds == TILES.kinds and rules.hand == TILES.hand


def numbers(rules: Rules) -> list[int]:
    """The rules as `verdict` numbers them."""
    return [rules.kinds, rules.copies, rules.hand, rules.qwirkle_bonus, rules.end_bonus, rules.target]


def blank(rules: Rules = TILES) -> Words:
    """An empty table under these rules."""
    if not holds(rules):
        raise PositionError(
            f"the kernel holds up to 6 kinds, 3 copies and hands of 6; {rules.name} has more", code="position/rules"
        )
    words = zeros(WORDS)
    *sizes, words[TARGET] = numbers(rules)
    games.set_rules(words, *sizes)
    return words


def pack_board(board: Board, rules: Rules = TILES, words: Words | None = None) -> Packed:
    """Put a board into words (new ones, or some already in use); PositionError for one that no game could have laid."""
    checked = Board.of(board.tiles.items(), rules)
    if words is None:
        words = blank(rules)
    else:
        core.clear(words)
    middle = _middle(_reach(checked.tiles)) if checked else Cell(0, 0)
    # Reading order, whatever the order of play was: equal boards give equal words, and so equal choices.
    cells = [_number(cell, middle, ORIGIN) for cell, _ in checked]
    core.lay_all(words, np.array(cells, dtype=np.int64), _indices(piece for _, piece in checked))
    return Packed(words, middle, rules)


def pack(
    board: Board,
    hands: tuple[Pieces, ...] = (EMPTY, EMPTY),
    scores: tuple[int, ...] = (0, 0),
    to_move: int = 0,
    rules: Rules = TILES,
    seed: int = 0,
    opener: int = 0,
) -> Packed:
    """Put a whole position into words; the bag is what is left of the box, in an order of the seed.

    `opener` is the seat that began: only a game with a target asks for it (T21).
    """
    for hand in hands:
        check_hand(board, hand, rules)
    held = sum(hands, EMPTY)
    check_copies(board.pieces + held, rules)
    packed = pack_board(board, rules)
    words = packed.words
    words[SEATS] = len(hands)
    words[MOVER] = to_move
    words[OPENER] = opener
    words[TURNS] = 0
    words[STATUS] = PLAYING
    words[MIRRORED] = 0
    words[RANDOM] = games.scramble(seed)
    for seat, hand in enumerate(hands):
        words[SCORE + seat] = scores[seat]
        words[HANDS + 3 * seat : HANDS + 3 * seat + 3] = planes(hand)
    bag = rules.box - board.pieces - held
    games.fill_bag(words, _indices(bag))
    return packed


def _indices(pieces: Iterable[Piece]) -> Words:
    return np.array([piece.index for piece in pieces], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What words say, in the rules' values."""

    board: Board
    hands: tuple[Pieces, ...]
    scores: tuple[int, ...]
    to_move: int
    bag: Pieces


def _walk(words: Words, first: Cell) -> dict[int, Cell]:
    """Where the tiles lie, by packed cell, in the order they were laid; the first one laid lies on `first`."""
    laid = [int(word) & CELL_MASK for word in words[LAID : LAID + words[LAID_COUNT]]]
    lying = set(laid)
    found: dict[int, Cell] = {}
    waiting = [(laid[0], first)] if laid else []
    while waiting:
        here, cell = waiting.pop()
        if here in found or here not in lying:
            continue
        found[here] = cell
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            waiting.append(((here + dx + STRIDE * dy) & CELL_MASK, Cell(cell.x + dx, cell.y + dy)))
    return {cell: found[cell] for cell in laid}


def located(words: Words, rules: Rules = TILES, first: Cell = Cell(0, 0)) -> Packed:  # noqa: B008  an immutable value
    """A game that went on in words since it was packed or dealt: where the middle of its tiles now is."""
    where = _walk(words, first)
    if not where:
        return Packed(words, first, rules)
    middle = _middle(_reach(where.values()))
    return Packed(words, middle, rules, _number(middle, first, next(iter(where))))


def unpack(packed: Packed) -> Unpacked:
    """Read a position back; tiles laid since packing are found by walking from the first one laid."""
    words = packed.words
    seats = int(words[SEATS])
    first = packed.cell(int(words[LAID]) & CELL_MASK) if words[LAID_COUNT] else packed.middle
    pieces = (ALL_PIECES[int(word) >> 16] for word in words[LAID : LAID + words[LAID_COUNT]])
    return Unpacked(
        Board.of(zip(_walk(words, first).values(), pieces, strict=True), packed.rules),
        tuple(pieces_of(words[HANDS + 3 * seat : HANDS + 3 * seat + 3]) for seat in range(seats)),
        tuple(int(words[SCORE + seat]) for seat in range(seats)),
        int(words[MOVER]),
        Pieces(ALL_PIECES[int(p)] for p in words[BAG + words[BAG_LOW] : BAG + words[BAG_HIGH]]),
    )


def list_plays(words: Words, hand: int) -> Words:
    """All packed plays of a set of pieces, in the kernel's own order."""
    out = zeros(ROOM)
    n = games.list_plays(words, hand, out)
    if n > out.size:
        out = zeros(n)
        n = games.list_plays(words, hand, out)
    return out[:n]


def ordered(packed: Packed, hand: Pieces) -> list[tuple[Place, int]]:
    """All plays with their points in canonical order: most points first, then by text in code-point order."""
    found = [(packed.place(play), points(play)) for play in list_plays(packed.words, planes(hand)[0]).tolist()]
    found.sort(key=lambda play: (-play[1], play[0].text))
    return found


def plays(board: Board, hand: Pieces, rules: Rules = TILES) -> list[tuple[Place, int]]:
    """All legal plays of a hand with their points, as `sixfold.tiles.moves.plays` lists them."""
    check_hand(board, hand, rules)
    return ordered(pack_board(board, rules), hand)


class Following:
    """A table that a game goes on at, in words: each look lays what is new, so that looking often costs little.

    Boards are believed: the rules have laid them. It serves as long as `engine.place` stays the same.
    """

    def __init__(self, rules: Rules = TILES) -> None:
        self.place = place()
        self.rules = rules
        self._words = blank(rules)
        self._plays = zeros(ROOM)
        self._cells, self._pieces = zeros(BOX), zeros(BOX)
        self._laid: dict[Cell, Piece] = {}
        self._first = Cell(0, 0)
        self._extent: Extent | None = None

    def highest(self, board: Board, hand: Pieces) -> list[Place]:
        """The plays of most points, in canonical order."""
        self._follow(board.tiles)
        held = planes(hand)[0]
        n = games.list_plays(self._words, held, self._plays)
        found = self._plays[:n] if n <= self._plays.size else list_plays(self._words, held)
        worth = found >> POINTS_BIT
        best = found[worth == np.max(worth)].tolist() if n else []
        middle = _middle(self._extent) if self._extent else self._first
        packed = Packed(self._words, middle, self.rules, _number(middle, self._first, ORIGIN))
        return sorted(map(packed.place, best), key=lambda place: place.text)

    def _follow(self, tiles: Mapping[Cell, Piece]) -> None:
        if not self._laid.items() <= tiles.items():
            core.clear(self._words)
            self._laid, self._extent = {}, None
        new = [cell for cell in tiles if cell not in self._laid]
        if not new:
            return
        if not self._laid:
            self._first = new[0]
        self._extent = _reach(new, self._extent)
        for at, cell in enumerate(new):
            self._laid[cell] = tiles[cell]
            self._cells[at] = _number(cell, self._first, ORIGIN)
            self._pieces[at] = tiles[cell].index
        core.lay_all(self._words, self._cells[: len(new)], self._pieces[: len(new)])
