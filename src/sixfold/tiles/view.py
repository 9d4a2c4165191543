"""What one seat may know of a tile game: all that a bot or a socket is given. Not other hands, the bag, others' swaps.

Two states that differ only in what is hidden have equal views; `sample` makes a State that a view could be of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sixfold.errors import PositionError
from sixfold.fields import Fields, write_course
from sixfold.game import Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Piece, Pieces
from sixfold.tiles.board import Board, check_copies
from sixfold.tiles.moves import Play, announcement, plays
from sixfold.tiles.notation import Move, Swap, hide, parse_move
from sixfold.tiles.rules import BY_NAME, MAX_SEATS, MIN_SEATS, Rules
from sixfold.tiles.scoring import Entry, Line, Part
from sixfold.tiles.state import State, other_moves

if TYPE_CHECKING:
    import random

_TRIES: Final = 40
_EXCHANGES: Final = 200
_MOST_POINTS: Final = 10_000
_MOST_PARTS: Final = 20
_LONGEST_SHEET: Final = 10_000


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
    def lying(self) -> Board:
        """What lies on the table."""
        return self.board

    @property
    def opens(self) -> bool:
        """T4: whether the move to come is the opening."""
        return self.to_move is not None and not self.board

    @property
    def unseen(self) -> Pieces:
        """Every tile whose place this seat does not know: in other hands or in the bag."""
        left = self.rules.box.counts
        for known in (self.board.pieces, self.hand, self.need.back if self.need else EMPTY):
            left = tuple(map(int.__sub__, left, known.counts))
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

    def least(self) -> Move | None:
        """What is played for who does not play in time: the fewest points, then the fewest tiles, always the same.

        An exchange of one tile, or a pass, only when nothing fits; None when it is not this seat's turn.
        """
        if self.seat is None or self.seat != self.to_move:
            return None

        def worth(play: Play) -> tuple[int, int, str]:
            ends = not self.bag_count and len(play.place) == len(self.hand)
            return play.points + self.rules.end_bonus * ends, len(play.place), str(play.place)

        found = self.plays()
        if found:
            return min(found, key=worth).place
        return other_moves(self.board, self.hand, self.bag_count, False)[0]

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

    def to_json(self) -> dict[str, object]:
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
            **write_course(self.opening, self.need, self.outcome),
            "to_move": self.to_move,
            "bag_count": self.bag_count,
            "unseen": str(self.unseen),
        }

    @classmethod
    def from_json(cls, data: object) -> View:
        """Read what `to_json` wrote; NotationError or PositionError for anything else."""
        fields = Fields(data, "view")
        rules = fields.rules(BY_NAME, "tile game")
        seats = fields.whole("seats", MIN_SEATS, MAX_SEATS)
        view = cls(
            rules=rules,
            seat=fields.seat("seat", seats),
            seats=seats,
            ages=fields.ages(seats),
            hand=fields.pieces("hand"),
            hand_sizes=fields.numbers("hand_sizes", seats, rules.hand),
            board=Board.parse(fields.text("board"), rules),
            scores=fields.numbers("scores", seats, _MOST_POINTS),
            sheet=tuple(_entry_from_json(entry, seats) for entry in fields.objects("sheet", _LONGEST_SHEET)),
            opening=fields.opening(seats, rules.kinds),
            need=fields.need(seats, rules.hand),
            to_move=fields.seat("to_move", seats),
            outcome=fields.outcome(seats, _MOST_POINTS),
            bag_count=fields.whole("bag_count", 0, rules.size),
        )
        view._check()
        return view

    def _check(self) -> None:
        """T1: all tiles of the box are somewhere, none is twice."""
        back = self.need.back if self.need else EMPTY
        if len(self.hand) != (0 if self.seat is None else self.hand_sizes[self.seat]):
            raise PositionError(f"the hand {str(self.hand)[:40]} has not the size in hand_sizes", code="position/hand")
        held = len(self.board) + sum(self.hand_sizes) + len(back) + self.bag_count
        if held != self.rules.size:
            raise PositionError(f"{held} tiles instead of {self.rules.size}", code="position/copies")
        known = list(map(int.__add__, self.hand.counts, back.counts))
        check_copies(self.board.pieces + Pieces.from_counts(known), self.rules)


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


def _entry_to_json(entry: Entry) -> dict[str, object]:
    return {
        "seat": entry.seat,
        "move": str(entry.move),
        "points": entry.points,
        "parts": [
            {"clause": part.clause, "points": part.points, "line": part.line and str(part.line)} for part in entry.parts
        ],
    }


def _entry_from_json(entry: Fields, seats: int) -> Entry:
    return Entry(
        entry.whole("seat", 0, seats - 1),
        parse_move(entry.text("move")),
        entry.whole("points", 0, _MOST_POINTS),
        tuple(
            Part(
                part.text("clause"),
                part.whole("points", 0, _MOST_POINTS),
                None if part.data.get("line") is None else Line.parse(part.text("line")),
            )
            for part in entry.objects("parts", _MOST_PARTS)
        ),
    )
