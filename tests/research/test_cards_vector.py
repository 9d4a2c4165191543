"""Observed card games on the kernel: steps, numbers and ends are those of the rules; symmetries hold."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sixfold.cards import CARDS, TINY, Rules, State
from sixfold.game import Draw
from sixfold.kernel import cards as kernel
from sixfold.kernel.cards import observing, steps
from sixfold.kernel.cards.games import HANDS, MOVER, SCORES, STOCK, STOCK_COUNT, TABLE
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.research.games.cards import Factored
from sixfold.research.symmetry import CardsSymmetry
from sixfold.research.vector import CardsVector, Observation
from tests.research.vectors import COMMIT
from tests.research.vectors import mostly_on as chosen


def hand_of(words: NDArray[np.int64], seat: int) -> Pieces:
    return Pieces.from_counts(kernel.counts(words[HANDS + 3 * seat : HANDS + 3 * seat + 3]))


def fresh(vector: CardsVector) -> None:
    """Every game stands at the beginning of a turn of which nothing is known yet."""
    marks = vector._arrays.marks
    marks[:, steps.PLAYED : steps.STEP_MARKS] = 0
    marks[:, steps.STILL] = steps.ALL_STEPS


def dealt(vector: CardsVector, game: int, rules: Rules) -> State:
    """The rules' own state of a game that was just dealt."""
    words = vector._arrays.games[game]
    state = State.start(vector.seats, rules=rules)
    for seat in range(vector.seats):
        state = state.draw(Draw(seat, hand_of(words, seat)))
    return state


def check_numbers(seen: Observation, state: State, seat: int, done: NDArray[np.int8]) -> None:
    """What is seen is the seat's view by the rules, with the steps of the unfinished turn."""
    view = state.view(seat)
    played = done[:36]
    assert seen["hand"].tolist() == [n - m for n, m in zip(view.hand.counts, played, strict=True)]
    assert seen["played"].tolist() == played.tolist()
    assert seen["taken"].tolist() == done[36:].tolist()
    assert seen["lying"].tolist() == list(view.table.counts)
    assert seen["unseen"].tolist() == list(view.unseen.counts)
    turned = [(seat + i) % state.seats for i in range(state.seats)]
    assert seen["scores"][: state.seats].tolist() == [state.scores[i] for i in turned]
    sizes = [len(state.hands[i]) for i in turned]
    assert seen["hand_sizes"][: state.seats].tolist() == [sizes[0] - played.sum(), *sizes[1:]]
    assert (seen["stock"][0], seen["seats"][0], seen["seat"][0]) == (len(state.stock), state.seats, seat)


@pytest.mark.parametrize(("seats", "rules", "games"), [(2, CARDS, 2), (4, CARDS, 1), (2, TINY, 12), (3, TINY, 12)])
def test_every_step_of_whole_games_is_what_the_rules_say(seats: int, rules: Rules, games: int) -> None:
    """The rules list every turn there is; a step is allowed exactly when one of them has all steps so far."""
    rng, turns = np.random.default_rng(seats), 0
    for seed in range(games):
        vector = CardsVector(1, seats, seed=seed, rules=rules)
        seen = vector.reset()
        state, turn = dealt(vector, 0, rules), Factored()
        turn.begin(state)
        words = vector._arrays.games[0]
        while not vector.ended[0] and turns < 400:
            row = {name: array[0] for name, array in seen.items()}
            assert row["action_mask"].tolist() == turn.mask().tolist()
            assert state.to_move is not None
            check_numbers(row, state, state.to_move, turn.done)
            action = chosen(vector, rng)
            move = turn.take(int(action[0]))
            seen, _, _, _ = vector.step(action)
            if move is not None:
                turns += 1
                state = state.play(move)
                if state.need is not None:
                    # What the kernel drew, the rules draw.
                    after = hand_of(words, state.need.seat)
                    state = state.draw(Draw(state.need.seat, after - state.hands[state.need.seat]))
                if state.outcome is None:
                    turn.begin(state)
        if vector.ended[0]:
            assert state.outcome is not None
            assert state.scores == tuple(words[SCORES : SCORES + seats].tolist())


def end_turns(vector: CardsVector) -> None:
    """Play on in every game until all stand at the beginning of a turn at once."""
    for _ in range(200):
        seen = vector.observation
        begun = (seen["played"].sum(axis=1) > 0) | (seen["taken"].sum(axis=1) > 0)
        if not begun.any() or vector.ended.any():
            return
        # A game that waits for others goes on too: it begins a turn and ends it as soon as it may.
        mask = seen["action_mask"]
        vector.step(np.where(mask[:, COMMIT] == 1, COMMIT, mask.argmax(axis=1)))
    raise AssertionError("turns of all games never begin at once")


def test_an_observation_says_nothing_about_hidden_cards() -> None:
    for seed in range(8):
        vector, rng = CardsVector(1, seed=seed), np.random.default_rng(seed)
        vector.reset()
        for _ in range(20):
            vector.step(chosen(vector, rng))
        end_turns(vector)
        assert not vector.ended.any()
        before = {name: array.copy() for name, array in vector.observation.items()}
        (words,) = vector._arrays.games
        mover = int(words[MOVER])
        stock = words[STOCK : STOCK + words[STOCK_COUNT]]
        hidden = [*hand_of(words, 1 - mover), *(ALL_PIECES[int(kind)] for kind in stock)]
        held = len(hidden) - len(stock)
        hidden = [hidden[i] for i in rng.permutation(len(hidden))]
        words[HANDS + 3 * (1 - mover) : HANDS + 3 * (1 - mover) + 3] = kernel.planes(Pieces(hidden[:held]).counts)
        stock[:] = [piece.index for piece in hidden[held:]]
        fresh(vector)
        observing.look(vector._arrays, 0, mover)
        assert all((before[name] == array).all() for name, array in vector.observation.items())


def test_a_game_is_the_same_in_any_company() -> None:
    """Game i of many is dealt and plays on as it does alone: games share nothing but the solver's working words."""
    many = CardsVector(6, seed=40)
    alone = [CardsVector(1, seed=40 + i) for i in range(6)]
    seen = many.reset()
    ones = [one.reset() for one in alone]
    for _ in range(60):
        if many.ended.any():
            break
        # The last step that each mask allows: most Qwirkles are taken, and turns end early.
        actions = 48 - seen["action_mask"][:, ::-1].argmax(axis=1)
        seen, _, _, _ = many.step(actions)
        ones = [one.step(actions[i : i + 1])[0] for i, one in enumerate(alone)]
        for i, one in enumerate(ones):
            assert all((one[name][0] == seen[name][i]).all() for name in one)


@pytest.mark.parametrize("draw", range(6))
def test_a_renamed_game_goes_on_as_the_renamed_game(draw: int) -> None:
    """The kernel, given the renamed cards, allows the renamed steps, in the opening, later, and within turns."""
    vector, rng = CardsVector(1, seed=draw), np.random.default_rng(draw)
    vector.reset()
    for _ in range(10 * draw):
        vector.step(chosen(vector, rng))
    end_turns(vector)
    assert not vector.ended.any()
    symmetry, other = CardsSymmetry.drawn(rng), CardsVector(1)
    other._arrays.games[:], other._arrays.marks[:] = vector._arrays.games, vector._arrays.marks
    (words,) = other._arrays.games
    for place in (*range(HANDS, HANDS + 6, 3), TABLE):
        counts = np.zeros(36, dtype=int)
        counts[symmetry.kinds] = kernel.counts(words[place : place + 3])
        words[place : place + 3] = kernel.planes(counts.tolist())
    words[STOCK : STOCK + 108] = symmetry.kinds[words[STOCK : STOCK + 108]]
    fresh(other)
    observing.look(other._arrays, 0, int(words[MOVER]))
    for _ in range(12):
        wanted = symmetry.observation(vector.observation)
        assert all((wanted[name] == array).all() for name, array in other.observation.items())
        action = chosen(vector, rng)
        vector.step(action)
        other.step(symmetry.actions[action])
        if vector.ended.any():
            break
