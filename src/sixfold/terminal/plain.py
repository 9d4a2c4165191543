"""Either game at one keyboard: people type moves in the notation, bots answer, refusals say what is wrong and why.

No rule lives here, and nothing is lost: the record of what happened is offered for saving when the game stops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from sixfold.bots import AnyBot
from sixfold.dealer import Dealer
from sixfold.errors import IllegalMove, SixfoldError
from sixfold.record import Journal, Record
from sixfold.terminal import drawing
from sixfold.terminal import words as said
from sixfold.terminal.game import Chair, Game, begin, free_path, resume

__all__ = ["Chair", "Table", "free_path"]


class Quit(Exception):
    """Someone wants to stop."""


class Table(Game):
    """One game at one keyboard. `ask` reads a line; `console` shows."""

    def __init__(
        self, journal: Journal, dealer: Dealer, chairs: Sequence[Chair], console: Console, ask: Callable[[str], str]
    ) -> None:
        super().__init__(journal, dealer, chairs)
        self.console = console
        self.ask = ask

    @classmethod
    def new(
        cls,
        game: str,
        chairs: Sequence[Chair],
        seed: bytes,
        console: Console,
        ask: Callable[[str], str],
        day: date | None = None,
    ) -> Table:
        """A new game."""
        journal, dealer = begin(game, chairs, seed, day)
        return cls(journal, dealer, chairs, console, ask)

    @classmethod
    def resumed(cls, record: Record, bots: Mapping[int, AnyBot], console: Console, ask: Callable[[str], str]) -> Table:
        """A game that was saved."""
        journal, dealer, chairs = resume(record, bots)
        return cls(journal, dealer, chairs, console, ask)

    def play(self) -> None:
        """To the end of the game, or until someone stops."""
        try:
            while self.state.outcome is None:
                self._deal()
                if self.state.outcome is None:
                    self._turn(self.state.to_move)
        except (Quit, KeyboardInterrupt, EOFError):
            self.console.print()
            self._stop()
            return
        if self.journal.record.result is None:
            self.journal.end()
        self._over()

    def _deal(self) -> None:
        if self.deal():
            self.console.print(said.opened(self.names, self.state.opening))

    # ---- turns ------------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        chair = self.chairs[seat]
        if chair.bot is not None:
            with self.console.status(f"{chair.name} is thinking"):
                move = self.bot_move()
            self.journal.play(move)
            self._tell(seat, move)
            return
        self._show(seat)
        while True:
            words = self.ask(f"{chair.name}> ").strip()
            try:
                if self._command(words, seat):
                    continue
                move = self.read(words)
                self.journal.play(move)
            except IllegalMove as error:
                self.console.print(Text(f"Not allowed: {error.message}.", "red"))
            except SixfoldError as error:
                self.console.print(Text(f"{error.message}. Type help for the ways to move.", "yellow"))
            else:
                self._tell(seat, move)
                return

    def _command(self, words: str, seat: int) -> bool:
        """Whether the words were for this table and not a move."""
        match words:
            case "":
                self._table(seat)
            case "help" | "?":
                self.console.print(Text("\n".join((said.PIECES, said.MOVES[self.ruleset.game], said.ALWAYS))))
            case "sheet":
                self._sheet()
            case "plays":
                self._plays(seat)
            case "save":
                self._save()
            case "quit" | "exit":
                raise Quit
            case _:
                return False
        return True

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _show(self, seat: int) -> None:
        if self.people > 1:
            self.console.print(f"\n{self.chairs[seat].name}, it is your turn. Let nobody else look, and press Enter.")
            self.ask("")
            self.console.clear()
        self._table(seat)

    def _table(self, seat: int) -> None:
        view = self.state.view(seat)
        self.console.print()
        if self.ruleset.game == "tiles":
            laid = getattr(view.sheet[-1].move, "placements", ()) if view.sheet else ()
            self.console.print(drawing.board(view.board, [cell for cell, _ in laid]), no_wrap=True, crop=False)
        else:
            self.console.print(drawing.rows(view.table))
        scores = ", ".join(f"{chair.name} {score}" for chair, score in zip(self.chairs, view.scores, strict=True))
        self.console.print(f"{scores}. {view.bag_count} left to draw.", style="dim")
        self.console.print(Text("Your hand: ").append_text(drawing.hand(view.hand)))

    def _tell(self, seat: int, move: Any) -> None:
        self.console.print(said.told(self.names[seat], self.state, move, self.unit))

    def _plays(self, seat: int) -> None:
        if self.ruleset.game == "tiles":
            plays = self.state.plays()
            for play in plays[:10]:
                self.console.print(f"{play.points:>4}  {play.place}")
            self.console.print(f"{len(plays)} legal plays", style="dim")
            return
        turn = self.state.view(seat).best()
        self.console.print("There is nothing to play: redraw." if turn is None else str(turn))

    def _sheet(self) -> None:
        self.console.print(drawing.sheet(self.names, self.state.sheet, self.state.scores))

    # ---- the end ----------------------------------------------------------------------------------------------------

    def _over(self) -> None:
        self._sheet()
        self.console.print(said.ended(self.names, self.state.outcome))
        self._offer()

    def _stop(self) -> None:
        self.console.print("Stopped.")
        self._offer()

    def _offer(self) -> None:
        """Ask whether to save; a second Ctrl-C or the end of the input saves."""
        if len(self.journal.events) == self.saved:
            return
        try:
            answer = self.ask("Save the record of this game? [Y/n] ").strip().lower()
        except (KeyboardInterrupt, EOFError):
            answer = "y"
        if answer in ("", "y", "yes"):
            self._save()

    def _save(self) -> None:
        path = self.save(Path.cwd())
        self.console.print(said.saved(path.name))
