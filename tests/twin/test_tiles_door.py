"""The tile game through the TypeScript door in Node: the same lists, verdicts, states and views as the rules give.

T1 to T21. Every answer is compared as text, as other programs would read it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sixfold.pieces import Pieces
from sixfold.server.judge import judge
from sixfold.server.wire import Check
from sixfold.tiles import BY_NAME, TILES, Pass, Place, State, Swap
from sixfold.tiles.notation import Move, parse_move
from sixfold.tiles.rules import Rules
from tests.scale import scale
from tests.twin.door import Door, Twins
from tests.twin.test_tiles_why import some_pieces, some_place

ILLEGAL = json.loads((Path(__file__).parents[2] / "spec" / "illegal" / "tiles.json").read_text(encoding="utf-8"))


class TileTwins(Twins):
    """A tile game on both sides."""

    game = "tiles"
    pool = "bag"

    def __init__(self, door: Door, seats: int, ages: tuple[int | None, ...], rules: Rules = TILES) -> None:
        there = door.get("tiles.start", seats, list(ages), rules.name)
        super().__init__(door, State.start(seats, ages, rules), there)

    def look(self, rng: random.Random) -> None:
        """What the seat to move may ask: its plays, drafts, and what is refused."""
        seat = self.state.to_move
        assert seat is not None
        view = self.state.view(seat)
        board, hand, rules = str(view.board), str(view.hand), view.rules.name
        found = [[str(play.place), play.points, play.qwirkles] for play in view.plays()]
        assert self.door.get("tiles.plays", board, hand, rules) == found
        assert self.door.get("tiles.canPlay", board, hand, rules) == bool(found)
        assert self.door.get("tiles.least", view.to_json()) == str(view.least())
        drafts = [some_place(rng, view.board, view.hand) for _ in range(4)]
        drafts += [Place.parse(rng.choice(found)[0])] if found else []
        for draft in drafts:
            told = judge(view, Check(id="x", play=str(draft))).told
            answer = self.door.get("tiles.judge", board, str(draft), hand, view.bag_count, rules)
            assert answer["legal"] == told.legal
            if told.legal:
                worth: Any = told.draft
                assert (answer["points"], answer["qwirkles"]) == (worth.points, worth.qwirkles)
                assert [tuple(part) for part in answer["parts"]] == worth.parts
                for mine, theirs in zip(answer["lines"], worth.lines, strict=True):
                    assert mine == {name: getattr(theirs, name) for name in mine}
            else:
                assert told.refusal is not None
                assert {**answer["refusal"], "message": told.refusal.message} == {
                    name: getattr(told.refusal, name) for name in answer["refusal"]
                }
        for move in (Swap(some_pieces(rng, view.hand)), Pass(), *drafts[:2]):
            self.try_out("play", move)


@pytest.mark.parametrize(
    ("name", "seats"),
    [*(("tiles/1", n) for n in (2, 3, 4)), ("tiles-short/1", 2), ("tiles-100/1", 2), ("tiles-100/1", 3)],
)
def test_games_agree_turn_by_turn(door: Door, name: str, seats: int) -> None:
    for number in range(scale(1, 100)):
        rng = random.Random(100 * seats + number)
        twins = TileTwins(door, seats, tuple(rng.choice((None, 7, 50)) for _ in range(seats)), BY_NAME[name])
        while (state := twins.state).outcome is None:
            if state.need is not None:
                twins.step("draw", 1, Pieces(some_pieces(rng, state.bag)))
                if twins.state is state:
                    pieces = Pieces(rng.sample(list(state.bag), state.need.count))
                    assert twins.step("draw", state.need.seat, pieces)
                continue
            twins.look(rng)
            moves = state.legal_moves()
            move: Move = moves[0] if rng.random() < 0.8 else rng.choice(moves)
            assert twins.step("play", move)
        if twins.state.rules.target:
            assert twins.there["outcome"]["reason"] == "T21"


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["name"])
def test_the_refusals_of_the_specification(door: Door, case: dict[str, Any]) -> None:
    rules = case.get("ruleset", "tiles/1")
    if "steps" not in case:
        asked = ["tiles.judge", case["board"], case["move"]]
        # JSON has no `undefined`: a hand that is not asked about can only be left out.
        refusal = door.get(*asked, *((case["hand"], 1, rules) if "hand" in case else ()))["refusal"]
    else:
        there = door.get("tiles.start", case["seats"], case.get("ages", []), rules)
        for text in case["steps"]:
            there = act(door, there, text)["is"]
        refusal = act(door, there, case["last"])["refused"]
    told = (refusal["clause"], refusal["reason"], refusal["facts"])
    assert told == (case["clause"], case["reason"], case["facts"])


def act(door: Door, there: Any, text: str) -> dict[str, Any]:
    word, _, rest = text.partition(" ")
    if word == "draw":
        seat, _, pieces = rest.partition(" ")
        return door.ask("tiles.draw", there, int(seat), pieces)
    if word == "announce":
        return door.ask("tiles.announce", there, [int(size) for size in rest.split()])
    return door.ask("tiles.play", there, str(parse_move(text)))
