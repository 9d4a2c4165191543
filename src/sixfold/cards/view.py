"""What one seat may know of a game: the table, every Qwirkle, its own hand, the number of cards elsewhere.

Bots and sockets get only this. C1 (hands are hidden), C2 (announcements are heard), C10 (stacks are open), C11 (a stuck
player's hand is seen by all). `state` makes a `View` of it: it says which State gives which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from sixfold.cards import moves, solver
from sixfold.cards.notation import Move, Turn, parse_move
from sixfold.cards.rules import BY_NAME, SEATS, Rules
from sixfold.cards.scoring import Entry
from sixfold.cards.table import Row, Table
from sixfold.errors import PositionError
from sixfold.fields import Fields, items, text, write_course
from sixfold.game import Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Pieces

_MOST_ROWS: Final = 2000
_LONGEST_SHEET: Final = 10_000


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One seat's knowledge. `seat` None is a spectator, whose `hand` is empty. `View` adds what takes a State."""

    rules: Rules
    seat: Seat | None
    seats: int
    ages: tuple[int | None, ...]
    hand: Pieces
    hand_sizes: tuple[int, ...]
    table: Table
    stacks: tuple[tuple[Row, ...], ...]
    sheet: tuple[Entry, ...]
    opening: Opening | None
    need: Need | None
    to_move: Seat | None
    outcome: Outcome | None
    shown: tuple[Pieces, ...]
    last_turns: int | None

    @property
    def lying(self) -> Table:
        """What lies on the table."""
        return self.table

    @property
    def taken(self) -> Pieces:
        """C10: the cards in everyone's Qwirkles, out of play."""
        return Pieces(piece for stack in self.stacks for row in stack for piece in row)

    @property
    def scores(self) -> tuple[int, ...]:
        """C15: the number of everyone's Qwirkles."""
        return tuple(map(len, self.stacks))

    @property
    def bag_count(self) -> int:
        """How many cards the stock holds."""
        back = len(self.need.back) if self.need else 0
        return len(self.rules.box) - sum(self.table.counts) - len(self.taken) - sum(self.hand_sizes) - back

    @property
    def unseen(self) -> Pieces:
        """The cards in the stock and in the others' hands: where each of them is, this seat does not know."""
        back = self.need.back if self.need else EMPTY
        return self.rules.box - (self.table.pieces + self.taken + self.hand + back).named()

    @property
    def opens(self) -> bool:
        """C5: whether the move to come is the opening."""
        return self.to_move is not None and not self.sheet

    # The own moves ----------------------------------------------------------------------------------------------------

    def can_play(self) -> bool:
        """C6, C11: whether this seat, if it is its turn, can play a card."""
        return self._mine() and (self.opens or solver.can_play(self.table, Pieces(self.hand), self.rules))

    def legal_moves(self) -> tuple[Move, ...]:
        """Everything this seat can bring about now, as `State.legal_moves` has it."""
        return self.forced_moves() or tuple(self.turns())

    def forced_moves(self) -> tuple[Move, ...]:
        """The openings (C5), or the one move of a stuck player (C11, C12); none on an ordinary turn, see `turns`."""
        if not self._mine():
            return ()
        if self.opens:
            return moves.opening_turns(self.hand, self.rules)
        if not self.hand.known or self.can_play():
            return ()
        return (moves.stuck_move(self.bag_count, len(self.shown), self.rules),)

    def turns(self) -> Iterator[Turn]:
        """Every distinct result of playing from the own hand, one arrangement each."""
        if not self._mine():
            return
        if self.opens:
            yield from moves.opening_turns(self.hand, self.rules)
            return
        for after in solver.afterstates(self.table, Pieces(self.hand), self.rules):
            yield Turn(solver.arrange(after.left, self.rules) or (), after.taken)

    def best(self) -> Turn | None:
        """The turn with the most Qwirkles, then the most cards; None when this seat cannot play now."""
        if not self._mine():
            return None
        if self.opens:
            return moves.opening_turns(self.hand, self.rules)[0]
        solved = solver.best(self.table, Pieces(self.hand), self.rules)
        return None if solved is None else Turn(solved.rows, solved.taken)

    def least(self) -> Move | None:
        """What is played for who does not play in time: the fewest Qwirkles, then the fewest cards, always the same.

        That nothing can be played (C11, C12) only when it is so; None when it is not this seat's turn.
        """
        if not self._mine():
            return None
        if self.opens:
            return min(moves.opening_turns(self.hand, self.rules), key=lambda turn: (len(turn.taken), str(turn)))
        solved = solver.least(self.table, Pieces(self.hand), self.rules)
        if solved is None:
            return moves.stuck_move(self.bag_count, len(self.shown), self.rules)
        return Turn(solved.rows, solved.taken)

    def _mine(self) -> bool:
        return self.seat is not None and self.seat == self.to_move

    # JSON -------------------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, object]:
        """Plain JSON values, in the text forms of the notation."""
        return {
            "ruleset": self.rules.name,
            "seat": self.seat,
            "seats": self.seats,
            "ages": list(self.ages),
            "hand": str(self.hand),
            "hand_sizes": list(self.hand_sizes),
            "table": [*map(str, self.table)],
            "stacks": [[*map(str, stack)] for stack in self.stacks],
            "scores": list(self.scores),
            "sheet": [
                {
                    "seat": entry.seat,
                    "move": str(entry.move),
                    "points": entry.points,
                    "parts": [*map(str, entry.parts)],
                    "shown": [*map(str, entry.shown)],
                }
                for entry in self.sheet
            ],
            **write_course(self.opening, self.need, self.outcome),
            "to_move": self.to_move,
            "shown": [*map(str, self.shown)],
            "last_turns": self.last_turns,
            "bag_count": self.bag_count,
            "unseen": str(self.unseen),
        }

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read what `to_json` wrote; NotationError or PositionError for anything else."""
        fields = Fields(data, "view")
        rules = fields.rules(BY_NAME, "card game")
        seats = fields.whole("seats", SEATS[0], SEATS[-1])
        turns = fields.data.get("last_turns")
        view = cls(
            rules=rules,
            seat=fields.seat("seat", seats),
            seats=seats,
            ages=fields.ages(seats),
            hand=fields.pieces("hand"),
            hand_sizes=fields.numbers("hand_sizes", seats, rules.hand),
            table=Table(_rows(fields.data.get("table"), "table")),
            stacks=fields.each("stacks", seats, _rows),
            sheet=tuple(_entry(entry, seats, rules) for entry in fields.objects("sheet", _LONGEST_SHEET)),
            opening=fields.opening(seats, rules.kinds),
            need=fields.need(seats, rules.hand),
            to_move=fields.seat("to_move", seats),
            outcome=fields.outcome(seats, rules.size),
            shown=_shown(fields, rules),
            last_turns=None if turns is None else fields.whole("last_turns", 0, seats),
        )
        view._check(fields.whole("bag_count", 0, rules.size))
        return view

    def _check(self, bag_count: int) -> None:
        """C1, C7, C9: a table that can lie there, and no card more often than there are copies."""
        if len(self.hand) != (0 if self.seat is None else self.hand_sizes[self.seat]):
            raise PositionError(f"the hand {self.hand} has not the size in hand_sizes", code="position/hand")
        back = self.need.back if self.need else EMPTY
        moves.check_position(self.table, self.hand + self.taken + back, self.rules)
        for row in (row for stack in self.stacks for row in stack):
            if moves.lane(row, self.rules).state != "qwirkle":
                raise PositionError(f"{row} in a stack is no Qwirkle", code="position/stack", facts={"row": str(row)})
        if self.bag_count != bag_count:
            raise PositionError(f"the stock would hold {self.bag_count} cards, not {bag_count}", code="position/copies")


def _entry(entry: Fields, seats: int, rules: Rules) -> Entry:
    return Entry(
        entry.whole("seat", 0, seats - 1),
        parse_move(entry.text("move")),
        entry.whole("points", 0, rules.size),
        _rows(entry.data.get("parts"), "parts"),
        _shown(entry, rules),
    )


def _shown(data: Fields, rules: Rules) -> tuple[Pieces, ...]:
    return tuple(Pieces.parse(text(hand, "shown")) for hand in data.items("shown", rules.redraws))


def _rows(value: object, name: str) -> tuple[Row, ...]:
    return tuple(Row.parse(text(row, name)) for row in items(value, name, _MOST_ROWS))
