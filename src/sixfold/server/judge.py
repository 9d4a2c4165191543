"""Questions a player may ask about an own draft: is it legal, what is it worth, lane by lane; which plays are there.

Everything is answered from the seat's View by the rules; no clause is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold import cards, tiles
from sixfold.errors import IllegalMove, SixfoldError
from sixfold.pieces import Pieces
from sixfold.server import wire
from sixfold.server.seen import line_of, parts_of
from sixfold.server.table.refusals import refuse
from sixfold.tiles.scoring import parts

LONGEST_LIST = 2000
"""Plays that are listed to a seat; games of good players stay far below, and a phone has to read them."""


def refusal(error: SixfoldError) -> wire.Refusal:
    """Any error that Sixfold raises on purpose, in the one shape of a no."""
    clause = error.clause if isinstance(error, IllegalMove) else None
    reason = error.reason if isinstance(error, IllegalMove) else None
    return wire.Refusal(code=error.code, message=error.message, clause=clause, reason=reason, facts=error.facts)


def judge(view: tiles.View | cards.View, draft: wire.Check) -> wire.Checked:
    """The verdict on a draft, from the hand in the view."""
    if isinstance(view, tiles.View):
        if draft.play is None:
            refuse("game", "a draft of the tile game is a `play`")
        return _judge_play(view, draft.id, draft.play)
    if draft.rows is None:
        refuse("game", "a draft of the card game is `rows` and `taken`")
    return _judge_turn(view, draft.id, draft.rows, draft.taken)


def _judge_play(view: tiles.View, key: str, text: str) -> wire.Checked:
    place = tiles.Place.parse(text)
    try:
        worth = tiles.check(view.board, place, view.hand, view.rules)
    except IllegalMove as error:
        return wire.Checked(id=key, legal=False, refusal=refusal(error))
    ends = not view.bag_count and len(place) == len(view.hand)
    why = parts(worth, view.rules, ends)
    return wire.Checked(
        id=key,
        legal=True,
        points=sum(part.points for part in why),
        parts=parts_of(why),
        lines=[line_of(line, view.rules) for line in worth.lines],
        qwirkles=worth.qwirkles,
    )


def _judge_turn(view: cards.View, key: str, rows: Sequence[str], taken: Sequence[str]) -> wire.Checked:
    drafted = [cards.Row.parse(row) for row in (*rows, *taken)]
    lanes = [
        wire.Lane(row=str(lane.row), state=lane.state if lane.row else "empty", facts=dict(lane.facts))  # type: ignore[arg-type]
        for lane in cards.lanes(drafted, view.rules)
    ]
    turn = cards.Turn.read(rows, taken)
    lying = view.table.counts
    played = Pieces.from_counts(max(0, a - b) for a, b in zip(turn.pieces.counts, lying, strict=True))
    try:
        if view.opens:
            cards.moves.check_opening(view.hand, turn, view.rules, elsewhere=view.taken)
        else:
            cards.check(view.table, view.hand, turn, view.rules, elsewhere=view.taken)
    except IllegalMove as error:
        return wire.Checked(id=key, legal=False, refusal=refusal(error), lanes=lanes, played=str(played))
    return wire.Checked(id=key, legal=True, lanes=lanes, played=str(played), qwirkles=len(turn.taken))


def fits(view: tiles.View | cards.View, question: wire.AskFits, assist: str) -> wire.Fits:
    """By row, whether the cards in question could join it, as far as the assist level tells."""
    if not isinstance(view, cards.View):
        refuse("game", "rows are asked about in the card game")
    chosen = cards.Row.parse(question.cards)
    rows = [] if assist == "off" else [cards.Row.parse(row) for row in question.rows]
    return wire.Fits(id=question.id, fits=[cards.could_join(chosen, row, view.rules) for row in rows])


def list_plays(view: Any, assist: str) -> list[tuple[str, int, int]]:
    """The legal plays of the seat to move, as far as its assist level tells them.

    Six tiles of one colour on a wide board have tens of thousands of plays. Then those with most points are listed, and
    those of one tile, so that every place where something fits is known; any other play is still legal (`check`).
    """
    if assist == "off" or not isinstance(view, tiles.View):
        return []
    found = view.plays()
    if len(found) > LONGEST_LIST:
        found = (*found[:LONGEST_LIST], *(play for play in found[LONGEST_LIST:] if len(play.place.placements) == 1))
    if assist == "places":
        return sorted((str(play.place), 0, 0) for play in found)
    return [(str(play.place), play.points, play.qwirkles) for play in found]


def draft_move(view: Any, draft: wire.Check) -> Any:
    """The move that a legal draft stands for."""
    if isinstance(view, tiles.View):
        return tiles.Place.parse(draft.play or "")
    return cards.Turn.read(draft.rows or (), draft.taken)
