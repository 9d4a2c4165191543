"""Which plays the tile game allows: `check` judges one and says what is wrong, `plays` lists them all (T4, T6–T10).

Not whose turn it is, nor exchanges and passes: those need the bag, and are in `state`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple, NoReturn

from sixfold.errors import IllegalMove
from sixfold.pieces import ALL_PIECES, Piece, Pieces
from sixfold.tiles.board import DOWN, LEFT, MATES, OPEN, RIGHT, UP, Board, Slot
from sixfold.tiles.notation import Cell, Place, Placement
from sixfold.tiles.rules import TILES, Rules
from sixfold.tiles.scoring import Axis, Line, Score, line_points, score


class Play(NamedTuple):
    """A legal play and its worth. `board` is the one before it."""

    place: Place
    points: int
    qwirkles: int
    board: Board
    rules: Rules = TILES

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that give the points, the longest first (T11)."""
        return score(self.board.lay(self.place.placements), self.place.placements, self.rules).lines

    def __repr__(self) -> str:
        return f"<Play {self.place} for {self.points}>"


# ---- sets in a hand: T2 and T4 --------------------------------------------------------------------------------------


def sets(hand: Pieces) -> tuple[tuple[Piece, ...], ...]:
    """The largest sets of tiles in a hand that share a colour or share a shape, identical ones counted once (T2)."""
    held = hand.distinct()
    found = {tuple(p for p in held if p.color == one.color) for one in held}
    found |= {tuple(p for p in held if p.shape == one.shape) for one in held}
    largest = max(map(len, found), default=0)
    return tuple(sorted(group for group in found if len(group) == largest))


def announcement(hand: Pieces) -> int:
    """How many tiles a player announces before the opening (T2). Unknown tiles do not count."""
    return max(map(len, sets(hand)), default=0)


# ---- judging one play -----------------------------------------------------------------------------------------------


def refuse(clause: str, reason: str, sentence: str, **facts: object) -> NoReturn:
    """Raise the refusal of a move."""
    raise IllegalMove(f"{sentence} ({clause})", clause=clause, reason=reason, facts=facts)


def check(board: Board, place: Place, hand: Pieces | None = None, rules: Rules = TILES) -> Score:
    """The worth of a legal play; IllegalMove for any other.

    Without a hand it judges the cells and lines alone. With one, the tiles must come from it (an unknown one can be
    any), and an opening must lay a largest set of it (T4).
    """
    return judged(board, place, hand, rules)[0]


def judged(board: Board, place: Place, hand: Pieces | None = None, rules: Rules = TILES) -> tuple[Score, Board]:
    """What `check` says, and the board after the play, which it had to lay for that."""
    placements = place.placements
    if not placements:
        refuse("T6", "empty", "a play lays at least one tile")
    _check_cells(board, placements)
    _check_tiles(board, place, hand, rules)
    _check_share(placements)
    after = board.lay(placements)
    _check_together(after, placements)
    if board and not any(board.touches(cell) for cell, _ in placements):
        refuse(
            "T9",
            "apart",
            "at least one of the tiles must touch a tile that already lies on the table",
            cells=[str(cell) for cell, _ in placements],
        )
    worth = score(after, placements, rules)
    for line in worth.lines:
        _check_line(line)
    if not board and hand is not None:
        _check_opening(place, hand)
    return worth, after


def _check_cells(board: Board, placements: Sequence[Placement]) -> None:
    """T8: one tile a cell."""
    seen: set[Cell] = set()
    for cell, _ in placements:
        if (there := board.get(cell)) is not None:
            refuse(
                "T8", "occupied", f"cell {cell} already holds the {there.words}", cells=[str(cell)], pieces=[str(there)]
            )
        if cell in seen:
            refuse("T8", "repeated", f"cell {cell} is used twice in this play", cells=[str(cell)])
        seen.add(cell)


def _check_tiles(board: Board, place: Place, hand: Pieces | None, rules: Rules) -> None:
    """T1: the tiles come from the hand, and the box holds only so many of each."""
    wanted = place.pieces
    if hand is not None and not hand.covers(wanted):
        missing = [p for p in wanted.distinct() if wanted.count(p) > hand.count(p)]
        refuse(
            "T1",
            "not-in-hand",
            f"the hand {hand} does not hold {_listed(wanted, missing)}",
            hand=str(hand),
            pieces=[str(p) for p in missing],
        )
    lying, box = board.pieces, rules.box
    for piece in wanted.distinct():
        most = box.count(piece)
        if lying.count(piece) + wanted.count(piece) > most:
            refuse(
                "T1",
                "copies",
                f"the box holds only {most} of {piece} ({piece.words})",
                pieces=[str(piece)],
                most=most,
            )


def _listed(wanted: Pieces, missing: Sequence[Piece]) -> str:
    return " and ".join(f"{wanted.count(p)} of {p}" if wanted.count(p) > 1 else f"{p} ({p.words})" for p in missing)


def _check_share(placements: Sequence[Placement]) -> None:
    """T7: the tiles of a turn all share one colour or all share one shape, no two identical."""
    pieces = [piece for _, piece in placements]
    for one, other in combinations(pieces, 2):
        if one is other:
            refuse(
                "T7", "identical", f"this play would lay two {one.plural} in one turn", pieces=[str(one), str(other)]
            )
    for one, other in combinations(pieces, 2):
        if not _mates(one, other):
            sentence = (
                f"the tiles of one turn share a colour or share a shape; the {one.words} and the {other.words} "
                "share neither"
            )
            refuse("T7", "mixed", sentence, pieces=[str(one), str(other)])


def _mates(one: Piece, other: Piece) -> bool:
    return bool(MATES[one.index] >> other.index & 1)


def _check_together(after: Board, placements: Sequence[Placement]) -> None:
    """T8: in one row or one column, with no empty cell between; older tiles may lie between."""
    cells = [cell for cell, _ in placements]
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    if len(xs) > 1 and len(ys) > 1:
        refuse(
            "T8", "not-in-line", "the tiles must lie in one row or in one column", cells=[str(cell) for cell in cells]
        )
    # Walk from the first tile to the first empty cell: everything laid must have been met.
    axis: Axis = "row" if len(xs) > 1 else "column"
    met = Line.through(after, cells[0], axis)
    if cells[-1] not in met.cells:
        x, y = met.cells[-1]
        gap = Cell(x + 1, y) if axis == "row" else Cell(x, y + 1)
        refuse("T8", "gap", f"cell {gap} between the tiles would stay empty", cells=[str(gap)], axis=axis)


def _check_line(line: Line) -> None:
    """T10: one colour with all shapes different, or one shape with all colours different."""
    for one, other in combinations(line.pieces, 2):
        if one is other:
            sentence = f"this {line.axis} would hold two {one.plural}: {' '.join(map(str, line.pieces))}"
            refuse("T10", "duplicate", sentence, pieces=[str(one), str(other)], **_facts(line))
    for one, other in combinations(line.pieces, 2):
        if not _mates(one, other):
            sentence = (
                f"this {line.axis} would hold a {one.words} and a {other.words}, "
                f"which share neither colour nor shape: {' '.join(map(str, line.pieces))}"
            )
            refuse("T10", "mixed", sentence, pieces=[str(one), str(other)], **_facts(line))


def _facts(line: Line) -> dict[str, str]:
    return {"axis": line.axis, "line": str(line)}


def _check_opening(place: Place, hand: Pieces) -> None:
    """T4: the opener lays all tiles of a largest set. With unknown tiles in the hand, at least as many as are known."""
    size = announcement(hand)
    if len(place) < size:
        refuse(
            "T4",
            "too-few",
            f"the opening lays all {size} tiles of a largest set of the hand, not {len(place)}",
            size=size,
            sets=["".join(map(str, group)) for group in sets(hand)],
        )


# ---- listing all plays ----------------------------------------------------------------------------------------------


def plays(board: Board, hand: Pieces, rules: Rules = TILES) -> tuple[Play, ...]:
    """Every legal play of the known tiles of a hand, each once: most points first, then by text in code-point order.

    On an empty board these are the openings (T4), laid from 0,0 to the right and from 0,0 downward.
    """
    found = sorted(_Generator(board, hand, rules).plays() if board else _openings(hand, rules))
    return tuple(
        Play(Place.in_order(placed, text), -minus, qwirkles, board, rules) for minus, text, placed, qwirkles in found
    )


_Found = tuple[int, str, tuple[Placement, ...], int]
"""A play on its way into the list: minus its points, then its text, so that sorting gives the canonical order."""


def can_play(board: Board, hand: Pieces) -> bool:
    """Whether any known tile of the hand can be laid. One tile is enough to ask for: of any longer play the tile
    that touches the table could have been laid alone."""
    held = mask(hand)
    return any(slot.accepts & held for slot in board.slots.values()) if board else bool(held)


def mask(hand: Pieces) -> int:
    """The kinds in a hand, as bits."""
    return sum(1 << index for index, count in enumerate(hand.counts) if count)


def _openings(hand: Pieces, rules: Rules) -> Iterator[_Found]:
    """T4: all tiles of a largest set, in every order."""
    for group in sets(hand):
        size = len(group)
        points = line_points(size, rules) if size > 1 else 1
        qwirkles = int(size == rules.kinds)
        for order in permutations(group):
            across = Place((Cell(at, 0), piece) for at, piece in enumerate(order))
            yield -points, across.text, across.placements, qwirkles
            if size > 1:
                downward = Place((Cell(0, at), piece) for at, piece in enumerate(order))
                yield -points, downward.text, downward.placements, qwirkles


# Which sides of a slot lie along an axis (before, after) and which across it.
_SIDES: Final[dict[Axis, tuple[int, int, int, int]]] = {
    "row": (LEFT, RIGHT, UP, DOWN),
    "column": (UP, DOWN, LEFT, RIGHT),
}
_BIT_PIECE: Final[dict[int, Piece]] = {1 << piece.index: piece for piece in ALL_PIECES}


class _Generator:
    """Finds each play once: from its first tile (leftmost, or topmost) that touches the table.

    From there it grows backward over cells that touch nothing, then forward, stepping over older tiles:

        . . b b F # # f f #      F the first touching tile, # older tiles, b laid backward, f laid forward

    Growing keeps the mates of all tiles in the line, so T7 and T10 hold at every step and every step is a play. A tile
    is not its own mate, so none is used twice and the hand can be a set.
    """

    def __init__(self, board: Board, hand: Pieces, rules: Rules) -> None:
        self.slots = board.slots
        self.rules = rules
        self.hand = mask(hand)
        self.worth = [line_points(length, rules) for length in range(rules.kinds + 1)]
        self.found: list[_Found] = []

    def plays(self) -> list[_Found]:
        for cell, slot in self.slots.items():
            if slot.accepts & self.hand:
                self._from(cell, slot, "row")
                self._from(cell, slot, "column")
        return self.found

    def _from(self, cell: Cell, slot: Slot, axis: Axis) -> None:
        self.axis = axis
        self.across = cell.y if axis == "row" else cell.x
        before, after, self.side_a, self.side_b = _SIDES[axis]
        self.after = after
        run, rest = slot.sides[before], slot.sides[after]
        at = cell.x if axis == "row" else cell.y
        side = slot.sides[self.side_a].length + slot.sides[self.side_b].length
        length = run.length + 1 + rest.length
        points, qwirkles = self._side(side)
        options = slot.accepts & self.hand
        while options:
            bit = options & -options
            options ^= bit
            piece = _BIT_PIECE[bit]
            placed = Placement(cell, piece)
            self._backward(
                (placed,),
                f"{cell.x},{cell.y}:{piece}",
                at - 1 if not run.length else None,
                at + rest.length + 1,
                MATES[piece.index] & run.mates & rest.mates,
                length,
                points,
                qwirkles,
            )

    def _side(self, length: int) -> tuple[int, int]:
        """Points and Qwirkles of the line that crosses a laid tile, given how many older tiles are in it."""
        return self.worth[length + 1], int(length + 1 == self.rules.kinds)

    def _backward(
        self,
        placed: tuple[Placement, ...],
        text: str,
        start: int | None,
        end: int,
        mates: int,
        length: int,
        points: int,
        qwirkles: int,
    ) -> None:
        """Lay nothing more backward, or one tile on `start`, if that cell touches nothing."""
        self._forward(placed, text, end, mates, length, points, qwirkles)
        options = mates & self.hand
        if start is None or not options:
            return
        cell = Cell(start, self.across) if self.axis == "row" else Cell(self.across, start)
        if cell in self.slots:
            return  # plays with a tile here begin here
        while options:
            bit = options & -options
            options ^= bit
            piece = _BIT_PIECE[bit]
            self._backward(
                (Placement(cell, piece), *placed),
                f"{cell.x},{cell.y}:{piece} {text}",
                start - 1,
                end,
                mates & MATES[piece.index],
                length + 1,
                points,
                qwirkles,
            )

    def _forward(
        self,
        placed: tuple[Placement, ...],
        text: str,
        end: int,
        mates: int,
        length: int,
        points: int,
        qwirkles: int,
    ) -> None:
        """Note the play as it stands, then lay one more tile on `end`, the empty cell after the line."""
        if self.axis == "row" or len(placed) > 1:  # one tile alone is both, and noted once
            total = points + self.worth[length]
            sixes = qwirkles + (length == self.rules.kinds)
            self.found.append((-total, text, placed, sixes))
        options = mates & self.hand
        if not options:
            return
        cell = Cell(end, self.across) if self.axis == "row" else Cell(self.across, end)
        slot = self.slots.get(cell, OPEN)
        options &= slot.accepts
        rest = slot.sides[self.after]
        if not options or rest.members & ~mates:
            return  # nothing fits, or the older tiles beyond do not go with this line
        side_points, side_qwirkles = self._side(slot.sides[self.side_a].length + slot.sides[self.side_b].length)
        while options:
            bit = options & -options
            options ^= bit
            piece = _BIT_PIECE[bit]
            self._forward(
                (*placed, Placement(cell, piece)),
                f"{text} {cell.x},{cell.y}:{piece}",
                end + rest.length + 1,
                mates & MATES[piece.index] & rest.mates,
                length + 1 + rest.length,
                points + side_points,
                qwirkles + side_qwirkles,
            )
