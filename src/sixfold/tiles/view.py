"""What one seat may know of a tile game: all that a bot or a socket is given. Not other hands, the bag, others' swaps.

It can be asked for moves, written as JSON and read. `state` makes a `View` of it: it says which State gives which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from sixfold.errors import PositionError
from sixfold.fields import Fields, write_course
from sixfold.game import Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles.board import Board, check_copies
from sixfold.tiles.exchange import other_moves
from sixfold.tiles.moves import Play, plays
from sixfold.tiles.notation import Move, parse_move
from sixfold.tiles.rules import BY_NAME, MAX_SEATS, MIN_SEATS, Rules
from sixfold.tiles.scoring import Entry, Line, Part

_MOST_POINTS: Final = 10_000
_MOST_PARTS: Final = 20
_LONGEST_SHEET: Final = 10_000


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What `seat` may know; a spectator has no seat and no hand. `View` adds what takes a State."""

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
    def from_json(cls, data: object) -> Self:
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
