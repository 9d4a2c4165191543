"""`sixfold mcp` by the protocol's own client: over standard input and output, and over HTTP."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from sixfold.mcp.server import build

EXAMPLE = Path(__file__).parents[2] / "examples" / "mcp_model.py"
TOOLS = ["check", "join", "look", "new_table", "play", "plays", "rules"]


async def call(client: Client, tool: str, **fields: Any) -> str:
    done = await client.call_tool(tool, fields)
    assert not done.is_error, done.content
    (part,) = done.content
    return str(getattr(part, "text"))  # noqa: B009


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_scripted_model_plays_to_the_end_over_standard_input(game: str) -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), game, "greedy"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "Not played: " in done.stdout, "its nonsense was refused in words"
    assert re.search(r"The game is over\. .+ \([TC]\d+\)", done.stdout)


@pytest.fixture
def address() -> Iterator[str]:
    """`sixfold mcp --http` on a free port."""
    words = [sys.executable, "-m", "sixfold", "mcp", "--http", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = process.stderr.readline()
            found = re.search(r"http://\S+", told)
            assert found is not None, told
            yield found[0]
        finally:
            process.terminate()


def test_two_models_meet_over_http(address: str) -> None:
    async def run() -> None:
        async with Client(address) as ada, Client(address) as ben:
            listed = await ada.list_tools()
            assert sorted(tool.name for tool in listed.tools) == TOOLS
            assert all(tool.description for tool in listed.tools)
            made = await call(ada, "new_table", game="cards", opponents=["open"], name="Ada")
            table, key = re.search(r"at table (\w+)\. The key of your seat is (\w+)", made).groups()  # type: ignore[union-attr]
            joined = await call(ben, "join", table=table)
            other = re.search(r"key of your seat is (\w+)", joined)
            assert other is not None
            assert other[1] != key
            assert "give the key" in await call(ben, "look")
            texts = [await call(ada, "look", seat=key), await call(ben, "look", seat=other[1])]
            assert sum("It is your turn" in text for text in texts) == 1

    asyncio.run(run())


def test_refusals_are_answers_in_words() -> None:
    async def run() -> None:
        async with Client(build()) as client:
            assert (
                await call(client, "look") == "Refused: there is no seat with this key: take one by new_table or join."
            )
            assert (await call(client, "rules", game="chess")).startswith("Refused: there is no game 'chess'")
            assert "Did you mean 'greedy'?" in await call(client, "new_table", opponents=["greddy"])
            assert "T17" in await call(client, "rules")
            await call(client, "new_table", seed="one", name="Ada")
            assert (await call(client, "check", move="1,1:Rs 5,5:Rd")).startswith("Not legal: ")
            assert (await call(client, "play", move="nonsense")).startswith("Not played: ")
            assert "legal plays" in await call(client, "plays", most=2)

    asyncio.run(run())
