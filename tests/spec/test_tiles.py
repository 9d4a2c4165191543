"""The tile game against spec/: worked games line by line, whole games, refusals, counts of plays."""

import hashlib
from typing import Any

import pytest

from sixfold.errors import IllegalMove
from sixfold.pieces import Pieces
from sixfold.tiles import TILES, Board, Line, Place, State, check, plays
from tests.scale import scale
from tests.spec.files import SPEC, load
from tests.spec.game import played, step
from tests.spec.perft import perft
from tests.spec.playthrough import GAMES, name, written

EXAMPLES = load("examples/tiles.json")
ILLEGAL = load("illegal/tiles.json")
PERFT = load("perft/tiles.json")


@pytest.mark.parametrize("game", EXAMPLES["worked"], ids=lambda game: game["name"])
def test_worked_game(game: dict[str, Any]) -> None:
    """Every turn of the printed examples, with every line that gives its points."""
    board = Board()
    for turn in game["turns"]:
        place = Place.parse(turn["play"])
        worth = check(board, place)
        assert worth.points == turn["points"]
        assert [str(line) for line in worth.lines] == turn["lines"]
        assert [Line.parse(text) for text in turn["lines"]] == list(worth.lines)
        if board:
            (listed,) = [play for play in plays(board, place.pieces) if play.place == place]
            assert (listed.points, listed.lines) == (worth.points, worth.lines)
        board = board.lay(place.placements)


@pytest.mark.parametrize("game", EXAMPLES["games"], ids=lambda game: game["name"])
def test_game(game: dict[str, Any]) -> None:
    state = played(game["ruleset"], game["seats"], game["steps"], game["ages"])
    assert described(state) == game["then"]


def described(state: State) -> dict[str, Any]:
    """A state in the words of spec/examples."""
    need, opening, outcome = state.need, state.opening, state.outcome
    return {
        "scores": list(state.scores),
        "hands": [str(hand) for hand in state.hands],
        "bag_count": state.bag_count,
        "to_move": state.to_move,
        "need": need and {"seat": need.seat, "count": need.count, "back": str(need.back)},
        "opening": opening and {"sizes": list(opening.sizes), "tied": list(opening.tied), "opener": opening.opener},
        "outcome": outcome and {"reason": outcome.reason, "winners": list(outcome.winners)},
        "sheet": [
            [entry.seat, str(entry.move), entry.points, [[part.clause, part.points] for part in entry.parts]]
            for entry in state.sheet
        ],
    }


def attempt(case: dict[str, Any]) -> None:
    """Do what the case says is refused: a play on a board, or the last step of a game."""
    if "board" not in case:
        step(played(case["ruleset"], case["seats"], case["steps"]), case["last"])
        return
    hand = Pieces.parse(case["hand"]) if "hand" in case else None
    check(Board.parse(case["board"]), Place.parse(case["move"]), hand, TILES)


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


@pytest.mark.parametrize("case", PERFT["positions"], ids=lambda case: case["name"])
def test_plays_of_a_position(case: dict[str, Any]) -> None:
    """How many plays, what they are worth together, and a hash of the list in order; a mismatch shows the list."""
    found = plays(Board.parse(case["board"]), Pieces.parse(case["hand"]))
    lines = [f"{play.points} {play.qwirkles} {play.place}" for play in found]
    assert {
        "plays": len(found),
        "points": sum(play.points for play in found),
        "qwirkles": sum(play.qwirkles for play in found),
        "sha256": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
    } == {key: case[key] for key in ("plays", "points", "qwirkles", "sha256")}, "\n".join(lines)


@pytest.mark.parametrize("case", PERFT["games"], ids=lambda case: f"{case['ruleset']} for {case['seats']}")
def test_perft(case: dict[str, Any]) -> None:
    """How many ways there are to go on, to each depth; draws count as steps, each distinct draw once."""
    wanted = case["counts"][: scale(6, len(case["counts"]))]
    counts, divided = perft(case["ruleset"], case["seats"], case["from"], len(wanted))
    assert counts == wanted, divided


@pytest.mark.parametrize("game", GAMES, ids=lambda game: name(*game))
def test_playthrough(game: tuple[str, int, int]) -> None:
    golden = (SPEC / "playthroughs" / name(*game)).read_text(encoding="utf-8").splitlines()
    assert list(written(*game)) == golden
