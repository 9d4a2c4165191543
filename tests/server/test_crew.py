"""Bots in worker processes: one that eats memory fails by itself, and the server lives on."""

import asyncio
import json
import sys

import pytest

from sixfold import engine, rulesets
from sixfold.dealer import Dealer, settle
from sixfold.errors import BotError, SixfoldError
from sixfold.record import Record
from sixfold.server.thinkers.crew import Crew
from sixfold.server.thinkers.pool import Pool
from sixfold.server.thinkers.workers import Workers
from tests.server.until import until

HUNGRY = """
import json
input()
try:
    bytes(3 << 30)  # asked for and not touched: filling it would take a busy machine longer than a bot has
except MemoryError:
    print(json.dumps({"ok": False, "code": "bot/memory"}), flush=True)
else:
    print(json.dumps({"ok": True, "move": "pass"}), flush=True)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux keeps to the limit")
@pytest.mark.parametrize(("memory", "says"), [(1024, "bot/memory"), (0, "pass")])
def test_a_worker_has_a_cap_on_its_memory(memory: int, says: str) -> None:
    async def run() -> str:
        crew = Crew(1, program=("-c", HUNGRY), memory=memory)
        try:
            return await crew.choose("tiles", "greedy", {}, grace_s=300)
        except BotError as error:
            return error.code
        finally:
            await crew.close()

    assert asyncio.run(run()) == says


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_strongest_bot_thinks_within_the_cap(game: str) -> None:
    """With the kernel's sandbox, which sets aside more addresses than there is memory."""
    state, _, _ = settle(rulesets.find(rulesets.CURRENT[game]).start(2), Dealer.from_seed(bytes(64)))

    async def run() -> str:
        crew = Crew(1)
        try:
            # It ends by itself long before: a busy machine may take its time.
            return await crew.choose(game, "champion", state.view(state.to_move).to_json(), ms=300_000)
        finally:
            await crew.close()

    assert asyncio.run(run())


def test_a_worker_is_waited_for_also_when_its_question_is_called_off() -> None:
    """Called off twice, at that: the process has ended when the workers are closed."""

    async def run() -> None:
        workers = Workers(1, ("-c", "import time; time.sleep(600)"), None)
        asking = asyncio.create_task(workers.ask(b"{}"))
        await until(lambda: workers.pids)
        [worker] = workers._working
        asking.cancel()
        await until(lambda: worker not in workers._working)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert asking.cancelled()
        await workers.close()
        assert worker.returncode is not None

    asyncio.run(run())


def test_a_worker_for_studies_speaks_the_engine_protocol() -> None:
    """One framing for all workers: what is no piece of work is a question for the engine."""
    question = {"do": "check", "ruleset": "tiles/1", "board": "0,0:Rs", "play": "1,0:Rd"}

    async def run() -> bytes:
        workers = Workers(1, ("-m", "sixfold.server.thinkers.worker"), memory=None)
        try:
            assert workers.pids == []
            answer = await workers.ask(json.dumps(question).encode())
            assert len(workers.pids) == 1
            return answer
        finally:
            await workers.close()
            assert workers.pids == []

    assert json.loads(asyncio.run(run())) == json.loads(engine.answer(json.dumps(question).encode()))


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    async def run() -> None:
        pool = Pool(1)
        try:
            with pytest.raises(RuntimeError, match="NotMade: lambda"):
                await pool.do(exec, "class NotMade(Exception): pass\nraise NotMade('lambda')", cpu_s=5)
            with pytest.raises(SixfoldError) as caught:
                await pool.do(Record.parse, "no record", cpu_s=5)
            assert caught.value.code == "notation/record"
        finally:
            await pool.close()

    asyncio.run(run())
