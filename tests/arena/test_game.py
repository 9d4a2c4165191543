"""One game, one deal: mirrored shuffles, fair shares, and bots that misbehave."""

import json
from typing import Any

import pytest

from sixfold.arena import Contestant, FinishedGame, Match, contest, runners
from sixfold.arena.game import limit_s, play_deal
from sixfold.bots import Budget
from sixfold.pieces import EMPTY
from sixfold.record import Drew, Moved, Record
from sixfold.rulesets import find
from tests.arena.bots import misbehaving_bots

__all__ = ["misbehaving_bots"]


def match(*names: str, game: str = "tiles", seed: int = 1, records: bool = True, timeout_s: float = 60.0) -> Match:
    contestants = tuple(Contestant.parse(name, game) for name in names)
    return Match(f"{game}/1", contestants, seed, timeout_s, records)


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seating_of_a_deal_gets_the_same_shuffle(game: str, seats: int) -> None:
    names = ["greedy", "sprout", "random", "casual"][:seats]
    games = play_deal(match(*names, game=game), 3)
    assert [one.rotation for one in games] == list(range(seats))
    openings = []
    for one in games:
        record = Record.parse(one.record)
        hands = [next(state for state in record.states() if state.opening is not None).hands]
        openings.append(hands)
    assert all(hands == openings[0] for hands in openings)
    # Everyone has sat everywhere.
    sat = [[player.name for player in Record.parse(one.record).headers.players] for one in games]
    for seat in range(seats):
        assert sorted(row[seat] for row in sat) == sorted(names)


def drawn_so_far(text: str, seat: int) -> dict[int, str]:
    """By the number of pieces that a seat has drawn: which they were. The first exchange mixes the bag and ends it."""
    so_far, found = EMPTY, {}
    for event in Record.parse(text).events:
        if isinstance(event, Moved) and str(event.move).startswith("swap"):
            break
        if isinstance(event, Drew) and event.seat == seat:
            so_far = so_far + event.pieces
            found[len(so_far)] = str(so_far)
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_what_one_seat_draws_does_not_depend_on_how_much_the_other_draws(seat: int) -> None:
    """Seat 0 draws from the top of the shuffle and seat 1 from the bottom."""
    games = [play_deal(match(*names), 0)[0].record for names in (("greedy", "sprout"), ("random", "casual"))]
    one, other = (drawn_so_far(game, seat) for game in games)
    common = one.keys() & other.keys()
    assert len(common) > 3
    assert {count: one[count] for count in common} == {count: other[count] for count in common}


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_game_kept_as_a_record_replays_to_the_same_result(game: str) -> None:
    for one in play_deal(match("greedy", "casual", game=game), 5):
        record = Record.parse(one.record)
        outcome = record.final.outcome
        assert outcome is not None
        seats = [player.name for player in record.headers.players]
        assert {name: outcome.scores[seat] for seat, name in enumerate(seats)} == dict(
            zip(("greedy", "casual"), one.scores, strict=True)
        )
        assert one.reason == outcome.reason
        assert sum(one.shares) == pytest.approx(1.0)
        assert record.headers.tag("arena-seed") == "1"


def test_the_seed_and_the_deal_decide_the_game_and_nothing_else_does() -> None:
    again = [play_deal(match("greedy", "casual"), 7) for _ in range(2)]
    assert [one.record for one in again[0]] == [one.record for one in again[1]]
    other_deal = play_deal(match("greedy", "casual"), 8)
    other_seed = play_deal(match("greedy", "casual", seed=2), 7)
    assert len({games[0].record for games in (again[0], other_deal, other_seed)}) == 3


@pytest.mark.usefixtures("misbehaving_bots")
@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("raising", "bot/raised", "ZeroDivisionError: no idea"),
        ("illegal", "bot/illegal", "99,99:Rs"),
        ("mute", "bot/illegal", "not a Choice"),
        ("wrong", "bot/illegal", "not a Choice"),
        ("slow", "bot/late", "did not answer within"),
    ],
)
def test_a_bot_that_fails_loses_that_game_and_the_match_goes_on(name: str, code: str, says: str) -> None:
    # Both have as long for every move; who sleeps is to be late, and nobody else on a busy machine.
    tally = contest(match(name, "greedy", timeout_s=2.0 if code == "bot/late" else 60.0), 1, runners.here)
    assert len(tally.games) == 2
    for game, fault in tally.faults():
        assert (fault.contestant, fault.bot, fault.code) == (0, name, code)
        assert says in fault.message
        assert name in fault.message
        view = find("tiles").view_from_json(json.loads(json.dumps(fault.view)))
        assert view.to_move == view.seat
        assert game.shares == (0.0, 1.0)
        record = Record.parse(game.record)
        assert record.result is not None
        assert record.result.reason == "bot-failed"
        assert record.headers.players[record.result.by or 0].name == name
    assert len(tally.faults()) == 2
    report: dict[str, Any] = tally.report()
    assert report["share"] == 0.0
    assert report["bots"][0]["faults"] == 2
    assert report["faults"][0]["view"]["ruleset"] == "tiles/1"
    json.dumps(report)


@pytest.mark.usefixtures("misbehaving_bots")
def test_among_four_the_others_share_what_a_failing_bot_loses() -> None:
    games = play_deal(match("greedy", "raising", "casual", "sprout"), 0)
    for game in games:
        assert game.shares[1] == 0.0
        assert sum(game.shares) == pytest.approx(1.0)
        assert game.fault is not None


def test_a_tie_is_split_evenly() -> None:
    played = FinishedGame(0, 0, (0.5, 0.5), (200, 200), (25, 25), (0.1, 0.1), "T17")
    assert played.margin == 0
    assert sum(played.shares) == 1


def test_lateness_is_measured_against_the_budget() -> None:
    assert limit_s(Contestant.parse("greedy", "tiles"), 60) == 60
    assert limit_s(Contestant.parse("greedy:ms=100", "tiles"), 60) == pytest.approx(2.1)
    assert limit_s(Contestant.parse("greedy:ms=5000", "tiles"), 60) == pytest.approx(15)
    assert limit_s(Contestant.parse("greedy:ms=5000", "tiles").within(Budget(ms=1)), 5) == 5
