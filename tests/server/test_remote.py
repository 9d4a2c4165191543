"""Remote bots: tokens, seats, streams, moves; and what happens to those that flood, stall, read slowly or send rubbish.

First the rules of the table alone, then the whole server without a socket; test_remote_serving.py has real ones.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sixfold import rulesets, tiles
from sixfold.errors import BotError, Refused
from sixfold.server import lines, wire
from sixfold.server.app import Server
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.procedure import STAND_IN
from sixfold.server.table.procedures import driven, leaving, seating
from sixfold.server.table.seats import Chosen, Occupant, Terms
from sixfold.server.table.table import GameTable
from tests.server.inside import BASE, Wire, cookie_of, inside, same_deal, stand_still, visitor
from tests.server.tables import NOW, do
from tests.server.until import until

Line = dict[str, Any]


# The table ---------------------------------------------------------------------------------------------------------


def with_hal(game: wire.Game = "tiles", people: int = 1, **terms: Any) -> GameTable:
    """A started game: people first, the remote bot `hal` last."""
    seats = [Chosen(kind="person")] * people + [Chosen(kind="bot", bot="hal")]
    created = e.Created(
        game=game, ruleset=f"{game}/1", seats=seats, terms=Terms(**terms), host="p0", seed="5a" * 64, key="5a" * 16
    )
    places = [Occupant(seat, f"p{seat}", f"Name{seat}", 30 + seat) for seat in range(people)]
    table = seating.create("tableAAAABBBBCC1", created, [*places, Occupant(people, "hal", "hal", None)], NOW)[-1].after
    for seat in range(people):
        table = do(table, f"p{seat}", wire.Ready, seat=seat, entropy=f"{seat:02x}" * 32)
    return table


def hal_to_move(table: GameTable, now: int = NOW) -> GameTable:
    """Play on until it is hal's turn."""
    while table.to_move is not None and not table.chairs[table.to_move].remote:
        table = driven.bot_move(table, first_move(table), now)[-1].after
    return table


def first_move(table: GameTable) -> Any:
    assert table.to_move is not None
    view = table.state.view(table.to_move)
    return view.plays()[0].place if table.game == "tiles" else view.best()


def test_a_remote_bot_is_a_bot_whom_the_table_waits_for() -> None:
    table = hal_to_move(with_hal())
    chair = table.chairs[1]
    assert chair.kind == "bot"
    assert chair.remote
    assert table.people() == (0,)
    assert table.bot_to_move() is None, "none of our own bots moves for it"
    assert due.due(table) == table.turn_at + 10_000
    assert due.due(hal_to_move(with_hal(bot_s=3))) == table.turn_at + 3_000
    assert due.due(hal_to_move(with_hal(clock=5))) == table.turn_at + 5_000, "the table's clock holds for it too"


def test_who_was_late_is_waited_for_a_second_until_it_moves_or_comes_back() -> None:
    table = hal_to_move(with_hal())
    late = driven.clock_move(table, first_move(table), NOW, drafted=False)[-1].after
    assert late.chairs[1].missed == 1
    late = hal_to_move(late)
    assert due.due(late) == late.turn_at + due.MISSED_MS
    back = leaving.came_back(late, "hal", NOW)[-1].after
    assert due.due(back) == late.turn_at + 10_000
    assert leaving.came_back(back, "hal", NOW) == [], "there is nothing to forgive"
    moved = driven.remote_move(late, "hal", str(first_move(late)), late.n, NOW)[-1].after
    assert moved.chairs[1].missed == 0


def test_a_move_is_refused_for_the_reasons_that_people_get() -> None:
    table = hal_to_move(with_hal())
    move = str(first_move(table))

    def code(player: str, text: str, base: int, at: GameTable = table) -> str:
        with pytest.raises(Exception) as no:  # noqa: PT011, the code says which
            driven.remote_move(at, player, text, base, NOW)
        return str(getattr(no.value, "code", no.value))

    assert code("nobody", move, table.n) == "table/not-your-seat"
    assert code("p0", move, table.n) == "table/not-your-turn"
    assert code("hal", move, 1) == "table/stale"
    assert code("hal", "no move", table.n).startswith("notation/")
    assert code("hal", "900,900:Rs", table.n).startswith("rules/T")
    assert code("hal", "pass", table.n).startswith("rules/T")
    assert code("hal", move, table.n, with_hal()) == "table/not-your-turn" or with_hal().to_move == 1


def test_declining_gives_the_seat_to_a_bot_of_the_house_and_accepting_takes_it_back() -> None:
    table = do(with_hal(), "hal", wire.Leave)
    assert table.chairs[1].stand_in == "greedy"
    assert not table.chairs[1].remote
    assert table.phase == "playing", "nobody's game ends because a bot declines"
    with pytest.raises(Refused):
        do(table, "hal", wire.Leave)
    assert do(table, "hal", wire.Return).chairs[1].remote


def test_resigning_and_being_removed() -> None:
    assert do(with_hal(), "hal", wire.Resign).outcome == ("resigned", (0,))
    three = do(with_hal(people=2), "hal", wire.Resign)
    assert three.phase == "playing"
    assert three.chairs[2].played_by == STAND_IN
    removed = do(with_hal(), "p0", wire.Remove, who=1)
    assert removed.chairs[1].player == ""
    assert removed.chairs[1].played_by == STAND_IN


def test_a_rematch_waits_for_people_only_and_seats_the_bot_again() -> None:
    table = do(with_hal(), "p0", wire.Resign)
    assert do(table, "p0", wire.Rematch).rematch == "tableAAAABBBBCC2"


# The whole server ----------------------------------------------------------------------------------------------------


class Bot:
    """A remote bot as ASGI sees it."""

    def __init__(self, server: Server, token: str, address: str = "127.0.0.1") -> None:
        self.server = server
        self.token = token
        self.address = address
        transport = httpx.ASGITransport(server, raise_app_exceptions=False, client=(address, 50002))
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)

    def stream(self, path: str) -> Stream:
        return Stream(self, path)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(f"/api/bot/{path}", json=body)


class Stream:
    """A long answer, read as slowly as a test likes."""

    def __init__(self, bot: Bot, path: str) -> None:
        path, _, query = path.partition("?")
        fields = {"host": "localhost:6161", "authorization": f"Bearer {bot.token}"}
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/api/bot/{path}",
            "raw_path": f"/api/bot/{path}".encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "http_version": "1.1",
            "client": (bot.address, 50003),
            "server": ("localhost", 6161),
            "headers": [(name.encode(), value.encode()) for name, value in fields.items()],
            "extensions": {"sixfold": {"cut": lambda: setattr(self, "was_cut", True)}},
        }
        self.was_cut = False
        self.reading = asyncio.Event()
        self.reading.set()
        self.status = 0
        self._gone = asyncio.Event()
        self._asked = False
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self._rest = b""
        self.task = asyncio.create_task(bot.server(scope, self._receive, self._send))

    async def _receive(self) -> Any:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.reading.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        *whole, self._rest = (self._rest + message.get("body", b"")).split(b"\n")
        for line in whole:
            if line:
                self._lines.put_nowait(json.loads(line))
        if not message.get("more_body"):
            self._lines.put_nowait(None)
            self._gone.set()

    async def get(self, *kinds: str) -> Line:
        """The next line, of these kinds if any are named."""
        while True:
            line = await asyncio.wait_for(self._lines.get(), 30)
            assert line is not None, "the stream is over"
            if not kinds or line["t"] in kinds:
                return line

    async def rest(self) -> list[Line]:
        """All that comes until the end."""
        found = []
        while (line := await asyncio.wait_for(self._lines.get(), 30)) is not None:
            found.append(line)
        await asyncio.wait_for(self.task, 30)
        return found

    async def hang_up(self) -> None:
        self._gone.set()
        await asyncio.wait_for(self.task, 30)


async def hal(server: Server, name: str = "hal", games: tuple[str, ...] = ("tiles", "cards")) -> Bot:
    return Bot(server, await server.house.remote.make(name, list(games)))


def seats(*bots: str) -> list[dict[str, Any]]:
    return [{"kind": "here", "name": "Ana", "age": 40}, *({"kind": "bot", "bot": bot} for bot in bots)]


async def game_with(server: Server, *bots: str, game: str = "tiles") -> tuple[str, Wire, httpx.AsyncClient]:
    """A table that a person has made, with the person's socket."""
    host = visitor(server)
    answer = await host.post("/api/tables", json={"game": game, "seats": seats(*bots)})
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    return table, Wire(server, table, cookie_of(host)), host


async def begin(person: Wire) -> None:
    n = (await person.hello())["n"]
    assert (await person.ask(do="ready", id="r", base=n, entropy="ab" * 32))["t"] == "ack"


async def person_moves(server: Server, table: str) -> None:
    """Move for the person, if it is their turn."""
    room = server.house.rooms[table]
    if room.table.to_move != 0:
        return
    move = room.table.rules.parse_move(chosen(room.table.state.view(0).to_json()))
    await server.house.pipeline.by_itself(
        room, room.table.turn_n, lambda now: driven.bot_move(now, move, server.house.clock.now())
    )


def chosen(view: Line) -> str:
    found = rulesets.find(view["ruleset"]).view_from_json(view)
    if isinstance(found, tiles.View):
        plays = found.plays()
        return str(plays[0].place if plays else tiles.Swap(found.hand) if found.bag_count > 5 else tiles.Pass())
    return str(found.best() or found.legal_moves()[0])


def test_a_bot_is_seated_told_and_plays(tmp_path: Path) -> None:
    async def run(game: str) -> None:
        # A deal that lets both lay at once: where somebody is stuck is not what this is about.
        async with inside(tmp_path / game, parts=same_deal(), bot_s=60) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            listed = (await visitor(server).get("/api/bots")).json()["bots"]
            assert [one["name"] for one in listed if one.get("remote")] == ["hal", "hal"]
            table, person, host = await game_with(server, "hal", game=game)
            told = await account.get("seated")
            assert told == {
                "t": "seated", "table": table, "game": game, "seat": 1, "phase": "lobby", "names": ["Ana", "hal"],
            }  # fmt: skip
            stream = bot.stream(f"table/{table}/stream?plays=true")
            welcome = await stream.get()
            assert welcome["t"] == "welcome"
            assert welcome["seats"] == [1]
            assert [seat["kind"] for seat in welcome["info"]["seats"]] == ["here", "bot"]
            await begin(person)
            assert (await account.get())["t"] == "started"
            moves = 0
            while moves < 3:
                line = await stream.get()
                if line["t"] == "turn":
                    assert 0 < line["ms"] <= 60_000
                    assert line["view"]["seat"] == 1
                    answer = await bot.post(f"table/{table}/move", move=chosen(line["view"]), n=line["n"])
                    assert answer.status_code == 200, answer.text
                    assert answer.json()["n"] > line["n"]
                    moves += 1
                elif line["t"] == "event" and (line.get("now") or {}).get("to_move") == 0:
                    await person_moves(server, table)
            said = await bot.post(f"table/{table}/say", word="nice")
            assert said.status_code == 200
            assert (await bot.post(f"table/{table}/resign")).status_code == 200
            ended = [line for line in await stream.rest() if line["t"] in ("event", "end")][-2:]
            assert ended[0]["event"]["type"] == "ended"
            assert ended[1] == {"t": "end", "why": "finished", "message": "the game is over"}
            over = await account.get("ended")
            assert (over["table"], over["reason"], over["winners"]) == (table, "resigned", [0])
            record = (await host.get(f"/api/tables/{table}/record")).text
            assert "bot 1: hal" in record
            await person.leave()
            await account.hang_up()
            assert await server.house.remote.present() == []

    for game in ("tiles", "cards"):
        asyncio.run(run(game))


def test_plays_are_listed_for_bots_that_know_no_rules(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal(), bot_s=60) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            table, person, _ = await game_with(server, "hal")
            await account.get("seated")
            stream = bot.stream(f"table/{table}/stream?plays=true")
            await stream.get("welcome")
            await begin(person)
            if server.house.rooms[table].table.to_move == 0:
                await person_moves(server, table)
            plays = (await stream.get("plays"))["plays"]
            turn = await stream.get("turn")
            assert plays[0][1] >= plays[-1][1] > 0, "with their points, best first"
            answer = await bot.post(f"table/{table}/move", move=plays[0][0], n=turn["n"])
            assert answer.status_code == 200
            await person.leave()
            await stream.hang_up()
            await account.hang_up()

    asyncio.run(run())


async def seated_when_present(server: Server) -> None:
    await until(server.house.remote.present)


def test_a_wrong_token_is_refused_and_guessing_is_throttled(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, wrong_guesses=6) as server:
            stand_still(server)
            good = await hal(server)
            for wrong in ("", "x", "sixfold_", "sixfold_" + "A" * 32, "sixfold_" + "A" * 500):
                answer = await Bot(server, wrong, "10.0.0.1").http.get("/api/bot/account")
                assert answer.status_code == 401
                assert answer.json()["refusal"]["code"] == "token/unknown"
                assert answer.headers["www-authenticate"] == "Bearer"
            basic = await good.http.get("/api/bot/account", headers={"authorization": f"Basic {good.token}"})
            assert basic.status_code == 401
            await Bot(server, "x", "10.0.0.1").http.get("/api/bot/account")
            stopped = await Bot(server, "x", "10.0.0.1").http.get("/api/bot/account")
            assert stopped.status_code == 429
            assert stopped.json()["refusal"]["code"] == "request/slow-down"
            assert int(stopped.headers["retry-after"]) >= 1
            assert (await good.http.get("/api/bot/account")).json()["name"] == "hal"
            rows = await server.house.store.tokens()
            assert good.token.encode() not in (tmp_path / "a.db").read_bytes() + rows[0].hash, "only a hash is kept"
            other = await visitor(server, authorization="Bearer x", origin="http://evil.example").put(
                "/api/me", json={"name": "E"}
            )
            assert other.status_code == 403, "a token opens nothing but the bots' own routes"

    asyncio.run(run())


def test_a_flood_is_throttled_and_told_so(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_requests=10, bot_window_s=1000) as server:
            bot = await hal(server)
            for left in range(9, -1, -1):
                answer = await bot.http.get("/api/bot/account")
                assert answer.status_code == 200
                assert answer.headers["ratelimit-limit"] == "10"
                assert answer.headers["ratelimit-remaining"] == str(left)
                assert int(answer.headers["ratelimit-reset"]) > 0
            stopped = await bot.http.get("/api/bot/account")
            assert stopped.status_code == 429
            assert stopped.json()["refusal"]["code"] == "request/slow-down"
            assert 1 <= int(stopped.headers["retry-after"]) <= 102
            assert stopped.headers["ratelimit-remaining"] == "0"
            other = await hal(server, "ann")
            assert (await other.http.get("/api/bot/account")).status_code == 200, "the others are not held up"

    asyncio.run(run())


def test_rubbish_is_refused_in_the_one_shape_and_costs_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_requests=60, bot_window_s=100_000, bot_s=600) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            table, person, _ = await game_with(server, "hal")
            await account.get("seated")
            await begin(person)
            path = f"/api/bot/table/{table}/move"
            other = (await visitor(server).post("/api/tables", json={"game": "tiles", "seats": seats("casual")})).json()
            tries = [
                ({"content": b"\xff{"}, path, 400),
                ({"content": b"[" * 100_000}, path, 400),
                ({"json": {}}, path, 400),
                ({"json": {"move": 5}}, path, 400),
                ({"json": {"move": "pass", "extra": 1}}, path, 400),
                ({"json": {"move": "x" * 3000}}, path, 400),
                ({"json": {"word": "free text"}}, f"/api/bot/table/{table}/say", 400),
                ({"json": {"move": "pass"}}, "/api/bot/table/short/move", 404),
                ({"json": {"move": "pass"}}, f"/api/bot/table/{other['table']}/move", 404),
                ({"json": {}}, f"/api/bot/table/{table}/dance", 404),
            ]
            for sent, where, status in tries:
                answer = await bot.http.post(where, headers={"content-type": "application/json"}, **sent)  # type: ignore[arg-type]
                assert answer.status_code == status, (sent, answer.text[:200])
                assert set(answer.json()) == {"refusal"}
            left = int(answer.headers["ratelimit-remaining"])
            assert left < 60 - 4 * len(tries), "a refused request counts five times"
            assert (await bot.http.get("/api/bot/account")).status_code == 200
            while (last := await bot.post(f"table/{table}/move", move="no move")).status_code != 429:
                assert last.status_code in (409, 422)
            assert last.json()["refusal"]["code"] == "request/slow-down"
            assert server.house.rooms[table].table.phase == "playing", "and the game goes on"
            await person.leave()
            await account.hang_up()

    asyncio.run(run())


def test_a_slow_reader_is_cut_off_and_comes_back_with_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Two hundred words may take a busy machine longer than a slow reader is waited for.
    monkeypatch.setattr(lines, "GRACE_S", 600.0)

    async def run() -> None:
        async with inside(tmp_path, bot_s=600, max_buffer=8_000, messages=10**6) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            table, person, _ = await game_with(server, "hal")
            stream = bot.stream(f"table/{table}/stream")
            n = (await stream.get("welcome"))["n"]
            await begin(person)
            stream.reading.clear()
            for at in range(200):
                await person.ask(do="say", id=f"s{at}", base=0, word="hurry")
            assert not stream.task.done(), "nobody waits for it, and it is still there"
            stream.reading.set()
            heard = await stream.rest()
            assert heard[-1]["t"] == "end"
            assert heard[-1]["why"] == "slow"
            last = max([line["n"] for line in heard if line["t"] == "event"], default=n)
            now = server.house.rooms[table].table.n
            assert last < now
            again = bot.stream(f"table/{table}/stream?since={last}")
            welcome = await again.get("welcome")
            assert welcome["n"] == now
            assert welcome["view"]["now"]["seat"] == 1, "after so much a new view says it shorter"
            again = bot.stream(f"table/{table}/stream?since={now - 3}")
            assert (await again.get("welcome"))["resumed"] is True
            assert [(await again.get("event"))["n"] for _ in range(3)] == [now - 2, now - 1, now]
            await again.hang_up()
            await person.leave()
            await account.hang_up()

    asyncio.run(run())


def test_a_reader_that_never_reads_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "GRACE_S", 0.01)

    async def run() -> None:
        async with inside(tmp_path) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            account.reading.clear()
            await server.house.remote.revoke("hal")
            await until(lambda: account.was_cut)
            account.reading.set()
            await account.hang_up()

    asyncio.run(run())


def test_a_revoked_token_ends_its_streams_and_a_bot_of_the_house_plays_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_s=600) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            table, person, _ = await game_with(server, "hal")
            stream = bot.stream(f"table/{table}/stream")
            await stream.get("welcome")
            await begin(person)
            await server.house.remote.revoke("hal")
            assert (await account.rest())[-1]["why"] == "revoked"
            assert (await stream.rest())[-1]["why"] in ("revoked", "removed")
            assert (await bot.http.get("/api/bot/account")).status_code == 401
            assert server.house.rooms[table].table.chairs[1].played_by == STAND_IN
            with pytest.raises(BotError):
                await server.house.remote.revoke("hal")
            await person.leave()

    asyncio.run(run())


def test_a_stream_opened_again_replaces_the_first(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            bot = await hal(server)
            one = bot.stream("stream/event")
            await seated_when_present(server)
            two = bot.stream("stream/event")
            assert (await one.rest())[-1]["why"] == "replaced"
            table, _, _ = await game_with(server, "hal")
            assert (await two.get("seated"))["table"] == table
            await server.house.upkeep.delete_table(table)
            assert (await two.get("ended"))["reason"] == "deleted"
            await two.hang_up()

    asyncio.run(run())


def test_a_bot_that_cannot_come_is_not_seated(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_tables=1) as server:
            bot = await hal(server, games=("tiles",))
            await hal(server, "ann")
            account = bot.stream("stream/event")
            await seated_when_present(server)

            async def code(game: str, *bots: str) -> str:
                answer = await visitor(server).post("/api/tables", json={"game": game, "seats": seats(*bots)})
                assert answer.status_code == 422
                return str(answer.json()["refusal"]["code"])

            assert await code("tiles", "nobody") == "bot/unknown"
            assert await code("tiles", "ann") == "bot/away"
            assert await code("cards", "hal") == "bot/game"
            assert await code("tiles", "hal", "hal") == "bot/busy"
            await game_with(server, "hal", "casual")
            assert await code("tiles", "hal") == "bot/busy"
            await account.hang_up()
            for name in ("greedy", "h", "white space", "x" * 31, "hal"):
                with pytest.raises(BotError) as no:
                    await server.house.remote.make(name, ["tiles"])
                assert no.value.code == "bot/name"
            await server.house.remote.revoke("hal")
            assert await server.house.remote.make("hal", ["tiles"]) != bot.token, "a revoked name can be used again"

    asyncio.run(run())


def test_a_bot_that_is_late_is_played_for_and_told(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, bot_s=1) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            table, person, _ = await game_with(server, "hal")
            stream = bot.stream(f"table/{table}/stream")
            await stream.get("welcome")
            await begin(person)
            room = server.house.rooms[table]
            if room.table.to_move == 0:
                await person_moves(server, table)
            turn = await stream.get("turn")
            while (told := await stream.get("event"))["event"]["type"] != "played":
                pass
            assert (told["event"]["seat"], told["event"]["by"]) == (1, "clock")
            late = await bot.post(f"table/{table}/move", move=chosen(turn["view"]), n=turn["n"])
            assert late.status_code == 409
            assert late.json()["refusal"]["code"] == "table/stale"
            assert room.table.chairs[1].missed == 1
            again = bot.stream(f"table/{table}/stream")
            await again.get("welcome")
            assert room.table.chairs[1].missed == 0, "who comes back has its whole time again"
            await again.hang_up()
            await person.leave()
            await account.hang_up()

    asyncio.run(run())


def test_presence_is_true(tmp_path: Path) -> None:
    """People see whether the program is there."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            bot = await hal(server)
            account = bot.stream("stream/event")
            await seated_when_present(server)
            _, person, _ = await game_with(server, "hal")
            assert (await person.hello())["info"]["seats"][1]["online"] is True
            await account.hang_up()
            while (await person.get("presence"))["online"][1]:
                pass
            await person.leave()

    asyncio.run(run())


def test_the_table_knows_a_remote_bot_by_its_events_alone() -> None:
    """Folded again from what is stored, as after a restart."""
    table = hal_to_move(with_hal())
    late = driven.clock_move(table, first_move(table), NOW, drafted=False)
    stored = [e.decode(e.encode(h.event)) for h in late]
    again = msgspec.structs.replace(table, dealer=None)
    for event in stored:
        again = again.apply(event, NOW)
    assert again.chairs == late[-1].after.chairs
