"""Holds a store to what it promises about tournaments: facts in order, one winner of a race, names that can go."""

from __future__ import annotations

import contextlib

from sixfold.server.store import FactRow, Guest, Participant, Store, Taken, TournamentLine


async def check_tournaments(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    line = TournamentLine("club1", "Evening", "tiles", "open", 10, 10)
    people = [
        Participant("organiser", "o1", "Ola"),
        Participant("entrant", "o1", "Ola"),
        Participant("entrant", "e1", "Ed"),
    ]
    rows = [FactRow(1, 10, "o1", b"{}"), FactRow(2, 11, "o1", b"[]")]
    await store.append_tournament(line, rows, people)
    assert await store.tournament_facts("club1") == rows, "facts come back as they were, in order"
    assert await store.tournament_facts("club1", 1) == rows[1:]
    assert await store.tournament_facts("club2") == []
    later = line._replace(stage="round", changed=20, title="Another")
    with contextlib.suppress(Taken):
        await store.append_tournament(later, [FactRow(2, 12, "", b"x")], [Participant("entrant", "late", "Lou")])
        raise AssertionError("a number was given twice")
    assert await store.participants("club1") == sorted(people), "nothing of an append that failed"
    await store.append_tournament(later, [FactRow(3, 20, "", b"y")])
    assert await store.tournament_line("club1") == later._replace(title="Evening"), "a line follows its facts"
    assert await store.tournament_line("club2") is None
    mine = await store.tournaments_of("o1")
    assert [(found.id, one.role) for found, one in mine] == [("club1", "entrant"), ("club1", "organiser")]
    await store.add_player(Guest("e1", "Ed", 1), b"hash club")
    await store.erase_player("e1")
    assert Participant("entrant", "e1", "") in await store.participants("club1"), "a name goes with its player"
    lines = await store.lines_of(["home", "nowhere"])
    assert list(lines) == ["home"], "only tables that there are"
    assert await store.idle_tournaments(20) == [], "it changed since"
    assert [one.id for one in await store.idle_tournaments(21)] == ["club1"]
    await store.touch_tournament("club1", 30)
    assert await store.idle_tournaments(30) == [], "its games go on"
    await store.touch_tournament("club1", 20)
    assert await store.delete_tournaments(21, over=True) == 0, "it is not over"
    assert await store.delete_tournaments(20, over=False) == 0, "it changed since"
    assert await store.delete_tournaments(21, over=False) == 1
    assert await store.participants("club1") == []
    assert await store.tournament_facts("club1") == []
