"""`sixfold arena` and `sixfold bots` as other programs rely on them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sixfold.cli import main
from sixfold.record import Record


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--json"])
    assert not ended.value.code
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("names", [("greedy", "sprout"), ("greedy", "greedy", "sprout"), ("casual", *["greedy"] * 3)])
def test_the_figures_that_are_promised(game: str, names: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "arena", *names, "--game", game, "--pairs", "2", "--seed", "5", "--on", "here", "--quiet")
    assert found["games"] == 2 * len(names)
    assert 0 <= found["low"] <= found["share"] <= found["high"] <= 1
    assert len(found["cpu_s_per_move"]) == len(names)
    assert all(seconds > 0 for seconds in found["cpu_s_per_move"])
    scores = [bot["score"] for bot in found["bots"]]
    assert found["margin"] == pytest.approx(scores[0] - sum(scores[1:]) / (len(names) - 1), abs=1e-4)
    assert sum(bot["share"] for bot in found["bots"]) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("name", ["tiles-short/1", "tiles-100/1"])
def test_a_rule_set_by_its_name(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "greedy", "sprout", "--game", name, "--pairs", "1", "--on", "here", "--quiet"]
    found = answer(capsys, *words, "--records", str(tmp_path))
    assert (found["ruleset"], found["games"]) == (name, 2)
    assert {Record.parse(path.read_text(encoding="utf-8")).headers.ruleset for path in tmp_path.iterdir()} == {name}


def test_records_and_journal_are_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "greedy:rollouts=9", "sprout", "--pairs", "2", "--on", "here", "--quiet"]
    words += ["--records", str(tmp_path / "games"), "--resume", str(tmp_path / "match.jsonl")]
    first = answer(capsys, *words)
    kept = sorted((tmp_path / "games").iterdir())
    assert len(kept) == 4
    for path in kept:
        record = Record.parse(path.read_text(encoding="utf-8"))
        assert record.result is not None
        assert {player.name for player in record.headers.players} == {"greedy:rollouts=9", "sprout"}
    assert answer(capsys, *words) == first


def test_a_round_robin_by_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "random", "sprout", "greedy", "--round-robin", "--pairs", "1", "--on", "here", "--quiet"]
    found = answer(capsys, *words, "--resume", str(tmp_path / "all.jsonl"))
    assert [bot["bot"] for bot in found["bots"]] == ["random", "sprout", "greedy"]
    assert len(found["matches"]) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.0-1.jsonl", "all.0-2.jsonl", "all.1-2.jsonl"]


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", "greedy", "sprout", "--pairs", "1", "--on", "here", "--sprt", "0", "0.4"])
    assert not ended.value.code
    out = capsys.readouterr()
    assert "sprout" in out.out
    assert "2 games, seed 0" in out.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["greedy", "greddy"], "Did you mean 'greedy'?"),
        (["greedy", "sprout", "--game", "chess"], "chess"),
        (["greedy:rollouts=x", "sprout"], "rollouts=x"),
        (["greedy"], "2 to 4 bots"),
        (["greedy"] * 5, "2 to 4 bots"),
        (["greedy", "sprout", "--on", "mars"], "mars"),
        (["greedy", "sprout", "--sprt", "0.3", "0.1"], "sequential"),
        (["greedy", "sprout", "--pairs", "0"], "pairs"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", *words])
    assert ended.value.code
    assert says in f"{ended.value.code} {capsys.readouterr().err}"


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    """Interrupted for real, by the signal, without a journal: it writes one, and the match goes on from there."""
    words = [sys.executable, "-m", "sixfold", "arena", "greedy", "sprout", "--workers", "1", "--json"]
    started = subprocess.Popen(
        [*words, "--pairs", "100000", "--records", "games"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    games = tmp_path / "games"
    until = time.monotonic() + 120
    while time.monotonic() < until and len(list(games.glob("*")) if games.exists() else []) < 3:
        time.sleep(0.1)
    # As a terminal does it: to the whole group.
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 130, err
    found = json.loads(out.splitlines()[-1])
    assert found["interrupted"]
    assert found["deals"] >= 1
    (journal,) = tmp_path.glob("arena-*.jsonl")
    assert journal.name in err
    again = [*words, "--pairs", str(found["deals"]), "--resume", journal.name]
    ended = subprocess.run(again, cwd=tmp_path, capture_output=True, text=True, check=True)
    later = json.loads(ended.stdout.splitlines()[-1])
    assert {**later, "interrupted": True} == found


def test_the_list_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "bots")
    assert {game: [bot["name"] for bot in found[game]][:3] for game in found} == {
        "tiles": ["sprout", "casual", "greedy"],
        "cards": ["sprout", "casual", "greedy"],
    }
    with pytest.raises(SystemExit):
        main(["bots", "--game", "cards"])
    assert "Magnus" in capsys.readouterr().out
