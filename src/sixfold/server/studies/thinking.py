"""Work that takes thought or drawing: judging turns, other moves, what a turn at a table missed, pictures.

These are functions of plain values, so that a worker can run them. The libraries they need are loaded there, not by the
server.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from sixfold import rulesets, tiles
from sixfold.errors import NotationError
from sixfold.record import Record, Step
from sixfold.rulesets import AnyState
from sixfold.server import games, wire
from sixfold.server.studies.reading import read

if TYPE_CHECKING:
    from sixfold.review import Ear, JudgedTurn, Strength


@functools.lru_cache(maxsize=4)
def _steps(text: str) -> tuple[Record, tuple[Step, ...]]:
    """A record and the turns that stand in it: a worker judges many turns of one game."""
    record = read(text)
    return record, tuple(record.steps())


def _strength(full: bool) -> Strength:
    from sixfold.review import FULL, QUICK

    return FULL if full else QUICK


def _told(turn: JudgedTurn) -> wire.ReviewedTurn:
    from sixfold.review import turn_to_json

    return msgspec.convert(turn_to_json(turn), wire.ReviewedTurn)


def warm_up() -> None:
    """Load what judging a turn needs."""
    from sixfold.dealer import Dealer, settle
    from sixfold.review import worth

    state, _, _ = settle(tiles.State.start(2), Dealer.from_seed(bytes(64)))
    worth(state, 2, 1)


def count_turns(text: str) -> int:
    """How many turns a review of this record judges."""
    return len(_steps(text)[1])


def judge(text: str, at: int, full: bool) -> tuple[JudgedTurn, wire.ReviewedTurn]:
    """One turn of a record, for putting together and for telling."""
    from sixfold.review import judge_turn

    turn = judge_turn(_steps(text)[1][at], _strength(full), 1)
    return turn, _told(turn)


def put_together(text: str, judged: tuple[JudgedTurn, ...], full: bool) -> wire.ReviewedGame:
    """The verdict on a whole game, from all its turns."""
    from sixfold.review import assemble

    return msgspec.convert(assemble(_steps(text)[0], judged, _strength(full), 1).to_json(), wire.ReviewedGame)


def other_move(text: str, number: int, words: str) -> wire.ReviewedTurn:
    """What another move would have been worth at a turn of a record."""
    from sixfold.review import QUICK, judge_turn

    record, work = _steps(text)
    if not 0 <= number < len(work):
        raise NotationError(f"the game has {len(work)} turns", code="request/field")
    before = work[number].before
    move = rulesets.find(record.headers.ruleset).parse_move(words)
    after = rulesets.play(before, move)
    points = after.sheet[-1].points if len(after.sheet) > len(before.sheet) else None
    return _told(judge_turn(replace(work[number], move=move, points=points, after=after, drawn=None), QUICK, 1))


def missed(before: AnyState, words: str, how: Ear, key: str) -> wire.MissedMove:
    """What a turn at a table overlooked."""
    from sixfold import review

    move = rulesets.find(before.rules.name).parse_move(words)
    after = rulesets.play(before, move)
    points = after.sheet[-1].points if len(after.sheet) > len(before.sheet) else 0
    found = review.missed(before, move, points, how)
    told = wire.MissedMove(id=key, move=words, points=points)
    if found.note is not None:
        told.code, told.facts = found.note.code, dict(found.note.facts)
        told.better = games.of(before.rules.name).better(found.better)
    if found.reason is not None:
        told.reason = msgspec.convert(review.reason_to_json(found.reason), wire.TurnReason)
    return told


def draw(data: wire.PictureBody) -> bytes:
    """A picture of a record."""
    from sixfold import pictures

    record = read(data.record)
    style = pictures.Style(data.palette, data.marks, data.letters)
    if data.kind == "gif":
        return pictures.animate(record, style)
    if data.kind == "pdf":
        return pictures.sheet_pdf(record)
    states = list(record.states())
    state = states[max(0, min(data.at, len(states) - 1))] if data.at >= 0 else states[-1]
    title = data.title[:120]
    return pictures.png(state, style, title) if data.kind == "png" else pictures.svg(state, style, title).encode()
