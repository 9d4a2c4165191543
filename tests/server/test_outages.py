"""A database that restarts, fails over, is read-only or slow: nothing is acknowledged that is not kept, all goes on.

`python bench/outages.py` says how long it takes until all goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import psycopg
import pytest

from tests.scale import scale
from tests.server.outages import Talk, talked
from tests.server.postgres import Postgres
from tests.server.running import Running


@pytest.fixture
def alone() -> Iterator[Postgres]:
    """A PostgreSQL of its own: others would not like what happens to it."""
    made = Postgres().start()
    yield made
    made.remove()


@contextmanager
def serving(url: str) -> Iterator[list[Running]]:
    """Two servers, which must not have made a mistake in the end."""
    with ExitStack() as stack:
        servers = [stack.enter_context(Running(database=url)) for _ in range(2)]
        yield servers
        for server in servers:
            assert server.mistakes() == []


def test_a_database_that_restarts(alone: Postgres) -> None:
    url = alone.database("restarts")

    async def work(talk: Talk) -> None:
        for n in range(scale(2, 20)):
            await talk.through(lambda n=n: alone.stop(("fast", "immediate")[n % 2]), alone.start)  # type: ignore[misc]

    with serving(url) as servers:
        talk = asyncio.run(talked(servers, work))
    assert talk.refused >= scale(2, 20)
    assert talk.lost(url) == []


def test_a_database_that_may_only_be_read(alone: Postgres) -> None:
    url = alone.database("readonly")

    def only(read: str) -> None:
        alone.tell(f"ALTER SYSTEM SET default_transaction_read_only = {read}", "SELECT pg_reload_conf()")
        with psycopg.connect(url, autocommit=True) as opened:
            while opened.execute("SHOW default_transaction_read_only").fetchall() != [(read,)]:
                pass

    async def work(talk: Talk) -> None:
        await talk.through(lambda: only("on"), lambda: only("off"))

    with serving(url) as servers:
        talk = asyncio.run(talked(servers, work))
    assert talk.lost(url) == []


def test_a_database_that_is_slow_is_waited_for(alone: Postgres) -> None:
    """Somebody else holds what a move needs: it is acknowledged when it is kept, and not before."""
    url = alone.database("slow")

    async def work(talk: Talk) -> None:
        with psycopg.connect(url) as holding:
            holding.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            waiting = [asyncio.create_task(talk.ask(at)) for at in (0, 1)]
            done, _ = await asyncio.wait(waiting, timeout=1.0)
            assert not done, "it is not kept yet"
            holding.rollback()
        assert all(await asyncio.gather(*waiting))

    with serving(url) as servers:
        talk = asyncio.run(talked(servers, work))
    assert talk.lost(url) == []
    assert talk.refused == 0


def test_a_standby_that_takes_over(alone: Postgres) -> None:
    alone.database("failover")
    other = alone.standby()
    both = (
        f"postgresql://sixfold@127.0.0.1:{alone.port},127.0.0.1:{other.port}/failover?target_session_attrs=read-write"
    )

    async def work(talk: Talk) -> None:
        await talk.through(lambda: alone.stop("immediate"), other.promote)

    try:
        with serving(both) as servers:
            talk = asyncio.run(talked(servers, work))
        assert talk.lost(other.url("failover")) == []
    finally:
        other.remove()
