"""A bot in any language: a program that speaks the engine protocol, and programs that do not."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sixfold.arena import Contestant, Match, contest, runners
from sixfold.errors import BotError

READ = "import json, sys, time\nfor line in sys.stdin:\n    request = json.loads(line)\n"
GOOD = READ + (
    "    assert request['do'] == 'choose' and request['seed'] >= 0 and set(request['budget']) <= {'rollouts', 'ms'}\n"
    "    from sixfold.tiles import View\n"
    "    from sixfold.bots.tiles.greedy import Greedy\n"
    "    from sixfold.bots import Budget\n"
    "    choice = Greedy(request['seed']).choose(View.from_json(request['view']), Budget())\n"
    "    answer = {'id': request['id'], 'ok': True, 'move': str(choice.move), 'value': choice.value}\n"
    "    print(json.dumps(answer), flush=True)\n"
)


def match(tmp_path: Path, source: str, timeout_s: float = 60.0) -> Match:
    program = tmp_path / "program.py"
    program.write_text(source, encoding="utf-8")
    command = f"cmd:{shlex.join([sys.executable, str(program)])}"
    return Match("tiles/1", tuple(Contestant.parse(one, "tiles") for one in (command, "greedy")), 4, timeout_s)


def test_a_program_plays_exactly_as_the_bot_inside_it(tmp_path: Path) -> None:
    outside = contest(match(tmp_path, GOOD), 2, runners.here)
    assert not outside.faults()
    inside = Match("tiles/1", (Contestant.parse("greedy", "tiles"),) * 2, 4)
    assert [game.result for game in outside.games] == [game.result for game in contest(inside, 2, runners.here).games]
    report: dict[str, Any] = outside.report()
    assert report["cpu_s_per_move"][0] >= 0


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_our_own_engine_is_such_a_program(game: str) -> None:
    command = f"cmd/sprout:{shlex.join([sys.executable, '-m', 'sixfold', 'engine'])}"
    outside = Match(f"{game}/1", tuple(Contestant.parse(one, game) for one in (command, "random")), 8)
    inside = Match(f"{game}/1", tuple(Contestant.parse(one, game) for one in ("sprout", "random")), 8)
    tally = contest(outside, 1, runners.here)
    assert not tally.faults()
    assert [game.result for game in tally.games] == [game.result for game in contest(inside, 1, runners.here).games]
    report: dict[str, Any] = tally.report()
    assert "cmd/sprout:" in report["bots"][0]["bot"]


@pytest.mark.parametrize(
    ("source", "code", "says"),
    [
        ("", "bot/failed", "ended with exit code 0"),
        ("raise SystemExit(3)", "bot/failed", "exit code 3"),
        (READ + "    print('hello', flush=True)", "bot/failed", "not JSON"),
        (READ + "    print('[]', flush=True)", "bot/failed", "another question"),
        (READ + "    print(json.dumps({'id': -1}), flush=True)", "bot/failed", "another question"),
        (READ + "    print(json.dumps({'ok': False, 'code': 'request/x'}), flush=True)", "bot/failed", "request/x"),
        (READ + "    print(json.dumps({'ok': True, 'move': 'up'}), flush=True)", "bot/failed", "cannot be read"),
        (READ + "    print(json.dumps({'ok': True, 'move': 'pass'}), flush=True)", "bot/illegal", "pass"),
        (READ + "    print('x' * 2_000_000, flush=True)", "bot/failed", "1 MB"),
        (READ + "    time.sleep(60)", "bot/late", "did not answer within"),
    ],
)
def test_a_program_that_misbehaves_loses_and_is_named(tmp_path: Path, source: str, code: str, says: str) -> None:
    tally = contest(match(tmp_path, source, timeout_s=2.0 if code == "bot/late" else 60.0), 1, runners.here)
    faults = tally.faults()
    assert len(faults) == 2
    for game, fault in faults:
        assert fault.code == code
        assert says in fault.message
        assert "program.py" in fault.bot
        assert game.shares == (0.0, 1.0)


def test_a_program_that_ended_before_it_was_asked_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine may let it end first: then its pipe is broken, which says less than how it ended."""

    class Ended(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.wait()

    monkeypatch.setattr(subprocess, "Popen", Ended)
    faults = contest(match(tmp_path, "raise SystemExit(3)"), 1, runners.here).faults()
    assert [fault.message.partition(" ended ")[2] for _, fault in faults] == [
        "with exit code 3 instead of answering"
    ] * 2


def test_a_program_that_does_not_exist_is_a_fault_with_its_name() -> None:
    pair = tuple(Contestant.parse(one, "tiles") for one in ("cmd:/no/such/program", "greedy"))
    (first, _), *_ = contest(Match("tiles/1", pair, 4), 1, runners.here).faults()
    assert first.fault is not None
    assert "could not be started" in first.fault.message


@pytest.mark.parametrize("text", ["cmd:", "cmd:  ", "cmd:'open"])
def test_a_command_that_cannot_be_read_is_refused_at_once(text: str) -> None:
    with pytest.raises(BotError):
        Contestant.parse(text, "tiles")
