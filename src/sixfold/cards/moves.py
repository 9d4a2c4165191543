"""What a player can do on a turn, and whether it is legal. Nothing here knows whose turn it is or what comes next.

C2 and C5 (the opening set), C6 to C9 (a turn), C11 (redraw, pass). A `Turn` is the rows as they lie afterwards and
the Qwirkles taken; which cards came from the hand follows from the table before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sixfold.cards.notation import Pass, Redraw, Turn
from sixfold.cards.rules import CARDS, Rules
from sixfold.cards.table import Row, Table, in_order
from sixfold.errors import IllegalMove, PositionError
from sixfold.pieces import EMPTY, Piece, Pieces


@dataclass(frozen=True, slots=True)
class Played:
    """What a legal turn comes to: the cards that came from the hand, and how many Qwirkles it takes."""

    pieces: Pieces
    qwirkles: int


# Rows (C7) ---------------------------------------------------------------------------------------------------------

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Lane:
    """How one row of a draft stands. `state` is one of the words below, `facts` what a sentence about it needs.

    ok         a legal row: `count`, and `color` or `shape` as its letter
    qwirkle    a full row, to be taken: the same facts
    short      too few cards: `count`, `needs` (how many more), and `color` or `shape` where settled
    duplicate  `piece` lies in it `count` times
    mixed      neither one colour nor one shape: `pieces`, two that do not go together where there are such
    long       more cards than a row can hold: `count`
    """

    row: Row
    state: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether the turn could end with this row, on the table or as a Qwirkle."""
        return self.state in ("ok", "qwirkle")

    @property
    def sentence(self) -> str:
        """The state in English."""
        row, facts = self.row, self.facts
        match self.state:
            case "short":
                return f"the row {row} has {NUMBERS[facts['count']]} and needs {NUMBERS[facts['needs']]} more"
            case "duplicate":
                twins = _plural(Piece.parse(facts["piece"]))
                return f"this row would hold {NUMBERS[facts['count']]} {twins}: {row}"
            case "mixed":
                return f"the row {row} is neither of one colour nor of one shape"
            case "long":
                return f"the row {str(row)[:60]} has {facts['count']} cards, more than a row can hold"
            case "qwirkle":
                return f"the row {row} is a Qwirkle"
        return f"the row {row} is legal"


def _plural(piece: Piece) -> str:
    return piece.words + ("es" if piece.words.endswith("s") else "s")


def lane(row: Row, rules: Rules = CARDS) -> Lane:
    """C7: how a row stands, whatever the rest of the table looks like."""
    if len(row) > rules.kinds:
        return Lane(row, "long", {"count": len(row)})
    piece, count = max(Counter(row).items(), key=lambda item: item[1], default=(None, 0))
    if piece is not None and count > 1:
        return Lane(row, "duplicate", {"piece": str(piece), "count": count})
    if len(row) > 1 and row.color is None and row.shape is None:
        clash = next((a, b) for a in row for b in row if a < b and a.color != b.color and a.shape != b.shape)
        return Lane(row, "mixed", {"pieces": "".join(map(str, clash))})
    facts: dict[str, object] = {"count": len(row)}
    if len(row) > 1:
        facts |= {"shape": str(row[0])[1]} if row.color is None else {"color": str(row[0])[0]}
    if len(row) < rules.min_row:
        return Lane(row, "short", facts | {"needs": rules.min_row - len(row)})
    return Lane(row, "qwirkle" if len(row) == rules.kinds else "ok", facts)


def lanes(rows: Iterable[Row], rules: Rules = CARDS) -> tuple[Lane, ...]:
    """C7: how each row of a draft stands, in the order given."""
    return tuple(lane(row, rules) for row in rows)


def could_join(cards: Iterable[Piece], row: Row, rules: Rules = CARDS) -> bool:
    """C7: whether these cards could lie in the row too; it may still lack some afterwards."""
    return lane(Row((*row, *cards)), rules).state in ("ok", "qwirkle", "short")


# Positions -----------------------------------------------------------------------------------------------------------


def check_position(table: Table, known: Pieces = EMPTY, rules: Rules = CARDS) -> None:
    """C1, C7, C9: whether these rows could lie on a table while the known cards are elsewhere; else PositionError."""
    for row in table:
        found = lane(row, rules)
        if found.state == "qwirkle":
            message = f"the row {row} is a Qwirkle and would have been taken"
            raise PositionError(message, code="position/qwirkle", facts={"row": str(row)})
        if not found.ok:
            raise PositionError(found.sentence, code="position/row", facts={"row": str(row)} | dict(found.facts))
    total = table.pieces + known
    for piece in total.distinct():
        if total.count(piece) > rules.box.count(piece):
            raise PositionError(
                f"{total.count(piece)} of the {piece.words}: there are only {rules.box.count(piece)}",
                code="position/copies",
                facts={"piece": str(piece)},
            )


def check_hand(hand: Pieces, rules: Rules = CARDS) -> None:
    """C1: whether a hand could be that large; else PositionError."""
    if len(hand) > rules.hand:
        raise PositionError(
            f"a hand of {len(hand)} cards: there are at most {rules.hand}",
            code="position/hand",
            facts={"hand": str(hand)},
        )


# A turn (C6 to C9) -------------------------------------------------------------------------------------------------


def check(table: Table, hand: Pieces | None, turn: Turn, rules: Rules = CARDS, *, elsewhere: Pieces = EMPTY) -> Played:
    """C1, C6 to C9: what the turn plays and takes; IllegalMove when the rules refuse it.

    Without a hand any card may be played. `elsewhere` are cards known to lie in Qwirkles or other hands, so that a
    hand with unknown cards cannot produce a fourth copy.
    """
    after = turn.pieces
    gone = _beyond(table.pieces, after)
    if gone:
        raise refusal(
            f"{_those(gone)} lay on the table and must still lie there or in a Qwirkle",
            "C8",
            "vanished",
            {"pieces": str(gone)},
        )
    played = after - table.pieces
    _owned(played, after, hand, rules, elsewhere)
    if not played:
        raise refusal("a turn plays at least one card from the hand", "C6", "nothing-played")
    for row in turn.rows:
        _row(lane(row, rules))
    for row in turn.taken:
        _taken(lane(row, rules), rules)
    return Played(played, len(turn.taken))


def _owned(played: Pieces, after: Pieces, hand: Pieces | None, rules: Rules, elsewhere: Pieces) -> None:
    """C1: the cards exist and come from the hand."""
    known = after + elsewhere.named()
    if hand is not None:
        known += _beyond(hand, played)
    extra = _beyond(known, rules.box)
    if extra:
        piece = extra.distinct()[0]
        raise refusal(
            f"there are only {rules.box.count(piece)} of the {piece.words}, this would be number {known.count(piece)}",
            "C1",
            "copies",
            {"pieces": str(extra)},
        )
    if hand is not None and not hand.covers(played):
        missing = _beyond(played, hand)
        raise refusal(
            f"{_those(missing)} came neither from the table nor from the hand", "C1", "hand", {"pieces": str(missing)}
        )


def _row(lane: Lane) -> None:
    """C7, C9: a row that stays on the table is legal and not full."""
    if not lane.ok:
        raise refusal(lane.sentence, "C7", lane.state, {"row": str(lane.row), **lane.facts})
    if lane.state == "qwirkle":
        raise refusal(f"the row {lane.row} is a Qwirkle and must be taken", "C9", "left", {"row": str(lane.row)})


def _taken(lane: Lane, rules: Rules) -> None:
    """C9: only a full row is taken."""
    if not lane.ok:
        raise refusal(lane.sentence, "C7", lane.state, {"row": str(lane.row), **lane.facts})
    if lane.state != "qwirkle":
        count = NUMBERS[len(lane.row)]
        message = f"only a row of {NUMBERS[rules.kinds]} is taken, and {lane.row} has {count}"
        raise refusal(message, "C9", "not-full", {"row": str(lane.row)})


# The opening (C2, C5) ----------------------------------------------------------------------------------------------


def largest_sets(hand: Pieces) -> tuple[Row, ...]:
    """C2: the largest sets of different cards in the hand that share a colour or share a shape, in canonical order."""
    kinds = hand.distinct()
    by_color = [Row(p for p in kinds if p.color == color) for color in {p.color for p in kinds}]
    by_shape = [Row(p for p in kinds if p.shape == shape) for shape in {p.shape for p in kinds}]
    size = max(map(len, by_color + by_shape), default=0)
    return in_order({row for row in by_color + by_shape if len(row) == size})


def announcement(hand: Pieces) -> int:
    """C2: the size of the largest set."""
    sets = largest_sets(hand)
    return len(sets[0]) if sets else 0


def opening_turns(hand: Pieces, rules: Rules = CARDS) -> tuple[Turn, ...]:
    """C5: the turns that can open the game; a full row is a Qwirkle at once."""
    return tuple(Turn((), (row,)) if len(row) == rules.kinds else Turn((row,)) for row in largest_sets(hand))


def check_opening(hand: Pieces, turn: Turn, rules: Rules = CARDS, *, elsewhere: Pieces = EMPTY) -> Played:
    """C5: the opener lays one largest set as one row, and nothing else."""
    played = check(Table(), hand, turn, rules, elsewhere=elsewhere)
    if len(turn.rows) + len(turn.taken) != 1:
        raise refusal("the opening is one row and nothing else", "C5", "one-row")
    size = announcement(Pieces(hand))
    row = (*turn.rows, *turn.taken)[0]
    if len(row) < size or (hand.known and len(row) != size):
        raise refusal(
            f"the opening lays a largest set of the hand, {NUMBERS[size]} cards, and {row} has {NUMBERS[len(row)]}",
            "C5",
            "largest",
            {"row": str(row), "size": size},
        )
    return played


# What else (C6, C11, C12) ------------------------------------------------------------------------------------------


def stuck_move(stock: int, shown: int, rules: Rules = CARDS) -> Redraw | Pass:
    """C11, C12: what a player does who cannot play: redraw while there is a stock, a few times at most, else pass."""
    return Redraw() if stock > 0 and shown < rules.redraws else Pass()


def check_stuck(move: Redraw | Pass, can_play: bool, stock: int, shown: int, rules: Rules = CARDS) -> None:
    """C6, C11, C12: whether a player may redraw or pass."""
    if can_play:
        clause = "C11" if isinstance(move, Redraw) else "C6"
        raise refusal("a card of this hand can be played, so one must be played", clause, "can-play")
    due = stuck_move(stock, shown, rules)
    if move == due:
        return
    if isinstance(move, Pass):
        raise refusal("who cannot play shows the hand and redraws before passing", "C11", "redraw-first")
    if stock == 0:
        raise refusal("the stock is empty: who cannot play passes", "C12", "stock-empty")
    raise refusal(f"the hand was redrawn {shown} times this turn: pass", "C11", "redrawn-out", {"times": shown})


def _beyond(some: Pieces, others: Pieces) -> Pieces:
    """The known cards that `some` has more of than `others`."""
    left = tuple(map(int.__sub__, some.counts, others.counts))
    return Pieces.from_counts(max(0, n) for n in left) if max(left) > 0 else EMPTY


def _those(pieces: Pieces) -> str:
    """Cards as words: `the red square`, `the red square and the blue star (2)`."""
    named = [f"the {p.words}" + (f" ({pieces.count(p)})" if pieces.count(p) > 1 else "") for p in pieces.distinct()]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def refusal(message: str, clause: str, reason: str, facts: Mapping[str, object] | None = None) -> IllegalMove:
    """A refusal: a sentence that ends with its clause, and facts as text forms."""
    return IllegalMove(f"{message} ({clause})", clause=clause, reason=reason, facts=facts)
