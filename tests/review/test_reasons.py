"""Why another move was better: taken from the samples that judged both, true by the rules, and never out of noise."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sixfold import tiles
from sixfold.bots.tiles.search import Search, weights
from sixfold.kernel.tiles import points
from sixfold.record import Record, Step
from sixfold.review import QUICK, JudgedTurn, Reason, games, judge_turn, turn_to_json
from sixfold.review.games import tiles as tile_reviews
from sixfold.review.notes import is_mistake
from sixfold.tiles.moves import check

RECORDS = Path(__file__).parents[2] / "spec" / "records"


@cache
def steps(name: str) -> tuple[Step, ...]:
    return tuple(Record.parse((RECORDS / name).read_text(encoding="utf-8")).steps())


@cache
def turn(name: str, number: int) -> JudgedTurn:
    # What a turn drew is not asked here.
    return judge_turn(steps(name)[number], replace(QUICK, finishes=2), 1)


def reason(name: str, number: int) -> Reason:
    found = turn(name, number).reason
    assert found is not None
    return found


def test_a_play_that_opens_a_line_of_five_says_who_often_finishes_it() -> None:
    reply = reason("tiles-2.txt", 4).reply
    assert reply is not None
    assert reply.where is not None
    assert (reply.seat, reply.opened, reply.taken, reply.where.line) == (0, True, False, "Y")
    assert 0.1 < reply.often < 0.5
    assert reply.points > reply.instead + 3


def test_the_line_lies_on_the_table_and_shares_what_is_said() -> None:
    for number in (4, 41, 47):
        step, reply = steps("tiles-2.txt")[number], reason("tiles-2.txt", number).reply
        assert reply is not None
        assert reply.where is not None
        assert isinstance(step.after, tiles.State)
        assert isinstance(step.move, tiles.Place)
        pieces = [str(step.after.board.get(tiles.Cell.parse(cell))) for cell in reply.where.cells]
        assert all(reply.where.line in piece for piece in pieces)
        laid = {str(one.cell) for one in step.move.placements}
        assert reply.opened == (not laid.isdisjoint(reply.where.cells))


def test_what_an_exchange_would_have_brought_is_told_of_the_next_own_turn() -> None:
    found = reason("tiles-2.txt", 44)
    assert found.reply is None
    assert found.later is not None
    assert found.later.instead > found.later.points + 1


def test_answers_are_legal_plays_on_the_table_after_the_move_with_their_points() -> None:
    step = steps("tiles-2.txt")[20]
    view = step.before.view(step.seat)
    assert isinstance(view, tiles.View)
    assert isinstance(step.move, tiles.Place)
    search = Search(view, 5, weights())
    packed = tile_reviews._packed(search, step.move)
    assert packed is not None
    promising = search.candidates(8)
    replies = {reply for reply, _ in search.answered(packed, 40)}
    board = view.board.lay(step.move.placements)
    found = search.replies(packed, replies)
    assert len(found) > 5
    assert all(check(board, play).points == points(reply) for reply, play in found.items())
    assert search.candidates(8) == promising


def test_answers_come_from_the_samples_that_judged_the_move() -> None:
    step = steps("tiles-2.txt")[20]
    view = step.before.view(step.seat)
    assert isinstance(view, tiles.View)
    assert isinstance(step.move, tiles.Move)
    once, again = (tile_reviews.answers(view, step.move, samples, 9) for samples in (20, 30))
    assert once == again[:20]
    assert once != tile_reviews.answers(view, step.move, 20, 10)


def test_cards_say_how_many_qwirkles_the_next_player_can_take() -> None:
    reply = reason("cards-2.txt", 12).reply
    assert reply is not None
    assert (reply.seat, reply.where, reply.often, reply.points, reply.instead) == (0, None, 1.0, 5.0, 1.0)


@pytest.mark.parametrize("name", ["tiles-2.txt", "tiles-4.txt", "cards-3.txt"])
def test_only_what_is_surely_a_mistake_has_a_reason(name: str) -> None:
    judged = [turn(name, number) for number in range(0, len(steps(name)), 5)]
    game = games.of(name.partition("-")[0])
    sound = [one for one in judged if one.choice is None or not is_mistake(one.choice.made, game)]
    assert sound
    assert all(one.reason is None for one in sound)


def test_a_reason_in_json_has_numbers_and_no_sentence() -> None:
    found = turn_to_json(turn("tiles-2.txt", 4))["reason"]
    assert set(found) == {"reply", "later"}
    assert set(found["reply"]) == {"seat", "often", "points", "instead", "line", "cells", "opened", "taken"}
    assert turn_to_json(turn("tiles-2.txt", 0))["reason"] is None
