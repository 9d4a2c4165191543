"""The card game through the TypeScript door in Node: the same verdicts, solutions, states and views as the rules give.

C1 to C16. Every answer is compared as text, as other programs would read it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sixfold.cards import CARDS, Pass, Redraw, State, Table, Turn, most_qwirkles, parse_move
from sixfold.cards.moves import could_join
from sixfold.cards.solver import afterstates, best, can_play
from sixfold.pieces import Pieces
from sixfold.server.judge import judge
from sixfold.server.wire import Check
from tests.scale import scale
from tests.twin.door import Door, Twins
from tests.twin.test_cards_why import some_cards, some_turn

ILLEGAL = json.loads((Path(__file__).parents[2] / "spec" / "illegal" / "cards.json").read_text(encoding="utf-8"))


class CardTwins(Twins):
    """A card game on both sides."""

    game = "cards"
    pool = "stock"

    def __init__(self, door: Door, seats: int, ages: tuple[int | None, ...]) -> None:
        super().__init__(door, State.start(seats, ages), door.get("cards.start", seats, list(ages)))

    def look(self, rng: random.Random) -> None:
        """What the seat to move may ask: drafts, solutions, and what is refused."""
        view = self.state.view(self.state.to_move)
        table, hand = [*map(str, view.table)], str(view.hand)
        if not view.opens:
            self.solve(view.table, view.hand)
        assert self.door.get("cards.forced", view.to_json()) == [*map(str, view.forced_moves())]
        assert self.door.get("cards.least", view.to_json()) == str(view.least())
        stacks = [[*map(str, stack)] for stack in view.stacks]
        position = {"table": table, "hand": hand, "stacks": stacks, "opens": view.opens}
        turns = [some_turn(rng, view.table, view.hand) for _ in range(4)]
        best_turn = view.best()
        for turn in (*turns, *([best_turn] if best_turn else [])):
            rows, taken = [*map(str, turn.rows)], [*map(str, turn.taken)]
            told = judge(view, Check(id="x", rows=rows, taken=taken)).told
            answer = self.door.get("cards.judge", position, rows, taken)
            draft: Any = told.draft
            assert (answer["legal"], answer["played"]) == (told.legal, draft.played)
            assert [(lane["row"], lane["state"], lane["facts"]) for lane in answer["lanes"]] == [
                (lane.row, lane.state, lane.facts) for lane in draft.lanes
            ]
            if told.refusal is not None:
                assert answer["refusal"]["code"] == told.refusal.code
                assert (answer["refusal"]["reason"], answer["refusal"]["facts"]) == (
                    told.refusal.reason,
                    told.refusal.facts,
                )
            else:
                assert answer["qwirkles"] == draft.qwirkles
            self.try_out("play", turn)
        for move in (Redraw(), Pass()):
            self.try_out("play", move)
        chosen = rng.choice(list(view.hand)) if view.hand else None
        if chosen is not None:
            fits = [could_join([chosen], row, CARDS) for row in view.table]
            assert self.door.get("cards.fits", table, str(chosen)) == fits

    def solve(self, table: Table, hand: Pieces) -> None:
        """The same best, told by a turn that is legal and does as much."""
        rows, held = [*map(str, table)], str(hand)
        wanted = best(table, hand)
        assert self.door.get("cards.canPlay", rows, held) == can_play(table, hand)
        assert self.door.get("cards.mostQwirkles", rows, held) == most_qwirkles(table, hand)
        found = self.door.get("cards.solve", rows, held)
        if wanted is None:
            assert found is None
            return
        assert (found["qwirkles"], len(found["played"])) == (wanted.qwirkles, len(str(wanted.played)))
        assert self.door.get("cards.judge", {"table": rows, "hand": held}, found["rows"], found["taken"])["legal"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_agree_turn_by_turn(door: Door, seats: int) -> None:
    for number in range(scale(1, 60)):
        rng = random.Random(100 * seats + number)
        twins = CardTwins(door, seats, tuple(rng.choice((None, 7, 50)) for _ in range(seats)))
        while (state := twins.state).outcome is None:
            if state.need is not None:
                twins.step("draw", 1, Pieces(some_cards(rng, state.bag, state.need.count)))
                if twins.state is state:
                    pieces = Pieces(rng.sample(list(state.bag), state.need.count))
                    assert twins.step("draw", state.need.seat, pieces)
                continue
            twins.look(rng)
            view = state.view(state.to_move)
            move = view.least() if rng.random() < 0.4 else (view.best() or view.least())
            assert twins.step("play", move)


def test_lists_of_turns_are_the_rules_lists(door: Door) -> None:
    """Every distinct result, one arrangement each, in order."""
    for table, hand in (
        ("RoRsRd", "RcRtGoBo"),
        ("RoRsRdRcRt OoYoGo", "RxBoPoRo"),
        ("RoRsRd RcRtRx OoYoGo", "RoBoPoOsOd"),
        ("", "RoRsRdRcRtRx"),
    ):
        rows = Table.parse(table)
        found = door.get("cards.turns", [*map(str, rows)], hand)
        state_turns = [turn_text(rows, after) for after in afterstates(rows, Pieces.parse(hand))]
        assert found == state_turns
        assert len(found) > 1


def turn_text(table: Table, after: Any) -> str:
    from sixfold.cards.solver import arrange

    return str(Turn(arrange(after.left) or (), after.taken))


@pytest.mark.parametrize(
    "case", [case for case in ILLEGAL if case.get("ruleset", "cards/1") == "cards/1"], ids=lambda case: case["name"]
)
def test_the_refusals_of_the_specification(door: Door, case: dict[str, Any]) -> None:
    if "steps" not in case:
        turn = Turn.parse(case["move"])
        position = {"table": [*map(str, Table.parse(case["table"]))]} | (
            {"hand": case["hand"]} if "hand" in case else {}
        )
        refusal = door.get("cards.judge", position, [*map(str, turn.rows)], [*map(str, turn.taken)])["refusal"]
    else:
        there = door.get("cards.start", case["seats"], case.get("ages", []))
        for text in case["steps"]:
            there = act(door, there, text)["is"]
        refusal = act(door, there, case["last"])["refused"]
    assert (refusal["clause"], refusal["reason"], refusal["facts"]) == (case["clause"], case["reason"], case["facts"])


def act(door: Door, there: Any, text: str) -> dict[str, Any]:
    word, _, rest = text.partition(" ")
    if word == "draw":
        seat, _, pieces = rest.partition(" ")
        return door.ask("cards.draw", there, int(seat), pieces)
    if word == "announce":
        return door.ask("cards.announce", there, [int(size) for size in rest.split()])
    return door.ask("cards.play", there, str(parse_move(text)))
