// The keyboard's way over the cells that there are; the board has holes and no edge. Pure, without a page.
import type { Cell } from "./camera";

export type Step = readonly [dx: number, dy: number];

/** One step for each arrow key. */
export const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A cell beside the line costs more than any that lies in it. */
const ASIDE = 40;

/** The cell of the least cost, the first of equals; a cost of Infinity is none. */
function cheapest(cells: Iterable<Cell>, cost: (cell: Cell) => number): Cell | null {
  let found: Cell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const of = cost(cell);
    if (of < least) [least, found] = [of, { x: cell.x, y: cell.y }];
  }
  return found;
}

/** The next cell in a direction: the neighbour in line, else the nearest one that lies ahead. */
export function next(cells: Iterable<Cell>, from: Cell, [dx, dy]: Step): Cell | null {
  return cheapest(cells, ({ x, y }) => {
    const ahead = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    return ahead <= 0 ? Infinity : ahead + aside * ASIDE;
  });
}

/** The cell with the fewest steps to a place that is no cell (any more). */
export function nearest(cells: Iterable<Cell>, to: Cell): Cell | null {
  return cheapest(cells, ({ x, y }) => Math.abs(x - to.x) + Math.abs(y - to.y));
}
