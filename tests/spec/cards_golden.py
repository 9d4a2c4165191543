"""What spec/ says about the card game and a program can write: golden games and counts.

`python -m tests.spec.cards_golden` writes them; read the difference before you keep it.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from sixfold.cards import CARDS, TINY, Rules, State, Table, solver
from sixfold.dealer import Dealer
from sixfold.game import Draw
from sixfold.pieces import Pieces
from tests.spec.files import SPEC

GAMES = ((CARDS, 2, 1), (CARDS, 3, 2), (CARDS, 4, 3), (TINY, 2, 5), (TINY, 3, 6), (TINY, 4, 7))
"""Rules, seats, number: the number makes the seed."""

POSITIONS = (
    ("nothing fits", "RoRsRd", "OcYtGx"),
    ("an empty table and three of a kind", "", "RoRsRdOcYt"),
    ("one card that fits one row", "RoRsRd", "RcYt"),
    ("a row of four lends a card", "RoRsRdRc", "YoGo"),
    ("six different ways to take six", "RoRsRd RcRtRx OoOsOd", "OcOtOxYoGoBo"),
    ("a colour and a shape that cross", "RoRsRdRcRt OoYoGoBo", "RxPoRoPs"),
    ("two copies of everything red", "RoRsRd RcRtRx RoRsRd RcRtRx", "RoRsOoYoGoBoPo"),
    ("a table of sixteen", "RoRsRd OoOsOd YoYsYd GoGsGdGc BoYoGo", "RcOcYcBcPc"),
)


def name(rules: Rules, seats: int, number: int) -> str:
    return f"{rules.name.partition('/')[0]}-{seats}-{number}.txt"


def written(rules: Rules, seats: int, number: int) -> Iterator[str]:
    """Every step of a game and where it led, line by line."""
    ages = [(5 * number + 13 * seat) % 60 for seat in range(seats)]
    state = State.start(seats, ages, rules)
    seed = hashlib.sha512(f"{rules.name} {seats} {number}".encode()).digest()
    dealer = Dealer.from_seed(seed)
    yield f"{rules.name}, ages {ages}, seed {seed.hex()}"
    turn = 0
    while state.outcome is None:
        if state.need is not None:
            draw, dealer = dealer.deal(state.need, rules.box)
            state = state.draw(draw)
            yield f"draw {draw.seat} {draw.pieces}"
            continue
        seat, forced = state.to_move, state.forced_moves()
        assert seat is not None
        turn += 1
        chosen = int(hashlib.sha256(f"{seed.hex()} {turn}".encode()).hexdigest(), 16)
        # One of the openings, what a stuck player must do, or one of the first turns in order.
        choices = forced or tuple(islice(state.turns(), 1 + chosen % 7))
        solved = None if state.opens else solver.best(state.table, state.hands[seat], rules)
        most = "stuck" if forced and not state.opens else "opens" if solved is None else f"best {solved.qwirkles}"
        if solved is not None:
            most += f" with {len(solved.played)} cards"
        move = choices[chosen % len(forced)] if forced else choices[-1]
        state = state.play(move)
        yield f"seat {seat} {most}: {move}"
        yield f"  Qwirkles {' '.join(map(str, state.scores))}, stock {state.bag_count}, turns left {state.last_turns}"
    yield f"table {state.table}"
    yield f"hands {' '.join(str(hand) or '-' for hand in state.hands)}"
    yield f"over by {state.outcome.reason}, winners {' '.join(map(str, state.outcome.winners))}"


def counted(table: str, hand: str) -> dict[str, Any]:
    """How many distinct results a turn can have, by Qwirkles taken and by cards played, and a hash of them in order."""
    found = list(solver.afterstates(Table.parse(table), Pieces.parse(hand)))
    lines = [
        f"{after.played} {'+'.join(map(str, after.taken)) or '-'} {Pieces.from_counts(after.left)}" for after in found
    ]
    return {
        "results": len(found),
        "by_qwirkles": sorted(Counter(len(after.taken) for after in found).items()),
        "by_cards": sorted(Counter(len(after.played) for after in found).items()),
        "sha256": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
    }


def nexts(state: State) -> Iterator[State]:
    """Every state that the rules allow next: each distinct draw, each distinct result of a turn."""
    if state.need is not None:
        for drawn in dict.fromkeys(Pieces(some) for some in combinations(state.stock, state.need.count)):
            yield state.draw(Draw(state.need.seat, drawn))
    elif state.to_move is not None:
        for move in state.forced_moves() or state.turns():
            yield state.play(move)


def perft(rules: Rules, seats: int, depth: int) -> list[int]:
    """The number of ways a game can go, to each depth, from the start."""
    level: Counter[State] = Counter({State.start(seats, rules=rules): 1})
    totals = []
    for _ in range(depth):
        following: Counter[State] = Counter()
        for state, ways in level.items():
            for after in nexts(state):
                following[after] += ways
        totals.append(following.total())
        level = following
    return totals


def main() -> None:
    for game in GAMES:
        (SPEC / "playthroughs" / name(*game)).write_text("\n".join(written(*game)) + "\n", encoding="utf-8")
    turns = [{"name": n, "ruleset": "cards/1", "table": t, "hand": h} | counted(t, h) for n, t, h in POSITIONS]
    depths = {2: 5, 3: 4, 4: 4}
    games = [{"ruleset": TINY.name, "seats": s, "counts": perft(TINY, s, depth)} for s, depth in depths.items()]
    lines = {"turns": turns, "games": games}
    text = ",\n".join(
        f'"{key}": [\n' + ",\n".join(json.dumps(one) for one in value) + "\n]" for key, value in lines.items()
    )
    (SPEC / "perft" / "cards.json").write_text("{\n" + text + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
