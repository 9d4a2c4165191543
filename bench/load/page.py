"""docs/scale.md, from what was measured. Estimates name what they assume."""

from __future__ import annotations

import platform
from datetime import UTC, datetime

from bench.load.cold import Cold
from bench.load.measure import Found

PRICE = 0.02
"""Dollars for an hour of one core, as rented machines cost: 14.60 a month."""
LICHESS = 0.00027
"""Dollars a game, as lichess publishes it."""
MOVE_S = 20.0
"""Seconds that people think about a move."""
HEADROOM = 0.5
"""The part of a core that is planned for; the rest is for peaks."""


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _head(*cells: str) -> list[str]:
    return [_row(*cells), _row(*("---" for _ in cells))]


def _load(found: list[Found], names: list[str]) -> list[str]:
    lines = _head("load", "moves/s", "p50", "p99", "p99.9", "CPU per move", "moves/s and core", "generator", "errors")
    for name, one in zip(names, found, strict=True):
        times = [f"{ms:.1f} ms" for ms in (one.p50_ms, one.p99_ms, one.p999_ms)]
        cpu, cores = f"{one.cpu_ms:.2f} ms", f"{one.generator:.2f} cores"
        lines.append(_row(name, f"{one.per_s:.0f}", *times, cpu, f"{one.per_core:.0f}", cores, one.errors))
    return lines


def _memory(curve: list[Found]) -> list[str]:
    lines = _head("games", "sockets", "memory of the server", "of that, before anybody came", "a socket or table more")
    for one in curve:
        each = 1000 * (one.idle_mb - one.empty_mb) / one.sockets
        lines.append(_row(one.games, one.sockets, f"{one.idle_mb:.0f} MB", f"{one.empty_mb:.0f} MB", f"{each:.1f} kB"))
    return lines


def _money(seconds: float) -> str:
    return f"$ {seconds / 3600 * PRICE:.7f}"


def _costs(per_move_ms: float, turns: float, reviews: dict[str, float]) -> list[str]:
    lines = _head("what", "CPU-seconds", "money")
    game = per_move_ms * turns / 1000
    lines.append(_row(f"a game of two people, {turns:.0f} moves", f"{game:.3f}", _money(game)))
    for name, seconds in reviews.items():
        lines.append(_row(f"a {name} review of it on the server", f"{seconds:.1f}", _money(seconds)))
    lines.append(_row("the same in the visitor's browser", "0", "$ 0"))
    return [
        *lines,
        "",
        f"The price is $ {PRICE} for an hour of a core. lichess publishes $ {LICHESS} a game, with all that it costs "
        f"to run it; the game above is CPU time alone, {LICHESS / (game / 3600 * PRICE):,.0f} times less. Disks, "
        "databases, traffic and people come on top, and are not in that figure.",
    ]


def _million(per_move_ms: float, table_kb: float, ratio: float) -> list[str]:
    moves = 1_000_000 / MOVE_S
    cores = moves * per_move_ms * ratio / 1000 / HEADROOM
    memory = 1_000_000 * table_kb / 1e6
    return [
        f"One move a table every {MOVE_S:.0f} seconds is {moves:,.0f} moves a second. With the CPU time of a move on "
        f"two servers and half of each core left free, that is **{cores:,.0f} cores**, and **{memory:,.0f} GB** for "
        "tables and their sockets.",
        "",
        "What this assumes, and what was not measured: that CPU time per move stays what it is with two servers; with "
        "many, a table that is watched through several of them is followed by each. That one PostgreSQL keeps "
        f"{moves:,.0f} small commits a second: it does not, so tables would be spread over several databases by their "
        "name, which the server cannot do yet. That people play against people; bots think on cores of their own, and "
        "most play on the visitor's device.",
    ]


def page(
    loads: tuple[list[str], list[Found]],
    curve: list[Found],
    onlookers: Found | None,
    servers: tuple[Found, Found],
    cold: Cold,
    turns: float,
    reviews: dict[str, float],
    busy: list[float],
) -> str:
    """The whole page."""
    one, two = servers
    ratio = two.cpu_ms / one.cpu_ms
    best = loads[1][0]
    table_kb = 1000 * (curve[0].idle_mb - curve[0].empty_mb) / curve[0].games
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    lines = [
        "# What the server carries",
        "",
        f"Written by `make load` on {when}, with Python {platform.python_version()} on two cores. The load average of "
        f"the machine was {min(busy):.0f} to {max(busy):.0f} during the parts: absolute times are those of such a "
        "machine. Every move is on the disk before it is acknowledged (SQLite `synchronous=FULL`, or PostgreSQL as it "
        "comes).",
        "",
        "People are played by scripts in processes of their own, which know no rules and cost little (`bench/load/`). "
        "Their CPU time is told apart, and is in no other figure. A move is due when the schedule says so; its time "
        "counts from then to its acknowledgement.",
        "",
        "## Moves",
        "",
        *_load(loads[1], loads[0]),
        "",
        "## One server and two",
        "",
        "On one PostgreSQL; each person comes in through any server, so that half of the games are spread over both.",
        "",
        *_load([one, two], ["one server", "two servers"]),
        "",
        f"CPU time of a move with two servers divided by that with one: **{ratio:.2f}**.",
        "",
        "## Memory",
        "",
        "Games with two sockets each, begun, and nobody moves.",
        "",
        *_memory(curve),
        "",
    ]
    if onlookers is not None:
        each = 1000 * (onlookers.idle_mb - onlookers.empty_mb) / onlookers.sockets
        lines += [
            f"{onlookers.sockets:,} idle sockets at {onlookers.games} tables, nearly all of them onlookers: "
            f"**{onlookers.idle_mb:.0f} MB** altogether, {each:.1f} kB each.",
            "",
        ]
    lines += [
        "## A table that nobody looked at",
        "",
        f"After a restart, from opening a socket to the first frame, at a table of {cold.turns:.0f} turns: "
        f"{cold.cold_ms:.0f} ms (median), {cold.worst_ms:.0f} ms (worst). The same when the table is in memory: "
        f"{cold.warm_ms:.0f} ms. Reading and folding the table is the difference, **{cold.cold_ms - cold.warm_ms:.0f} "
        f"ms**; the CPU time of folding alone is {cold.fold_ms:.0f} ms.",
        "",
        "## What a game costs",
        "",
        *_costs(best.cpu_ms, turns, reviews),
        "",
        "## Toward a million tables at a time",
        "",
        *_million(best.cpu_ms, table_kb, ratio),
    ]
    return "\n".join(lines) + "\n"
