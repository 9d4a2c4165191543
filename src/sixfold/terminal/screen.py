"""Either game as a whole page of the terminal: keys, mouse or typed moves; people and bots; a draft judged as it grows.

No rule lives here: `sixfold.tiles` and `sixfold.cards` say what a draft is worth or why it is refused. `plain` is the
same game line by line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.css.query import NoMatches
from textual.widgets import Footer, Input, Static

from sixfold import cards, tiles
from sixfold.errors import IllegalMove, SixfoldError
from sixfold.pieces import EMPTY, Piece, Pieces
from sixfold.terminal import drawing, words
from sixfold.terminal.board import COLORS, BoardPane
from sixfold.terminal.dialogs import Curtain, Leave, Page
from sixfold.terminal.game import Game
from sixfold.terminal.panes import HandPane, lanes

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
        Binding("enter", "lay", "lay"),
        Binding("backspace,delete", "take_back", "back"),
        Binding("c,ctrl+s", "commit", "end turn", key_display="c"),
        Binding("x", "exchange", "exchange"),
        Binding("r", "redraw", "redraw"),
        Binding("p", "pass", show=False),
        Binding("h", "hint", "hint"),
        Binding("s", "sheet", "sheet"),
        Binding("plus,equals_sign", "zoom(1)", show=False),
        Binding("minus", "zoom(-1)", show=False),
        Binding("home", "center", show=False),
        *(
            binding
            for key, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
            for binding in (
                Binding(key, f"point({dx}, {dy})", show=False),
                Binding(f"shift+{key}", f"pan({dx}, {dy})", show=False),
            )
        ),
        Binding("colon,slash", "type", "type", key_display=":"),
        Binding("escape", "untype", show=False),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q,ctrl+q", "leave", "quit", key_display="q"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        super().__init__()
        self.ansi_theme_dark = COLORS
        self.game = game
        self.folder = folder or Path.cwd()
        self.tiles = game.ruleset.game == "tiles"
        self.board = BoardPane()
        self.zoom = 1
        self.seat: int | None = None  # the person whose hand is shown
        self.hand: tuple[Piece, ...] = ()
        self.chosen: list[int] = []
        self.laid: dict[tiles.Cell, int] = {}  # the draft: which place of the hand lies on a cell
        self.exchanging = False
        self.arranged: Any = None  # what the chosen cards would make
        self.said = Text()

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal():
            if self.tiles:
                yield self.board
            else:
                scroll = VerticalScroll(Static(id="lanes"), id="rows")
                scroll.can_focus = False
                yield scroll
            side = VerticalScroll(Static(id="sheet"), id="side")
            side.can_focus = False
            yield side
        yield HandPane(id="hand")
        yield Static(id="message")
        yield Input(placeholder="press : to type a move, ? for help", id="typed")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._advance()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that mean nothing in this game are not offered."""
        return not ((action == "exchange" and not self.tiles) or (action == "redraw" and self.tiles))

    # ---- turns ------------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Deal what is due and let the next one move."""
        game = self.game
        self.chosen, self.laid, self.exchanging, self.arranged = [], {}, False, None
        if game.deal():
            self._say(Text(words.opened(game.names, game.state.opening)))
        seat = game.state.to_move
        people = [place for place, chair in enumerate(game.chairs) if chair.bot is None]
        self.seat = people[0] if len(people) == 1 else seat if seat in people else None
        if game.state.outcome is not None:
            if game.journal.record.result is None:
                game.journal.end()
            self._say(Text("\n").join((self.said, words.ended(game.names, game.state.outcome))))
        elif game.chairs[seat].bot is not None:
            self._think()
        elif len(people) > 1:
            self.seat = None
            self.push_screen(Curtain(game.names[seat]), lambda _: self._reveal(seat))
        self._show()

    def _reveal(self, seat: int) -> None:
        self.seat = seat
        self._show()

    @work(group="bot")
    async def _think(self) -> None:
        """The bot chooses in a thread of its own, so that the page stays alive."""
        try:
            move = await asyncio.to_thread(self.game.bot_move)
        except SixfoldError as error:
            self._say(Text(f"{error.message}. The game cannot go on; q saves it.", "bold red"))
            return
        self._play(move)

    def _play(self, move: Any) -> bool:
        """Make the move of the seat to move, or say why it is refused."""
        seat = self.game.state.to_move
        try:
            self.game.journal.play(move)
        except IllegalMove as error:
            self._say(Text(f"Not allowed: {error.message}.", "bold red"))
            return False
        self._say(words.told(self.game.names[seat], self.game.state, move, self.game.unit))
        self._advance()
        return True

    @property
    def mine(self) -> bool:
        """Whether the person at the keyboard is to move; if not, it is said why."""
        if self.game.state.outcome is not None:
            self._say(Text("The game is over; q leaves."))
        elif self.seat is None or self.seat != self.game.state.to_move:
            self._say(Text("It is not your turn yet."))
        else:
            return True
        return False

    # ---- the draft --------------------------------------------------------------------------------------------------

    def action_choose(self, place: int) -> None:
        """A piece of the hand: the tile to lay, or one more to exchange or play."""
        if not self.mine or place >= len(self.hand) or place in self.laid.values():
            return
        if self.tiles and not self.exchanging:
            self.chosen = [] if self.chosen == [place] else [place]
        elif place in self.chosen:
            self.chosen.remove(place)
        else:
            self.chosen.append(place)
        self._judge()

    def on_hand_pane_picked(self, event: HandPane.Picked) -> None:
        self.action_choose(event.place)

    def on_board_pane_pointed(self, event: BoardPane.Pointed) -> None:
        if event.cell in self.laid:
            del self.laid[event.cell]
            self._judge()
        elif self.chosen and not self.exchanging:
            self.action_lay()

    def action_lay(self) -> None:
        """The chosen tile on the cursor; cards and exchanges have no cursor, there the turn ends."""
        if not self.tiles or self.exchanging:
            self.action_commit()
            return
        if not self.mine:
            return
        cell = self.board.cursor
        if not self.chosen:
            self._say(Text("Choose a tile of your hand first: 1 to 9. c ends the turn."))
        elif self.game.state.board.get(cell) is not None or cell in self.laid:
            self._say(Text(f"A tile lies on {cell} already.", "bold red"))
        else:
            self.laid[cell] = self.chosen[0]
            self.chosen = []
            self._judge()

    def action_take_back(self) -> None:
        """The last piece of the draft returns to the hand."""
        if self.chosen:
            self.chosen.pop()
        elif self.laid:
            self.laid.popitem()
        else:
            self.exchanging = False
        self._judge()

    def action_exchange(self) -> None:
        """Choose tiles to exchange, or stop choosing."""
        if self.mine:
            self.exchanging = not self.exchanging
            self.chosen, self.laid = [], {}
            self._judge()

    def action_commit(self) -> None:
        """End the turn with the draft."""
        if not self.mine:
            return
        move = self._draft()
        if move is None:
            what = "Lay a tile first" if self.tiles else "Choose cards first"
            self._say(Text(f"{what}, or type a move. ? tells the keys.", "yellow"))
        else:
            self._play(move)

    def action_redraw(self) -> None:
        if self.mine:
            self._play(cards.Redraw())

    def action_pass(self) -> None:
        if self.mine:
            self._play(tiles.Pass() if self.tiles else cards.Pass())

    @property
    def _picked(self) -> Pieces:
        return Pieces(self.hand[place] for place in self.chosen)

    def _draft(self) -> Any:
        """The move as it stands, or None."""
        if not self.tiles:
            return self.game.arranged(self._picked) if self.chosen else None
        if self.exchanging:
            return tiles.Swap(self._picked) if self.chosen else None
        return tiles.Place((cell, self.hand[place]) for cell, place in self.laid.items()) if self.laid else None

    def _judge(self) -> None:
        """Say what the draft is worth, or what is still wrong with it."""
        self.arranged = move = self._draft()
        if self.exchanging:
            self._say(Text("Exchange: choose tiles by number, c exchanges them, x or Backspace stops.", "bold"))
        elif move is None:
            self._say(Text())
        else:
            try:
                self._say(self._worth(move))
            except IllegalMove as error:
                self._say(Text(f"Not yet: {error.message}.", "yellow"))
        self._show()

    def _worth(self, move: Any) -> Text:
        """The points of a move; IllegalMove for one that the rules refuse."""
        state = self.game.state
        if isinstance(move, tiles.Place):
            score = tiles.check(state.board, move, state.hands[state.to_move], state.rules)
            lines = ", ".join(f"{line.axis} of {len(line)}" for line in score.lines)
            return _worth(score.points, "point").append(f"  {lines}; c ends the turn.")
        state.play(move)
        if isinstance(move, cards.Turn):
            count = len(move.pieces) - len(state.table.pieces)
            return _worth(len(move.taken), "Qwirkle").append(f"  {count} from the hand; c ends the turn.")
        return Text(f"{move}: allowed.")

    # ---- typed moves ------------------------------------------------------------------------------------------------

    def action_type(self) -> None:
        self.query_one("#typed", Input).focus()

    def action_untype(self) -> None:
        self.set_focus(None)

    def on_input_changed(self, event: Input.Changed) -> None:
        """A typed move is judged as it grows; a half written one is not worth a complaint."""
        if event.value and self.seat is not None and self.seat == self.game.state.to_move:
            try:
                self._say(self._worth(self.game.read(event.value.strip())))
            except SixfoldError:
                self._say(Text())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        commands: dict[str, Callable[[], object]] = {
            "help": self.action_help,
            "?": self.action_help,
            "sheet": self.action_sheet,
            "plays": self.action_hint,
            "save": self._save,
            "quit": self.action_leave,
            "exit": self.action_leave,
        }
        if typed in commands:
            event.input.clear()
            commands[typed]()
        elif typed and self.mine:
            try:
                if self._play(self.game.read(typed)):
                    event.input.clear()
            except SixfoldError as error:
                self._say(Text(f"{error.message}. Type help for the ways to move.", "yellow"))

    # ---- looking around ---------------------------------------------------------------------------------------------

    def action_point(self, dx: int, dy: int) -> None:
        if self.tiles:
            self.board.point(dx, dy)
        else:
            self.query_one("#rows").scroll_relative(dx, dy, animate=False)

    def action_pan(self, dx: int, dy: int) -> None:
        self.board.pan(dx, dy)

    def action_center(self) -> None:
        self.board.center()

    def action_zoom(self, step: int) -> None:
        self.zoom = min(max(self.zoom + step, 0), 2)
        self.board.scale(step)
        self._show()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """The best play at once: its points and its place."""
        if not self.mine:
            return
        state, seat = self.game.state, self.seat
        if self.tiles:
            plays = await asyncio.to_thread(state.plays)
            hint = f"{plays[0].points} points: {plays[0].place}" if plays else "nothing to play: exchange or pass"
        else:
            turn = await asyncio.to_thread(state.view(seat).best)
            played = turn and Pieces(turn.pieces) - state.table.pieces
            hint = f"{len(turn.taken)} Qwirkles: lay {played}" if turn else "nothing to play: redraw or pass"
        self._say(Text().append("Best: ", "bold").append(hint))

    def action_sheet(self) -> None:
        """The score sheet (T20): beside the board where there is room, else over it."""
        if self.size.width < _WIDE:
            self.push_screen(Page(self._sheet()))
        else:
            self.query_one("#side").toggle_class("folded")

    def action_help(self) -> None:
        game = self.game.ruleset.game
        self.push_screen(
            Page(Text("\n\n".join((words.KEYS[game], words.PIECES, words.MOVES[game] + "\n" + words.ALWAYS))))
        )

    def _sheet(self) -> Any:
        return drawing.sheet(self.game.names, self.game.state.sheet, self.game.state.scores)

    # ---- leaving ----------------------------------------------------------------------------------------------------

    def action_leave(self) -> None:
        if isinstance(self.screen, Leave):
            return
        if len(self.game.journal.events) == self.game.saved:
            self.exit()
        else:
            self.push_screen(Leave(), self._left)

    def _left(self, save: bool | None) -> None:
        self.exit(words.saved(self.game.save(self.folder).name) if save else None)

    def _save(self) -> None:
        self._say(Text(words.saved(self.game.save(self.folder).name)))

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _say(self, text: Text) -> None:
        self.said = text
        try:
            self.screen_stack[0].query_one("#message", Static).update(text)
        except NoMatches:  # the page is closing
            return

    def _show(self) -> None:
        page, state = self.screen_stack[0], self.game.state
        status = Text(no_wrap=True)
        for seat, (name, score) in enumerate(zip(self.game.names, state.scores, strict=True)):
            turn = seat == state.to_move
            status.append("▶ " if turn else "  ", "bold").append(f"{name} {score}  ", "bold" if turn else "")
        thinking = state.to_move is not None and self.game.chairs[state.to_move].bot is not None
        status.append(f"  {state.bag_count} left to draw", "dim").append("   thinking …" if thinking else "", "italic")
        page.query_one("#status", Static).update(status)
        self.hand = tuple(state.hands[self.seat] if self.seat is not None else EMPTY)
        page.query_one("#hand", HandPane).show(self.hand, self.chosen, set(self.laid.values()))
        page.query_one("#sheet", Static).update(self._sheet())
        if self.tiles:
            fresh = getattr(state.sheet[-1].move, "placements", ()) if state.sheet else ()
            draft = {cell: self.hand[place] for cell, place in self.laid.items()}
            self.board.show(state.board, draft, frozenset(cell for cell, _ in fresh))
        else:
            page.query_one("#lanes", Static).update(lanes(state, self.arranged, self.zoom))


def _worth(count: int, unit: str) -> Text:
    return Text().append(f"{count} {unit}{'' if count == 1 else 's'}", "bold green")
