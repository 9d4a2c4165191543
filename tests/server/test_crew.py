"""Bots in worker processes: one that eats memory fails by itself, and the server lives on."""

import asyncio
import sys

import pytest

from sixfold.errors import BotError
from sixfold.server.crew import Crew

HUNGRY = """
import json
import mmap
input()
try:
    mmap.mmap(-1, 3 << 30)
except OSError:
    print(json.dumps({"error": "bot/memory"}), flush=True)
else:
    print(json.dumps({"move": "pass"}), flush=True)
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
