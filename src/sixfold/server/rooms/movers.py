"""Moves of our own bots, and hints. A bot that fails is replaced by the next lower level, and that is logged."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Protocol

from sixfold.bots.registry import lower
from sixfold.errors import SixfoldError, StoreError
from sixfold.rulesets import AnyMove
from sixfold.server.clock import Clock
from sixfold.server.games import any_move
from sixfold.server.metrics import Metrics
from sixfold.server.rooms.claims import Claims
from sixfold.server.rooms.folding import Aside
from sixfold.server.rooms.pipeline import Pipeline
from sixfold.server.rooms.room import Room
from sixfold.server.rooms.tasks import Tasks
from sixfold.server.settings import Settings
from sixfold.server.table.procedures import driven
from sixfold.server.table.table import GameTable
from sixfold.server.thinkers.turns import NOBODY, Owner, Told

log = logging.getLogger(__name__)


class Chooser(Protocol):
    """Who thinks for bots."""

    async def choose(
        self,
        game: str,
        bot: str,
        view: dict[str, object],
        *,
        seed: int,
        ms: int,
        owner: Owner,
        told: Told | None = None,
    ) -> str:
        """The move, as text; BotError when the bot crashed, was too late, or is none. `told` hears of a wait."""
        ...


class Movers:
    """The bots at the tables of a server."""

    def __init__(
        self,
        pipeline: Pipeline,
        chooser: Chooser,
        settings: Settings,
        clock: Clock,
        tasks: Tasks,
        aside: Aside,
        metrics: Metrics,
        claims: Claims,
    ) -> None:
        self._pipeline = pipeline
        self._chooser = chooser
        self._settings = settings
        self._clock = clock
        self._tasks = tasks
        self._aside = aside
        self._metrics = metrics
        self._claims = claims

    def wake(self, room: Room) -> None:
        """Let a bot move whose turn it is. A table that nobody looks at pauses until somebody comes back."""
        if self._pipeline.stopping or room.bot is not None or not room.listeners:
            return
        if room.table.bot_to_move() is not None:
            room.bot = self._tasks.start(self._play(room))

    async def _play(self, room: Room) -> None:
        try:
            while not self._pipeline.stopping and not room.gone and room.listeners:
                table, due = room.table, room.table.bot_to_move()
                if due is None:
                    return
                try:
                    async with self._claims.held(table.id, table.turn_n) as mine:
                        if mine:
                            await self._move(room, table, due)
                    if not mine:
                        await self._claims.wait()
                except StoreError as error:
                    await self._pipeline.wait_for_store(room, error)
        finally:
            room.bot = None

    async def _move(self, room: Room, table: GameTable, due: tuple[int, str]) -> None:
        move, _ = await asyncio.gather(
            self.think(table, due[1], room.owner(), room.attendance.waits), self._clock.sleep(self._settings.bot_pause)
        )
        if room.table.turn_n != table.turn_n or room.table.bot_to_move() != due:
            return  # a take-back, or a person who came back, was faster
        await self._pipeline.by_itself(room, table.turn_n, lambda now: driven.bot_move(now, move, self._clock.now()))
        self._metrics.count("bot_moves")

    async def think(self, table: GameTable, name: str, owner: Owner, told: Told | None = None) -> AnyMove:
        """A move for the seat to move, by this bot or, when it fails, by the next lower level."""
        seat = table.to_move
        assert seat is not None
        view = table.state.view(seat)
        seed = int.from_bytes(hashlib.sha256(f"{table.dealt_as} {seat}".encode()).digest()[:4], "big")
        tried: set[str] = set()
        while name not in tried:
            tried.add(name)
            try:
                text = await self._chooser.choose(
                    table.game, name, view.to_json(), seed=seed, ms=self._settings.think_ms, owner=owner, told=told
                )
                move = table.rules.parse_move(text)
                table.state.play(move)
                return move
            except SixfoldError as error:
                self._metrics.count("bot_failures")
                log.warning("a bot failed", extra={"table": table.id, "bot": name, "code": error.code})
                name = lower(table.game, name)
        return await self._aside.run(lambda: any_move(view))

    async def advice(self, table: GameTable, seat: int, owner: Owner = NOBODY) -> AnyMove:
        """The move that a hint leads to; None when there is nothing to lay."""
        if table.to_move != seat:
            return any_move(table.state.view(seat))
        return await self.think(table, self._settings.hint_bot, owner)
