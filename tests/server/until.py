"""Waits for what no event announces, and never without end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable

PATIENCE_S = 60


async def until(met: Callable[[], object | Awaitable[object]]) -> None:
    """Let others go on until this holds. What does not come about fails the test that waits for it, in its own line."""
    async with asyncio.timeout(PATIENCE_S):
        while not (await now if isawaitable(now := met()) else now):
            await asyncio.sleep(0)
