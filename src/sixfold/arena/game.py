"""One game between bots, played by the rules from a fixed shuffle, and all games of one deal. No figures.

Each bot gets a View. A bot that raises, answers illegally or answers too late loses that game. The fault is noted, with
the bot's name and the view that caused it.
"""

from __future__ import annotations

import contextlib
import json
import math
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from sixfold import rulesets
from sixfold.arena.contestant import Contestant, seed_of, their_trace
from sixfold.arena.luck import luck
from sixfold.arena.match import Fault, FinishedGame, Match
from sixfold.arena.program import ProgramBot
from sixfold.bots import AnyBot, Budget, Choice
from sixfold.dealer import Dealer, End, settle
from sixfold.errors import BotError, SixfoldError
from sixfold.record import Headers, Journal, Player
from sixfold.record.events import MAX_NAME, MAX_TAG
from sixfold.rulesets import AnyMove, AnyState, AnyView

GRACE: Final = 3.0
GRACE_S: Final = 2.0
"""An answer is late after three times its budget, but never before two seconds over it, because machines are shared."""


def play_deal(match: Match, deal: int) -> tuple[FinishedGame, ...]:
    """All games of one deal, one for every seating."""
    return tuple(play_game(match, deal, rotation) for rotation in range(match.seats))


def play_game(match: Match, deal: int, rotation: int) -> FinishedGame:
    """One game: `rotation` says who sits where."""
    table = _Game(match, deal, rotation)
    while table.state.outcome is None and table.fault is None:
        table.step()
    return table.played()


def limit_s(contestant: Contestant, timeout_s: float) -> float:
    """How many seconds an answer may take."""
    if contestant.budget.ms is None:
        return timeout_s
    allowed = contestant.budget.ms / 1000
    return min(timeout_s, max(GRACE * allowed, allowed + GRACE_S))


class _Game:
    """A game in progress."""

    def __init__(self, match: Match, deal: int, rotation: int) -> None:
        self.match = match
        self.deal = deal
        self.rotation = rotation
        self.seating = match.seating(rotation)
        self.players = _players(match)
        self.ruleset = rulesets.find(match.ruleset)
        # The record is the game: it holds the state, and knows how it came about.
        self.journal = Journal(_headers(match, deal, rotation))
        self.dealer = Dealer.from_seed(match.shuffle(deal))
        self.cpu_s = [0.0] * match.seats
        self.moves = [0] * match.seats
        self.luck = [0.0] * match.seats
        self.draws = 0
        self.fault: Fault | None = None
        self.trace = ""

    @property
    def state(self) -> AnyState:
        return self.journal.state

    def step(self) -> None:
        """One draw or one move."""
        need = self.state.need
        if need is not None:
            # The seats draw from opposite ends of one shuffle: who draws more does not change what the other draws.
            end: End = "bottom" if need.seat % 2 else "top"
            before = self.state
            draw, self.dealer = self.dealer.deal(need, before.rules.box, end)
            self.journal.draw(draw)
            self.draws += 1
            if not self.match.weigh_luck:
                return
            seed = seed_of("arena luck", self.match.seed, self.deal, self.rotation, self.draws) % 2**62
            self.luck[self.seating[need.seat]] += luck(before, self.state, seed)
            return
        assert self.state.to_move is not None
        who = self.seating[self.state.to_move]
        view = self.state.view(self.state.to_move)
        try:
            self._move(self._ask(who, view), str(self.match.contestants[who]))
        except BotError as error:
            self._lose(who, view, error)

    def _move(self, move: AnyMove, bot: str) -> None:
        try:
            self.journal.play(move)
        except SixfoldError as error:
            raise BotError(
                f"answered with the illegal move {move}: {error.message}", bot=bot, code="bot/illegal"
            ) from error

    def _ask(self, who: int, view: AnyView) -> AnyMove:
        contestant, bot = self.match.contestants[who], self.players[who]
        limit = limit_s(contestant, self.match.timeout_s)
        if isinstance(bot, ProgramBot):
            bot.limit_s = limit
        if _note is not None:
            self._write_note(_note, who, view)
        wall, cpu = time.perf_counter(), _cpu_s(bot)
        try:
            with _alarm(limit):
                choice = bot.choose(view, contestant.budget)
        except _OutOfTime:
            raise BotError(f"did not answer within {limit:g} s", bot=str(contestant), code="bot/late") from None
        except BotError:
            raise
        except (Exception, SystemExit) as error:
            self.trace = their_trace(error)
            raise BotError(f"raised {type(error).__name__}: {error}", bot=str(contestant), code="bot/raised") from error
        finally:
            self.moves[who] += 1
            self.cpu_s[who] += max(0.0, _cpu_s(bot) - cpu)
        if time.perf_counter() - wall > limit:
            raise BotError(f"did not answer within {limit:g} s", bot=str(contestant), code="bot/late")
        if not isinstance(choice, Choice) or not self.ruleset.is_move(choice.move):
            raise BotError(
                f"answered {str(choice)[:200]!r}, not a Choice of a move", bot=str(contestant), code="bot/illegal"
            )
        move: AnyMove = choice.move
        return move

    def _write_note(self, path: Path, who: int, view: AnyView) -> None:
        note = {"contestant": who, "view": view.to_json(), "scores": self.state.scores}
        path.write_text(json.dumps(note | {"moves": self.moves, "cpu_s": self.cpu_s}), encoding="utf-8")

    def _lose(self, who: int, view: AnyView, error: BotError) -> None:
        bot = str(self.match.contestants[who])
        what = error.message if error.message.startswith(bot) else f"{bot} {error.message}"
        message = f"deal {self.deal}, seating {self.rotation}: {what}"
        self.fault = Fault(who, bot, error.code, message, view.to_json(), self.trace)

    def played(self) -> FinishedGame:
        """The game as the match keeps it: by contestant."""
        seats = range(self.match.seats)
        if self.fault is not None:
            rest = 1 / (self.match.seats - 1)
            shares = tuple(0.0 if who == self.fault.contestant else rest for who in seats)
            scores, reason = self.state.scores, self.fault.code
        else:
            outcome = self.state.outcome
            assert outcome is not None, "a game without a fault is played to its end"
            won = {self.seating[seat] for seat in outcome.winners}
            shares = tuple(1 / len(won) if who in won else 0.0 for who in seats)
            scores, reason = outcome.scores, outcome.reason
        seat_of = {who: seat for seat, who in enumerate(self.seating)}
        return FinishedGame(
            deal=self.deal,
            rotation=self.rotation,
            shares=shares,
            scores=tuple(scores[seat_of[who]] for who in seats),
            moves=tuple(self.moves),
            cpu_s=tuple(self.cpu_s),
            reason=reason,
            fault=self.fault,
            luck=tuple(round(each, 6) for each in self.luck) if self.match.weigh_luck else (),
            record=self._record() if self.match.keep_records else "",
        )

    def _record(self) -> str:
        if self.fault is None:
            self.journal.end()
        else:
            loser = self.seating.index(self.fault.contestant)
            self.journal.end("bot-failed", [seat for seat in range(self.match.seats) if seat != loser], by=loser)
        record = self.journal.record
        return str(record.with_tags({"note": _line(self.fault.message, MAX_TAG)}) if self.fault else record)


def _headers(match: Match, deal: int, rotation: int) -> Headers:
    """What a record of the arena says about its game."""
    names = [_line(str(match.contestants[who]), MAX_NAME) for who in match.seating(rotation)]
    tags = {"event": "arena", "arena-seed": str(match.seed), "deal": str(deal), "seating": str(rotation)}
    return Headers(match.ruleset, tuple(map(Player, names)), tags=tuple(tags.items()))


def _line(text: str, most: int) -> str:
    """A text of any kind, cut to what a line of a record can hold."""
    return "".join(c if c.isprintable() else " " for c in text)[:most].strip() or "-"


_note: Path | None = None


def note_in(path: Path) -> None:
    """From now on, write down which bot this process asks and with which view, before it asks. The process may not
    survive the answer.
    """
    global _note
    _note = path


_PLAYERS: dict[Match, tuple[AnyBot, ...]] = {}


def _players(match: Match) -> tuple[AnyBot, ...]:
    """The bots of a match, made once per process. They keep what is expensive to build, and nothing that changes
    answers.
    """
    if match not in _PLAYERS:
        _PLAYERS[match] = prepare(match)
        _warm(match, _PLAYERS[match])
    return _PLAYERS[match]


def prepare(match: Match) -> tuple[AnyBot, ...]:
    """Make all bots of a match before it begins.

    Raises BotError, with the bot's own traceback, for a bot that cannot be made.
    """
    return tuple(one.build(match.bot_seed(index)) for index, one in enumerate(match.contestants))


def release() -> None:
    """Forget the bots of this process, and end the programs that it started for `cmd:` bots."""
    for players in _PLAYERS.values():
        for bot in players:
            if isinstance(bot, ProgramBot):
                bot.close()
    _PLAYERS.clear()


def _warm(match: Match, players: tuple[AnyBot, ...]) -> None:
    """Ask every bot once before the first game. So the time for loading counts neither as late nor as thinking."""
    start: AnyState = rulesets.find(match.ruleset).start(match.seats)
    state, _, _ = settle(start, Dealer.from_seed(match.shuffle(-1)))
    for bot, contestant in zip(players, match.contestants, strict=True):
        if isinstance(bot, ProgramBot):
            bot.limit_s = match.timeout_s
        # Whatever goes wrong here will go wrong again in a game, where it is noted.
        with contextlib.suppress(Exception, _OutOfTime), _alarm(match.timeout_s):
            bot.choose(state.view(state.to_move), Budget(1, contestant.budget.ms))


def _cpu_s(bot: AnyBot) -> float:
    """CPU seconds that this bot, or its program, has used so far."""
    if isinstance(bot, ProgramBot):
        used = bot.cpu_s()
        return time.perf_counter() if used is None else used
    return time.process_time()


class _OutOfTime(BaseException):
    """Not an Exception, so that a bot that catches every exception does not catch this one."""


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt a bot that does not return. Only the main thread can do that; in other threads lateness is noted
    afterwards.
    """
    if seconds == math.inf:
        yield
        return
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    # A little later than the limit: a bot that is merely over it is told so, one that hangs is stopped.
    signal.setitimer(signal.ITIMER_REAL, seconds + 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
