"""What has to be compiled for the card game, step by step, for `sixfold warm` and for the first start."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from sixfold.cards import CARDS, Table
from sixfold.kernel import cards, cards_games, cards_policy, cards_thinking, cards_value
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
    cards.games(1, 2, 0)
    cards_games.turn(_game(), cards.workspace(), np.zeros((8, 8), dtype=np.int64), cards_games.GREEDY)


def _value() -> None:
    rows = np.zeros((4096, 8), dtype=np.int64)
    scores = np.zeros((2, 2), dtype=np.int64)
    theta = np.zeros(cards_value.WEIGHTS, dtype=np.float32)
    cards_policy.duel(cards.workspace(), rows, 0, 0, 1, theta, 1, theta, -1, scores)


def _thinking() -> None:
    g = _game()
    theta = np.zeros(cards_value.WEIGHTS, dtype=np.float32)
    ask = np.zeros(cards_policy.ASK, dtype=np.int64)
    cards_policy.describe(g, ask)
    rows = cards.afterstate_rows(cards.planes(_TABLE), cards.planes(_HAND.counts))
    cards_policy.judge(theta, ask, rows, len(rows), np.zeros(len(rows)), np.zeros(len(rows)))
    chosen, total, hands = np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros((1, 3), dtype=np.int64)
    cards_thinking.imagine(ask, 1, 0, hands)
    cards_thinking.trial(cards.workspace(), rows, chosen, hands, total)
    cards_thinking.futures(cards.workspace(), theta, ask, rows, chosen, 1, 0, 1, 1, 2, total)


def _game() -> cards.Words:
    """An empty game: its words are what matters."""
    g = np.zeros(cards_games.GAME, dtype=np.int64)
    cards_games.prepare(g, 2, 0, 0, CARDS.hand, CARDS.redraws, CARDS.copies)
    cards_games.deal(g, CARDS.kinds, CARDS.min_row)
    return g


STEPS: Final[list[tuple[str, Callable[[], None]]]] = [
    ("cards: the solver", _solve),
    ("cards: afterstates", _afterstates),
    ("cards: whole games", _games),
    ("cards: the learned value", _value),
    ("cards: thinking ahead", _thinking),
]
