"""Looks at every row that reaches the disk and at every frame that leaves a server, and shares no code with either.

The pieces are counted, the points are added up cell by cell, and who held what at which number is remembered, so that a
frame can be held against what its reader may know.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sixfold.server.store import EventRow
from sixfold.server.table import facts as e
from tests.simulation.world import BEGIN, World

DAY_S: Final = 30
"""A day in here: so vacations end while somebody looks."""
LAST_MS: Final = 10_000
"""What a seat has at the least for a turn when its total clock has run out."""
SLACK_MS: Final = 4000
"""How far the clocks of two servers may be apart: a slow way to the store is halved when it is asked for the time."""
Cell = tuple[int, int]


def pieces_of(text: str) -> Counter[str]:
    """Two letters a piece."""
    return Counter(text[at : at + 2] for at in range(0, len(text), 2))


def placed(move: str) -> dict[Cell, str]:
    """`0,0:Rs 1,0:Rd` as cells."""
    found = {}
    for part in move.split():
        cell, _, piece = part.partition(":")
        x, _, y = cell.partition(",")
        found[int(x), int(y)] = piece
    return found


def points(board: dict[Cell, str], new: dict[Cell, str]) -> int:
    """T11, T12, T4: each line of two or more that a new tile lies in, once; six more for six; one for a lone tile."""
    lines = set()
    for x, y in new:
        for dx, dy in ((1, 0), (0, 1)):
            first = (x, y)
            while (first[0] - dx, first[1] - dy) in board:
                first = (first[0] - dx, first[1] - dy)
            last = (x, y)
            while (last[0] + dx, last[1] + dy) in board:
                last = (last[0] + dx, last[1] + dy)
            length = max(last[0] - first[0], last[1] - first[1]) + 1
            if length > 1:
                lines.add((first, dx, length))
    return sum(length + 6 * (length == 6) for _, _, length in lines) or 1


@dataclass(frozen=True)
class Position:
    """A game of tiles as the referee has it."""

    board: dict[Cell, str] = field(default_factory=dict)
    hands: tuple[Counter[str], ...] = ()
    scores: tuple[int, ...] = ()

    def bag(self) -> int:
        return 108 - len(self.board) - sum(sum(hand.values()) for hand in self.hands)


@dataclass(frozen=True)
class Sight:
    """A table after one row: who sits where, and what lies open."""

    fact: Any
    position: Position
    players: tuple[str, ...]
    open: frozenset[int]
    over: bool


class Game:
    """One table, row by row."""

    def __init__(self, table: str, referee: Referee) -> None:
        self.table = table
        self._referee = referee
        self.rows: list[EventRow] = []
        self.sights: list[Sight] = []
        self.players: list[str] = []
        self.bots: list[bool] = []
        self.position = Position()
        self.past: list[Position] = []
        self.open: set[int] = set()
        self.resigned: set[int] = set()
        self.over = False
        self.terms: Any = None
        self.turn_n = 0
        self.turn_at = 0
        self.waived = 0
        self.left: dict[int, int] = {}
        """What seats have left of their total clocks (ms), once they have moved."""
        self.moved: list[int] = []
        """The seat of every turn that stands."""
        self.away: dict[int, int] = {}
        """Since when seats are on vacation (ms)."""
        self.rested: Counter[int] = Counter()
        """How much of its days of vacation a seat has used (ms)."""
        self.stood: Counter[int] = Counter()
        """For how long a vacation has stopped the clock of a seat in the running turn (ms)."""
        self.asks: int | None = None
        self.keys: dict[tuple[str, str], int] = {}

    def blame(self, promise: str, seen: str) -> None:
        self._referee.world.blame(promise, f"{seen} (table {self.table[:4]}, event {len(self.rows)})")

    def feed(self, row: EventRow) -> None:
        """One more row."""
        if row.n != len(self.rows) + 1:
            self.blame("one history", f"number {row.n} was written after {len(self.rows)}")
            return
        if self.rows and row.at < self.rows[-1].at:
            self.blame("time", f"{row.at} after {self.rows[-1].at}")
        if row.key and self.keys.setdefault((row.actor, row.key), row.n) != row.n:
            self.blame("once", f"the key {row.key} was obeyed at {self.keys[row.actor, row.key]} and again")
        fact = e.decode(row.body)
        self.rows.append(row)
        self._who(fact, row)
        self._fold(fact, row)
        self._timed(fact, row)
        if fact.turning:
            self.turn_n, self.turn_at, self.waived = row.n, row.at, 0
            self.stood.clear()
        sight = Sight(fact, self.position, tuple(self.players), frozenset(self.open), self.over)
        self.sights.append(sight)

    def whole(self) -> None:
        """After a commit: a command is kept with all that it leads to, or not at all."""
        able = len(self.players) - len(self.resigned)
        if self.resigned and able == 1 and not self.over:
            self.blame("all or nothing", "all but one have resigned, and the game goes on")
        if isinstance(self.sights[-1].fact, e.Readied) and all(
            bot or any(isinstance(s.fact, e.Readied) and s.fact.seat == at for s in self.sights)
            for at, bot in enumerate(self.bots)
        ):
            self.blame("all or nothing", "all are ready, and nothing was dealt")

    def _who(self, fact: Any, row: EventRow) -> None:
        """Whoever asked may have asked for this."""
        seat = getattr(fact, "by", None) if isinstance(fact, e.TakeBackAgreed | e.TakeBackRefused) else None
        seat = getattr(fact, "seat", None) if seat is None else seat
        sent = self._referee.sent.get((row.actor, row.key)) if row.key else None
        mine = isinstance(fact, e.MoveMade | e.Said | e.Resigned | e.TakeBackAsked | e.Readied | e.RematchAsked)
        if row.actor and mine and getattr(fact, "by", "person") == "person" and self.players[seat or 0] != row.actor:
            self.blame("own seat", f"{row.actor} did {type(fact).__name__} for seat {seat}")
        if isinstance(fact, e.MoveMade) and fact.by == "person" and not row.actor:
            given = (self.table, fact.seat, self.moved.count(fact.seat), self.players[fact.seat], fact.move)
            if given not in self._referee.plans:
                self.blame("planned", f"{fact.move} was played for {given[3]}, who had not asked for it")
        if sent is not None and isinstance(fact, e.MoveMade) and sent < self.turn_n:
            self.blame("fresh", f"a move that knew {sent} was obeyed after {self.turn_n}")

    def _fold(self, fact: Any, row: EventRow) -> None:
        match fact:
            case e.Created():
                self.players = [""] * len(fact.seats)
                self.bots = [seat.kind == "bot" for seat in fact.seats]
                self.open = {at for at, seat in enumerate(fact.seats) if seat.open}
                self.terms = fact.terms
            case e.Joined():
                if any(frozenset((fact.player, other)) in self._referee.apart for other in self.players):
                    self.blame("apart", f"{fact.player} sits at a table with somebody they keep apart from")
                self.players[fact.seat] = fact.player
            case e.Started():
                nobody = tuple(Counter[str]() for _ in self.players)
                self.position = Position({}, nobody, (0,) * len(self.players))
                self._draw(fact.draws)
            case e.MoveMade():
                self._played(fact)
            case e.TakenBack():
                for _ in range(fact.steps):
                    self.position = self.past.pop()
                    self.moved.pop()
            case e.Resigned():
                self.resigned.add(fact.seat)
            case e.Rematched():
                if not self._referee.has(fact.table):
                    self.blame("rematch", f"the table {fact.table} is not there")
            case e.Ended():
                self.over = True
                self._ended(fact)

    def _draw(self, draws: e.Draws) -> None:
        hands = list(self.position.hands)
        for seat, text in draws:
            hands[seat] = hands[seat] + pieces_of(text)
        self.position = replace(self.position, hands=tuple(hands))
        every = Counter(self.position.board.values())
        for hand in hands:
            every += hand
        if self.position.bag() < 0 or any(count > 3 for count in every.values()):
            self.blame("108 pieces", f"{every.most_common(1)} on the table and in hands")
        elif any(sum(hand.values()) < 6 for hand in hands) and self.position.bag():
            self.blame("108 pieces", "a hand is not full while there are pieces in the bag")

    def _played(self, fact: e.MoveMade) -> None:
        before, seat = self.position, fact.seat
        self.past.append(before)
        self.moved.append(seat)
        hand, board, scores = before.hands[seat], dict(before.board), list(before.scores)
        new = placed(fact.move) if ":" in fact.move else {}
        given = Counter(new.values()) if new else pieces_of(fact.move.partition(" ")[2])
        if given - hand or set(new) & set(board):
            self.blame("108 pieces", f"{fact.move} was played from {dict(hand)}")
            return
        hand = hand - given
        board |= new
        if new:
            scores[seat] += points(board, new) + (6 if not hand and not before.bag() else 0)
        hands = (*before.hands[:seat], hand, *before.hands[seat + 1 :])
        self.position = Position(board, hands, tuple(scores))
        self._draw(fact.draws)
        if fact.by == "clock":
            self._late(fact)

    def _timed(self, fact: Any, row: EventRow) -> None:
        """Nobody pays for more time than has passed, and no more is waived."""
        if isinstance(fact, e.Waived):
            if fact.ms > row.at - self.rows[-2].at:
                self.blame("clock", f"{fact.ms} ms were waived, {row.at - self.rows[-2].at} had passed")
            self.waived += fact.ms
        if isinstance(fact, e.WentOnVacation):
            self.away[fact.seat] = row.at
        if isinstance(fact, e.CameFromVacation):
            self._back(fact, row)
        if isinstance(fact, e.MoveMade) and self.terms.total is not None:
            left = self.left.get(fact.seat, 1000 * self.terms.total)
            if not 0 <= fact.took <= max(0, row.at - self.turn_at - self.waived):
                self.blame("clock", f"a turn of {row.at - self.turn_at} ms took {fact.took}")
            self.left[fact.seat] = max(0, left - fact.took) + 1000 * self.terms.increment

    def _back(self, fact: e.CameFromVacation, row: EventRow) -> None:
        """A vacation stops a clock while it lasts, and lasts no longer than its days."""
        began = self.away.pop(fact.seat)
        ends = min(row.at, began + 1000 * DAY_S * self.terms.vacation - self.rested[fact.seat])
        self.rested[fact.seat] += ends - began
        self.stood[fact.seat] += max(0, ends - max(began, self.turn_at))
        if fact.took != ends - began:
            self.blame("clock", f"a vacation of {ends - began} ms took {fact.took}")

    def _late(self, fact: e.MoveMade) -> None:
        """Nobody's time is up before it is up."""
        now = BEGIN + int(1000 * self._referee.world.now())
        allowed = 1000 * (self.terms.clock or 0)
        if self.terms.total is not None:
            allowed = max(LAST_MS, self.left.get(fact.seat, 1000 * self.terms.total))
        if not allowed or now < self.turn_at + self.waived + self.stood[fact.seat] + allowed - SLACK_MS:
            self.blame("clock", f"moved after {now - self.turn_at} ms")
        if fact.drafted and (self.table, self.turn_n, fact.seat, fact.move) not in self._referee.drafts:
            self.blame("draft", f"{fact.move} was no draft of this turn")

    def _ended(self, fact: e.Ended) -> None:
        able = [seat for seat in range(len(self.players)) if seat not in self.resigned]
        if fact.reason.startswith("T"):
            best = max(self.position.scores[seat] for seat in able)
            if set(fact.winners) != {seat for seat in able if self.position.scores[seat] == best}:
                self.blame("score", f"{fact.winners} win with {self.position.scores}")


class Referee:
    """All tables of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.games: dict[str, Game] = {}
        self.sent: dict[tuple[str, str], int] = {}
        """The `base` of every command that somebody sent, by player and key."""
        self.plans: set[tuple[str, int, int, str, str]] = set()
        """What people have asked to have played: table, seat, turns before it, player, move."""
        self.apart: set[frozenset[str]] = set()
        """Pairs of people one of whom has blocked the other."""
        self.drafts: set[tuple[str, int, int, str]] = set()
        """Drafts that a server judged: table, turn, seat, move."""

    def has(self, table: str) -> bool:
        return table in self.games

    def committed(self, new: list[tuple[str, EventRow]]) -> None:
        """These rows reached the disk, together."""
        for table, row in new:
            if table not in self.games:
                self.games[table] = Game(table, self)
            self.games[table].feed(row)
        for table in {table: None for table, _ in new}:
            self.games[table].whole()

    # -------------------------------------------------------------------------------------------- what is sent

    def said(self, table: str, player: str, frame: dict[str, Any]) -> None:
        """A server sends this to a device of this player."""
        self.world.told += 1
        kind, n = frame["t"], frame.get("n", 0)
        game = self.games[table]
        if kind in ("event", "welcome", "view"):
            if n > len(game.sights):
                self.world.blame("durable", f"{kind} {n} was sent before it was on the disk")
                return
            self._event(game, player, n, frame["event"]) if kind == "event" else None
            view = frame.get("view") or frame.get("event", {}).get("view")
            for now in (frame.get("now"), view and view["now"]):
                if now:
                    self._now(game, player, n, now)
            if frame.get("proof") and not game.sights[n - 1].over:
                self.world.blame("hidden", f"the seed was told at {n}")

    def _event(self, game: Game, player: str, n: int, told: dict[str, Any]) -> None:
        sight = game.sights[n - 1]
        fact = sight.fact
        if told["type"] != _TOLD.get(type(fact), "seat"):
            self.world.blame("one history", f"event {n} was told as {told['type']}, and is {type(fact).__name__}")
        elif isinstance(fact, e.MoveMade):
            mine = fact.seat < len(sight.players) and sight.players[fact.seat] == player
            got = "".join(text for seat, text in fact.draws if seat == fact.seat)
            if told.get("got") and (not mine or pieces_of(told["got"]) != pieces_of(got)):
                self.world.blame("hidden", f"{player} was told what seat {fact.seat} drew at {n}")
            if ":" in fact.move and told["move"] != fact.move:
                self.world.blame("one history", f"event {n} was told as {told['move']}, and is {fact.move}")
            if fact.move.startswith("swap") and not mine and told["move"] == fact.move:
                self.world.blame("hidden", f"{player} was told what seat {fact.seat} gave back at {n}")
            before = game.sights[n - 2].position.scores[fact.seat]
            if sight.position.scores[fact.seat] - before != told["points"]:
                self.world.blame("score", f"event {n} gives {told['points']}")

    def _now(self, game: Game, player: str, n: int, now: dict[str, Any]) -> None:
        sight = game.sights[n - 1]
        seat, position = now.get("seat"), sight.position
        if seat is not None and sight.players[seat] != player:
            self.world.blame("hidden", f"{player} looks through the eyes of seat {seat} at {n}")
        elif seat is not None and pieces_of(now["hand"]) != +position.hands[seat]:
            self.world.blame("one history", f"the hand of seat {seat} at {n} was told as {now['hand']}")
        for at, hand in enumerate(now.get("hands", [])):
            if hand is not None and not sight.over and at not in sight.open:
                self.world.blame("hidden", f"{player} was shown the hand of seat {at} at {n}")
        if tuple(now["scores"]) != position.scores:
            self.world.blame("score", f"{now['scores']} at {n}, by the reference {position.scores}")
        if sum(now["hand_sizes"]) + now["bag"] + len(position.board) != 108:
            self.world.blame("108 pieces", f"{now['hand_sizes']} and {now['bag']} at {n}")


_TOLD: Final[dict[type, str]] = {
    e.Started: "started", e.Opened: "opened", e.MoveMade: "played", e.Said: "said", e.Ended: "ended",
    e.Waived: "waived",
    e.TakeBackAsked: "take_back_asked", e.TakeBackAgreed: "take_back_agreed", e.TakenBack: "taken_back",
    e.TakeBackRefused: "take_back_refused", e.RematchAsked: "rematch_asked", e.Rematched: "rematch",
}  # fmt: skip
"""How each fact is told; all others are changes of a seat."""
