// What a child's game has built: its Qwirkles, counted and outlined. Pure.
import type { Outline } from "../board/board";
import { key, type Cell } from "../board/camera";
import type { SheetEntry } from "../wire.gen";

/** How many Qwirkles a seat has made. */
export const starsOf = (sheet: readonly SheetEntry[], seat: number): number =>
  sheet
    .filter((entry) => entry.seat === seat)
    .reduce((sum, entry) => sum + entry.parts.filter(([kind]) => kind === "qwirkle").length, 0);

/** The full lines of a finished picture: those of so many tiles that none can be added. */
export function fullLines(tiles: readonly Cell[], full: number): Outline[] {
  const taken = new Set(tiles.map(key));
  const line = ({ x, y }: Cell, dx: number, dy: number): Cell[] => {
    const cells: Cell[] = [];
    for (let at = { x, y }; taken.has(key(at)); at = { x: at.x + dx, y: at.y + dy }) cells.push(at);
    return cells;
  };
  return [[1, 0] as const, [0, 1] as const].flatMap(([dx, dy]) =>
    tiles
      .filter(({ x, y }) => !taken.has(key({ x: x - dx, y: y - dy })))
      .map((first) => line(first, dx, dy))
      .filter((cells) => cells.length === full)
      .map((cells) => ({ cells, kind: "lit" as const })),
  );
}
