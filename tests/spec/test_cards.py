"""The card game against spec/: worked turns, whole games, refusals, counts of results."""

import ast
from pathlib import Path
from typing import Any

import pytest

from sixfold.cards import CARDS, Row, Rules, State, Table, Turn, check, lanes, solver
from sixfold.cards.rules import BY_NAME
from sixfold.errors import IllegalMove
from sixfold.pieces import Pieces
from tests.scale import scale
from tests.spec.cards_golden import GAMES, counted, name, perft, written
from tests.spec.files import SPEC, load
from tests.spec.game import played, step

CODE = Path(__file__).parents[2] / "src" / "sixfold" / "cards"
EXAMPLES = load("examples/cards.json")
ILLEGAL = load("illegal/cards.json")
PERFT = load("perft/cards.json")


@pytest.mark.parametrize("turn", EXAMPLES["worked"], ids=lambda turn: turn["name"])
def test_worked_turn(turn: dict[str, Any]) -> None:
    """The printed examples: the cards played follow from the rows before and after."""
    table, hand = Table.parse(turn["table"]), Pieces.parse(turn["hand"])
    done = check(table, hand, Turn(tuple(map(Row.parse, turn["rows"])), tuple(map(Row.parse, turn["taken"]))))
    assert (str(done.pieces), done.qwirkles) == (turn["played"], len(turn["taken"]))
    solved = solver.best(table, hand)
    assert solved is not None
    assert (solved.qwirkles, len(solved.played)) >= (done.qwirkles, len(done.pieces))
    refused = turn.get("refused")
    if refused:
        (lane,) = lanes([Row.parse(refused["row"])])
        assert (lane.state, lane.facts["piece"]) == (refused["reason"], refused["piece"])


@pytest.mark.parametrize("game", EXAMPLES["games"], ids=lambda game: game["name"])
def test_game(game: dict[str, Any]) -> None:
    state = played(game["ruleset"], game["seats"], game["steps"], game["ages"])
    assert described(state) == game["then"]


def described(state: State) -> dict[str, Any]:
    """A state in the words of spec/examples: what a spectator sees, and the hands."""
    seen = state.view(None).to_json()
    kept = ("table", "stacks", "bag_count", "to_move", "need", "opening", "outcome", "shown", "last_turns")
    return {"hands": [str(hand) for hand in state.hands]} | {key: seen[key] for key in kept}


@pytest.mark.parametrize("case", EXAMPLES["overviews"], ids=lambda case: case["name"])
def test_overview(case: dict[str, Any]) -> None:
    shapes, colors = Table.parse(case["table"]).overview()
    assert ([*map(str, shapes)], [*map(str, colors)]) == (case["shapes"], case["colors"])


@pytest.mark.parametrize("case", EXAMPLES["solved"], ids=lambda case: case["name"])
def test_solved(case: dict[str, Any]) -> None:
    """What the most is that a turn can do; None where no card can be played."""
    solved = solver.best(Table.parse(case["table"]), Pieces.parse(case["hand"]))
    assert (None if solved is None else [solved.qwirkles, len(solved.played)]) == case["most"]


def attempt(case: dict[str, Any]) -> None:
    """Do what the case says is refused: a turn on a table, or the last step of a game."""
    if "table" not in case:
        step(played(case["ruleset"], case["seats"], case["steps"], case.get("ages", ())), case["last"])
        return
    hand = Pieces.parse(case["hand"]) if "hand" in case else None
    check(Table.parse(case["table"]), hand, Turn.parse(case["move"]), CARDS)


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["name"])
def test_refusal(case: dict[str, Any]) -> None:
    """Clause, reason, facts and sentence."""
    with pytest.raises(IllegalMove) as caught:
        attempt(case)
    error = caught.value
    assert (error.clause, error.reason) == (case["clause"], case["reason"])
    assert error.code == f"rules/{case['clause']}"
    assert error.facts == case["facts"]
    assert error.message == case["says"]


@pytest.mark.parametrize("case", PERFT["turns"], ids=lambda case: case["name"])
def test_results_of_a_turn(case: dict[str, Any]) -> None:
    found = counted(case["table"], case["hand"])
    listed = [
        f"{after.played} {after.taken}"
        for after in solver.afterstates(Table.parse(case["table"]), Pieces.parse(case["hand"]))
    ]
    assert {key: [[*pair] for pair in value] if key.startswith("by") else value for key, value in found.items()} == {
        key: case[key] for key in found
    }, listed


@pytest.mark.parametrize("case", PERFT["games"], ids=lambda case: f"{case['ruleset']} for {case['seats']}")
def test_perft(case: dict[str, Any]) -> None:
    """How many ways there are to go on, to each depth; each distinct draw and each distinct result of a turn once."""
    wanted = case["counts"][: scale(3 if case["seats"] == 2 else 2, len(case["counts"]))]
    assert perft(BY_NAME[case["ruleset"]], case["seats"], len(wanted)) == wanted


@pytest.mark.parametrize("game", GAMES, ids=lambda game: name(*game))
def test_playthrough(game: tuple[Rules, int, int]) -> None:
    golden = (SPEC / "playthroughs" / name(*game)).read_text(encoding="utf-8").splitlines()
    assert list(written(*game)) == golden


def test_every_reason_word_of_the_card_code_is_written() -> None:
    """In cards/ a refusal is `refusal(message, clause, reason, ...)`; what is wrong with a row is its lane's word."""
    used = {lane.state for lane in lanes(map(Row.parse, ("Ro", "RoRo", "RoOs", "RoRsRdRcRtRxRo")))}
    for path in sorted(CODE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).removeprefix("moves.") == "refusal":
                reason = node.args[2]
                if isinstance(reason, ast.Constant):
                    used.add(str(reason.value))
                else:
                    assert ast.unparse(reason) == "lane.state", f"{path.name}:{node.lineno} hides its reason word"
    assert used == {case["reason"] for case in ILLEGAL}
