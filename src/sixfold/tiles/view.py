"""What one seat may know of a tile game: all that a bot or a socket is given. Not other hands, the bag, others' swaps.

Two states that differ only in what is hidden have equal views; `sample` makes a State that a view could be of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sixfold.errors import NotationError, PositionError
from sixfold.game import Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Piece, Pieces
from sixfold.tiles.board import Board, check_copies
from sixfold.tiles.moves import Play, announcement, plays
from sixfold.tiles.notation import Move, Swap, hide, parse_move
from sixfold.tiles.rules import BY_NAME, MAX_SEATS, MIN_SEATS, Rules
from sixfold.tiles.scoring import Line, Part
from sixfold.tiles.state import Entry, State, other_moves

if TYPE_CHECKING:
    import random

_T = TypeVar("_T")
_TRIES: Final = 40
_EXCHANGES: Final = 200


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; a spectator has no seat and no hand."""

    rules: Rules
    seat: Seat | None
    seats: int
    ages: tuple[int | None, ...]
    hand: Pieces
    hand_sizes: tuple[int, ...]
    board: Board
    scores: tuple[int, ...]
    sheet: tuple[Entry, ...]
    opening: Opening | None
    need: Need | None
    to_move: Seat | None
    outcome: Outcome | None
    bag_count: int

    @classmethod
    def of(cls, state: State, seat: Seat | None) -> View:
        """The view of a state; of exchanges by others only the number of tiles is seen (T14)."""
        need = state.need
        if need is not None and need.seat != seat:
            need = replace(need, back=Pieces(EMPTY, len(need.back)))
        return cls(
            rules=state.rules,
            seat=seat,
            seats=state.seats,
            ages=state.ages,
            hand=EMPTY if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            board=state.board,
            scores=state.scores,
            sheet=tuple(_heard(entry, seat) for entry in state.sheet),
            opening=state.opening,
            need=need,
            to_move=state.to_move,
            outcome=state.outcome,
            bag_count=state.bag_count,
        )

    @property
    def unseen(self) -> Pieces:
        """Every tile whose place this seat does not know: in other hands or in the bag."""
        left = list(self.rules.box.counts)
        for piece in self.board.tiles.values():
            left[piece.index] -= 1
        for known in (self.hand, self.need.back if self.need else EMPTY):
            left = list(map(int.__sub__, left, known.counts))
        return Pieces.from_counts(left)

    def plays(self) -> tuple[Play, ...]:
        """Every play of the own hand, in canonical order; none when it is not this seat's turn."""
        if self.seat is None or self.seat != self.to_move:
            return ()
        return plays(self.board, self.hand, self.rules)

    def legal_moves(self) -> tuple[Move, ...]:
        """Everything this seat may do now, as `State.legal_moves` has it."""
        if self.seat is None or self.seat != self.to_move:
            return ()
        found = self.plays()
        other = other_moves(self.board, self.hand, self.bag_count, bool(found))
        return (*(play.place for play in found), *other)

    # ---- a state that it could be -----------------------------------------------------------------------------------

    def sample(self, rng: random.Random) -> State:
        """A State with this view: unseen tiles dealt at random among the other hands and the bag.

        A hand that is still the dealt one fits its announcement (T2); no more is inferred from how anyone played.
        """
        deal = _Deal(self, rng)
        for _ in range(_TRIES):
            if deal.shuffled().fits():
                break
        else:
            deal.repair()
        return deal.state()

    # ---- JSON -------------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, in the text forms of the notation."""
        return {
            "ruleset": self.rules.name,
            "seat": self.seat,
            "seats": self.seats,
            "ages": list(self.ages),
            "hand": str(self.hand),
            "hand_sizes": list(self.hand_sizes),
            "board": str(self.board),
            "scores": list(self.scores),
            "sheet": [_entry_to_json(entry) for entry in self.sheet],
            "opening": self.opening
            and {
                "sizes": list(self.opening.sizes),
                "tied": list(self.opening.tied),
                "opener": self.opening.opener,
            },
            "need": self.need
            and {
                "seat": self.need.seat,
                "count": self.need.count,
                "back": str(self.need.back),
                "fresh": self.need.fresh,
            },
            "to_move": self.to_move,
            "outcome": self.outcome
            and {
                "reason": self.outcome.reason,
                "winners": list(self.outcome.winners),
                "scores": list(self.outcome.scores),
            },
            "bag_count": self.bag_count,
            "unseen": str(self.unseen),
        }

    @classmethod
    def from_json(cls, data: Any) -> View:
        """Read what `to_json` wrote; NotationError or PositionError for anything else."""
        return _Reader(data).view()


class _Deal:
    """Unseen tiles on their way to the places that this view cannot see into."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self.view = view
        self.rng = rng
        self.tiles = list(view.unseen)
        # The places, as slices of one shuffled list: own unknown tiles, the other hands, tiles set aside; then the bag.
        self.sizes = [view.hand.unknown if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        self.aside = view.need.back.unknown if view.need else 0
        # Seats that have not had a turn still hold what they announced about.
        moved = {entry.seat for entry in view.sheet}
        self.announced = {
            seat: size
            for seat, size in enumerate(view.opening.sizes if view.opening else ())
            if seat != view.seat and seat not in moved and size
        }

    def shuffled(self) -> _Deal:
        self.rng.shuffle(self.tiles)
        return self

    def hand(self, seat: Seat) -> list[Piece]:
        start = sum(self.sizes[:seat])
        return self.tiles[start : start + self.sizes[seat]]

    def fits(self) -> bool:
        """Whether every hand that is still the dealt one fits what its seat announced."""
        return all(announcement(Pieces(self.hand(seat))) == size for seat, size in self.announced.items())

    def repair(self) -> None:
        """A rare announcement: build hands that fit it, then mix them by exchanges that keep them fitting.

        Such an exchange is as likely as the one that undoes it, so that no deal is preferred in the end.
        """
        if not any(self._built() for _ in range(_TRIES)):
            raise PositionError("no hands fit the announcements (T2)", code="position/announcement")
        bound = sum(self.sizes)
        for _ in range(_EXCHANGES):
            a, b = self.rng.randrange(bound), self.rng.randrange(len(self.tiles))
            self.tiles[a], self.tiles[b] = self.tiles[b], self.tiles[a]
            if not self.fits():
                self.tiles[a], self.tiles[b] = self.tiles[b], self.tiles[a]

    def _built(self) -> bool:
        """Deal to the seats that announced first; whether all of them got a hand that fits."""
        pool = self.shuffled().tiles.copy()
        built: dict[Seat, list[Piece]] = {}
        for seat, size in self.announced.items():
            hand = self._fitting(pool, size, self.sizes[seat])
            if hand is None:
                return False
            for piece in hand:
                pool.remove(piece)
            built[seat] = hand
        hands = [built[seat] if seat in built else [pool.pop() for _ in range(n)] for seat, n in enumerate(self.sizes)]
        self.tiles = [*(piece for hand in hands for piece in hand), *pool]
        return True

    def _fitting(self, pool: list[Piece], size: int, count: int) -> list[Piece] | None:
        """A set of `size` from a shuffled pool, filled up with tiles that make no larger one; None on bad luck."""
        lead = self.rng.choice(pool)
        by_color = self.rng.random() < 0.5
        group = dict.fromkeys(p for p in pool if (p.color == lead.color if by_color else p.shape == lead.shape))
        hand = list(group)[:size]
        rest = pool.copy()
        for piece in hand:
            rest.remove(piece)
        for piece in rest:
            if len(hand) < count and announcement(Pieces([*hand, piece])) <= size:
                hand.append(piece)
        return hand if len(hand) == count and announcement(Pieces(hand)) == size else None

    def state(self) -> State:
        view = self.view
        hands = [Pieces(self.hand(seat)) for seat in range(view.seats)]
        if view.seat is not None:
            hands[view.seat] = Pieces([*view.hand, *hands[view.seat]])
        need = view.need
        if need is not None:
            end = sum(self.sizes)
            need = replace(need, back=Pieces([*need.back, *self.tiles[end : end + self.aside]]))
        return State(
            rules=view.rules,
            seats=view.seats,
            ages=view.ages,
            hands=tuple(hands),
            board=view.board,
            scores=view.scores,
            sheet=view.sheet,
            opening=view.opening,
            need=need,
            to_move=view.to_move,
            outcome=view.outcome,
        )


def _heard(entry: Entry, seat: Seat | None) -> Entry:
    """A line of the sheet as `seat` knows it; most lines are the same for all, and are not copied."""
    hidden = isinstance(entry.move, Swap) and entry.seat != seat
    return entry._replace(move=hide(entry.move)) if hidden else entry


def _entry_to_json(entry: Entry) -> dict[str, Any]:
    return {
        "seat": entry.seat,
        "move": str(entry.move),
        "points": entry.points,
        "parts": [
            {"clause": part.clause, "points": part.points, "line": part.line and str(part.line)} for part in entry.parts
        ],
    }


class _Reader:
    """Reads a view from JSON that may come from anywhere: every field is checked before it is used."""

    def __init__(self, data: Any) -> None:
        self.data = _mapping(data, "view")

    def view(self) -> View:
        rules = BY_NAME.get(_text(self.data, "ruleset"))
        if rules is None:
            raise NotationError(
                f"{str(self.data['ruleset'])[:40]!r} is not a tile game: there are {', '.join(BY_NAME)}",
                code="notation/ruleset",
                text=str(self.data["ruleset"])[:40],
            )
        seats = _number(self.data, "seats", MIN_SEATS, MAX_SEATS)
        board = Board.parse(_text(self.data, "board"), rules)
        view = View(
            rules=rules,
            seat=_seat(self.data, "seat", seats),
            seats=seats,
            ages=_each(self.data, "ages", seats, lambda age: None if age is None else _whole(age, "ages", 0, 200)),
            hand=Pieces.parse(_text(self.data, "hand")),
            hand_sizes=_each(self.data, "hand_sizes", seats, lambda size: _whole(size, "hand_sizes", 0, rules.hand)),
            board=board,
            scores=_each(self.data, "scores", seats, lambda points: _whole(points, "scores", 0, 10_000)),
            sheet=self._sheet(seats),
            opening=self._opening(seats, rules),
            need=self._need(seats, rules),
            to_move=_seat(self.data, "to_move", seats),
            outcome=self._outcome(seats),
            bag_count=_number(self.data, "bag_count", 0, rules.size),
        )
        self._check(view)
        return view

    def _sheet(self, seats: int) -> tuple[Entry, ...]:
        entries = []
        for item in _list(self.data, "sheet", 10_000):
            entry = _mapping(item, "sheet")
            why = tuple(
                Part(
                    _text(part, "clause"),
                    _number(part, "points", 0, 10_000),
                    None if part.get("line") is None else Line.parse(_text(part, "line")),
                )
                for part in (_mapping(part, "parts") for part in _list(entry, "parts", 20))
            )
            entries.append(
                Entry(
                    _number(entry, "seat", 0, seats - 1),
                    parse_move(_text(entry, "move")),
                    _number(entry, "points", 0, 10_000),
                    why,
                )
            )
        return tuple(entries)

    def _opening(self, seats: int, rules: Rules) -> Opening | None:
        if self.data.get("opening") is None:
            return None
        opening = _mapping(self.data["opening"], "opening")
        return Opening(
            _each(opening, "sizes", seats, lambda size: _whole(size, "sizes", 0, rules.kinds)),
            tuple(_whole(seat, "tied", 0, seats - 1) for seat in _list(opening, "tied", seats)),
            _number(opening, "opener", 0, seats - 1),
        )

    def _need(self, seats: int, rules: Rules) -> Need | None:
        if self.data.get("need") is None:
            return None
        need = _mapping(self.data["need"], "need")
        fresh = need.get("fresh")
        if not isinstance(fresh, bool):
            raise _wrong("fresh", fresh, "true or false")
        return Need(
            _number(need, "seat", 0, seats - 1),
            _number(need, "count", 1, rules.hand),
            Pieces.parse(_text(need, "back")),
            fresh,
        )

    def _outcome(self, seats: int) -> Outcome | None:
        if self.data.get("outcome") is None:
            return None
        outcome = _mapping(self.data["outcome"], "outcome")
        return Outcome(
            _text(outcome, "reason"),
            tuple(_whole(seat, "winners", 0, seats - 1) for seat in _list(outcome, "winners", seats)),
            _each(outcome, "scores", seats, lambda points: _whole(points, "scores", 0, 10_000)),
        )

    def _check(self, view: View) -> None:
        """T1: all tiles of the box are somewhere, none is twice."""
        back = view.need.back if view.need else EMPTY
        if len(view.hand) != (0 if view.seat is None else view.hand_sizes[view.seat]):
            raise PositionError(f"the hand {str(view.hand)[:40]} has not the size in hand_sizes", code="position/hand")
        held = len(view.board) + sum(view.hand_sizes) + len(back) + view.bag_count
        if held != view.rules.size:
            raise PositionError(f"{held} tiles instead of {view.rules.size}", code="position/copies")
        known = list(map(int.__add__, view.hand.counts, back.counts))
        check_copies(view.board.pieces + Pieces.from_counts(known), view.rules)


def _wrong(name: str, value: Any, wanted: str) -> NotationError:
    shown = str(value)[:40] if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return NotationError(f"{name} is {shown!r} instead of {wanted}", code="notation/view", text=shown)


def _mapping(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, value, "an object")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise _wrong(name, value, "a text")
    return value


def _list(data: Mapping[str, Any], name: str, most: int) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise _wrong(name, value, f"a list of at most {most}")
    return value


def _each(data: Mapping[str, Any], name: str, count: int, read: Callable[[Any], _T]) -> tuple[_T, ...]:
    value = _list(data, name, count)
    if len(value) != count:
        raise _wrong(name, value, f"a list of {count}")
    return tuple(read(item) for item in value)


def _whole(value: Any, name: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _wrong(name, value, f"a whole number from {least} to {most}")
    return value


def _number(data: Mapping[str, Any], name: str, least: int, most: int) -> int:
    return _whole(data.get(name), name, least, most)


def _seat(data: Mapping[str, Any], name: str, seats: int) -> Seat | None:
    return None if data.get(name) is None else _number(data, name, 0, seats - 1)
