"""If several ask the same question at the same time, it is answered once. If all of them have left, it is given up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
_Task: TypeAlias = "asyncio.Task[Any]"


class _Asked:
    __slots__ = ("task", "waiting")

    def __init__(self, task: _Task) -> None:
        self.task = task
        self.waiting = 0


class Once:
    """The questions that are being answered."""

    def __init__(self) -> None:
        self._asked: dict[Hashable, _Asked] = {}

    async def ask(self, key: Hashable, work: Callable[[], Coroutine[object, object, T]]) -> T:
        """The answer to this question: the one that is on its way, or a new one."""
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = _Asked(asyncio.ensure_future(work()))
            asked.task.add_done_callback(lambda task: self._answered(key, task))
        asked.waiting += 1
        try:
            # Who asks the same question expects the same kind of answer.
            answer: T = await asyncio.shield(asked.task)
            return answer
        finally:
            asked.waiting -= 1
            if not asked.waiting and not asked.task.done():
                self._forget(key, asked.task)
                asked.task.cancel()

    def _answered(self, key: Hashable, task: _Task) -> None:
        self._forget(key, task)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone: then nobody else would look at it

    def _forget(self, key: Hashable, task: _Task) -> None:
        known = self._asked.get(key)
        if known is not None and known.task is task:
            del self._asked[key]

    def close(self) -> list[_Task]:
        """Answer nothing any more. Gives what was on its way: it may have something to put away first."""
        tasks = [asked.task for asked in self._asked.values()]
        for task in tasks:
            task.cancel()
        return tasks
