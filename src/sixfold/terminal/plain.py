"""Either game at one keyboard: people type moves in the notation, bots answer, refusals say what is wrong and why.

No rule lives here, and nothing is lost: the record of what happened is offered for saving when the game stops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixfold import cards
from sixfold.bots import AnyBot
from sixfold.dealer import Dealer
from sixfold.errors import IllegalMove, SixfoldError
from sixfold.messages import Messages
from sixfold.pieces import Piece
from sixfold.record import Journal, Record
from sixfold.terminal import drawing, games
from sixfold.terminal.draft import CardDraft, lane_name
from sixfold.terminal.game import Game, Sitter, begin, free_path, resume
from sixfold.terminal.words import Words

__all__ = ["PlainGame", "Sitter", "free_path"]


class Quit(Exception):
    """Someone wants to stop."""


class PlainGame(Game):
    """One game at one keyboard. `ask` reads a line; `console` shows."""

    def __init__(
        self,
        journal: Journal,
        dealer: Dealer,
        chairs: Sequence[Sitter],
        console: Console,
        ask: Callable[[str], str],
        say: Messages | None = None,
    ) -> None:
        super().__init__(journal, dealer, chairs, say)
        self.console = console
        self.ask = ask
        self.draft: CardDraft | None = None  # the rows as they are being regrouped
        self.hints = 0

    @classmethod
    def new(
        cls,
        game: str,
        chairs: Sequence[Sitter],
        seed: bytes,
        console: Console,
        ask: Callable[[str], str],
        day: date | None = None,
        say: Messages | None = None,
    ) -> PlainGame:
        """A new game."""
        journal, dealer = begin(game, chairs, seed, day)
        return cls(journal, dealer, chairs, console, ask, say)

    @classmethod
    def resumed(
        cls, record: Record, bots: Mapping[int, AnyBot], console: Console, ask: Callable[[str], str]
    ) -> PlainGame:
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
            self.console.print(self.words.say("terminal.stopped"))
            self._offer()
            return
        if self.journal.record.result is None:
            self.journal.end()
        self._over()

    def _deal(self) -> None:
        if self.deal():
            self.console.print(self.words.opened(self.names, self.state.opening))

    # ---- turns ------------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        chair = self.chairs[seat]
        if chair.bot is not None:
            with self.console.status(self.words.say("status.theirs", name=chair.name)):
                move = self.bot_move()
            self.console.print(self.make(move))
            return
        self.hints = 0
        self.draft = games.of(self.ruleset.name).draft(self.state, seat)
        self._show(seat)
        while not self._answer(self.ask(f"{chair.name}> ").strip(), seat):
            pass

    def _answer(self, typed: str, seat: int) -> bool:
        """Whether the words made a move."""
        try:
            if self._command(typed, seat) or self._step(typed, seat):
                return False
            ends = typed == "end" and self.draft is not None
            told = self.make(self.draft.turn(self.state.rules) if ends and self.draft else self.read(typed))
        except IllegalMove as error:
            self.console.print(Text(self.words.refused(error), "red"))
        except SixfoldError as error:
            self.console.print(Text(self.words.unread(typed, error), "yellow"))
        else:
            self.console.print(told)
            return True
        return False

    def _command(self, words: str, seat: int) -> bool:
        """Whether the words were for this table and not a move."""
        match words:
            case "":
                self._table(seat)
            case "help" | "?":
                self.console.print(Text(self.words.help()))
            case "s" | "sheet":
                self._sheet()
            case "h" | "hint":
                self._hint(seat)
            case "plays" if self.draft is None:
                self._plays()
            case "plays":
                self._hint(seat)
            case "save":
                self._save()
            case "q" | "quit" | "exit":
                raise Quit
            case _:
                return False
        return True

    def _step(self, typed: str, seat: int) -> bool:
        """Whether the words moved cards on the table, or failed to."""
        if self.draft is None:
            return False
        draft: CardDraft | Piece | None
        match typed:
            case "undo":
                draft = self.draft.undone()
            case "reset":
                draft = CardDraft.begin(self.state.table, self.state.hands[seat])
            case _:
                draft = self.draft.typed(typed)
        if draft is None:
            return False
        if isinstance(draft, Piece):
            say = self.words.say
            self.console.print(Text(say("cards.type.absent", piece=say.pieces(str(draft))), "yellow"))
        else:
            self.draft = draft
            self._table(seat)
        return True

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _show(self, seat: int) -> None:
        say = self.words.say
        if self.people > 1:
            self.console.print(f"\n{say('status.yoursName', name=self.names[seat])}. {say('terminal.press')}")
            self.ask("")
            self.console.clear()
        self._table(seat)
        if not self.state.sheet:
            self.console.print(self.words.opening())

    def _table(self, seat: int) -> None:
        view = self.state.view(seat)
        self.console.print()
        if self.draft is None:
            laid = getattr(view.sheet[-1].move, "placements", ()) if view.sheet else ()
            self.console.print(drawing.board(view.board, [cell for cell, _ in laid]), no_wrap=True, crop=False)
            held = drawing.hand(view.hand)
        else:
            self.console.print(lanes(self.draft, self.state.rules, self.words), end="")
            held = drawing.drawn(card.piece for card in self.draft.hand)
        scores = self.words.counted(self.names, view.scores)
        self.console.print(f"{scores}. {self.words.left(view.bag_count)}.", style="dim")
        self.console.print(Text(f"{self.words.hand()}: ").append_text(held))
        if self.draft is not None and self.draft.before is not None:
            standing = cards.lanes(self.draft.rows, self.state.rules)
            self.console.print(self.words.standing(standing, len(self.draft.played)))

    def _hint(self, seat: int) -> None:
        """One step more of a hint; the last one lays the cards out, or names the cells."""
        hint = self.hint(self.hints)
        self.hints += 1
        if hint.move is not None and self.draft is not None:
            self.draft = self.draft.arranged(hint.move)
            self._table(seat)
        self.console.print(hint.text)
        if hint.move is not None and self.draft is None:
            self.console.print(str(hint.move))

    def _plays(self) -> None:
        plays = self.state.plays()
        for play in plays[:10]:
            self.console.print(f"{play.points:>4}  {play.place}")
        self.console.print(self.words.say("terminal.plays", n=len(plays)), style="dim")

    def _sheet(self) -> None:
        self.console.print(drawing.sheet(self.names, self.state.sheet, self.state.scores, self.words.say))

    # ---- the end ----------------------------------------------------------------------------------------------------

    def _over(self) -> None:
        self._sheet()
        self.console.print(self.words.ended(self.names, self.state.outcome))
        self._offer()

    def _offer(self) -> None:
        """Ask whether to save; a second Ctrl-C or the end of the input saves."""
        if len(self.journal.events) == self.saved:
            return
        say = self.words.say
        try:
            answer = self.ask(f"{say('terminal.save')} [{say('terminal.yes').upper()}/n] ").strip().lower()
        except (KeyboardInterrupt, EOFError):
            answer = ""
        if answer[:1] in ("", "y", say("terminal.yes")):
            self._save()

    def _save(self) -> None:
        path = self.save(Path.cwd())
        self.console.print(self.words.saved(path.name))


def lanes(draft: CardDraft, rules: cards.Rules, words: Words) -> Text:
    """The rows with their letters and how each stands; cards from the hand are underlined."""
    text = Text()
    if not draft.lanes:
        return text.append(f"   {words.say('cards.rows.none')}\n", "dim")
    for at, lane in enumerate(draft.lanes):
        text.append(f"  {lane_name(at):>2}  ", "bold")
        for card in lane:
            text.append(str(card.piece), drawing.STYLES[card.piece.color] + " underline" * (card.home is None)).append(
                " "
            )
        standing = cards.lanes([cards.Row(card.piece for card in lane)], rules)[0]
        caption = words.lane(standing) if lane else words.say("cards.row.empty")
        text.append(f"  {caption}\n", "dim" if standing.ok or not lane else "bold red")
    return text
