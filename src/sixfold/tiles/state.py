"""A point in a tile game, and how a move or a draw leads to the next (T1–T6, T13–T21).

Chance is asked for (`need`) and given (`draw`), never taken; the bag is what is nowhere else. Immutable.
Hands may hold unknown tiles (`?`), so that a game from a real table can be followed by its moves alone.
A State gives a `View` to each seat, and a View samples States: so both are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sixfold.errors import PositionError
from sixfold.game import Draw, Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Piece, Pieces
from sixfold.tiles import guess
from sixfold.tiles.board import Board
from sixfold.tiles.exchange import check_pass, check_swap, other_moves, without
from sixfold.tiles.moves import Play, announcement, can_play, judged, plays, refuse
from sixfold.tiles.notation import Cell, Move, Pass, Place, Swap, hide
from sixfold.tiles.rules import MAX_SEATS, MIN_SEATS, TILES, Rules
from sixfold.tiles.scoring import Entry, Part, parts
from sixfold.tiles.view import Knowledge

if TYPE_CHECKING:
    import random


@dataclass(frozen=True, slots=True)
class State:
    """A point in the game.

    `need` set: waiting for a draw. `to_move` set: waiting for that seat. `outcome` set: over. None of them: hands with
    unknown tiles have been dealt, and `announce` must say who opens.
    """

    rules: Rules
    seats: int
    ages: tuple[int | None, ...]
    hands: tuple[Pieces, ...]
    board: Board
    scores: tuple[int, ...]
    sheet: tuple[Entry, ...]
    opening: Opening | None
    need: Need | None
    to_move: Seat | None
    outcome: Outcome | None

    @classmethod
    def start(cls, seats: int, ages: Sequence[int | None] = (), rules: Rules = TILES) -> State:
        """All tiles in the bag, and the first seat about to draw (T1). Without ages all count as equal (T3)."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise PositionError(
                f"{seats} players: the game is for {MIN_SEATS} to {MAX_SEATS}",
                code="position/seats",
                facts={"seats": seats},
            )
        if len(ages) not in (0, seats):
            raise PositionError(
                f"{len(ages)} ages for {seats} players",
                code="position/ages",
                facts={"ages": list(ages), "seats": seats},
            )
        return cls(
            rules=rules,
            seats=seats,
            ages=tuple(ages) or (None,) * seats,
            hands=(EMPTY,) * seats,
            board=Board(),
            scores=(0,) * seats,
            sheet=(),
            opening=None,
            need=Need(0, rules.hand, fresh=True),
            to_move=None,
            outcome=None,
        )

    # ---- the bag ----------------------------------------------------------------------------------------------------

    @property
    def lying(self) -> Board:
        """What lies on the table."""
        return self.board

    @property
    def last_laid(self) -> tuple[Cell, ...]:
        """The cells of the last play; none before the first."""
        plays = (entry.move for entry in reversed(self.sheet) if isinstance(entry.move, Place))
        last = next(plays, None)
        return tuple(cell for cell, _ in last.placements) if last else ()

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to move has begun its turn already: never, where every move is a turn."""
        return False

    @property
    def bag_count(self) -> int:
        """How many tiles the bag holds. Tiles put aside in an exchange are not yet back in it (T14)."""
        aside = len(self.need.back) if self.need else 0
        return self.rules.size - len(self.board) - sum(map(len, self.hands)) - aside

    @property
    def bag(self) -> Pieces:
        """What the bag holds; all unknown as long as any other tile is."""
        if any(hand.unknown for hand in self.hands) or (self.need and self.need.back.unknown):
            return Pieces(EMPTY, self.bag_count)
        return self._unplaced()

    def _unplaced(self) -> Pieces:
        """The box without every tile whose place is known."""
        left = self.rules.box.counts
        for known in (self.board.pieces, *self.hands, self.need.back if self.need else EMPTY):
            left = tuple(map(int.__sub__, left, known.counts))
        return Pieces.from_counts(left)

    def _left(self, piece: Piece) -> int:
        """How many of one kind `_unplaced` holds, without counting the others."""
        back = self.need.back if self.need else EMPTY
        known = sum(pieces.count(piece) for pieces in (self.board.pieces, *self.hands, back))
        return self.rules.box.count(piece) - known

    # ---- chance -----------------------------------------------------------------------------------------------------

    @property
    def _draw_clause(self) -> str:
        """Which clause asks for the draw: T1 the deal, T14 an exchange, T13 the end of a turn."""
        if self.opening is None:
            return "T1"
        return "T14" if self.need and self.need.back else "T13"

    def draw(self, draw: Draw) -> State:
        """Answer `need`: the seat takes these tiles from the bag."""
        need, clause = self.need, self._draw_clause
        if need is None:
            refuse("T13", "no-draw", "no tiles are to be drawn now", seat=draw.seat)
        if draw.seat != need.seat or len(draw.pieces) != need.count:
            refuse(
                clause,
                "wrong-draw",
                f"seat {need.seat} is to draw {need.count}, but seat {draw.seat} drew {len(draw.pieces)}",
                seat=need.seat,
                count=need.count,
            )
        missing = [piece for piece in draw.pieces.distinct() if draw.pieces.count(piece) > self._left(piece)]
        if missing:
            words = " and ".join(f"{p} ({p.words})" for p in missing)
            refuse(clause, "not-in-bag", f"the bag does not hold enough of {words}", pieces=[str(p) for p in missing])
        hands = _with(self.hands, need.seat, self.hands[need.seat] + draw.pieces)
        if self.opening is not None:
            return self._next(need.seat, hands)
        if need.seat + 1 < self.seats:
            return replace(self, hands=hands, need=Need(need.seat + 1, self.rules.hand))
        dealt = replace(self, hands=hands, need=None)
        return dealt if any(hand.unknown for hand in hands) else dealt._opened(tuple(map(announcement, hands)))

    # ---- the opening ------------------------------------------------------------------------------------------------

    def announce(self, sizes: Sequence[int]) -> State:
        """Say who opens when hands are not known: everyone's announcement (T2), 0 for one nobody wrote down."""
        if self.opening is not None or self.need is not None:
            refuse("T2", "announced", "announcements are made once, when all hands are dealt")
        if len(sizes) != self.seats or max(sizes) < 1:
            sentence = f"{self.seats} players make {self.seats} announcements, one of them at least 1"
            refuse("T2", "wrong-size", sentence, sizes=list(sizes))
        for seat, (hand, told) in enumerate(zip(self.hands, sizes, strict=True)):
            known = announcement(hand)
            most = min(known + hand.unknown, self.rules.kinds)
            if told != 0 and not known <= told <= most:
                refuse("T2", "wrong-size", f"seat {seat} with {hand} cannot announce {told}", seat=seat, hand=str(hand))
        return self._opened(tuple(sizes))

    def _opened(self, sizes: tuple[int, ...]) -> State:
        """T2: the largest announcement opens. T3: of those tied the oldest, of equal ages the lowest seat."""
        tied = tuple(seat for seat, size in enumerate(sizes) if size == max(sizes))
        opener = max(tied, key=lambda seat: (self._age(seat), -seat))
        return replace(self, opening=Opening(sizes, tied, opener), to_move=opener)

    def _age(self, seat: Seat) -> int:
        age = self.ages[seat]
        return -1 if age is None else age

    # ---- what may be done -------------------------------------------------------------------------------------------

    def plays(self) -> tuple[Play, ...]:
        """Every play of the seat to move, with its points, in canonical order."""
        return () if self.to_move is None else plays(self.board, self.hands[self.to_move], self.rules)

    def legal_moves(self) -> tuple[Move, ...]:
        """Everything the seat to move may do (T6): plays in canonical order, exchanges (T14), or the pass of T16.

        Unknown tiles of a hand are left out, though `play` accepts a move that they could cover.
        """
        if self.to_move is None:
            return ()
        found = self.plays()
        other = other_moves(self.board, self.hands[self.to_move], self.bag_count, bool(found))
        return (*(play.place for play in found), *other)

    # ---- moves ------------------------------------------------------------------------------------------------------

    def listed_moves(self) -> tuple[Move, ...] | None:
        """All legal moves, as they can always be listed here."""
        return self.legal_moves()

    def play(self, move: Move) -> State:
        """The state after the seat to move has made this move; IllegalMove if the rules do not allow it."""
        seat = self._mover()
        if isinstance(move, Place):
            return self._place(seat, move)
        if not self.board:
            refuse(
                "T4", "must-open", "the opener lays a largest set, and may neither exchange nor pass", move=str(move)
            )
        return self._swap(seat, move) if isinstance(move, Swap) else self._pass(seat, move)

    def _mover(self) -> Seat:
        if self.outcome is not None:
            refuse(self.outcome.reason, "over", "the game is over")
        if self.need is not None:
            refuse(
                self._draw_clause,
                "draw-first",
                f"seat {self.need.seat} has to draw {self.need.count} first",
                seat=self.need.seat,
                count=self.need.count,
            )
        if self.to_move is None:
            refuse("T2", "announce-first", "the announcements come first: they say who opens")
        return self.to_move

    def _place(self, seat: Seat, place: Place) -> State:
        """T6–T12, then T13's draw or T17's end."""
        hand = self.hands[seat]
        worth, board = judged(self.board, place, hand, self.rules)
        if hand.unknown:
            self._check_guess(seat, place)
        hands = _with(self.hands, seat, hand - place.pieces)
        # T17: with the bag empty, the first empty hand ends the game.
        bag_count = self.bag_count
        ends = not bag_count and not hands[seat]
        # T13: draw back up to a full hand, or as many as there are.
        count = min(self.rules.hand - len(hands[seat]), bag_count)
        need = Need(seat, count) if count else None
        after = self._noted(seat, place, parts(worth, self.rules, ends), hands, board, need)
        if ends:
            return after._over("T17")
        return after if count else after._next(seat, hands)

    def _check_guess(self, seat: Seat, place: Place) -> None:
        """What the rest of the table says about tiles that were unknown until now."""
        if self.opening and not self.board and len(place) != self.opening.sizes[seat]:
            size = self.opening.sizes[seat]
            refuse("T4", "not-announced", f"the opener announced {size} and lays {len(place)}", size=size)
        wanted = place.pieces
        for piece in wanted.distinct():
            if wanted.count(piece) > self._left(piece) + self.hands[seat].count(piece):
                words = f"every {piece} ({piece.words}) of the box is already somewhere else"
                refuse("T1", "copies", words, pieces=[str(piece)], most=self.rules.copies)

    def _swap(self, seat: Seat, swap: Swap) -> State:
        """T14: put tiles aside, draw as many, then put them into the bag."""
        hand = self.hands[seat]
        check_swap(hand, swap, self.bag_count)
        hands = _with(self.hands, seat, without(hand, swap.pieces))
        return self._noted(seat, swap, (), hands, self.board, Need(seat, len(swap.pieces), back=swap.pieces))

    def _pass(self, seat: Seat, move: Pass) -> State:
        """T16: only with the bag empty and nothing to play."""
        check_pass(self.board, self.hands[seat], self.bag_count)
        return self._noted(seat, move, (), self.hands, self.board, None)._next(seat, self.hands)

    def _noted(
        self,
        seat: Seat,
        move: Move,
        why: tuple[Part, ...],
        hands: tuple[Pieces, ...],
        board: Board,
        need: Need | None,
    ) -> State:
        """The turn on the score sheet (T20), and nobody to move yet."""
        points = sum(part.points for part in why)
        scores = tuple(had + points if one == seat else had for one, had in enumerate(self.scores))
        sheet = (*self.sheet, Entry(seat, move, points, why))
        return replace(self, hands=hands, board=board, scores=scores, sheet=sheet, need=need, to_move=None)

    # ---- the next turn, or the end ----------------------------------------------------------------------------------

    def _next(self, seat: Seat, hands: tuple[Pieces, ...]) -> State:
        """T5: clockwise. T18: with the bag empty and nobody able to play, the end. T21: the target ends a round."""
        after = replace(self, hands=hands, need=None, to_move=(seat + 1) % self.seats)
        if not after.bag_count and after._nobody_can_play():
            return after._over("T18")
        if self.rules.target and max(self.scores) >= self.rules.target and len(self.sheet) % self.seats == 0:
            return after._over("T21")
        return after

    def _nobody_can_play(self) -> bool:
        if any(can_play(self.board, hand) for hand in self.hands):
            return False
        # A hand with unknown tiles tells only by passing: once everyone has, nobody can.
        passes = sum(isinstance(entry.move, Pass) for entry in self.sheet[-self.seats :])
        return passes == self.seats or not any(hand.unknown for hand in self.hands)

    def _over(self, reason: str) -> State:
        """T19: the highest score wins; equal highest scores share the victory."""
        winners = tuple(seat for seat, points in enumerate(self.scores) if points == max(self.scores))
        return replace(self, to_move=None, need=None, outcome=Outcome(reason, winners, self.scores))

    def view(self, seat: Seat | None) -> View:
        """What one seat may know; None for a spectator."""
        return View.of(self, seat)


class View(Knowledge):
    """What `seat` may know; a spectator has no seat and no hand.

    Two states that differ only in what is hidden have equal views.
    """

    __slots__ = ()

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
            sheet=_heard(state.sheet, seat),
            opening=state.opening,
            need=need,
            to_move=state.to_move,
            outcome=state.outcome,
            bag_count=state.bag_count,
        )

    def sample(self, rng: random.Random) -> State:
        """A State with this view: unseen tiles dealt at random among the other hands and the bag.

        A hand that is still the dealt one fits its announcement (T2); no more is inferred from how anyone played.
        """
        hands, need = guess.deal(self, rng)
        return State(
            rules=self.rules,
            seats=self.seats,
            ages=self.ages,
            hands=hands,
            board=self.board,
            scores=self.scores,
            sheet=self.sheet,
            opening=self.opening,
            need=need,
            to_move=self.to_move,
            outcome=self.outcome,
        )


def _heard(sheet: tuple[Entry, ...], seat: Seat | None) -> tuple[Entry, ...]:
    """The sheet as `seat` knows it; most lines are the same for all, and are not copied."""
    hidden = [at for at, (by, move, _, _) in enumerate(sheet) if by != seat and isinstance(move, Swap)]
    if not hidden:
        return sheet
    heard = list(sheet)
    for at in hidden:
        heard[at] = sheet[at]._replace(move=hide(sheet[at].move))
    return tuple(heard)


def _with(hands: tuple[Pieces, ...], seat: Seat, hand: Pieces) -> tuple[Pieces, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
