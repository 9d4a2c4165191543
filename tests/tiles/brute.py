"""Every play on a board, found by trying: shares no code with sixfold.tiles and knows pieces only as two letters."""

from collections.abc import Iterator
from itertools import permutations

Tiles = dict[tuple[int, int], str]


def read(text: str) -> Tiles:
    """A board from its text."""
    tiles: Tiles = {}
    for word in text.split():
        cell, _, piece = word.partition(":")
        x, _, y = cell.partition(",")
        tiles[int(x), int(y)] = piece
    return tiles


def legal_line(pieces: list[str]) -> bool:
    """One colour and all shapes different, or one shape and all colours different."""
    colors, shapes = {piece[0] for piece in pieces}, {piece[1] for piece in pieces}
    return (len(colors) == 1 and len(shapes) == len(pieces)) or (len(shapes) == 1 and len(colors) == len(pieces))


def line(tiles: Tiles, cell: tuple[int, int], dx: int, dy: int) -> list[tuple[int, int]]:
    """The cells of the line through a cell, in one direction."""
    x, y = cell
    while (x - dx, y - dy) in tiles:
        x, y = x - dx, y - dy
    cells = []
    while (x, y) in tiles:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return cells


def judge(tiles: Tiles, laid: Tiles) -> tuple[int, int] | None:
    """Points and Qwirkles of laid tiles; None when a line is not legal."""
    after = {**tiles, **laid}
    lines = {tuple(line(after, cell, dx, dy)) for cell in laid for dx, dy in ((1, 0), (0, 1))}
    lines = {cells for cells in lines if len(cells) > 1}
    if not all(legal_line([after[cell] for cell in cells]) for cells in lines):
        return None
    qwirkles = sum(len(cells) == 6 for cells in lines)
    return sum(map(len, lines)) + 6 * qwirkles, qwirkles


def all_plays(board: str, hand: str) -> list[tuple[int, int, str]]:
    """(points, Qwirkles, text) of every legal play on a board that is not empty, in canonical order."""
    tiles = read(board)
    found = set()
    near = {(x + dx, y + dy) for x, y in tiles for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    for order in orders(hand):
        for laid in layouts(tiles, order):
            if near.isdisjoint(laid):
                continue
            worth = judge(tiles, laid)
            if worth is not None:
                found.add((*worth, write(laid)))
    return sorted(found, key=lambda play: (-play[0], play[2]))


def orders(hand: str) -> Iterator[tuple[str, ...]]:
    """Every order of every choice of tiles that may be played in one turn."""
    pieces = [hand[i : i + 2] for i in range(0, len(hand), 2)]
    for count in range(1, len(pieces) + 1):
        for order in set(permutations(pieces, count)):
            if legal_line(list(order)):
                yield order


def layouts(tiles: Tiles, order: tuple[str, ...]) -> Iterator[Tiles]:
    """The tiles in order, from every empty cell near the board, to the right and downward, over older tiles."""
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    for x in range(min(xs) - 7, max(xs) + 8):
        for y in range(min(ys) - 7, max(ys) + 8):
            if (x, y) in tiles:
                continue
            for dx, dy in ((1, 0), (0, 1)):
                yield dict(zip(empties(tiles, x, y, dx, dy), order, strict=False))


def empties(tiles: Tiles, x: int, y: int, dx: int, dy: int) -> Iterator[tuple[int, int]]:
    while True:
        if (x, y) not in tiles:
            yield x, y
        x, y = x + dx, y + dy


def write(laid: Tiles) -> str:
    return " ".join(f"{x},{y}:{laid[x, y]}" for x, y in sorted(laid, key=lambda cell: (cell[1], cell[0])))
