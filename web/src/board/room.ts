// Where a note can stand beside its cell and cover no tile. Pure, without a page.
import type { Bounds, Cell } from "./camera";

const STEP = 0.25;
const REACH = { x: 7, y: 5 } as const;
/** Air between a note and a tile, in cells. */
const AIR = 0.12;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The nearest place for a box of this size (in cells) that covers none of the tiles and lies in the free part. */
export function roomNear(cell: Cell, { width, height }: Size, tiles: readonly Cell[], free: Bounds): Cell {
  const middle = { x: cell.x + 0.5, y: cell.y + 0.5 };
  let best = { x: cell.x + 1.25, y: cell.y - 0.15 };
  let least = Infinity;
  const covers = (left: number, top: number): boolean =>
    tiles.some(
      ({ x, y }) => x + 1 + AIR > left && x - AIR < left + width && y + 1 + AIR > top && y - AIR < top + height,
    );
  for (let left = cell.x - REACH.x; left <= cell.x + REACH.x; left += STEP) {
    for (let top = cell.y - REACH.y; top <= cell.y + REACH.y; top += STEP) {
      if (left < free.left || top < free.top || left + width > free.right || top + height > free.bottom) continue;
      // Far is worse, and below or above is worse than beside.
      const [x, y] = [left + width / 2 - middle.x, 1.3 * (top + height / 2 - middle.y)];
      const away = Math.sqrt(x * x + y * y) + (left < cell.x ? 0.3 : 0);
      // Most places are farther than one that is known: only the others are held against the tiles.
      if (away < least && !covers(left, top)) [best, least] = [{ x: left, y: top }, away];
    }
  }
  return best;
}
