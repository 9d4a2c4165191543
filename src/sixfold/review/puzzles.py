"""Puzzles from real games: find the best play (tiles), find the regrouping that takes most Qwirkles (cards).

`mine` finds them in self-play, where one move is far better than the next; the mined ones are shipped as JSON. The
puzzle of a day is the same for everyone. Answers to card puzzles are judged by the rules, so any way that does it is
right.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final

from sixfold import cards, tiles
from sixfold.dealer import Dealer, settle
from sixfold.errors import NotationError, SixfoldError
from sixfold.pieces import Pieces

GAMES: Final = ("tiles", "cards")
FIRST_DAY: Final = date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle: a position, and the best moves with what they are worth (tiles), or the most Qwirkles (cards)."""

    game: str
    number: int
    position: dict[str, Any]
    answers: tuple[tuple[str, float], ...]

    def question(self) -> dict[str, Any]:
        """What the player sees: no answer."""
        return {"game": self.game, "number": self.number, "of": len(_shipped(self.game)), **self.position}

    def judge(self, words: str) -> dict[str, Any]:
        """Whether a move solves it, in the rules' words if it is not legal; the solution comes along."""
        told: dict[str, Any] = {"solution": self.answers[0][0], "best": [list(answer) for answer in self.answers]}
        try:
            return told | (self._tiles(words) if self.game == "tiles" else self._cards(words))
        except SixfoldError as error:
            why = {"clause": getattr(error, "clause", None), "reason": getattr(error, "reason", None)}
            return {"legal": False, "code": error.code, "message": error.message, "facts": error.facts, **why}

    def _tiles(self, words: str) -> dict[str, Any]:
        board = tiles.Board.parse(self.position["board"])
        place = tiles.Place.parse(words)
        worth = tiles.check(board, place, Pieces.parse(self.position["hand"]))
        known = dict(self.answers)
        behind = self.answers[0][1] - known[str(place)] if str(place) in known else None
        return {"legal": True, "points": worth.points, "right": behind is not None and behind < 0.5, "behind": behind}

    def _cards(self, words: str) -> dict[str, Any]:
        turn = cards.parse_move(words)
        if not isinstance(turn, cards.Turn):
            raise NotationError("a puzzle wants a turn: rows and Qwirkles", code="notation/move")
        table = cards.Table.parse(self.position["rows"])
        played = cards.check(table, Pieces.parse(self.position["hand"]), turn)
        return {"legal": True, "points": played.qwirkles, "right": played.qwirkles >= self.position["qwirkles"]}


@cache
def _shipped(game: str) -> tuple[Puzzle, ...]:
    source = files("sixfold.review").joinpath("mined", f"{game}.json")
    found = json.loads(source.read_text("utf-8"))["puzzles"]
    return tuple(
        Puzzle(game, number, one["position"], tuple((move, float(lead)) for move, lead in one["answers"]))
        for number, one in enumerate(found)
    )


def find(game: str, which: str) -> Puzzle:
    """A puzzle by its number, by a day (2026-11-16), or that of `today`."""
    if game not in GAMES:
        raise NotationError(
            f"there are no puzzles for {game[:20]!r}: there are {', '.join(GAMES)}", code="notation/game"
        )
    known = _shipped(game)
    if which.isascii() and which.isdigit() and len(which) < 7:
        return known[int(which) % len(known)]
    try:
        day = date.today() if which == "today" else date.fromisoformat(which)
    except ValueError:
        raise NotationError(f"{which[:20]!r} is neither a day nor a number", code="notation/day") from None
    return known[(day - FIRST_DAY).days % len(known)]


# Mining ----------------------------------------------------------------------------------------------------------


def mine(game: str, seed: int) -> Iterator[dict[str, Any]]:
    """Puzzles from one game after another, without end."""
    number = 0
    while True:
        yield from _mine_tiles(seed + number) if game == "tiles" else _mine_cards(seed + number)
        number += 1


def _played(game: str, seed: int) -> Iterator[Any]:
    """The states of a game between two players of the same kind, before every move."""
    from sixfold import bots

    rng = random.Random(seed)
    player = bots.find(game, "thoughtful" if game == "tiles" else "greedy")(seed)
    start: Any = (tiles.State if game == "tiles" else cards.State).start(2)
    state, _, dealer = settle(start, Dealer.from_seed(rng.randbytes(64)))
    while state.outcome is None:
        yield state
        move = player.choose(state.view(state.to_move), bots.Budget(rollouts=200)).move
        state, _, dealer = settle(state.play(move), dealer)


def _mine_tiles(seed: int) -> Iterator[dict[str, Any]]:
    """Positions where the best play is at least four points of lead ahead of the next."""
    from sixfold import bots

    champion = bots.find("tiles", "champion")(seed)
    for turn, state in enumerate(_played("tiles", seed)):
        if turn < 6 or turn % 4 or not state.bag_count:
            continue
        view = state.view(state.to_move)
        best = champion.choose(view, bots.Budget(rollouts=6000))
        ranked = [one for one in best.alternatives if isinstance(one.move, tiles.Place)]
        if len(ranked) < 3 or ranked[0].move != best.move or ranked[0].value - ranked[1].value < 4:
            continue
        position = {
            "board": str(view.board),
            "hand": str(view.hand),
            "scores": [view.scores[view.seat], view.scores[1 - view.seat]],
            "bag": view.bag_count,
        }
        yield {"position": position, "answers": [[str(one.move), round(one.value, 1)] for one in ranked]}


def _mine_cards(seed: int) -> Iterator[dict[str, Any]]:
    """Tables where Qwirkles can be taken only by regrouping: no row on the table needs just cards of the hand."""
    for turn, state in enumerate(_played("cards", seed)):
        if turn < 4:
            continue
        view = state.view(state.to_move)
        solved = cards.best(view.table, view.hand)
        if solved is None or solved.qwirkles == 0 or _simple(view):
            continue
        position = {
            "rows": [str(row) for row in view.table],
            "hand": str(view.hand),
            "qwirkles": solved.qwirkles,
            "bag": view.bag_count,
        }
        yield {"position": position, "answers": [[str(cards.Turn(solved.rows, solved.taken)), solved.qwirkles]]}


def _simple(view: cards.View) -> bool:
    """Whether some row can be completed from the hand alone, or the hand holds a Qwirkle."""
    held = set(view.hand.distinct())
    for row in (*view.table, ()):
        lying = set(row)
        for line in _lines():
            if lying <= line and line - lying <= held:
                return True
    return False


@cache
def _lines() -> tuple[frozenset[Any], ...]:
    from sixfold.pieces import ALL_PIECES

    by_color = [frozenset(p for p in ALL_PIECES if p.color == n) for n in range(6)]
    return (*by_color, *(frozenset(p for p in ALL_PIECES if p.shape == n) for n in range(6)))
