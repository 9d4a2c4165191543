"""A whole game of tiles or cards, step by step. The record is the game: the engine keeps nothing between questions."""

from __future__ import annotations

from sixfold import rulesets
from sixfold.engine.fields import Json, RequestFields, refuse
from sixfold.fields import write_course
from sixfold.game import Draw, Outcome
from sixfold.pieces import Pieces
from sixfold.record import Journal, Record
from sixfold.rulesets import AnyState


def follow(fields: RequestFields) -> Json:
    """Where a game stands, perhaps after one more draw or move, and what it waits for."""
    if "draw" in fields and "move" in fields:
        refuse("unknown-field", "'follow' takes a 'draw' or a 'move', not both")
    journal = _read(fields.text("record"))
    if "draw" in fields:
        pieces = Pieces.parse(fields.text("draw"))
        need = journal.state.need
        journal.draw(Draw(need.seat if need else 0, pieces))
    elif "move" in fields:
        journal.play(rulesets.find(journal.headers.ruleset).parse_move(fields.text("move")))
    if journal.state.outcome is not None and journal.record.result is None:
        journal.end()
    return _told(journal)


def _read(text: str) -> Journal:
    record = Record.parse(text)
    journal = Journal(record.headers)
    for event in record.events:
        journal.add(event)
    return journal


def _told(journal: Journal) -> Json:
    state, result = journal.state, journal.record.result
    # A game that was resigned waits for nothing, whatever the rules would say.
    mover, need = (state.to_move, state.need) if result is None else (None, None)
    ended = None if result is None else Outcome(result.reason, result.winners, result.scores)
    course = write_course(state.opening, need, ended)
    return {
        "record": str(journal.record),
        "bag": str(state.bag),
        "need": course["need"],
        "to_move": mover,
        "view": None if mover is None else state.view(mover).to_json(),
        "moves": None if mover is None else _moves(state),
        "outcome": course["outcome"],
    }


def _moves(state: AnyState) -> list[str] | None:
    """Every legal move, where they can be listed: not on an ordinary turn of cards, nor of a hand with a `?`."""
    assert state.to_move is not None
    if not state.hands[state.to_move].known:
        return None
    listed = state.listed_moves()
    return None if listed is None else [*map(str, listed)]
