"""The wire's types, its generated files, and that documents and tests know every message."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from sixfold.server import judge, lines, schema, wire
from sixfold.server.house import House
from sixfold.server.http.routes import build_api
from sixfold.server.store import make_store
from tests.server.inside import Wire, cookie_of, inside, two_seated
from tests.server.test_judge import mover

ROOT = Path(__file__).parents[2]
MESSAGES = get_args(wire.Message)
FRAMES = get_args(wire.AnyFrame)
EVENTS = get_args(wire.AnyEvent)


def described(folder: Path) -> dict[str, Any]:
    """The OpenAPI document of a server."""
    document: dict[str, Any] = build_api(House(make_store(folder / "a.db"))).openapi_schema.to_schema()
    return document


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def test_the_generated_files_are_fresh() -> None:
    for path, text in schema.outputs(ROOT).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `python -m sixfold.server.schema`"


def test_every_message_frame_and_event_is_documented_and_tested() -> None:
    told = (ROOT / "docs" / "wire.md").read_text()
    tests = "".join(path.read_text() for path in (ROOT / "tests" / "server").glob("*.py"))
    for kind in MESSAGES:
        assert re.search(rf"\b{tag(kind)}\b", told), f"docs/wire.md does not tell of {tag(kind)}"
        assert f'"{tag(kind)}"' in tests or f"wire.{kind.__name__}" in tests, f"no test sends {tag(kind)}"
    for kind in (*FRAMES, *EVENTS):
        assert re.search(rf"\b{tag(kind)}\b", told), f"docs/wire.md does not tell of {tag(kind)}"


def test_every_code_that_is_raised_is_documented() -> None:
    told = (ROOT / "docs" / "wire.md").read_text()
    source = "".join(path.read_text() for path in (ROOT / "src" / "sixfold" / "server").rglob("*.py"))
    raised = {f"table/{code}" for code in re.findall(r'(?<!\.)\brefuse\(\s*"([a-z-]+)"', source)}
    raised |= {f"tournament/{code}" for code in re.findall(r'\bconduct\.refuse\(\s*"([a-z-]+)"', source)}
    raised |= set(re.findall(r'code="((?:table|request|invite|device|player|origin|server)/[a-z-]+)"', source))
    raised |= set(re.findall(r'send_no\(\s*\w+, \d+, "([a-z]+/[a-z-]+)"', source))
    missing = sorted(code for code in raised if f"`{code}`" not in told)
    assert missing == []


def _played(laid: wire.TilesLaid | wire.CardsLaid) -> wire.MoveMade:
    return wire.MoveMade(seat=0, move="pass", points=0, drew=0, parts=[], laid=laid)


EXAMPLES = [
    wire.Ack(id="k", n=3),
    wire.Declined(refusal=wire.Refusal(code="rules/T10", message="no", clause="T10", facts={"a": 1}), n=3),
    wire.Presence(online=[True, False]),
    wire.Plays(n=1, seat=0, plays=[("0,0:Rs", 1, 0)]),
    wire.Checked(id="a", legal=True, draft=wire.TilesDraft(points=4, parts=[("row", 4)], lines=[], qwirkles=0)),
    wire.Checked(
        id="a",
        legal=False,
        draft=wire.CardsDraft(
            lanes=[wire.JudgedLane(row="RoRs", state="short", facts={"needs": 1})], played="Rs", qwirkles=0
        ),
        refusal=wire.Refusal(code="rules/C7", message="no"),
    ),
    wire.Hinted(id="a", step=1, hint=wire.CardsHint(count=4)),
    wire.Hinted(id="a", step=2, hint=wire.TilesHint(cells=["0,0"], pieces="Rs")),
    wire.MissedMove(
        id="a",
        move="pass",
        code="missed-points",
        facts={"made": 3, "points": 7, "best": "0,0:Rs"},
        better=wire.TilesMove(move="0,0:Rs"),
    ),
    wire.MissedMove(id="a", move="pass", better=wire.CardsMove(rows=["RoRsRd"], taken=[])),
    wire.Event(n=3, at=1, event=_played(wire.TilesLaid(lines=[]))),
    wire.Event(n=3, at=1, event=_played(wire.CardsLaid(rows=["RoRsRd"], played="Rs", taken=[]))),
    wire.Pong(),
    wire.Event(n=2, at=1, event=wire.Said(seat=0, word="hello")),
]


@pytest.mark.parametrize("frame", EXAMPLES)
def test_frames_fit_the_schema(frame: wire.Frame) -> None:
    document = json.loads((ROOT / "spec" / "wire.schema.json").read_text())
    checker = jsonschema.Draft202012Validator({"$defs": document["$defs"], "$ref": "#/$defs/Frame"})
    checker.validate(json.loads(msgspec.json.encode(frame)))


def test_the_examples_in_the_document_are_real() -> None:
    """Every message of a client in docs/wire.md decodes, as it stands."""
    told = (ROOT / "docs" / "wire.md").read_text()
    found = re.findall(r"^→ (\{.*\})$", told, flags=re.MULTILINE)
    assert len(found) >= 7
    for text in found:
        text = text.replace("<64 hex digits, from crypto.getRandomValues>", "0" * 64)
        msgspec.json.decode(text, type=wire.Message)


def test_the_refusal_in_the_document_is_the_one_of_the_rules() -> None:
    """The first `check` of docs/wire.md, answered by the judge."""
    told = (ROOT / "docs" / "wire.md").read_text()
    found = re.search(r'^→ (\{"do":"check".*\})\n← (\{"t":"checked".*\})$', told, flags=re.MULTILINE)
    assert found is not None
    question = msgspec.json.decode(found[1], type=wire.Check)
    shown = json.loads(found[2])
    view = mover({"board": "0,0:Ro", "hand": "RsRsRxGdPxBc"})
    answer = json.loads(msgspec.json.encode(judge.judge(view, question)[0]))
    answer["refusal"]["message"] = shown["refusal"]["message"]
    assert answer == shown


def test_every_route_is_in_the_document_and_every_one_there_exists(tmp_path: Path) -> None:
    told = (ROOT / "docs" / "wire.md").read_text()
    listed = re.findall(r"^\| `(GET|POST|PUT|DELETE) (/api/[^`]*)` \|", told, flags=re.MULTILINE)
    calls = [(method.upper(), path) for path, item in described(tmp_path)["paths"].items() for method in item]
    assert sorted(listed) == sorted(calls)


def test_no_route_takes_or_gives_what_has_no_type(tmp_path: Path) -> None:
    """Every body of JSON is a type of the wire: in the OpenAPI document it has a name, or names to choose from."""
    document = described(tmp_path)
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            parts = [call.get("requestBody", {}), call["responses"].get("200") or call["responses"]["201"]]
            for part in parts:
                for kind, content in part.get("content", {}).items():
                    if kind in ("application/json", "application/x-ndjson") and path != "/api/openapi.json":
                        schema = content["schema"]
                        assert "$ref" in schema or "oneOf" in schema, f"{method} {path}: {schema}"


def test_every_line_and_call_of_remote_bots_is_documented() -> None:
    told = (ROOT / "docs" / "remote-bots.md").read_text()
    for kind in get_args(wire.BotLine):
        assert f"`{tag(kind)}`" in told or f'"t":"{tag(kind)}"' in told, f"docs/remote-bots.md does not tell of {kind}"
    for why in lines.WHY:
        assert f"| `{why}` |" in told, f"docs/remote-bots.md does not tell of an end by {why}"
    source = (ROOT / "src" / "sixfold" / "server" / "http" / "bots.py").read_text()
    for method, path in re.findall(r'@(get|post)\(\s*"(/api/bot/[^"]+)"', source):
        assert f"{method.upper()} {path.replace(':str', '')}`" in told


def test_the_lines_of_the_document_are_like_real_ones() -> None:
    """Every line shown in docs/remote-bots.md has a tag and fields of its kind."""
    told = (ROOT / "docs" / "remote-bots.md").read_text()
    kinds = {tag(kind): set(kind.__struct_fields__) | {"t"} for kind in get_args(wire.BotLine)}
    shown = [json.loads(text) for text in re.findall(r'^\{"t":.*\}$', told, flags=re.MULTILINE)]
    assert len(shown) >= 6
    for line in shown:
        assert set(line) <= kinds[line["t"]]


@pytest.mark.parametrize("hello", [{}, {"version": wire.VERSION - 1}, {"version": wire.VERSION + 1}])
def test_a_client_of_another_version_is_told_so_and_shown_nothing(tmp_path: Path, hello: dict[str, int]) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, _ = await two_seated(server)
            other = Wire(server, table, cookie_of(host))
            other.put({"do": "hello", **hello})
            refused = await other.get()
            assert (refused["t"], refused["refusal"]["code"]) == ("refused", "request/version")
            assert refused["refusal"]["facts"] == {"version": wire.VERSION}
            assert await other.gone() == 4426
            assert await other.outbox.get() is None, "no view, no table: they would be misread"
            for seated in (one, two):
                await seated.leave()

    asyncio.run(run())
