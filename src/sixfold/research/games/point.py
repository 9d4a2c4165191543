"""A tile game at a decision, held by the kernel: moves by number, observations, and the point after a move. A value.

Everything equals what `sixfold.tiles` says of the same state, order of moves included, at a tenth of the cost. The
rules make the first point (`Point.of`); from there on the kernel plays, and chance comes from outside.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.game import Outcome
from sixfold.kernel import rewards, tiles, zeros
from sixfold.kernel.engine import bound, place
from sixfold.kernel.tiles import core, describing, observing, seeing
from sixfold.kernel.tiles import layout as at
from sixfold.pieces import ALL_PIECES, KINDS, Pieces
from sixfold.research.actions import MOST_MOVES, Mask, first
from sixfold.research.games.order import FARTHEST, NAME, rules_order
from sixfold.research.observations import BOX, MOVE, SEATS, Floats, numbers
from sixfold.tiles import Board, Cell, Move, Pass, Place, Placement, Rules, State, Swap
from sixfold.tiles.state import other_moves

Numbers = NDArray[np.int64]

ROOM: Final = 2048
_BITS: Final = np.arange(KINDS)
_FEATURES: Final = [describing.WORTH, describing.COMPLETED, describing.COUNT]
_local = threading.local()
# Before the interpreter takes wasmtime apart, whose memory the desks lie in.
atexit.register(lambda: _local.__dict__.clear())


class Desk:
    """The kernel's arrays for one game. Points share it: whoever is worked on is copied in, unless it lies there."""

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
        self.action = zeros(1)
        self.describe = bound(describing.describe, self.vector, self.moves)
        self.step = {
            seats: bound(observing.step, self.vector, self.action, seats, -1, rewards.WIN, 1.0)
            for seats in range(2, SEATS + 1)
        }
        self.held: Point | None = None

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
            v = self.vector
            v.games[0], v.marks[0], v.seen[0] = point.words, point.marks, point.seen
            v.plays[0, : len(point.listed)] = point.listed
            self.held = point

    def point(self, rules: Rules, origin: Cell) -> Point:
        """What now lies here."""
        v = self.vector
        count = int(v.marks[0, seeing.PLAYS])
        if count >= self.room:
            return self._with_more_room(rules, origin)
        listed = v.plays[0, :count].copy()
        self.held = Point(rules, origin, v.games[0].copy(), v.marks[0].copy(), v.seen[0].copy(), listed, self.room)
        return self.held

    def _with_more_room(self, rules: Rules, origin: Cell) -> Point:
        """The list of plays is full, so there may be more: list again on a larger desk."""
        larger = Desk.with_room(8 * self.room)
        v = self.vector
        larger.vector.games[0], larger.vector.marks[0], larger.vector.seen[0] = v.games[0], v.marks[0], v.seen[0]
        observing.look(larger.vector, 0, int(v.games[0, at.MOVER]))
        return larger.point(rules, origin)


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


@dataclass(frozen=True, eq=False)
class Point:
    """A seat is to move, or the game is over.

    A choice is a number: i from 0 on is play i of `listed`, ~j the j-th of the other moves in the rules' order.
    """

    rules: Rules
    origin: Cell
    """Where the first tile lies."""
    words: Numbers
    marks: Numbers
    seen: Numbers
    listed: Numbers
    """The packed plays, in the kernel's order."""
    room: int = field(repr=False)

    @classmethod
    def of(cls, state: State, room: int = ROOM) -> Point:
        """The same point, from the rules. All hands are known, and nothing is to be drawn."""
        tiles_laid = state.board.tiles
        origin = next(iter(tiles_laid), Cell(0, 0))
        if max(map(abs, origin)) > FARTHEST // 2:
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
        observing.look(v, 0, mover)
        return desk.point(state.rules, origin)

    # ---- what everybody knows ---------------------------------------------------------------------------------------

    @cached_property
    def _head(self) -> list[int]:
        head: list[int] = self.words[: at.BAG].tolist()
        return head

    @property
    def seats(self) -> int:
        """How many play."""
        return self._head[at.SEATS]

    @property
    def mover(self) -> int:
        """The seat to move; meaningless when the game is over."""
        return self._head[at.MOVER]

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's points."""
        return tuple(self._head[at.SCORE : at.SCORE + self.seats])

    @property
    def laid(self) -> int:
        """Tiles on the table."""
        return self._head[at.LAID_COUNT]

    @property
    def bag_count(self) -> int:
        """Tiles in the bag."""
        return self._head[at.BAG_HIGH] - self._head[at.BAG_LOW]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did (T17 to T19, T21)."""
        if self._head[at.STATUS] == at.PLAYING:
            return None
        scores = self.scores
        winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
        return Outcome(f"T{self._head[at.STATUS]}", winners, scores)

    @cached_property
    def _counts(self) -> Numbers:
        """Tiles by kind: a row for each of four hands, and one for the table."""
        planes = self.words[at.HANDS : at.TABLE + 3, None] >> _BITS & 1
        rows: Numbers = planes.reshape(SEATS + 1, 3, KINDS).sum(axis=1)
        return rows

    @property
    def _box(self) -> Numbers:
        return _box(self.rules)

    @cached_property
    def bag(self) -> list[int]:
        """The kinds in the bag, equal ones beside each other: hidden from everybody."""
        kinds: list[int] = np.repeat(_BITS, self._box - self._counts.sum(axis=0)).tolist()
        return kinds

    @cached_property
    def hand(self) -> list[int]:
        """The kinds in the mover's hand, in their order."""
        kinds: list[int] = np.repeat(_BITS, self._counts[self.mover]).tolist()
        return kinds

    # ---- moves by number --------------------------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> Numbers:
        """The plays as rows of numbers (`describing`)."""
        count = len(self.listed)
        desk = Desk.with_room(self.room)
        desk.hold(self)
        desk.describe()
        return desk.moves[0, : describing.MOVE * count].reshape(count, describing.MOVE).copy()

    @cached_property
    def _sorted(self) -> Numbers:
        """The plays in the rules' order."""
        return rules_order(self._rows, self.origin)

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The moves beside plays: exchanges, as bits of the sorted hand, or 0 for the pass (T14, T16)."""
        if self.outcome is not None:
            return ()
        names = NAME[self.hand].tolist()
        order = sorted(set(names))
        pattern = tuple(map(order.index, names))
        laid, can_play = self.laid > 0, len(self.listed) > 0
        key = (pattern, laid, min(self.bag_count, len(names)), can_play)
        if key not in _KNOWN:
            _KNOWN[key] = _others(self.hand, laid, self.bag_count, can_play)
        return _KNOWN[key]

    def best(self) -> list[int]:
        """The plays with the most points, in the rules' order."""
        worth = self.listed >> at.POINTS_BIT
        found = np.flatnonzero(worth == np.max(worth))
        if len(found) > 1:
            found = found[rules_order(self._rows[found], self.origin)]
        return found.tolist()

    @cached_property
    def numbered(self) -> int:
        """How many plays have a number among whole moves; the other moves follow them."""
        return min(len(self.listed), MOST_MOVES - len(self.others))

    @cached_property
    def actions(self) -> int:
        """How many whole moves have a number."""
        return self.numbered + len(self.others)

    @cached_property
    def mask(self) -> Mask:
        """1 for every whole move that has a number."""
        return first(self.actions, MOST_MOVES)

    def choice(self, action: int) -> int:
        """The choice that an action of the encoding `whole` stands for."""
        return int(self._sorted[action]) if action < self.numbered else ~(action - self.numbered)

    def chosen(self, move: Move) -> int:
        """The choice that is this legal move."""
        if isinstance(move, Place):
            x, y = move.placements[0].cell
            beginning = (self._rows[:, : describing.AXIS] == (x - self.origin.x, y - self.origin.y)).all(axis=1)
            return next(i for i in np.flatnonzero(beginning).tolist() if self.move(i) == move)
        aside = move.pieces if isinstance(move, Swap) else ()
        return ~self.others.index(_bits_of(self.hand, [piece.index for piece in aside]))

    def move(self, choice: int) -> Move:
        """The rules' move."""
        if choice < 0:
            kinds = _chosen(self.hand, self.others[~choice])
            return Swap(Pieces(ALL_PIECES[kind] for kind in kinds)) if kinds else Pass()
        x, y, column, count, *rest = self._rows[choice].tolist()
        kinds, offsets = rest[:count], rest[6 : 6 + count]
        cells = [(x, y + offset) if column else (x + offset, y) for offset in offsets]
        return self._placing((*cell, kind) for cell, kind in zip(cells, kinds, strict=True))

    def _placing(self, laid: Iterable[Sequence[int]]) -> Place:
        """A play from x, y and kind of its tiles."""
        dx, dy = self.origin
        tiles_laid = tuple(Placement(Cell(x + dx, y + dy), ALL_PIECES[kind]) for x, y, kind in laid)
        return Place.in_order(tiles_laid, " ".join(map(str, tiles_laid)))

    def made(self, choice: int, after: Point) -> Move:
        """The same as `move`, when the point after it is known: what lies there need not be described."""
        if choice < 0:
            return self.move(choice)
        laid = after.seen[seeing.TILE + 3 * self.laid : seeing.TILE + 3 * after.laid]
        return self._placing(laid.reshape(-1, 3).tolist())

    def draws(self, choice: int) -> int:
        """How many tiles the mover draws after it (T13, T14)."""
        if choice < 0:
            return self.others[~choice].bit_count()
        laid = int(self.listed[choice]) >> at.COUNT_BIT & 7
        return min(self.rules.hand - len(self.hand) + laid, self.bag_count)

    def after(self, choice: int, drawn: Sequence[int]) -> Point:
        """The next point, when the mover chose this and drew these kinds."""
        desk = Desk.with_room(self.room)
        desk.hold(self)
        desk.held = None
        v, high = desk.vector, self._head[at.BAG_HIGH]
        v.games[0, at.BAG + high - len(drawn) : at.BAG + high] = drawn
        # The kernel ends games that do nothing but go round; the rules do not.
        v.games[0, at.TURNS] = 0
        desk.action[0] = action = choice if choice >= 0 else desk.room + self.others[~choice]
        v.mask[0, action] = 1
        desk.step[self.seats]()
        return desk.point(self.rules, self.origin)

    # ---- what is observed -------------------------------------------------------------------------------------------

    def vector(self, seat: int) -> Floats:
        """The numbers of a seat's view, as `observations.vector` has them."""
        mine, table = self._counts[seat], self._counts[SEATS]
        return numbers(seat, (mine, self._box - mine - table, table), self.scores, self.sizes, self.bag_count)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Tiles in each hand."""
        return tuple(self._counts[: self.seats].sum(axis=1).tolist())

    def glance(self) -> Glance:
        """What names the position for the seat to move."""
        mine, table = self._counts[self.mover], self._counts[SEATS]
        hand, unseen = (Pieces.from_counts(counts.tolist()) for counts in (mine, self._box - mine - table))
        return Glance(self.rules, self.mover, hand, self.sizes, self.scores, self.bag_count, unseen)

    def placed(self) -> NDArray[np.int16]:
        """The tiles on the board, a row each, as `games.tiles.placed` has them."""
        rows = np.full((BOX, 3), -1, dtype=np.int16)
        if count := self.laid:
            lying = self.seen[seeing.TILE : seeing.TILE + 3 * count].reshape(count, 3)
            rows[:count] = lying
            rows[:count, :2] -= (lying.min(axis=0) + lying.max(axis=0))[:2] // 2
        return rows

    def features(self) -> Floats:
        """A row for each numbered move: points, Qwirkles, tiles laid, tiles exchanged, pass."""
        rows = np.zeros((MOST_MOVES, MOVE), dtype=np.float32)
        count, others = self.numbered, self.others
        if count:
            rows[:count, :3] = self._rows[self._sorted[:count, None], _FEATURES]
        if others:
            rows[count : count + len(others), 3] = [bits.bit_count() for bits in others]
            rows[count, 4] = others[0] == 0
        return rows


@cache
def _box(rules: Rules) -> Numbers:
    return np.array(rules.box.counts)


_KNOWN: Final[dict[tuple[tuple[int, ...], bool, int, bool], tuple[int, ...]]] = {}
"""The moves beside plays, by how the names of a hand compare. There are some thousands of patterns."""
_TABLES: Final = (Board(), Board.parse("0,0:Ro"))


def _others(hand: list[int], laid: bool, bag_count: int, can_play: bool) -> tuple[int, ...]:
    moves = other_moves(_TABLES[laid], Pieces(ALL_PIECES[kind] for kind in hand), bag_count, can_play)
    pieces = (move.pieces if isinstance(move, Swap) else () for move in moves)
    return tuple(_bits_of(hand, [piece.index for piece in one]) for one in pieces)


def _bits_of(hand: list[int], aside: list[int]) -> int:
    """A part of a sorted hand as bits; of equal tiles the first."""
    return sum(1 << hand.index(kind) + aside[:i].count(kind) for i, kind in enumerate(aside))


def _chosen(hand: list[int], bits: int) -> list[int]:
    return [kind for i, kind in enumerate(hand) if bits >> i & 1]
