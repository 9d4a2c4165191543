"""Pictures show every piece of a position, in the palette asked for, and are valid files."""

import importlib
import subprocess
import sys
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from sixfold import cards, pictures, tiles
from sixfold.errors import NotationError
from sixfold.pictures.drawing import ink, look
from sixfold.record import Record

GAME = """sixfold record 1
ruleset: tiles/1
seat 0: Ștefan <b>
seat 1: Zoë

draw 0: ??????
draw 1: ??????
announce: 3 2
0: 0,0:Rc 1,0:Rd 2,0:Ro = 3
draw 0: ???
1: 3,0:Rs 3,1:Bs 3,2:Os = 7
"""


@pytest.fixture
def record() -> Record:
    return Record.parse(GAME)


@pytest.mark.parametrize("palette", pictures.PALETTES)
@pytest.mark.parametrize("marks", pictures.MARKS)
def test_every_tile_is_drawn_in_its_colour(record: Record, palette: str, marks: str) -> None:
    final = record.final
    assert isinstance(final, tiles.State)
    text = pictures.svg(final, pictures.Style(palette, marks), "A < B & C")
    root = ElementTree.fromstring(text)
    paths = [element for element in root.iter() if element.tag.endswith("path")]
    colors = look()["palettes"][palette]["colors"]
    shapes = [path for path in paths if path.get("d") in look()["shapes"].values()]
    assert sorted(path.get("fill", "") for path in shapes) == sorted(colors[piece.color] for _, piece in final.board)
    # A sign stands in two corners, in the colour that it is for.
    signs = [(path.get("d", ""), path.get("fill", "")) for path in paths if path not in shapes]
    pairs = [(look()["signs"][piece.color], colors[piece.color]) for _, piece in final.board]
    assert sorted(signs) == sorted(2 * pairs if marks == "signs" else [])
    letters = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert ("R" in letters) == (marks == "letters" or (palette == "grey" and marks == "none"))
    assert {"1", "2", "3", "A < B & C"} <= set(letters)


def test_cards_show_rows_and_stacks() -> None:
    table = cards.Table.parse(["RoRsRd", "RdGdBd"])
    state = cards.State.start(2)
    qwirkle = cards.Row.parse("RoOoYoGoBoPo")
    state = cards.State(state.rules, 2, (None, None), state.hands, table=table, stacks=((qwirkle,), ()))
    root = ElementTree.fromstring(pictures.svg(state))
    assert sum(element.tag.endswith("path") for element in root.iter()) == 12


def test_an_animation_has_a_frame_for_each_turn_that_stands(record: Record) -> None:
    taken = Record.parse(GAME + "draw 1: ???\ntakeback 1: 1\n1: 3,0:Rs = 4\n")
    for game, frames in ((record, 2), (taken, 2)):
        assert getattr(Image.open(BytesIO(pictures.animate(game, width=120))), "n_frames", 1) == frames


def test_an_empty_board_is_a_picture_too() -> None:
    assert Image.open(BytesIO(pictures.png(tiles.State.start(2), width=200))).width == 200


def test_the_animation_has_a_frame_a_turn(record: Record) -> None:
    picture = Image.open(BytesIO(pictures.animate(record, width=160)))
    assert picture.format == "GIF"
    assert getattr(picture, "n_frames", 1) == 2


def test_the_sheet_is_a_pdf_whatever_the_names(record: Record) -> None:
    made = pictures.sheet_pdf(record, {"Turn": "Runda"})
    assert made.startswith(b"%PDF-")
    assert made.rstrip().endswith(b"%%EOF")


def test_unknown_looks_are_refused_with_what_there_is() -> None:
    with pytest.raises(NotationError, match="clear, classic"):
        pictures.Style("neon")


def test_ink_is_the_one_that_reads_better() -> None:
    assert (ink("#000080"), ink("#ffff00")) == ("#ffffff", "#000000")


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("svg", {"PIL", "fpdf", "fontTools"}),
        ("preview", {"PIL", "fpdf", "fontTools"}),
        ("animate", {"fpdf", "fontTools"}),
        ("sheet_pdf", {"resvg_py"}),
    ],
)
def test_only_what_is_asked_for_is_loaded(name: str, without: set[str]) -> None:
    code = f"import sys; from sixfold.pictures import {name}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert without.isdisjoint(told.split())


def test_every_name_is_the_one_of_its_module() -> None:
    for name in pictures.__all__:
        home = importlib.import_module(f"sixfold.pictures.{pictures._HOMES[name]}")
        assert getattr(pictures, name) is getattr(home, name)
    with pytest.raises(AttributeError, match="has no attribute 'easel'"):
        pictures.easel  # noqa: B018
