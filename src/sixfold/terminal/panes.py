"""What lies beside the board: the hand to choose from, and the rows of the card game with how each stands (C7)."""

from __future__ import annotations

from typing import Any, Final

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from sixfold import cards
from sixfold.pieces import Piece
from sixfold.terminal.board import face


class HandPane(Static):
    """The hand, one numbered place a piece."""

    WIDTH: Final = 8

    class Picked(Message):
        """Someone clicked a piece."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Picked(event.x // self.WIDTH))

    def show(self, hand: tuple[Piece, ...], chosen: list[int], gone: set[int]) -> None:
        """Chosen pieces stand in brackets, laid ones are crossed out."""
        text = Text(no_wrap=True)
        for place, piece in enumerate(hand):
            picked = place in chosen
            style = " dim strike" if place in gone else " reverse" if picked else ""
            text.append(f"{place + 1} ", "dim").append("[" if picked else " ")
            text.append_text(face(piece, 1, style)).append("] " if picked else "  ")
        self.update(text)


def lanes(state: Any, draft: cards.Turn | None, zoom: int) -> Text:
    """The rows and how each stands; with a draft, as they would lie, the cards from the hand underlined."""
    rows = (*draft.rows, *draft.taken) if draft else tuple(state.table)
    text = Text().append("Rows with your cards\n" if draft else "Rows on the table\n", "dim")
    if not rows:
        return text.append("The table is empty.", "dim")
    played = list(draft.pieces - state.table.pieces) if draft else []
    for number, lane in enumerate(cards.lanes(rows, state.rules), 1):
        text.append(f"{number:>2} ", "dim")
        for piece in lane.row:
            fresh = piece in played
            if fresh:
                played.remove(piece)
            text.append(" ").append_text(face(piece, zoom, " underline" if fresh else ""))
        missing = state.rules.kinds - len(lane.row)
        how = {"ok": f"   {missing} more for a Qwirkle", "qwirkle": "   a Qwirkle, taken"}
        text.append(how.get(lane.state, f"   {lane.state}: {lane.sentence}"), "dim" if lane.ok else "bold red")
        text.append("\n")
    return text
