"""H18: bytes sent to a seat are identical when only what that seat may not know differs (paired games).

Beside a turn of game A the same turn is played at a twin table, on which the undrawn bag and the other hands are
permuted in a way that fits everything public. Every byte for the watched seat is compared.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from sixfold import cards, tiles
from sixfold.dealer import Dealer
from sixfold.errors import SixfoldError
from sixfold.pieces import Pieces
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.bots import BotSession
from sixfold.server.http.session import Session
from sixfold.server.lines import Lines
from sixfold.server.project import Frames
from sixfold.server.rooms.room import Room
from sixfold.server.settings import Settings
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import stuck
from sixfold.server.table.seats import Terms
from sixfold.server.table.table import GameTable
from tests.scale import scale
from tests.server.tables import NOW, a_move, started


class Ear:
    """The bytes that one device at a table is sent, by the same code that serves sockets."""

    def __init__(self, table: GameTable, player: str, **hello: Any) -> None:
        self.heard: list[bytes] = []
        house = House.__new__(House)
        house.settings = Settings()
        house.clock = _Still()  # type: ignore[assignment]
        self.room = Room.__new__(Room)
        self.room.table = table
        self.room.frames = Frames()
        self.room.listeners = []
        self.session = Session(house, self.room, player, self._push, lambda code: None)
        self.session.greeted = True
        self.session._plays = hello.get("plays", False)
        self.session._table_only = hello.get("show") == "table"

    def _push(self, text: bytes) -> bool:
        self.heard.append(text)
        return True

    def tell(self, happening: Happening) -> None:
        before, self.room.table = self.room.table, happening.after
        self.session.tell(happening.event, before, happening.after)

    def welcome(self) -> bytes:
        """What a device that comes back is sent."""
        from sixfold.server import project

        table = self.room.table
        return _encode([project.table_info(table, self.session.player), project.view_of(table, self.session.eyes, NOW)])


class BotEar(Ear):
    """The bytes that a remote bot in that seat is sent: the same frames, and its view when it has to choose."""

    def __init__(self, table: GameTable, player: str) -> None:
        self.lines = Lines(10**9, lambda: None)
        super().__init__(self._as_bot(table, player), player)
        self.session = BotSession(self.session.house, self.room, player, self.lines)
        self.session.greeted = True
        self.player = player

    @staticmethod
    def _as_bot(table: GameTable, player: str) -> GameTable:
        for seat in table.seats_of(player):
            table = table.with_chair(seat, kind="bot", bot="hal")
        return table

    def tell(self, happening: Happening) -> None:
        super().tell(happening._replace(after=self._as_bot(happening.after, self.player)))
        self.heard = list(self.lines._waiting)


class _Still:
    def now(self) -> int:
        return NOW


def _encode(value: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(value)


def twin_of(table: GameTable, rng: random.Random, eyes: int | None, kept: Pieces, drawn: int) -> GameTable:
    """The same table to `eyes`, another one behind the backs of the pieces.

    `kept` stays in the hand of the seat to move, which is about to lay it for all to see. The top `drawn` pieces of the
    bag stay in their order when `eyes` is about to draw them; everything else that is hidden is shuffled.
    """
    state = table.state
    dealer = table.dealer
    assert isinstance(dealer, Dealer)
    mover = state.to_move
    top = dealer.bag[:drawn] if mover == eyes else ()
    fixed = Pieces(top) if mover == eyes else kept
    hidden = [seat for seat in range(state.seats) if seat != eyes]
    pool = list(sum((state.hands[seat] for seat in hidden), start=Pieces(dealer.bag)) - fixed)
    rng.shuffle(pool)
    hands = list(state.hands)
    for seat in hidden:
        own = kept if seat == mover else Pieces()
        size = len(state.hands[seat]) - len(own)
        hands[seat] = own + Pieces(pool[:size])
        pool = pool[size:]
    bag = (*top, *pool)
    assert sum(map(len, hands)) + len(bag) == sum(map(len, state.hands)) + len(dealer.bag)
    dealt = Dealer(dealer.seed, dealer.used, bag)
    return msgspec.structs.replace(table, state=replace(state, hands=tuple(hands)), dealer=dealt)


def laid_by(table: GameTable, command: wire.Command) -> Pieces:
    """The pieces that the command lays on the table for all to see."""
    if isinstance(command, wire.LayTiles):
        return tiles.Place.parse(command.play).pieces
    if isinstance(command, wire.LayRows):
        lying: Pieces = table.state.table.pieces
        return cards.Turn.read(command.rows, command.taken).pieces - lying
    return Pieces()


def compare(game: str, seats: int, seed: int, eyes: int | None) -> int:
    """Play a game, and beside some of its turns a twin's turn; how many bytes were compared."""
    rng = random.Random(seed)
    one = started(game, ["person"] * seats, seed=seed, terms=Terms(clock=rng.choice([None, 60])))
    compared = 0
    while one.to_move is not None:
        seat = one.to_move
        command = a_move(one, rng)
        if game == "tiles" and one.state.board and one.state.bag_count > 6 and rng.random() < 0.15:
            command = exchange(one, seat)
        done = decide(one, command, one.chairs[seat].player, NOW)
        if rng.random() < 0.5:
            compared += beside(one, command, done, eyes, rng)
        one = done[-1].after
        if one.stuck is not None:
            one = stuck.way_is_over(one, NOW)[-1].after
    return compared


def exchange(table: GameTable, seat: int) -> wire.Exchange:
    return wire.Exchange(id="x", base=table.n, seat=seat, pieces=str(table.state.view(seat).hand.distinct()[0]))


def beside(one: GameTable, command: wire.Command, done: list[Happening], eyes: int | None, rng: random.Random) -> int:
    """The same turn at a twin table: every byte for `eyes` is the same."""
    seat = one.to_move
    assert seat is not None
    if isinstance(command, wire.Stuck) and seat != eyes:
        return 0  # C11 shows the hand, so a twin with another hand is not the same to anybody
    drawn = 0 if one.state.to_move != eyes else sum(len(p) // 2 for p in _draws(done))
    two = twin_of(one, rng, eyes, laid_by(one, command), drawn)
    if isinstance(command, wire.Exchange) and seat != eyes:
        command = exchange(two, seat)  # the same number of other tiles
    try:
        also = decide(two, command, two.chairs[seat].player, NOW)
    except SixfoldError:
        return 0  # the twin's hand obliges it to something else: an opening of its largest set (T4, C5)
    if [type(h.event) for h in done] != [type(h.event) for h in also] or isinstance(done[-1].event, e.Ended):
        return 0  # the end shows all hands
    player = "" if eyes is None else f"p{eyes}"
    compared = 0
    for hello in ({"plays": True}, {"show": "table"}):
        ear, twin = Ear(one, player, **hello), Ear(two, player, **hello)
        assert ear.welcome() == twin.welcome()
        for a, b in zip(done, also, strict=True):
            ear.tell(a)
            twin.tell(b)
        assert ear.heard == twin.heard
        assert ear.welcome() == twin.welcome()
        compared += sum(map(len, ear.heard)) + len(ear.welcome())
    if eyes is not None:
        ears = BotEar(one, player), BotEar(two, player)
        for a, b in zip(done, also, strict=True):
            ears[0].tell(a)
            ears[1].tell(b)
        assert ears[0].heard == ears[1].heard
        assert any(b'"t":"turn"' in line for line in ears[0].heard) == (done[-1].after.to_move == eyes)
        compared += sum(map(len, ears[0].heard))
    return compared + refusals(done[-1].after, also[-1].after, eyes)


def _draws(done: list[Happening]) -> list[str]:
    return [pieces for h in done if isinstance(h.event, e.MoveMade) for _, pieces in h.event.draws]


def refusals(one: GameTable, two: GameTable, eyes: int | None) -> int:
    if eyes is None:
        return 0
    tries: list[wire.Command] = [
        wire.LayTiles(id="r", base=one.n, seat=eyes, play="0,0:Rs"),
        wire.LayTiles(id="r", base=one.n, seat=eyes, play="900,900:Rs"),
        wire.Exchange(id="r", base=one.n, seat=eyes, pieces="RsRsRsRs"),
        wire.LayRows(id="r", base=one.n, seat=eyes, rows=["RoRsRd"]),
        wire.PassTurn(id="r", base=one.n, seat=eyes),
        wire.TakeBack(id="r", base=0, seat=eyes),
    ]
    size = 0
    for command in tries:
        said = []
        for table in (one, two):
            try:
                decide(table, command, f"p{eyes}", NOW)
                said.append("done")
            except SixfoldError as error:
                said.append(f"{error.code} {error.message} {error.facts}")
        assert said[0] == said[1]
        size += len(said[0])
    return size


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_paired_games_look_the_same_to_a_seat_and_to_a_spectator(game: str) -> None:
    compared = pairs = 0
    seed = 0
    while pairs < scale(30, 1000):
        seats = 2 + seed % 3
        eyes = None if seed % 5 == 4 else seed % seats
        found = compare(game, seats, seed, eyes)
        pairs += found > 0
        compared += found
        seed += 1
    assert compared > 1000 * pairs, "there was something to compare"


def test_the_comparison_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself: with one hidden tile added to a frame it fails."""
    from sixfold.server import project

    real = project.now_of

    def leaky(table: GameTable, view: Any, at: int) -> wire.Now:
        now = real(table, view, at)
        now.bag += len(str(table.state.hands[1])[:2].strip("R"))
        return now

    monkeypatch.setattr(project, "now_of", leaky)
    with pytest.raises(AssertionError, match="assert"):
        compare("tiles", 2, 1, 0)


SEEN_BY_ALL = {
    "phase", "to_move", "scores", "hand_sizes", "bag", "seat", "hand", "hands", "unseen", "waiting", "clock", "clocks",
    "must_play", "redraws", "may_swap", "may_pass", "opening_move", "last_turns", "outcome",
}  # fmt: skip


def test_no_field_can_be_added_to_a_view_without_being_thought_about() -> None:
    """A whitelist: whoever adds a field to what everybody sees has to add it here, and to think who may know it."""
    assert set(wire.Now.__struct_fields__) == SEEN_BY_ALL
    assert set(wire.TilesView.__struct_fields__) == {"now", "sheet", "opening", "board"}
    assert set(wire.CardsView.__struct_fields__) == {"now", "sheet", "opening", "rows", "stacks"}
    assert set(wire.TilesLaid.__struct_fields__) == {"lines"}
    assert set(wire.CardsLaid.__struct_fields__) == {"rows", "played", "taken"}
    assert set(wire.SheetEntry.__struct_fields__) == {"seat", "move", "points", "parts"}


def test_open_hands_are_open_and_others_are_not() -> None:
    table = started("tiles", ["person"] * 3)
    table = decide(table, wire.Adjust(id="o", base=table.n, seat=1, open=True), "p1", NOW)[-1].after
    from sixfold.server import project

    for eyes in (None, 0, 1, 2):
        now = project.now_of(table, table.state.view(eyes), NOW)
        assert now.hands == [None, str(table.state.hands[1]), None]


def test_the_memory_option_hides_the_counter_of_unseen_pieces() -> None:
    from sixfold.server import project

    table = started("tiles", terms=Terms(memory=True))
    assert project.now_of(table, table.state.view(0), NOW).unseen is None
    table = started("tiles")
    assert sum(map(int, project.now_of(table, table.state.view(0), NOW).unseen or "")) == 102
