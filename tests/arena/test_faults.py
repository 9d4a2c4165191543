"""What the author of a failing bot is told: whole views and tracebacks, sentences for what never begins."""

import json
import re
import shlex
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sixfold import rulesets
from sixfold.arena import Contestant, Match, contest, runners
from sixfold.cli import main
from sixfold.errors import BotError, SixfoldError
from sixfold.memory import cap
from tests.arena.bots import misbehaving_bots

__all__ = ["misbehaving_bots"]

LIMITED = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux keeps to the limit")


def pair(*names: str, seed: int = 4) -> Match:
    return Match("tiles/1", tuple(Contestant.parse(one, "tiles") for one in names), seed)


def arena(*words: str) -> object:
    with pytest.raises(SystemExit) as ended:
        main(["arena", *words, "--pairs", "1", "--on", "here"])
    return ended.value.code


@pytest.mark.usefixtures("misbehaving_bots")
@pytest.mark.parametrize("options", [[], ["--quiet"]])
def test_view_and_traceback_are_printed_whole(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("raising", "greedy", "--json", *options) == 1
    said = capsys.readouterr()
    report = json.loads(said.out.splitlines()[-1])
    views = [line.removeprefix("  view: ") for line in said.err.splitlines() if line.startswith("  view: ")]
    assert [json.loads(text) for text in views] == [fault["view"] for fault in report["faults"]]
    for text in views:
        assert rulesets.find("tiles").view_from_json(json.loads(text)).hand.known
    for fault in report["faults"]:
        assert fault["trace"] in said.err
        assert fault["trace"].endswith("ZeroDivisionError: no idea")
        named = re.findall(r'File "([^"]+)"', fault["trace"])
        assert named
        assert {Path(name).name for name in named} == {"bots.py"}, "their frames, none of ours"
    assert "lost every game by a fault" in said.err


@pytest.mark.usefixtures("misbehaving_bots")
def test_a_bot_that_cannot_be_made_is_a_sentence_with_its_own_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("unmade", "greedy") == 1
    said = capsys.readouterr().err
    assert said.startswith("sixfold: the bot 'unmade' could not be made: KeyError: 'weights.npz'")
    assert {Path(name).name for name in re.findall(r'File "([^"]+)"', said)} == {"bots.py"}
    with pytest.raises(BotError) as caught:
        contest(pair("unmade", "greedy"), 1, runners.here)
    assert caught.value.code == "bot/load"


def test_a_program_that_is_not_there_ends_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("greedy", "cmd:/no/such/program --fast") == 2
    assert "'/no/such/program'" in capsys.readouterr().err


def test_a_program_that_never_plays_ends_the_command_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"cmd:{shlex.join([sys.executable, '-c', 'raise SystemExit(3)'])}"
    assert arena(command, "greedy", "--quiet") == 1
    assert "lost every game by a fault" in capsys.readouterr().err


# Ray ---------------------------------------------------------------------------------------------------------------


def test_an_address_where_nobody_listens_is_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        with pytest.raises(SixfoldError, match=rf"no Ray cluster answers at {address}") as caught:
            contest(pair("greedy", "sprout"), 1, runners.ray(address))
        assert caught.value.code == "arena/ray"


@pytest.mark.parametrize("greeting", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_listener_that_is_no_cluster_is_a_sentence(greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            there, _ = server.accept()
            with there:
                there.recv(1000)
                there.sendall(greeting)

        answering = threading.Thread(target=hang_up)
        answering.start()
        with pytest.raises(SixfoldError, match="no cluster"):
            contest(pair("greedy", "sprout"), 1, runners.ray(f"127.0.0.1:{server.getsockname()[1]}"))
        answering.join()


def test_a_listener_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.spread.ANSWER_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(SixfoldError, match="no Ray cluster answers"):
        contest(pair("greedy", "sprout"), 1, runners.ray(f"127.0.0.1:{server.getsockname()[1]}"))


# Memory ------------------------------------------------------------------------------------------------------------


@LIMITED
def test_a_program_is_capped_like_the_process_that_starts_it(tmp_path: Path) -> None:
    program = tmp_path / "hungry.py"
    program.write_text("import sys\nfor line in sys.stdin:\n    bytearray(3 << 30)\n", encoding="utf-8")
    command = f"cmd:{shlex.join([sys.executable, str(program)])}"
    tally = contest(pair(command, "greedy"), 1, runners.pool(1, memory=2048))
    assert [fault.message.partition("ended with")[2] for _, fault in tally.faults()] == [
        " exit code 1 instead of answering"
    ] * 2


def test_no_cap_is_no_cap() -> None:
    assert not cap(None)
    assert not cap(0)


@LIMITED
def test_a_child_that_has_ended_needs_no_cap() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert not cap(4096, child.pid)
