"""A tile game at a decision, held by the kernel: moves by number, observations, and the point after a move. A value.

Everything equals what `sixfold.tiles` says of the same state, with the same order of moves, at a tenth of the cost. The
rules make the first point (`Point.of`). From there on the kernel plays, and chance comes from outside.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixfold.game import Outcome
from sixfold.kernel import tiles, zeros
from sixfold.kernel.engine import bound, place
from sixfold.kernel.tiles import core, describing, seeing, showing
from sixfold.kernel.tiles import layout as at
from sixfold.pieces import ALL_PIECES, KINDS, Pieces
from sixfold.research.actions import MOST_MOVES
from sixfold.research.games import order
from sixfold.research.observations import BOX, MOVE, SEATS, VECTOR, Floats, numbers
from sixfold.tiles import Cell, Move, Pass, Place, Placement, Rules, State, Swap

Numbers = NDArray[np.int64]

ROOM: Final = 2048
_BITS: Final = np.arange(KINDS)
_UNITS: Final = np.ones(VECTOR, dtype=np.float32)
_UNITS[3 * KINDS : 3 * KINDS + SEATS] = 100
_UNITS[-1] = BOX
_local = threading.local()
# Before the interpreter takes wasmtime apart, whose memory the desks lie in.
atexit.register(lambda: _local.__dict__.clear())


class Desk:
    """The kernel's arrays for one game. Points share them: the point that is worked on is copied in, unless it is there
    already.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.place = place()
        self.vector = seeing.Vector(
            zeros((1, at.WORDS)),
            zeros((1, seeing.MARKS)),
            zeros((1, room + seeing.SPARE)),
            zeros((1, seeing.SEEN), np.int16),
            zeros((1, at.FRONTIER_MAX)),
            zeros((1, room + seeing.SWAPS), np.int8),
            zeros((1, SEATS), np.float64),
        )
        self.moves = zeros((1, room * describing.MOVE), np.int16)
        self.shown = showing.Shown(
            zeros(showing.ASKED),
            zeros(room + seeing.SWAPS),
            zeros((MOST_MOVES, MOVE), np.float32),
            zeros((BOX, 3), np.int16),
            zeros(KINDS),
            zeros(room + seeing.SWAPS),
            zeros(room + seeing.SWAPS),
        )
        self.shown.asked[showing.MOST] = MOST_MOVES
        texts = showing.Texts(*(zeros(len(ranks)) for ranks in (order.NAME, order.X, order.Y)))
        texts.name[:], texts.x[:], texts.y[:] = order.NAME, order.X, order.Y
        self.follow = bound(showing.follow, self.vector, self.moves, self.shown, texts)
        self.held: Point | None = None
        # Views are made once: to make them costs as much as to copy what they show.
        v = self.vector
        self.words, self.marks, self.seen, self.plays = v.games[0], v.marks[0], v.seen[0], v.plays[0]
        self.head, self.hand = self.words[: at.BAG], self.plays[room:]
        self.asked, self.told = self.shown.asked[: showing.MOST], self.shown.asked[showing.NUMBERED :]

    @classmethod
    def with_room(cls, room: int) -> Desk:
        """This thread's desk, in the memory of the engine in use."""
        desks: dict[int, Desk] = _local.__dict__.setdefault("desks", {})
        if room not in desks or desks[room].place is not place():
            desks[room] = cls(room)
        return desks[room]

    def hold(self, point: Point) -> None:
        """Lay this point out."""
        if self.held is not point:
            self.words[:], self.marks[:], self.seen[:] = point.words, point.marks, point.seen
            self.plays[: len(point.listed)] = point.listed
            self.held = point

    def after(self, action: int, rules: Rules, origin: Cell) -> Point:
        """What lies here after an action, or as it is (-1). Nothing else is worked out in Python, move by move."""
        self.asked[:] = action, *origin
        self.held = None
        self.follow()
        count, room, shown = int(self.marks[seeing.PLAYS]), self.room, self.shown
        if count >= room:
            # The list of plays is full, so there may be more: list again on a larger desk.
            larger = Desk.with_room(8 * room)
            larger.words[:], larger.marks[:], larger.seen[:] = self.words, self.marks, self.seen
            return larger.after(-1, rules, origin)
        numbered, actions = self.told.tolist()
        self.held = Point(
            rules,
            origin,
            self.words.copy(),
            self.head.tolist(),
            self.marks.copy(),
            self.seen.copy(),
            self.plays[:count].copy(),
            self.moves[0, : describing.MOVE * count].copy(),
            shown.order[:actions].copy(),
            shown.brief[:actions].copy(),
            shown.placed.copy(),
            shown.left.tolist(),
            self.hand[: self.seen[seeing.HAND_SIZES]].tolist(),
            numbered,
            room,
        )
        return self.held


@dataclass(frozen=True, slots=True)
class Glance:
    """The part of a view that names a position: enough for a bot's chance."""

    rules: Rules
    seat: int
    hand: Pieces
    hand_sizes: tuple[int, ...]
    scores: tuple[int, ...]
    bag_count: int
    unseen: Pieces


@dataclass(eq=False)
class Point:
    """A seat is to move, or the game is over. Nothing changes a point. The class is not frozen, as that costs as much
    as a play.

    A choice is an action of the kernel. Below `room`, i is play i of `listed`. Beyond it, a choice is an exchange of
    those tiles of the sorted hand whose bits are set; with no bit set it is the pass.
    """

    rules: Rules
    origin: Cell
    """Where the first tile lies."""
    words: Numbers
    head: list[int]
    """The first of these: counters, rules, hands."""
    marks: Numbers
    seen: NDArray[np.int16]
    listed: Numbers
    """The packed plays, in the kernel's order."""
    described: NDArray[np.int16]
    """The same as numbers (`describing`), one after the other."""
    order: Numbers
    """The choice of every move that has a number, as the rules list them."""
    brief: Floats
    """For each of them: points, Qwirkles, tiles laid, tiles exchanged, pass."""
    placed: NDArray[np.int16]
    """The tiles on the board, a row each, as `games.tiles.placed` has them."""
    left: list[int]
    """How many tiles of each kind the bag holds: hidden from everybody."""
    hand: list[int]
    """The kinds in the mover's hand, in their order."""
    numbered: int
    """How many plays have a number among whole moves; the other moves follow them."""
    room: int = field(repr=False)

    @classmethod
    def of(cls, state: State, room: int = ROOM) -> Point:
        """The same point, from the rules. All hands are known, and nothing is to be drawn."""
        tiles_laid = state.board.tiles
        origin = next(iter(tiles_laid), Cell(0, 0))
        if max(map(abs, origin)) > order.FARTHEST // 2:
            raise ValueError(f"a game begins at 0,0: {origin} is too far from there")
        opener = state.opening.opener if state.opening else 0
        mover = (opener if state.to_move is None else state.to_move) % state.seats
        packed = tiles.pack(state.board, state.hands, state.scores, mover, state.rules, opener=opener)
        core.clear(packed.words)
        # In the order of play, which an observation shows.
        cells = [(x - origin.x + at.STRIDE * (y - origin.y)) & at.CELL_MASK for x, y in tiles_laid]
        kinds = [piece.index for piece in tiles_laid.values()]
        core.lay_all(packed.words, np.array(cells, dtype=np.int64), np.array(kinds, dtype=np.int64))
        if state.outcome is not None:
            packed.words[at.STATUS] = int(state.outcome.reason[1:])
        desk = Desk.with_room(room)
        desk.held = None
        v = desk.vector
        v.games[0] = packed.words
        v.marks[0], v.seen[0], v.seen[0, seeing.TILE :] = 0, 0, seeing.NOTHING
        return desk.after(-1, state.rules, origin)

    # ---- what everybody knows ---------------------------------------------------------------------------------------

    def __post_init__(self) -> None:
        self.mover = self.head[at.MOVER]
        """The seat to move; meaningless when the game is over."""
        self.outcome = None if self.head[at.STATUS] == at.PLAYING else self._end()
        """How the game ended, if it did (T17 to T19, T21)."""

    def _end(self) -> Outcome:
        scores = self.scores
        winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
        return Outcome(f"T{self.head[at.STATUS]}", winners, scores)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.head[at.SEATS]

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's points."""
        return tuple(self.head[at.SCORE : at.SCORE + self.seats])

    @property
    def laid(self) -> int:
        """Tiles on the table."""
        return self.head[at.LAID_COUNT]

    @property
    def bag_count(self) -> int:
        """Tiles in the bag."""
        return self.head[at.BAG_HIGH] - self.head[at.BAG_LOW]

    @cached_property
    def _counts(self) -> Numbers:
        """Tiles by kind: a row for each of four hands, and one for the table."""
        planes = self.words[at.HANDS : at.TABLE + 3, None] >> _BITS & 1
        rows: Numbers = planes.reshape(SEATS + 1, 3, KINDS).sum(axis=1)
        return rows

    @property
    def bag(self) -> list[int]:
        """The kinds in the bag, equal ones beside each other: hidden from everybody."""
        kinds: list[int] = _BITS.repeat(self.left).tolist()
        return kinds

    # ---- moves by number --------------------------------------------------------------------------------------------

    def best(self) -> list[int]:
        """The plays with the most points, in the rules' order."""
        points = self.brief[: self.numbered, 0]
        found: list[int] = self.order[: np.count_nonzero(points == points[0])].tolist()
        return found

    @property
    def actions(self) -> int:
        """How many whole moves have a number."""
        return len(self.order)

    def choice(self, action: int) -> int:
        """The choice that an action of the encoding `whole` stands for."""
        return int(self.order[action])

    @property
    def rows(self) -> NDArray[np.int16]:
        """A row of numbers for each play of `listed`."""
        return self.described.reshape(-1, describing.MOVE)

    def chosen(self, move: Move) -> int:
        """The choice that is this legal move."""
        if isinstance(move, Place):
            x, y = move.placements[0].cell
            beginning = (self.rows[:, : describing.AXIS] == (x - self.origin.x, y - self.origin.y)).all(axis=1)
            return next(i for i in np.flatnonzero(beginning).tolist() if self.move(i) == move)
        aside = move.pieces if isinstance(move, Swap) else ()
        return self.room + _bits_of(self.hand, [piece.index for piece in aside])

    def aside(self, choice: int) -> list[int]:
        """The kinds that an exchange puts aside."""
        bits = choice - self.room
        return [kind for i, kind in enumerate(self.hand) if bits >> i & 1]

    def move(self, choice: int) -> Move:
        """The rules' move."""
        if choice >= self.room:
            return MadeMove(self.origin, [], self.aside(choice)).move
        x, y, column, count, *rest = self.rows[choice].tolist()
        kinds, offsets = rest[:count], rest[6 : 6 + count]
        cells = [(x, y + offset) if column else (x + offset, y) for offset in offsets]
        laid = [number for cell, kind in zip(cells, kinds, strict=True) for number in (*cell, kind)]
        return MadeMove(self.origin, laid, []).move

    def made(self, choice: int, after: Point) -> MadeMove:
        """What a choice was, when the point after it is known."""
        if choice >= self.room:
            return MadeMove(self.origin, [], self.aside(choice))
        return MadeMove(
            self.origin, after.seen[seeing.TILE + 3 * self.laid : seeing.TILE + 3 * after.laid].tolist(), []
        )

    def draws(self, choice: int) -> int:
        """How many tiles the mover draws after it (T13, T14)."""
        if choice >= self.room:
            return (choice - self.room).bit_count()
        laid = int(self.listed[choice]) >> at.COUNT_BIT & 7
        return min(self.rules.hand - len(self.hand) + laid, self.bag_count)

    def after(self, choice: int, drawn: Sequence[int]) -> Point:
        """The next point, when the mover chose this and drew these kinds."""
        desk = Desk.with_room(self.room)
        desk.hold(self)
        high = at.BAG + self.head[at.BAG_HIGH]
        desk.vector.games[0, high - len(drawn) : high] = drawn
        return desk.after(choice, self.rules, self.origin)

    # ---- what is observed -------------------------------------------------------------------------------------------

    def vector(self, seat: int) -> Floats:
        """The numbers of a seat's view, as `observations.vector` has them."""
        if seat == self.seen[seeing.SEAT]:
            seen = self.seen[:VECTOR].astype(np.float32)
            seen /= _UNITS
            return seen
        mine, table = self._counts[seat], self._counts[SEATS]
        counts = (mine, _box(self.rules) - mine - table, table)
        return numbers(seat, counts, self.scores, self.sizes, self.bag_count)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Tiles in each hand."""
        seats = self.seats
        turned = self.seen[seeing.HAND_SIZES : seeing.HAND_SIZES + seats].tolist()
        own = -int(self.seen[seeing.SEAT]) % seats
        return (*turned[own:], *turned[:own])

    def glance(self) -> Glance:
        """What names the position for the seat to move."""
        counts = self.seen[seeing.HAND : seeing.LYING].reshape(2, KINDS).tolist()
        hand, unseen = map(Pieces.from_counts, counts)
        return Glance(self.rules, self.mover, hand, self.sizes, self.scores, self.bag_count, unseen)

    def features(self) -> Floats:
        """A row for each number that a move can have."""
        rows = np.zeros((MOST_MOVES, MOVE), dtype=np.float32)
        rows[: self.actions] = self.brief
        return rows


class MadeMove(NamedTuple):
    """A move that was made, as numbers: x, y from the first tile and kind of each tile laid, or the kinds put aside."""

    origin: Cell
    laid: list[int]
    aside: list[int]

    @property
    def move(self) -> Move:
        """The rules' move."""
        if self.laid:
            dx, dy = self.origin
            each = zip(self.laid[::3], self.laid[1::3], self.laid[2::3], strict=True)
            placements = tuple(Placement(Cell(x + dx, y + dy), ALL_PIECES[kind]) for x, y, kind in each)
            return Place.in_order(placements, " ".join(map(str, placements)))
        return Swap(Pieces(ALL_PIECES[kind] for kind in self.aside)) if self.aside else Pass()


@cache
def _box(rules: Rules) -> Numbers:
    return np.array(rules.box.counts)


def _bits_of(hand: list[int], aside: list[int]) -> int:
    """A part of a sorted hand as bits; of equal tiles the first."""
    return sum(1 << hand.index(kind) + aside[:i].count(kind) for i, kind in enumerate(aside))
