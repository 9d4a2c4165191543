"""Rounds: nobody meets the same person twice, nobody has two byes, whatever happens in between."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.errors import Refused
from sixfold.tournament import conduct
from tests.scale import scale
from tests.tournament.clubs import Evening, faults


def names(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(count)]


def test_a_swiss_of_199_in_nine_rounds() -> None:
    evening = Evening(planned=9, people=names(199))
    rng = random.Random(199)
    for _ in range(9):
        evening.round(rng=rng)
    assert len(evening.now.rounds) == 9
    assert faults(evening.log) == []
    for number, one in enumerate(evening.now.rounds):
        assert len(one.meetings) == 99, number
    sides = Counter(side for card in evening.now.cards().values() for side in [sum(2 * g.side - 1 for g in card.games)])
    assert max(map(abs, sides)) <= 3, "both seats in turn, as far as pairs allow"


def test_people_meet_those_with_as_many_points() -> None:
    evening = Evening(planned=7, people=names(64))
    rng = random.Random(3)
    for number in range(6):
        cards = evening.now.cards()
        evening.round(rng=rng)
        far = [abs(cards[m.first].halves - cards[m.second].halves) for m in evening.now.rounds[-1].meetings]
        assert max(far) <= 4, number
        assert sum(far) <= 2 * len(far), number


def test_the_first_round_is_drawn_by_lot_and_the_top_of_a_group_meets_its_lower_half() -> None:
    evening = Evening(people=names(8))
    evening.add(conduct.pair(evening.now))
    again = Evening(people=reversed(names(8)))
    again.add(conduct.pair(again.now))
    assert evening.now.rounds == again.now.rounds, "who came first has no part in it"
    for at in range(4):
        evening.add(conduct.correct(evening.now, 0, at, "first"))
    winners = {meeting.first for meeting in evening.now.rounds[0].meetings}
    evening.add(conduct.pair(evening.now))
    assert [{m.first, m.second} <= winners for m in evening.now.rounds[1].meetings] == [True, True, False, False]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 16, 23])
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    evening = Evening("round_robin", people=names(count))
    rounds = count - 1 if count % 2 == 0 else count
    assert evening.now.all_rounds == rounds
    for _ in range(rounds):
        evening.round()
    assert faults(evening.log, round_robin=True) == []
    cards = evening.now.cards()
    assert all({game.other for game in card.games} == {*names(count)} - {who} for who, card in cards.items())
    assert all(card.byes == count % 2 for card in cards.values())
    with pytest.raises(Refused, match=f"all {rounds} rounds"):
        conduct.pair(evening.now)


def test_who_leaves_a_round_robin_gives_the_games_away() -> None:
    evening = Evening("round_robin", people=names(4))
    evening.round()
    evening.add(conduct.withdraw(evening.now, "p000"))
    evening.round()
    evening.round()
    lost = [game for game in evening.now.cards()["p000"].games if game.score and game.score.source == "absent"]
    assert [game.halves for game in lost] == [0, 0]
    assert evening.now.stage == "between"


def test_small_groups_play_as_many_rounds_as_there_are() -> None:
    """Of four people three rounds without a repeated pair exist, whatever the first ones were."""
    for seed in range(20):
        evening = Evening(planned=9, people=names(4))
        for _ in range(3):
            evening.round(rng=random.Random(seed))
        assert faults(evening.log) == []
        with pytest.raises(Refused) as refused:
            conduct.pair(evening.now)
        assert refused.value.code == "tournament/no-pairing"


STEPS = st.lists(
    st.sampled_from(["round", "round", "enter", "withdraw", "back", "correct"]), min_size=3, max_size=scale(12, 40)
)


@settings(deadline=None)
@given(st.integers(2, 17), STEPS, st.randoms(use_true_random=False))
def test_whatever_happens_between_rounds(count: int, steps: list[str], rng: random.Random) -> None:
    evening = Evening(planned=conduct.MOST_ROUNDS, people=names(count))
    for number, step in enumerate(steps):
        now = evening.now
        try:
            if step == "round":
                evening.round(rng=rng)
            elif step == "enter":
                evening.add(conduct.enter(now, f"late{number}"))
            elif step == "withdraw" and now.present:
                evening.add(conduct.withdraw(now, rng.choice(now.present)))
            elif step == "back" and now.gone:
                evening.add(conduct.enter(now, rng.choice(sorted(now.gone))))
            elif step == "correct" and now.rounds and now.rounds[0].meetings:
                verdict, points = evening.by_chance(rng)
                evening.add(conduct.correct(now, 0, 0, verdict, points))  # type: ignore[arg-type]
        except Refused as refused:
            if refused.code not in ("tournament/few", "tournament/no-pairing") or evening.now != now:
                raise
    assert faults(evening.log) == []
    halves = sum(card.halves for card in evening.now.cards().values())
    decided = [m.score for one in evening.now.rounds for m in one.meetings if m.score is not None]
    byes = sum(bool(one.bye) for one in evening.now.rounds)
    assert halves == 2 * (byes + sum(score.verdict != "neither" for score in decided))


def meetings(evening: Evening) -> set[frozenset[str]]:
    return {frozenset((m.first, m.second)) for one in evening.now.rounds for m in one.meetings}


def test_people_who_keep_apart_meet_only_when_no_other_round_is_left() -> None:
    rng = random.Random(5)
    people = names(20)
    apart = {frozenset(rng.sample(people, 2)) for _ in range(15)}
    evening = Evening(planned=6, people=people)
    for number in range(6):
        evening.add(conduct.pair(evening.now, apart=apart))
        for at in range(len(evening.now.rounds[number].meetings)):
            evening.add(conduct.correct(evening.now, number, at, rng.choice(["first", "second"])))
    assert faults(evening.log) == []
    assert not meetings(evening) & apart
    # a keeps apart from everybody: one pair cannot be helped, and no other is made for it.
    small = Evening(people=["a", "b", "c", "d"])
    kept = {frozenset(("a", other)) for other in "bcd"} | {frozenset(("b", "c"))}
    small.add(conduct.pair(small.now, apart=kept))
    assert len(meetings(small) & kept) == 1
    few = Evening(system="round_robin", planned=1, people=["a", "b"])
    few.add(conduct.pair(few.now, apart={frozenset("ab")}))
    assert meetings(few) == {frozenset("ab")}, "everybody meets everybody"
