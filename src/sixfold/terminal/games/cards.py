"""The card game in a terminal: what seam.TerminalGame asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from sixfold import cards
from sixfold.messages import Messages
from sixfold.terminal import drawing
from sixfold.terminal.draft import CardDraft
from sixfold.terminal.games.seam import HintStep, Nouns

MOVES: Final = (
    ("Bt A", "cards.type.help"),
    ("undo", "cards.undo"),
    ("reset", "cards.reset"),
    ("end", "terminal.move.end"),
    ("RoRsRd / …", "terminal.move.rows"),
    ("redraw", "cards.stuck"),
    ("pass", "terminal.move.pass"),
    ("h, hint", "cards.hint"),
)
KEYS: Final = (
    ("", "cards.keys.digits"),
    ("", "cards.keys.arrows"),
    ("", "terminal.keys.space"),
    ("", "terminal.keys.enter"),
    ("", "terminal.keys.new"),
    ("", "terminal.keys.back"),
    ("", "terminal.keys.end"),
    ("", "terminal.keys.redraw"),
    ("", "cards.keys.hint"),
)
SAID: Final = Nouns(
    left="status.stock", hand="cards.hand", opening="cards.opening", nothing="refusal.C6.nothing-played"
)


def told(say: Messages, name: str, before: cards.State, after: cards.State, move: cards.Move) -> Text:
    match move:
        case cards.Redraw():
            text = Text(say("cards.stuck.shown", name=name) + " ").append_text(drawing.hand(after.shown[-1]))
            return text.append(" " + say("cards.stuck.redraw", name=name))
        case cards.Turn():
            played = move.pieces - before.table.pieces
            text = Text(say("cards.played", name=name, n=len(played)) + " ").append_text(drawing.hand(played))
            if not move.taken:
                return text
            what = say.list([_kind(say, row) for row in move.taken])
            return text.append(" " + say("cards.took", name=name, n=len(move.taken), what=what), "bold")
    return Text(say("cards.passed", name=name))


def _kind(say: Messages, row: cards.Row) -> str:
    kind = row.shape if row.color is None else row.color
    assert kind is not None, "a Qwirkle is of one colour or of one shape (C7)"
    return say(f"cards.what.{kind.letter}")


def hint(say: Messages, state: cards.State, step: int) -> HintStep:
    turn = state.view(state.to_move).best()
    if turn is None:
        return HintStep(say("cards.hint.none"))
    played = turn.pieces - state.table.pieces
    if step < 1:
        return HintStep(say("cards.hint.count", n=len(played)))
    if step < 2:
        return HintStep(say("cards.hint.these", pieces=say.pieces(str(played))))
    return HintStep(say("cards.hint.shown"), turn)


def draft(state: cards.State, seat: int) -> CardDraft:
    return CardDraft.begin(state.table, state.hands[seat])


def puzzle(question: Mapping[str, object]) -> tuple[Text, str]:
    task = f"Take as many Qwirkles as you can: {question['qwirkles']} are possible."
    rows = question["rows"]
    assert isinstance(rows, list), "puzzles are shipped so"
    return drawing.rows(cards.Table.parse(rows)), task
