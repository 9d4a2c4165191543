"""The leaderboard: its figures follow from its moves alone, what is not legal is refused, bots are added."""

import json
from pathlib import Path

import pytest

from sixfold.arena import leaderboard, panel
from sixfold.cli import main
from sixfold.errors import SixfoldError


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "board.jsonl"
    path.write_bytes(leaderboard.shipped("tiles").read_bytes())
    return path


def told(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, dict[str, list[float]]]:
    """The regrets that the command prints, in its order."""
    with pytest.raises(SystemExit) as caught:
        main(["leaderboard", str(path), *more, "--json"])
    assert not caught.value.code
    regret: dict[str, dict[str, list[float]]] = json.loads(capsys.readouterr().out.splitlines()[-1])["regret"]
    return regret


def test_the_shipped_leaderboard_holds_the_ladder_in_its_order(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(copy, capsys)
    ladder = ["champion", "expert", "thoughtful", "greedy", "casual", "random"]
    assert [name for name in found if name in ladder] == ladder
    assert found["greedy"]["all"] == pytest.approx([0.8353, 0.5138, 1.2056])


def test_an_entry_of_a_bot_is_what_it_answers_now(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Added again, greedy is replaced where it stands by the same line: the same moves on this platform too."""
    before = copy.read_text(encoding="utf-8")
    lines = [line for line in before.splitlines() if '"bot": "casual"' not in line]
    copy.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    told(copy, capsys, "--add", "greedy", "--by", "Sixfold", "--link", "docs/strength.md", "--on", "here")
    assert copy.read_text(encoding="utf-8").splitlines() == lines
    told(copy, capsys, "--add", "casual", "--by", "Sixfold", "--link", "docs/strength.md", "--on", "here")
    assert sorted(copy.read_text(encoding="utf-8").splitlines()) == sorted(before.splitlines())


def test_a_better_answer_stands_higher(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = leaderboard.Leaderboard.read(copy, "tiles")
    best = tuple(min(one.moves, key=one.regret) for one in board.positions)
    leaderboard.append(copy, board, leaderboard.BotAnswers("oracle", "Ada", "https://example.org", best))
    assert next(iter(told(copy, capsys))) == "oracle"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"moves": ["pass"]}, "1 moves for 72 positions"),
        ({"moves": ["999,999:Rs"] * 72}, "in position 0: not a legal move"),
        ({"moves": "pass"}, "a list of texts"),
        ({"bot": ""}, "texts of 1 to 200 signs"),
        ({"by": 7}, "texts of 1 to 200 signs"),
        ({"link": "x" * 201}, "texts of 1 to 200 signs"),
        ({"bot": "greedy"}, "greedy stands in it twice"),
        ({"regret": 0.0}, "and nothing else"),
    ],
)
def test_what_is_not_an_entry_is_named(change: dict[str, object], what: str, copy: Path) -> None:
    header, first, *rest = copy.read_text(encoding="utf-8").splitlines()
    entry = json.loads(first)
    assert entry["bot"] != "greedy"
    copy.write_text("\n".join([header, json.dumps(entry | change), *rest]), encoding="utf-8")
    with pytest.raises(SixfoldError, match=what) as caught:
        leaderboard.Leaderboard.read(copy, "tiles")
    assert caught.value.code == "arena/leaderboard"


def test_a_leaderboard_of_another_panel_is_refused(copy: Path) -> None:
    lines = copy.read_text(encoding="utf-8").splitlines()
    lines[0] = json.dumps({"leaderboard": 1, "panel": "0" * 64})
    copy.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(SixfoldError, match="another panel"):
        leaderboard.Leaderboard.read(copy, "tiles")


def test_a_move_is_judged_as_the_bot_that_made_it() -> None:
    _, positions = panel.read(panel.shipped("tiles"))
    move = next(iter(positions[4].moves))
    judged = panel.judged(positions[4], move)
    assert (judged.seats, judged.left) == (positions[4].view["seats"], positions[4].view["bag_count"])
    assert judged.regret == positions[4].regret(move)


def test_the_table_in_the_documents_is_what_the_command_says(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    found = told(copy, capsys)
    rows = [
        f"| {place} | {bot} | {mean:.2f} ({low:.2f} – {high:.2f}) |"
        for place, (bot, (mean, low, high)) in enumerate(((bot, one["all"]) for bot, one in found.items()), 1)
    ]
    assert "\n".join(rows) in text


def test_a_game_without_a_leaderboard_says_so() -> None:
    with pytest.raises(SixfoldError, match="no leaderboard of cards yet") as caught:
        leaderboard.shipped("cards")
    assert caught.value.code == "arena/leaderboard"
