"""A remote bot: plays at the tables of a server from anywhere, with the choices of any bot that is installed here.

    sixfold bots make hal                                 # on the server: prints a token
    SIXFOLD_TOKEN=sixfold_... python examples/remote_bot.py http://localhost:6161 greedy
    ... --ladder tiles                                    # be paired with other bots, rated, game after game
    ... --challenge eve --game cards                      # ask another bot for a game

It takes every challenge. docs/remote-bots.md tells what is said. Only `choose` is Sixfold's own: yours goes there.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from sixfold import bots, rulesets

Line = dict[str, Any]


class RemoteBot:
    """A token at a server, and how it chooses."""

    def __init__(self, server: str, token: str, bot: str) -> None:
        self.server, self.token, self.bot = server, token, bot
        self.answer = "accept"

    def call(self, path: str, body: Line | None = None, method: str | None = None) -> Any:
        """One call; when there were too many, the same again a little later."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.server}/api/bot/{path}", data, headers, method=method)
        while True:
            try:
                return urllib.request.urlopen(asked)
            except urllib.error.HTTPError as no:
                if no.code != 429:
                    raise
                no.close()
                time.sleep(int(no.headers.get("Retry-After", "1")))

    def ask(self, path: str, body: Line | None = None, method: str | None = None) -> Line:
        """A call whose answer is one object; a refusal is printed, and answered by nothing."""
        try:
            with self.call(path, body, method) as answer:
                found: Line = json.load(answer)
                return found
        except urllib.error.HTTPError as no:
            with no:
                print(no.read().decode(), flush=True)
            return {}

    def lines(self, path: str) -> Iterator[Line]:
        with self.call(path) as answer:
            yield from (json.loads(line) for line in answer if line.strip())

    def choose(self, view: Line) -> str:
        """The move for a view."""
        rules = rulesets.find(view["ruleset"])
        return str(
            bots.find(rules.game, self.bot)(seed=1).choose(rules.view_from_json(view), bots.Budget(ms=1000)).move
        )

    def play(self, table: str) -> None:
        """One game, to its end."""
        for line in self.lines(f"table/{table}/stream"):
            if line["t"] == "turn":
                self.ask(f"table/{table}/move", {"move": self.choose(line["view"]), "n": line["n"]})

    def events(self) -> Iterator[Line]:
        """What the account is told; tables are played and challenges answered on the way."""
        for line in self.lines("stream/event"):
            if line["t"] == "seated":
                threading.Thread(target=self.play, args=[line["table"]], daemon=True).start()
            elif line["t"] == "challenge" and self.answer:
                self.ask(f"challenge/{line['challenge']}/{self.answer}", {})
            yield line


def main() -> None:
    """Play until it is stopped."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("bot", help="a bot that is installed here, such as greedy")
    parser.add_argument("--ladder", metavar="GAME", help="be paired with other bots, game after game")
    parser.add_argument("--challenge", metavar="NAME", help="ask this bot for a game")
    parser.add_argument("--game", default="tiles", help="the game of the challenge")
    told = parser.parse_args()
    bot = RemoteBot(told.server, os.environ["SIXFOLD_TOKEN"], told.bot)
    events = bot.events()
    reader = threading.Thread(target=lambda: [print(line, flush=True) for line in events])
    reader.start()
    if told.ladder or told.challenge:
        # Who is on the ladder, or asks for a game, has to be connected first.
        while not bot.ask("account").get("connected"):
            time.sleep(0.2)
    if told.ladder:
        print(bot.ask("ladder", {"game": told.ladder}), flush=True)
    if told.challenge:
        print(bot.ask("challenge", {"bot": told.challenge, "game": told.game}), flush=True)
    reader.join()


if __name__ == "__main__":
    main()
