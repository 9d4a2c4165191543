"""Bots in worker processes: one that eats memory fails by itself, and the server lives on."""

import asyncio
import sys

import pytest

from sixfold import rulesets
from sixfold.dealer import Dealer, settle
from sixfold.errors import BotError
from sixfold.server.thinkers.crew import Crew

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
            return await crew.choose("tiles", "greedy", {})
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
            return await crew.choose(game, "champion", state.view(state.to_move).to_json())
        finally:
            await crew.close()

    assert asyncio.run(run())
