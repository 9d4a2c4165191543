// What the board shows at a moment of a tile game, in words and rings: tiles, loose tiles, the empty cells one can enter,
// the last move, and the lines that a sum or a fault points at.
import type { Outline, Scene, SceneCell } from "../board/board";
import { key, type Cell } from "../board/camera";
import { parseLaid, type Laid, type Spot } from "../board/plays";
import type { Judged } from "../games";
import { figure, list, pieceName, t } from "../i18n";
import type { SheetEntry, Refusal } from "../wire.gen";

export interface Moment {
  readonly board: readonly Laid[];
  readonly loose: readonly Laid[];
  readonly sheet: readonly SheetEntry[];
  readonly spots: ReadonlyMap<string, Spot>;
  readonly chosen: string | null;
  /** Points of the draft so far: a ring shows what a tile adds. */
  readonly points: number;
  readonly hinted: readonly string[];
  readonly outlines: readonly Outline[];
}

export function cellWords(cell: Cell): string {
  return t("board.cell", { row: cell.y, column: cell.x });
}

/** A turn in words, every tile with its cell. */
export function inFull({ move, points }: Pick<SheetEntry, "move" | "points">, name: string): string {
  const laid = parseLaid(move);
  if (laid.length > 0) {
    const tiles = list(laid.map((tile) => `${pieceName(tile.piece)}, ${cellWords(tile)}`));
    return t("say.laid", { name, tiles, n: points });
  }
  if (move.startsWith("swap")) return t("say.swapped", { name, n: (move.length - 5) / (move.includes("?") ? 1 : 2) });
  return t("say.passed", { name });
}

function around(cell: Cell): Cell[] {
  const { x, y } = cell;
  return [
    { x: x + 1, y },
    { x: x - 1, y },
    { x, y: y + 1 },
    { x, y: y - 1 },
  ];
}

/** The last turn that laid tiles, in the order of laying. */
export function lastLaid(sheet: readonly SheetEntry[]): Laid[] {
  const entry = sheet.findLast((each) => each.move.includes(":"));
  return entry === undefined ? [] : parseLaid(entry.move);
}

function emptyLabel(cell: Cell, spot: Spot | undefined, moment: Moment): string {
  const where = cellWords(cell);
  if (spot === undefined || moment.chosen === null) return t("board.empty", { where });
  const piece = pieceName(moment.chosen);
  if (spot.points === null) return t("board.fits", { where, piece });
  return t("board.fitsFor", { where, piece, n: spot.points });
}

export function makeScene(moment: Moment): Scene {
  const cells = new Map<string, SceneCell>();
  const last = lastLaid(moment.sheet);
  const order = new Map(last.map((tile, at) => [key(tile), at + 1]));
  for (const tile of moment.board) {
    const at = order.get(key(tile));
    const label = t(at === undefined ? "board.tile" : "board.tileLast", {
      where: cellWords(tile),
      piece: pieceName(tile.piece),
    });
    cells.set(key(tile), {
      x: tile.x,
      y: tile.y,
      piece: tile.piece,
      label,
      ...(at === undefined ? {} : { order: at }),
    });
  }
  for (const tile of moment.loose) {
    const label = t("board.loose", { where: cellWords(tile), piece: pieceName(tile.piece) });
    cells.set(key(tile), {
      x: tile.x,
      y: tile.y,
      piece: tile.piece,
      loose: true,
      glow: moment.hinted.includes(key(tile)),
      label,
    });
  }
  const enter = (cell: Cell, start = false): void => {
    const name = key(cell);
    if (cells.has(name)) return;
    const spot = moment.spots.get(name);
    const added = spot?.points == null ? null : spot.points - moment.points;
    cells.set(name, {
      x: cell.x,
      y: cell.y,
      piece: null,
      fits: spot !== undefined,
      best: spot?.best ?? false,
      glow: moment.hinted.includes(name),
      start,
      ...(added === null ? {} : { hint: `${added >= 0 ? "+" : ""}${figure(added)}` }),
      label: emptyLabel(cell, spot, moment),
    });
  };
  const occupied = [...moment.board, ...moment.loose];
  if (occupied.length === 0) {
    const middle = { x: 0, y: 0 };
    enter(middle, true);
    for (const cell of around(middle)) enter(cell);
  }
  for (const tile of occupied) for (const cell of around(tile)) enter(cell);
  for (const spot of moment.spots.values()) enter(spot);
  // The first cell of a hinted play need not touch a tile.
  for (const cell of moment.hinted.map(parseCell)) if (cell !== null) enter(cell);
  return { cells: [...cells.values()], outlines: moment.outlines, focus: moment.loose[0] ?? last[0] };
}

/** "3,-1" as a cell. */
export function parseCell(text: string): Cell | null {
  const match = /^(-?\d+),(-?\d+)$/.exec(text);
  return match === null ? null : { x: Number(match[1]), y: Number(match[2]) };
}

function cellsOf(texts: readonly string[], shift: Cell): Cell[] {
  return texts
    .map(parseCell)
    .filter((cell) => cell !== null)
    .map((cell) => ({ x: cell.x + shift.x, y: cell.y + shift.y }));
}

/** The line at fault, where the refusal names one. */
export function faultOutlines(refusal: Refusal, shift: Cell): Outline[] {
  const { cells: named, line } = refusal.facts ?? {};
  const texts = Array.isArray(named) ? named.map(String) : [];
  const inLine =
    typeof line === "string" ? parseLaid(line).map((tile) => ({ x: tile.x + shift.x, y: tile.y + shift.y })) : [];
  const cells = [...cellsOf(texts, shift), ...inLine];
  return cells.length === 0 ? [] : [{ cells, kind: "fault" }];
}

/** One scoring line, lit. */
export function litOutlines(checked: Judged<"tiles"> | null, at: number | null, shift: Cell): Outline[] {
  const line = at === null ? undefined : checked?.lines[at];
  return line === undefined ? [] : [{ cells: cellsOf(line.cells, shift), kind: "lit" }];
}
