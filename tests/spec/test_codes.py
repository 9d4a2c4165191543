"""A case for each error code that no other test names: what a caller does to meet it."""

from collections.abc import Callable
from typing import Any

import pytest

from sixfold import bots, tiles
from sixfold.errors import SixfoldError
from sixfold.kernel import tiles as kernel_tiles
from sixfold.messages import Messages
from sixfold.pictures.drawing import Style
from sixfold.review import puzzles
from sixfold.review.worth import finished
from sixfold.testing import check_bot
from tests.spec.game import played


def refused(attempt: Callable[[], Any]) -> str:
    """The code that an attempt is refused with."""
    with pytest.raises(SixfoldError) as caught:
        attempt()
    assert caught.value.message
    return caught.value.code


class Passing(bots.Bot[tiles.View, tiles.Move]):
    """Always passes, which at the opening nobody may."""

    game = "tiles"
    name = "passing"

    def choose(self, view: tiles.View, budget: bots.Budget) -> bots.Choice[tiles.Move]:
        return bots.Choice(tiles.Pass())


def test_bots() -> None:
    assert refused(lambda: bots.names("chess")) == "bot/game"
    assert refused(lambda: check_bot(Passing)) == "bot/check"


def test_texts() -> None:
    assert refused(lambda: puzzles.find("chess", "1")) == "notation/game"
    assert refused(lambda: puzzles.find("tiles", "someday")) == "notation/day"
    assert refused(lambda: Messages("tlh")) == "notation/language"
    assert refused(lambda: Style(palette="grey on grey")) == "notation/look"


def test_positions() -> None:
    unknown = played("tiles/1", 2, ["draw 0 ??????", "draw 1 ??????", "announce 3 0"])
    assert refused(lambda: finished(unknown, 1, 0)) == "position/unknown"
    assert refused(lambda: kernel_tiles.blank(tiles.Rules("large", hand=9))) == "position/rules"


def test_commands_that_answer_once(capsys: pytest.CaptureFixture[str]) -> None:
    """`puzzle`, as the command line calls it."""
    from sixfold import cli

    with pytest.raises(SystemExit) as ended:
        cli.main(["puzzle", "1", "--json"])
    assert ended.value.code in (0, None)
    assert capsys.readouterr().out
