// A board in few letters, for files of many boards: no cell is written that follows from the one before. A board is
// connected, so every row between its first and its last has a tile.
//
//   "-1,0:Ro 1,0:Rs 0,1:Gs"  is  "0/-1:Ro-Rs/0:Gs": the first row's y; each row's first x and its tiles, `-` for none.

/** `tiles` is a board's text, row by row from left to right. */
export function packedBoard(tiles: string): string {
  let [row, next] = [NaN, 0];
  const written = tiles.split(" ").map((tile) => {
    const [x = 0, y = 0] = (tile.split(":")[0] ?? "").split(",").map(Number);
    const before = y === row ? "-".repeat(x - next) : `${Number.isNaN(row) ? y : ""}/${x}:`;
    [row, next] = [y, x + 1];
    return before + tile.slice(-2);
  });
  return written.join("");
}

/** The board's text again; one that was not packed stays as it is. */
export function unpackedBoard(text: string): string {
  const [first, ...rows] = text.split("/");
  if (rows.length === 0) return text;
  const tiles = rows.flatMap((row, at) => {
    const [start, cells = ""] = row.split(":");
    let x = Number(start);
    return (cells.match(/-|\w\w/g) ?? []).flatMap((cell) => {
      x += 1;
      return cell === "-" ? [] : [`${x - 1},${Number(first) + at}:${cell}`];
    });
  });
  return tiles.join(" ");
}
