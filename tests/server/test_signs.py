"""Signs of unfair play in rated games: what is told, what is not, and that the host can ask for it."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path

import pytest

from sixfold.record import Record
from sixfold.review.conduct import Conduct, conduct
from sixfold.review.games import of
from sixfold.server.app import DATABASE
from sixfold.server.moderation import signs as asked_about
from sixfold.server.moderation.signs import FEW, SELDOM, TURNS, Sitting, signs
from tests.daily.games import played
from tests.server.stores.write import Evening
from tests.server.test_commands import answer, sixfold


def sitting(n: int, other: str, *, thrift: int = 90, close: int = 0, asked: int = 0, won: bool = False) -> Sitting:
    """Ana's part in a game with somebody: so much taken of a hundred, and so often as the champion would."""
    ahead = () if won else (other,)
    return Sitting(f"t{n}", "tiles", "ana", (other,), ahead, Conduct(asked, close, thrift, 100))


def test_who_takes_less_with_one_opponent_alone_is_told_with_those_games() -> None:
    with_ben = [sitting(n, "ben", thrift=30 + n) for n in range(8)]
    others = [sitting(10 + n, f"p{n}", thrift=85 + n) for n in range(8)]
    (found,), asked = signs([*with_ben, *others])
    assert (found.kind, found.who, found.other, asked) == ("gift", "ana", "ben", 1)
    assert found.tables == tuple(one.table for one in with_ben)
    assert found.chance < SELDOM
    assert found.share < found.usual


@pytest.mark.parametrize(
    "with_ben",
    [
        [sitting(n, "ben", thrift=85 + n) for n in range(8)],
        [sitting(n, "ben", thrift=30) for n in range(FEW - 1)],
        [sitting(n, "ben", thrift=30, won=True) for n in range(8)],
    ],
    ids=["as always", "too few games", "who won them anyway"],
)
def test_what_is_no_gift(with_ben: list[Sitting]) -> None:
    assert signs([*with_ben, *(sitting(10 + n, f"p{n}", thrift=85 + n) for n in range(8))])[0] == []


def test_who_is_weak_with_everybody_gives_nothing_away() -> None:
    assert signs([sitting(n, ("ben", "cleo")[n % 2], thrift=25 + n % 5) for n in range(20)])[0] == []


def test_who_plays_as_the_champion_does_is_told_and_who_plays_as_the_expert_is_not() -> None:
    usual = of("tiles").EXPERT_CLOSE
    often = [sitting(n, f"p{n}", asked=20, close=19) for n in range(5)]
    (found,), asked = signs(often)
    assert (found.kind, found.who, asked) == ("help", "ana", 1)
    assert found.usual == usual < found.share
    assert signs([sitting(n, f"p{n}", asked=20, close=round(20 * usual)) for n in range(5)]) == ([], 1)
    assert signs([sitting(0, "p", asked=TURNS - 1, close=TURNS - 1)]) == ([], 0), "that little says nothing"


def test_many_turns_do_not_overflow_the_arithmetic() -> None:
    assert signs([sitting(n, f"p{n}", asked=500, close=100) for n in range(10)]) == ([], 1)


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_conduct_of_a_game_is_read_from_its_record(game: str) -> None:
    record = Record.parse(played(date(2026, 11, 16), f"{game}/1", "champion"))
    clever, plain = conduct(record.steps(), 2)
    assert clever.asked >= clever.close > 0, "the champion plays the champion's moves"
    assert plain.thrift is not None
    assert plain.thrift == pytest.approx(1, abs=0.05), "greedy takes what there is"
    assert plain.close * clever.asked < clever.close * plain.asked, "and plays less like the champion"
    quick = conduct(record.steps(), 2, champion=False)
    assert [(one.taken, one.offered, one.asked) for one in quick] == [
        (one.taken, one.offered, 0) for one in (clever, plain)
    ]


def test_the_host_asks_the_games_that_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ("--data", str(tmp_path))

    async def run() -> None:
        it = Evening(tmp_path / DATABASE)
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        for _ in range(2):
            await it.play(await it.seated(await it.make("tiles", ana, "here", "greedy", rated=True, clock=60)))
        await it.house.close()

    asyncio.run(run())
    assert answer("moderate", "signs", "--no-champion", *data) == {"signs": [], "games": 2, "asked": 0}
    assert "not a proof" in sixfold("moderate", "signs", "--no-champion", *data).stdout
    monkeypatch.setattr(asked_about, "TURNS", 1)
    monkeypatch.setattr(asked_about, "SELDOM", 2)
    told = answer("moderate", "signs", "--games", "1", *data)
    (sign,) = told["signs"]
    assert (sign["kind"], sign["who"], told["games"], told["asked"]) == ("help", "Ana", 1, 1)
    assert len(sign["tables"]) == 1
    assert "Ana plays the champion's move" in sixfold("moderate", "signs", *data).stdout
