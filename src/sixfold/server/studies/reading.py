"""What is read and shown at once: questions, records state by state, positions, puzzles. The rules check all of it.

Functions of plain values, so that a worker can do them.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sixfold import engine
from sixfold.errors import NotationError
from sixfold.position import Position
from sixfold.record import Moved, Record
from sixfold.rulesets import AnyState
from sixfold.server import games, wire
from sixfold.server.judge import judge

MOST_RECORD: Final = 200_000
MOST_POSITION: Final = 4_000
"""Characters."""


def warm_up() -> None:
    """A worker that has come this far has loaded what it needs."""


def answer(question: str) -> bytes:
    """What the engine answers to a line of its protocol."""
    return engine.answer(question.encode())


def read(text: str) -> Record:
    """A record. Refuses one that is too long or cannot be read."""
    if len(text) > MOST_RECORD:
        raise NotationError(f"{len(text)} characters are too many for a game", code="notation/too-long")
    return Record.parse(text)


def check(text: str) -> None:
    """Refuse a record that cannot be read, before anybody waits for more."""
    read(text)


def replay_text(text: str) -> bytes:
    """The replay of a record as JSON: a worker writes it, as that of a long game is long."""
    return msgspec.json.encode(replay(read(text)))


def replay(record: Record) -> wire.Replay:
    """A game for looking at: what lay on the table after every event, and every known hand."""
    numbers = {step.at: step.number for step in record.steps()}
    events = zip((None, *record.events), record.states(), strict=True)
    steps = [_step(event, state, numbers.get(at)) for at, (event, state) in enumerate(events, -1)]
    result = record.result
    return wire.Replay(
        ruleset=record.headers.ruleset,
        names=list(record.headers.names),
        date=record.headers.date.isoformat() if record.headers.date else None,
        steps=steps,
        took_back=record.took_back,
        winners=None if result is None else list(result.winners),
        reason=None if result is None else result.reason,
    )


def _step(event: Any, state: AnyState, number: int | None) -> wire.ReplayStep:
    lying = games.of(state.rules.name).lying(state)
    return wire.ReplayStep(
        event=None if event is None else str(event),
        move=str(event.move) if isinstance(event, Moved) else None,
        number=number,
        seat=getattr(event, "seat", None),
        points=getattr(event, "points", None),
        board=lying.board,
        rows=lying.rows,
        stacks=lying.stacks,
        hands=[str(hand) for hand in state.hands],
        scores=list(state.scores),
        bag=state.bag_count,
        to_move=state.to_move,
        turn=len(state.sheet),
        position=None if state.to_move is None else str(Position.of(state, state.hands[state.to_move])),
    )


def show(text: str) -> wire.ShownPosition:
    """A position for looking at, as the rules read it."""
    position = position_of(text)
    lying = games.of(position.ruleset).shown(position)
    return wire.ShownPosition(
        position=str(position),
        ruleset=position.ruleset,
        board=lying.board,
        rows=lying.rows,
        hand=str(position.hand),
    )


def judge_draft(body: wire.DraftBody) -> wire.Drafted:
    """A draft in a position, judged as at a table."""
    position = position_of(body.position)
    draft = wire.Check(id="", play=body.play, rows=body.rows, taken=body.taken)
    return wire.Drafted(checked=judge(games.of(position.ruleset).seen(position), draft).told)


def position_of(text: str) -> Position:
    """A position. Refuses one that is too long or that the rules refuse."""
    if len(text) > MOST_POSITION:
        raise NotationError(f"{len(text)} characters are too many for a position", code="notation/too-long")
    return Position.parse(text)


def puzzle(game: str, day: str) -> wire.Puzzle:
    """The puzzle of a day, or one by its number."""
    from sixfold.review import puzzles

    found: wire.Puzzle = msgspec.convert(puzzles.find(game, day).question(), wire.Puzzle)
    return found


def solve(game: str, day: str, move: str) -> wire.PuzzleVerdict:
    """What an answer to a puzzle is worth."""
    from sixfold.review import puzzles

    return msgspec.convert(puzzles.find(game, day).judge(move), wire.PuzzleVerdict)
