"""Holds a store to its promises: `await check_store(make)` raises AssertionError with the promise that was broken.

Whoever writes another store runs this on it. It needs a store that can be opened twice on the same data.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from sixfold.errors import StoreError
from sixfold.pace import Pace
from sixfold.server.lobby.pairing import Seeker, Sought
from sixfold.server.ratings.model import ENOUGH, Kind, RatedGame, Standing, from_log
from sixfold.server.store import (
    EventRow,
    Guest,
    Occupant,
    Seating,
    Store,
    TableLine,
    Taken,
    Wanted,
)
from sixfold.testing.challenges import check_challenges
from sixfold.testing.channels import check_channels
from sixfold.testing.dailies import check_dailies
from sixfold.testing.moderation import check_moderation
from sixfold.testing.plans import check_plans
from sixfold.testing.tokens import check_tokens
from sixfold.testing.tournaments import check_tournaments
from sixfold.testing.wishes import check_wishes

_RACERS: Final = 8
_KIND: Final = Kind("tiles", 3)


async def check_store(make: Callable[[], Store], *, races: int = 50) -> None:
    """Everything the server relies on. `make()` gives a store that is not open, each time on the same data."""
    store = make()
    await store.open()
    try:
        for check in (
            _appends,
            _order,
            _one_winner,
            _all_or_nothing,
            _claims,
            _lines,
            _people,
            _games,
            _codes,
            _lobby_codes,
            check_channels,
            check_tournaments,
            check_dailies,
            check_tokens,
            check_moderation,
            check_plans,
            _ratings,
            _lobby,
            check_wishes,
            _settings,
            _deleting,
            check_challenges,
        ):
            await check(store)
        assert await store.check() == "ok", "a store in use says that it is well"
        await store.probe()
        now = await store.now()
        assert now is None or now > 10**12, "a store with a clock of its own tells ms since 1970"
    finally:
        await store.close()
    await _lasts(make)
    await _two_processes(make, races)


def _row(n: int, body: bytes = b"{}", key: str = "") -> EventRow:
    return EventRow(n, 1000 + n, "who", key, body)


def _line(table: str, **changes: object) -> TableLine:
    return TableLine(table, "tiles", "playing", "host", 1, 2, None, "")._replace(**changes)  # type: ignore[arg-type]


async def _appends(store: Store) -> None:
    assert await store.events("nothing") == [], "a table that does not exist has no events"
    await store.append("a", [_row(1, b"\x00\xff binary"), _row(2, b"two", "key")])
    rows = await store.events("a")
    assert [row.n for row in rows] == [1, 2], "events come in order"
    assert rows[0].body == b"\x00\xff binary", "bodies come back as they were"
    assert rows[1] == EventRow(2, 1002, "who", "key", b"two"), "a row comes back as it was"
    assert [row.n for row in await store.events("a", since=1)] == [2], "only what is newer"
    assert await store.latest(["a", "nothing"]) == {"a": 2}, "the highest number of tables that exist"


async def _order(store: Store) -> None:
    await asyncio.gather(*(store.append(f"many{i}", [_row(1), _row(2), _row(3)]) for i in range(40)))
    for i in range(40):
        assert len(await store.events(f"many{i}")) == 3, "tables do not disturb each other"


async def _one_winner(store: Store) -> None:
    await store.append("race", [_row(1)])
    outcomes = await asyncio.gather(
        *(store.append("race", [_row(2, str(i).encode())]) for i in range(_RACERS)), return_exceptions=True
    )
    won = [i for i, outcome in enumerate(outcomes) if not isinstance(outcome, BaseException)]
    assert len(won) == 1, f"one append of a number wins, not {len(won)}"
    assert all(isinstance(o, Taken) for i, o in enumerate(outcomes) if i not in won), "the others are told: Taken"
    assert (await store.events("race"))[1].body == str(won[0]).encode(), "what is kept is what was acknowledged"


async def _all_or_nothing(store: Store) -> None:
    await store.append("whole", [_row(1)], _line("whole", phase="lobby"))
    with contextlib.suppress(Taken):
        await store.append("whole", [_row(1), _row(2)], _line("whole", phase="finished"), [Occupant(0, "p", "n", None)])
    assert len(await store.events("whole")) == 1, "of an append that fails nothing is kept"
    line = await store.line("whole")
    assert line is not None
    assert line.phase == "lobby", "nor its line"
    assert await store.places("whole") == [], "nor its places"


async def _claims(store: Store) -> None:
    assert await store.claim("c", 5, "one", 1000, 100), "what nobody has claimed is anybody's"
    assert not await store.claim("c", 5, "two", 1050, 100), "then it is that server's"
    assert await store.claim("c", 5, "one", 1080, 100), "which may renew it"
    assert not await store.claim("c", 5, "two", 1150, 100), "and has it for as long again"
    assert await store.claim("c", 5, "two", 1181, 100), "but no longer"
    assert not await store.claim("c", 4, "one", 9000, 100), "a turn that is over is nobody's"
    assert await store.claim("c", 6, "one", 1182, 100), "the next one is anybody's again"
    assert await store.claim("c", 6, "two", 10, 100), "a claim from before the time went back counts no more"
    tried = await asyncio.gather(*(store.claim("c", 7, f"server {n}", 20, 100) for n in range(_RACERS)))
    assert sum(tried) == 1, f"of those who claim at once one has it, not {sum(tried)}"


async def _lines(store: Store) -> None:
    assert await store.line("nothing") is None
    await store.append("l1", [_row(1)], _line("l1", changed=10, due=500))
    await store.append("l2", [_row(1)], _line("l2", changed=20, phase="finished"))
    assert (await store.line("l1")) == _line("l1", changed=10, due=500), "a line comes back as it was"
    listed = [line.table for line in await store.lines() if line.table in ("l1", "l2")]
    assert listed == ["l2", "l1"], "the newest change first"
    assert [line.table for line in await store.lines(phase="finished")] == ["l2"], "by phase"
    assert [line.table for line in await store.due(501)] == ["l1"], "clocks that run out"
    assert await store.due(500) == [], "and not those that do not yet"
    old = [line.table for line in await store.lines(before=15)]
    assert "l1" not in old, "a table with a newer event has changed"
    assert "l1" in [line.table for line in await store.lines(before=5000)]


async def _people(store: Store) -> None:
    player = Guest("p1", "Zoë 🎲 'quoted'", 77)
    await store.add_player(player, b"hash1")
    assert await store.player_of(b"hash1") == player, "a secret finds its player"
    assert await store.player_of(b"hash2") is None
    await store.add_secret("p1", b"hash2", 78)
    assert await store.player_of(b"hash2") == player, "another device, the same player"
    await store.rename_player("p1", "Zo")
    found = await store.find_players("zo")
    assert [p.name for p in found] == ["Zo"], "found by a part of the name, whatever its case"
    assert await store.find_players("%") == [], "a wildcard is a letter like any other"
    await store.append(
        "home", [_row(1)], _line("home", host="p1"), [Occupant(0, "p1", "Zo", 9), Occupant(1, "p2", "Al", None)]
    )
    assert "home" in {line.table for line in await store.lines(hosted=True)}
    assert "home" not in {line.table for line in await store.lines(hosted=False)}
    await store.set_place("home", Occupant(1, "p2", "Alma", 8))
    assert await store.places("home") == [Occupant(0, "p1", "Zo", 9), Occupant(1, "p2", "Alma", 8)]
    assert [line.table for line in await store.tables_of("p1")] == ["home"]
    assert await store.places_of("p1") == [("home", Occupant(0, "p1", "Zo", 9))]
    await store.erase_player("p1")
    assert await store.player_of(b"hash1") is None, "an erased player's secrets open nothing"
    assert await store.player_of(b"hash2") is None
    assert (await store.places("home"))[0] == Occupant(0, "", "", None), "neither name nor age is left"
    assert await store.tables_of("p1") == []
    assert len(await store.events("home")) == 1, "the game stays"


def _seating(seat: int, player: str, **changes: object) -> Seating:
    made = Seating(seat, player, "" if player else "greedy", int(bool(player)), "tiles", 1, 0, "won", 50, 9, 12, 1)
    return made._replace(**changes)  # type: ignore[arg-type]


async def _games(store: Store) -> None:
    """One's own games: by player, newest first, a page after the other."""
    for n in range(5):
        result = "won" if n % 2 else "lost"
        mine = _seating(0, "g1", changed=100 + n // 2, result=result, best=n)
        other = _seating(1, "g2" if n == 4 else "", changed=100 + n // 2)
        places = [Occupant(0, "g1", "Gil", None), Occupant(1, other.player, "O_o" if n == 4 else "Otto", None)]
        await store.append(f"g{n}", [_row(1)], _line(f"g{n}", phase="finished"), places, [mine, other])
    running = _seating(0, "g1", over=0, result="")
    await store.append("g9", [_row(1)], _line("g9"), [Occupant(0, "g1", "Gil", None)], [running])
    assert [line.table for line in await store.running_of("g1")] == ["g9"], "running games are a list of their own"
    page = await store.games_of("g1", Wanted(), 3)
    assert [found.table for found in page] == ["g4", "g3", "g2"], "the newest first"
    assert [tuple(bar) for bar in page[0].seats] == [(0, "g1", "", "Gil"), (1, "g2", "", "O_o")], "with who was there"
    rest = await store.games_of("g1", Wanted(before=(page[-1].changed, page[-1].table)), 3)
    assert [found.table for found in rest] == ["g1", "g0"], "and on from there"
    for wanted, tables in (
        (Wanted(result="won"), ["g3", "g1"]),
        (Wanted(game="cards"), []),
        (Wanted(name="o_O"), ["g4"]),
        (Wanted(name="gil"), []),
        (Wanted(bot="greedy"), ["g3", "g2", "g1", "g0"]),
    ):
        assert [found.table for found in await store.games_of("g1", wanted, 9)] == tables, f"{wanted}"
    sums, met = await store.sums_of("g1")
    assert sorted((one.result, one.games, one.points, one.best, one.table) for one in sums) == [
        ("lost", 3, 150, 4, "g4"),
        ("won", 2, 100, 3, "g4"),
    ], "sums by result"
    assert sorted((one.player, one.bot, one.name, one.result, one.games) for one in met) == [
        ("", "greedy", "Otto", "lost", 2),
        ("", "greedy", "Otto", "won", 2),
        ("g2", "", "O_o", "lost", 1),
    ], "and who was met"
    assert await store.unseated("g", 9) == ["home", "l1", "l2", "whole"], "tables without seatings"
    await store.fill_in("home", [_seating(1, "p2"), _seating(0, "nobody")])
    await store.fill_in("home", [_seating(1, "p2", result="lost")])
    assert (await store.games_of("p2", Wanted(), 9))[0].result == "won", "what is there already stays"
    assert await store.seatings_of("nobody") == {}, "whoever has no place any more has none here"
    await store.erase_player("g1")
    assert await store.seatings_of("g1") == {}
    assert await store.games_of("g1", Wanted(), 9) == []
    await store.delete_table("g4")
    assert await store.seatings_of("g2") == {}, "with a table go its seatings"


async def _codes(store: Store) -> None:
    await store.add_player(Guest("p3", "C", 1), b"hash3")
    await store.add_code(b"code", "p3", 10**15, 1)
    assert await store.use_code(b"wrong", 5) is None
    assert await store.use_code(b"code", 5) == "p3"
    assert await store.use_code(b"code", 5) is None, "a code works once"
    await store.add_code(b"late", "p3", 10, 1)
    assert await store.use_code(b"late", 11) is None, "and not for ever"


async def _lobby_codes(store: Store) -> None:
    assert await store.keep_lobby_code(b"lobby", "l1", 100, 5)
    assert await store.keep_lobby_code(b"lobby", "l1", 200, 6), "a table keeps its code for longer"
    assert not await store.keep_lobby_code(b"lobby", "l2", 300, 7), "a code leads to one table"
    assert await store.lobby_of(b"lobby", 200) == "l1"
    assert await store.lobby_of(b"lobby", 201) is None, "and not for ever"
    assert await store.lobby_of(b"other", 8) is None
    assert await store.keep_lobby_code(b"lobby", "l2", 300, 201), "then others may have it"
    await store.delete_table("l2")
    assert await store.lobby_of(b"lobby", 202) is None, "with a table goes its code"


def _rated(n: int, *standings: tuple[str, int]) -> RatedGame:
    return RatedGame(0, f"r{n}", _KIND, n, tuple(Standing(*one) for one in standings))


async def _ratings(store: Store) -> None:
    """Rated games: counted with their last event, in one order, and told by strength."""
    await store.add_player(Guest("r1", "Ria", 1), b"hash7")
    for n in range(ENOUGH):
        await store.append(f"r{n}", [_row(1)], rated=_rated(n, ("r1", 1), ("bot/greedy", 2), ("p4", 2 + n % 2)))
    with contextlib.suppress(Taken):
        await store.append("r0", [_row(1)], rated=_rated(99, ("r1", 1), ("p4", 2)))
    log = await store.rated_games(0, 99)
    assert [(game.number, game.table) for game in log] == [(n + 1, f"r{n}") for n in range(ENOUGH)], "numbered, once"
    assert await store.rated_games(ENOUGH - 1, 9) == log[-1:], "and read on from a number"
    changes = await store.rating_changes(f"r{ENOUGH - 1}")
    assert {(_KIND, one.who): one.after for one in changes} == from_log(log), "what the last game changed"
    assert {(_KIND, one.who): one.before for one in changes} == from_log(log[:-1]), "and from what"
    assert await store.rating_changes("nowhere") == []
    assert await store.all_ratings() == from_log(log), "the ratings are what the log adds up to, to the last bit"
    await store.append("r98", [_row(1)], rated=_rated(98, ("r1", 2), ("r2", 1)))
    leaders, total = await store.leaders(_KIND, False, 0, 9)
    assert [(one.place, one.who, one.name) for one in leaders] == [(1, "r1", "Ria"), (2, "bot/greedy", ""),
        (3, "p4", "hal")], "the strongest first, by name"  # fmt: skip
    assert total == 3, "and how many there are"
    assert (await store.leaders(_KIND, False, 1, 1))[0] == leaders[1:2], "a page of them"
    assert [one.who for one in (await store.leaders(_KIND, True, 0, 9))[0]] == ["r2"], "newcomers apart"
    assert await store.rank_of(_KIND, "p4") == leaders[2], "one of them alone"
    assert await store.rank_of(_KIND, "nobody") is None
    assert await store.ratings_of("r1") == {_KIND: leaders[0].rating}
    assert await store.erased_among(["r1", "p4", "r2"]) == {"r2"}, "players and remote bots are known"
    kept = await store.all_ratings()
    assert not await store.replace_ratings({}, ENOUGH), "a game was counted meanwhile"
    assert await store.replace_ratings(from_log(await store.rated_games(0, 99)), ENOUGH + 1)
    assert await store.all_ratings() == kept, "counted again, nothing differs"
    await store.erase_player("r1")
    assert await store.ratings_of("r1") == {}, "an erased player has no rating"
    await store.delete_table("r1")
    assert len(await store.rated_games(0, 99)) == ENOUGH + 1, "the log outlives tables"


async def _lobby(store: Store) -> None:
    """Tables that anybody may join, and who waits."""
    await store.append("open", [_row(1)], _line("open", phase="lobby", created=50, listed="{}"))
    assert [one.line.table for one in await store.listed(0, 9)] == ["open"], "an open table is listed"
    people = [Occupant(0, "p4", "hal", None), Occupant(1, "", "", None)]
    await store.append("also", [_row(1)], _line("also", phase="lobby", created=60, host="p4", listed="{}"), people)
    told = {one.line.table: (one.places, one.ratings) for one in await store.listed(0, 9)}
    assert told == {"also": (people, await store.ratings_of("p4")), "open": ([], {})}, "with its people, and its host's"
    await store.delete_table("also")
    assert await store.listed(51, 9) == [], "for a while"
    await store.append("open", [_row(2)], _line("open", created=50))
    assert await store.listed(0, 9) == [], "and no more when it has begun"
    quick = Sought("tiles", Pace(clock=60), True)
    slow = Sought("tiles", Pace(total=600_000, increment=5, vacation=7), False)
    waiting = [Seeker("s1", quick, 10, 1500), Seeker("s2", slow, 5, 1400)]
    for seeker in waiting:
        await store.seek(seeker, 100)
    assert await store.seekers(100) == waiting[::-1], "who waits longest comes first"
    assert await store.seen_seeking("s1", 120) == (waiting[0], "")
    assert await store.seen_seeking("nobody", 120) is None
    assert await store.seat_together({"t1": ["s1", "nobody"]}) == {}, "all of them or none"
    assert await store.seekers(110) == waiting[:1], "who is not seen any more is forgotten"
    await store.seek(waiting[1], 120)
    await store.add_player(Guest("s1", "Sia", 1), b"hash8")
    assert await store.seat_together({"t1": ["s1", "s2"]}) == {"t1": {"s1": "Sia", "s2": ""}}, "with their names"
    assert await store.seat_together({"t2": ["s1", "s2"]}) == {}, "once"
    assert await store.seen_seeking("s2", 130) == (waiting[1], "t1")
    assert await store.seekers(0) == [], "who is awaited at a table waits no more"
    await store.stop_seeking("s1")
    assert await store.seen_seeking("s1", 130) is None
    await store.erase_player("s2")
    assert await store.seen_seeking("s2", 130) is None, "an erased player waits for nobody"


async def _settings(store: Store) -> None:
    assert await store.setting("keep_days") is None
    await store.set_setting("keep_days", "30")
    await store.set_setting("keep_days", "31")
    assert await store.setting("keep_days") == "31"
    assert await store.first_setting("keep_days", "32") == "31", "what is there stays"
    assert await store.first_setting("first", "1") == "1"


async def _deleting(store: Store) -> None:
    await store.append("gone", [_row(1)], _line("gone"), [Occupant(0, "p", "n", 3)])
    assert await store.delete_table("gone") is True
    assert await store.delete_table("gone") is False
    assert await store.events("gone") == []
    assert await store.places("gone") == []
    assert await store.line("gone") is None


async def _lasts(make: Callable[[], Store]) -> None:
    again = make()
    await again.open()
    assert len(await again.events("a")) == 2, "what was kept is there after a restart"
    await again.close()
    try:
        await again.append("a", [_row(3)])
    except StoreError:
        return
    raise AssertionError("a closed store keeps nothing and says so")


async def _two_processes(make: Callable[[], Store], races: int) -> None:
    """Two connections to the same data, racing for every number: one chain comes out."""
    one, two = make(), make()
    heard: list[tuple[str, int]] = []
    await one.open(lambda table, n: heard.append((table, n)))
    await two.open()
    try:
        for n in range(1, races + 1):
            first, second = await asyncio.gather(
                one.append("shared", [_row(n, b"one")]),
                two.append("shared", [_row(n, b"two")]),
                return_exceptions=True,
            )
            lost = [outcome for outcome in (first, second) if isinstance(outcome, BaseException)]
            assert len(lost) == 1, f"exactly one of two wins number {n}: {first!r}, {second!r}"
            assert isinstance(lost[0], Taken)
        before = len(await one.rated_games(0, 999))
        await asyncio.gather(
            *(
                store.append(f"{name}{n}", [_row(1)], rated=_rated(n, (f"p{n % 3}", 1), ("rival", 2))._replace(
                    table=f"{name}{n}"))
                for n in range(races // 2)
                for name, store in (("first", one), ("second", two))
            )
        )  # fmt: skip
        log = await one.rated_games(0, 999)
        assert [game.number for game in log] == list(range(1, before + 1 + 2 * (races // 2))), "numbered without a gap"
        counted, kept = from_log(log), await one.all_ratings()
        assert all(counted[key] == rating for key, rating in kept.items()), "counted one after the other"
        rows = await one.events("shared")
        assert rows == await two.events("shared"), "both see the same chain"
        assert [row.n for row in rows] == list(range(1, races + 1))
    finally:
        await one.close()
        await two.close()
