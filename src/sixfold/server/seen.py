"""What one seat may see: views and events for the wire, built from the rules' View and from what is public.

Nothing here reads a hand, a bag or a seed of a State, except through `view(seat)` of a seat that may be seen: the
viewer's own, one that lies open for all, or any when the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold import cards, tiles
from sixfold.bots.levels import free_name
from sixfold.game import Seat
from sixfold.server import wire
from sixfold.server.people import invite_for
from sixfold.server.table import facts as e
from sixfold.server.table.due import left
from sixfold.server.table.procedures.stuck import seats_to_help
from sixfold.server.table.procedures.take_back import seats_to_agree
from sixfold.server.table.seats import Chair, Options, copied
from sixfold.server.table.shuffle import commitment_of, proof_of
from sixfold.server.table.table import Table

_ASCII = bytes(range(48, 58))
AnyView = Any
"""A View of either game, or None in the lobby."""


def table_info(table: Table, player: str, online: Sequence[bool] = ()) -> wire.TableInfo:
    """The table apart from its game, for this player."""
    return wire.TableInfo(
        table=table.id,
        game=table.game,
        ruleset=table.ruleset,
        phase=table.phase,
        seats=[seat_info(table, seat, player, online) for seat in range(len(table.chairs))],
        options=copied(Options, table.terms),
        commitment=commitment_of(table),
        created=table.created_at // 1000,
        host=bool(player) and player == table.host,
        entropy=[] if table.phase == "lobby" else list(table.entropy),
        rematch=table.rematch or None,
        rematch_asked=sorted(table.rematch_asked),
    )


def seat_info(table: Table, seat: Seat, player: str, online: Sequence[bool] = ()) -> wire.SeatInfo:
    """One seat, for this player: links are for the host, also to send one again to who has lost it."""
    chair = table.chairs[seat]
    hosting = bool(player) and player == table.host
    by_link = not chair.freed and (chair.kind == "person" or (chair.kind == "here" and not chair.player))
    return copied(
        wire.SeatInfo,
        chair,
        seat=seat,
        name=name_of(chair),
        online=seat < len(online) and online[seat],
        you=bool(player) and chair.player == player,
        host=bool(chair.player) and chair.player == table.host,
        stand_in=chair.stand_in or None,
        aged=chair.age is not None,
        invite=invite_for(table.id, table.key, seat) if hosting and by_link and table.phase != "finished" else None,
    )


def name_of(chair: Chair) -> str:
    """A person's name, or the bot's for people; tables of old have none for their bots."""
    return chair.name or (free_name(chair.played_by, ()) if chair.played_by else "")


# --------------------------------------------------------------------------------------------------------------- views


def now_of(table: Table, view: AnyView, at: int) -> wire.Now:
    """The changing part of a view, through the eyes of its seat (None: the table's)."""
    seat = view.seat
    mine = seat is not None and view.to_move == seat and table.phase == "playing"
    bag = view.bag_count
    hidden = table.terms.memory and table.phase != "finished"
    clock = left(table, at) if table.stuck is None else None
    outcome = outcome_of(table)
    shown = view.shown if isinstance(view, cards.View) else ()
    return wire.Now(
        phase=table.phase,
        to_move=table.to_move,
        scores=list(view.scores),
        hand_sizes=list(view.hand_sizes),
        bag=bag,
        seat=seat,
        hand=None if seat is None else str(view.hand),
        hands=_open_hands(table),
        unseen=None if hidden else bytes(map(_ASCII.__getitem__, view.unseen.counts)).decode(),
        waiting=_waiting(table, at),
        clock=clock,
        must_play=table.must_play,
        redraws=len(shown),
        may_swap=min(len(view.hand), bag) if mine and isinstance(view, tiles.View) and view.board else 0,
        may_pass=mine and bag == 0 and isinstance(view, tiles.View) and not tiles.can_play(view.board, view.hand),
        opening_move=table.to_move is not None and not view.sheet,
        last_turns=getattr(view, "last_turns", None),
        outcome=outcome,
    )


def _open_hands(table: Table) -> list[str | None]:
    """Hands that lie open for all; an empty list when none does."""
    over = table.phase == "finished"
    if not over and table.stuck is None and not any(chair.open for chair in table.chairs):
        return []
    return [
        str(table.state.view(seat).hand) if over or chair.open or seat == table.stuck else None
        for seat, chair in enumerate(table.chairs)
    ]


def _waiting(table: Table, at: int) -> wire.Waiting | None:
    if table.phase == "opening":
        return wire.Waiting(what="age", seats=sorted(table.asked), want=table.rules.first)
    if table.stuck is not None:
        hand = str(table.state.view(table.stuck).hand)  # C11: it has been shown to all
        helpers = list(seats_to_help(table))
        return wire.Waiting(what="way", seats=helpers, seat=table.stuck, hand=hand, left=left(table, at))
    if table.asks_back is not None:
        return wire.Waiting(what="take_back", seats=list(seats_to_agree(table)), seat=table.asks_back)
    return None


def outcome_of(table: Table) -> wire.OutcomeInfo | None:
    """How it ended, the table's own reasons included."""
    if table.outcome is None:
        return None
    reason, winners = table.outcome
    return wire.OutcomeInfo(reason=reason, winners=list(winners), scores=list(table.scores))


def view_of(table: Table, seat: Seat | None, at: int) -> wire.View | None:
    """All that `seat` may know; None in the lobby."""
    if table.state is None:
        return None
    view = table.state.view(seat)
    board, rows, stacks = "", list[str](), list[list[str]]()
    if isinstance(view, tiles.View):
        board = str(view.board)
    else:
        rows = [str(row) for row in view.table]
        stacks = [[str(row) for row in stack] for stack in view.stacks]
    return wire.View(
        now=now_of(table, view, at),
        sheet=[entry_of(entry) for entry in view.sheet],
        opening=opening_of(table),
        board=board,
        rows=rows,
        stacks=stacks,
    )


def opening_of(table: Table) -> wire.OpeningInfo | None:
    """The announcement round; who opens is not said while a tie is being settled."""
    opening = table.state.opening
    if opening is None:
        return None
    opener = None if table.phase == "opening" else opening.opener
    return wire.OpeningInfo(sizes=list(opening.sizes), tied=list(opening.tied), opener=opener)


def entry_of(entry: Any) -> wire.Entry:
    """A line of the score sheet (T20), from a View's sheet."""
    return wire.Entry(seat=entry.seat, move=str(entry.move), points=entry.points, parts=parts_of(entry.parts))


def parts_of(parts: Sequence[Any]) -> list[wire.Part]:
    """The summands of a turn's points."""
    return [_part(part) for part in parts]


def _part(part: Any) -> wire.Part:
    if isinstance(part, cards.Row):
        return ("stack", 1)
    match part.clause:
        case "T12":
            return ("qwirkle", part.points)
        case "T17":
            return ("end", part.points)
        case "T4":
            return ("lone", part.points)
    return (part.line.axis, part.points)


def line_of(line: tiles.Line, rules: tiles.Rules) -> wire.Line:
    """A scoring line with its cells."""
    full = len(line) == rules.kinds
    return wire.Line(
        axis=line.axis,
        cells=[str(cell) for cell in line.cells],
        pieces="".join(map(str, line.pieces)),
        points=tiles.line_points(len(line), rules) if len(line) > 1 else 1,
        qwirkle=full,
    )


# -------------------------------------------------------------------------------------------------------------- events


def event_of(
    event: e.AnyStored, before: Table, after: Table, seat: Seat | None, player: str, view: AnyView
) -> wire.AnyEvent | None:
    """The event as one seat may know it; None for the making of the table, which nobody has to be told.

    `view` is that seat's view of `after`, None in the lobby.
    """
    match event:
        case e.Played():
            return _played(event, after, view)
        case e.Said():
            return wire.Said(seat=event.seat, word=event.word)  # type: ignore[arg-type]
        case e.Started():
            first = view_of(after, seat, after.at)
            assert first is not None
            redeals = max(0, len(event.draws) // len(after.chairs) - 1)
            return wire.Started(view=first, info=table_info(after, player), redeals=redeals)
        case e.Opened():
            opening = opening_of(after)
            assert opening is not None
            return wire.Opened(opening=opening)
        case e.Stuck():
            return wire.WentStuck(seat=event.seat, hand=str(before.state.view(event.seat).hand), by=event.by)
        case e.NoWay():
            return wire.SawNoWay(seat=event.seat)
        case e.Settled():
            got = _got(event.draws, seat)
            return wire.StuckSettled(seat=event.seat, exists=event.exists, drew=_drew(event.draws), got=got)
        case e.TakeBackAsked():
            return wire.TakeBackAsked(seat=event.seat)
        case e.TakeBackAgreed():
            return wire.TakeBackAgreed(seat=event.seat, by=event.by)
        case e.TakeBackRefused():
            return wire.TakeBackRefused(seat=event.seat, by=event.by)
        case e.TakenBack():
            again = view_of(after, seat, after.at)
            assert again is not None
            return wire.TakenBack(seat=event.seat, turns=event.turns, view=again)
        case e.Ended():
            outcome = outcome_of(after)
            assert outcome is not None
            return wire.Ended(outcome=outcome, proof=proof_of(after))
        case e.RematchAsked():
            return wire.RematchAsked(seat=event.seat)
        case e.Rematched():
            return wire.RematchMade(table=event.table)
        case e.Closed():
            return wire.Closed(reason=event.reason)
        case e.Created():
            return None
        case _:
            return wire.SeatChanged(info=seat_info(after, event.seat, player), why=_WHY[type(event)])  # type: ignore[arg-type]


_WHY = {
    e.Joined: "joined",
    e.Readied: "ready",
    e.Aged: "aged",
    e.Left: "left",
    e.Replaced: "replaced",
    e.Returned: "returned",
    e.Removed: "removed",
    e.Adjusted: "adjusted",
    e.Resigned: "resigned",
}


def _played(event: e.Played, after: Table, view: AnyView) -> wire.Played:
    # The turn as this seat's own sheet has it: an exchange by another says how many, not which (T14).
    entry = view.sheet[-1]
    rows, played, taken, lines = None, None, list[str](), list[wire.Line]()
    if isinstance(entry.move, cards.Turn):
        rows = [str(row) for row in entry.move.rows]
        taken = [str(row) for row in entry.move.taken]
        played = str(entry.move.pieces - _before(after))
    elif isinstance(entry.move, tiles.Place):
        lines = [line_of(part.line, view.rules) for part in entry.parts if part.clause in ("T11", "T4")]
    return wire.Played(
        seat=event.seat,
        move=str(entry.move),
        points=entry.points,
        drew=_drew(event.draws),
        parts=parts_of(entry.parts),
        lines=lines,
        got=_got(event.draws, view.seat),
        rows=rows,
        played=played,
        taken=taken,
        by=event.by,
        way_by=event.way_by,
        drafted=event.drafted,
    )


def _before(after: Table) -> Any:
    """The cards that lay on the table before the last turn: as the turn before left it."""
    turns = [entry.move for entry in after.state.sheet[:-1] if isinstance(entry.move, cards.Turn)]
    return cards.Table(turns[-1].rows if turns else ()).pieces


def _drew(draws: e.Draws) -> int:
    return sum(len(pieces) // 2 for _, pieces in draws)


def _got(draws: e.Draws, seat: Seat | None) -> str | None:
    mine = "".join(pieces for who, pieces in draws if who == seat)
    return mine or None
