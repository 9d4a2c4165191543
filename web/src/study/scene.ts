// A turn looked back at, on the table's own board: what lay there, what was laid, and the better move as ghosts.
import type { Scene, SceneCell } from "../board/board";
import { bounds, key, type Cell } from "../board/camera";
import { parseLaid, type Laid } from "../board/plays";
import { pieceName, t } from "../i18n";

const where = (cell: Cell): string => t("board.cell", { row: cell.y, column: cell.x });

/** `better` lies over what was played where both want a cell. */
export function lookBack(board: string, played: string, better: string): Scene {
  const cells = new Map<string, SceneCell>();
  const put = (tile: Laid, label: string, more: Partial<SceneCell> = {}): void => {
    const { x, y, piece } = tile;
    cells.set(key(tile), { x, y, piece, label: t(label, { where: where(tile), piece: pieceName(piece) }), ...more });
  };
  for (const tile of parseLaid(board)) put(tile, "board.tile");
  for (const [at, tile] of parseLaid(played).entries()) put(tile, "board.tileLast", { order: at + 1 });
  for (const tile of parseLaid(better)) put(tile, "board.ghost", { fits: true });
  if (cells.size === 0)
    cells.set("0,0", {
      x: 0,
      y: 0,
      piece: null,
      start: true,
      label: t("board.empty", { where: where({ x: 0, y: 0 }) }),
    });
  return { cells: [...cells.values()], outlines: [], focus: middle([...parseLaid(played), ...parseLaid(better)]) };
}

function middle(cells: readonly Cell[]): Cell | undefined {
  if (cells.length === 0) return undefined;
  const { left, right, top, bottom } = bounds(cells);
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** The cell of a move beside which a note about it stands: the one furthest right. */
export function besideMove(move: string): Cell | null {
  const laid = parseLaid(move);
  return laid.length === 0 ? null : laid.reduce((a, b) => (b.x > a.x || (b.x === a.x && b.y > a.y) ? b : a));
}
