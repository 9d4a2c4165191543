"""Sentences by language: what lies in the folder is what there is, and each language counts in its own way."""

import json
import shutil
from pathlib import Path

import pytest

from sixfold import cli, messages
from sixfold.errors import NotationError
from sixfold.messages import Messages, languages, preferred


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder of messages, for a test to change."""
    copy = tmp_path / "languages"
    shutil.copytree(Path(str(messages.FOLDER)), copy)
    monkeypatch.setattr(messages, "FOLDER", copy)
    return copy


def test_a_new_language_is_one_new_file(folder: Path) -> None:
    before = languages()
    (folder / "eo.json").write_text(json.dumps({"piece.Rs": "ruĝa kvadrato", "hi#one": "unu", "hi#other": "{n}"}))
    (folder / ".eo.123").write_text("half written")
    assert languages() == tuple(sorted((*before, "eo")))
    say = Messages("eo")
    assert (say("piece.Rs"), say("hi", n=1), say("hi", n=2)) == ("ruĝa kvadrato", "unu", "2")
    assert preferred({"LANG": "eo_XX.UTF-8"}) == "eo"


def test_a_language_that_is_not_there_is_refused_with_those_that_are(folder: Path) -> None:
    (folder / "ro.json").unlink()
    with pytest.raises(NotationError, match=r"'ro': the languages are de, en, fr, it$"):
        Messages("ro")


def test_the_help_names_the_languages_of_the_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "eo.json").write_text("{}")
    with pytest.raises(SystemExit):
        cli.main(["review", "--help"])
    assert "One of de, en, eo, fr, it, ro." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["0 points", "1 point", "2 points", "20 points", "101 points"]),
        ("fr", ["0 point", "1 point", "2 points", "20 points", "101 points"]),
        ("ro", ["0 puncte", "1 punct", "2 puncte", "20 de puncte", "101 puncte"]),
    ],
)
def test_each_counts_in_its_own_way(language: str, forms: list[str]) -> None:
    say = Messages(language)
    assert [say("result.points", n=n) for n in (0, 1, 2, 20, 101)] == forms


def test_values_are_filled_in_once() -> None:
    say = Messages("en")
    assert say("said.word", name="{word}", word="hi") == "{word}: hi"
    assert say("said.word", name="Ada") == "Ada: {word}"
    assert say("result.points") == "{n} points"
    assert say("no.such.key") == "no.such.key"
    assert [say.has(key) for key in ("said.word", "result.points", "no.such.key")] == [True, True, False]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "ro_RO@euro"}, "ro"),
        ({"LANG": "de_DE", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
    ],
)
def test_the_shell_says_which_language(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language


def test_numbers_and_lists_are_written_as_people_do() -> None:
    german, english = Messages("de"), Messages("en")
    assert [german.number(-2.34), german.number(6, "+"), english.number(-2.34)] == ["−2,3", "+6,0", "−2.3"]
    assert [german.list(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A und B",
        "A, B und C",
    ]
    assert Messages("fr").pieces("RsGt") == "carré rouge et étoile verte"
