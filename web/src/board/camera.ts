// The camera over an unbounded board: where the corner of cell 0,0 lies on the screen, and how many pixels a cell has.
// Pure arithmetic, no DOM and no rules.

export interface Cell {
  readonly x: number;
  readonly y: number;
}

export interface Camera {
  /** Screen position of the upper left corner of cell 0,0. */
  readonly x: number;
  readonly y: number;
  /** Pixels per cell. */
  readonly unit: number;
}

/** Cells from the first to the last, both included. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** What panels cover at each edge. */
  readonly insets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** How small and how large cells may get, where that is not left to the size of the frame. */
  readonly units?: Units | undefined;
}

export interface Units {
  readonly least: number;
  readonly most: number;
}

export const LEAST_UNIT = 24;
export const MOST_UNIT = 66;
const WIDEST = 160;
/** A large screen shows larger cells: so many to its shorter side, up to so many pixels each. */
const LARGE_ROWS = 12.5;
const LARGE_UNIT = 128;
const MARGINS = [1.5, 1, 0.5] as const;
/** Pixels between a cell that is brought into sight and the edge. */
const EDGE = 6;

export function key(cell: Cell): string {
  return `${cell.x},${cell.y}`;
}

/** The rectangle that holds these cells; one cell at 0,0 when there are none. */
export function bounds(cells: Iterable<Cell>): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of cells) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
}

function unitsOf({ width, height, units }: Frame): Units {
  const large = Math.min(LARGE_UNIT, Math.floor(Math.min(width, height) / LARGE_ROWS));
  return units ?? { least: LEAST_UNIT, most: Math.max(MOST_UNIT, large) };
}

/** The free part of the frame, as x, y, width, height. */
function free({ width, height, insets }: Frame): { x: number; y: number; width: number; height: number } {
  return {
    x: insets.left,
    y: insets.top,
    width: Math.max(60, width - insets.left - insets.right),
    height: Math.max(60, height - insets.top - insets.bottom),
  };
}

/**
 * The camera that shows all cells with a margin of one and a half (a neighbour and some air); the margin gives way before the cells fall under 24 pixels, the least that a finger hits.
 * When even that is too wide, `focus` stays in sight and a mini-map has to help (see `isCramped`); with `whole`, who asks to see
 * everything does, however small the cells.
 */
export function fit(around: Bounds, frame: Frame, focus?: Cell, whole = false): Camera {
  const room = free(frame);
  const { least, most } = unitsOf(frame);
  const columns = around.right - around.left + 1;
  const rows = around.bottom - around.top + 1;
  const unitFor = (margin: number): number =>
    Math.min(room.width / (columns + 2 * margin), room.height / (rows + 2 * margin));
  const margin = MARGINS.find((candidate) => unitFor(candidate) >= least) ?? 0.5;
  const unit = Math.min(most, Math.max(whole ? 0 : least, unitFor(margin)));
  const place = (first: number, count: number, start: number, size: number, at: number | undefined): number => {
    const middle = start + size / 2;
    const centred = middle - (first + count / 2) * unit;
    if (at === undefined || count * unit <= size) return centred;
    const wanted = middle - (at + 0.5) * unit;
    const highest = start + unit / 2 - first * unit;
    const lowest = start + size - unit / 2 - (first + count) * unit;
    return Math.max(lowest, Math.min(highest, wanted));
  };
  return {
    x: Math.round(place(around.left, columns, room.x, room.width, focus?.x)),
    y: Math.round(place(around.top, rows, room.y, room.height, focus?.y)),
    unit,
  };
}

/** Whether the cells do not all fit into the frame at the least size. */
export function isCramped(around: Bounds, frame: Frame): boolean {
  const room = free(frame);
  const { least } = unitsOf(frame);
  return (
    (around.right - around.left + 1) * least > room.width || (around.bottom - around.top + 1) * least > room.height
  );
}

/** Zoom by a factor about a point of the screen that stays where it is. */
export function zoom(camera: Camera, factor: number, px: number, py: number): Camera {
  const unit = Math.max(Math.min(camera.unit, LEAST_UNIT / 2), Math.min(WIDEST, camera.unit * factor));
  const ratio = unit / camera.unit;
  return { x: px - (px - camera.x) * ratio, y: py - (py - camera.y) * ratio, unit };
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** The same camera, moved as little as keeps a cell's width of these cells in the free part: a board cannot be lost. */
export function inSight(camera: Camera, around: Bounds, frame: Frame): Camera {
  const room = free(frame);
  const keep = (at: number, first: number, last: number, start: number, size: number): number =>
    Math.min(start + size - (first + 1) * camera.unit, Math.max(start - last * camera.unit, at));
  const x = keep(camera.x, around.left, around.right, room.x, room.width);
  const y = keep(camera.y, around.top, around.bottom, room.y, room.height);
  return { ...camera, x, y };
}

/** The cell under a point of the screen. */
export function cellAt(camera: Camera, px: number, py: number): Cell {
  // `+ 0` turns a negative zero into zero: it would show in texts.
  return { x: Math.floor((px - camera.x) / camera.unit) + 0, y: Math.floor((py - camera.y) / camera.unit) + 0 };
}

/** A camera between two others, `part` from 0 to 1. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), unit: mix(from.unit, to.unit) };
}

/** What lies in the free part of the frame, in cells and parts of cells. */
export function freeCells({ x, y, unit }: Camera, { width, height, insets }: Frame): Bounds {
  return {
    left: (insets.left - x) / unit,
    top: (insets.top - y) / unit,
    right: (width - insets.right - x) / unit,
    bottom: (height - insets.bottom - y) / unit,
  };
}

/** The middle of the free part, on the screen. */
export function middleOf({ width, height, insets }: Frame): { x: number; y: number } {
  return { x: (insets.left + width - insets.right) / 2, y: (insets.top + height - insets.bottom) / 2 };
}

/** The same camera with a cell in the middle of the free part. */
export function lookAt({ unit }: Camera, frame: Frame, cell: Cell): Camera {
  const middle = middleOf(frame);
  return { x: middle.x - (cell.x + 0.5) * unit, y: middle.y - (cell.y + 0.5) * unit, unit };
}

/** The camera moved as little as brings a cell into the free part; the same one when it is there. */
export function revealing(camera: Camera, { width, height, insets }: Frame, cell: Cell): Camera {
  const { x, y, unit } = camera;
  const push = (at: number, low: number, high: number): number =>
    at < low ? low - at : at + unit > high ? high - at - unit : 0;
  const dx = push(x + cell.x * unit, insets.left + EDGE, width - insets.right - EDGE);
  const dy = push(y + cell.y * unit, insets.top + EDGE, height - insets.bottom - EDGE);
  return dx === 0 && dy === 0 ? camera : pan(camera, dx, dy);
}
