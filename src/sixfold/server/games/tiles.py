"""The tile game at a table: what seam.TableGame asks. Judged by the rules; no clause is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sixfold import tiles
from sixfold.errors import IllegalMove
from sixfold.position import Position
from sixfold.server import wire
from sixfold.server.games.seam import Lying, May, Verdict
from sixfold.server.table.refusals import refuse
from sixfold.tiles.scoring import Part, Score, parts

LONGEST_LIST: Final = 2000
"""Plays that are listed to a seat; games of good players stay far below, and a phone has to read them."""


def view(
    view: tiles.View, now: wire.Now, sheet: list[wire.SheetEntry], opening: wire.OpeningInfo | None
) -> wire.TilesView:
    return wire.TilesView(now=now, sheet=sheet, opening=opening, board=str(view.board))


def may(view: tiles.View, mine: bool) -> May:
    bag = view.bag_count
    return May(
        may_swap=min(len(view.hand), bag) if mine and view.board else 0,
        may_pass=mine and bag == 0 and not tiles.can_play(view.board, view.hand),
    )


def part(part: Part) -> wire.Part:
    match part.clause:
        case "T12":
            return ("qwirkle", part.points)
        case "T17":
            return ("end", part.points)
        case "T4":
            return ("lone", part.points)
    assert part.line is not None, "every other part is a line's"
    return (part.line.axis, part.points)


def qwirkles(parts: Sequence[Part]) -> int:
    return sum(part.clause == "T12" for part in parts)


def laid(view: tiles.View, before: tiles.State) -> wire.TilesLaid:
    made = [part.line for part in view.sheet[-1].parts if part.line is not None and part.clause in ("T11", "T4")]
    return wire.TilesLaid(lines=[_line(line, view.rules) for line in made])


def _line(line: tiles.Line, rules: tiles.Rules) -> wire.ScoringLine:
    """A scoring line with its cells."""
    return wire.ScoringLine(
        axis=line.axis,
        cells=[str(cell) for cell in line.cells],
        pieces="".join(map(str, line.pieces)),
        points=tiles.line_points(len(line), rules) if len(line) > 1 else 1,
        qwirkle=len(line) == rules.kinds,
    )


# ------------------------------------------------------------------------------------------------- drafts and help


def verdict(view: tiles.View, draft: wire.Check) -> Verdict:
    if draft.play is None:
        refuse("game", "a draft of the tile game is a `play`")
    place = tiles.Place.parse(draft.play)
    try:
        worth = tiles.check(view.board, place, view.hand, view.rules)
    except IllegalMove as error:
        return Verdict(place, wire.TilesDraft(points=0, parts=[], lines=[], qwirkles=0), error)
    why = _why(view, place, worth)
    told = wire.TilesDraft(
        points=sum(part.points for part in why),
        parts=[part(each) for each in why],
        lines=[_line(line, view.rules) for line in worth.lines],
        qwirkles=worth.qwirkles,
    )
    return Verdict(place, told, None)


def _why(view: tiles.View, place: tiles.Place, worth: Score) -> tuple[Part, ...]:
    """The points of a legal play, reason by reason."""
    return parts(worth, view.rules, ends=not view.bag_count and len(place) == len(view.hand))


def fits(view: tiles.View, question: wire.AskFits, assist: str) -> list[bool]:
    refuse("game", "rows are asked about in the card game")


def plays(view: tiles.View, assist: str) -> list[tuple[str, int, int]]:
    """The legal plays, cut where a phone could not read them.

    Six tiles of one colour on a wide board have tens of thousands of plays. Then those with most points are listed, and
    those of one tile, so that every place where something fits is known; any other play is still legal (`check`).
    """
    if assist == "off":
        return []
    found = view.plays()
    if len(found) > LONGEST_LIST:
        found = (*found[:LONGEST_LIST], *(play for play in found[LONGEST_LIST:] if len(play.place.placements) == 1))
    if assist == "places":
        return sorted((str(play.place), 0, 0) for play in found)
    return [(str(play.place), play.points, play.qwirkles) for play in found]


def hint(view: tiles.View, move: tiles.Move, query: wire.Hint) -> wire.Hinted:
    step = query.step
    if not isinstance(move, tiles.Place):
        pieces = str(move.pieces) if step > 1 and isinstance(move, tiles.Swap) else None
        return wire.Hinted(id=query.id, step=step, none=True, hint=wire.TilesHint(cells=[], pieces=pieces))
    told = wire.TilesHint(cells=[str(cell) for cell, _ in move.placements][: None if step == 3 else 1])
    if step > 1:
        told.pieces = str(move.pieces)
    if step > 2:
        worth = tiles.check(view.board, move, view.hand, view.rules)
        told.play, told.points = str(move), sum(part.points for part in _why(view, move, worth))
    return wire.Hinted(id=query.id, step=step, hint=told)


def better(move: tiles.Move | None) -> wire.TilesMove | None:
    return wire.TilesMove(move=str(move)) if isinstance(move, tiles.Place | tiles.Swap) else None


def any_move(view: tiles.View) -> tiles.Move:
    plays = tiles.plays(view.board, view.hand, view.rules)
    if plays:
        return plays[0].place
    return tiles.Swap(view.hand) if view.bag_count >= len(view.hand) else view.legal_moves()[0]


# ------------------------------------------------------------------------------------------------------ looking back


def begins(state: tiles.State) -> bool:
    return True


def lying(state: tiles.State) -> Lying:
    return Lying(board=str(state.board))


def shown(position: Position) -> Lying:
    return Lying(board=str(position.table))


def seen(position: Position) -> tiles.View:
    assert isinstance(position.table, tiles.Board)
    return tiles.View(
        rules=tiles.BY_NAME[position.ruleset],
        seat=0,
        seats=2,
        ages=(None, None),
        hand=position.hand,
        hand_sizes=(len(position.hand), 0),
        board=position.table,
        scores=(0, 0),
        sheet=(),
        opening=None,
        need=None,
        to_move=0,
        outcome=None,
        bag_count=1,
    )
