"""Both games for OpenSpiel: importing this registers `sixfold_tiles` and `sixfold_cards`, with chance nodes.

    game = pyspiel.load_game("sixfold_tiles(players=3)")
    tiny = pyspiel.load_game("sixfold_tiles(rules=tiny-tiles/1)")

Chance draws piece by piece (action = kind 0..35). A player's action i is the i-th legal move, in the order of the
encoding `whole`. Returns are the rewards of `sixfold.research.pettingzoo`. An information state is the seat's view and
its own draws.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from sixfold import rulesets
from sixfold.extras import extra
from sixfold.fields import Json
from sixfold.pieces import ALL_PIECES, KINDS, Pieces
from sixfold.research import actions, observations
from sixfold.research.nodes import node
from sixfold.research.payoff import shared

with extra("research"):
    import pyspiel

LONGEST: Final = 5000
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


def _game_type(game: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"sixfold_{game}",
        long_name=rulesets.find(game).title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 2, "rules": rulesets.find(game).name},
    )


class _SixfoldGame(pyspiel.Game):  # type: ignore[misc]
    """What the two games have in common for OpenSpiel; each has its own type below."""

    game: str
    game_type: Any

    def __init__(self, params: Json | None = None) -> None:
        params = params or {}
        self.seats = int(params.get("players", 2))
        self.ruleset = rulesets.find(str(params.get("rules", self.game)))
        self.first = node(self.ruleset.start(self.seats, ()), ((),) * self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.MOST_MOVES,
            max_chance_outcomes=KINDS,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> SixfoldState:
        return SixfoldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
        return Observer(iig_obs_type)


class TilesGame(_SixfoldGame):
    """Qwirkle."""

    game = "tiles"
    game_type = _game_type("tiles")


class CardsGame(_SixfoldGame):
    """Qwirkle Cards."""

    game = "cards"
    game_type = _game_type("cards")


class SixfoldState(pyspiel.State):  # type: ignore[misc]
    """A state for OpenSpiel: the rules' state, and the pieces of a draw that is under way."""

    def __init__(self, game: _SixfoldGame) -> None:
        super().__init__(game)
        self.node = game.first

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or for the end."""
        player = self.node.player
        if player is not None:
            return player
        return CHANCE if self.node.outcome is None else TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self.node.actions))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player may know, as `Observer` writes it. Made in Python, because C++ would ask the first state each
        time too.
        """
        seat = self.current_player() if player is None else player
        if not 0 <= seat < len(self.node.draws):
            refused: list[float] = super().observation_tensor(seat)
            return refused
        numbers, placed = self.node.tensor(seat)
        found: list[float] = np.concatenate((numbers, placed.ravel()), dtype=np.float32).tolist()
        return found

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for every legal action. Made in Python, because copying 2,048 numbers from C++ takes longer."""
        here = self.node.player
        if here is None or player not in (None, here):
            other: list[int] = super().legal_actions_mask(self.current_player() if player is None else player)
            return other
        legal = self.node.actions
        return [1] * legal + [0] * (actions.MOST_MOVES - legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each kind of piece that can be drawn next, with its probability."""
        left = self.node.left
        total = sum(left)
        return [(kind, count / total) for kind, count in enumerate(left) if count]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SixfoldState:
        """A state that looks the same to this player, with the other hands dealt again by `View.sample`.

        What the others drew on the way is unknown. So in this state each of them has drawn exactly the hand that it
        holds.
        """
        now = self.node
        if now.state.to_move is None:
            raise ValueError("a state is resampled where a player is to move, not in the middle of a draw")
        rng = random.Random(int(probability_sampler() * 2**53))
        world = now.state.view(player).sample(rng)
        hands = [tuple(piece.index for piece in hand) for hand in world.hands]
        draws = tuple(own if seat == player else (hands[seat],) for seat, own in enumerate(now.draws))
        other: SixfoldState = self.clone()
        other.node = node(world, draws)
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"draw {ALL_PIECES[action]}"
        return str(self.node.move(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.outcome is not None

    def returns(self) -> list[float]:
        """What each seat won. All sum to 0."""
        return shared(self.node.outcome, len(self.node.draws))

    def __str__(self) -> str:
        state, drawn = self.node.state, "".join(str(ALL_PIECES[kind]) for kind in self.node.drawn)
        hands = " ".join(str(hand) or "-" for hand in state.hands)
        lying = str(state.lying)
        return f"turn {len(state.sheet)} hands {hands} drawn {drawn or '-'} table {lying or '-'} scores {state.scores}"


class Observer:
    """What a seat sees: text and numbers, from the same view that bots get."""

    def __init__(self, kind: Any) -> None:
        self.recall = kind is not None and kind.perfect_recall
        size = observations.VECTOR + 3 * observations.BOX
        self.tensor: Any = None if self.recall else np.zeros(size, np.float32)
        self.dict: Json = {} if self.recall else {"observation": self.tensor}

    def set_from(self, state: SixfoldState, player: int) -> None:
        """Write what this player may know into the tensor."""
        if self.tensor is None:
            return
        self.tensor[: observations.VECTOR], placed = state.node.tensor(player)
        self.tensor[observations.VECTOR :] = placed.ravel()

    def string_from(self, state: SixfoldState, player: int) -> str:
        """What this player may know, as JSON text."""
        seen = state.node.state.view(player).to_json()
        if self.recall:
            seen["draws"] = [str(Pieces(ALL_PIECES[kind] for kind in drawn)) for drawn in state.node.draws[player]]
        return json.dumps(seen, separators=(",", ":"))


for _game in (TilesGame, CardsGame):
    pyspiel.register_game(_game.game_type, _game)
