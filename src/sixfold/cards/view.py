"""What one seat may know of a game: the table, every Qwirkle, its own hand, the number of cards elsewhere.

Bots and sockets get only this. C1 (hands are hidden), C2 (announcements are heard), C10 (stacks are open), C11 (a stuck
player's hand is seen by all).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sixfold.cards import moves, solver
from sixfold.cards.moves import Move, Turn
from sixfold.cards.notation import parse_move
from sixfold.cards.rules import BY_NAME, SEATS, Rules
from sixfold.cards.scoring import Entry
from sixfold.cards.table import Row, Table
from sixfold.errors import NotationError, PositionError
from sixfold.game import Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Piece, Pieces

if TYPE_CHECKING:
    import random

    from sixfold.cards.state import State

_T = TypeVar("_T")
TRIES: Final = 200
LONGEST_TEXT: Final = 2000


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge. `seat` None is a spectator, whose `hand` is empty."""

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
        return self.rules.box - Pieces(self.table.pieces + self.taken + self.hand + back)

    @property
    def opens(self) -> bool:
        """C5: whether the move to come is the opening."""
        return self.to_move is not None and not self.sheet

    # The own moves ----------------------------------------------------------------------------------------------------

    def can_play(self) -> bool:
        """C6, C11: whether this seat, if it is its turn, can play a card."""
        return self._mine() and (self.opens or solver.can_play(self.table, Pieces(self.hand), self.rules))

    def legal_moves(self) -> tuple[Move, ...]:
        """The openings (C5), or the one move of a stuck player (C11, C12); empty when the ways to play are endless."""
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

    def _mine(self) -> bool:
        return self.seat is not None and self.seat == self.to_move

    # Guessing the rest --------------------------------------------------------------------------------------------

    def sample(self, rng: random.Random) -> State:
        """A full state that this seat could be in: unseen cards dealt at random, in keeping with what was announced.

        Announcements (C2) bind the hands that are still as dealt; cards shown under C11 are in the stock until the
        next draw.
        """
        from sixfold.cards.state import State

        unseen = self.unseen
        hands: list[Pieces] = [EMPTY] * self.seats
        if self.seat is not None:
            guess = Pieces(rng.sample(list(unseen), self.hand.unknown))
            hands[self.seat] = Pieces(self.hand) + guess
            unseen -= guess
        others = [seat for seat in range(self.seats) if seat != self.seat]
        # Hands that must keep to something are dealt first, while there is the most choice.
        for seat in sorted(others, key=lambda seat: (self._barred(seat) == EMPTY, self._announced(seat) is None)):
            hands[seat] = self._deal(seat, unseen, rng)
            unseen -= hands[seat]
        return State(
            rules=self.rules,
            seats=self.seats,
            ages=self.ages,
            hands=tuple(hands),
            table=self.table,
            stacks=self.stacks,
            sheet=self.sheet,
            opening=self.opening,
            need=self.need,
            to_move=self.to_move,
            outcome=self.outcome,
            shown=self.shown,
            last_turns=self.last_turns,
        )

    def _announced(self, seat: Seat) -> int | None:
        """C2: the size that this seat announced, while its hand is still as dealt."""
        moved = any(entry.seat == seat for entry in self.sheet) or (seat == self._turn_of() and self.shown)
        if self.opening is None or moved:
            return None
        return self.opening.sizes[seat] or None

    def _barred(self, seat: Seat) -> Pieces:
        """C11: cards that this seat cannot hold, as it has just shown them and put them into the stock."""
        return self.shown[-1] if self.shown and self.need is None and seat == self.to_move else EMPTY

    def _turn_of(self) -> Seat | None:
        return self.need.seat if self.need else self.to_move

    def _deal(self, seat: Seat, unseen: Pieces, rng: random.Random) -> Pieces:
        """A hand for this seat out of the unseen cards."""
        pool = list(unseen - Pieces.from_counts(map(min, unseen.counts, self._barred(seat).counts)))
        size, announced = self.hand_sizes[seat], self._announced(seat)
        if size > len(pool):
            raise PositionError("the hands hold more cards than are unseen", code="position/unseen")
        if announced is None:
            return Pieces(rng.sample(pool, size))
        # Most announcements are common and found at once.
        for _ in range(TRIES):
            rng.shuffle(pool)
            if moves.announcement(Pieces(pool[:size])) == announced:
                return Pieces(pool[:size])
        # For a rare one cards are exchanged at random, never away from it, and some more to mix what fits.
        misfit = _misfit(pool[:size], announced)
        for step in range(50 * TRIES):
            if misfit == 0 and step >= TRIES:
                return Pieces(pool[:size])
            a, b = rng.randrange(size), rng.randrange(len(pool))
            pool[a], pool[b] = pool[b], pool[a]
            now = _misfit(pool[:size], announced)
            if now > misfit:
                pool[a], pool[b] = pool[b], pool[a]
            else:
                misfit = now
        raise PositionError(f"no hand fits the announcement of seat {seat} (C2)", code="position/announcement")

    # JSON -------------------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, in the text forms of the notation."""
        opening, need, outcome = self.opening, self.need, self.outcome
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
            "opening": opening and {"sizes": list(opening.sizes), "tied": list(opening.tied), "opener": opening.opener},
            "need": need and {"seat": need.seat, "count": need.count, "back": str(need.back), "fresh": need.fresh},
            "to_move": self.to_move,
            "outcome": outcome
            and {"reason": outcome.reason, "winners": list(outcome.winners), "scores": list(outcome.scores)},
            "shown": [*map(str, self.shown)],
            "last_turns": self.last_turns,
            "bag_count": self.bag_count,
            "unseen": str(self.unseen),
        }

    @classmethod
    def from_json(cls, data: Any) -> View:
        """Read what `to_json` wrote; NotationError or PositionError for anything else."""
        return _Reader(data).view()


def _misfit(hand: Sequence[Piece], announced: int) -> int:
    """How far a hand is from an announcement: what its largest set lacks, or what all its sets have too much."""
    kinds = set(hand)
    colors, shapes = Counter(piece.color for piece in kinds), Counter(piece.shape for piece in kinds)
    sizes = [*colors.values(), *shapes.values()]
    return max(announced - max(sizes, default=0), sum(max(0, size - announced) for size in sizes))


class _Reader:
    """Reads a view from JSON that may come from anywhere: every field is checked before it is used."""

    def __init__(self, data: Any) -> None:
        self.data = _mapping(data, "view")
        name = _text(self.data, "ruleset")
        if name not in BY_NAME:
            raise NotationError(
                f"{name[:40]!r} is not a card game: there are {', '.join(BY_NAME)}",
                code="notation/ruleset",
                text=name[:40],
            )
        self.rules = BY_NAME[name]
        self.seats = _whole(self.data.get("seats"), "seats", SEATS[0], SEATS[-1])

    def view(self) -> View:
        data, rules = self.data, self.rules
        turns = data.get("last_turns")
        view = View(
            rules=rules,
            seat=self._seat(data, "seat"),
            seats=self.seats,
            ages=self._each(data, "ages", lambda age: None if age is None else _whole(age, "ages", 0, 200)),
            hand=_pieces(data, "hand"),
            hand_sizes=self._each(data, "hand_sizes", lambda size: _whole(size, "hand_sizes", 0, rules.hand)),
            table=Table(_rows(data.get("table"), "table")),
            stacks=self._each(data, "stacks", lambda stack: _rows(stack, "stacks")),
            sheet=tuple(self._entry(_mapping(entry, "sheet")) for entry in _list(data.get("sheet"), "sheet", 10_000)),
            opening=self._opening(),
            need=self._need(),
            to_move=self._seat(data, "to_move"),
            outcome=self._outcome(),
            shown=self._shown(data),
            last_turns=None if turns is None else _whole(turns, "last_turns", 0, self.seats),
        )
        self._check(view)
        return view

    def _entry(self, entry: Mapping[str, Any]) -> Entry:
        return Entry(
            _whole(entry.get("seat"), "seat", 0, self.seats - 1),
            parse_move(_text(entry, "move")),
            _whole(entry.get("points"), "points", 0, self.rules.size),
            _rows(entry.get("parts"), "parts"),
            self._shown(entry),
        )

    def _shown(self, data: Mapping[str, Any]) -> tuple[Pieces, ...]:
        hands = _list(data.get("shown"), "shown", self.rules.redraws)
        return tuple(_pieces({"shown": hand}, "shown") for hand in hands)

    def _opening(self) -> Opening | None:
        if self.data.get("opening") is None:
            return None
        opening = _mapping(self.data["opening"], "opening")
        return Opening(
            self._each(opening, "sizes", lambda size: _whole(size, "sizes", 0, self.rules.kinds)),
            tuple(self._seats(opening, "tied")),
            _whole(opening.get("opener"), "opener", 0, self.seats - 1),
        )

    def _need(self) -> Need | None:
        if self.data.get("need") is None:
            return None
        need = _mapping(self.data["need"], "need")
        fresh = need.get("fresh")
        if not isinstance(fresh, bool):
            raise _wrong("fresh", fresh, "true or false")
        return Need(
            _whole(need.get("seat"), "seat", 0, self.seats - 1),
            _whole(need.get("count"), "count", 1, self.rules.hand),
            _pieces(need, "back"),
            fresh,
        )

    def _outcome(self) -> Outcome | None:
        if self.data.get("outcome") is None:
            return None
        outcome = _mapping(self.data["outcome"], "outcome")
        scores = self._each(outcome, "scores", lambda score: _whole(score, "scores", 0, self.rules.size))
        return Outcome(_text(outcome, "reason")[:40], tuple(self._seats(outcome, "winners")), scores)

    def _seat(self, data: Mapping[str, Any], name: str) -> Seat | None:
        return None if data.get(name) is None else _whole(data[name], name, 0, self.seats - 1)

    def _seats(self, data: Mapping[str, Any], name: str) -> Iterator[Seat]:
        for seat in _list(data.get(name), name, self.seats):
            yield _whole(seat, name, 0, self.seats - 1)

    def _each(self, data: Mapping[str, Any], name: str, read: Callable[[Any], _T]) -> tuple[_T, ...]:
        value = _list(data.get(name), name, self.seats)
        if len(value) != self.seats:
            raise _wrong(name, value, f"a list of {self.seats}")
        return tuple(read(item) for item in value)

    def _check(self, view: View) -> None:
        """C1, C7, C9: a table that can lie there, and no card more often than there are copies."""
        if len(view.hand) != (0 if view.seat is None else view.hand_sizes[view.seat]):
            raise PositionError(f"the hand {view.hand} has not the size in hand_sizes", code="position/hand")
        back = view.need.back if view.need else EMPTY
        moves.check_position(view.table, view.hand + view.taken + back, view.rules)
        for row in (row for stack in view.stacks for row in stack):
            if moves.lane(row, view.rules).state != "qwirkle":
                raise PositionError(f"{row} in a stack is no Qwirkle", code="position/stack", facts={"row": str(row)})
        bag_count = _whole(self.data.get("bag_count"), "bag_count", 0, view.rules.size)
        if view.bag_count != bag_count:
            raise PositionError(f"the stock would hold {view.bag_count} cards, not {bag_count}", code="position/copies")


def _wrong(name: str, value: Any, wanted: str) -> NotationError:
    shown = str(value)[:40] if isinstance(value, str | bool | None) else type(value).__name__
    return NotationError(f"{name} is {shown!r} instead of {wanted}", code="notation/view", text=shown)


def _mapping(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, value, "an object")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise _wrong(name, value, f"a text of at most {LONGEST_TEXT} characters")
    return value


def _pieces(data: Mapping[str, Any], name: str) -> Pieces:
    return Pieces.parse(_text(data, name))


def _rows(value: Any, name: str) -> tuple[Row, ...]:
    return tuple(Row.parse(_text({name: row}, name)) for row in _list(value, name, LONGEST_TEXT))


def _list(value: Any, name: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise _wrong(name, value, f"a list of at most {most}")
    return value


def _whole(value: Any, name: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _wrong(name, value, f"a whole number from {least} to {most}")
    return value
