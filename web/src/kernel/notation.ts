// The text forms of pieces, hands, cells and plays (docs/notation.md), read into numbers and written again. No rule.

const COLORS = "ROYGBP";
const SHAPES = "osdctx";
/** How many kinds of piece there are; a piece is its number in canonical order. */
export const KINDS = 36;
const LONGEST = 4000;
const CELL = /^(0|-?[1-9][0-9]{0,8}),(0|-?[1-9][0-9]{0,8})$/;

/** Text that cannot be read; `code` as on the wire: `notation/piece`, `notation/cell` ... */
export class NotationError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "NotationError";
  }
}

/** Pieces that no game could have there; `code` as on the wire: `position/line`, `position/copies` ... */
export class PositionError extends Error {
  constructor(readonly code: string) {
    super(`no game could have these pieces there: ${code}`);
    this.name = "PositionError";
  }
}

export function pieceText(piece: number): string {
  return (COLORS[Math.floor(piece / 6)] ?? "") + (SHAPES[piece % 6] ?? "");
}

export function readPiece(text: string): number {
  const [color, shape] = [COLORS.indexOf(text[0] ?? "?"), SHAPES.indexOf(text[1] ?? "?")];
  if (text.length !== 2 || color < 0 || shape < 0) throw new NotationError("notation/piece", `${text} is not a piece`);
  return 6 * color + shape;
}

/** A multiset of pieces: 36 counts, and then how many more are not known. */
export type Multiset = number[];

export function emptySet(): Multiset {
  return new Array<number>(KINDS + 1).fill(0);
}

/** Read pieces run together in any order, `?` for one that is not known. */
export function readPieces(text: string): Multiset {
  const found = emptySet();
  for (let at = 0; at < text.length;) {
    const unknown = text[at] === "?";
    const place = unknown ? KINDS : readPiece(text.slice(at, at + 2));
    found[place] = (found[place] ?? 0) + 1;
    at += unknown ? 1 : 2;
  }
  return found;
}

/** The pieces of a multiset one by one, in order; those that nobody knows are left out. */
export function pieceList(pieces: readonly number[]): number[] {
  return pieces.slice(0, KINDS).flatMap((count, piece) => new Array<number>(count).fill(piece));
}

export function writePieces(pieces: readonly number[]): string {
  return pieceList(pieces).map(pieceText).join("") + "?".repeat(pieces[KINDS] ?? 0);
}

/** How many pieces a multiset has. */
export function sizeOf(pieces: readonly number[]): number {
  return pieces.reduce((sum, count) => sum + count, 0);
}

export function multiset(pieces: Iterable<number>): Multiset {
  const found = emptySet();
  for (const piece of pieces) found[piece] = (found[piece] ?? 0) + 1;
  return found;
}

/** One multiset with another put in (`by` 1) or taken out (`by` -1). */
export function combined(some: readonly number[], other: readonly number[], by: 1 | -1): Multiset {
  return some.map((count, i) => count + by * (other[i] ?? 0));
}

export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly piece: number;
}

/** Read placements separated by one space, in any order; they come back in reading order: by y, then by x. */
export function readPlacements(text: string): Placement[] {
  if (text.length > LONGEST) throw new NotationError("notation/too-long", "that is too long for the tiles of one game");
  if (text === "") return [];
  const found = text.split(" ").map((word) => {
    const colon = word.indexOf(":");
    if (colon < 0)
      throw new NotationError("notation/placement", `${word.slice(0, 40)} is not a placement, like 2,0:Ro`);
    const cell = CELL.exec(word.slice(0, colon));
    if (!cell)
      throw new NotationError("notation/cell", `${word.slice(0, colon).slice(0, 40)} is not a cell, like -3,12`);
    return { x: Number(cell[1]), y: Number(cell[2]), piece: readPiece(word.slice(colon + 1)) };
  });
  return found.sort((a, b) => a.y - b.y || a.x - b.x || a.piece - b.piece);
}

export function writePlacements(placements: readonly Placement[]): string {
  return placements.map(({ x, y, piece }) => `${x},${y}:${pieceText(piece)}`).join(" ");
}

/** Placements as the kernel takes them: x, y, piece of each. */
export function flat(placements: readonly Placement[]): number[] {
  return placements.flatMap(({ x, y, piece }) => [x, y, piece]);
}

/** What `flat` made. */
export function placements(numbers: readonly number[]): Placement[] {
  const found: Placement[] = [];
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    found.push({ x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0, piece: numbers[i + 2] ?? 0 });
  }
  return found;
}

/** Texts in code-point order, for lists that are sorted by text. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
