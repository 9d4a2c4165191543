"""Who may come in: origins, hosts, cookies, links, rates, files, headers (H7–H12, H15, H17, H22, H24)."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import shlex
from pathlib import Path

import pytest

from sixfold.server import invites, people
from sixfold.server.http.guard import CSP
from sixfold.server.http.pages import STATIC
from tests.server.inside import BASE, TWO, Wire, cookie_of, inside, stand_still, two_seated, visitor

WEB = Path(__file__).parents[2] / "web" / "src"
FOREIGN = [
    "https://evil.example", "null", "http://localhost", "http://localhost:6162", "https://localhost:6161",
    "http://localhost:6161.evil.example", "http://evil-localhost:6161", "http://localhost:61610", "file://", "",
    "http://localhost:6161@evil.example", "HTTP://LOCALHOST:6161/", "http://127.0.0.1:6161",
]  # fmt: skip


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_a_socket_from_another_origin_is_refused_before_it_opens(tmp_path: Path, origin: str | None) -> None:
    """H7: with the player's own cookie along."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            wire = Wire(server, table, cookie_of(host), origin=origin)
            assert await wire.gone() == 4403
            assert not wire.accepted, "an HTTP 403, not a socket"

    asyncio.run(run())


def test_configured_origins_are_let_in(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, origins=("https://play.example.org",)) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            wire = Wire(server, table, cookie_of(host), origin="https://play.example.org")
            await wire.hello()
            await wire.leave()

    asyncio.run(run())


CHANGING = [
    ("POST", "/api/tables"), ("POST", "/api/invites/x"), ("PUT", "/api/me"), ("DELETE", "/api/me"),
    ("POST", "/api/me/device"), ("POST", "/api/device"), ("POST", "/api/verify"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_no_change_from_another_site(tmp_path: Path, method: str, path: str) -> None:
    """H8: foreign origins, forms, and JSON disguised as text."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server)
            for origin in ("https://evil.example", "null"):
                answer = await client.request(method, path, headers={"origin": origin}, json={})
                assert answer.status_code == 403
                assert answer.json()["refusal"]["code"] == "origin/foreign"
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
                answer = await client.request(
                    method, path, headers={"origin": "https://evil.example", "content-type": kind}, content=b"{}"
                )
                assert answer.status_code == 403
            del client.headers["origin"]
            assert (await client.request(method, path, json={})).status_code == 403
            assert await server.house.store.lines() == []

    asyncio.run(run())


def test_a_table_is_made_from_a_shell_as_documented(tmp_path: Path) -> None:
    """The command of docs/remote-bots.md, and a refusal that says what was missing when its Origin is left out."""
    text = (Path(__file__).parents[2] / "docs" / "remote-bots.md").read_text(encoding="utf-8")
    block = re.search(r"^curl .*?(?=^```)", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    _, *words = shlex.split(block[0].replace("hal", "greedy"))
    fields = dict(words[i + 1].split(": ", 1) for i, word in enumerate(words) if word == "-H")
    url, body = next(word for word in words if word.startswith("http")), words[words.index("-d") + 1]

    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server)
            del client.headers["origin"]
            made = await client.post(url, headers=fields, content=body.encode())
            assert made.status_code == 201
            invite = made.json()["info"]["seats"][0]["invite"]
            assert (await client.get(f"/api/invites/{invite}")).json()["free"]
            refused = await client.post(url, headers={"content-type": "application/json"}, content=body.encode())
            assert refused.status_code == 403
            assert refused.json()["refusal"]["message"].endswith("the header Origin: http://localhost:6161")

    asyncio.run(run())


def test_the_cookie_is_for_nobody_else(tmp_path: Path) -> None:
    """H8, H9: HttpOnly, SameSite, 128 bits, Secure exactly under https; the store has only its hash."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            for scheme, secure in (("http", False), ("https", True)):
                client = visitor(server)
                client.base_url = f"{scheme}://localhost:6161"
                answer = await client.post("/api/tables", json=TWO, headers={"origin": f"{scheme}://localhost:6161"})
                header = answer.headers["set-cookie"]
                assert "HttpOnly" in header
                assert "SameSite=lax" in header
                assert ("Secure" in header) is secure
                secret = re.search(r"sixfold=([^;]+)", header)
                assert secret is not None
                assert len(secret[1]) >= 22
                assert secret[1].encode() not in b"".join(p.read_bytes() for p in tmp_path.iterdir())

    asyncio.run(run())


def test_hosts_that_are_not_ours_are_refused(tmp_path: Path) -> None:
    """DNS rebinding: a foreign name that leads to this address."""

    async def run() -> None:
        async with inside(tmp_path, hosts=("games.example.org",)) as server:
            client = visitor(server)
            for host, status in (
                ("evil.example", 400),
                ("localhost.evil.example", 400),
                ("", 400),
                ("[", 400),
                ("192.168.1.5:6161", 200),
                ("[::1]:6161", 200),
                ("localhost", 200),
                ("games.example.org", 200),
            ):
                answer = await client.get("/api/me", headers={"host": host})
                assert answer.status_code == status, host

    asyncio.run(run())


def test_missing_and_forbidden_look_the_same(tmp_path: Path) -> None:
    """H10: a private table and none at all give the same answers, over HTTP and on sockets."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            host, stranger = visitor(server), visitor(server)
            made = (await host.post("/api/tables", json={**TWO, "options": {"watch": False}})).json()
            for path in ("", "/record", "/proof"):
                real = await stranger.get(f"/api/tables/{made['table']}{path}")
                none = await stranger.get(f"/api/tables/{'A' * 16}{path}")
                assert (real.status_code, real.content) == (none.status_code, none.content) == (404, none.content)
                assert real.headers == none.headers
            closes = []
            for table in (made["table"], "A" * 16):
                closes.append(await Wire(server, table).gone())
            assert closes == [4404, 4404]
            invite = made["info"]["seats"][1]["invite"]
            forged = invite[:17] + ("A" if invite[17] != "A" else "B") + invite[18:]
            wrong = await stranger.get(f"/api/invites/{forged}")
            none = await stranger.get(f"/api/invites/{'A' * 16}1{'A' * 22}")
            assert (wrong.status_code, wrong.content) == (none.status_code, none.content) == (404, none.content)
            other_seat = invite[:16] + "0" + invite[17:]
            assert (await stranger.get(f"/api/invites/{other_seat}")).status_code == 404

    asyncio.run(run())


def test_guessing_is_throttled_and_finds_nothing(tmp_path: Path) -> None:
    """H9, H10: links, codes and tables; after a few wrong ones the address has to wait, others need not."""

    async def run() -> None:
        async with inside(tmp_path, wrong_guesses=30) as server:
            stand_still(server)
            host = visitor(server, "10.0.0.1")
            await host.post("/api/tables", json=TWO)
            guesser = visitor(server, "10.0.0.2")
            statuses = [(await guesser.get(f"/api/tables/{people.new_id()}")).status_code for _ in range(200)]
            assert statuses == [404] * 30 + [429] * 170
            answer = await guesser.post("/api/device", json={"code": "ABCDEFGHJKMN"})
            assert answer.status_code == 429
            assert answer.json()["refusal"]["code"] == "request/slow-down"
            assert (await host.get("/api/me")).status_code == 200, "nobody else notices"

    asyncio.run(run())


def test_ids_and_secrets_have_their_bits() -> None:
    assert len(people.new_id()) == 16, "96 bits"
    assert len(people.new_secret()) == 22, "128 bits"
    assert len({people.new_id() for _ in range(1000)}) == 1000
    invite = invites.invite_for("T" * 16, "00" * 16, 2)
    assert invites.read_invite(invite) == ("T" * 16, 2)
    assert invites.genuine(invite, "00" * 16, invites.Named("T" * 16, 2))
    for wrong in (
        invite[:-1] + "_",
        invites.invite_for("T" * 16, "01" * 16, 2),
        invites.invite_for("T" * 16, "00" * 16, 1),
    ):
        assert not invites.genuine(wrong, "00" * 16, invites.Named("T" * 16, 2))


PATHS = [
    "/../pyproject.toml", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../secret", "//etc/passwd",
    "/assets/%00.js", "/" + "a" * 5000, "/etc/passwd", "/index.html/../x", "/assets/link.js", "/.env", "/assets/",
    "/\\..\\..\\secret", "/%252e%252e/secret",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_no_file_outside_is_ever_opened(tmp_path: Path, path: str) -> None:
    """H12."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (tmp_path / "secret").write_text("TOP SECRET")
    (static / "index.html").write_text("<!doctype html><p>page")
    (static / "assets" / "link.js").symlink_to(tmp_path / "secret")

    async def run() -> None:
        async with inside(tmp_path, static=static) as server:
            client = visitor(server)
            request = client.build_request("GET", BASE)
            request.url = request.url.copy_with(raw_path=path.encode())
            answer = await client.send(request)
            assert answer.status_code in (400, 404), answer.status_code
            assert b"SECRET" not in answer.content

    asyncio.run(run())


def listed() -> dict[str, str]:
    """The page's own list: the first part of an address, and the file."""
    text = (WEB / "pages.ts").read_text(encoding="utf-8")
    found = dict(re.findall(r'^  (\w+): \{ load: \(\) => import\("\./pages/(\w+)\.svelte"\)', text, re.MULTILINE))
    assert len(found) == text.count("import(")
    return found


def test_pages_are_served_packed_and_pages_of_the_application_get_the_page(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><p>page")
    (static / "pages.json").write_text(json.dumps(listed()))
    (static / "assets" / "main-abc.js").write_text("let plain")
    (static / "assets" / "main-abc.js.br").write_bytes(b"brotli")
    (static / "assets" / "main-abc.js.gz").write_bytes(b"gzip")

    async def run() -> None:
        async with inside(tmp_path, static=static) as server:
            client = visitor(server)
            for path in ("/", "/t/sometable", "/join/x", "/rules", "/review/abc"):
                answer = await client.get(path)
                assert answer.status_code == 200
                assert "page" in answer.text
                assert answer.headers["content-security-policy"] == CSP
                # Compiling the kernel is allowed, evaluating text as a script is not.
                assert "unsafe" not in CSP.replace("'wasm-unsafe-eval'", "")
                assert answer.headers["cache-control"] == "no-cache"
            for accepts, encoding in (("br, gzip", "br"), ("gzip", "gzip"), ("", None), ("br;q=0, gzip", "gzip")):
                answer = await client.send(
                    client.build_request("GET", "/assets/main-abc.js", headers={"accept-encoding": accepts}),
                    stream=True,
                )
                assert answer.headers.get("content-encoding") == encoding
                assert answer.headers["content-type"].startswith("text/javascript")
                assert "immutable" in answer.headers["cache-control"]
                await answer.aclose()
            tag = (await client.get("/")).headers["etag"]
            assert (await client.get("/", headers={"if-none-match": tag})).status_code == 304
            assert (await client.get("/nothing/here")).status_code == 404
            assert (await client.post("/")).status_code == 405
        async with inside(tmp_path, static=tmp_path / "none") as server:
            answer = await visitor(server).get("/")
            assert "has not been built" in answer.text

    asyncio.run(run())


def test_the_pages_of_the_application_are_those_of_its_own_list(tmp_path: Path) -> None:
    """A new page is its file and a line of web/src/pages.ts; the server reads what the build makes of it."""
    names = listed()
    built = json.loads((STATIC / "pages.json").read_text(encoding="utf-8"))
    assert built == names
    assert {f"{page}.svelte" for page in names.values()} <= {path.name for path in (WEB / "pages").iterdir()}

    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server, accept="text/html")
            for name in names:
                assert (await client.get(f"/{name}/x")).status_code == 200
            for name in ("replay", "tables", "about", "pages", ""):
                answer = await client.get(f"/{name}x")
                assert answer.status_code == 404
                assert answer.text == (await client.get("/")).text, "a person is told by the page"

    asyncio.run(run())


def test_who_comes_to_a_room_that_another_took_the_place_of_leaves_that_one(tmp_path: Path) -> None:
    """Between opening a socket and its hello, a room may be forgotten and made anew by somebody else."""

    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            first = server.house.rooms[table]
            wire = Wire(server, table, cookie_of(host))
            wire.put({"do": "ping"})
            await wire.get("pong")
            first.seen_at = -1e9
            server.house.upkeep.evict()
            assert (await host.get(f"/api/tables/{table}")).status_code == 200
            second = server.house.rooms[table]
            assert second is not first
            await wire.hello()
            assert len(second.listeners) == 1
            await wire.leave()
            assert not second.listeners

    asyncio.run(run())


def test_a_flood_of_messages_is_closed(tmp_path: Path) -> None:
    """H17."""

    async def run() -> None:
        async with inside(tmp_path, messages=100) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            wire = Wire(server, table, cookie_of(host))
            await wire.hello()
            for _ in range(300):
                wire.put({"do": "ping"})
                await asyncio.sleep(0.001)
            assert await wire.gone() == 1008
            assert wire.outbox.qsize() < 150

    asyncio.run(run())


def test_silence_after_connecting_is_closed(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, hello_s=0.05) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            wire = Wire(server, table, cookie_of(host))
            assert await wire.gone() == 1008

    asyncio.run(run())


def test_too_many_sockets_from_one_address(tmp_path: Path) -> None:
    """H16, in small."""

    async def run() -> None:
        async with inside(tmp_path, sockets_per_address=5) as server:
            host = visitor(server)
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            wires = [Wire(server, table, cookie_of(host)) for _ in range(8)]
            async with asyncio.timeout(20):
                while [wire.closed for wire in wires].count(1013) < 3:
                    await asyncio.sleep(0.01)
            served = [wire for wire in wires if wire.closed is None]
            assert len(served) == 5
            for wire in served:
                await wire.hello()
            for wire in served:
                await wire.leave()
            again = Wire(server, table, cookie_of(host))
            await again.hello()
            await again.leave()

    asyncio.run(run())


def test_forwarded_addresses_are_not_believed(tmp_path: Path) -> None:
    """H24: a forged X-Forwarded-For does not buy new guesses."""

    async def run() -> None:
        async with inside(tmp_path, wrong_guesses=5) as server:
            stand_still(server)
            client = visitor(server, "10.1.1.1")
            statuses = []
            for i in range(20):
                answer = await client.get(
                    f"/api/tables/{people.new_id()}",
                    headers={"x-forwarded-for": f"9.9.9.{i}", "forwarded": f"for=9.9.9.{i}"},
                )
                statuses.append(answer.status_code)
            assert statuses == [404] * 5 + [429] * 15

    asyncio.run(run())


def test_metrics_are_for_this_machine_and_hold_no_secrets(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            await two_seated(server)
            assert (await visitor(server, "10.0.0.9").get("/metrics")).status_code == 404
            text = (await visitor(server).get("/metrics")).text
            assert "sixfold_commands_total 2" in text
            assert 'sixfold_command_seconds_bucket{le="+Inf"} 2' in text
            assert "Ana" not in text
            assert (await visitor(server).get("/healthz")).text == "ok\n"

    asyncio.run(run())


def test_the_api_describes_itself_without_another_host(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server)
            document = (await client.get("/api/openapi.json")).json()
            assert {"/api/tables", "/api/me", "/api/invites/{invite}"} <= set(document["paths"])
            page = (await client.get("/api/docs")).text
            assert "POST /api/tables" in page
            assert "http://" not in page.replace(BASE, "")
            assert "https://" not in page
            assert "<script" not in page

    asyncio.run(run())


def test_wrong_secrets_take_no_longer_when_they_are_nearly_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """H9: a guess is compared as a whole, by the one comparison that does not stop at the first difference."""
    right = invites.invite_for("T" * 16, "00" * 16, 0)
    near, far = right[:-1] + ("A" if right[-1] != "A" else "B"), "A" * len(right)
    compared: list[bytes] = []
    real = hmac.compare_digest

    def noted(one: bytes, other: bytes) -> bool:
        compared.append(one)
        assert other == right.encode()
        return real(one, other)

    monkeypatch.setattr(hmac, "compare_digest", noted)
    assert [invites.genuine(guess, "00" * 16, invites.Named("T" * 16, 0)) for guess in (near, far, right)] == [
        False,
        False,
        True,
    ]
    assert compared == [near.encode(), far.encode(), right.encode()]
