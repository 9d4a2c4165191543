"""What both games share as a whole page of the terminal: people and bots, typed moves, hints, the score sheet, leaving.

No rule lives here. `games.tile_screen` and `games.card_screen` hold the draft of a turn; `plain` is the same game
line by line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from sixfold.errors import IllegalMove, SixfoldError
from sixfold.pieces import EMPTY, Piece
from sixfold.rulesets import AnyMove
from sixfold.terminal import drawing
from sixfold.terminal.board import COLORS
from sixfold.terminal.dialogs import Curtain, LeaveDialog, Page
from sixfold.terminal.game import Game
from sixfold.terminal.games import HintStep
from sixfold.terminal.panes import HandPane

_WIDE: Final = 100


class Screen(App[str]):
    """One game. It ends with the last words for the shell: where the record went."""

    TITLE = "Sixfold"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012 - so Textual declares it
    CSS = """
    #status { height: 1; padding: 0 1; background: $panel; }
    #board, #rows { width: 1fr; height: 1fr; }
    #rows { padding: 1 2; }
    #side { width: 38; border-left: solid $panel; padding: 0 1; }
    .-narrow #side { display: none; }
    #side.folded { display: none; }
    #hand { height: 1; margin: 1 1 0 1; }
    #message { height: 2; padding: 0 1; }
    #typed { height: 1; border: none; padding: 0 1; background: $surface; }
    #typed:focus { border: none; background: $panel; }
    Curtain { align: center middle; background: $background; }
    Leave, Page { align: center middle; }
    .box { width: auto; height: auto; padding: 1 4; border: round $primary; background: $surface; }
    .page { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 0 2; border: round $primary;
            background: $surface; }
    .page Static { width: auto; max-width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(place), f"choose({place - 1})", show=False) for place in range(1, 10)),
        Binding("p", "pass", show=False),
        Binding("plus,equals_sign", "zoom(1)", show=False),
        Binding("minus", "zoom(-1)", show=False),
        *(
            Binding(key, f"point({dx}, {dy})", show=False)
            for key, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
        ),
        Binding("colon,slash", "type", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape", "untype", show=False),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]
    OWN: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    """Keys of one game that the foot of the page names: key, action, word. The line above it names : and ?."""
    FOOT: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("h", "hint", "hint"),
        ("s", "sheet", "sheet"),
        ("q,ctrl+q", "leave", "quit"),
    )

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        super().__init__()
        self.ansi_theme_dark = COLORS
        self.game = game
        self.words = game.words
        self.folder = folder or Path.cwd()
        self.zoom = 1
        self.seat: int | None = None  # the person whose hand is shown
        self.hand: tuple[Piece, ...] = ()
        self.hints = 0
        self.said = Text()
        for keys, action, word in (*self.OWN, *self.FOOT):
            first, _, second = keys.partition(",")
            self.bind(
                keys, action, description=self.words.say(f"terminal.foot.{word}"), key_display=first if second else None
            )

    # ---- what each game fills in ------------------------------------------------------------------------------------

    def middle(self) -> Widget:
        """What shows the table."""
        raise NotImplementedError

    def clear(self) -> None:
        """No draft: a turn begins or ends."""
        raise NotImplementedError

    def draft(self) -> AnyMove | None:
        """The move as it stands, or None."""
        raise NotImplementedError

    def judge(self) -> None:
        """Say what the draft is worth, or what is still wrong with it."""
        raise NotImplementedError

    def worth(self, move: AnyMove) -> Text:
        """What a move brings; IllegalMove for one that the rules refuse."""
        raise NotImplementedError

    def show_hint(self, hint: HintStep) -> None:
        """Lay out the move of a hint's last step."""
        raise NotImplementedError

    def show_table(self) -> tuple[Collection[int], Collection[int]]:
        """Show the table with the draft; which places of the hand are chosen, and which are empty."""
        raise NotImplementedError

    # ---- the page ---------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal():
            yield self.middle()
            side = VerticalScroll(Static(id="sheet"), id="side")
            side.can_focus = False
            yield side
        yield HandPane(id="hand")
        yield Static(id="message")
        yield Input(placeholder=self.words.say("terminal.placeholder"), id="typed")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._advance()

    # ---- turns ------------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Deal what is due and let the next one move."""
        game, say = self.game, self.words.say
        self.hints = 0
        if game.deal():
            self.tell(Text(self.words.opened(game.names, game.state.opening)))
        seat = game.state.to_move
        people = [place for place, chair in enumerate(game.chairs) if chair.bot is None]
        self.seat = people[0] if len(people) == 1 else seat if seat in people else None
        if game.state.outcome is not None:
            if game.journal.record.result is None:
                game.journal.end()
            self.tell(Text("\n").join((self.said, self.words.ended(game.names, game.state.outcome))))
        elif game.chairs[seat].bot is not None:
            self._think()
        elif len(people) > 1:
            self.seat = None
            turn = f"{say('status.yoursName', name=game.names[seat])}\n\n{say('terminal.press')}"
            self.push_screen(Curtain(turn), lambda _: self._reveal(seat))
        if self.seat is not None and self.seat == seat and not game.state.sheet:
            self.tell(Text("\n").join((self.said, Text(self.words.opening()))))
        self.clear()
        self.show()

    def _reveal(self, seat: int) -> None:
        self.seat = seat
        self.clear()
        self.show()

    @work(group="bot")
    async def _think(self) -> None:
        """The bot chooses in a thread of its own, so that the page stays alive."""
        try:
            move = await asyncio.to_thread(self.game.bot_move)
        except SixfoldError as error:
            self.tell(Text(f"{error.message}. {self.words.say('terminal.broken')}", "bold red"))
            return
        self.make(move)

    def make(self, move: AnyMove) -> bool:
        """Make the move of the seat to move, or say why it is refused."""
        try:
            told = self.game.make(move)
        except IllegalMove as error:
            self.tell(Text(self.words.refused(error), "bold red"))
            return False
        self.tell(told)
        self._advance()
        return True

    @property
    def mine(self) -> bool:
        """Whether the person at the keyboard is to move; if not, it is said why."""
        if self.game.state.outcome is not None:
            self.tell(Text(self.words.say("terminal.over")))
        elif self.seat is None or self.seat != self.game.state.to_move:
            self.tell(Text(self.words.say("refusal.table.not-your-turn")))
        else:
            return True
        return False

    def action_commit(self) -> None:
        """End the turn with the draft."""
        if not self.mine:
            return
        move = self.draft()
        if move is None:
            self.tell(Text(self.words.nothing(), "yellow"))
        else:
            self.make(move)

    def action_pass(self) -> None:
        if self.mine:
            self.make(self.game.read("pass"))

    # ---- typed moves ------------------------------------------------------------------------------------------------

    def action_type(self) -> None:
        self.query_one("#typed", Input).focus()

    def action_untype(self) -> None:
        self.set_focus(None)

    def on_input_changed(self, event: Input.Changed) -> None:
        """A typed move is judged as it grows; a half written one is not worth a complaint."""
        if event.value and self.seat is not None and self.seat == self.game.state.to_move:
            try:
                self.tell(self.worth(self.game.read(event.value.strip())))
            except SixfoldError:
                self.tell(Text())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        commands: dict[str, Callable[[], object]] = {
            "help": self.action_help,
            "?": self.action_help,
            "sheet": self.action_sheet,
            "plays": self.action_hint,
            "hint": self.action_hint,
            "save": self._save,
            "end": self.action_commit,
            "quit": self.action_leave,
            "exit": self.action_leave,
        }
        if typed in commands:
            event.input.clear()
            commands[typed]()
        elif typed and self.mine:
            try:
                if self.typed(typed) or self.make(self.game.read(typed)):
                    event.input.clear()
            except SixfoldError as error:
                self.tell(Text(self.words.unread(typed, error), "yellow"))

    def typed(self, words: str) -> bool:
        """Whether words were a step of the draft and not a move."""
        return False

    # ---- looking around ---------------------------------------------------------------------------------------------

    def action_zoom(self, step: int) -> None:
        self.zoom = min(max(self.zoom + step, 0), 2)
        self.show()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """One step more of a hint."""
        if not self.mine:
            return
        hint = await asyncio.to_thread(self.game.hint, self.hints)
        self.hints += 1
        if hint.move is not None:
            self.show_hint(hint)
            self.show()
        self.tell(Text(hint.text))

    def action_sheet(self) -> None:
        """The score sheet (T20): beside the board where there is room, else over it."""
        if self.size.width < _WIDE:
            self.push_screen(Page(self._sheet()))
        else:
            self.query_one("#side").toggle_class("folded")

    def action_help(self) -> None:
        self.push_screen(Page(Text(f"{self.words.keys()}\n\n{self.words.help()}")))

    def _sheet(self) -> Any:
        return drawing.sheet(self.game.names, self.game.state.sheet, self.game.state.scores, self.words.say)

    # ---- leaving ----------------------------------------------------------------------------------------------------

    def action_leave(self) -> None:
        if isinstance(self.screen, LeaveDialog):
            return
        if len(self.game.journal.events) == self.game.saved:
            self.exit()
        else:
            self.push_screen(LeaveDialog(self.words.say), self._left)

    def _left(self, save: bool | None) -> None:
        self.exit(self.words.saved(self.game.save(self.folder).name) if save else None)

    def _save(self) -> None:
        self.tell(Text(self.words.saved(self.game.save(self.folder).name)))

    # ---- showing ----------------------------------------------------------------------------------------------------

    def tell(self, text: Text) -> None:
        """Say something below the table."""
        self.said = text
        try:
            self.screen_stack[0].query_one("#message", Static).update(text)
        except NoMatches:  # the page is closing
            return

    def show(self) -> None:
        """Show everything as it stands."""
        page, state = self.screen_stack[0], self.game.state
        status = Text(no_wrap=True)
        for seat, (name, score) in enumerate(zip(self.game.names, state.scores, strict=True)):
            turn = seat == state.to_move
            status.append("▶ " if turn else "  ", "bold").append(f"{name} {score}  ", "bold" if turn else "")
        status.append(f"  {self.words.left(state.bag_count)}", "dim")
        if state.to_move is not None and self.game.chairs[state.to_move].bot is not None:
            name = self.game.names[state.to_move]
            status.append(f"   {self.words.say('status.theirs', name=name)} …", "italic")
        page.query_one("#status", Static).update(status)
        self.hand = tuple(state.hands[self.seat] if self.seat is not None else EMPTY)
        chosen, gone = self.show_table()
        page.query_one("#hand", HandPane).show(self.hand, chosen, gone)
        page.query_one("#sheet", Static).update(self._sheet())
