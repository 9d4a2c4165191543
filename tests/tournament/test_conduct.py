"""What may be done in a tournament: every refusal with its code, and what is done twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sixfold.errors import Refused
from sixfold.tournament import conduct
from sixfold.tournament import facts as f
from sixfold.tournament.tournament import Ruling, Tournament
from tests.tournament.clubs import Evening


def at_tables(people: str = "abcd") -> Tournament:
    """A tournament in its first round, with tables t0, t1, ..."""
    evening = Evening(planned=2, people=people)
    numbers = iter(range(99))
    evening.add(conduct.pair(evening.now, lambda: f"t{next(numbers)}", lambda: "5eed"))
    return evening.now


def grown(tournament: Tournament, *steps: Callable[[Tournament], list[f.AnyRecorded]]) -> Tournament:
    for step in steps:
        for fact in step(tournament):
            tournament = tournament.apply(fact)
    return tournament


def decided(tournament: Tournament) -> Tournament:
    last = len(tournament.rounds) - 1
    for at, meeting in enumerate(tournament.rounds[last].meetings):
        if meeting.score is None:
            tournament = grown(tournament, lambda now, at=at: conduct.correct(now, last, at, "first"))  # type: ignore[misc]
    return tournament


def over() -> Tournament:
    return grown(decided(at_tables()), conduct.conclude)


def full() -> Tournament:
    return Evening("round_robin", people=[str(n) for n in range(conduct.MOST["round_robin"])]).now


def last_round() -> Tournament:
    return grown(decided(at_tables()), conduct.pair)


@pytest.mark.parametrize(
    ("code", "tried"),
    [
        ("tournament/over", lambda: conduct.enter(over(), "late")),
        ("tournament/over", lambda: conduct.withdraw(over(), "a")),
        ("tournament/over", lambda: conduct.pair(over())),
        ("tournament/begun", lambda: conduct.enter(last_round(), "late")),
        (
            "tournament/begun",
            lambda: conduct.enter(grown(Evening("round_robin", people="ab").now, conduct.pair), "late"),
        ),
        ("tournament/full", lambda: conduct.enter(full(), "one more")),
        ("tournament/not-entered", lambda: conduct.withdraw(at_tables(), "stranger")),
        ("tournament/unfinished", lambda: conduct.pair(at_tables())),
        ("tournament/unfinished", lambda: conduct.conclude(at_tables())),
        ("tournament/last", lambda: conduct.pair(decided(last_round()))),
        ("tournament/few", lambda: conduct.pair(Evening(people="a").now)),
        ("tournament/no-pairing", lambda: conduct.pair(decided(grown(Evening(people="ab").now, conduct.pair)))),
        ("tournament/foreign", lambda: conduct.report(at_tables(), "elsewhere", [0], [1, 0])),
        ("tournament/foreign", lambda: conduct.report(at_tables(), "", [0], [1, 0])),
        ("tournament/foreign", lambda: conduct.correct(at_tables(), 0, 7, "first")),
        ("tournament/foreign", lambda: conduct.correct(at_tables(), 3, 0, "first")),
        ("tournament/decided", lambda: conduct.report(decided(at_tables()), "t0", [0], [1, 0])),
        ("tournament/points", lambda: conduct.correct(at_tables(), 0, 0, "first", (-1, 0))),
        ("tournament/not-organiser", lambda: conduct.take_over(at_tables(), "a", "wrong")),
    ],
)
def test_it_refuses_in_a_sentence(code: str, tried: Callable[[], object]) -> None:
    with pytest.raises(Refused, match=r"^\w.* .*\w$") as refused:
        tried()
    assert refused.value.code == code


def test_what_is_done_twice_is_done_once() -> None:
    now = at_tables()
    assert conduct.enter(now, "a") == []
    assert conduct.take_over(now, "org", "") == []
    left = grown(now, lambda t: conduct.withdraw(t, "a"))
    assert conduct.withdraw(left, "a") == []
    assert conduct.conclude(over()) == []
    again = grown(now, lambda t: conduct.correct(t, 0, 0, "drawn", (5, 5)))
    assert conduct.correct(again, 0, 0, "drawn", (5, 5)) == []


def test_a_table_says_how_its_game_went() -> None:
    now = grown(at_tables(), lambda t: conduct.report(t, "t1", [1], [70, 90]))
    assert now.rounds[0].meetings[1].score == Ruling("second", (70, 90), "table")
    drawn = grown(at_tables(), lambda t: conduct.report(t, "t0", [0, 1], [70, 70]))
    assert drawn.rounds[0].meetings[0].score == Ruling("drawn", (70, 70), "table")
    assert drawn.stage == "round"


def test_who_withdraws_gives_the_open_game_away_and_what_the_table_says_later_is_refused() -> None:
    now = at_tables()
    gone, stays = now.rounds[0].meetings[0][:2]
    now = grown(now, lambda t: conduct.withdraw(t, gone))
    assert now.rounds[0].meetings[0].score == Ruling("second", (0, 0), "absent")
    with pytest.raises(Refused) as refused:
        conduct.report(now, "t0", [0], [90, 80])
    assert refused.value.code == "tournament/decided"
    corrected = grown(now, lambda t: conduct.correct(t, 0, 0, "first", (90, 80)))
    assert corrected.cards()[gone].halves == 2
    assert corrected.cards()[stays].halves == 0
    assert gone not in corrected.present


def test_a_result_that_was_corrected_counts_and_pairs_stay() -> None:
    now = last_round()
    pairs = [meeting[:2] for meeting in now.rounds[1].meetings]
    before = now.cards()
    first, second = now.rounds[0].meetings[0][:2]
    now = grown(now, lambda t: conduct.correct(t, 0, 0, "second", (60, 61)))
    assert (before[first].halves, before[second].halves) == (2, 0)
    assert (now.cards()[first].halves, now.cards()[second].halves) == (0, 2)
    assert [meeting[:2] for meeting in now.rounds[1].meetings] == pairs


def test_whoever_has_the_link_takes_over_and_a_tournament_without_organiser_is_its_players() -> None:
    now = grown(at_tables(), lambda t: conduct.take_over(t, "a", "key"))
    assert now.organisers == ("org", "a")
    orphan = grown(at_tables(), lambda t: conduct.step_down(t, "org"))
    assert orphan.organisers == ()
    assert grown(orphan, lambda t: conduct.take_over(t, "b", "")).organisers == ("b",)
    with pytest.raises(Refused):
        conduct.take_over(orphan, "stranger", "")


def test_who_has_no_device_plays_with_a_box() -> None:
    evening = Evening(people="ab")
    evening.add(conduct.enter(evening.now, "paper", player=False))
    evening.add(conduct.enter(evening.now, "pencil", player=False))
    evening.add(conduct.pair(evening.now, lambda: "table", lambda: "5eed"))
    for meeting in evening.now.rounds[0].meetings:
        on_paper = {"paper", "pencil"} & {meeting.first, meeting.second}
        assert meeting.table == ("" if on_paper else "table")
