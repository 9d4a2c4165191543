"""The turns other than a play: an exchange (T14), or a pass with an empty bag (T15, T16)."""

from __future__ import annotations

from itertools import combinations

from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles.board import Board
from sixfold.tiles.moves import can_play, refuse
from sixfold.tiles.notation import Move, Pass, Swap


def other_moves(board: Board, hand: Pieces, bag_count: int, plays: bool) -> list[Move]:
    """What a turn may be instead of a play: the exchanges of T14, never on the opening (T4), or the pass of T16."""
    if bag_count:
        return swaps(hand, bag_count) if board else []
    return [] if plays else [Pass()]


def swaps(hand: Pieces, most: int) -> list[Move]:
    """Every exchange of known tiles, at most `most` of them (T14): fewest tiles first, then by text."""
    found: list[Move] = []
    kinds = {str(piece): piece for piece in hand}
    names = [str(piece) for piece in hand]
    for count in range(1, len(names[:most]) + 1):
        # Names are of one length, so that lists of them are ordered as their texts are.
        chosen = sorted(set(combinations(names, count)))
        found += (Swap(Pieces(map(kinds.__getitem__, one))) for one in chosen)
    return found


def check_swap(hand: Pieces, swap: Swap, bag_count: int) -> None:
    """T14: at least one tile, no more than the bag holds, all from the hand."""
    count = len(swap.pieces)
    if not count:
        refuse("T6", "empty-swap", "an exchange puts at least one tile aside")
    if not bag_count:
        refuse("T16", "bag-empty", "the bag is empty: there is no exchange any more")
    if count > bag_count:
        sentence = f"the bag holds {bag_count}, so {count} tiles cannot be exchanged"
        refuse("T14", "bag-too-small", sentence, count=count, bag=bag_count)
    # Tiles that nobody names can only come from a hand that nobody knows.
    if not hand.covers(swap.pieces) or (swap.pieces.unknown and hand.known):
        missing = [p for p in swap.pieces.distinct() if swap.pieces.count(p) > hand.count(p)]
        sentence = f"the hand {hand} does not hold {swap.pieces}"
        refuse("T1", "not-in-hand", sentence, hand=str(hand), pieces=[str(p) for p in missing])


def check_pass(board: Board, hand: Pieces, bag_count: int) -> None:
    """T15, T16: only with nothing to play and the bag empty."""
    if can_play(board, hand):
        clause = "T6" if bag_count else "T16"
        refuse(clause, "can-play", f"something of {hand} can be played, so there is no pass", hand=str(hand))
    if bag_count:
        refuse("T15", "must-swap", "who cannot play exchanges while the bag is not empty", bag=bag_count)


def without(hand: Pieces, aside: Pieces) -> Pieces:
    """The hand that is left. When nobody wrote down which tiles went aside, only its size may be certain."""
    left = len(hand) - len(aside)
    unsure = hand.unknown < aside.unknown + sum(
        max(0, gone - had) for had, gone in zip(hand.counts, aside.counts, strict=True)
    )
    return Pieces(EMPTY, left) if unsure else hand - aside
