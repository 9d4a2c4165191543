"""The card game at a table: what seam.TableGame asks. Judged by the rules; no clause is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sixfold import cards
from sixfold.errors import IllegalMove
from sixfold.pieces import Pieces
from sixfold.position import Position
from sixfold.server import wire
from sixfold.server.games.seam import Lying, May, Verdict
from sixfold.server.table.refusals import refuse


def view(
    view: cards.View, now: wire.Now, sheet: list[wire.SheetEntry], opening: wire.OpeningInfo | None
) -> wire.CardsView:
    rows, stacks = _texts(view.table), [_texts(stack) for stack in view.stacks]
    return wire.CardsView(now=now, sheet=sheet, opening=opening, rows=rows, stacks=stacks)


def _texts(rows: Iterable[cards.Row]) -> list[str]:
    return [str(row) for row in rows]


def may(view: cards.View, mine: bool) -> May:
    return May(redraws=len(view.shown), last_turns=view.last_turns)


def part(part: cards.Row) -> wire.Part:
    return ("stack", 1)


def qwirkles(parts: Sequence[cards.Row]) -> int:
    return len(parts)


def laid(view: cards.View, before: cards.State) -> wire.CardsLaid:
    turn = view.sheet[-1].move
    if not isinstance(turn, cards.Turn):
        return wire.CardsLaid(rows=_texts(view.table), played="", taken=[])
    played = str(turn.pieces - before.table.pieces)
    return wire.CardsLaid(rows=_texts(turn.rows), played=played, taken=_texts(turn.taken))


# ------------------------------------------------------------------------------------------------- drafts and help


def verdict(view: cards.View, draft: wire.Check) -> Verdict:
    if draft.rows is None:
        refuse("game", "a draft of the card game is `rows` and `taken`")
    rows, taken = ([cards.Row.parse(row) for row in texts] for texts in (draft.rows, draft.taken))
    # A lane that was sent as nothing is shown as empty, and is no row of the turn.
    turn = cards.Turn(_filled(draft.rows, rows), _filled(draft.taken, taken))
    played = Pieces.from_counts(max(0, a - b) for a, b in zip(turn.pieces.counts, view.table.counts, strict=True))
    told = wire.CardsDraft(
        lanes=[_lane(lane) for lane in cards.lanes((*rows, *taken), view.rules)], played=str(played), qwirkles=0
    )
    try:
        if view.opens:
            cards.moves.check_opening(view.hand, turn, view.rules, elsewhere=view.taken)
        else:
            cards.check(view.table, view.hand, turn, view.rules, elsewhere=view.taken)
    except IllegalMove as error:
        return Verdict(turn, told, error)
    told.qwirkles = len(turn.taken)
    return Verdict(turn, told, None)


def _filled(texts: Sequence[str], rows: Sequence[cards.Row]) -> tuple[cards.Row, ...]:
    return tuple(row for text, row in zip(texts, rows, strict=True) if text)


def _lane(lane: cards.Lane) -> wire.JudgedLane:
    return wire.JudgedLane(row=str(lane.row), state=lane.state if lane.row else "empty", facts=dict(lane.facts))  # type: ignore[arg-type]


def fits(view: cards.View, question: wire.AskFits, assist: str) -> list[bool]:
    chosen = cards.Row.parse(question.cards)
    rows = [] if assist == "off" else [cards.Row.parse(row) for row in question.rows]
    return [cards.could_join(chosen, row, view.rules) for row in rows]


def plays(view: cards.View, assist: str) -> None:
    """A table of cards has too many turns to list them."""
    return


def hint(view: cards.View, move: cards.Move, query: wire.Hint) -> wire.Hinted:
    step = query.step
    if not isinstance(move, cards.Turn):
        return wire.Hinted(id=query.id, step=step, none=True, hint=wire.CardsHint(count=0))
    played = move.pieces - view.table.pieces
    told = wire.CardsHint(count=len(played))
    if step > 1:
        told.pieces = str(played)
    if step > 2:
        told.move = better(move)
    return wire.Hinted(id=query.id, step=step, hint=told)


def better(move: cards.Move | None) -> wire.CardsMove | None:
    if not isinstance(move, cards.Turn):
        return None
    return wire.CardsMove(rows=_texts(move.rows), taken=_texts(move.taken))


def any_move(view: cards.View) -> cards.Move:
    return view.best() or view.legal_moves()[0]


# ------------------------------------------------------------------------------------------------------ looking back


def begins(state: cards.State) -> bool:
    return not state.shown


def lying(state: cards.State) -> Lying:
    return Lying(rows=_texts(state.table), stacks=[_texts(stack) for stack in state.stacks])


def shown(position: Position) -> Lying:
    assert isinstance(position.table, cards.Table)
    return Lying(rows=_texts(position.table))


def seen(position: Position) -> cards.View:
    assert isinstance(position.table, cards.Table)
    # C5 holds for an empty table alone: whatever lies there was played.
    rows = tuple(position.table)
    return cards.View(
        rules=cards.BY_NAME[position.ruleset],
        seat=0,
        seats=2,
        ages=(None, None),
        hand=position.hand,
        hand_sizes=(len(position.hand), 0),
        table=position.table,
        stacks=((), ()),
        sheet=(cards.Entry(1, cards.Turn(rows, ()), 0),) if rows else (),
        opening=None,
        need=None,
        to_move=0,
        outcome=None,
        shown=(),
        last_turns=None,
    )
