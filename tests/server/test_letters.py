"""A game by letter is asked for, and nobody has to wait for it: the wish outlives the page and the server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.errors import StoreError
from sixfold.pace import DAY_S, Pace
from sixfold.server.app import Server, build
from sixfold.server.lobby.lobby import LOST_MS, STANDS_MS, TOLD_MS
from sixfold.server.lobby.pairing import ANYBODY, Seeker, Sought
from sixfold.server.moderation.values import Block
from sixfold.server.ratings.model import Kind, Rating
from sixfold.server.settings import Settings
from tests.server.clock import HandClock
from tests.server.inside import PATIENT, inside, visitor
from tests.server.opening import sql
from tests.server.post_office import listening
from tests.server.postgres import Postgres

SLOW: dict[str, Any] = {"game": "tiles", "clock": 3 * DAY_S, "vacation": 7}
DAY_MS = 1000 * DAY_S
AWAY: dict[str, Any] = {"hooks": True, "private_notices": True, "notice_s": 30.0}


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """People are paired when a test says so."""
    monkeypatch.setattr("sixfold.server.lobby.lobby.BEAT_S", 3600.0)


async def ask(server: Server, name: str, browser: httpx.AsyncClient | None = None, **changes: Any) -> httpx.AsyncClient:
    """Somebody asks for a game by letter."""
    browser = browser or visitor(server)
    answer = await browser.post("/api/lobby/seek", json={**SLOW, "name": name, **changes})
    assert answer.status_code == 200, answer.text
    assert "waiting" not in answer.json(), "nobody waits"
    return browser


async def letters(browser: httpx.AsyncClient) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = (await browser.get("/api/lobby/seek")).json().get("letters", [])
    return told


async def running(browser: httpx.AsyncClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await browser.get("/api/games")).json().get("running", [])
    return found


async def player_of(server: Server, name: str) -> str:
    [guest] = await server.house.store.find_players(name)
    return guest.id


def at(server: Server, browser: httpx.AsyncClient) -> httpx.AsyncClient:
    """The same person, at this server."""
    other = visitor(server)
    other.cookies = browser.cookies
    return other


def test_asked_left_restarted_and_paired_days_later(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with listening() as got:
            async with inside(tmp_path, parts={"clock": clock}, **AWAY) as server:
                ana = await ask(server, "Ana")
                await ana.post("/api/notices", json={"kind": "hook", "address": got.url})
                [wish] = await letters(ana)
                assert {name: wish[name] for name in SLOW} == SLOW
                assert wish["until"] - wish["since"] == 7 * DAY_S
                assert "table" not in wish
            clock.time += 5 * DAY_MS
            async with inside(tmp_path, parts={"clock": clock}, **AWAY) as server:
                bo = await ask(server, "Bo")
                await server.house.lobby.pair()
                [told] = await letters(bo)
                clock.pass_seconds(31)
                while await server.house.post.round():
                    pass
                hooks = [httpx.Response(200, content=body).json() for *_, body in got.all]
                assert [(one["event"], one["table"]) for one in hooks] == [("paired", told["table"])]
                ana = at(server, ana)
                for one, other in ((ana, "Bo"), (bo, "Ana")):
                    [game] = await running(one)
                    assert (game["table"], game["phase"]) == (told["table"], "lobby")
                    assert other in game["names"]
                    assert game["your_turn"] is True, "it waits for who has not come yet"
                assert server.house.rooms[told["table"]].table.terms.clock == SLOW["clock"]
                clock.time += TOLD_MS + 1000
                assert await letters(ana) == [], "from now on it is one of her games"
                assert len(await running(ana)) == 1

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_servers_pair_whoever_asked_at_either_of_them_once(tmp_path: Path, postgres: Postgres, kind: str) -> None:
    async def run() -> None:
        where = postgres.database("letters") if kind == "postgres" else tmp_path / "a.db"
        here, there = (build(where, Settings(**PATIENT)) for _ in range(2))
        await here.open()
        await there.open()
        try:
            people = [
                await ask(server, f"P{n}", game=game)
                for n, (server, game) in enumerate(
                    [(here, "tiles"), (there, "tiles"), (here, "cards"), (there, "cards")]
                )
            ]
            for server in (here, there):
                people.append(await ask(server, "Q"))
                await ask(server, "Q", people[-1], game="cards")
            await asyncio.gather(*(server.house.lobby.pair() for server in (here, there, here, there)))
            tables: dict[str, int] = {}
            for browser in people:
                games = await running(at(here, browser))
                assert len(games) == len(await letters(at(there, browser)))
                for game in games:
                    tables[game["table"]] = tables.get(game["table"], 0) + 1
            assert sorted(tables.values()) == [2] * 4
        finally:
            await there.close()
            await here.close()

    asyncio.run(run())


def test_what_a_server_promised_before_it_stopped_another_one_keeps(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            browsers = [await ask(server, "Ana", clock=3 * DAY_S), await ask(server, "Bo", clock=2 * DAY_S)]
            store, now = server.house.store, clock.time
            pair = [wish.seeker for wish in await store.wishes(now)]
            assert await store.promise_tables({"promised-table-1": pair}, now) == {"promised-table-1"}
        async with inside(tmp_path, parts={"clock": clock}) as server:
            browsers = [at(server, browser) for browser in browsers]
            assert [len(await letters(browser)) for browser in browsers] == [1, 1]
            assert await server.house.store.line("promised-table-1") is None
            no = await browsers[0].delete("/api/lobby/letters/tiles")
            assert len(no.json()["letters"]) == 1, "the other one counts on it"
            clock.time += LOST_MS
            await asyncio.gather(*(server.house.lobby.pair() for _ in range(3)))
            for browser in browsers:
                assert [game["table"] for game in await running(browser)] == ["promised-table-1"]
                assert [wish["table"] for wish in await letters(browser)] == ["promised-table-1"]

    asyncio.run(run())


def test_a_table_that_could_not_be_kept_is_made_later_and_under_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            browsers = [await ask(server, name) for name in ("Ana", "Bo")]
            tried: list[str] = []

            async def full(table: str, *_: Any) -> None:
                tried.append(table)
                raise StoreError("no space left", code="store/full")

            with monkeypatch.context() as trouble:
                trouble.setattr(server.house.lobby, "_seat", full)
                with pytest.raises(StoreError):
                    await server.house.lobby.pair()
            await server.house.lobby.pair()
            assert await running(browsers[0]) == [], "not yet: another server may be about to make it"
            clock.time += LOST_MS
            await server.house.lobby.pair()
            for browser in browsers:
                assert [game["table"] for game in await running(browser)] == tried

    asyncio.run(run())


def test_whoever_is_left_when_the_other_is_erased_waits_again(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            ana, bo = await ask(server, "Ana", clock=3 * DAY_S), await ask(server, "Bo", clock=2 * DAY_S)
            store = server.house.store
            await store.promise_tables(
                {"promised-table-1": [w.seeker for w in await store.wishes(clock.time)]}, clock.time
            )
            assert (await bo.delete("/api/me")).status_code == 200
            clock.time += LOST_MS
            await server.house.lobby.pair()
            assert await running(ana) == []
            assert [wish.table for wish in await store.wishes(clock.time)] == [""]
            await ask(server, "Cleo", clock=3 * DAY_S)
            await server.house.lobby.pair()
            assert len(await running(ana)) == 1

    asyncio.run(run())


def test_called_off_replaced_and_over_after_a_week(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            ana = await ask(server, "Ana")
            await ask(server, "Ana", ana, clock=DAY_S)
            await ask(server, "Ana", ana, game="cards")
            assert [(one["game"], one["clock"]) for one in await letters(ana)] == [
                ("cards", 3 * DAY_S),
                ("tiles", DAY_S),
            ], "one for each game, the last one asked for"
            left = (await ana.delete("/api/lobby/letters/tiles")).json()["letters"]
            assert [one["game"] for one in left] == ["cards"]
            assert (await ana.delete("/api/lobby/letters/chess")).json()["letters"] == left, "nothing to call off"
            bo = await ask(server, "Bo", clock=DAY_S)
            await server.house.lobby.pair()
            assert await running(ana) == []
            clock.time += STANDS_MS + 1000
            assert await letters(bo) == []
            for browser, name in ((ana, "Ana"), (bo, "Bo")):
                assert await letters(browser) == [], name
            await ask(server, "Cleo", clock=DAY_S)
            await server.house.lobby.pair()
            assert await running(bo) == [], "who came too late finds nobody"
            assert [wish.name for wish in await server.house.store.wishes(clock.time)] == ["Cleo"]
            no = await visitor(server).delete("/api/lobby/letters/tiles")
            assert no.json()["refusal"]["code"] == "player/unknown"

    asyncio.run(run())


def test_waiting_for_a_quick_game_and_wishing_for_a_slow_one_go_together(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            ana = await ask(server, "Ana")
            told = (await ana.post("/api/lobby/seek", json={"game": "tiles", "clock": 60, "name": "Ana"})).json()
            assert (told["waiting"], len(told["letters"])) == (True, 1)
            assert len((await ana.delete("/api/lobby/seek")).json()["letters"]) == 1, (
                "the quick one is called off alone"
            )

    asyncio.run(run())


def test_it_is_exported_and_erased_with_the_person(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            ana = await ask(server, "Ana")
            assert (await ana.get("/api/me/export")).json()["letters"] == await letters(ana)
            assert (await ana.delete("/api/me")).status_code == 200
            assert sql(tmp_path / "a.db", "SELECT count(*) FROM wishes") == [(0,)]
            bo = await ask(server, "Bo")
            await server.house.lobby.pair()
            assert await running(bo) == []

    asyncio.run(run())


def test_blocks_and_strength_count_as_they_do_for_those_who_wait(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            store = server.house.store
            ana, bo = await ask(server, "Ana"), await ask(server, "Bo", rated=True)
            await store.keep_block(Block("b", await player_of(server, "Bo"), await player_of(server, "Ana"), "Ana", 1))
            await ask(server, "Ana", ana, rated=True)
            clock.time += ANYBODY
            await server.house.lobby.pair()
            assert await running(ana) == await running(bo) == []
            cleo = await ask(server, "Cleo", game="cards")
            strong = {(Kind("cards", 2), await player_of(server, "Cleo")): Rating(40.0, 2.0, 30)}
            assert await store.replace_ratings(strong, 0)
            dan = await ask(server, "Dan", game="cards")
            await server.house.lobby.pair()
            assert await running(dan) == [], "who has just come does not have to take anybody"
            clock.time += ANYBODY
            await server.house.lobby.pair()
            assert len(await running(dan)) == len(await running(cleo)) == 1

    asyncio.run(run())


def test_where_the_host_pairs_nobody_and_under_a_reserved_name_nothing_is_kept(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, pairing=False) as server:
            no = await visitor(server).post("/api/lobby/seek", json={**SLOW, "name": "Ana"})
            assert no.json()["refusal"]["code"] == "lobby/off"
            assert await server.house.store.wishes(0) == []
        async with inside(tmp_path) as server:
            no = await visitor(server).post("/api/lobby/seek", json={**SLOW, "name": "admin"})
            assert no.json()["refusal"]["code"] == "moderation/name"
            assert await server.house.store.wishes(0) == []

    asyncio.run(run())


def test_only_a_clock_of_days_is_by_letter(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            quick = visitor(server)
            asked = {"game": "tiles", "name": "Ana", "total": 1200, "increment": 10}
            told = (await quick.post("/api/lobby/seek", json=asked)).json()
            assert told["waiting"] is True
            assert "letters" not in told
            await ask(server, "Bo", clock=None, vacation=0, total=7 * DAY_S, increment=DAY_S // 4)
            [wish] = await server.house.store.wishes(0)
            assert wish.seeker == Seeker(
                await player_of(server, "Bo"),
                Sought("tiles", Pace(total=7 * DAY_S, increment=DAY_S // 4), False),
                wish.seeker.since,
                1500,
            )

    asyncio.run(run())
