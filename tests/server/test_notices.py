"""Being told: what is worth a notice, that each comes once and to nobody else, by push, mail, hook and feed."""

from __future__ import annotations

import asyncio
import re
from email import message_from_string, policy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from sixfold.errors import Refused, SixfoldError
from sixfold.server.app import Server
from sixfold.server.notices import outside
from sixfold.server.notices.hook import signature
from sixfold.server.notices.mail import is_address, read_server
from sixfold.server.notices.post import AT_A_TIME, STALE_MS, Post, quiet_until
from sixfold.server.notices.push import encrypted, to_bytes, to_text
from sixfold.server.store import Channel, EventRow, Guest, Occasion, Store, make_store
from tests.server.clock import HandClock
from tests.server.club import Club
from tests.server.inside import TWO, Wire, cookie_of, inside, same_deal, two_seated, visitor
from tests.server.post_office import AnyPort, Browser, Mailbox, Received, listening, signed_by
from tests.server.postgres import Postgres

SETTINGS: dict[str, Any] = {"hooks": True, "private_notices": True, "notice_s": 30.0}


def parts(clock: HandClock) -> dict[str, Any]:
    return {"parts": {"clock": clock, **same_deal()}}


async def opened(browser: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await browser.post("/api/notices", json=fields)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def delivered(server: Server, clock: HandClock, seconds: float = 31) -> None:
    """Let time pass, and deliver all that is due then."""
    clock.pass_seconds(seconds)
    while await server.house.post.round():
        pass


async def play_once(server: Server, table: str, wires: tuple[Wire, Wire]) -> int:
    """Whoever is to move makes the first play there is; their seat."""
    room = server.house.rooms[table]
    seat = room.table.to_move
    assert seat is not None
    play = str(room.table.state.legal_moves()[0])
    answer = await wires[seat].ask(do="play", id=f"p{room.table.n}", base=room.table.n, play=play)
    assert answer["t"] == "ack", answer
    return seat


# ------------------------------------------------------------------------------------------------------------ secrecy


def test_messages_are_encrypted_as_the_standard_shows() -> None:
    """The example of RFC 8291, appendix A: same keys, same salt, same bytes."""
    once = ec.derive_private_key(
        int.from_bytes(to_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    theirs = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    made = encrypted(
        b"When I grow up, I want to be a watermelon",
        f"{theirs}.BTBZMqHH6r4Tts7J_aSIgg",
        to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        once,
    )
    assert to_text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.8/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest",
        "https://user@push.example.org/x",
        "ftp://push.example.org/x",
        "https://",
        "https://[half",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_addresses_of_this_servers_own_network_are_refused(address: str) -> None:
    with pytest.raises(Refused) as no:
        outside.check_address(address)
    assert no.value.code == "notice/address"


def test_a_name_that_leads_into_the_network_is_not_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async def inward(*_: Any, **__: Any) -> list[Any]:
            return [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", ("192.168.1.1", 443))]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", inward)
        with pytest.raises(OSError, match="private network"):
            await outside.post("https://push.example.org/x", b"", {})

    asyncio.run(run())


# -------------------------------------------------------------------------------------------------------- at a table


def test_who_is_away_is_told_whose_turn_it_is_and_how_it_ended(tmp_path: Path) -> None:
    """By push and by hook; who looks at the table is not told, and a turn that is over is not told either."""

    async def run(got: Received) -> None:
        clock, browser = HandClock(), Browser()
        async with inside(tmp_path, **SETTINGS, **parts(clock)) as server:
            table, one, two, host, guest = await two_seated(server)
            wires = (one, two)
            key = (await guest.get("/api/notices")).json()
            assert key["hook"] is True
            assert key["mail"] is False
            assert key["channels"] == []
            await opened(guest, kind="push", address=f"{got.url}/push", keys=browser.keys, language="de")
            hook = await opened(host, kind="hook", address=f"{got.url}/hook")
            while server.house.rooms[table].table.to_move != 0:
                await play_once(server, table, wires)
            await delivered(server, clock)
            assert got.all == [], "both are there"
            await two.leave()
            await play_once(server, table, wires)
            await delivered(server, clock, 29)
            assert got.all == [], "somebody whose connection broke has time to come back"
            await delivered(server, clock, 2)
            [(path, headers, body)] = got.all
            assert path == "/push"
            told = browser.read(body)
            assert told == {
                "title": "Du bist am Zug",
                "text": "Am Tisch wird auf deinen Zug gewartet.",
                "url": f"http://localhost:6161/t/{table}",
                "tag": table,
            }
            claims = signed_by(headers["authorization"])
            assert claims["aud"] == got.url
            assert headers["authorization"].endswith(f"k={key['push']}")
            assert (headers["ttl"], headers["content-encoding"]) == ("86400", "aes128gcm")
            await delivered(server, clock, 3600)
            assert len(got.all) == 1, "once"

            again = Wire(server, table, cookie_of(guest))
            await again.hello()
            await play_once(server, table, (one, again))
            await again.leave()
            await play_once(server, table, (one, again))
            back = Wire(server, table, cookie_of(guest))
            await back.hello()
            await delivered(server, clock)
            assert len(got.all) == 1, "who came back within the time needs no notice"

            await one.leave()
            await back.ask(do="resign", id="r", base=server.house.rooms[table].table.n)
            await back.leave()
            await delivered(server, clock)
            [(path, headers, body)] = got.all[1:]
            assert path == "/hook", "who resigned was there"
            assert headers["sixfold-signature"] == signature(hook["secret"], body)
            told = httpx.Response(200, content=body).json()
            assert (told["event"], told["table"]) == ("over", table)

    async def both() -> None:
        async with listening() as got:
            await run(got)

    asyncio.run(both())


def test_the_host_hears_that_somebody_sat_down(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with listening() as got, inside(tmp_path, **SETTINGS, **parts(clock)) as server:
            host, guest = visitor(server), visitor(server)
            made = (await host.post("/api/tables", json=TWO)).json()
            await opened(host, kind="hook", address=got.url)
            feed = await opened(host, kind="feed", language="fr")
            await guest.post(f"/api/invites/{made['info']['seats'][1]['invite']}", json={"name": "Bo"})
            await delivered(server, clock)
            assert [httpx.Response(200, content=body).json()["event"] for *_, body in got.all] == ["joined"]
            read = await visitor(server).get(feed["feed"].removeprefix("http://localhost:6161"))
            assert read.headers["content-type"].startswith("application/atom+xml")
            root = Xml.fromstring(read.text)
            names = {"a": "http://www.w3.org/2005/Atom"}
            assert [entry.text for entry in root.findall("a:entry/a:title", names)] == ["Quelqu’un est là"]
            assert root.find("a:entry/a:link", names).attrib["href"].endswith(f"/t/{made['table']}")  # type: ignore[union-attr]
            wrong = await visitor(server).get(feed["feed"].removeprefix("http://localhost:6161") + "x")
            assert wrong.json()["refusal"]["code"] == "notice/unknown"

    asyncio.run(run())


def test_both_hear_that_their_table_of_a_round_is_ready(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with listening() as got, inside(tmp_path, **SETTINGS, **parts(clock)) as server:
            club = Club(server)
            await club.found(rounds=2)
            await club.enter("Ana", "Bo")
            ana, bo = club.people
            await opened(ana, kind="hook", address=got.url)
            await opened(bo, kind="hook", address=got.url, events=["turn"])
            told = await club.round()
            await delivered(server, clock)
            letters = [httpx.Response(200, content=body).json() for *_, body in got.all]
            table = told["rounds"][0]["games"][0]["table"]
            assert [(one["event"], one["table"]) for one in letters] == [("round", table)], "Bo wants to hear of turns"
            await delivered(server, clock)
            assert len(got.all) == 1, "it is told once"

    asyncio.run(run())


def test_alone_against_bots_nobody_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with listening() as got, inside(tmp_path, **SETTINGS, **parts(clock)) as server:
            host = visitor(server)
            seats = [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "greedy"}]
            made = (await host.post("/api/tables", json={"game": "tiles", "seats": seats})).json()
            await opened(host, kind="hook", address=got.url)
            wire = Wire(server, made["table"], cookie_of(host))
            n = (await wire.hello())["n"]
            await wire.ask(do="ready", id="r", base=n, entropy="00" * 32)
            await wire.leave()
            await delivered(server, clock)
            assert got.all == []

    asyncio.run(run())


# ------------------------------------------------------------------------------------------------------------- mail


def test_mail_goes_to_an_address_that_was_proven_and_no_more_after_its_link(tmp_path: Path) -> None:
    box = Mailbox()
    post = AnyPort(box, hostname="127.0.0.1", port=0)
    post.start()
    try:
        asyncio.run(_mail(tmp_path, box, f"smtp://127.0.0.1:{post.port}?from=qwirkle@example.org"))
    finally:
        post.stop()


async def _mail(tmp_path: Path, box: Mailbox, server_address: str) -> None:
    clock = HandClock()
    async with inside(tmp_path, mail=server_address, **SETTINGS, **parts(clock)) as server:
        table, one, two, _, guest = await two_seated(server)
        made = await opened(guest, kind="mail", address="bo@example.org")
        assert made["channel"]["unproven"] is True
        [(to, text)] = box.letters
        assert to == "bo@example.org"
        body = message_from_string(text, policy=policy.default).get_content()
        code = re.search(r"[A-Z0-9]{12}", body)[0]  # type: ignore[index]
        await two.leave()
        while server.house.rooms[table].table.to_move == 0:
            await play_once(server, table, (one, two))
        await delivered(server, clock)
        assert len(box.letters) == 1, "nothing goes to an address that nobody has proven"

        path = f"/api/notices/{made['channel']['id']}/code"
        wrong = await guest.post(path, json={"code": "ABCD"})
        assert wrong.json()["refusal"]["code"] == "notice/code"
        proven = await guest.post(path, json={"code": code.lower()})
        assert "unproven" not in proven.json()
        await _resign(server, table, one)
        await delivered(server, clock)
        message = message_from_string(box.letters[1][1], policy=policy.default)
        assert message["Subject"] == "The game is over"
        assert f"/t/{table}" in message.get_content()
        id, key = re.search(r"told#([^.]+)\.(\S+)>", message["List-Unsubscribe"]).groups()  # type: ignore[union-attr]
        assert (await visitor(server).post("/api/notices/stop", json={"id": id, "key": "x"})).status_code == 404
        assert (await visitor(server).post("/api/notices/stop", json={"id": id, "key": key})).status_code == 200
        assert (await guest.get("/api/notices")).json()["channels"] == []

        no = await guest.post("/api/notices", json={"kind": "mail", "address": "nobody@example.org"})
        assert no.json()["refusal"]["code"] == "notice/mail"
        assert (await guest.get("/api/notices")).json()["channels"] == [], "and nothing is left of it"
        for _ in range(3):
            await guest.post("/api/notices", json={"kind": "mail", "address": "nobody@example.org"})
        late = await guest.post("/api/notices", json={"kind": "mail", "address": "bo@example.org"})
        assert late.json()["refusal"]["code"] == "request/slow-down", "codes cannot be mailed without end"


async def _resign(server: Server, table: str, wire: Wire) -> None:
    answer = await wire.ask(do="resign", id="end", base=server.house.rooms[table].table.n)
    assert answer["t"] == "ack", answer


@pytest.mark.parametrize("text", ["bo", "bo@", "@example.org", "bo@example", "Bo <bo@example.org>", "bo\n@example.org"])
def test_what_is_no_mail_address(text: str) -> None:
    assert not is_address(text)


def test_the_mail_server_is_read_from_its_address() -> None:
    read = read_server("smtp+tls://me%40x:p%3Aw@mail.example.org?from=qwirkle@example.org")
    assert read[1:] == ("mail.example.org", 587, "me@x", "p:w", "qwirkle@example.org")
    for wrong in ("mail.example.org", "http://mail.example.org?from=a@b.c", "smtp://mail.example.org"):
        with pytest.raises(SixfoldError) as no:
            read_server(wrong)
        assert no.value.code == "notice/server"


# -------------------------------------------------------------------------------------------------- what is asked for


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "hook", "address": "https://127.0.0.1/"}, "notice/address"),
        ({"kind": "push", "address": "https://push.example.org/", "keys": "abc"}, "notice/keys"),
        ({"kind": "push", "address": "https://push.example.org/", "keys": "é.é"}, "notice/keys"),
        ({"kind": "mail", "address": "bo@example.org"}, "notice/off"),
        ({"kind": "feed", "language": "xx"}, "notice/language"),
        ({"kind": "feed", "quiet": [1, 24]}, "request/field"),
        ({"kind": "pigeon"}, "request/field"),
    ],
)
def test_what_cannot_be_opened_is_refused(tmp_path: Path, fields: dict[str, Any], code: str) -> None:
    async def run() -> None:
        async with inside(tmp_path, hooks=True) as server:
            host = visitor(server)
            await host.post("/api/tables", json=TWO)
            answer = await host.post("/api/notices", json=fields)
            assert answer.json()["refusal"]["code"] == code

    asyncio.run(run())


def test_channels_are_changed_closed_counted_taken_along_and_erased(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host, other = visitor(server), visitor(server)
            stranger = await host.post("/api/notices", json={"kind": "feed"})
            assert stranger.json()["refusal"]["code"] == "player/unknown"
            await host.post("/api/tables", json=TWO)
            await other.post("/api/tables", json=TWO)
            made = [await opened(host, kind="feed") for _ in range(8)]
            ninth = await host.post("/api/notices", json={"kind": "feed"})
            assert ninth.json()["refusal"]["code"] == "notice/most"
            id = made[0]["channel"]["id"]
            wish = {"events": ["turn"], "quiet": [22, 7], "ahead": 60, "language": "it"}
            assert (await host.put(f"/api/notices/{id}", json=wish)).json() == {
                "id": id,
                "kind": "feed",
                "to": "",
                "events": ["turn"],
                "quiet": [22, 7],
            }
            assert (await other.put(f"/api/notices/{id}", json=wish)).json()["refusal"]["code"] == "notice/unknown"
            assert (await other.delete(f"/api/notices/{id}")).json()["refusal"]["code"] == "notice/unknown"
            assert len((await host.delete(f"/api/notices/{id}")).json()["channels"]) == 7
            assert len((await host.get("/api/me/export")).json()["notices"]) == 7
            await host.delete("/api/me")
            assert await server.house.store.channel(made[1]["channel"]["id"]) is None

    asyncio.run(run())


def test_quiet_hours_are_those_of_the_players_own_clock() -> None:
    hour = 3_600_000
    channel = Channel("c", "p", "hook", "", "", "turn", "en", "22-7", 120, "", 0)
    for now, until in ((19, 19), (20, 29), (23, 29), (28, 29), (29, 29)):
        assert quiet_until(channel, now * hour) == until * hour, f"at {now} in UTC"
    assert quiet_until(channel._replace(quiet=""), 5) == 5
    day = channel._replace(quiet="9-17", ahead=-60)
    assert [quiet_until(day, now * hour) // hour for now in (9, 10, 17, 18)] == [9, 18, 18, 18]


# ----------------------------------------------------------------------------------------------- none lost, none twice


async def _thousand(stores: list[Store]) -> None:
    """A thousand events for people who want them, through all these servers, to a service that fails now and then."""
    wanting = {"yes": "turn over", "no": "", "other": "over"}
    for player, events in wanting.items():
        await stores[0].add_player(Guest(player, player, 1), player.encode())
        channel = Channel(player, player, "hook", "", "k", events, "en", "", 0, "http://x/", 1)
        await stores[0].keep_channel(channel)
    for n in range(1, 1001):
        told = [Occasion(player, "over", n, n, n) for player in wanting]
        await stores[n % len(stores)].append(
            f"t{n % 50}", [EventRow(1 + (n - 1) // 50, n, "", "", b"{}")], occasions=told
        )
    got: list[str] = []

    class Flaky:
        async def carry(self, channel: Channel, letter: Any) -> Any:
            if len(tried) % 3 == 0:
                tried.append(letter.name)
                return "later"
            tried.append(letter.name)
            got.append(f"{channel.id} {letter.name}")
            return "done"

    tried: list[str] = []
    clock = HandClock()
    clock.time = 2_000
    rooms = [Post(store, clock, _Counting(), {"hook": Flaky()}) for store in stores]  # type: ignore[arg-type]
    for _ in range(200):
        taken = await asyncio.gather(*(room.round() for room in rooms))
        if not any(taken):
            clock.pass_seconds(1000)
            if clock.time > STALE_MS:
                break
    expected = sorted(f"{who} t{n % 50}.{n}.over" for n in range(1, 1001) for who in ("yes", "other"))
    assert sorted(got) == expected, "none lost, none twice, none to who does not want it"


class _Counting:
    def count(self, name: str, label: str = "") -> None:
        assert (name, label) == ("notices", "done")


def test_a_thousand_events_are_told_once_each(tmp_path: Path) -> None:
    async def run() -> None:
        store = make_store(tmp_path / "a.db")
        await store.open()
        await _thousand([store])
        await store.close()

    asyncio.run(run())


def test_two_servers_share_the_letters(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.database("letters")
        stores = [make_store(url), make_store(url)]
        for store in stores:
            await store.open()
        await _thousand(stores)
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_server_that_dies_with_a_letter_leaves_it_to_the_next(tmp_path: Path) -> None:
    async def run() -> None:
        store = make_store(tmp_path / "a.db")
        await store.open()
        await store.keep_channel(Channel("c", "p", "hook", "", "k", "over", "en", "", 0, "http://x/", 1))
        await store.append("t", [EventRow(1, 1, "", "", b"{}")], occasions=[Occasion("p", "over", 1, 1, 1)])
        assert len(await store.take_notices(10, 1000, AT_A_TIME)) == 1
        assert await store.take_notices(10, 1000, AT_A_TIME) == [], "it is somebody's"
        [again] = await store.take_notices(1001, 2000, AT_A_TIME)
        assert again.tries == 1
        await store.close()

    asyncio.run(run())


def test_a_browser_that_is_gone_is_written_to_no_more(tmp_path: Path) -> None:
    async def run() -> None:
        clock, browser = HandClock(), Browser()
        async with listening() as got, inside(tmp_path, **SETTINGS, **parts(clock)) as server:
            got.status = lambda n: 410
            host, guest = visitor(server), visitor(server)
            made = (await host.post("/api/tables", json=TWO)).json()
            await opened(host, kind="push", address=got.url, keys=browser.keys)
            await guest.post(f"/api/invites/{made['info']['seats'][1]['invite']}", json={"name": "Bo"})
            await delivered(server, clock)
            assert len(got.all) == 1
            assert (await host.get("/api/notices")).json()["channels"] == []

    asyncio.run(run())
