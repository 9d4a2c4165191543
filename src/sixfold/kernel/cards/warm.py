"""What has to be compiled for the card game, step by step, for `sixfold warm` and for the first start."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from sixfold.cards import CARDS, Table
from sixfold.kernel import cards
from sixfold.kernel.cards import games
from sixfold.kernel.cards.thinking import ahead, policy, value
from sixfold.pieces import Pieces

_TABLE: Final = Table.parse("RoRsRd").counts
_HAND: Final = Pieces.parse("RcRtRxGdBdPdOsYs")


def _solve() -> None:
    cards.can_play(_TABLE, _HAND)
    cards.most_qwirkles(_TABLE, _HAND)
    cards.best(_TABLE, _HAND)


def _afterstates() -> None:
    cards.arrange(_TABLE)
    cards.afterstates(_TABLE, Pieces.parse("RcRt"))


def _games() -> None:
    cards.play_games(1, 2, 0)
    games.turn(_game(), cards.workspace(), np.zeros((8, 8), dtype=np.int64), games.GREEDY)


def _value() -> None:
    rows, ask = np.zeros((4096, 8), dtype=np.int64), np.zeros(policy.ASK, dtype=np.int64)
    theta, room = np.zeros(value.WEIGHTS, dtype=np.float32), np.zeros(len(rows))
    stream = np.zeros(1, dtype=np.int64)
    policy.value_turn(_game(), cards.workspace(), theta, ask, rows, 9, 1, 1.0, stream, room, room.copy())


def _thinking() -> None:
    g = _game()
    theta = np.zeros(value.WEIGHTS, dtype=np.float32)
    ask = np.zeros(policy.ASK, dtype=np.int64)
    policy.describe(g, ask)
    rows = cards.afterstate_rows(cards.planes(_TABLE), cards.planes(_HAND.counts))
    policy.judge(theta, ask, rows, len(rows), np.zeros(len(rows)), np.zeros(len(rows)))
    chosen, total, hands = np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros((1, 3), dtype=np.int64)
    ahead.imagine(ask, 1, 0, hands)
    ahead.trial(cards.workspace(), rows, chosen, hands, total)
    ahead.futures(cards.workspace(), theta, ask, rows, chosen, 1, 0, 1, 1, 2, total)


def _game() -> cards.Words:
    """An empty game: its words are what matters."""
    g = np.zeros(games.GAME, dtype=np.int64)
    games.prepare(g, 2, 0, 0, CARDS.hand, CARDS.redraws, CARDS.copies)
    games.deal(g, CARDS.kinds, CARDS.min_row)
    return g


STEPS: Final[list[tuple[str, Callable[[], None]]]] = [
    ("cards: the solver", _solve),
    ("cards: afterstates", _afterstates),
    ("cards: whole games", _games),
    ("cards: the learned value", _value),
    ("cards: thinking ahead", _thinking),
]
