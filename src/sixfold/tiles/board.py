"""The board of the tile game: which tile lies where, and what every cell beside them would accept (T9, T10).

Not who may lay what: that is `moves`. The rule of a line is kept as a relation: two tiles are *mates* when they share
either their colour or their shape, not both; a line is legal exactly when all its tiles are mates of each other (T10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from sixfold.errors import PositionError
from sixfold.pieces import ALL_PIECES, KINDS, Piece, Pieces
from sixfold.tiles.notation import Cell, Placement, parse_placements, reading_order
from sixfold.tiles.rules import TILES, Rules

# Sets of kinds are 36-bit masks: bit 6 × colour + shape, which is Piece.index.
ANY: Final = (1 << KINDS) - 1


def _share_one(a: Piece, b: Piece) -> bool:
    return (a.color == b.color) != (a.shape == b.shape)


MATES: Final[tuple[int, ...]] = tuple(sum(1 << b.index for b in ALL_PIECES if _share_one(a, b)) for a in ALL_PIECES)
"""For each kind, the kinds that may lie in one line with it.

This is all of T10. Take three tiles that are mates of each other: if the first two share their colour, the third
cannot share a shape with both, as they differ in shape, so it shares the colour as well. No tile is its own mate.
"""


class Run(NamedTuple):
    """Adjacent tiles in one direction, as the empty cell at their end sees them."""

    members: int
    """The kinds in it."""
    mates: int
    """The kinds that are mates of all of them."""
    length: int


NO_RUN: Final = Run(0, ANY, 0)


class Slot(NamedTuple):
    """An empty cell beside a tile: the four runs that meet there, and the kinds that it accepts."""

    sides: tuple[Run, Run, Run, Run]
    """Left, right, up, down."""
    accepts: int


OPEN: Final = Slot((NO_RUN, NO_RUN, NO_RUN, NO_RUN), ANY)
LEFT, RIGHT, UP, DOWN = range(4)


def _seen(slot: Slot, side: int, run: Run) -> Slot:
    """The slot once `run` lies on one side of it. T10 for both lines that a tile here would join."""
    sides = [*slot.sides]
    sides[side] = run
    left, right, up, down = sides
    # Two runs that would be joined must be mates of each other, all with all.
    apart = right.members & ~left.mates or down.members & ~up.mates
    return Slot((left, right, up, down), 0 if apart else left.mates & right.mates & up.mates & down.mates)


def _add(slots: dict[Cell, Slot], cell: Cell, piece: Piece) -> None:
    """One more tile lies there."""
    # Only the four cells at the ends of the tile's two lines see a change:
    #
    #            [up end]
    #               v
    #   [left end] > tile < [right end]     each end now faces the whole row, or the whole column
    #               ^
    #           [down end]
    x, y = cell
    left, right, up, down = slots.pop(cell, OPEN).sides
    member, mates = 1 << piece.index, MATES[piece.index]
    row = Run(
        left.members | member | right.members,
        left.mates & mates & right.mates,
        left.length + 1 + right.length,
    )
    column = Run(up.members | member | down.members, up.mates & mates & down.mates, up.length + 1 + down.length)
    for end, side, run in (
        (Cell(x - left.length - 1, y), RIGHT, row),
        (Cell(x + right.length + 1, y), LEFT, row),
        (Cell(x, y - up.length - 1), DOWN, column),
        (Cell(x, y + down.length + 1), UP, column),
    ):
        slots[end] = _seen(slots.get(end, OPEN), side, run)


class Board:
    """Tiles on an endless grid, immutable. Iterates over placements in reading order.

    >>> board = Board.parse("0,0:Rs 1,0:Rd")
    >>> board.get(Cell(1, 0)), len(board), str(board.lay([(Cell(2, 0), Piece.parse("Ro"))]))
    (Piece.parse('Rd'), 2, '0,0:Rs 1,0:Rd 2,0:Ro')
    """

    __slots__ = ("_pieces", "_seen_slots", "tiles")
    tiles: dict[Cell, Piece]
    """Every tile by its cell; not to be changed."""

    def __init__(self) -> None:
        self.tiles = {}
        self._pieces: Pieces | None = None
        # The slots of some of the tiles, and the tiles laid since: whoever only follows a game needs no slots.
        self._seen_slots: tuple[dict[Cell, Slot], tuple[tuple[Cell, Piece], ...]] = ({}, ())

    @classmethod
    def of(cls, placements: Iterable[tuple[Cell, Piece]], rules: Rules = TILES) -> Board:
        """A board of these tiles; PositionError when no game could have laid them so (T1, T9, T10)."""
        board = cls()
        for cell, piece in placements:
            if cell in board.tiles:
                raise PositionError(
                    f"cell {Cell(*cell)} holds two tiles", code="position/cell", facts={"cells": [str(Cell(*cell))]}
                )
            if not board.slots.get(cell, OPEN).accepts >> piece.index & 1:
                raise PositionError(
                    f"{piece} on {Cell(*cell)} lies in a line that is neither of one colour nor of one shape, "
                    "or holds it twice (T10)",
                    code="position/line",
                    facts={"cells": [str(Cell(*cell))], "pieces": [str(piece)]},
                )
            board.tiles[Cell(*cell)] = piece
            _add(board.slots, cell, piece)
        check_copies(board.pieces, rules)
        board._check_connected()
        return board

    @classmethod
    def parse(cls, text: str, rules: Rules = TILES) -> Board:
        """Read placements, in any order; PositionError as for `of`."""
        return cls.of(parse_placements(text), rules)

    def lay(self, placements: Iterable[tuple[Cell, Piece]]) -> Board:
        """The board with more tiles on it. `moves.check` says whether the rules allow them."""
        board = Board()
        board.tiles = self.tiles.copy()
        new = tuple(placements)
        for cell, piece in new:
            board.tiles[Cell(*cell)] = piece
        slots, since = self._seen_slots
        board._seen_slots = slots, (*since, *new)
        if self._pieces is not None:
            board._pieces = self._pieces + Pieces(piece for _, piece in new)
        return board

    @property
    def slots(self) -> dict[Cell, Slot]:
        """Every empty cell that touches a tile; not to be changed. Worked out when they are first asked for."""
        slots, since = self._seen_slots
        if since:
            slots = slots.copy()
            for cell, piece in since:
                _add(slots, cell, piece)
            self._seen_slots = slots, ()
        return slots

    def _check_connected(self) -> None:
        """After the opening every play touches the tiles already there (T9), so a board is one piece."""
        if not self.tiles:
            return
        first = next(iter(self.tiles))
        reached, waiting = {first}, [first]
        while waiting:
            x, y = waiting.pop()
            for near in (Cell(x - 1, y), Cell(x + 1, y), Cell(x, y - 1), Cell(x, y + 1)):
                if near in self.tiles and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        if len(reached) < len(self.tiles):
            alone = min((cell for cell in self.tiles if cell not in reached), key=lambda cell: (cell.y, cell.x))
            raise PositionError(
                f"the tile on {alone} does not hang together with the tile on {first} (T9)",
                code="position/apart",
                facts={"cells": [str(first), str(alone)]},
            )

    @property
    def pieces(self) -> Pieces:
        """All tiles on the board, counted when they are first asked for."""
        if self._pieces is None:
            self._pieces = Pieces(self.tiles.values())
        return self._pieces

    def get(self, cell: Cell) -> Piece | None:
        """The tile on a cell, if there is one."""
        return self.tiles.get(cell)

    def touches(self, cell: Cell) -> bool:
        """Whether an empty cell lies edge to edge with a tile (T9)."""
        x, y = cell
        near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return cell not in self.tiles and any(beside in self.tiles for beside in near)

    def __contains__(self, cell: object) -> bool:
        return cell in self.tiles

    def __iter__(self) -> Iterator[Placement]:
        for cell, piece in sorted(self.tiles.items(), key=reading_order):
            yield Placement(cell, piece)

    def __len__(self) -> int:
        return len(self.tiles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (_laid, (tuple(self.tiles.items()),))


def _laid(tiles: tuple[tuple[Cell, Piece], ...]) -> Board:
    """Unpickling: worker processes send boards home."""
    return Board().lay(tiles)


def check_copies(pieces: Pieces, rules: Rules) -> None:
    """PositionError when the box does not hold these tiles (T1)."""
    for piece, held, most in zip(ALL_PIECES, pieces.counts, rules.box.counts, strict=True):
        if held > most:
            raise PositionError(
                f"{held} of {piece} ({piece.words}) are more than the {most} in the box (T1)",
                code="position/copies",
                facts={"pieces": [str(piece)], "held": held, "most": most},
            )


def check_hand(board: Board, hand: Pieces, rules: Rules = TILES) -> None:
    """PositionError when no player could hold this hand beside this board: too large, or a copy too many (T1)."""
    if len(hand) > rules.hand:
        raise PositionError(
            f"a hand of {len(hand)} is too large: it holds at most {rules.hand} tiles (T1)",
            code="position/hand",
            facts={"held": len(hand), "most": rules.hand},
        )
    check_copies(board.pieces + hand, rules)
    if len(board) + len(hand) > rules.size:
        raise PositionError(
            f"{len(board)} tiles on the board and {len(hand)} in the hand are more than the box holds (T1)",
            code="position/copies",
            facts={"held": len(board) + len(hand), "most": rules.size},
        )
