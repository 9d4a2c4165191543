"""Hypothesis strategies for pieces, hands, tile boards and states of either game. They need the `hypothesis` package.

Positions come from random legal games, so that every one of them can happen; fewer steps are the simpler example.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from hypothesis import strategies as st

from sixfold import cards, rulesets, tiles
from sixfold.game import Draw
from sixfold.pieces import ALL_PIECES, Piece, Pieces
from sixfold.rulesets import AnyMove, AnyState


def kinds() -> st.SearchStrategy[Piece]:
    """One of the 36 kinds."""
    return st.sampled_from(ALL_PIECES)


def hands(min_size: int = 0, max_size: int = 6, copies: int = 3, unknown: int = 0) -> st.SearchStrategy[Pieces]:
    """A multiset with at most `copies` of a kind, and up to `unknown` pieces that are not known."""
    box = [piece for piece in ALL_PIECES for _ in range(copies)]
    numbers = st.lists(st.sampled_from(range(len(box))), min_size=min_size, max_size=max_size, unique=True)
    return st.builds(
        lambda chosen, hidden: Pieces((box[one] for one in chosen), hidden), numbers, st.integers(0, unknown)
    )


def cells(most: int = 30) -> st.SearchStrategy[tiles.Cell]:
    """Cells near the middle."""
    return st.builds(tiles.Cell, st.integers(-most, most), st.integers(-most, most))


def placements() -> st.SearchStrategy[tiles.Placement]:
    """Some tile on some cell near the middle."""
    return st.builds(tiles.Placement, cells(), kinds())


def states(
    ruleset: str = "tiles/1", seats: st.SearchStrategy[int] | None = None, steps: int = 120
) -> st.SearchStrategy[Any]:
    """A state of a random game, at most `steps` draws and moves from its start."""
    return st.builds(
        lambda seats, steps, seed: random_state(ruleset, seats, steps, random.Random(seed)),
        seats or st.integers(2, 4),
        st.integers(0, steps),
        st.integers(0, 2**32),
    )


def random_state(ruleset: str, seats: int, steps: int, rng: random.Random) -> Any:
    """The state after some random steps, or the end if it comes first."""
    state = rulesets.find(ruleset).start(seats, [rng.choice((None, 7, 30, 30, 70)) for _ in range(seats)])
    for _ in range(steps):
        if state.outcome is not None:
            break
        state = random_step(state, rng)
    return state


def random_step(state: AnyState, rng: random.Random) -> Any:
    """A random draw or move: mostly a play, where there is one."""
    if state.need is not None:
        return state.draw(Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count))))
    return rulesets.play(state, _MOVES[rulesets.find(state.rules.name).game](state, rng))


def _tile_move(state: tiles.State, rng: random.Random) -> tiles.Move:
    if rng.random() < 0.9 and (plays := state.plays()):
        return rng.choice(plays).place
    return rng.choice(state.legal_moves())


def _card_move(state: cards.State, rng: random.Random) -> cards.Move:
    return rng.choice(state.forced_moves() or tuple(islice(state.turns(), 20)))


_MOVES: Final[Mapping[str, Callable[[Any, random.Random], AnyMove]]] = {"tiles": _tile_move, "cards": _card_move}


def positions(max_tiles: int = 60) -> st.SearchStrategy[tuple[tiles.Board, Pieces]]:
    """A board of a random tile game, and a hand that could be held beside it."""

    def made(seed: int, most: int) -> tuple[tiles.Board, Pieces]:
        rng = random.Random(seed)
        state = random_state("tiles/1", 2, 2, rng)
        while state.outcome is None and len(state.board) < most:
            state = random_step(state, rng)
        left = list(tiles.TILES.box - state.board.pieces)
        return state.board, Pieces(rng.sample(left, min(6, len(left))))

    return st.builds(made, st.integers(0, 2**32), st.integers(0, max_tiles))
