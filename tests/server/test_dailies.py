"""Results of the daily bag on a server: played again, taken once, ranked, and gone with their person."""

from __future__ import annotations

import asyncio
import logging
import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold import daily
from sixfold.server.app import Server
from tests.daily.games import played
from tests.daily.test_daily import WAYS
from tests.server.inside import inside, visitor
from tests.server.until import until

DAY = date(2026, 11, 16)
CHAMPION = daily.Result(DAY, "tiles", (150, 90), 15, 18)


class _Noon:
    """Noon of a day, for whoever looks at the calendar."""

    def __init__(self, day: date) -> None:
        self.day = day

    def now(self) -> int:
        return int(datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC).timestamp() * 1000)


def on(server: Server, day: date) -> None:
    """Let it be that day, with a champion that plays at once."""

    async def champion(bag: daily.Bag, game: str) -> daily.Result:
        return daily.Result(bag.day, game, CHAMPION.scores, CHAMPION.turns, CHAMPION.best)

    dailies = server.house.dailies
    dailies._clock = _Noon(day)  # type: ignore[assignment]
    dailies._champion = champion


async def share(client: httpx.AsyncClient, record: str, name: str = "") -> Any:
    return (await client.post("/api/daily", json={"record": record, "name": name})).json()


async def listed(client: httpx.AsyncClient, game: str = "tiles", day: date = DAY) -> Any:
    """The list, once the champion's result is in it."""
    told: dict[str, Any] = {}

    async def champion() -> bool:
        told.update((await client.get(f"/api/daily/{game}/{day}")).json())
        return "champion" in told

    await until(champion)
    return told


def test_results_are_checked_ranked_and_erased(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana, bo, looker = visitor(server), visitor(server), visitor(server)
            assert (await looker.get(f"/api/daily/tiles/{DAY}")).json() == {
                "game": "tiles", "day": str(DAY), "lines": [], "total": 0,
            }  # fmt: skip
            texts = [played(DAY, "tiles/1", level) for level in ("sprout", "greedy")]
            found = [daily.judge(text) for text in texts]
            first = await share(ana, texts[0], "Ana\u202e")
            assert first["total"] == 1
            assert first["mine"]["name"] == "Ana", "a name on one line, read from left to right"
            second = await share(bo, texts[1])
            best = max(found, key=lambda one: (one.scores[0], -one.scores[1]))
            assert second["mine"]["place"] == (1 if best == found[1] else 2)
            assert second["mine"].get("name", "") == "", "a name is a choice"
            told = await listed(looker)
            assert [(line["score"], line["other"]) for line in told["lines"]] == sorted(
                (one.scores for one in found), key=lambda scores: (-scores[0], scores[1])
            )
            assert told["champion"] == {"score": 150, "other": 90, "turns": 15, "best": 18}
            assert "mine" not in told
            assert not any(line.get("you") for line in told["lines"])
            mine = (await bo.get("/api/me/export")).json()["dailies"]
            assert [(one["day"], one["score"], one["turns"]) for one in mine] == [
                (str(DAY), found[1].scores[0], found[1].turns)
            ]
            assert (await bo.delete("/api/me")).status_code == 200
            told = await listed(looker)
            assert told["total"] == 1
            assert told["lines"][0]["name"] == "Ana"
            assert (await looker.get("/api/daily/cards/2026-11-16")).json()["total"] == 0, "another bag"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("today", "code"),
    [
        (DAY - timedelta(1), "daily/future"),
        (DAY, ""),
        (DAY + timedelta(1), ""),
        (DAY + timedelta(2), "daily/late"),
    ],
)
def test_a_result_is_taken_on_its_day_and_on_the_next(
    tmp_path: Path, today: date, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, today)
            with caplog.at_level(logging.INFO, "sixfold.server.dailies"):
                told = await share(visitor(server), played(DAY, "cards/1"), "Ana")
            if code:
                assert told["refusal"]["code"] == code
                assert str(DAY) in told["refusal"]["message"]
                assert [record.code for record in caplog.records] == [code], "it is logged"  # type: ignore[attr-defined]
            else:
                assert told["mine"]["place"] == 1

    asyncio.run(run())


def test_twice_from_another_version_and_tampered(tmp_path: Path) -> None:
    """What is refused changes nothing: the first result stands. How often tampering is found: tests/daily."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            ana, text, rng = visitor(server), played(DAY, "tiles/1"), random.Random(1)
            for name, way in WAYS.items():
                told = await share(ana, way(text, rng), "Ana")
                assert told["refusal"]["message"], name
            told = await share(ana, text.replace("tiles/1\n", "tiles/2\n", 1))
            assert told["refusal"]["code"] == "position/daily-version"
            assert told["refusal"]["message"] == "the daily bag is played by tiles/1 or cards/1, dealt by shuffle 3"
            assert (await ana.get(f"/api/daily/tiles/{DAY}")).json()["total"] == 0
            assert (await share(ana, text, "Ana"))["mine"]["place"] == 1
            again = await share(ana, played(DAY, "tiles/1", "greedy"), "Ana")
            assert again["refusal"]["code"] == "daily/twice"
            told = await listed(ana)
            assert told["total"] == 1
            assert told["mine"]["score"] == daily.judge(text).scores[0]

    asyncio.run(run())


@pytest.mark.parametrize("address", ["tiles/2026-13-01", "tiles/20261116", "chess/2026-11-16", "tiles/%00"])
def test_what_is_no_bag(tmp_path: Path, address: str) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            answer = await visitor(server).get(f"/api/daily/{address}")
            assert answer.json()["refusal"]["code"] == "request/field"

    asyncio.run(run())


def test_a_champion_that_fails_is_asked_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            on(server, DAY)
            plays, asked = server.house.dailies._champion, []

            async def broken(bag: daily.Bag, game: str) -> daily.Result:
                asked.append(game)
                raise daily._wrong("the workers are gone")

            server.house.dailies._champion = broken
            client = visitor(server)
            await share(client, played(DAY, "cards/1"))
            await until(lambda: asked)
            server.house.dailies._champion = plays
            assert (await listed(client, "cards"))["champion"]["score"] == 150

    asyncio.run(run())
