"""Bots at the table: processes that speak the engine protocol and are asked to choose (docs/protocol.md).

A crash or a timeout costs that move's time, no more. Each worker thinks about one position at a time; whoever asks
waits for a free one, and owners of tables are served in turn (turns.py). Not here: what to do when a bot fails
(rooms/movers.py asks the next lower level).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from typing import Any, Final

from sixfold.errors import BotError
from sixfold.memory import DEFAULT_MB, cap
from sixfold.server.thinkers.once import Once
from sixfold.server.thinkers.turns import NOBODY, Owner, Told, Turns

log = logging.getLogger(__name__)
THINK_MS: Final = 4_000
"""How long any level may think about a move against people."""
NICE: Final = 5
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
        self._size = size or max(1, min(4, (os.cpu_count() or 2) - 1))
        self._program = program
        self._memory = memory
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        self._working: set[asyncio.subprocess.Process] = set()
        self._closed = False
        self._turns = Turns(self._size)
        self._once = Once()
        for _ in range(self._size):
            self._free.put_nowait(None)

    async def warm(self) -> None:
        """Start one worker, so that the first bot does not keep anybody waiting."""
        with await self._turns.take():
            worker = self._free.get_nowait()
            try:
                worker = worker or await self._start()
            finally:
                self._free.put_nowait(worker)

    async def choose(
        self,
        game: str,
        bot: str,
        view: dict[str, Any],
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
        move: str = await self._once.ask(key, think)
        return move

    async def _choose(self, game: str, bot: str, view: dict[str, Any], seed: int, ms: int, grace_s: float) -> str:
        worker = self._free.get_nowait()
        kept: asyncio.subprocess.Process | None = None
        try:
            if worker is None or worker.returncode is not None:
                worker = await self._start()
            request = {"do": "choose", "bot": bot, "view": view, "seed": seed, "budget": {"ms": ms}}
            assert worker.stdin is not None
            worker.stdin.write(json.dumps(request).encode() + b"\n")
            line = await asyncio.wait_for(self._answer(worker), ms / 1000 + grace_s)
            if not line:
                raise BotError(f"the bot {bot} crashed", bot=bot, code="bot/crashed")
            kept = worker
            said = json.loads(line)
            reply = said if isinstance(said, dict) else {}
            if reply.get("ok") is not True or "move" not in reply:
                code = str(reply.get("code", "bot/failed"))
                raise BotError(f"the bot {bot} failed: {reply.get('message', code)}", bot=bot, code=code)
            return str(reply["move"])
        except TimeoutError:
            raise BotError(f"the bot {bot} was too late", bot=bot, code="bot/late") from None
        except (OSError, ValueError) as error:
            raise BotError(f"the bot {bot} failed: {type(error).__name__}", bot=bot, code="bot/crashed") from None
        finally:
            self._free.put_nowait(kept)
            if kept is None and worker is not None:
                await self._end(worker)

    async def _answer(self, worker: asyncio.subprocess.Process) -> bytes:
        assert worker.stdin is not None
        assert worker.stdout is not None
        await worker.stdin.drain()
        return await worker.stdout.readline()

    async def _start(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=1 << 20,
            # Its own group: a Ctrl-C in the terminal is the server's to handle.
            start_new_session=True,
        )
        cap(self._memory, worker.pid)
        # Thinking must not slow down those who wait for an acknowledgement.
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, worker.pid, NICE)
        self._working.add(worker)
        if self._closed:
            await self._end(worker)
            raise BotError("the server is closing", bot="", code="bot/crashed")
        return worker

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        self._working.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        try:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(worker.wait(), 2)
        finally:
            # Closing the pipe here, while the loop runs, spares a complaint when it is collected later.
            getattr(worker, "_transport").close()  # noqa: B009

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        # A worker that is being asked or started ends with its question, and is waited for.
        await asyncio.gather(*self._once.close(), return_exceptions=True)
        for worker in list(self._working):
            await self._end(worker)
