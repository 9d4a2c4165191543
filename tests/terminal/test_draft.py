"""A turn at the card table as it is thought out: what may be moved, what a step means, and every step back."""

import random
from collections import Counter

import pytest

from sixfold import cards
from sixfold.cards import CARDS
from sixfold.pieces import Piece, Pieces
from sixfold.terminal.draft import HOME, NEW, CardDraft, lane_name

TABLE = cards.Table.parse("RoRsRdRt RdGdBd")
HAND = Pieces.parse("RxOdGt")


def rows(draft: CardDraft | Piece | None) -> list[str]:
    assert isinstance(draft, CardDraft)
    return [str(cards.Row(card.piece for card in lane)) for lane in draft.lanes]


def test_steps_in_words() -> None:
    draft = CardDraft.begin(TABLE, HAND)
    assert rows(draft) == ["RdGdBd", "RoRsRdRt"]  # rows of one shape first (C16)
    assert rows(draft.typed("od A")) == ["RdOdGdBd", "RoRsRdRt"]
    assert rows(draft.typed(" Rx  B ")) == ["RdGdBd", "RoRsRdRtRx"]
    assert rows(draft.typed("RxOd +"))[2] == "RxOd"
    assert draft.typed("Py A") is None
    assert draft.typed("Rx C") is None
    assert draft.typed("Rx") is None
    assert draft.typed("Px A") == Piece.parse("Px")
    assert draft.typed("RxRx A") == Piece.parse("Rx")


def test_a_card_of_the_hand_is_meant_before_one_of_the_table() -> None:
    draft = CardDraft.begin(cards.Table.parse("RoRsRd OoOsOd"), Pieces.parse("Rs"))
    first = draft.typed("Rs +")
    assert isinstance(first, CardDraft)
    assert not first.hand
    assert rows(first) == ["RoRsRd", "OoOsOd", "Rs"]
    second = first.typed("Rs C")
    assert rows(second) == ["RoRd", "OoOsOd", "RsRs"]
    assert isinstance(second, CardDraft)
    assert rows(second.typed("RsRs -")) == ["RoRsRd", "OoOsOd"]


def test_rows_of_the_table_keep_their_place_and_new_ones_vanish() -> None:
    draft = CardDraft.begin(TABLE, HAND)
    emptied = draft.move(draft.lanes[0], NEW)
    assert rows(emptied) == ["", "RoRsRdRt", "RdGdBd"]
    assert rows(emptied.move(emptied.lanes[2], HOME)) == rows(draft)
    assert emptied.move((), 1) is emptied
    assert emptied.undone() == draft
    assert draft.undone() is draft


def test_full_rows_are_taken() -> None:
    draft = CardDraft.begin(cards.Table.parse("RoRsRdRcRt"), Pieces.parse("Rx")).typed("Rx A")
    assert isinstance(draft, CardDraft)
    assert draft.turn(CARDS) == cards.Turn.parse("/ RoRsRdRcRtRx")
    assert list(draft.played) == [Piece.parse("Rx")]


@pytest.mark.parametrize("seed", range(20))
def test_no_card_is_lost_or_goes_from_the_table_into_a_hand(seed: int) -> None:
    rng = random.Random(seed)
    draft = start = CardDraft.begin(TABLE, HAND)
    steps = []
    for _ in range(30):
        moving = rng.sample(list(draft), rng.randint(1, 4))
        steps.append(draft)
        draft = draft.move(moving, rng.choice([NEW, HOME, *range(len(draft.lanes))]))
        assert Counter(draft) == Counter(start)
        assert all(card.home is None for card in draft.hand)
        assert rows(draft)[: len(TABLE)] == rows(draft)[: draft.old]
    while draft.before is not None:
        draft = draft.undone()
    assert draft == start


def test_a_hint_is_laid_out_where_its_rows_were() -> None:
    hand = Pieces.parse("OdYdPdGt")
    best = cards.best(TABLE, hand)
    assert best is not None
    draft = CardDraft.begin(TABLE, hand).arranged(cards.Turn(best.rows, best.taken))
    assert draft.turn(CARDS) == cards.Turn(best.rows, best.taken)
    assert rows(draft)[0] == "RdOdYdGdBdPd"
    assert draft.undone() == CardDraft.begin(TABLE, hand)


def test_names_of_rows() -> None:
    assert [lane_name(at) for at in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
