"""What covers the screen for a moment: the page between two people that hides hands, the question before leaving, a
text.
"""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from sixfold.messages import Messages


class Curtain(ModalScreen[None]):
    """Nobody sees the next hand before its owner says so."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "dismiss", "ready"), ("space", "dismiss", "ready")]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        yield Static(self.words, classes="box", markup=False)

    def on_click(self) -> None:
        self.dismiss()


class LeaveDialog(ModalScreen[bool]):
    """Whether to save before leaving; Esc goes back to the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,enter", "dismiss(True)"),
        ("n", "dismiss(False)"),
        ("escape", "app.pop_screen"),
    ]

    def __init__(self, say: Messages) -> None:
        super().__init__()
        self.say = say

    def on_key(self, event: Key) -> None:
        if event.character == self.say("terminal.yes"):
            self.dismiss(True)

    def compose(self) -> ComposeResult:
        say = self.say
        answers = ((say("terminal.yes"), "yes"), ("n", "no"), ("Esc", "stay"))
        lines = [f"{key:<4} {say(f'terminal.save.{answer}')}" for key, answer in answers]
        yield Static("\n".join([say("terminal.save"), "", *lines]), classes="box", markup=False)


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
