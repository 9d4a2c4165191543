"""check_bot passes every light bot, and finds each kind of cheat."""

import random
import time
from typing import Any

import pytest

from sixfold.bots import AnyBot, Bot, Budget, Choice, find
from sixfold.bots.tiles.greedy import Greedy
from sixfold.errors import BotError
from sixfold.pieces import EMPTY
from sixfold.testing import check_bot
from sixfold.tiles import Move, Place, Swap, View
from tests.scale import scale


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("name", ["random", "sprout", "casual", "greedy"])
def test_the_light_bots_keep_the_promises_of_a_bot(game: str, name: str) -> None:
    answers = check_bot(find(game, name), games=scale(1, 20))
    assert answers > 20


class Cheat(Bot[View, Move]):
    game = "tiles"
    name = "cheat"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        answer: Choice[Move] = self.cheat(Greedy(self.seed).choose(view, budget), view, budget)
        return answer

    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        raise NotImplementedError


class Illegal(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        return Choice(Place.parse("99,99:Rs")) if view.board else choice


class EmptySwap(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        return Choice(Swap(EMPTY)) if view.board else choice


class Raises(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        raise KeyError("lost")


class NoChoice(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        return choice.move


class SharedRandom(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        return Choice(random.choice(view.plays()).place) if view.plays() else choice


class Counts(Cheat):
    asked = 0

    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        Counts.asked += 1
        plays = view.plays()
        return Choice(plays[Counts.asked % len(plays)].place) if plays else choice


class Spends(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        return Choice(choice.move, rollouts=1000)


class Sleeps(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        if budget == Budget(ms=1):
            time.sleep(2.2)
        return choice


class Disorder(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        return Choice(choice.move, alternatives=choice.alternatives[::-1])


class Scribbles(Cheat):
    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        object.__setattr__(view, "hand", EMPTY)
        return choice


class Peeks(Cheat):
    """Looks up the stack for the real state and into the other hand."""

    def cheat(self, choice: Choice[Move], view: View, budget: Budget) -> Any:
        import inspect

        plays = view.plays()
        for frame in inspect.stack():
            trial = frame.frame.f_locals.get("self")
            state = getattr(trial, "state", None)
            if state is not None and plays:
                return Choice(plays[hash(str(state.hands)) % len(plays)].place)
        return choice


@pytest.mark.parametrize(
    ("cheat", "finding"),
    [
        (Illegal, "illegal"),
        (EmptySwap, "illegal"),
        (Raises, "raised KeyError"),
        (NoChoice, "not a Choice"),
        (SharedRandom, "from the same seed"),
        (Counts, "from the same seed"),
        (Spends, "used 1000 rollouts of 16"),
        (Sleeps, "of 1 ms"),
        (Disorder, "best first"),
        (Scribbles, "changed the view"),
        (Peeks, "it peeks"),
    ],
)
def test_each_cheat_is_found_and_reported_with_its_view(cheat: type[AnyBot], finding: str) -> None:
    with pytest.raises(BotError, match=finding) as caught:
        check_bot(cheat, seats=(2,), ms=1)
    assert caught.value.bot == "cheat"
    assert isinstance(caught.value.view, dict)
    assert caught.value.view["ruleset"] == "tiles/1"


def test_a_class_that_does_not_say_what_it_plays_is_refused() -> None:
    class Nameless(Greedy):
        name = ""

    with pytest.raises(BotError, match="does not say"):
        check_bot(Nameless)
