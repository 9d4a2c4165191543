"""Exit codes mean the same in every command: 1 it ran and failed, 2 wrong words or files (docs/commands.md)."""

from pathlib import Path
from typing import Any

import pytest

from sixfold.cli import COMMANDS, main
from sixfold.server.app import DATABASE

WRONG = [
    ("dance",),
    ("play", "--game", "chess"),
    ("play", "--terminal", "--seat", "bot:clever", "--seat", "Ben"),
    ("play", "--terminal", "--resume", "missing.sixfold"),
    ("serve", "--log-level", "loud"),
    ("tables", "explode"),
    ("ratings", "explode"),
    ("moderate", "explode"),
    ("moderate", "--data", "missing"),
    ("tables", "--data", "missing"),
    ("backup", "copy.db", "--data", "missing"),
    ("restore", "missing.db"),
    ("verify", "missing.sixfold"),
    ("review", "missing"),
    ("review", "."),
    ("puzzle", "--game", "chess"),
    ("puzzle", "--game", "chess", "--mine", "1"),
    ("puzzle", "someday"),
    ("bots", "--game", "chess"),
    ("bots", "revoke", "nobody", "--data", "."),
    ("bots", "make", "greedy", "--data", "."),
    ("arena", "greedy", "greddy"),
    ("arena", "greedy", "sprout", "--game", "chess"),
    ("arena", "greedy:rollouts=x", "sprout"),
    ("arena", "greedy", "cmd:/no/such/program"),
    ("arena", "greedy", "sprout", "--resume", "nonsense.txt"),
    ("panel",),
    ("panel", "greddy"),
    ("panel", "greedy", "--game", "chess"),
    ("panel", "greedy", "--panel", "nonsense.txt"),
    ("panel", "greedy", "--panel", "missing.jsonl"),
    ("leaderboard", "missing.jsonl"),
    ("leaderboard", "nonsense.txt"),
    ("leaderboard", "--game", "chess"),
    ("leaderboard", "--add", "greddy", "--by", "Ada", "--link", "https://example.org"),
    ("leaderboard", "--add", "greedy"),
    ("export", "missing"),
    ("export", "."),
    ("export", "nonsense.txt"),
    ("dataset", "new", "--judge", "greddy"),
    ("dataset", "new", "--on", "moon"),
    ("dataset", "new", "--mixed", "0", "--champions", "0"),
    ("engine", "--fast"),
    ("mcp", "--port", "70000"),
    ("backup", "copy.db", "--data", "."),
]
FAILED = [
    ("verify", "nonsense.txt"),
    ("review", "nonsense.txt"),
    ("backup", "nonsense.txt", "--data", "store"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a file that is no record, no journal and no backup."""
    (tmp_path / "nonsense.txt").write_text("nonsense\n", encoding="utf-8")
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / DATABASE).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(words: tuple[str, ...]) -> Any:
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    return caught.value.code


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_words_or_files_end_with_2(
    words: tuple[str, ...], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(words) == 2
    said = capsys.readouterr()
    assert said.err.strip()
    assert said.out == ""
    assert (place / "nonsense.txt").read_text(encoding="utf-8") == "nonsense\n"


@pytest.mark.parametrize("words", FAILED, ids=" ".join)
def test_work_that_fails_ends_with_1(words: tuple[str, ...], place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(words) == 1
    assert capsys.readouterr().err.strip()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_refuses_an_unknown_option_and_has_a_case(name: str) -> None:
    assert ended((name, "--no-such-option")) == 2
    assert any(words[0] == name for words in WRONG)
