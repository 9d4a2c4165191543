"""The tile game as a whole page: tiles laid on the board by keys, mouse or words, judged as the draft grows."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget

from sixfold import tiles
from sixfold.errors import IllegalMove
from sixfold.pieces import Pieces
from sixfold.terminal.board import BoardPane
from sixfold.terminal.game import Game
from sixfold.terminal.games import HintStep
from sixfold.terminal.panes import HandPane
from sixfold.terminal.screen import Screen


class TileScreen(Screen):
    """One game of tiles."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "center", show=False),
        *(
            Binding(f"shift+{key}", f"pan({dx}, {dy})", show=False)
            for key, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
        ),
    ]
    OWN = (
        ("enter", "lay", "lay"),
        ("backspace,delete", "take_back", "back"),
        ("c,ctrl+s", "commit", "end"),
        ("x", "exchange", "exchange"),
    )

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        super().__init__(game, folder)
        self.board = BoardPane()
        self.chosen: list[int] = []
        self.laid: dict[tiles.Cell, int] = {}  # the draft: which place of the hand lies on a cell
        self.exchanging = False

    def middle(self) -> Widget:
        return self.board

    def clear(self) -> None:
        self.chosen, self.laid, self.exchanging = [], {}, False

    # ---- the draft --------------------------------------------------------------------------------------------------

    def action_choose(self, place: int) -> None:
        """A tile of the hand: to lay, or one more to exchange."""
        if not self.mine or place >= len(self.hand) or place in self.laid.values():
            return
        if not self.exchanging:
            self.chosen = [] if self.chosen == [place] else [place]
        elif place in self.chosen:
            self.chosen.remove(place)
        else:
            self.chosen.append(place)
        self.judge()

    def on_hand_pane_picked(self, event: HandPane.Picked) -> None:
        self.action_choose(event.place)

    def on_board_pane_pointed(self, event: BoardPane.Pointed) -> None:
        if event.cell in self.laid:
            del self.laid[event.cell]
            self.judge()
        elif self.chosen and not self.exchanging:
            self.action_lay()

    def action_lay(self) -> None:
        """The chosen tile on the cursor; an exchange has no cursor, there the turn ends."""
        if self.exchanging:
            self.action_commit()
        elif self.mine:
            cell = self.board.cursor
            if not self.chosen:
                self.tell(Text(self.words.say("say.choose")))
            elif self.game.state.board.get(cell) is not None or cell in self.laid:
                self.tell(Text(self.words.say("table.occupied"), "bold red"))
            else:
                self.laid[cell] = self.chosen[0]
                self.chosen = []
                self.judge()

    def action_take_back(self) -> None:
        """The last tile of the draft returns to the hand."""
        if self.chosen:
            self.chosen.pop()
        elif self.laid:
            self.laid.popitem()
        else:
            self.exchanging = False
        self.judge()

    def action_exchange(self) -> None:
        """Choose tiles to exchange, or stop choosing."""
        if self.mine:
            exchanging = not self.exchanging
            self.clear()
            self.exchanging = exchanging
            self.judge()

    def draft(self) -> tiles.Move | None:
        if self.exchanging:
            return tiles.Swap(Pieces(self.hand[place] for place in self.chosen)) if self.chosen else None
        return tiles.Place((cell, self.hand[place]) for cell, place in self.laid.items()) if self.laid else None

    def judge(self) -> None:
        move = self.draft()
        if self.exchanging:
            most = min(len(self.hand), self.game.state.bag_count)
            self.tell(Text(self.words.say("exchange.how", n=most), "bold"))
        elif move is None:
            self.tell(Text())
        else:
            try:
                self.tell(self.worth(move))
            except IllegalMove as error:
                self.tell(Text(self.words.refused(error, "terminal.notYet"), "yellow"))
        self.show()

    def worth(self, move: Any) -> Text:
        state, say = self.game.state, self.words.say
        if isinstance(move, tiles.Place):
            score = tiles.check(state.board, move, state.hands[state.to_move], state.rules)
            lines = ", ".join(say(f"sum.{line.axis}", n=len(line)) for line in score.lines)
            return Text(say("result.points", n=score.points), "bold green").append(f"  {lines}")
        state.play(move)
        return Text(f"{move} ✓")

    def show_hint(self, hint: HintStep) -> None:
        self.clear()
        left = list(enumerate(self.hand))
        for cell, piece in hint.move.placements:
            place = next(place for place, held in left if held == piece)
            left = [(other, held) for other, held in left if other != place]
            self.laid[cell] = place
            self.board.reveal(cell)

    # ---- looking around ---------------------------------------------------------------------------------------------

    def action_point(self, dx: int, dy: int) -> None:
        self.board.point(dx, dy)

    def action_pan(self, dx: int, dy: int) -> None:
        self.board.pan(dx, dy)

    def action_center(self) -> None:
        self.board.center()

    def action_zoom(self, step: int) -> None:
        self.board.scale(step)
        super().action_zoom(step)

    def show_table(self) -> tuple[Collection[int], Collection[int]]:
        state = self.game.state
        fresh = getattr(state.sheet[-1].move, "placements", ()) if state.sheet else ()
        draft = {cell: self.hand[place] for cell, place in self.laid.items()}
        self.board.show(state.board, draft, frozenset(cell for cell, _ in fresh))
        return self.chosen, set(self.laid.values())
