"""What one seat may see: facts, views and frames for one viewer, from the rules' View and from what is public.

Nothing here reads a hand, a bag or a seed of a State, except through `view(seat)` of a seat that this viewer may see:
the viewer's own, one that lies open for all, or any seat when the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from sixfold.bots.levels import free_name
from sixfold.game import Seat
from sixfold.rulesets import AnyView
from sixfold.server import games, wire
from sixfold.server.invites import invite_for
from sixfold.server.table import facts as e
from sixfold.server.table.due import clocks, days_left, left, vacation_ends
from sixfold.server.table.procedures.stuck import seats_to_help
from sixfold.server.table.procedures.take_back import seats_to_agree
from sixfold.server.table.seats import Chair, Options, copied
from sixfold.server.table.shuffle import commitment_of, proof_of
from sixfold.server.table.table import GameTable

_encoder: Final = msgspec.json.Encoder()
_ASCII = bytes(range(48, 58))
"""A View of either game, or None in the lobby."""


def table_info(table: GameTable, player: str, online: Sequence[bool] = ()) -> wire.TableInfo:
    """The table apart from its game, for this player: its link is for the host."""
    hosting = bool(player) and player == table.host
    by_link = any(_by_link(chair) for chair in table.chairs) and table.phase != "finished"
    return wire.TableInfo(
        table=table.id,
        game=table.game,
        ruleset=table.ruleset,
        phase=table.phase,
        seats=[seat_info(table, seat, player, online) for seat in range(len(table.chairs))],
        options=copied(Options, table.terms),
        commitment=commitment_of(table),
        created=table.created_at // 1000,
        host=hosting,
        invite=invite_for(table.id, table.key) if hosting and by_link else None,
        entropy=[] if table.phase == "lobby" else list(table.entropy),
        bag=table.bag,
        brought=len(table.brought.state.sheet) if table.brought else 0,
        rematch=table.rematch or None,
        rematch_asked=sorted(table.rematch_asked),
    )


def seat_info(table: GameTable, seat: Seat, player: str, online: Sequence[bool] = ()) -> wire.SeatInfo:
    """One seat, for this player: links are for the host, also to send one again to who has lost it."""
    chair = table.chairs[seat]
    hosting = bool(player) and player == table.host
    by_link = _by_link(chair) and table.phase != "finished"
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
        vacation=vacation_ends(table, seat) // 1000 or None,
        days_left=days_left(table, seat) // 1000,
        invite=invite_for(table.id, table.key, seat) if hosting and by_link else None,
    )


def invitation(table: GameTable, seat: Seat | None, player: str) -> wire.Invitation:
    """What a link to a seat, or to the table (None), leads this player to."""
    free = [at for at, chair in enumerate(table.chairs) if chair.free] if table.phase != "finished" else []
    host = next((chair for chair in table.chairs if chair.player and chair.player == table.host), None)
    return wire.Invitation(
        table=table.id,
        game=table.game,
        ruleset=table.ruleset,
        seat=seat,
        phase=table.phase,
        names=[name_of(chair) for chair in table.chairs],
        free=bool(free) if seat is None else seat in free,
        seats_free=len(free),
        watch=table.terms.watch,
        host=name_of(host) if host else "",
        yours=bool(player) and (bool(table.seats_of(player)) if seat is None else table.chairs[seat].player == player),
    )


def _by_link(chair: Chair) -> bool:
    """Whether this seat is for somebody with a link."""
    return not chair.freed and (chair.kind == "person" or (chair.kind == "here" and not chair.player))


def name_of(chair: Chair) -> str:
    """A person's name, or the bot's for people; tables of old have none for their bots."""
    return chair.name or (free_name(chair.played_by, ()) if chair.played_by else "")


# --------------------------------------------------------------------------------------------------------------- views


def now_of(table: GameTable, view: AnyView, at: int) -> wire.Now:
    """The changing part of a view, through the eyes of its seat (None: the table's)."""
    seat = view.seat
    mine = seat is not None and view.to_move == seat and table.phase == "playing"
    hidden = table.terms.memory and table.phase != "finished"
    clock = left(table, at) if table.stuck is None else None
    return wire.Now(
        phase=table.phase,
        to_move=table.to_move,
        scores=list(view.scores),
        hand_sizes=list(view.hand_sizes),
        bag=view.bag_count,
        seat=seat,
        hand=None if seat is None else str(view.hand),
        hands=_open_hands(table),
        unseen=None if hidden else bytes(map(_ASCII.__getitem__, view.unseen.counts)).decode(),
        waiting=_waiting(table, at),
        clock=clock,
        clocks=clocks(table, at),
        must_play=table.must_play,
        opening_move=table.to_move is not None and not view.sheet,
        outcome=outcome_of(table),
        **games.of(table.ruleset).may(view, mine)._asdict(),
    )


def _open_hands(table: GameTable) -> list[str | None]:
    """Hands that lie open for all; an empty list when none does."""
    over = table.phase == "finished"
    if not over and table.stuck is None and not any(chair.open for chair in table.chairs):
        return []
    return [
        str(table.state.view(seat).hand) if over or chair.open or seat == table.stuck else None
        for seat, chair in enumerate(table.chairs)
    ]


def _waiting(table: GameTable, at: int) -> wire.Waiting | None:
    if table.phase == "opening":
        return wire.AgeWanted(seats=sorted(table.asked), want=table.rules.first)
    if table.stuck is not None:
        hand = str(table.state.view(table.stuck).hand)  # C11: it has been shown to all
        helpers = list(seats_to_help(table))
        return wire.WayWanted(seats=helpers, seat=table.stuck, hand=hand, left=left(table, at))
    if table.asks_back is not None:
        return wire.TakeBackWanted(seats=list(seats_to_agree(table)), seat=table.asks_back)
    return None


def outcome_of(table: GameTable) -> wire.OutcomeInfo | None:
    """How it ended, the table's own reasons included."""
    if table.outcome is None:
        return None
    reason, winners = table.outcome
    return wire.OutcomeInfo(reason=reason, winners=list(winners), scores=list(table.scores))


def view_of(table: GameTable, seat: Seat | None, at: int) -> wire.View | None:
    """All that `seat` may know; None in the lobby."""
    if table.state is None:
        return None
    view = table.state.view(seat)
    sheet = [_entry(table, entry) for entry in view.sheet]
    return games.of(table.ruleset).view(view, now_of(table, view, at), sheet, opening_of(table))


def opening_of(table: GameTable) -> wire.OpeningInfo | None:
    """The announcement round; who opens is not said while a tie is being settled."""
    opening = table.state.opening
    if opening is None:
        return None
    opener = None if table.phase == "opening" else opening.opener
    return wire.OpeningInfo(sizes=list(opening.sizes), tied=list(opening.tied), opener=opener)


def _entry(table: GameTable, entry: Any) -> wire.SheetEntry:
    """A line of the score sheet (T20), from a View's sheet."""
    return wire.SheetEntry(seat=entry.seat, move=str(entry.move), points=entry.points, parts=_parts(table, entry))


def _parts(table: GameTable, entry: Any) -> list[wire.Part]:
    """The summands of a turn's points."""
    part = games.of(table.ruleset).part
    return [part(each) for each in entry.parts]


# -------------------------------------------------------------------------------------------------------------- events


class TurnForAll(NamedTuple):
    """What everybody may know of a turn that was played, worked out once for all who are told."""

    drew: int
    parts: list[wire.Part]
    laid: wire.Laid

    @staticmethod
    def of(event: e.MoveMade, before: GameTable, after: GameTable) -> TurnForAll:
        """From the view of an onlooker."""
        view = after.state.view(None)
        laid = games.of(after.ruleset).laid(view, before.state)
        return TurnForAll(_drew(event.draws), _parts(after, view.sheet[-1]), laid)


def event_of(
    event: e.AnyStored, before: GameTable, after: GameTable, seat: Seat | None, player: str, view: AnyView | None
) -> wire.AnyEvent | None:
    """The event as one seat may know it; None for the making of the table, which nobody has to be told.

    `view` is that seat's view of `after`, None in the lobby.
    """
    match event:
        case e.MoveMade():
            assert view is not None, "a turn is played in a game"
            return _played(event, view, TurnForAll.of(event, before, after))
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
            return wire.Ended(outcome=outcome, proof=None if after.terms.tournament else proof_of(after))
        case e.RematchAsked():
            return wire.RematchAsked(seat=event.seat)
        case e.Rematched():
            return wire.RematchMade(table=event.table)
        case e.Waived():
            return wire.Waived(ms=event.ms)
        case e.Closed():
            return wire.Closed(reason=event.reason)
        case e.Created():
            return None
        case e.SeatChange():
            return wire.SeatChanged(info=seat_info(after, event.seat, player), why=event.why)


def _played(event: e.MoveMade, view: AnyView, turn: TurnForAll) -> wire.MoveMade:
    # The turn as this seat's own sheet has it: an exchange by another says how many, not which (T14).
    entry = view.sheet[-1]
    return wire.MoveMade(
        seat=event.seat,
        move=str(entry.move),
        points=entry.points,
        drew=turn.drew,
        parts=turn.parts,
        laid=turn.laid,
        got=_got(event.draws, view.seat),
        by=event.by,
        way_by=event.way_by,
        drafted=event.drafted,
    )


def _drew(draws: e.Draws) -> int:
    return sum(len(pieces) // 2 for _, pieces in draws)


def _got(draws: e.Draws, seat: Seat | None) -> str | None:
    mine = "".join(pieces for who, pieces in draws if who == seat)
    return mine or None


# -------------------------------------------------------------------------------------------------------------- frames

_PERSONAL: Final = (e.Started, e.SeatChange)
"""Facts that tell each player something of their own (a link, `you`)."""


class Frames:
    """The frames of a table's last fact, as bytes: devices with the same eyes share the work."""

    __slots__ = ("_kept", "_n", "_turn")

    def __init__(self) -> None:
        self._n = 0
        self._turn: TurnForAll | None = None
        self._kept: dict[tuple[int, Seat | None, str], bytes] = {}

    def clear(self) -> None:
        """Forget them: what they were made of has changed."""
        self._kept.clear()

    def of(
        self, event: e.AnyStored, before: GameTable, after: GameTable, seat: Seat | None, player: str, at: int
    ) -> bytes:
        """The frame that tells these eyes what happened, as of the time `at` (ms)."""
        if self._n != after.n:
            self._n = after.n
            self._turn = TurnForAll.of(event, before, after) if isinstance(event, e.MoveMade) else None
            self.clear()
        key = (at, seat, player if isinstance(event, _PERSONAL) else "")
        if key not in self._kept:
            self._kept[key] = _frame(event, before, after, seat, player, at, self._turn)
        return self._kept[key]


def _frame(
    event: e.AnyStored,
    before: GameTable,
    after: GameTable,
    seat: Seat | None,
    player: str,
    at: int,
    turn: TurnForAll | None = None,
) -> bytes:
    view: AnyView | None = None if after.state is None else after.state.view(seat)
    told: wire.AnyEvent | None
    if turn is not None and view is not None and isinstance(event, e.MoveMade):
        told = _played(event, view, turn)
    else:
        told = event_of(event, before, after, seat, player, view)
    assert told is not None, "the making of a table is never told"
    now = None if view is None else now_of(after, view, at)
    return _encoder.encode(wire.Event(n=after.n, at=after.at // 1000, event=told, now=now))
