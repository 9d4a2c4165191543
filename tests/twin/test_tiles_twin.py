"""The tile kernel beside the reference: the same plays, points and order at every turn, the same scores and end.

T1 to T19, T21. The two share no logic: here they meet. A mismatch prints the plays that only one of them has.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import numpy as np
import pytest

from sixfold.game import Draw
from sixfold.kernel import tiles
from sixfold.kernel.tiles import games as tiles_games
from sixfold.kernel.tiles.layout import MOVER, PLAYING, RECORD_COUNT, SCORE, STATUS
from sixfold.pieces import ALL_PIECES, Color, Piece, Pieces, Shape
from sixfold.tiles import SHORT, TARGET, TILES, TINY, Board, Cell, Pass, Place, State, Swap
from sixfold.tiles.moves import can_play, plays
from sixfold.tiles.rules import Rules
from tests.scale import scale

PERFT = Path(__file__).parents[2] / "spec" / "perft" / "tiles.json"
LONGEST = Path(__file__).parents[2] / "spec" / "longest" / "tiles.json"


def same_plays(mine: list[tuple[Place, int]], board: Board, hand: Pieces, rules: Rules = TILES) -> None:
    """Moves, points and order; when they differ, what each has alone."""
    found = [(place.text, points) for place, points in mine]
    wanted = [(play.place.text, play.points) for play in plays(board, hand, rules)]
    if found != wanted:
        extra, missing = sorted(set(found) - set(wanted)), sorted(set(wanted) - set(found))
        pytest.fail(f"board {str(board)!r} hand {hand}: kernel only {extra}, reference only {missing}, or the order")


class Twins:
    """One game in words and one in the rules' values, moved together; the words' bag gives the draws."""

    def __init__(self, seats: int, seed: int, rules: Rules = TILES) -> None:
        self.rules = rules
        self.words = tiles.blank(rules)
        self.out = np.zeros(tiles.ROOM, dtype=np.int64)
        tiles_games.deal(self.words, seats, seed, 0)
        self.state = State.start(seats, rules=rules)
        for hand in self.unpacked().hands:
            assert self.state.need is not None
            self.state = self.state.draw(Draw(self.state.need.seat, hand))

    def unpacked(self) -> tiles.Unpacked:
        return tiles.unpack(tiles.located(self.words, self.rules))

    def compare(self) -> None:
        """Everything that both know."""
        mine, state = self.unpacked(), self.state
        assert mine.board == state.board
        assert mine.hands == state.hands
        assert mine.scores == state.scores
        assert mine.bag == state.bag
        over = {PLAYING: None, 17: "T17", 18: "T18", 21: "T21"}[int(self.words[STATUS])]
        assert over == (state.outcome.reason if state.outcome else None)
        if over is None:
            assert mine.to_move == state.to_move

    def turn(self, policy: str, rng: random.Random) -> None:
        """Compare the plays, make one of them on both sides, and let the reference draw what the words drew."""
        seat = self.state.to_move
        assert seat is not None
        hand = self.state.hands[seat]
        packed = tiles.located(self.words, self.rules)
        same_plays(tiles.ordered(packed, hand), self.state.board, hand, self.rules)
        n = tiles_games.list_plays(self.words, tiles.planes(hand)[0], self.out)
        if n:
            if policy == "greedy":
                chosen = int(tiles_games.best_of(self.words, self.out, n))
            elif policy == "random":
                chosen = int(self.out[rng.randrange(n)])
            else:
                # As far to one side as possible: boards that are long and thin.
                sign = 1 if policy == "right" else -1
                chosen = max(
                    self.out[:n].tolist(), key=lambda play: max(sign * c.x for c, _ in packed.place(play).placements)
                )
            move: Place | Swap | Pass = packed.place(chosen)
            tiles_games.play(self.words, chosen)
        elif self.state.bag_count:
            count = tiles_games.exchange_all(self.words, self.out)
            move = Swap(Pieces(hand_piece(int(piece)) for piece in self.out[:count]))
        else:
            move = Pass()
        tiles_games.next_turn(self.words)
        self.state = self.state.play(move)
        if self.state.need is not None:
            drawn = self.unpacked().hands[seat] - self.state.hands[seat]
            self.state = self.state.draw(Draw(seat, drawn))
        self.compare()


def hand_piece(index: int) -> Piece:
    return ALL_PIECES[index]


@pytest.mark.parametrize("policy", ["random", "greedy", "right", "left"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_agree_turn_by_turn(seats: int, policy: str) -> None:
    games = scale(34, 340) if policy in ("random", "greedy") else scale(4, 20)
    turns = 0
    for seed in range(games):
        rng = random.Random(seed)
        twins = Twins(seats, 1000 * seats + seed)
        while twins.state.outcome is None:
            twins.turn(policy, rng)
            turns += 1
    assert turns > 20 * games


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("rules", "ends"), [(SHORT, {"T17", "T18"}), (TARGET, {"T17", "T18", "T21"})])
def test_games_by_other_numbers_agree_turn_by_turn(rules: Rules, ends: set[str], seats: int) -> None:
    reasons = set()
    for seed in range(scale(8, 100)):
        twins = Twins(seats, 500 * seats + seed, rules)
        while twins.state.outcome is None:
            twins.turn("greedy" if seed % 4 else "random", random.Random(seed))
        reasons.add(twins.state.outcome.reason)
        if twins.state.outcome.reason == "T21":
            assert max(twins.state.scores) >= rules.target
            assert len(twins.state.sheet) % seats == 0
    assert reasons <= ends
    assert "T21" in reasons or not rules.target


def test_a_batch_plays_the_games_that_were_compared() -> None:
    """`play_games` with greedy seats makes the moves that `Twins` makes with the same seeds."""
    results = np.zeros((5, 6), dtype=np.int64)
    policies = np.ones(4, dtype=np.int64)
    words, out = tiles.blank(), np.zeros(tiles.ROOM, dtype=np.int64)
    tiles_games.play_games(words, 5, 2, policies, 2000, out, results)
    for i in range(5):
        twins = Twins(2, 2000 + i)
        while twins.state.outcome is None:
            twins.turn("greedy", random.Random(0))
        assert twins.state.scores == tuple(results[i, :2])
        assert len(twins.state.sheet) == results[i, 4]


@pytest.mark.parametrize(
    "position", json.loads(PERFT.read_text(encoding="utf-8"))["positions"], ids=lambda p: p["name"]
)
def test_perft_positions(position: dict[str, object]) -> None:
    board, hand = Board.parse(str(position["board"])), Pieces.parse(str(position["hand"]))
    mine = tiles.plays(board, hand)
    same_plays(mine, board, hand)
    assert len(mine) == position["plays"]
    assert sum(points for _, points in mine) == position["points"]
    assert len(str(position["sha256"])) == hashlib.sha256().digest_size * 2


@pytest.mark.parametrize("position", json.loads(LONGEST.read_text(encoding="utf-8")), ids=lambda p: str(p["plays"]))
def test_the_longest_lists(position: dict[str, object]) -> None:
    board, hand = Board.parse(str(position["board"])), Pieces.parse(str(position["hand"]))
    mine = tiles.plays(board, hand)
    same_plays(mine, board, hand)
    assert len(mine) == position["plays"]


def stairs(tiles_down: int, tiles_up: int) -> Board:
    """The widest boards there can be: a flight of stairs down, then one up, every tile at a corner of its lines."""
    # Neighbours share a colour or a shape, and after 36 steps every piece was met once.
    cycle = [Piece(Color(c), Shape(s if c % 2 == 0 else 5 - s)) for c in range(6) for s in range(6)]
    steps = [(1, 0) if i % 2 == 0 else (0, 1 if i < tiles_down else -1) for i in range(tiles_down + tiles_up - 1)]
    cells = [Cell(-40, 17)]
    for dx, dy in steps:
        cells.append(Cell(cells[-1].x + dx, cells[-1].y + dy))
    return Board.of((cell, cycle[i % 36]) for i, cell in enumerate(cells))


@pytest.mark.parametrize(("down", "up"), [(102, 0), (1, 101), (51, 51), (107, 0), (1, 106)])
def test_the_widest_boards(down: int, up: int) -> None:
    """A hundred steps from end to end, and the last pieces of the box in hand: cells on the ring keep apart."""
    board = stairs(down, up)
    hand = Pieces(list(TILES.box - board.pieces)[:6])
    packed = tiles.pack(board, (hand, Pieces()))
    assert tiles.unpack(packed).board == board
    assert packed.words[RECORD_COUNT] <= 3 * len(board) + 2
    same_plays(tiles.plays(board, hand), board, hand)
    same_plays(tiles.ordered(tiles.located(packed.words, first=next(iter(board)).cell), hand), board, hand)


def test_every_state_of_the_tiny_game() -> None:
    """Every board that the tiny game can reach, up to where it lies, with every hand that could be held beside it."""
    waiting = [Board()]
    seen = {""}
    compared = 0
    while waiting:
        board = waiting.pop()
        left = TINY.box - board.pieces
        for count in range(1, min(TINY.hand, len(left)) + 1):
            for hand in subsets(left, count):
                found = tiles.plays(board, hand, TINY)
                same_plays(found, board, hand, TINY)
                assert bool(found) == can_play(board, hand)
                compared += 1
                for place, _ in found:
                    after = moved_home(board.lay(place.placements))
                    if str(after) not in seen:
                        seen.add(str(after))
                        waiting.append(after)
    assert len(seen) > 100
    assert compared > 500


def moved_home(board: Board) -> Board:
    """The same tiles with the top left corner of their box on 0,0."""
    left, top = min(cell.x for cell, _ in board), min(cell.y for cell, _ in board)
    return Board().lay((Cell(cell.x - left, cell.y - top), piece) for cell, piece in board)


def subsets(pieces: Pieces, count: int) -> list[Pieces]:
    """All different draws."""
    found = {Pieces()}
    for _ in range(count):
        found = {one + Pieces([piece]) for one in found for piece in (pieces - one).distinct()}
    return sorted(found, key=str)


def test_scores_and_mover_are_packed() -> None:
    packed = tiles.pack(
        Board.parse("0,0:Rs"), (Pieces.parse("Ro"), Pieces.parse("Gd"), Pieces.parse("Bx")), (1, 2, 3), 2
    )
    assert [int(word) for word in packed.words[SCORE : SCORE + 3]] == [1, 2, 3]
    assert packed.words[MOVER] == 2
