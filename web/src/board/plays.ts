// The server's list of legal plays, narrowed by the tiles laid so far. This is matching of texts, not a rule: whether a
// tile fits a cell is only ever read from the list. On an empty board the list is anchored at 0,0 and may be shifted.
import { split } from "../pieces";
import { key, type Cell } from "./camera";

export interface Laid extends Cell {
  readonly piece: string;
}

export interface ListedPlay {
  readonly laid: readonly Laid[];
  readonly points: number;
  /** Where the list's cells lie on this board: zero but for an opening laid elsewhere. */
  readonly shift: Cell;
}

export interface Spot extends Cell {
  /** Points of the play that this tile would complete; null when more tiles are needed, or points are not told. */
  readonly points: number | null;
  /** Part of the best play that is still possible. */
  readonly best: boolean;
}

const ORIGIN: Cell = { x: 0, y: 0 };

/** "0,0:Rs 1,0:Rd" as tiles; anything that is not a placement is left out. */
export function parseLaid(text: string): Laid[] {
  const found: Laid[] = [];
  for (const part of text.split(" ")) {
    const match = /^(-?\d+),(-?\d+):([ROYGBP][osdctx])$/.exec(part);
    if (match?.[3] !== undefined) found.push({ x: Number(match[1]), y: Number(match[2]), piece: match[3] });
  }
  return found;
}

/** Rows of cards one below the other. */
export function rowsAsLaid(rows: readonly string[]): Laid[] {
  return rows.flatMap((row, y) => split(row).map((piece, x) => ({ x, y, piece })));
}

/** Tiles as text, in reading order. */
export function textOf(laid: readonly Laid[], shift: Cell = ORIGIN): string {
  return [...laid]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map(({ x, y, piece }) => `${x - shift.x},${y - shift.y}:${piece}`)
    .join(" ");
}

export function parsePlays(list: readonly (readonly [string, number, ...unknown[]])[]): ListedPlay[] {
  return list.map(([text, points]) => ({ laid: parseLaid(text), points, shift: ORIGIN }));
}

/** The shift of an opening laid elsewhere: its upper left corner. */
export function corner(laid: readonly Laid[]): Cell {
  if (laid.length === 0) return ORIGIN;
  return { x: Math.min(...laid.map((tile) => tile.x)), y: Math.min(...laid.map((tile) => tile.y)) };
}

/** The plays that contain the draft. With `floating` (an empty board) a play may be shifted to where the draft lies. */
export function narrow(list: readonly ListedPlay[], draft: readonly Laid[], floating: boolean): ListedPlay[] {
  const first = draft[0];
  if (first === undefined) return [...list];
  const found: ListedPlay[] = [];
  for (const play of list) {
    let shift = ORIGIN;
    if (floating) {
      const twin = play.laid.find((tile) => tile.piece === first.piece);
      if (twin === undefined) continue;
      shift = { x: first.x - twin.x, y: first.y - twin.y };
    }
    const moved =
      shift === ORIGIN ? play.laid : play.laid.map((tile) => ({ ...tile, x: tile.x + shift.x, y: tile.y + shift.y }));
    const held = (tile: Laid): boolean =>
      moved.some((other) => other.x === tile.x && other.y === tile.y && other.piece === tile.piece);
    if (draft.every(held)) found.push({ laid: moved, points: play.points, shift });
  }
  return found;
}

/** The listed play that is exactly the draft, among plays narrowed by it. */
export function exact(narrowed: readonly ListedPlay[], draft: readonly Laid[]): ListedPlay | undefined {
  return draft.length === 0 ? undefined : narrowed.find((play) => play.laid.length === draft.length);
}

/** The cells that can take the piece next, among plays narrowed by the draft. */
export function spots(narrowed: readonly ListedPlay[], draft: readonly Laid[], piece: string): Map<string, Spot> {
  const found = new Map<string, Spot>();
  const taken = new Set(draft.map(key));
  const top = narrowed.reduce((most, play) => Math.max(most, play.points), 0);
  for (const play of narrowed) {
    for (const tile of play.laid) {
      const name = key(tile);
      if (tile.piece !== piece || taken.has(name)) continue;
      const known = found.get(name);
      const completes = play.laid.length === draft.length + 1 && play.points > 0;
      found.set(name, {
        x: tile.x,
        y: tile.y,
        points: completes ? play.points : (known?.points ?? null),
        best: (known?.best ?? false) || (top > 0 && play.points === top),
      });
    }
  }
  return found;
}
