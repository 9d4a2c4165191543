"""A game at one keyboard without the keyboard: who sits where, dealing, reading moves, saving. No screen, no rule.

`plain` shows it line by line, `screen` as a whole page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.text import Text

from sixfold import rulesets
from sixfold.bots import AnyBot, Budget
from sixfold.dealer import Dealer
from sixfold.errors import SixfoldError
from sixfold.messages import Messages
from sixfold.record import Drew, Headers, Journal, Player, Record
from sixfold.rulesets import AnyMove
from sixfold.terminal import games
from sixfold.terminal.games import HintStep
from sixfold.terminal.words import Words


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits where: a person, or a bot that moves for the seat."""

    name: str
    age: int | None = None
    bot: AnyBot | None = None


class Game:
    """A game being played here, its journal, and the words for it."""

    def __init__(self, journal: Journal, dealer: Dealer, chairs: Sequence[Sitter], say: Messages | None = None) -> None:
        self.journal = journal
        self.dealer = dealer
        self.chairs = chairs
        self.ruleset = rulesets.find(journal.headers.ruleset)
        self.people = sum(chair.bot is None for chair in chairs)
        self.names = [chair.name for chair in chairs]
        self.words = Words(say or Messages("en"), self.ruleset.name)
        self.saved = len(journal.events)

    @property
    def state(self) -> Any:
        return self.journal.state

    def deal(self) -> bool:
        """Answer every draw that is due; whether it was just decided who opens."""
        unopened = self.state.opening is None
        while self.state.need is not None:
            draw, self.dealer = self.dealer.deal(self.state.need, self.state.rules.box)
            self.journal.draw(draw)
        return unopened and self.state.opening is not None

    def bot_move(self) -> AnyMove:
        """What the bot to move chooses."""
        seat = self.state.to_move
        bot = self.chairs[seat].bot
        assert bot is not None
        move: AnyMove = bot.choose(self.state.view(seat), Budget()).move
        return move

    def make(self, move: AnyMove) -> Text:
        """Make a move of the seat to move; what to say about it."""
        before = self.state
        self.journal.play(move)
        return self.words.told(self.names[before.to_move], before, self.state, move)

    def read(self, typed: str) -> AnyMove:
        """A typed move."""
        return self.ruleset.parse_move(typed)

    def hint(self, step: int) -> HintStep:
        """Ever more of the best move at once: how many or which pieces first, the move itself at the last step."""
        return games.of(self.ruleset.name).hint(self.words.say, self.state, step)

    def save(self, folder: Path) -> Path:
        """Write the record under the first free name."""
        path = free_path(folder, self.ruleset.game)
        path.write_text(str(self.journal.record), encoding="utf-8")
        self.saved = len(self.journal.events)
        return path


def begin(game: str, chairs: Sequence[Sitter], seed: bytes, day: date | None = None) -> tuple[Journal, Dealer]:
    """A new game. The seed goes into the record, so that the game can be continued and verified."""
    players = tuple(Player(chair.name, chair.age) for chair in chairs)
    bots = [(f"bot {seat}", chair.bot.name) for seat, chair in enumerate(chairs) if chair.bot]
    headers = Headers(rulesets.find(game).name, players, day, (("seed", seed.hex()), *bots))
    return Journal(headers), Dealer.from_seed(seed)


def resume(record: Record, bots: Mapping[int, AnyBot]) -> tuple[Journal, Dealer, list[Sitter]]:
    """A game that was saved: dealt and played again up to where it stopped."""
    seed = record.headers.tag("seed")
    if seed is None or record.took_back:
        raise SixfoldError("this record cannot be continued here: it has no seed, or turns were taken back")
    journal, dealer = Journal(record.headers), Dealer.from_seed(bytes.fromhex(seed))
    for event in record.events:
        if isinstance(event, Drew):
            assert journal.state.need is not None, "a record draws only what its game waits for"
            draw, dealer = dealer.deal(journal.state.need, journal.state.rules.box)
            journal.draw(draw)
        else:
            journal.add(event)
    chairs = [Sitter(p.name, p.age, bots.get(seat)) for seat, p in enumerate(record.headers.players)]
    return journal, dealer, chairs


def free_path(folder: Path, game: str) -> Path:
    """The first of tiles-1.sixfold, tiles-2.sixfold … that does not exist."""
    number = 1
    while (path := folder / f"{game}-{number}.sixfold").exists():
        number += 1
    return path
