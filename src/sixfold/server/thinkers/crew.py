"""Bots at the table: processes that speak the engine protocol and are asked to choose (docs/protocol.md).

A crash or a timeout costs only the time of that move. Each worker thinks about one position at a time. Whoever asks
waits for a free worker, and owners of tables are served in turn (turns.py). Not here: the processes (workers.py), and
what to do when a bot fails (rooms/movers.py asks the next lower level).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Final

from sixfold.errors import BotError
from sixfold.memory import DEFAULT_MB
from sixfold.server.thinkers.once import Once
from sixfold.server.thinkers.turns import NOBODY, Owner, Told, Turns
from sixfold.server.thinkers.workers import WorkerGone, Workers

THINK_MS: Final = 4_000
"""How long any level may think about a move against people."""
GRACE_S: Final = 6.0
"""How much later than that its answer may come, a cold start included, before the worker is given up."""


class Crew:
    """A few workers, started when they are first needed."""

    def __init__(
        self,
        size: int | None = None,
        program: tuple[str, ...] = ("-m", "sixfold.engine"),
        memory: int | None = DEFAULT_MB,
    ) -> None:
        self._workers = Workers(size or max(2, min(5, os.cpu_count() or 2)), program, memory)
        # Others' bots begin at once, however much one network has its bots think.
        self._turns = Turns(self._workers.size, spare=int(self._workers.size > 1))
        self._once = Once()

    async def warm(self) -> None:
        """Start one worker, so that the first bot does not keep anybody waiting."""
        with await self._turns.take():
            await self._workers.warm()

    async def choose(
        self,
        game: str,
        bot: str,
        view: Mapping[str, object],
        *,
        seed: int = 0,
        ms: int = THINK_MS,
        grace_s: float = GRACE_S,
        owner: Owner = NOBODY,
        told: Told | None = None,
    ) -> str:
        """The move, as text; BotError when the bot crashed, was too late, or is none. `told` hears of a wait."""

        async def think() -> str:
            with await self._turns.take(owner, told):
                return await self._choose(game, bot, view, seed, ms, grace_s)

        key = (game, bot, json.dumps(view, sort_keys=True), seed, ms)
        return await self._once.ask(key, think)

    async def _choose(self, game: str, bot: str, view: Mapping[str, object], seed: int, ms: int, grace_s: float) -> str:
        request = {"do": "choose", "bot": bot, "view": view, "seed": seed, "budget": {"ms": ms}}
        try:
            line = await self._workers.ask(json.dumps(request).encode(), ms / 1000 + grace_s)
            said = json.loads(line)
        except TimeoutError:
            raise BotError(f"the bot {bot} was too late", bot=bot, code="bot/late") from None
        except (WorkerGone, ValueError):
            raise BotError(f"the bot {bot} crashed", bot=bot, code="bot/crashed") from None
        reply = said if isinstance(said, dict) else {}
        if reply.get("ok") is not True or "move" not in reply:
            code = str(reply.get("code", "bot/failed"))
            raise BotError(f"the bot {bot} failed: {reply.get('message', code)}", bot=bot, code=code)
        return str(reply["move"])

    async def close(self) -> None:
        """End all workers."""
        await self._workers.close(self._once.close())
