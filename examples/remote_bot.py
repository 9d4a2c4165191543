"""A remote bot: plays at the tables of a server from anywhere, with the choices of any bot that is installed here.

    sixfold bots make hal                                 # on the server: prints a token
    SIXFOLD_TOKEN=sixfold_... python examples/remote_bot.py http://localhost:6161 greedy

docs/remote-bots.md tells what is said. Only `choose` is Sixfold's own: put your program in its place.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from sixfold import bots, rulesets

SERVER, BOT = sys.argv[1:3]


def call(path: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"Authorization": f"Bearer {os.environ['SIXFOLD_TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{SERVER}/api/bot/{path}", data, headers))


def lines(path: str) -> Iterator[dict[str, Any]]:
    yield from (json.loads(line) for line in call(path) if line.strip())


def choose(view: dict[str, Any]) -> str:
    rules = rulesets.find(view["ruleset"])
    return str(bots.find(rules.game, BOT)(seed=1).choose(rules.view_from_json(view), bots.Budget(ms=1000)).move)


def play(table: str) -> None:
    for line in lines(f"table/{table}/stream"):
        if line["t"] == "turn":
            try:
                call(f"table/{table}/move", {"move": choose(line["view"]), "n": line["n"]})
            except urllib.error.HTTPError as no:
                print(no.read().decode(), flush=True)


for line in lines("stream/event"):
    print(line, flush=True)
    if line["t"] == "seated":
        threading.Thread(target=play, args=[line["table"]], daemon=True).start()
