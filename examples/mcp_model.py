"""A scripted model at the table: reads what `sixfold mcp` tells, as a language model would, and needs no key.

    pip install 'sixfold[mcp]'
    python examples/mcp_model.py tiles greedy            # game and opponents
    python examples/mcp_model.py tiles greedy --server http://localhost:6161      # at a table of `sixfold serve`

With --url it takes its tools from `sixfold mcp --http`, else it starts `sixfold mcp` itself.

It takes the first play it is told of, and begins each game with nonsense, to see the refusal. Put your model in the
place of `answer`: it gets a text and the names of the tools, and says which tool to call.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from typing import Any

from mcp import Client, StdioServerParameters

Call = tuple[str, dict[str, Any]]


class Scripted:
    """What a model is here: something that reads the last answer and calls the next tool."""

    def __init__(self, game: str, opponents: list[str], server: str) -> None:
        asked = {"game": game, "opponents": opponents, "name": "Script", "seed": "an evening", "server": server}
        self.first = ("new_table", asked)
        self.confused = True

    def answer(self, text: str) -> Call | None:
        """The next call; None when the game is over."""
        if not text:
            return self.first
        if "The game is over." in text:
            return None
        if self.confused:
            self.confused = False
            return "play", {"move": "I would like the red one"}
        if "It is your turn" in text or "Not played" in text:
            return "plays", {"most": 3}
        if listed := re.search(r"^(\S.*?)(?:  = .*)?$", text.partition("\n")[2], re.MULTILINE):
            swap = listed[1].startswith("Or exchange")
            return "play", {"move": f"swap {self.hand[:2]}" if swap else listed[1]}
        return "look", {}

    hand = ""

    def read(self, text: str) -> str:
        """Keep in mind what later answers do not repeat."""
        if found := re.search(r"Your hand: (\w\w)", text):
            self.hand = found[1]
        return text


async def play(server: Any, model: Scripted) -> str:
    """Let the model play one game; the last text."""
    async with Client(server) as client:
        text = ""
        while (call := model.answer(text)) is not None:
            name, fields = call
            done = await client.call_tool(name, fields)
            text = model.read("".join(getattr(part, "text", "") for part in done.content))
            print(f"> {name} {fields}\n{text}\n", flush=True)
        return text


def main() -> None:
    """One game, told line by line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=["tiles", "cards"])
    parser.add_argument("opponents", nargs="+")
    parser.add_argument("--url", help="an address that `sixfold mcp --http` printed")
    parser.add_argument("--server", default="", help="the address of a Sixfold server, to play there")
    asked = parser.parse_args()
    here = StdioServerParameters(command=sys.executable, args=["-m", "sixfold", "mcp"])
    asyncio.run(play(asked.url or here, Scripted(asked.game, asked.opponents, asked.server)))


if __name__ == "__main__":
    main()
