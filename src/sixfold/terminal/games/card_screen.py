"""The card game as a whole page: the player moves cards between rows, and sees how each row stands (C7, C8)."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widget import Widget

from sixfold import cards
from sixfold.errors import IllegalMove
from sixfold.pieces import EMPTY, Piece
from sixfold.terminal.draft import NEW, Card, CardDraft
from sixfold.terminal.game import Game
from sixfold.terminal.games import HintStep
from sixfold.terminal.panes import HandPane, RowsPane
from sixfold.terminal.screen import Screen


class CardScreen(Screen):
    """One game of cards."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "pick", show=False)]
    OWN = (
        ("enter", "lay", "here"),
        ("n", "new_row", "new"),
        ("backspace,delete", "take_back", "back"),
        ("c,ctrl+s", "commit", "end"),
        ("r", "redraw", "redraw"),
    )

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        super().__init__(game, folder)
        self.pane = RowsPane(self.words, game.state.rules)
        self.rows = CardDraft.begin(game.state.table, EMPTY)
        self.picked: list[Card] = []

    def middle(self) -> Widget:
        scroll = VerticalScroll(self.pane, id="rows")
        scroll.can_focus = False
        return scroll

    def clear(self) -> None:
        hands = self.game.state.hands
        self.rows = CardDraft.begin(self.game.state.table, hands[self.seat] if self.seat is not None else EMPTY)
        self.picked = []

    # ---- the draft --------------------------------------------------------------------------------------------------

    def action_choose(self, place: int) -> None:
        """A card of the hand, wherever it lies now: the hand's cards are numbered first."""
        if self.mine and place < len(self.hand):
            self._toggle(next(card for card in self.rows if card.number == place))

    def on_hand_pane_picked(self, event: HandPane.Picked) -> None:
        self.action_choose(event.place)

    def action_pick(self) -> None:
        """The card under the cursor."""
        if self.mine and self.pane.card is not None:
            self._toggle(self.pane.card)

    def _toggle(self, card: Card) -> None:
        if card in self.picked:
            self.picked.remove(card)
        else:
            self.picked.append(card)
        self.show()

    def on_rows_pane_pointed(self, event: RowsPane.Pointed) -> None:
        if not self.mine:
            return
        if event.card is not None:
            self._toggle(event.card)
        elif self.picked:
            self._put(event.lane)

    def action_lay(self) -> None:
        """The chosen cards into the row of the cursor; with none chosen, the card under it is."""
        if not self.picked:
            self.action_pick()
        elif self.mine:
            self._put(self.pane.goal)

    def action_new_row(self) -> None:
        if self.mine and self.picked:
            self._put(NEW)

    def _put(self, goal: int) -> None:
        self._step(self.rows.move(self.picked, goal))
        if goal == NEW:
            self.pane.point(0, len(self.rows.lanes) - 1 - self.pane.lane)
            self.show()

    def _step(self, rows: CardDraft) -> None:
        self.rows, self.picked = rows, []
        self.judge()

    def action_take_back(self) -> None:
        """The last choice, or the last step."""
        if self.picked:
            self.picked.pop()
            self.show()
        else:
            self._step(self.rows.undone())

    def action_redraw(self) -> None:
        if self.mine:
            self.make(cards.Redraw())

    def draft(self) -> cards.Move | None:
        return self.rows.turn(self.game.state.rules) if self.rows.before is not None else None

    def typed(self, words: str) -> bool:
        step = self.rows.typed(words)
        if isinstance(step, Piece):
            say = self.words.say
            self.tell(Text(say("cards.type.absent", piece=say.pieces(str(step))), "yellow"))
        elif step is not None:
            self._step(step)
        elif words == "undo":
            self._step(self.rows.undone())
        elif words == "reset":
            self.clear()
            self.judge()
        else:
            return False
        return True

    def judge(self) -> None:
        move = self.draft()
        try:
            self.tell(Text() if move is None else self.worth(move))
        except IllegalMove as error:
            standing = cards.lanes(self.rows.rows, self.game.state.rules)
            settled = all(lane.ok for lane in standing) and bool(self.rows.played)
            refused = self.words.refused(error, "terminal.notYet")
            said = refused if settled else self.words.standing(standing, len(self.rows.played))
            self.tell(Text(said, "yellow"))
        self.show()

    def worth(self, move: Any) -> Text:
        state = self.game.state
        state.play(move)
        if not isinstance(move, cards.Turn):
            return Text(f"{move} ✓")
        standing = cards.lanes((*move.rows, *move.taken), state.rules)
        return Text(self.words.standing(standing, len(move.pieces - state.table.pieces)), "bold green")

    def show_hint(self, hint: HintStep) -> None:
        self.rows, self.picked = self.rows.arranged(hint.move), []

    # ---- looking around ---------------------------------------------------------------------------------------------

    def action_point(self, dx: int, dy: int) -> None:
        line = self.pane.point(dx, dy)
        self.query_one("#rows").scroll_to_region(Region(0, line, 1, 1), animate=False)
        self.show()

    def show_table(self) -> tuple[Collection[int], Collection[int]]:
        mine = self.seat is not None and self.seat == self.game.state.to_move
        self.pane.show(self.rows, self.picked, self.zoom, mine)
        held = {card.number for card in self.rows.hand}
        return [card.number for card in self.picked], set(range(len(self.hand))) - held
