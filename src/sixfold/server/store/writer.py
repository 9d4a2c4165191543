"""One thread that writes. While a commit is on its way to the disk, jobs queue up; they share the next one (group
commit).

The event loop only adds to the queue and never waits for a disk. A job's future is done after its commit, never before.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, TypeVar

from sixfold.errors import StoreError
from sixfold.server.store.protocol import Taken

T = TypeVar("T")


Rows: TypeAlias = list[tuple[Any, ...]]
"""What a question brings: the columns are of the kinds that the statement names."""


class Db(Protocol):
    """A connection inside a transaction. SQL is written once, with `?` for parameters, for every engine."""

    def run(self, sql: str, *parameters: object) -> int:
        """Change something; how many rows changed."""
        ...

    def rows(self, sql: str, *parameters: object) -> Rows:
        """Ask something."""
        ...


class Connection(Db, Protocol):
    """A connection that a Writer owns."""

    def begin(self, single: bool = False) -> None:
        """`single`: one statement follows, which is a transaction by itself."""
        ...

    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


_Asked: TypeAlias = "asyncio.Future[Any]"
Job = tuple[Callable[[Db], object], _Asked, bool]
"""What is to be done, who hears of it, and whether it is a single statement."""
Result = tuple[_Asked, object, BaseException | None]
BATCH = 256


class Writer:
    """Runs jobs in the order they come, as many to a commit as are waiting."""

    def __init__(self, connect: Callable[[], Connection], name: str = "writer") -> None:
        self._connect = connect
        self._jobs: deque[Job] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._work, name=f"sixfold-{name}", daemon=True)
        self._committing = False
        self.commits = 0

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def stop(self) -> None:
        """Finish what is queued, close the connection."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join)

    async def run(self, job: Callable[[Db], T], single: bool = False) -> T:
        """The job's result, once it is on the disk.

        `single`: the job is one statement, and doing it twice is no harm. Its number tells whether it was done before.
        """
        assert self._loop is not None, "start the writer first"
        future: asyncio.Future[T] = self._loop.create_future()
        with self._wake:
            if self._stopping:
                raise StoreError("the store is closed", code="store/closed")
            self._jobs.append((job, future, single))
            self._wake.notify()
        # A caller that goes away does not take its write with it: the job is done all the same, and nobody is told.
        return await future

    def _work(self) -> None:
        connection: Connection | None = None
        while True:
            with self._wake:
                while not self._jobs and not self._stopping:
                    self._wake.wait()
                if not self._jobs:
                    break
                batch = [self._jobs.popleft() for _ in range(min(BATCH, len(self._jobs)))]
            connection, done = self._try(connection, batch)
            assert self._loop is not None
            try:
                self._loop.call_soon_threadsafe(_settle, done)
            except RuntimeError:
                return  # the loop is gone, and with it everyone who could be told
        if connection is not None:
            _close_quietly(connection)

    def _try(self, connection: Connection | None, batch: list[Job]) -> tuple[Connection | None, list[Result]]:
        """Commit the batch. A connection that has died in its sleep is replaced once; one that fails while
        committing is not, as nobody knows what it kept."""
        while True:
            slept = connection is not None
            self._committing = False
            try:
                if connection is None:
                    connection = self._connect()
                return connection, self._commit(connection, batch)
            except Exception as error:
                if connection is not None:
                    _close_quietly(connection)
                connection = None
                if slept and not self._committing:
                    continue
                failure = _as_store_error(error)
                return None, [(future, None, failure) for _, future, _ in batch]

    def _commit(self, connection: Connection, batch: list[Job]) -> list[Result]:
        done: list[Result] = []
        connection.begin(single=len(batch) == 1 and batch[0][2])
        try:
            for job, future, _ in batch:
                try:
                    done.append((future, job(connection), None))
                except Taken as taken:
                    done.append((future, None, taken))  # raised before anything of the job was written
            self._committing = True
            connection.commit()
            self._committing = False
            self.commits += 1
        except Exception as error:
            connection.rollback()  # fails when the connection itself is broken
            if len(batch) == 1:
                return [(batch[0][1], None, _as_store_error(error))]
            # One bad job must not cost the others their write: each gets a commit of its own.
            return [result for job in batch for result in self._commit(connection, [job])]
        return done


def _settle(done: list[Result]) -> None:
    for future, result, error in done:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _as_store_error(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    made = StoreError(f"the store could not keep it: {error}", code="store/failed")
    made.__cause__ = error
    return made


def _close_quietly(connection: Connection) -> None:
    try:
        connection.close()
    except Exception:  # it is broken already, and there is nobody to tell
        return
