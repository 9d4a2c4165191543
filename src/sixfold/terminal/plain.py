"""Either game at one keyboard: people type moves in the notation, bots answer, refusals say what is wrong and why.

No rule lives here, and nothing is lost: the record of what happened is offered for saving when the game stops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from sixfold.bots import AnyBot
from sixfold.dealer import Dealer
from sixfold.errors import IllegalMove, SixfoldError
from sixfold.record import Journal, Record
from sixfold.terminal import drawing
from sixfold.terminal.game import Chair, Game, begin, free_path, resume

_PIECES_HELP: Final = """\
A piece is a colour letter and a shape letter, like Rs for the red square:
  R red, O orange, Y yellow, G green, B blue, P purple; o circle, s square, d diamond, c clover, t star, x cross"""
_TILES_HELP: Final = """\
  0,0:Rs 1,0:Rd   lay the red square on cell 0,0 and the red diamond on 1,0 (x to the right, y downward)
  swap RsGd       exchange these tiles (T14)
  pass            only with the bag empty and nothing to play (T16)
  plays           the best legal plays with their points"""
_CARDS_HELP: Final = """\
  RoRsRd RdGdBd / RoOoYoGoBoPo   all rows as they lie after your turn and, after a slash, the Qwirkles you take
  lay RoRs        play these cards, and let the rows be arranged for you
  redraw          you cannot play: show the hand and draw a new one (C11)
  pass            only when nothing else is left (C11, C12)
  plays           a turn with the most Qwirkles and the most cards"""
_ALWAYS_HELP: Final = """  sheet           the score sheet
  save            write the record of the game so far
  help            this
  quit            stop (so does Ctrl-C); the game so far can be saved"""


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
            opening = self.state.opening
            said = ", ".join(f"{chair.name} {size}" for chair, size in zip(self.chairs, opening.sizes, strict=True))
            self.console.print(f"Largest sets: {said}. {self.chairs[opening.opener].name} opens.")

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
                game = _TILES_HELP if self.ruleset.game == "tiles" else _CARDS_HELP
                self.console.print(Text(f"{_PIECES_HELP}\n{game}\n{_ALWAYS_HELP}"))
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
        """What a seat did. Of an exchange only the number of tiles is said."""
        entry = self.state.sheet[-1] if self.state.sheet else None
        name = self.chairs[seat].name
        if entry is None or entry.move != move:
            shown = Text(f"{name} cannot play, shows ").append_text(drawing.hand(self.state.shown[-1]))
            self.console.print(shown.append(" and draws a new hand."))
            return
        public = self.state.view(None).sheet[-1]
        why = drawing.reasons(entry)
        what = "points" if self.ruleset.game == "tiles" else "Qwirkles"
        line = Text(f"{name}: {public.move}   ").append(f"+{entry.points}", "bold").append(f" {what}")
        self.console.print(line.append(f" ({why})" if why else ""))

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
        names = [chair.name for chair in self.chairs]
        self.console.print(drawing.sheet(names, self.state.sheet, self.state.scores))

    # ---- the end ----------------------------------------------------------------------------------------------------

    def _over(self) -> None:
        outcome = self.state.outcome
        self._sheet()
        names = " and ".join(self.chairs[seat].name for seat in outcome.winners)
        verb = "share the victory" if len(outcome.winners) > 1 else "wins"
        self.console.print(Text(f"{names} {verb}", "bold").append(f" (ended by {outcome.reason})."))
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
        self.console.print(f"Saved as {path.name}; `sixfold play --terminal --resume {path.name}` continues it.")
