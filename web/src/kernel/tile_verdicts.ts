// Verdicts of the tile rules as text: lines with their points, and refusals with the facts that the reference gives.
import { TILES } from "./kernel.gen";
import { pieceText, readPieces, writePieces, writePlacements, type Placement } from "./notation";
import type { Line, Part, Refusal, TileEntry } from "./types";

const { why: W } = TILES;
const AXES = ["row", "column"] as const;

/** A verdict in numbers, read once. */
export type Numbers = readonly number[];
/** What a refusal repeats of the question. */
export interface Asked {
  hand?: string | undefined;
  hands?: readonly string[];
  move?: string;
  sizes?: readonly number[];
  bag?: number;
}
interface MadeLine {
  axis: 0 | 1;
  cells: Placement[];
  bonus: number;
}

/** The lines of a verdict; `lying` are the tiles on the table, those of the play included. */
export function linesOf(v: Numbers, lying: readonly Placement[]): MadeLine[] {
  const there = new Map(lying.map((tile) => [`${tile.x},${tile.y}`, tile.piece]));
  return Array.from({ length: v[W.LINE_COUNT] ?? 0 }, (_, number) => {
    const [axis = 0, x = 0, y = 0, length = 0, bonus = 0] = v.slice(
      W.LINES + W.LINE * number,
      W.LINES + W.LINE * (number + 1),
    );
    const cells = Array.from({ length }, (_, i) => ({ x: x + i * (1 - axis), y: y + i * axis }));
    return {
      axis: axis as 0 | 1,
      bonus,
      cells: cells.map((cell) => ({ ...cell, piece: there.get(`${cell.x},${cell.y}`) ?? 0 })),
    };
  });
}

/** The refusal in a verdict, with the facts that the reference gives beside clause and reason. */
export function refusalOf(v: Numbers, lying: readonly Placement[], asked: Asked): Refusal {
  const clause = `T${v[W.CLAUSE]}`;
  const reason = W.REASONS[v[W.REASON] ?? 0] ?? "";
  const cells = Array.from(
    { length: v[W.CELL_COUNT] ?? 0 },
    (_, i) => `${v[W.CELLS + 2 * i]},${v[W.CELLS + 2 * i + 1]}`,
  );
  const pieces = v.slice(W.PIECES, W.PIECES + (v[W.PIECE_COUNT] ?? 0)).map(pieceText);
  const axis = AXES[v[W.AXIS] ?? 0];
  const amount = v[W.AMOUNT] ?? 0;
  const seat = v[W.SEAT] ?? 0;
  const line = linesOf(v, lying)[0];
  const facts: Record<string, Record<string, unknown>> = {
    "not-in-hand": { hand: writePieces(readPieces(asked.hand ?? "")), pieces },
    copies: { pieces, most: amount },
    "too-few": { size: amount, sets: setsOf(v) },
    identical: { pieces },
    mixed: line ? { pieces, axis, line: lineText(line) } : { pieces },
    duplicate: line ? { pieces, axis, line: lineText(line) } : { pieces },
    occupied: { cells, pieces },
    repeated: { cells },
    "not-in-line": { cells },
    gap: { cells, axis },
    apart: { cells },
    "wrong-draw": { seat, count: amount },
    "not-in-bag": { pieces },
    "draw-first": { seat, count: amount },
    "wrong-size": seat < 0 ? { sizes: asked.sizes } : { seat, hand: asked.hands?.[seat] },
    "not-announced": { size: amount },
    "must-open": { move: asked.move },
    "can-play": { hand: asked.hand },
    "no-draw": { seat },
    "bag-too-small": { count: amount, bag: asked.bag },
    "must-swap": { bag: amount },
  };
  return { code: `rules/${clause}`, message: `${clause} ${reason}`, clause, reason, facts: facts[reason] ?? {} };
}

function setsOf(v: Numbers): string[] {
  const sets = v.slice(W.SETS, W.SETS + (v[W.SET_COUNT] ?? 0));
  return sets.map((bits) =>
    Array.from({ length: W.KINDS }, (_, piece) => piece)
      .filter((piece) => Math.floor(bits / 2 ** piece) % 2)
      .map(pieceText)
      .join(""),
  );
}

function lineText({ axis, cells }: MadeLine): string {
  return `${AXES[axis]} ${writePlacements(cells)}`;
}

export function lineOf({ axis, cells, bonus }: MadeLine): Line {
  return {
    axis: AXES[axis],
    cells: cells.map(({ x, y }) => `${x},${y}`),
    pieces: cells.map(({ piece }) => pieceText(piece)).join(""),
    points: cells.length + bonus,
    qwirkle: bonus > 0,
  };
}

/** The points of a line as the wire has them. */
export function partsOf({ axis, cells, bonus }: MadeLine): Part[] {
  const line: Part = [cells.length > 1 ? AXES[axis] : "lone", cells.length];
  return bonus > 0 ? [line, ["qwirkle", bonus]] : [line];
}

/** The same as the sheet has them (T20). */
export function entriesOf(line: MadeLine): TileEntry["parts"] {
  const text = lineText(line);
  const part = { clause: line.cells.length > 1 ? "T11" : "T4", points: line.cells.length, line: text };
  return line.bonus > 0 ? [part, { clause: "T12", points: line.bonus, line: text }] : [part];
}
