"""A point in a game of Qwirkle Cards, and how it moves on: deal, opening, turns, draws, the last round.

It never samples: where chance is needed it names a `Need` and waits for the `Draw`. The stock is derived, never kept.
C1 to C6 and C10 to C15; what a single turn may do is in `moves`.
A State gives a `View` to each seat, and a View samples States: so both are here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sixfold.cards import guess, moves, scoring
from sixfold.cards.notation import Move, Pass, Redraw, Turn
from sixfold.cards.rules import CARDS, SEATS, Rules
from sixfold.cards.scoring import Entry
from sixfold.cards.table import NO_ROWS, Row, Table
from sixfold.cards.view import Knowledge
from sixfold.errors import PositionError
from sixfold.game import Draw, Need, Opening, Outcome, Seat
from sixfold.pieces import EMPTY, Pieces

if TYPE_CHECKING:
    import random


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know at one point of a game.

    Exactly one of these holds: `need` waits for a draw; `to_move` is to play; `outcome` ends the game; or cards were
    dealt that nobody wrote down, and the state waits to be told who opens (`announce`).
    `shown` are the hands shown this turn (C11); `last_turns` counts the turns left in the last round (C14).
    """

    rules: Rules
    seats: int
    ages: tuple[int | None, ...]
    hands: tuple[Pieces, ...]
    table: Table = NO_ROWS
    stacks: tuple[tuple[Row, ...], ...] = ()
    sheet: tuple[Entry, ...] = ()
    opening: Opening | None = None
    need: Need | None = None
    to_move: Seat | None = None
    outcome: Outcome | None = None
    shown: tuple[Pieces, ...] = ()
    last_turns: int | None = None

    # The deal and the opening (C1 to C4) ---------------------------------------------------------------------------

    @classmethod
    def start(cls, seats: int, ages: Sequence[int | None] = (), rules: Rules = CARDS) -> State:
        """C1: nobody has a card yet; seat 0 is dealt the first hand."""
        if seats not in SEATS:
            message = f"{seats} players: the game is for {SEATS[0]} to {SEATS[-1]}"
            raise PositionError(message, code="position/seats", facts={"seats": seats})
        if len(ages) not in (0, seats):
            message = f"{len(ages)} ages for {seats} players"
            raise PositionError(message, code="position/ages", facts={"ages": list(ages), "seats": seats})
        ages = tuple(ages) or (None,) * seats
        first = Need(0, rules.hand, fresh=True)
        return cls(rules, seats, ages, hands=(EMPTY,) * seats, stacks=((),) * seats, need=first)

    @property
    def stock(self) -> Pieces:
        """C1: the cards that lie nowhere else. With unknown cards in a hand only their number is known."""
        unseen = self._unseen()
        hidden = sum(hand.unknown for hand in self.hands) + (self.need.back.unknown if self.need else 0)
        return Pieces(unknown=len(unseen) - hidden) if hidden else unseen

    @property
    def lying(self) -> Table:
        """What lies on the table."""
        return self.table

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to move has begun its turn already, by showing a hand (C11)."""
        return bool(self.shown)

    @property
    def bag(self) -> Pieces:
        """The stock, by the name that both games share."""
        return self.stock

    @property
    def bag_count(self) -> int:
        """How many cards the stock holds."""
        return len(self.stock)

    @property
    def taken(self) -> Pieces:
        """C10: the cards in everyone's Qwirkles, out of play."""
        return Pieces(piece for stack in self.stacks for row in stack for piece in row)

    @property
    def scores(self) -> tuple[int, ...]:
        """C15: the number of everyone's Qwirkles."""
        return tuple(map(len, self.stacks))

    def draw(self, draw: Draw) -> State:
        """Answer the need with the cards drawn; anything else is refused."""
        need = self._answered(draw)
        if need.back:
            # C11: the new hand replaces the shown one, which goes into the stock; the turn goes on.
            return replace(self, hands=self._hands(need.seat, draw.pieces), need=None, to_move=need.seat)
        dealt = replace(self, hands=self._hands(need.seat, self.hands[need.seat] + draw.pieces), need=None)
        if self.opening is None:
            return dealt._deal_on()
        if not dealt.stock:
            # C14: one more turn for everyone, the one who drew the last card included and last.
            return replace(dealt, last_turns=self.seats, to_move=self._after(need.seat), shown=())
        return dealt._pass_on(need.seat)

    def announce(self, sizes: Sequence[int]) -> State:
        """C2 for hands that nobody wrote down: everyone's announcement, by their word; 0 for one not written down."""
        if not self.waits_for_opener:
            raise moves.refusal("announcements are made once, when all hands are dealt", "C2", "announced")
        if len(sizes) != self.seats or not any(sizes):
            raise moves.refusal(
                f"{self.seats} players need as many announcements, one of them above 0", "C2", "wrong-size"
            )
        for seat, hand in enumerate(self.hands):
            told = sizes[seat]
            known = moves.announcement(hand)
            if told != 0 and not known <= told <= min(known + hand.unknown, self.rules.kinds):
                raise moves.refusal(
                    f"seat {seat} with {hand} cannot announce {told}",
                    "C2",
                    "wrong-size",
                    {"seat": seat, "hand": str(hand)},
                )
        return self._opened(tuple(sizes))

    @property
    def waits_for_opener(self) -> bool:
        """Whether unknown cards were dealt and `announce` is due."""
        return self.opening is None and self.need is None and self.outcome is None

    def _deal_on(self) -> State:
        """C1: the next hand; C2 to C4 once everyone has cards."""
        waiting = [seat for seat, hand in enumerate(self.hands) if not hand]
        if waiting:
            return replace(self, need=Need(waiting[0], self.rules.hand))
        if not all(hand.known for hand in self.hands):
            return self
        return self._opened(tuple(map(moves.announcement, self.hands)))

    def _opened(self, sizes: tuple[int, ...]) -> State:
        """C2: the largest announcement opens; C4: unless it is too small for a row, then everything is dealt again."""
        if max(sizes) < self.rules.min_row:
            return State.start(self.seats, self.ages, self.rules)
        tied = tuple(seat for seat, size in enumerate(sizes) if size == max(sizes))
        opener = self._youngest(tied)
        return replace(self, opening=Opening(sizes, tied, opener), to_move=opener)

    def _youngest(self, tied: Sequence[Seat]) -> Seat:
        """C3: the youngest of the tied players; equal ages, the lowest seat. An age not given counts as the oldest."""
        return min(tied, key=lambda seat: (age if (age := self.ages[seat]) is not None else 1000, seat))

    # Turns (C5, C6, C11, C12) ---------------------------------------------------------------------------------------

    @property
    def opens(self) -> bool:
        """C5: whether the move to come is the opening."""
        return self.to_move is not None and not self.sheet

    def legal_moves(self) -> tuple[Move, ...]:
        """Everything that the player to move can bring about, one arrangement of each distinct result (C8).

        That can be many thousand on an ordinary turn, and slow: `turns` gives them one by one, `forced_moves` only
        those of a turn that has few. Unknown cards of a hand are left out.
        """
        return self.view(self.to_move).legal_moves()

    def forced_moves(self) -> tuple[Move, ...]:
        """The openings (C5), or the one move of a stuck player (C11, C12); none on an ordinary turn, see `turns`."""
        return self.view(self.to_move).forced_moves()

    def listed_moves(self) -> tuple[Move, ...] | None:
        """All legal moves where they can be listed; None on an ordinary turn, which has too many (`turns` goes on)."""
        return self.forced_moves() or None

    def turns(self) -> Iterator[Turn]:
        """Every distinct result of playing, one arrangement each; see `solver.afterstates` for the order."""
        return self.view(self.to_move).turns()

    def can_play(self) -> bool:
        """C6, C11: whether the player to move can play a card; of a hand with `?`, whether the known cards can."""
        return self.view(self.to_move).can_play()

    def play(self, move: Move) -> State:
        """The player to move does this; IllegalMove when the rules refuse it."""
        if self.outcome is not None:
            raise moves.refusal("the game is over", self.outcome.reason, "over")
        if self.need is not None:
            message = f"seat {self.need.seat} has to draw {self.need.count} first"
            raise moves.refusal(
                message, self._draw_clause, "draw-first", {"seat": self.need.seat, "count": self.need.count}
            )
        if self.to_move is None:
            raise moves.refusal("the announcements come first: they say who opens", "C2", "announce-first")
        if isinstance(move, Turn):
            return self._play_turn(self.to_move, move)
        self._check_stuck(self.to_move, move)
        if isinstance(move, Redraw):
            return self._redraw(self.to_move)
        entry = Entry(self.to_move, move, 0, shown=self.shown)
        return replace(self, sheet=(*self.sheet, entry))._draw_up(self.to_move)

    def _play_turn(self, seat: Seat, turn: Turn) -> State:
        """C5 to C10: the rows lie as the turn says, the Qwirkles go to the player's stack."""
        hand = self.hands[seat]
        # Of a known hand the other hands decide nothing, and a refusal that counted their cards would tell them (C1).
        hidden = () if hand.known else (*self.hands[:seat], *self.hands[seat + 1 :])
        elsewhere = sum(hidden, start=self.taken)
        if self.opens:
            played = moves.check_opening(hand, turn, self.rules, elsewhere=elsewhere)
        else:
            played = moves.check(self.table, hand, turn, self.rules, elsewhere=elsewhere)
        stacks = list(self.stacks)
        stacks[seat] = (*stacks[seat], *turn.taken)
        return replace(
            self,
            hands=self._hands(seat, hand - played.pieces),
            table=Table(turn.rows),
            stacks=tuple(stacks),
            sheet=(*self.sheet, Entry(seat, turn, played.qwirkles, turn.taken, self.shown)),
        )._draw_up(seat)

    def _check_stuck(self, seat: Seat, move: Redraw | Pass) -> None:
        """C6, C11, C12. Of a hand that was not written down the players' word is taken for what cannot be seen."""
        if self.opens:
            raise moves.refusal("the opener lays a largest set", "C5", "largest")
        moves.check_stuck(move, self.can_play(), len(self.stock), len(self.shown), self.rules)

    def _redraw(self, seat: Seat) -> State:
        """C11: the hand is shown; as many new cards as there are, up to a full hand, are drawn before it goes back."""
        hand = self.hands[seat]
        need = Need(seat, min(self.rules.hand, len(self.stock)), back=hand)
        return replace(self, hands=self._hands(seat, EMPTY), need=need, to_move=None, shown=(*self.shown, hand))

    # The end of a turn (C13 to C15) ---------------------------------------------------------------------------------

    def _draw_up(self, seat: Seat) -> State:
        """C13: draw back up to a full hand, or as many as the stock still has."""
        count = min(self.rules.hand - len(self.hands[seat]), len(self.stock))
        if count == 0:
            return self._pass_on(seat)
        return replace(self, need=Need(seat, count), to_move=None)

    def _pass_on(self, seat: Seat) -> State:
        """C6: clockwise; C14: unless that was the last turn of the last round."""
        if self.last_turns == 1:
            ended = scoring.outcome(self.scores, "C14")
            return replace(self, last_turns=0, to_move=None, outcome=ended, shown=())
        left = None if self.last_turns is None else self.last_turns - 1
        return replace(self, last_turns=left, to_move=self._after(seat), shown=())

    # What a seat knows (C1, C10) ------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        """What this seat may know; None is a spectator, who knows what everyone knows."""
        hand = EMPTY if seat is None else self.hands[seat]
        return View(
            rules=self.rules,
            seat=seat,
            seats=self.seats,
            ages=self.ages,
            hand=hand,
            hand_sizes=tuple(map(len, self.hands)),
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

    # Small steps ----------------------------------------------------------------------------------------------------

    def _after(self, seat: Seat) -> Seat:
        return (seat + 1) % self.seats

    def _hands(self, seat: Seat, hand: Pieces) -> tuple[Pieces, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _unseen(self) -> Pieces:
        """The cards of the box that are known to lie nowhere: the stock and what hides behind `?`."""
        back = self.need.back if self.need else EMPTY
        lying = sum(self.hands, start=self.table.pieces + self.taken + back)
        return self.rules.box - lying.named()

    @property
    def _draw_clause(self) -> str:
        """Which clause asks for the draw: C1 the deal, C11 a stuck player, C13 the end of a turn."""
        if self.opening is None:
            return "C1"
        return "C11" if self.need and self.need.back else "C13"

    def _answered(self, draw: Draw) -> Need:
        """C1, C11, C13: the right seat draws the right number of cards that can be in the stock."""
        need = self.need
        if need is None:
            raise moves.refusal("no draw is due", "C13", "no-draw")
        clause = self._draw_clause
        if draw.seat != need.seat:
            raise moves.refusal(f"seat {need.seat} draws, not seat {draw.seat}", clause, "seat", {"seat": need.seat})
        if len(draw.pieces) != need.count:
            raise moves.refusal(
                f"seat {need.seat} draws {need.count} cards, not {len(draw.pieces)}",
                clause,
                "count",
                {"count": need.count},
            )
        if not self._unseen().covers(draw.pieces.named()):
            raise moves.refusal(
                f"{draw.pieces} cannot all be in the stock", "C1", "copies", {"pieces": str(draw.pieces)}
            )
        return need


class View(Knowledge):
    """One seat's knowledge. `seat` None is a spectator, whose `hand` is empty."""

    __slots__ = ()

    def sample(self, rng: random.Random) -> State:
        """A full state that this seat could be in: unseen cards dealt at random, in keeping with what was announced.

        Announcements (C2) bind the hands that are still as dealt; cards shown under C11 are in the stock until the
        next draw.
        """
        return State(
            rules=self.rules,
            seats=self.seats,
            ages=self.ages,
            hands=guess.deal(self, rng),
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
