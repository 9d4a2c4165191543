"""Standings: points, then one tie-break after the other among those who are still equal."""

from __future__ import annotations

from sixfold.tournament import facts as f
from sixfold.tournament.standings import Rung, standings
from sixfold.tournament.tournament import System
from tests.tournament.clubs import Evening

Played = tuple[str, str, int, int]


def after(*rounds: list[Played], people: str = "abcd", system: System = "swiss", bye: str = "") -> dict[str, Rung]:
    """The standings after these games, by name: first, second, and the points of each."""
    evening = Evening(system, people=people)
    for number, games in enumerate(rounds):
        pairs = [(first, second) for first, second, _, _ in games]
        evening.add([f.Paired(pairs=pairs, tables=[""] * len(pairs), bye=bye)])
        for at, (_, _, one, other) in enumerate(games):
            verdict = "drawn" if one == other else "first" if one > other else "second"
            evening.add([f.Decided(round=number, meeting=at, verdict=verdict, points=(one, other))])  # type: ignore[arg-type]
    return {place.who: place for place in standings(evening.now)}


def places(found: dict[str, Rung]) -> dict[str, int]:
    return {who: place.place for who, place in found.items()}


def test_points_come_first_and_equals_share_a_place() -> None:
    found = after([("a", "b", 90, 80), ("c", "d", 90, 80)])
    assert places(found) == {"a": 1, "c": 1, "b": 3, "d": 3}
    assert (found["a"].halves, found["a"].won, found["b"].lost) == (2, 1, 1)


def test_buchholz_is_the_points_of_the_opponents() -> None:
    """a and c have two wins each out of three; a's opponents have won more."""
    found = after(
        [("a", "b", 90, 80), ("c", "d", 90, 80)],
        [("a", "c", 80, 90), ("b", "d", 90, 80)],
        [("a", "d", 99, 10), ("b", "c", 95, 80)],
    )
    assert {who: place.halves for who, place in found.items()} == {"a": 4, "b": 4, "c": 4, "d": 0}
    assert {who: place.buchholz for who, place in found.items()} == {"a": 8, "b": 8, "c": 8, "d": 12}
    # Each beat one of the other two: the direct encounter says nothing, and the margin decides.
    assert {who: place.margin for who, place in found.items()} == {"a": 89, "b": 15, "c": 5, "d": -109}
    assert places(found) == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_the_direct_encounter_is_asked_among_equals_who_have_all_met() -> None:
    met = after([("a", "b", 80, 90), ("c", "d", 80, 90)], [("a", "c", 200, 10), ("b", "d", 70, 80)])
    assert (met["a"].halves, met["b"].halves, met["a"].buchholz, met["b"].buchholz) == (2, 2, 2, 6)
    robin = after(
        [("a", "b", 80, 90), ("c", "d", 90, 80)], [("a", "c", 200, 10), ("b", "d", 70, 80)], system="round_robin"
    )
    assert [robin[who].halves for who in "abcd"] == [2, 2, 2, 2]
    assert robin["a"].place == 1, "not all four have met: berger and margin decide"
    pair = after([("a", "b", 80, 90)], [("a", "c", 200, 10), ("b", "d", 70, 80)], system="round_robin", people="abcd")
    assert pair["b"].place < pair["a"].place, "two who are equal: the one who won"


def test_berger_is_the_points_of_those_who_were_beaten() -> None:
    found = after([("a", "b", 90, 80), ("c", "d", 80, 80)], [("a", "c", 80, 80), ("b", "d", 90, 80)])
    assert found["a"].berger == 2 * found["b"].halves + found["c"].halves == 2 * 2 + 2


def test_a_bye_counts_as_a_win_and_as_an_opponent_in_the_middle() -> None:
    found = after([("a", "b", 90, 80)], people="abc", bye="c")
    assert (found["c"].halves, found["c"].won, found["c"].buchholz) == (2, 0, 1)
    robin = after([("a", "b", 90, 80)], people="abc", bye="c", system="round_robin")
    assert robin["c"].halves == 0, "everybody has one there"


def test_who_came_late_or_left_stands_where_the_points_say() -> None:
    evening = Evening(people="ab")
    evening.round([("first", (90, 80))])
    evening.add([f.Entered(who="z"), f.Withdrawn(who="a" if evening.now.rounds[0].meetings[0].first == "b" else "b")])
    table = standings(evening.now)
    assert len(table) == 3
    assert {place.who: place.halves for place in table}["z"] == 0
