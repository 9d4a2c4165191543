"""What covers the screen for a moment: the curtain between two people, the question before leaving, a page to read."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Curtain(ModalScreen[None]):
    """Nobody sees the next hand before its owner says so."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "dismiss", "ready"), ("space", "dismiss", "ready")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.words = f"{name}, it is your turn.\n\nLet nobody else look, and press Enter."

    def compose(self) -> ComposeResult:
        yield Static(self.words, classes="box", markup=False)

    def on_click(self) -> None:
        self.dismiss()


class Leave(ModalScreen[bool]):
    """Whether to save before leaving; Esc goes back to the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,enter", "dismiss(True)", "save"),
        ("n", "dismiss(False)", "do not save"),
        ("escape", "app.pop_screen", "play on"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(
            "Save the record of this game?\n\ny  save and leave\nn  leave without saving\nEsc  play on", classes="box"
        )


class Page(ModalScreen[None]):
    """Something to read: the keys, or the score sheet. Any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,space,question_mark,s", "dismiss", "close"),
    ]

    def __init__(self, content: RenderableType) -> None:
        super().__init__()
        self.content = content

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            yield Static(self.content, markup=False)
