"""`sixfold play --terminal` as people call it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sixfold.commands import play, serve
from sixfold.errors import BotError, NotationError


def sixfold(folder: Path, typed: str, *words: str, lang: str = "C") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sixfold", "play", "--terminal", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=120,
        env={**os.environ, "LC_ALL": lang, "PYTHONUTF8": "1"},
    )


def test_play_save_and_resume(tmp_path: Path) -> None:
    done = sixfold(tmp_path, "plays\nquit\ny\n", "--seed", "words", "--seat", "Ada:9", "--seat", "bot:greedy")
    assert done.returncode == 0, done.stderr
    assert "Saved as tiles-1.sixfold" in done.stdout
    again = sixfold(tmp_path, "quit\nn\n", "--resume", "tiles-1.sixfold")
    assert again.returncode == 0, again.stderr
    hand = [line for line in done.stdout.splitlines() if "Your rack" in line]
    assert hand
    assert hand[-1] in again.stdout
    same = sixfold(tmp_path, "quit\nn\n", "--seed", "words", "--seat", "Ada:9", "--seat", "bot:greedy")
    assert hand[0] in same.stdout


def test_bots_alone_finish_either_game(tmp_path: Path) -> None:
    done = sixfold(tmp_path, "n\n", "--game", "cards", "--seat", "bot:greedy", "--seat", "bot:random")
    assert done.returncode == 0, done.stderr
    assert "(C14)" in done.stdout


def test_it_speaks_the_language_of_the_shell_or_the_one_asked_for(tmp_path: Path) -> None:
    german = sixfold(tmp_path, "q\nn\n", "--seed", "words", lang="de_DE.UTF-8")
    assert "Deine Leiste: " in german.stdout
    italian = sixfold(tmp_path, "q\nn\n", "--seed", "words", "--language", "it", lang="de_DE.UTF-8")
    assert "Il tuo leggio: " in italian.stdout
    assert "Tocca a" in italian.stdout or "Magnus" in italian.stdout
    unknown = sixfold(tmp_path, "", "--language", "tlh")
    assert unknown.returncode == 2
    assert "the languages are de, en, fr, it, ro" in unknown.stderr


def test_help_speaks_no_python(tmp_path: Path) -> None:
    shown = sixfold(tmp_path, "", "--help").stdout
    assert "--seat <str>..." in shown
    assert "list[" not in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--seat", "Ada"], "1 players"),
        (["--seat", "Ada:x", "--seat", "Ben"], "is no age"),
        (["--seat", "bot:clever", "--seat", "Ben"], "no bot 'clever'"),
        (["--resume", "missing.sixfold"], "missing.sixfold cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, words: list[str], says: str) -> None:
    done = sixfold(tmp_path, "", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotationError) as caught:
        play.run(terminal=True, resume=tmp_path)
    assert caught.value.code == "notation/file"


def test_without_the_terminal_the_browser_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    called: dict[str, Any] = {}
    monkeypatch.setattr(serve, "play_here", lambda **options: called.update(options))
    play.run(browser=False, port=7)
    assert called == {"open_browser": False, "port": 7}
    called.clear()
    with pytest.raises(BotError, match="no game 'chess'"):
        play.run(game="chess")
    assert called == {}
