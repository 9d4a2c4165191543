"""Playing card games in tests: random draws and random or best turns, step by step."""

import random
from collections.abc import Iterator

from sixfold.cards import CARDS, Move, Pass, Rules, State, Turn, parse_move, solver
from sixfold.game import Draw
from sixfold.pieces import Pieces


def random_draw(state: State, rng: random.Random) -> Draw:
    """What an honest stock could give."""
    assert state.need is not None
    return Draw(state.need.seat, Pieces(rng.sample(list(state.stock), state.need.count)))


def random_move(state: State, rng: random.Random) -> Move:
    """A legal move: sometimes as few cards as possible, sometimes the best turn, sometimes what must be."""
    forced = state.forced_moves()
    if forced:
        return rng.choice(forced)
    assert state.to_move is not None
    hand = state.hands[state.to_move]
    part = Pieces(rng.sample(list(hand), rng.randint(1, len(hand)))) if rng.random() < 0.7 else hand
    found = solver.best(state.table, part, state.rules) or solver.best(state.table, hand, state.rules)
    assert found is not None
    return Turn(found.rows, found.taken)


def play_out(rng: random.Random, seats: int, rules: Rules = CARDS) -> Iterator[State]:
    """Every state of one random game; it breaks off where nobody has played a card for ten rounds.

    That can happen when the stock is as small as a hand and nothing fits anything: hands and stock then go round for
    ever (C11). Of the tiny game's nine cards this is not rare; in the real game it has not been seen.
    """
    ages = [rng.choice([None, 5, 8, 8, 40]) for _ in range(seats)]
    state = State.start(seats, ages, rules)
    yield state
    while state.outcome is None and not goes_round(state):
        state = state.draw(random_draw(state, rng)) if state.need else state.play(random_move(state, rng))
        yield state


def goes_round(state: State) -> bool:
    """Whether everyone has passed ten times in a row."""
    last = state.sheet[-10 * state.seats :]
    return len(last) == 10 * state.seats and all(isinstance(entry.move, Pass) for entry in last)


def dealt(*hands: str, ages: tuple[int | None, ...] = (), rules: Rules = CARDS) -> State:
    """A game after these hands were dealt."""
    state = State.start(len(hands), ages, rules)
    for seat, hand in enumerate(hands):
        state = state.draw(Draw(seat, Pieces.parse(hand)))
    return state


def after(state: State, *steps: str) -> State:
    """The state after these moves, and draws written as `draw RoRs`."""
    for step in steps:
        if step.startswith("draw "):
            assert state.need is not None, step
            state = state.draw(Draw(state.need.seat, Pieces.parse(step.removeprefix("draw "))))
        else:
            state = state.play(parse_move(step))
    return state
