"""What a command at a table leads to: events, or a refusal. Sans-IO and without memory: everything is in the Table.

The order of play is the rules'; here are the procedures around it: seats, announcements and ties (T3, C3), the stuck
player (C11), take-backs, leaving, the end. Nothing here knows who may see what (seen.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, NoReturn

from sixfold import cards, tiles
from sixfold.bots.levels import free_name
from sixfold.bots.registry import lower
from sixfold.errors import Refused
from sixfold.game import Seat
from sixfold.pieces import Pieces
from sixfold.record.reader import MAX_TAKE_BACKS
from sixfold.server import wire
from sixfold.server.store.protocol import Place
from sixfold.server.table import facts as e
from sixfold.server.table import shuffle
from sixfold.server.table.table import Step, Table

STAND_IN: Final = "casual"
"""The bot that plays for a person who is away."""
WAY_MS: Final = 60_000
"""C11: how long the others may look for a way."""
MOST_ASIDES: Final = 500
"""Words, adjustments and questions for a take-back at one table: they are numbered and kept like turns."""
MISSED_MS: Final = 1000
"""How long a remote bot that was late is waited for, until it moves in time or comes back."""


class Happening(NamedTuple):
    """One event with the table after it; `places` are people's data to be stored with it."""

    event: e.AnyStored
    after: Table
    places: tuple[Place, ...] = ()


def refuse(code: str, message: str, **facts: Any) -> NoReturn:
    """Say no, for a reason that is the table's."""
    raise Refused(message, code=f"table/{code}", facts=facts)


@dataclass
class Conduct:
    """One command being obeyed: collects its events."""

    table: Table
    now: int
    player: str = ""
    token: Callable[[], str] | None = None
    away: Collection[Seat] = ()
    """Seats whose players have been away for so long that a bot may sit in."""

    def __post_init__(self) -> None:
        self.done: list[Happening] = []

    def add(self, event: e.AnyStored, places: Sequence[Place] = (), state: Any = None, dealer: Any = None) -> None:
        """This happened."""
        # A table's time never runs backward, whatever a clock does.
        self.table = self.table.apply(event, max(self.now, self.table.at), state, dealer)
        if places:
            self.table = self.table.with_people(places)
        self.done.append(Happening(event, self.table, tuple(places)))

    # ------------------------------------------------------------------------------------------------ who may what

    def seat(self, command: wire.Command) -> Seat:
        """The seat a command is for, which has to be the sender's."""
        mine = self.table.seats_of(self.player)
        if not mine:
            refuse("not-your-seat", "you have no seat at this table")
        if command.seat is None:
            if len(mine) > 1:
                refuse("which-seat", "several seats are yours: say which one this is for", seats=list(mine))
            return mine[0]
        if command.seat not in mine:
            refuse("not-your-seat", f"seat {command.seat} is not yours", seat=command.seat)
        return command.seat

    def host(self) -> None:
        if not self.player or self.player != self.table.host:
            refuse("not-host", "only the host of this table can do that")

    def phase(self, *allowed: str) -> None:
        table = self.table
        if table.phase in allowed:
            return
        if table.phase == "finished":
            refuse("finished", "this game is over")
        refuse("phase", f"that cannot be done now: the table is in its {table.phase} phase", phase=table.phase)

    def fresh(self, command: wire.Command) -> None:
        """A command about the game has to know the game as it stands."""
        if command.base < self.table.turn_n:
            refuse("stale", f"the table has moved on to event {self.table.n}", n=self.table.n)

    def mover(self, command: wire.Command) -> Seat:
        """The sender's seat, whose turn it must be."""
        seat = self.seat(command)
        self.phase("playing")
        self.fresh(command)
        if self.table.to_move != seat:
            refuse("not-your-turn", f"it is the turn of seat {self.table.to_move}", to_move=self.table.to_move)
        if self.table.chairs[seat].stand_in:
            refuse("phase", "a bot sits in for you: take your seat back first")
        return seat

    # -------------------------------------------------------------------------------------------------------- game

    def play(self, move: Any, by: str = "person", way_by: Seat | None = None, drafted: bool = False) -> None:
        """The seat to move makes this move; chance is answered; the end is noted."""
        table = self.table
        seat = table.to_move
        assert seat is not None, "somebody is to move"
        state, draws, dealer = shuffle.deal(table.state.play(move), shuffle.dealer_of(table))
        event = e.Played(seat=seat, move=str(move), draws=draws, by=by, way_by=way_by, drafted=drafted)  # type: ignore[arg-type]
        self.add(event, state=state, dealer=dealer)
        if state.outcome is not None:
            self.end(state.outcome.reason)

    def end(self, reason: str, winners: Sequence[Seat] | None = None) -> None:
        """The game is over; who resigned cannot win."""
        if winners is None:
            able = [seat for seat, chair in enumerate(self.table.chairs) if not chair.resigned]
            best = max((self.table.scores[seat] for seat in able), default=0)
            winners = [seat for seat in able if self.table.scores[seat] == best]
        self.add(e.Ended(reason=reason, winners=list(winners)))

    def start(self) -> None:
        """Deal; ask for ages where a tie between people needs them (T3, C3)."""
        table = self.table
        stand_ins = {seat: STAND_IN for seat, chair in enumerate(table.chairs) if not chair.ready or not chair.taken}
        ranks = _ranks(table)
        state, draws, dealer = shuffle.deal(table.rules.start(len(table.chairs), ranks), shuffle.dealer_of(table))
        tied = [seat for seat in state.opening.tied if table.chairs[seat].kind != "bot" and seat not in stand_ins]
        asked = [seat for seat in tied if table.chairs[seat].age is None] if len(tied) > 1 else []
        event = e.Started(draws=draws, ranks=list(ranks), asked=asked, stand_ins=stand_ins)
        nobody = {seat: bot for seat, bot in stand_ins.items() if not table.chairs[seat].player}
        named = bots_named(nobody, [chair.name for chair in table.chairs])
        self.add(event, named, state=state, dealer=dealer)

    def open(self, ranks: Sequence[int | None]) -> None:
        """The tie is settled."""
        dealer = self.table.dealer
        self.add(e.Opened(ranks=list(ranks)), dealer=dealer)

    def settle(self, by: str = "") -> None:
        """C11: nobody has shown a way. The solver says whether there is one."""
        table = self.table
        seat = table.stuck
        assert seat is not None, "somebody is stuck"
        view = table.state.view(seat)
        if view.can_play():
            self.add(e.Settled(seat=seat, exists=True), dealer=table.dealer)
            return
        move = view.legal_moves()[0]
        if isinstance(move, cards.Redraw):
            state, draws, dealer = shuffle.deal(table.state.play(move), shuffle.dealer_of(table))
            self.add(e.Settled(seat=seat, exists=False, draws=draws), state=state, dealer=dealer)
        else:
            self.play(move, by=by or ("bot" if table.chairs[seat].played_by else "person"))

    def leave(self, seat: Seat, event: Callable[..., e.AnyStored], ends: bool) -> None:
        """A person's chair is empty now: a bot takes over, or the game ends."""
        others = [other for other in self.table.people() if other != seat]
        if ends or not others:
            self.add(event(seat=seat))
            able = [s for s, chair in enumerate(self.table.chairs) if s != seat and not chair.resigned]
            best = max(self.table.scores[s] for s in able)
            self.end("left" if others else "abandoned", [s for s in able if self.table.scores[s] == best])
        else:
            self.add(event(seat=seat, stand_in=STAND_IN))


def bots_named(bots: Mapping[Seat, str], taken: Iterable[str]) -> list[Place]:
    """Names for bots by their seats, no two the same and none that is taken: decided here, once, and kept."""
    names = list(taken)
    places = []
    for seat, bot in bots.items():
        names.append(free_name(bot, names))
        places.append(Place(seat, "", names[-1], None))
    return places


def _ranks(table: Table) -> tuple[int | None, ...]:
    """The order of ages without the ages: all that T3 and C3 need, and all that is kept."""
    ages = [chair.age if chair.kind != "bot" else None for chair in table.chairs]
    order = sorted({age for age in ages if age is not None})
    return tuple(None if age is None else order.index(age) + 1 for age in ages)


# --------------------------------------------------------------------------------------------- one function a command


def _ready(it: Conduct, command: wire.Ready) -> None:
    seat = it.seat(command)
    it.phase("lobby")
    if it.table.chairs[seat].ready:
        refuse("phase", f"seat {seat} has confirmed already", seat=seat)
    it.add(e.Readied(seat=seat, entropy=command.entropy))
    if all(chair.taken and chair.ready for chair in it.table.chairs):
        it.start()


def _start(it: Conduct, command: wire.Start) -> None:
    it.host()
    it.phase("lobby")
    if not any(chair.player and chair.ready for chair in it.table.chairs):
        refuse("phase", "at least one person has to confirm a seat first")
    it.start()


def _age(it: Conduct, command: wire.GiveAge) -> None:
    seat = it.seat(command)
    it.phase("opening")
    it.fresh(command)
    if seat not in it.table.asked:
        refuse("nothing-to-answer", "your age is not needed", seat=seat)
    chair = it.table.chairs[seat]
    it.add(e.Aged(seat=seat), [Place(seat, chair.player, chair.name, command.age)])
    if not it.table.asked:
        it.open(_ranks(it.table))


def _first(it: Conduct, command: wire.GiveFirst) -> None:
    seat = it.seat(command)
    it.phase("opening")
    it.fresh(command)
    tied = it.table.state.opening.tied
    if seat not in tied or command.first not in tied or it.table.chairs[command.first].kind == "bot":
        refuse("nothing-to-answer", "that is not among the tied players", tied=list(tied))
    # Only the order matters: the one named is older (or younger) than everyone else.
    oldest = it.table.rules.first == "oldest"
    rank = len(it.table.chairs) + 1 if oldest else 0
    others = [None if r is None else r + 1 for r in _ranks(it.table)]
    it.open([rank if one == command.first else other for one, other in enumerate(others)])


def _play(it: Conduct, command: wire.Play) -> None:
    it.mover(command)
    it.play(_tiles(it).Place.parse(command.play))


def _exchange(it: Conduct, command: wire.Exchange) -> None:
    it.mover(command)
    it.play(_tiles(it).Swap(Pieces.parse(command.pieces)))


def _pass(it: Conduct, command: wire.PassTurn) -> None:
    it.mover(command)
    if it.table.game == "cards":
        refuse("game", "in the card game nobody passes of free will: say that you are stuck (C6, C11)")
    it.play(tiles.Pass())


def _turn(it: Conduct, command: wire.LayRows) -> None:
    it.mover(command)
    if it.table.stuck is not None:
        refuse("waiting", "the others are looking for a way for you (C11)")
    it.play(_laid(it, command.rows, command.taken))


def _stuck(it: Conduct, command: wire.Stuck) -> None:
    seat = it.mover(command)
    _cards(it)
    if it.table.stuck is not None:
        refuse("waiting", "the others are already looking for a way for you (C11)")
    if it.table.must_play or it.table.state.opens:
        # The rules say why: C11 has found a way, C5 wants a set laid.
        it.table.state.play(cards.Redraw())
    declare_stuck(it, seat)


def declare_stuck(it: Conduct, seat: Seat) -> None:
    """C11: the hand is shown. Without anybody who could show a way it is decided at once."""
    it.add(e.Stuck(seat=seat), dealer=it.table.dealer)
    if not it.table.others(seat):
        it.settle()


def _way(it: Conduct, command: wire.ShowWay) -> None:
    seat = _helper(it, command)
    it.play(_laid(it, command.rows, command.taken), by="way", way_by=seat)


def _no_way(it: Conduct, command: wire.NoWay) -> None:
    seat = _helper(it, command)
    it.add(e.NoWay(seat=seat))
    if not seats_to_help(it.table):
        it.settle()


def _helper(it: Conduct, command: wire.Command) -> Seat:
    seat = it.seat(command)
    it.phase("playing")
    it.fresh(command)
    if seat not in seats_to_help(it.table):
        refuse("nothing-to-answer", "nobody asks this seat for a way (C11)")
    return seat


def seats_to_help(table: Table) -> tuple[Seat, ...]:
    """C11: who may still show a way."""
    if table.stuck is None:
        return ()
    return tuple(seat for seat in table.others(table.stuck) if seat not in table.no_way)


def _take_back(it: Conduct, command: wire.TakeBack) -> None:
    seat = it.seat(command)
    it.phase("playing")
    it.fresh(command)
    if it.table.asks_back is not None:
        refuse("waiting", "a take-back is being asked for already")
    if _steps_back(it.table, seat) is None:
        refuse("no-take-back", "you have no turn to take back")
    if it.table.taken_back >= MAX_TAKE_BACKS:
        refuse("no-take-back", f"a game has at most {MAX_TAKE_BACKS} take-backs", most=MAX_TAKE_BACKS)
    it.add(e.TakeBackAsked(seat=seat))
    if not seats_to_agree(it.table):
        _give_back(it)


def _answer(it: Conduct, command: wire.Answer) -> None:
    seat = it.seat(command)
    asks = it.table.asks_back
    if asks is None or seat not in seats_to_agree(it.table):
        refuse("nothing-to-answer", "nobody asks this seat for a take-back")
    if not command.yes:
        it.add(e.TakeBackRefused(seat=asks, by=seat))
        return
    it.add(e.TakeBackAgreed(seat=asks, by=seat))
    if not seats_to_agree(it.table):
        _give_back(it)


def seats_to_agree(table: Table) -> tuple[Seat, ...]:
    """Who has still to agree to the take-back. Bots do."""
    if table.asks_back is None:
        return ()
    return tuple(seat for seat in table.others(table.asks_back) if seat not in table.agreed)


def _steps_back(table: Table, seat: Seat) -> tuple[int, int] | None:
    """How many steps, and how many finished turns, lie between now and before the last turn of this seat."""
    steps = turns = 0
    found = False
    for step in Step.back(table.log):
        if found and (step.finished or step.seat != seat):
            break  # C11's redraws belong to the turn that they led to
        steps += 1
        turns += step.finished
        found = found or (step.finished and step.seat == seat)
    return (steps, turns) if found else None


def _give_back(it: Conduct) -> None:
    seat = it.table.asks_back
    assert seat is not None
    back = _steps_back(it.table, seat)
    assert back is not None, "asked for only when there is a turn to take back"
    it.add(e.TakenBack(seat=seat, steps=back[0], turns=back[1]))


def _resign(it: Conduct, command: wire.Resign) -> None:
    seat = it.seat(command)
    it.phase("playing", "opening")
    if it.table.chairs[seat].resigned:
        refuse("phase", "you have resigned already")
    it.add(e.Resigned(seat=seat, stand_in=STAND_IN))
    able = [s for s, chair in enumerate(it.table.chairs) if not chair.resigned]
    if len(able) == 1:
        it.end("resigned", able)
    elif not it.table.people():
        it.end("abandoned")
    else:
        _relieve(it, seat)


def _leave(it: Conduct, command: wire.Leave) -> None:
    seat = it.seat(command)
    chair = it.table.chairs[seat]
    if it.table.phase == "finished":
        refuse("finished", "this game is over")
    if it.table.phase == "lobby" and chair.kind != "bot":
        it.add(e.Left(seat=seat), [Place(seat, "", "", None)])
        return
    if chair.stand_in:
        refuse("phase", "a bot sits in for you already")
    if chair.kind == "bot":
        it.add(e.Left(seat=seat, stand_in=lower(it.table.game, chair.bot)))
        return
    it.leave(seat, e.Left, it.table.terms.leaving == "end")
    _relieve(it, seat)


def _relieve(it: Conduct, seat: Seat) -> None:
    """Whatever waited for this person does not any more."""
    table = it.table
    if table.phase == "opening" and seat in table.asked:
        it.add(e.Aged(seat=seat))
        if not it.table.asked:
            it.open(_ranks(it.table))
    elif table.stuck is not None and not seats_to_help(table):
        it.settle()
    elif table.asks_back is not None and not seats_to_agree(table):
        _give_back(it)


def _replace(it: Conduct, command: wire.Replace) -> None:
    """A bot for who is away: the host decides, and for an absent host anybody who plays."""
    it.phase("opening", "playing")
    if command.who >= len(it.table.chairs) or not it.table.chairs[command.who].player:
        refuse("nothing-to-answer", "nobody sits there", seat=command.who)
    if it.table.chairs[command.who].player != it.table.host or not it.table.seats_of(it.player):
        it.host()
    if command.who not in it.away:
        refuse("present", "who sits there is here, or was a moment ago", seat=command.who)
    it.add(e.Replaced(seat=command.who, stand_in=STAND_IN))
    _relieve(it, command.who)


def _return(it: Conduct, command: wire.Return) -> None:
    seat = it.seat(command)
    it.phase("lobby", "opening", "playing")
    if not it.table.chairs[seat].stand_in or it.table.chairs[seat].resigned:
        refuse("phase", "this seat is not played by a bot, or was given up")
    it.add(e.Returned(seat=seat))


def _rematch(it: Conduct, command: wire.Rematch) -> None:
    seat = it.seat(command)
    if it.table.phase != "finished" or it.table.closed:
        refuse("unfinished", "a rematch can be asked for when the game is over")
    if it.table.rematch:
        return
    if seat not in it.table.rematch_asked:
        it.add(e.RematchAsked(seat=seat))
    asked = {it.table.chairs[s].player for s in it.table.rematch_asked}
    wanted = {chair.player for chair in it.table.chairs if chair.stayed}
    if wanted <= asked:
        assert it.token is not None, "whoever drives a table can make a name for the next"
        it.add(e.Rematched(table=it.token()))


def _say(it: Conduct, command: wire.Say) -> None:
    seat = it.seat(command)
    if it.table.closed:
        refuse("closed", "this table is closed")
    it.add(e.Said(seat=seat, word=command.word))


def _adjust(it: Conduct, command: wire.Adjust) -> None:
    seat = it.seat(command)
    chair = it.table.chairs[seat]
    places = []
    if command.name is not None:
        places.append(Place(seat, chair.player, clean(command.name), chair.age))
    it.add(e.Adjusted(seat=seat, assist=command.assist, open=command.open), places)


def _remove(it: Conduct, command: wire.Remove) -> None:
    it.host()
    if command.who >= len(it.table.chairs) or not it.table.chairs[command.who].player:
        refuse("nothing-to-answer", "nobody sits there", seat=command.who)
    if it.table.chairs[command.who].player == it.table.host:
        refuse("phase", "the host cannot be removed: close the table instead")
    remove(it, command.who)


def remove(it: Conduct, seat: Seat) -> None:
    """Free a chair; in a game a bot takes it over."""
    if it.table.phase == "finished":
        refuse("finished", "this game is over")
    stand_in = "" if it.table.phase == "lobby" and it.table.chairs[seat].kind != "bot" else STAND_IN
    others = [chair.name for other, chair in enumerate(it.table.chairs) if other != seat]
    places = bots_named({seat: stand_in}, others) if stand_in else [Place(seat, "", "", None)]
    it.add(e.Removed(seat=seat, stand_in=stand_in), places)
    if stand_in:
        _relieve(it, seat)


def _close(it: Conduct, command: wire.Close) -> None:
    it.host()
    close(it, "closed")


def close(it: Conduct, reason: str) -> None:
    """End the table, whatever it is doing; a running game is revealed."""
    if it.table.closed:
        refuse("closed", "this table is closed")
    if it.table.phase in ("opening", "playing"):
        it.end(reason, [])
    it.add(e.Closed(reason=reason))


def _tiles(it: Conduct) -> Any:
    if it.table.game != "tiles":
        refuse("game", "that is a move of the tile game")
    return tiles


def _cards(it: Conduct) -> None:
    if it.table.game != "cards":
        refuse("game", "that is a move of the card game")


def _laid(it: Conduct, rows: Sequence[str], taken: Sequence[str]) -> cards.Turn:
    _cards(it)
    return read_turn(rows, taken)


def read_turn(rows: Sequence[str], taken: Sequence[str]) -> cards.Turn:
    """A turn of cards as the wire writes it; empty lanes do not count."""
    return cards.Turn(
        tuple(cards.Row.parse(row) for row in rows if row), tuple(cards.Row.parse(row) for row in taken if row)
    )


def clean(name: str) -> str:
    """A name on one line, without characters that move the cursor or turn the text around."""
    kept = "".join(c for c in name if c.isprintable())
    return " ".join(kept.split())[:40] or "?"


_DO: Final[dict[type, Callable[[Conduct, Any], None]]] = {
    wire.Ready: _ready,
    wire.Start: _start,
    wire.GiveAge: _age,
    wire.GiveFirst: _first,
    wire.Play: _play,
    wire.Exchange: _exchange,
    wire.PassTurn: _pass,
    wire.LayRows: _turn,
    wire.Stuck: _stuck,
    wire.ShowWay: _way,
    wire.NoWay: _no_way,
    wire.TakeBack: _take_back,
    wire.Answer: _answer,
    wire.Resign: _resign,
    wire.Leave: _leave,
    wire.Replace: _replace,
    wire.Return: _return,
    wire.Rematch: _rematch,
    wire.Say: _say,
    wire.Adjust: _adjust,
    wire.Remove: _remove,
    wire.Close: _close,
}


def handle(
    table: Table,
    command: wire.Command,
    player: str,
    now: int,
    token: Callable[[], str] | None = None,
    away: Collection[Seat] = (),
) -> list[Happening]:
    """What the command leads to. Raises Refused, IllegalMove or NotationError, and then nothing has happened."""
    if command.base > table.n:
        refuse("ahead", f"the table is at event {table.n}, not at {command.base}", n=table.n)
    if table.closed and not isinstance(command, wire.Rematch):
        refuse("closed", "this table is closed")
    if table.asides >= MOST_ASIDES and isinstance(command, wire.Say | wire.Adjust | wire.TakeBack):
        refuse("enough", "enough has been said and asked for at this table", most=MOST_ASIDES)
    it = Conduct(table, now, player, token, away)
    _DO[type(command)](it, command)
    return it.done


def join(table: Table, seat: Seat, player: str, name: str, age: int | None, assist: str, now: int) -> list[Happening]:
    """Somebody follows the link to a seat."""
    it = Conduct(table, now, player)
    chair = table.chairs[seat]
    if chair.player == player:
        return []
    if table.phase == "finished":
        refuse("finished", "this game is over")
    if chair.kind == "bot" or chair.player or chair.resigned:
        refuse("seat-taken", "somebody sits there already", seat=seat)
    it.add(e.Joined(seat=seat, player=player), [Place(seat, player, clean(name), age)])
    if assist != chair.assist:
        it.add(e.Adjusted(seat=seat, assist=assist))  # type: ignore[arg-type]
    return it.done


def bot_move(table: Table, move: Any, now: int) -> list[Happening]:
    """What a bot has decided for the seat to move."""
    return _moved_by(table, move, now, "bot")


def clock_move(table: Table, move: Any, now: int, drafted: bool) -> list[Happening]:
    """Time was up for the seat to move: its last legal draft, or what is played for it (`View.least`)."""
    return _moved_by(table, move, now, "clock", drafted)


def _moved_by(table: Table, move: Any, now: int, by: Literal["bot", "clock"], drafted: bool = False) -> list[Happening]:
    it = Conduct(table, now)
    if isinstance(move, cards.Redraw) or (isinstance(move, cards.Pass) and table.game == "cards"):
        seat = table.to_move
        assert seat is not None
        table.state.play(move)  # refused unless the solver agrees: then nobody can show a way either
        it.add(e.Stuck(seat=seat, by=by), dealer=table.dealer)
        it.settle(by)
    else:
        it.play(move, by=by, drafted=drafted)
    return it.done


def remote_move(table: Table, player: str, text: str, base: int, now: int) -> list[Happening]:
    """A move of a remote bot, by its text form."""
    Conduct(table, now, player).mover(wire.Command(id="", base=base))
    return bot_move(table, table.rules.parse_move(text), now)


def came_back(table: Table, player: str, now: int) -> list[Happening]:
    """Who was away is here again: a remote bot that was late has its whole time back, a person the own seat."""
    it = Conduct(table, now, player)
    for seat in table.seats_of(player):
        chair = table.chairs[seat]
        if (chair.missed or (chair.replaced and not chair.resigned)) and table.phase != "finished":
            it.add(e.Returned(seat=seat))
    return it.done


def allowed(table: Table) -> int | None:
    """How long the table waits before something happens by itself (ms): a clock, a remote bot, C11's minute."""
    if table.stuck is not None:
        return WAY_MS
    seat = table.to_move
    if seat is None or table.bot_to_move() is not None:
        return None
    clock = None if table.terms.clock is None else 1000 * table.terms.clock
    chair = table.chairs[seat]
    if chair.remote:
        patience = MISSED_MS if chair.missed else 1000 * table.terms.bot_s
        clock = patience if clock is None else min(clock, patience)
    return clock


def due(table: Table) -> int | None:
    """When something happens by itself (ms)."""
    wait = allowed(table)
    return None if wait is None else table.turn_at + wait


def left(table: Table, now: int) -> int | None:
    """What is left until then (ms): never more than there was, also when the time has gone back since."""
    wait = allowed(table)
    return None if wait is None else min(wait, max(0, table.turn_at + wait - now))


def way_is_over(table: Table, now: int) -> list[Happening]:
    """C11's minute is over."""
    it = Conduct(table, now)
    it.settle()
    return it.done


def create(table_id: str, created: e.Created, taken: Sequence[Place], now: int) -> list[Happening]:
    """A new table; the seats on the host's device are taken at once, those of a rematch by their players."""
    it = Conduct(Table(table_id), now)
    known = {place.seat: place.name for place in taken}
    bots = {at: seat.bot for at, seat in enumerate(created.seats) if seat.kind == "bot" and at not in known}
    it.add(created, bots_named(bots, known.values()))
    for place in taken:
        it.add(e.Joined(seat=place.seat, player=place.player), [place])
    return it.done


def closed_down(table: Table, reason: str, now: int) -> list[Happening]:
    """The house closes a table."""
    it = Conduct(table, now)
    close(it, reason)
    return it.done


def removed(table: Table, seat: Seat, now: int) -> list[Happening]:
    """The house removes a player."""
    it = Conduct(table, now)
    if not table.chairs[seat].player:
        refuse("nothing-to-answer", "nobody sits there", seat=seat)
    remove(it, seat)
    return it.done


def renamed(table: Table, seat: Seat, name: str, now: int) -> list[Happening]:
    """The house gives a player another name."""
    it = Conduct(table, now)
    chair = table.chairs[seat]
    it.add(e.Adjusted(seat=seat), [Place(seat, chair.player, clean(name), chair.age)])
    return it.done


def without_people(table: Table) -> Table:
    """A table for those who may not know names: a public replay."""
    return replace(table, chairs=tuple(replace(chair, name="", age=None) for chair in table.chairs))
