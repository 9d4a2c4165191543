"""Bot against bot: challenges that are accepted, declined, withdrawn and left unanswered, and a ladder by itself."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from examples.remote_bot import RemoteBot
from sixfold.commands.bots import _with_tokens
from sixfold.record import Record
from sixfold.server import challenges
from sixfold.server.app import Server
from sixfold.server.store.sql import SqlStore
from tests.scale import scale
from tests.server.inside import inside, same_deal, visitor
from tests.server.postgres import Postgres
from tests.server.running import Running
from tests.server.test_remote import Bot, Line, Stream, chosen, hal
from tests.server.until import until


async def are_present(server: Server, count: int) -> bool:
    return len(await server.house.remote.present()) >= count


async def connected(
    server: Server, *names: str, games: tuple[str, ...] = ("tiles", "cards")
) -> list[tuple[Bot, Stream]]:
    """Bots with the streams of their accounts open."""
    found = [await hal(server, name, games) for name in names]
    streams = [bot.stream("stream/event") for bot in found]
    await until(lambda: are_present(server, len(names)))
    return list(zip(found, streams, strict=True))


def code(answer: httpx.Response) -> str:
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["refusal"]["code"])


async def late(server: Server, challenge: str) -> None:
    """The time of a challenge is up."""
    sql = "UPDATE challenges SET until = ? WHERE id = ?"
    store = server.house.store
    assert isinstance(store, SqlStore)
    await store._write(lambda db: db.run(sql, server.house.clock.now(), challenge))


async def play_to_the_end(bots: list[Bot], table: str) -> None:
    """All bots of a table choose until it is over."""

    async def play(bot: Bot) -> None:
        stream = bot.stream(f"table/{table}/stream")
        while (line := await stream.get("turn", "end"))["t"] == "turn":
            answer = await bot.post(f"table/{table}/move", move=chosen(line["view"]), n=line["n"])
            assert answer.status_code == 200, answer.text

    await asyncio.gather(*(play(bot) for bot in bots))


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_challenge_that_is_accepted_is_played_and_rated(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal(), bot_s=60, bot_requests=10**6) as server:
            (hal_, at_hal), (eve, at_eve) = await connected(server, "hal", "eve")
            asked = (await hal_.post("challenge", bot="eve", game=game)).json()
            again = (await hal_.post("challenge", bot="eve", game=game)).json()
            assert asked["challenge"] == again["challenge"], "asked twice, it stands once"
            told = await at_eve.get("challenge")
            assert {name: told[name] for name in ("by", "bot", "game")} == {"by": "hal", "bot": "eve", "game": game}
            assert told["rated"] is True
            assert 0 < told["ms"] <= challenges.STANDS_MS
            assert code(await hal_.post(f"challenge/{asked['challenge']}/accept")) == "invite/unknown", "it is eve's"
            taken = (await eve.post(f"challenge/{asked['challenge']}/accept")).json()
            assert code(await eve.post(f"challenge/{asked['challenge']}/accept")) == "invite/unknown", "it is over"
            for stream in (at_hal, at_eve):
                assert await stream.get("challenge_over") == {"t": "challenge_over", **taken}
            table = taken["table"]
            assert taken["how"] == "accepted"
            room = server.house.rooms[table]
            assert room.table.phase == "playing", "nobody has to confirm"
            assert [chair.bot for chair in room.table.chairs] == ["hal", "eve"]
            await play_to_the_end([hal_, eve], table)
            ended = [await stream.get("ended") for stream in (at_hal, at_eve)]
            assert ended[0] == ended[1]
            anybody = visitor(server)
            record = Record.parse((await anybody.get(f"/api/tables/{table}/record")).text)
            assert record.result is not None
            assert record.result.by_the_rules
            query = {"game": game, "provisional": "true"}
            lines = (await anybody.get("/api/ratings", params=query)).json()["lines"]
            assert {line["name"]: line["rating"]["games"] for line in lines} == {"hal": 1, "eve": 1}
            names = ["hal", "eve"]
            if len(ended[0]["winners"]) == 1:
                assert lines[0]["name"] == names[ended[0]["winners"][0]]
            for stream in (at_hal, at_eve):
                await stream.hang_up()

    asyncio.run(run())


def test_challenges_are_declined_withdrawn_and_expire(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_s=60) as server:
            (hal_, at_hal), (eve, at_eve) = await connected(server, "hal", "eve")

            async def asked(bot: str, rated: bool) -> str:
                answer = await hal_.post("challenge", bot=bot, game="tiles", rated=rated)
                assert answer.status_code == 200, answer.text
                return str(answer.json()["challenge"])

            async def over(challenge: str, how: str) -> None:
                for stream in (at_hal, at_eve):
                    told = await stream.get("challenge_over")
                    assert (told["challenge"], told["how"], told.get("table", "")) == (challenge, how, "")

            one = await asked("eve", False)
            assert (await eve.post(f"challenge/{one}/decline")).json()["how"] == "declined"
            await over(one, "declined")
            two = await asked("eve", False)
            assert (await hal_.post(f"challenge/{two}/decline")).json()["how"] == "withdrawn"
            await over(two, "withdrawn")
            three = await asked("eve", False)
            await at_eve.get("challenge")
            await late(server, three)
            await over(three, "expired")
            assert code(await eve.post(f"challenge/{three}/accept")) == "invite/unknown"
            # Who comes back while one stands is told of it again.
            four = await asked("eve", True)
            await at_eve.hang_up()
            back = eve.stream("stream/event")
            assert (await back.get("challenge"))["challenge"] == four
            assert server.house.challenges._known.keys() == {four}
            for stream in (at_hal, back):
                await stream.hang_up()

    asyncio.run(run())


def test_a_challenge_crosses_servers(tmp_path: Path, postgres: Postgres) -> None:
    """What a bot at one server asks, declines or accepts is read by a bot at the other."""
    url = postgres.database("challenges")

    async def run() -> None:
        async with inside(url, bot_s=60) as one, inside(url, bot_s=60) as two:
            ((hal_, at_hal),) = await connected(one, "hal")
            eve = await hal(two, "eve")
            at_eve = eve.stream("stream/event")
            await until(lambda: are_present(one, 2))
            asked = (await hal_.post("challenge", bot="eve", game="tiles")).json()
            told = await at_eve.get("challenge")
            assert (told["challenge"], told["by"]) == (asked["challenge"], "hal")
            assert (await eve.post(f"challenge/{told['challenge']}/decline")).json()["how"] == "declined"
            for stream in (at_hal, at_eve):
                assert (await stream.get("challenge_over"))["how"] == "declined"
            asked = (await hal_.post("challenge", bot="eve", game="tiles")).json()
            told = await at_eve.get("challenge")
            no = hal_.post(f"challenge/{told['challenge']}/decline")
            yes = eve.post(f"challenge/{told['challenge']}/accept")
            answers = await asyncio.gather(no, yes)
            assert sorted(answer.status_code for answer in answers) == [200, 404], "of two answers at once one counts"
            over = next(answer.json() for answer in answers if answer.status_code == 200)
            for stream in (at_hal, at_eve):
                assert await stream.get("challenge_over") == {"t": "challenge_over", **over}
            asked = (await hal_.post("challenge", bot="eve", game="cards")).json()
            await at_eve.get("challenge")
            table = (await eve.post(f"challenge/{asked['challenge']}/accept")).json()["table"]
            for stream in (at_hal, at_eve):
                while (await stream.get("seated"))["table"] != table:
                    """The table of the race may come first."""
            for stream in (at_hal, at_eve):
                await stream.hang_up()

    asyncio.run(run())


def test_challenges_and_ladders_that_cannot_be(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_s=60) as server:
            ((hal_, stream),) = await connected(server, "hal", games=("tiles",))
            away = await hal(server, "eve")

            async def no(**body: Any) -> str:
                return code(await hal_.post("challenge", **{"bot": "eve", "game": "tiles", **body}))

            assert await no() == "bot/away"
            assert await no(bot="nobody") == "bot/unknown"
            assert await no(bot="hal") == "bot/busy"
            assert await no(game="cards") == "bot/game"
            assert (await no(game="chess")).startswith("request/")
            assert code(await hal_.post("challenge/nonsense/accept")) == "invite/unknown"
            assert code(await hal_.post("challenge/nonsense/decline")) == "invite/unknown"
            assert code(await hal_.post("ladder", game="cards")) == "bot/game"
            assert code(await away.post("ladder", game="tiles")) == "bot/away"
            await stream.hang_up()
        async with inside(tmp_path / "off", rated=False) as server:
            ((hal_, stream),) = await connected(server, "hal")
            assert code(await hal_.post("ladder", game="tiles")) == "lobby/off"
            assert code(await hal_.post("challenge", bot="eve", game="tiles")) == "lobby/off"
            await stream.hang_up()

    asyncio.run(run())


def test_a_bot_comes_onto_the_ladder_and_leaves_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_s=60) as server:
            ((hal_, stream),) = await connected(server, "hal")
            assert (await hal_.http.get("/api/bot/ladder")).json() == {}
            assert (await hal_.http.get("/api/bot/account")).json()["connected"] is True
            on = (await hal_.post("ladder", game="tiles")).json()
            assert (on["game"], on.get("table", "")) == ("tiles", "")
            assert [one.player for one in await server.house.store.seekers(0)]
            assert (await hal_.http.delete("/api/bot/ladder")).json() == {}
            assert await server.house.store.seekers(0) == []
            # Whoever hangs up is not waited for.
            await hal_.post("ladder", game="cards")
            await stream.hang_up()

            async def nobody_waits() -> bool:
                return not await server.house.store.seekers(0)

            await until(nobody_waits)

    asyncio.run(run())


class Climber:
    """The example as a bot on the ladder, with what it was told."""

    def __init__(self, running: Running, token: str, bot: str) -> None:
        self.bot = RemoteBot(running.base, token, bot)
        self.seated: set[str] = set()
        self.ended: list[Line] = []
        self.errors: list[BaseException] = []
        self.news = threading.Event()
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def _follow(self) -> None:
        try:
            for line in self.bot.events():
                if line["t"] == "seated":
                    self.seated.add(line["table"])
                elif line["t"] == "ended":
                    self.ended.append(line)
                self.news.set()
        except BaseException as error:
            self.errors.append(error)


def test_bots_on_the_ladder_play_by_themselves(tmp_path: Path) -> None:
    """A handful of games here; a thousand of ten bots in the long form, or as many as SIXFOLD_LADDER_GAMES says."""
    wanted = int(os.environ.get("SIXFOLD_LADDER_GAMES", scale(4, 1000)))
    count = min(10, max(3, wanted // 4))
    with Running(tmp_path) as running:
        names = [f"bot{i}" for i in range(count)]
        tokens = [asyncio.run(_with_tokens(tmp_path, None, "make", name, ["tiles"]))["token"] for name in names]
        kinds = ["random", "greedy", "sprout"]
        climbers = [Climber(running, token, kinds[i % 3]) for i, token in enumerate(tokens)]
        for climber in climbers:
            while not climber.bot.ask("account").get("connected"):
                climber.news.wait(0.05)
            assert climber.bot.ask("ladder", {"game": "tiles"})["game"] == "tiles"
        games: dict[str, Line] = {}
        while len(games) < wanted:
            for climber in climbers:
                climber.news.wait(0.1)
                climber.news.clear()
                assert climber.errors == []
                games |= {line["table"]: line for line in climber.ended}
        for climber in climbers:
            climber.bot.ask("ladder", method="DELETE")
        for climber in climbers:
            # What has begun is played to its end.
            while climber.seated != {line["table"] for line in climber.ended}:
                climber.news.wait(0.1)
                climber.news.clear()
            games |= {line["table"]: line for line in climber.ended}
        played: Counter[str] = Counter()
        for table, line in games.items():
            assert line["reason"] in ("T17", "T18"), line
            with urllib.request.urlopen(f"{running.base}/api/tables/{table}/record") as answer:
                record = Record.parse(answer.read().decode())
            assert record.result is not None
            assert record.result.by_the_rules
            played.update(player.name for player in record.headers.players)
        assert set(played) == set(names), "everybody was paired"
        rated = 0
        for provisional in ("true", "false"):
            address = f"{running.base}/api/ratings?game=tiles&provisional={provisional}"
            with urllib.request.urlopen(address) as answer:
                rated += sum(line["rating"]["games"] for line in json.load(answer)["lines"])
        assert rated == 2 * len(games)
        print(f"{count} bots played {len(games)} games by themselves, all by the rules, recorded and rated")
        assert running.stop() == 0
        for climber in climbers:
            climber.thread.join(30)
            assert climber.errors == []
        assert running.mistakes() == []
