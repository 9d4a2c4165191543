"""Golden playthroughs: whole games, dealt from a seed and played by a rule that any language can follow.

`python -m tests.spec.playthrough` writes them to spec/playthroughs/; read the difference before you keep it.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from sixfold import rulesets, tiles
from sixfold.dealer import Dealer
from tests.spec.files import SPEC

GAMES = (
    *(("tiles", 2, 1), ("tiles", 3, 2), ("tiles", 4, 3)),
    *(("tiny-tiles/1", 2, 4), ("tiny-tiles/1", 3, 5)),
    *(("tiles-short/1", 2, 6), ("tiles-short/1", 3, 7), ("tiles-short/1", 4, 8)),
    *(("tiles-100/1", 2, 9), ("tiles-100/1", 3, 10), ("tiles-100/1", 4, 11)),
)
"""Rule set, seats, number: the number makes the seed."""


def name(ruleset: str, seats: int, number: int) -> str:
    return f"{ruleset.partition('/')[0]}-{seats}-{number}.txt"


def written(ruleset: str, seats: int, number: int) -> Iterator[str]:
    """Every step of a game and where it led, line by line."""
    found = rulesets.find(ruleset)
    ages = [(7 * number + 31 * seat) % 90 for seat in range(seats)]
    state = found.start(seats, ages)
    seed = hashlib.sha512(f"{found.name} {seats} {number}".encode()).digest()
    dealer = Dealer.from_seed(seed)
    yield f"{found.name}, ages {ages}, seed {seed.hex()}"
    turn = 0
    while state.outcome is None:
        if state.need is not None:
            draw, dealer = dealer.deal(state.need, state.rules.box)
            state = state.draw(draw)
            yield f"draw {draw.seat} {draw.pieces}"
            continue
        seat, moves = state.to_move, state.legal_moves()
        listed = "\n".join(map(str, moves))
        turn += 1
        # Mostly one of the best moves, now and then any: a game with plays, exchanges and an end.
        chosen = int(hashlib.sha256(f"{seed.hex()} {turn}".encode()).hexdigest(), 16)
        move = moves[chosen % (len(moves) if turn % 7 == 0 else min(3, len(moves)))]
        state = rulesets.play(state, move)
        yield f"seat {seat} of {len(moves)} moves, sha256 {hashlib.sha256(listed.encode()).hexdigest()[:16]}: {move}"
        yield f"  {state.sheet[-1].points} points, {', '.join(why(part) for part in state.sheet[-1].parts) or '-'}"
        yield f"  scores {' '.join(map(str, state.scores))}, bag {state.bag_count}"
    assert isinstance(state, tiles.State)
    yield f"board {state.board}"
    yield f"hands {' '.join(str(hand) or '-' for hand in state.hands)}"
    yield f"over by {state.outcome.reason}, winners {' '.join(map(str, state.outcome.winners))}"


def why(part: Any) -> str:
    return f"{part.clause} {part.points}" + (f" ({part.line})" if part.line else "")


if __name__ == "__main__":
    for game in GAMES:
        (SPEC / "playthroughs" / name(*game)).write_text("\n".join(written(*game)) + "\n", encoding="utf-8")
