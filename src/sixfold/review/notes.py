"""What is worth a sentence about a turn: a code and the facts of it. The sentences are in the languages' message files.

A note about a mistake appears only when what was given away is beyond the noise and large enough to matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sixfold import cards, tiles
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.review.choices import Choice, Considered
from sixfold.review.worth import Estimate
from sixfold.tiles.moves import check

MATTERS_LEAD: Final = {"tiles": 2.0, "cards": 0.4}
MATTERS_SHARE: Final = 0.02
MUCH_LUCK: Final = {"tiles": 6.0, "cards": 0.8}

CODES: Final = (
    "missed-qwirkle",
    "missed-lines",
    "missed-points",
    "left-five",
    "better-exchange",
    "better-kept",
    "found-best",
    "missed-qwirkles",
    "gave-qwirkle",
    "other-rest",
    "lucky-draw",
    "unlucky-draw",
)
"""Every code there is; each has a sentence `review.note.CODE` in every language."""


@dataclass(frozen=True, slots=True)
class Note:
    """A code, and what its sentence needs: numbers, plays and pieces in their text forms."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def notes(before: Any, move: Any, points: int | None, choice: Choice | None, luck: Estimate | None) -> tuple[Note, ...]:
    """The notes of a turn: at most one about the choice and one about the draw after it."""
    found: list[Note] = []
    game = "tiles" if isinstance(before, tiles.State) else "cards"
    if choice is not None:
        made = choice.made
        if is_mistake(made, game):
            found.append(mistake(before, move, points or 0, choice.best.move, choice.best.lead.mean))
        elif choice.best.move == made.move and len(choice.considered) > 1 and _stands_out(choice.considered[1], game):
            found.append(Note("found-best", {"lead": round(choice.considered[1].behind.mean, 1)}))
    if luck is not None and abs(luck.mean) >= MUCH_LUCK[game] and luck.interval[0] * luck.interval[1] > 0:
        code = "lucky-draw" if luck.mean > 0 else "unlucky-draw"
        found.append(Note(code, {"lead": round(abs(luck.mean), 1)}))
    return tuple(found)


def is_mistake(made: Considered, game: str, much: float = 1.0) -> bool:
    """Whether a move surely gave something away, and enough of it (`much` times what a review speaks of)."""
    sure = made.behind.interval[0] > 0 and made.share_behind.interval[0] >= 0
    return sure and (made.behind.mean >= much * MATTERS_LEAD[game] or made.share_behind.mean >= much * MATTERS_SHARE)


def mistake(before: tiles.State | cards.State, move: Any, points: int, better: Any, lead: float) -> Note:
    """The sentence that says best why another move was better."""
    if isinstance(before, tiles.State):
        return next(_tiles(before, move, points, better, lead))
    return next(_cards(move, points, better, lead))


def _stands_out(second: Considered, game: str) -> bool:
    return second.behind.interval[0] > MATTERS_LEAD[game]


def _tiles(before: tiles.State, move: Any, points: int, better: Any, lead: float) -> Iterator[Note]:
    facts: dict[str, Any] = {"best": str(better), "made": points, "lead": round(lead, 1)}
    if isinstance(better, tiles.Swap):
        yield Note("better-exchange", facts | {"pieces": str(better.pieces)})
        return
    if isinstance(better, tiles.Place):
        worth = check(before.board, better, before.hands[before.to_move or 0], before.rules)
        facts |= {"points": worth.points, "lines": len(worth.lines), "cell": str(better.placements[0].cell)}
        if worth.qwirkles and not _qwirkles(before, move):
            yield Note("missed-qwirkle", facts)
        if worth.points > points and len(worth.lines) > max(1, _lines(before, move)):
            yield Note("missed-lines", facts)
        if worth.points > points:
            yield Note("missed-points", facts)
    five = _fives(before, move)
    if five and len(five) > len(_fives(before, better)):
        line, finishing = five[0]
        yield Note("left-five", facts | {"line": line, "pieces": str(finishing), "count": len(finishing)})
    yield Note("better-kept", facts)


def _qwirkles(before: tiles.State, move: Any) -> int:
    return check(before.board, move, None, before.rules).qwirkles if isinstance(move, tiles.Place) else 0


def _lines(before: tiles.State, move: Any) -> int:
    return len(check(before.board, move, None, before.rules).lines) if isinstance(move, tiles.Place) else 0


def _fives(before: tiles.State, move: Any) -> list[tuple[str, Pieces]]:
    """Lines one short of a Qwirkle after a move, with the unseen tiles that would finish each."""
    if not isinstance(move, tiles.Place):
        return []
    seat = before.to_move or 0
    board = before.board.lay(move.placements)
    kept = before.hands[seat] - move.pieces
    unseen = before.rules.box - board.pieces - kept
    found = []
    for cell, slot in board.slots.items():
        for runs in (slot.sides[:2], slot.sides[2:]):
            if sum(run.length for run in runs) != before.rules.kinds - 1:
                continue
            finishing = Pieces(
                piece for piece in ALL_PIECES if slot.accepts >> piece.index & 1 for _ in range(unseen.count(piece))
            )
            if finishing:
                found.append((str(tiles.Cell(*cell)), finishing))
    return found


def _cards(move: Any, points: int, better: Any, lead: float) -> Iterator[Note]:
    taken = len(better.taken) if isinstance(better, cards.Turn) else 0
    facts: dict[str, Any] = {"best": str(better), "made": points, "points": taken, "lead": round(lead, 2)}
    if taken > points:
        yield Note("missed-qwirkles", facts)
    if _lying(move) > _lying(better):
        yield Note("gave-qwirkle", facts)
    yield Note("other-rest", facts)


def _lying(move: Any) -> int:
    """How many cards a turn leaves on the table."""
    return sum(map(len, move.rows)) if isinstance(move, cards.Turn) else 0
