"""Learning over HTTP: replays, reviews that many read, other moves, positions, pictures, puzzles; and the hostile."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sixfold import bots, cards, engine, rulesets, tiles
from sixfold.dealer import Dealer, settle
from sixfold.errors import SixfoldError
from sixfold.record import Journal, Player, Record
from sixfold.review import puzzles
from sixfold.server import wire
from tests.server.inside import inside, visitor

SPEC = Path(__file__).parents[2] / "spec"


@cache
def game(kind: str = "tiles", moves: int = 6, seed: int = 5) -> str:
    """The first moves of a game between greedy players, as a record."""
    module: Any = tiles if kind == "tiles" else cards
    player = bots.find(kind, "greedy")(seed)
    state, draws, dealer = settle(module.State.start(2), Dealer.from_seed(random.Random(seed).randbytes(64)))
    steps: list[Any] = [*draws]
    while len(state.sheet) < moves:
        move = player.choose(state.view(state.to_move), bots.Budget(rollouts=10)).move
        state, draws, dealer = settle(state.play(move), dealer)
        steps += [move, *draws]
    return str(Record.from_game(f"{kind}/1", [Player("Ana"), Player("Bo")], steps))


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_a_game_is_replayed_reviewed_and_tried_otherwise(tmp_path: Path, kind: str) -> None:
    async def run() -> None:
        record = game(kind)
        async with inside(tmp_path) as server, visitor(server) as page:
            replay = (await page.post("/api/study/replay", json={"record": record})).json()
            assert replay["names"] == ["Ana", "Bo"]
            moves = [step for step in replay["steps"] if step["move"] is not None]
            assert len(moves) == 6
            assert replay["steps"][-1]["scores"] == list(Record.parse(record).final.scores)

            # Everybody looks at the end of a game: they read the same review.
            answers = await asyncio.gather(
                *(page.post("/api/study/review", json={"record": record}) for _ in range(4)),
            )
            assert len({answer.text for answer in answers}) == 1
            told = lines(answers[0])
            assert told[0] == {"total": 6}
            assert [line["turn"]["number"] for line in told[1:-1]] == [*range(6)]
            assert [line["turn"]["move"] for line in told[1:-1]] == [step["move"] for step in moves]
            assert told[-1]["review"]["ledger"]["result"] is None, "the game was not played to its end"
            assert (await page.post("/api/study/review", json={"record": record})).text == answers[0].text

            judged = next(line["turn"] for line in told[1:-1] if len(line["turn"]["best"]) > 1)
            other = next(one["move"] for one in judged["best"] if one["move"] != judged["move"])
            question = {"record": record, "turn": judged["number"], "move": other}
            tried = (await page.post("/api/study/move", json=question)).json()
            assert tried["move"] == tried["made"]["move"] == other

    asyncio.run(run())


def test_after_a_take_back_replay_review_and_other_moves_speak_of_the_same_turns(tmp_path: Path) -> None:
    async def run() -> None:
        record = Record.parse(game("tiles", 4))
        journal = Journal(record.headers)
        for event in record.events:
            journal.add(event)
        journal.take_back(1, 2)
        assert isinstance(journal.state, tiles.State)
        first, second, *_ = journal.state.view(journal.state.to_move).plays()
        taken = str(next(step.move for step in record.steps() if step.number == 2))
        journal.play(first.place if str(first.place) != taken else second.place)
        text = str(journal.record)
        async with inside(tmp_path) as server, visitor(server) as page:
            replay = (await page.post("/api/study/replay", json={"record": text})).json()
            told = lines(await page.post("/api/study/review", json={"record": text}))
            judged = [line["turn"] for line in told if "turn" in line]
            shown = [step for step in replay["steps"] if step["number"] is not None]
            assert replay["took_back"] == 2
            assert told[0] == {"total": 3}
            for key in ("number", "seat", "move", "points"):
                assert [step[key] for step in shown] == [turn[key] for turn in judged]
            assert [turn["move"] for turn in judged] == [str(entry.move) for entry in journal.state.sheet]
            # What is tried instead of a turn is tried where that turn was made.
            question = {"record": text, "turn": 2, "move": taken}
            tried = (await page.post("/api/study/move", json=question)).json()
            assert (tried["number"], tried["move"]) == (2, taken)

    asyncio.run(run())


def test_a_dead_worker_is_replaced(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:
            body = {"record": game(), "kind": "svg"}
            assert (await page.post("/api/study/picture", json=body)).status_code == 200
            assert server.house.study.pids
            for process in server.house.study.pids:
                os.kill(process, signal.SIGKILL)
            assert (await page.post("/api/study/picture", json=body)).status_code == 200

    asyncio.run(run())


def test_workers_that_keep_dying_are_not_started_for_ever(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            with pytest.raises(SixfoldError) as caught:
                await server.house.study.do(os._exit, 1)
            assert caught.value.code == "study/workers"

    asyncio.run(run())


def test_who_goes_from_the_result_to_the_review_reads_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            study = server.house.study
            judging = study.judged(game(), full=False)
            first = judging.read()
            told = [await anext(first), await anext(first)]
            await first.aclose()  # type: ignore[attr-defined]
            assert study.judged(game(), full=False) is judging
            again = [line async for line in judging.read()]
            assert again[:2] == told, "what was judged is there at once"
            assert "review" in json.loads(again[-1])

    asyncio.run(run())


def test_a_review_that_nobody_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.server.studies.study.UNREAD_S", 0.0)

    async def run() -> None:
        async with inside(tmp_path) as server:
            study = server.house.study
            judging = study.judged(game(), full=True)
            reading = judging.read()
            assert json.loads(await anext(reading)) == {"total": 6}
            await reading.aclose()  # type: ignore[attr-defined]
            assert judging.task is not None
            await asyncio.wait([judging.task])
            assert judging.task.cancelled()
            assert not study._reviews, "the next who asks gets a whole one"

    asyncio.run(run())


def test_pictures_are_files_in_the_look_asked_for(tmp_path: Path) -> None:
    async def run() -> None:
        starts = {"png": b"\x89PNG", "gif": b"GIF8", "pdf": b"%PDF-", "svg": b"<svg"}
        async with inside(tmp_path) as server, visitor(server) as page:
            for kind, start in starts.items():
                body = {"record": game(), "kind": kind, "palette": "grey", "marks": "letters", "letters": "RONVAM"}
                answer = await page.post("/api/study/picture", json=body)
                assert answer.content.startswith(start)
                assert f"sixfold.{kind}" in answer.headers["content-disposition"]
            hurtful = {"record": game(), "kind": "svg", "marks": "letters", "title": "<script>", "at": 10**12}
            answer = await page.post("/api/study/picture", json=hurtful)
            assert "<script>" not in answer.text
            for look in ({"palette": "neon"}, {"marks": "stars"}, {"kind": "exe"}, {"letters": "<>&\"'x" * 99}):
                answer = await page.post("/api/study/picture", json=body | look)
                assert answer.status_code in (400, 422)
                assert answer.json()["refusal"]["message"]

    asyncio.run(run())


def test_questions_to_the_rules(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:

            async def ask(**question: Any) -> dict[str, Any]:
                answer = await page.post("/api/ask", json=question)
                told: dict[str, Any] = answer.json()
                return told

            board = {"ruleset": "tiles/1", "board": "0,0:Rs 1,0:Rd"}
            assert (await ask(do="check", play="2,0:Ro", **board))["points"] == 3
            refused = await ask(do="check", play="2,0:Rs", **board)
            assert (refused["legal"], refused["clause"], refused["reason"]) == (False, "T10", "duplicate")
            assert (await ask(do="plays", hand="Ro", **board))["plays"][0]["points"] == 3
            solved = await ask(do="solve", ruleset="cards/1", table=["RoRsRd"], hand="RcRtRx")
            assert solved["qwirkles"] == 1
            assert (await ask(do="plays", hand="Zz", **board))["ok"] is False
            # A bot may think for long: it is not to be had here, nor is anything else.
            for do in ("choose", "eval", None, ["check"], {"do": "check"}):
                assert (await ask(do=do))["refusal"]["code"] == "request/field"

    asyncio.run(run())


def test_what_is_not_legal_is_told_in_the_words_of_the_engine_alone(tmp_path: Path) -> None:
    """With a hand it is a tile that is not there; without one it would be the line (T10). It was both at once."""

    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:
            question = {"do": "check", "ruleset": "tiles/1", "board": "0,0:Rs 1,0:Rd", "play": "2,0:Rs", "hand": "Ro"}
            answer = await page.post("/api/ask", json=question)
            assert answer.json() == json.loads(engine.answer(json.dumps(question).encode()))

    asyncio.run(run())


def questions() -> Iterator[dict[str, Any]]:
    """Those of spec/engine about a board or a table, good and bad."""
    for name in ("tiles", "cards"):
        for case in json.loads((SPEC / "engine" / f"{name}.json").read_text(encoding="utf-8")):
            question = json.loads(case["send"])
            question.pop("id", None)
            yield question


def test_every_answer_is_of_its_type_and_says_nothing_else(tmp_path: Path) -> None:
    """What the schema, the OpenAPI document and the page's types promise is what comes."""

    def typed(document: Any, kind: Any) -> None:
        assert json.loads(msgspec.json.encode(msgspec.convert(document, kind))) == document

    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:

            async def post(path: str, **body: Any) -> Any:
                return (await page.post(path, json=body)).json()

            for kind in ("tiles", "cards"):
                record = game(kind)
                typed(await post("/api/study/replay", record=record), wire.Replay)
                for line in lines(await page.post("/api/study/review", json={"record": record})):
                    typed(line, wire.ReviewLine)
                move = str(next(iter(Record.parse(record).steps())).move)
                typed(await post("/api/study/move", record=record, turn=0, move=move), wire.ReviewedTurn)
                puzzle = (await page.get(f"/api/puzzles/{kind}/0")).json()
                typed(puzzle, wire.Puzzle)
                solution = puzzles.find(kind, "0").answers[0][0]
                for words in (solution, "pass", "x", "9,9:Rs"):
                    typed(await post(f"/api/puzzles/{kind}/0", move=words), wire.PuzzleVerdict)
            for text in ("tiles/1 | 0,0:Rs | Ro", "cards/1 | RoRsRd | GxRo"):
                typed(await post("/api/study/position", position=text), wire.ShownPosition)
            answers = {"plays": wire.PlaysAnswer, "check": wire.CheckAnswer, "solve": wire.SolveAnswer}
            for question in questions():
                typed(await post("/api/ask", **question), answers[question["do"]])

    asyncio.run(run())


def test_positions(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:
            steps = (await page.post("/api/study/replay", json={"record": game()})).json()["steps"]
            for step in steps:
                if step["position"] is not None:
                    told = (await page.post("/api/study/position", json={"position": step["position"]})).json()
                    assert told["position"] == step["position"]
                    assert told["board"] == step["board"]
                    assert told["hand"] == step["hands"][step["to_move"]]
            told = (await page.post("/api/study/position", json={"position": "cards/1 | RoRsRd | GxRo"})).json()
            assert (told["rows"], told["hand"]) == (["RoRsRd"], "RoGx")
            for text, code in {
                "": "notation/position",
                "tiles/1 | 0,0:Rs": "notation/position",
                "chess/1 | e4 | ": "notation/position",
                "tiles/1 | 0,0:Rs 1,0:Rs | Ro": "position/line",
                "tiles/1 | | RoRoRoRo": "position/copies",
                "cards/1 | RoRs | Ro": "position/row",
                "tiles/1 | " + "0,0:Rs " * 2000 + " | ": "notation/too-long",
            }.items():
                answer = await page.post("/api/study/position", json={"position": text})
                assert (answer.status_code, answer.json()["refusal"]["code"]) == (422, code), text

    asyncio.run(run())


def test_drafts_in_a_position_are_judged_as_at_a_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:

            async def check(position: str, **draft: Any) -> dict[str, Any]:
                body = {"position": position, **draft}
                told: dict[str, Any] = (await page.post("/api/study/check", json=body)).json()
                checked: dict[str, Any] = told.get("checked", told)
                return checked

            line = "tiles/1 | 0,0:Rs 1,0:Rd | RoGs"
            right = await check(line, play="2,0:Ro")
            assert (right["legal"], right["draft"]["points"], right["draft"]["lines"][0]["pieces"]) == (
                True,
                3,
                "RsRdRo",
            )
            wrong = await check(line, play="2,0:Gs")
            assert (wrong["legal"], wrong["refusal"]["reason"]) == (False, "mixed")
            row = "cards/1 | RoRsRd | RcRtRxGo"
            short = await check(row, rows=["RoRsRd", "Go"])
            assert (short["legal"], short["draft"]["lanes"][1]["state"]) == (False, "short")
            full = await check(row, rows=[], taken=["RoRsRdRcRtRx"])
            assert (full["legal"], full["draft"]["qwirkles"]) == (True, 1)
            # C5: on an empty table the opening is one row.
            opening = await check("cards/1 | | RcRtRxGoGsGd", rows=["RcRtRx", "GoGsGd"])
            assert opening["refusal"]["clause"] == "C5"
            assert (await check(line, rows=["RoRsRd"]))["refusal"]["code"] == "table/game"
            assert (await check("tiles/1 | 0,0:Rs", play="2,0:Ro"))["refusal"]["code"] == "notation/position"

    asyncio.run(run())


HOSTILE: list[dict[str, Any]] = [
    {"record": ""},
    {"record": "\x00" * 100},
    {"record": "sixfold record 1\n" * 3000},
    {"record": game().replace("= ", "= 9", 1)},
    {"record": game() + "0: 99999999999,0:Rs = 1\n"},
    {"record": "x" * 200_001},
    {"record": 5},
    {"record": game(), "extra": 1},
    {"record": game(), "turn": -1, "move": "pass"},
    {"record": game(), "turn": 10**30, "move": "pass"},
    {"record": game(), "turn": 2, "move": "0,0:Rs"},
    {"record": game(), "turn": 2, "move": "?"},
    {"record": game(), "turn": 2, "move": "x" * 100_000},
    {"record": game(), "turn": "2", "move": "pass"},
]


def test_bad_records_and_moves_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:
            for body in HOSTILE:
                path = "/api/study/move" if "turn" in body else "/api/study/review"
                answer = await page.post(path, json=body)
                assert answer.status_code in (400, 413, 422), (path, str(body)[:80], answer.status_code)
                refusal = answer.json()["refusal"]
                assert refusal["code"] != "server/mistake"
                assert refusal["message"]
            broken = game().replace("ruleset: tiles/1", "ruleset: chess/1")
            for path in ("replay", "review"):
                answer = await page.post(f"/api/study/{path}", json={"record": broken})
                assert "line 2" in answer.json()["refusal"]["message"]
            huge = await page.post("/api/study/replay", content=b'{"record": "' + b"x" * 300_000 + b'"}')
            assert huge.status_code == 413
            elsewhere = visitor(server, origin="https://elsewhere.example")
            assert (await elsewhere.post("/api/study/replay", json={"record": game()})).status_code == 403

    asyncio.run(run())


def test_puzzles_are_the_same_for_everyone_and_judged_by_the_rules(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as one, visitor(server) as two:
            for kind in rulesets.GAMES:
                today = (await one.get(f"/api/puzzles/{kind}/today")).json()
                assert today == (await two.get(f"/api/puzzles/{kind}/today")).json()
                assert not {"answers", "solution"} & set(today)
                answers = puzzles.find(kind, str(today["number"])).answers
                path = f"/api/puzzles/{kind}/{today['number']}"
                assert (await one.post(path, json={"move": answers[0][0]})).json()["right"] is True
                for nonsense in ("", "pass", "0,0:Zz", "x" * 9000, "RoRoRo / ", "9,9:Rs"):
                    told = (await one.post(path, json={"move": nonsense})).json()
                    assert (told["legal"], bool(told["message"])) == (False, True)
            weaker = puzzles.find("tiles", "0").answers[-1][0]
            told = (await one.post("/api/puzzles/tiles/0", json={"move": weaker})).json()
            assert (told["legal"], told["right"]) == (True, False)
            for path in ("chess/today", "tiles/yesterday", "tiles/99999999999", "tiles/-1", "tiles/2026-99-99"):
                answer = await one.get(f"/api/puzzles/{path}")
                assert answer.status_code == 422
                assert answer.json()["refusal"]["message"]

    asyncio.run(run())
