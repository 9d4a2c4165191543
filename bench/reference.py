"""How fast the readable rules are: greedy games of both kinds per CPU-second, no kernel. `python bench/reference.py`

The greedy player takes the first listed play, the one with the most points, and exchanges all it can when it has none.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from typing import Any

from sixfold import cards, rulesets, tiles
from sixfold.dealer import Dealer, settle
from sixfold.pieces import Pieces


def play(ruleset: str, seats: int, number: int) -> Any:
    """One game to its end."""
    dealer = Dealer.from_seed(hashlib.sha512(f"reference {number}".encode()).digest())
    state, _, dealer = settle(rulesets.find(ruleset).start(seats), dealer)
    while state.outcome is None:
        move = tile_move(state) if isinstance(state, tiles.State) else card_move(state)
        state, _, dealer = settle(rulesets.play(state, move), dealer)
    return state


def tile_move(state: tiles.State) -> tiles.Move:
    if found := state.plays():
        return found[0].place
    assert state.to_move is not None
    most = min(state.bag_count, state.rules.hand)
    return tiles.Swap(Pieces(list(state.hands[state.to_move])[:most])) if most else tiles.Pass()


def card_move(state: cards.State) -> cards.Move:
    turn = state.view(state.to_move).best()
    return turn if turn is not None else state.legal_moves()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="tile games; a tenth as many card games")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    answer: dict[str, float] = {}
    for ruleset, games in (("tiles", options.games), ("cards", max(1, options.games // 10))):
        start = time.process_time()
        ended = [play(ruleset, 2, number) for number in range(games)]
        spent = time.process_time() - start
        answer[f"{ruleset}_reference_games_per_cpu_s"] = round(games / spent, 2)
        answer[f"{ruleset}_mean_score"] = round(sum(sum(state.scores) / 2 for state in ended) / games, 2)
        answer[f"{ruleset}_mean_turns"] = round(sum(len(state.sheet) for state in ended) / games, 2)
    for name, value in answer.items():
        print(f"{name:<40} {value}")
    if options.json:
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
