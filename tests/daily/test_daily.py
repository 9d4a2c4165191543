"""The daily bag: the same for everyone, and a result that was changed in any way is refused."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from sixfold import daily
from sixfold.bots import Budget
from sixfold.errors import SixfoldError
from sixfold.record import Record
from sixfold.server import archive
from tests.daily.games import VECTORS, played, vectors
from tests.scale import scale

ROOT = Path(__file__).parents[2]
DAY = date(2026, 11, 16)
GAMES = ("tiles/1", "cards/1")


@pytest.fixture(scope="module")
def records() -> dict[str, str]:
    return {ruleset: played(DAY, ruleset) for ruleset in GAMES}


def test_the_file_for_other_languages_is_what_is_dealt_here() -> None:
    assert (ROOT / VECTORS).read_text(encoding="utf-8") == vectors()


def test_the_seed_is_the_documented_one() -> None:
    def field(text: str) -> bytes:
        return len(text).to_bytes(4, "big") + text.encode()

    halves = [hashlib.sha256(field(f"sixfold/daily/1/{name}") + field("2026-11-16")).digest() for name in "ab"]
    assert daily.bag_of(DAY).seed == b"".join(halves)
    assert len({daily.bag_of(DAY + timedelta(ahead)).seed for ahead in range(400)}) == 400


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_game_of_the_day_is_a_result(ruleset: str, records: dict[str, str]) -> None:
    text = records[ruleset]
    found = daily.judge(text)
    assert (found.day, found.game) == (DAY, ruleset.partition("/")[0])
    scores = next(line for line in text.splitlines() if line.startswith("result: ")).split("scores ")[1]
    assert scores.startswith(f"{found.scores[0]} {found.scores[1]},")
    assert found.turns > 3
    assert daily.judge(text.replace("\n", "\r\n")) == found
    assert archive.verify(text) > 2, "it is an ordinary game of a duplicate bag as well"
    # Who played decides what comes of it, on the same bag.
    other = played(DAY, ruleset, level="greedy", name="Bo")
    assert daily.judge(other) != found
    assert other.partition("draw 0")[2].splitlines()[0] == text.partition("draw 0")[2].splitlines()[0]


def _line(text: str, rng: random.Random, change: Callable[[list[str], int], object]) -> str:
    head, _, body = text.partition("\n\n")
    lines = body.splitlines()
    change(lines, rng.randrange(len(lines)))
    return f"{head}\n\n" + "\n".join(lines) + "\n"


def _other_letter(rng: random.Random) -> Callable[[list[str], int], None]:
    def change(lines: list[str], at: int) -> None:
        line = lines[at]
        spot = rng.choice([i for i, letter in enumerate(line) if letter.isalnum()])
        letter = rng.choice([one for one in "ROYGBPosdctx0123456789" if one != line[spot]])
        lines[at] = line[:spot] + letter + line[spot + 1 :]

    return change


def _swap(lines: list[str], at: int) -> None:
    other = next((i for i in range(len(lines)) if lines[i] != lines[at] and i != at), at)
    lines[at], lines[other] = lines[other], lines[at]


WAYS: dict[str, Callable[[str, random.Random], str]] = {
    "another letter": lambda text, rng: _line(text, rng, _other_letter(rng)),
    "a line less": lambda text, rng: _line(text, rng, lambda lines, at: lines.pop(at)),
    "a line twice": lambda text, rng: _line(text, rng, lambda lines, at: lines.insert(at, lines[at])),
    "two lines the other way round": lambda text, rng: _line(text, rng, _swap),
    "a take-back": lambda text, rng: _line(text, rng, lambda lines, at: lines.insert(at + 1, "takeback 0: 1")),
    "cut off": lambda text, rng: text[: rng.randrange(10, len(text) - 3)],
    "another day": lambda text, rng: text.replace(
        "bag: daily 2026-11-16", f"bag: daily {DAY + timedelta(rng.randrange(1, 400))}"
    ),
    "another bag": lambda text, rng: text.replace("bag: daily 2026", f"bag: {rng.choice(['nightly', 'daily 1'])} 2026"),
    "another version": lambda text, rng: text.replace("shuffle: 3", f"shuffle: {rng.choice([1, 2, 4, 33])}"),
    "other rules": lambda text, rng: text.replace("/1\n", f"/{rng.randrange(2, 9)}\n", 1),
}


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_tampered_result_is_refused_every_time(ruleset: str, records: dict[str, str]) -> None:
    """Each way many times, 500 in all for both games; noise that is no text included."""
    text, rng = records[ruleset], random.Random(ruleset)
    for _ in range(scale(25, 500)):
        for name, way in WAYS.items():
            changed = way(text, rng)
            assert changed != text
            with pytest.raises(SixfoldError) as caught:
                daily.judge(changed)
            assert caught.value.message, name


@pytest.mark.parametrize("text", ["", "\0" * 99, "sixfold record 1", "sixfold record 1\n\n0: pass\n" * 9000, "\n\n\n"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(SixfoldError) as caught:
        daily.judge(text)
    assert caught.value.code == "position/daily"


def test_a_game_by_other_rules_says_so(records: dict[str, str]) -> None:
    with pytest.raises(SixfoldError) as caught:
        daily.judge(records["tiles/1"].replace("tiles/1\n", "tiles/2\n", 1))
    assert caught.value.code == "position/daily-version"


def test_a_game_without_end_costs_little(records: dict[str, str]) -> None:
    head, _, body = records["tiles/1"].partition("\n\n")
    moves = "\n".join(["0: swap Rs"] * (daily.MOST_MOVES + 1))
    with pytest.raises(SixfoldError, match="more than 200 moves"):
        daily.judge(f"{head}\n\n{moves}\n")
    with pytest.raises(SixfoldError, match="not played to its end"):
        daily.judge(f"{head}\n\n" + body.partition("1: ")[0])


def test_a_move_of_the_bot_that_it_would_not_make_is_found(records: dict[str, str]) -> None:
    lines = records["tiles/1"].splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("1: "))
    lines[at] = "1: 0,0:Yt = 1"
    with pytest.raises(SixfoldError, match="where the bag and the bot give"):
        daily.judge("\n".join(lines))


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_bot_replies_as_it_chooses(game: str) -> None:
    """The faster way to its move that `judge` goes is the same move, from the first turn to the last."""
    ruleset = f"{game}/1"
    for ahead in range(scale(3, 100)):
        bot = daily.opponent(daily.bag_of(DAY + timedelta(ahead)), game)
        record = Record.parse(played(DAY + timedelta(ahead), ruleset))
        steps = [step for step in record.steps() if step.seat == daily.BOT]
        assert len(steps) > 3
        for step in steps:
            view = step.before.view(daily.BOT)
            assert bot.reply(view) == bot.choose(view, Budget()).move == step.move


def test_the_champion_plays_the_same_bag() -> None:
    found = daily.champion(daily.bag_of(DAY), "cards")
    assert (found.day, found.game) == (DAY, "cards")
    assert found.turns > 3
    assert found == daily.champion(daily.bag_of(DAY), "cards"), "the same on every machine, and so every time"
