"""Reviews: values with intervals, luck that averages to nothing, mistakes named in words, unknown hands left out."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixfold import bots, messages, review, tiles
from sixfold.dealer import Dealer, settle
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.record import Record
from sixfold.record.events import Player
from sixfold.review import Strength
from sixfold.review.estimate import Estimate, ended, worth_of
from sixfold.review.notes import CODES
from sixfold.review.worth import finished, worth
from tests.spec.files import load
from tests.spec.game import played as steps_played

SMALL = Strength(samples=40, finishes=40)


def played(game: str, names: tuple[str, ...], seed: int) -> Record:
    """A game between bots, as a record."""
    module: Any = __import__(f"sixfold.{game}", fromlist=["State"])
    players = [bots.find(game, name)(seed) for name in names]
    state, draws, dealer = settle(module.State.start(len(names)), Dealer.from_seed(random.Random(seed).randbytes(64)))
    steps: list[Any] = [*draws]
    while state.outcome is None:
        move = players[state.to_move].choose(state.view(state.to_move), bots.Budget(rollouts=50)).move
        state, draws, dealer = settle(state.play(move), dealer)
        steps += [move, *draws]
    return Record.from_game(f"{game}/1", [Player(name) for name in names], steps)


@pytest.fixture(scope="module")
def tiles_game() -> Record:
    return played("tiles", ("greedy", "random"), 3)


@pytest.fixture(scope="module")
def judged(tiles_game: Record) -> review.Review:
    return review.review(tiles_game, SMALL)


def test_estimates_add_like_independent_numbers() -> None:
    total = Estimate(3, 3) - Estimate(1, 4)
    assert (total.mean, total.error) == (2, 5)
    assert total.interval == pytest.approx((2 - 9.8, 2 + 9.8))


def test_scores_become_leads_and_shares() -> None:
    found = worth_of(ended(np.array([[3.0, 1.0], [2.0, 2.0]])))
    assert (found.lead[0].mean, found.lead[1].mean) == (1, -1)
    assert (found.share[0].mean, found.share[1].mean) == (0.75, 0.25)


def test_a_draw_that_the_target_follows_is_the_last() -> None:
    """T21: the round is complete, and only the draw of its last turn is still to come."""
    (case,) = (
        game for game in load("examples/tiles.json")["games"] if game["name"].startswith("The round is complete")
    )
    state = steps_played(case["ruleset"], case["seats"], case["steps"][:-1])
    assert state.need is not None
    ends = finished(state, 3, 1)
    assert set(map(tuple, ends.leads.tolist())) == {(12, -12)}
    assert set(map(tuple, ends.shares.tolist())) == {(1, 0)}


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_draw_changes_the_worth_by_nothing_on_average(game: str) -> None:
    """The worth before a draw is the mean of the worths after it: the ground that luck stands on."""
    state: Any = None
    for state in played(game, ("greedy", "greedy"), 5).states():
        if state.opening is not None and state.need is not None and len(state.sheet) > 8:
            break
    before = worth(state, 600, 1).lead[0]
    rng, after = random.Random(1), []
    dealt_from = list(state.bag)
    for number in range(30):
        draw = Draw(state.need.seat, Pieces(rng.sample(dealt_from, state.need.count)))
        after.append(worth(state.draw(draw), 100, 10 + number).lead[0].mean)
    spread = float(np.std(after, ddof=1) / np.sqrt(len(after)))
    # Five standard errors: a right implementation fails this once in a million.
    assert abs(float(np.mean(after)) - before.mean) < 5 * np.hypot(spread, before.error)


def test_every_turn_is_judged_and_the_ledger_explains_the_result(tiles_game: Record, judged: review.Review) -> None:
    assert len(judged.turns) == len(tiles_game.final.sheet)
    assert judged.ledger is not None
    gap = judged.ledger.gap
    assert gap is not None
    assert abs(gap.mean) < 4 * gap.error
    for turn in judged.turns:
        assert turn.shares is not None
        assert sum(share.mean for share in turn.shares) == pytest.approx(1)
        if turn.choice is not None:
            assert turn.choice.made.behind.mean >= -1e-9 or turn.choice.made.share_behind.mean >= 0


def test_random_gives_away_more_than_greedy(judged: review.Review) -> None:
    greedy, stray = judged.given_away(0), judged.given_away(1)
    assert stray.mean > 3 * greedy.mean


def test_notes_have_sentences_in_every_language(judged: review.Review) -> None:
    found = {note.code for turn in judged.turns for note in turn.notes}
    assert found
    assert found <= set(CODES)
    for language in messages.languages():
        say = messages.Messages(language)
        for code in CODES:
            assert say(f"review.note.{code}") != f"review.note.{code}"
        for turn in judged.turns:
            for note in turn.notes:
                sentence = say(f"review.note.{note.code}", **{key: str(value) for key, value in note.facts.items()})
                assert "{" not in sentence


def test_openings_of_the_same_tiles_are_one_choice() -> None:
    def opening(hand: str) -> Any:
        state: Any = tiles.State.start(2)
        return state.draw(Draw(0, Pieces.parse(hand))).draw(Draw(1, Pieces.parse("RoOsYdGcBtPx"))).view(0)

    only = opening("RsRdRcGxBoPt")
    assert len(only.plays()) == 12, "three tiles in every order, two ways"
    assert review.judge(only, only.plays()[5].place, 20, 1) is None
    two = opening("RsRdRcGxBxPx")
    for place in (two.plays()[0].place, two.plays()[-1].place):
        choice = review.judge(two, place, 20, 1)
        assert choice is not None
        sets = []
        for one in choice.considered:
            assert isinstance(one.move, tiles.Place)
            sets.append(str(one.move.pieces))
        assert sorted(sets) == sorted(set(sets)) == ["GxBxPx", "RsRdRc"]
        assert choice.made.move == place


def test_the_same_seed_gives_the_same_review(tiles_game: Record) -> None:
    work = tiles_game.steps()[10]
    one, two = (review.judge_turn(work, SMALL, 4) for _ in range(2))
    assert review.turn_to_json(one) == review.turn_to_json(two)


def test_cards_are_judged_too() -> None:
    found = review.review(played("cards", ("greedy", "random"), 2), SMALL)
    told = json.loads(json.dumps(found.to_json()))
    assert told["ruleset"] == "cards/1"
    assert len(told["turns"]) == len(found.turns) > 4
    assert told["ledger"]["seats"][0]["luck"][1] <= told["ledger"]["seats"][0]["luck"][0]


KITCHEN = """sixfold record 1
ruleset: tiles/1
seat 0: Ana
seat 1: Ben

draw 0: ??????
draw 1: ??????
announce: 3 0
0: 0,0:Rc 1,0:Rd 2,0:Ro = 3
draw 0: ???
1: 3,0:Rs 3,1:Bs 3,2:Os = 7
"""


def test_unknown_hands_are_left_out_and_it_is_said() -> None:
    found = review.review(Record.parse(KITCHEN), SMALL)
    assert found.unknown
    assert found.ledger is None
    assert [turn.points for turn in found.turns] == [3, 7]
    assert all(turn.choice is None for turn in found.turns)


def test_the_command_says_it_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.sixfold"
    path.write_text(KITCHEN)
    command = [sys.executable, "-m", "sixfold", "review", str(path), "--quick", "--workers", "1"]
    said = subprocess.run([*command, "--language", "de"], capture_output=True, text=True, check=True).stdout
    assert "Einige Hände wurden nicht notiert" in said
    told = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
    assert told["unknown"] is True
    path.write_text(KITCHEN.replace("= 7", "= 8"))
    broken = subprocess.run(command, capture_output=True, text=True)
    assert broken.returncode != 0
    assert "line 11" in broken.stderr
    assert "Traceback" not in broken.stderr
