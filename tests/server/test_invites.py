"""One link for a table, a code for its lobby, what a chat shows of a link (H9, H10): nobody sits down by looking."""

from __future__ import annotations

import asyncio
import re
import sys
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from sixfold import pictures
from sixfold.server import invites
from sixfold.server.app import Server
from sixfold.server.studies import portraits
from tests.server.inside import TWO, Wire, cookie_of, inside, stand_still, two_seated, visitor

FOUR = {"game": "tiles", "seats": [{"kind": "here", "name": "Ana"}, *[{"kind": "person"}] * 3]}
PAGE = "<!doctype html><html><head><title>Sixfold</title></head><body></body></html>"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "pages.json").write_text('{"join": "Join", "t": "Table"}', encoding="utf-8")
    return folder


async def _made(client: httpx.AsyncClient, body: dict[str, Any] = FOUR) -> dict[str, Any]:
    made: dict[str, Any] = (await client.post("/api/tables", json=body)).json()
    return made


async def _coded(server: Server) -> tuple[dict[str, Any], str]:
    """A table whose lobby a code opens, on a server whose clock stands still."""
    stand_still(server)
    host = visitor(server, "10.0.0.1")
    made = await _made(host)
    return made, str((await host.post(f"/api/tables/{made['table']}/code")).json()["code"])


def _tags(text: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)" />', text)
    return {name: unescape(content) for name, content in found}


# ---- one link -------------------------------------------------------------------------------------------------------


def test_one_link_seats_everybody_who_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            info = (await _made(host))["info"]
            link = f"/api/invites/{info['invite']}"
            guests = [visitor(server) for _ in range(5)]
            told = [(await guest.get(link)).json() for guest in guests]
            assert told[0] == told[4], "looking takes no seat"
            assert (told[0]["seats_free"], told[0]["seat"], told[0]["host"]) == (3, None, "Ana")
            # All at once: everybody gets a seat of their own, and who comes too late is told so.
            answers = await asyncio.gather(
                *(guest.post(link, json={"name": f"G{at}"}) for at, guest in enumerate(guests))
            )
            seated = [answer.json()["seats"][0] for answer in answers if answer.status_code == 200]
            assert sorted(seated) == [1, 2, 3]
            late = [answer.json()["refusal"]["code"] for answer in answers if answer.status_code != 200]
            assert late == ["table/seat-taken"] * 2
            winner = guests[[answer.status_code for answer in answers].index(200)]
            again = await winner.post(link, json={"name": "again"})
            assert again.json()["seats"] == [seated[0]], "following the link twice takes no second seat"
            assert (await winner.get(link)).json()["yours"] is True
            full = (await visitor(server).get(link)).json()
            assert (full["free"], full["seats_free"], full["watch"]) == (False, 0, True)
            assert "invite" not in answers[0].json().get("info", {}), "the link is the host's to give"

    asyncio.run(run())


def test_a_link_to_a_seat_still_leads_to_that_seat(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            info = (await _made(visitor(server)))["info"]
            guest = visitor(server)
            joined = await guest.post(f"/api/invites/{info['seats'][2]['invite']}", json={"name": "Bo"})
            assert joined.json()["seats"] == [2]
            forged = info["invite"][:16] + "3" + info["invite"][17:]
            assert (await guest.get(f"/api/invites/{forged}")).status_code == 404, "one link does not make another"

    asyncio.run(run())


# ---- a code ---------------------------------------------------------------------------------------------------------


def test_a_code_opens_the_lobby_and_nothing_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host, guest = visitor(server), visitor(server)
            made = await _made(host, TWO)
            ask = f"/api/tables/{made['table']}/code"
            code = (await host.post(ask)).json()["code"]
            assert invites.read_code(code) == code
            assert (await host.post(ask)).json()["code"] == code, "the same whenever the host looks"
            assert (await guest.post(ask)).json()["refusal"]["code"] == "table/not-host"
            spoken = f"{code[:3]} {code[3:]}".lower()
            told = (await guest.get(f"/api/invites/{spoken}")).json()
            assert (told["table"], told["free"]) == (made["table"], True)
            assert (await guest.get(f"/api/invites/{code}/picture")).status_code == 404
            joined = await guest.post(f"/api/invites/{code}", json={"name": "Bo"})
            assert joined.json()["seats"] == [1]
            one, two = Wire(server, made["table"], cookie_of(host)), Wire(server, made["table"], cookie_of(guest))
            n = (await one.hello())["n"]
            await two.hello()
            await one.ask(do="ready", id="r1", base=n, entropy="00" * 32)
            assert (await two.ask(do="ready", id="r2", base=n + 1, entropy="11" * 32))["t"] == "ack"
            stranger = visitor(server)
            begun, none = await stranger.get(f"/api/invites/{code}"), await stranger.get("/api/invites/BCDFGH")
            assert (begun.status_code, begun.content) == (none.status_code, none.content) == (404, none.content)
            assert (await host.post(ask)).json()["refusal"]["code"] == "table/phase"
            assert (await stranger.get(f"/api/invites/{made['info']['invite']}")).status_code == 200
            await one.leave()
            await two.leave()

    asyncio.run(run())


def test_a_code_expires_and_goes_with_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host, guest = visitor(server), visitor(server)
            made = await _made(host)
            code = (await host.post(f"/api/tables/{made['table']}/code")).json()["code"]
            now = server.house.clock.now()
            with monkeypatch.context() as later:
                later.setattr(server.house.codes._clock, "now", lambda: now + invites.CODE_MS + 60_000)
                assert (await guest.get(f"/api/invites/{code}")).status_code == 404
            assert (await guest.get(f"/api/invites/{code}")).status_code == 200
            await server.house.upkeep.delete_table(made["table"])
            assert (await guest.get(f"/api/invites/{code}")).status_code == 404

    asyncio.run(run())


def test_two_tables_never_share_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            tables = [(await _made(host))["table"] for _ in range(2)]
            real = invites._code
            monkeypatch.setattr(invites, "_code", lambda table, at: "BBBBBB" if at == 0 else real(table, at))
            codes = [(await host.post(f"/api/tables/{table}/code")).json()["code"] for table in tables]
            assert codes[0] == "BBBBBB" != codes[1]
            for table, code in zip(tables, codes, strict=True):
                assert (await visitor(server).get(f"/api/invites/{code}")).json()["table"] == table

    asyncio.run(run())


def test_guesses_of_codes_are_counted_for_all_visitors_together(tmp_path: Path) -> None:
    """H9: from many places at once; a right code waits too, as the answer would tell; links are not touched by it."""

    async def run() -> None:
        async with inside(tmp_path, wrong_codes=30) as server:
            made, code = await _coded(server)
            guessers = [visitor(server, f"10.0.1.{at}") for at in range(60)]
            asked = [guesser.get("/api/invites/BBBBBB") for guesser in guessers]
            statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert sorted(statuses) == [404] * 30 + [429] * 30, "no more than thirty learn anything"
            friend = visitor(server, "10.0.2.1")
            later = await friend.get(f"/api/invites/{code}")
            assert (later.status_code, later.json()["refusal"]["code"]) == (429, "request/slow-down")
            assert (await friend.get(f"/api/invites/{made['info']['invite']}")).status_code == 200

    asyncio.run(run())


def test_one_network_cannot_use_up_the_guesses_of_all(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, wrong_codes=30) as server:
            _, code = await _coded(server)
            guesser = visitor(server, "10.0.0.9")
            statuses = [(await guesser.get("/api/invites/BBBBBB")).status_code for _ in range(40)]
            assert statuses == [404] * 10 + [429] * 30
            friend = visitor(server, "10.0.2.1")
            for _ in range(50):
                assert (await friend.get(f"/api/invites/{code}")).status_code == 200, "a right one costs nothing"

    asyncio.run(run())


@pytest.mark.parametrize("text", ["", "BCDFG", "BCDFGHJ", "BCDFGA", "BCDFG1", "BCDFGÇ", "B" * 39])
def test_what_is_no_code(text: str) -> None:
    assert invites.read_code(text) is None


# ---- previews -------------------------------------------------------------------------------------------------------


def test_a_chat_shows_who_invites_and_takes_no_seat(tmp_path: Path, static: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, static=static, base="/qwirkle/") as server:
            host = visitor(server)
            host.base_url = "http://localhost:6161/qwirkle/"
            seats = [{"kind": "here", "name": 'Ana "<b>'}, {"kind": "person"}, {"kind": "person"}]
            answer = await host.post("api/tables", json={"game": "cards", "seats": seats})
            invite = answer.json()["info"]["invite"]
            chat = visitor(server, "203.0.113.5")
            del chat.headers["origin"]
            chat.base_url = host.base_url
            for language, title, text in (
                ("en-GB", 'Ana "<b> invites you to Qwirkle Cards', 'At the table: Ana "<b>. 2 seats are free.'),
                ("de,en;q=0.5", 'Ana "<b> lädt dich zu Qwirkle Cards ein', 'Am Tisch: Ana "<b>. 2 Plätze sind frei.'),
            ):
                page = await chat.get(f"join/{invite}", headers={"accept-language": language})
                tags = _tags(page.text)
                assert (tags["og:title"], tags["og:description"]) == (title, text)
                assert "<b>" not in page.text
                assert tags["og:url"] == f"http://localhost:6161/qwirkle/join/{invite}"
                picture = await chat.get(tags["og:image"])
                assert picture.headers["content-type"] == "image/png"
                size = Image.open(BytesIO(picture.content)).size
                assert size == (int(tags["og:image:width"]), int(tags["og:image:height"])) == (1200, 630)
            assert (await chat.head(f"join/{invite}")).status_code == 200
            assert (await chat.get(f"api/invites/{invite}")).json()["seats_free"] == 2
            assert "set-cookie" not in page.headers

    asyncio.run(run())


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_picture_of_a_running_table_shows_what_lies_there_and_no_hand(
    tmp_path: Path, static: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with inside(tmp_path, static=static) as server:
            table, one, two, _, _ = await two_seated(server, game)
            drawn: list[object] = []

            async def noted(work: Any, view: Any, **_: Any) -> bytes:
                drawn.append(view)
                made: bytes = work(view)
                return made

            monkeypatch.setattr(server.house.study, "do", noted)
            page = await visitor(server, "203.0.113.5").get(f"/t/{table}")
            tags = _tags(page.text)
            assert tags["og:title"].startswith("A game of Qwirkle")
            assert tags["og:description"] == "At the table: Ana, Bo." or "Ana and Bo" in tags["og:description"]
            for _ in range(3):
                assert (await visitor(server).get(tags["og:image"])).status_code == 200
            assert len(drawn) == 1, "drawn once for each state of the table"
            state = server.house.rooms.get(table).table.state  # type: ignore[union-attr]
            assert drawn[0] == state.view(None)
            assert not drawn[0].hand  # type: ignore[attr-defined]
            await one.leave()
            await two.leave()

    asyncio.run(run())


def test_what_is_not_for_everyones_eyes_has_no_preview(tmp_path: Path, static: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, static=static) as server:
            host = visitor(server)
            made = await _made(host, {**TWO, "options": {"watch": False}})
            code = (await host.post(f"/api/tables/{made['table']}/code")).json()["code"]
            chat = visitor(server, "203.0.113.5")
            wrong = made["info"]["invite"][:-1] + ("A" if made["info"]["invite"][-1] != "A" else "B")
            for path in (f"/t/{made['table']}", f"/join/{code}", f"/join/{wrong}", f"/t/{'A' * 16}", "/"):
                page = await chat.get(path)
                assert (page.status_code, page.text) == (200, PAGE), path
            assert (await chat.get(f"/api/tables/{made['table']}/picture")).status_code == 404

    asyncio.run(run())


def test_previews_cost_a_visitor_like_any_other_call(tmp_path: Path, static: Path) -> None:
    """H28: who has nothing left gets the page as it is, and no picture; others are not held up."""

    async def run() -> None:
        async with inside(tmp_path, static=static, requests=12, request_window_s=10**6) as server:
            host = visitor(server, "10.0.0.1")
            invite = (await _made(host))["info"]["invite"]
            chat = visitor(server, "203.0.113.5")
            pages = [(await chat.get(f"/join/{invite}")).text for _ in range(30)]
            assert sum("og:title" in page for page in pages) == 12
            assert pages[-1] == PAGE
            assert (await chat.get(f"/api/invites/{invite}/picture")).status_code == 429
            other = visitor(server, "203.0.113.6")
            assert "og:title" in (await other.get(f"/join/{invite}")).text

    asyncio.run(run())


def test_what_draws_is_not_loaded_for_a_page(tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes long, and the server would stand still meanwhile."""
    for name in ("sixfold.pictures", "sixfold.pictures.cover"):
        monkeypatch.setitem(sys.modules, name, None)  # to import it is an error now

    async def run() -> None:
        async with inside(tmp_path, static=static) as server:
            host = visitor(server)
            invite = (await _made(host))["info"]["invite"]
            assert "og:image:width" in (await host.get(f"/join/{invite}")).text

    asyncio.run(run())


def test_only_the_last_pictures_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            monkeypatch.setattr(portraits, "KEPT", 1)
            for _ in range(2):
                table, one, two, _, _ = await two_seated(server)
                assert (await visitor(server).get(f"/api/tables/{table}/picture")).status_code == 200
                await one.leave()
                await two.leave()
            assert [key[0] for key in server.house.portraits._kept] == [table]

    asyncio.run(run())


def test_a_table_in_every_state_fits_its_picture() -> None:
    assert Image.open(BytesIO(pictures.preview(None))).size == (1200, 630)
