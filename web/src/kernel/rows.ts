// Rows and turns of the card game between text and numbers: canonical order, reading and writing, counts. No rule.
import { CARDS } from "./kernel.gen";
import { KINDS, multiset, NotationError, pieceList, pieceText, readPieces } from "./notation";
import type { Lane } from "./types";

const W = CARDS.why;
const COLORS = "ROYGBP";
const SHAPES = "osdctx";

/** The cards of a row, in canonical order. */
export type Row = readonly number[];

export function readRow(text: string): Row {
  if (text.includes("?")) throw new NotationError("notation/unknown-piece", "the cards of a row must be known");
  return pieceList(readPieces(text));
}

export function writeRow(row: Row): string {
  return row.map(pieceText).join("");
}

/** Rows in canonical order: as their cards compare, card by card. */
export function inOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => {
    const apart = a.findIndex((card, i) => card !== b[i]);
    return apart < 0 || apart >= b.length ? a.length - b.length : (a[apart] ?? 0) - (b[apart] ?? 0);
  });
}

export interface Turn {
  readonly rows: readonly Row[];
  readonly taken: readonly Row[];
}

export function turnOf(rows: readonly Row[], taken: readonly Row[] = []): Turn {
  return { rows: inOrder(rows), taken: inOrder(taken) };
}

/** Read `RoRsRd RdGdBd / RoOoYoGoBoPo`; `-` is a row without cards. */
export function readTurn(text: string): Turn {
  const slash = text.indexOf("/");
  const rows = (part: string): Row[] =>
    part
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => (word === "-" ? [] : readRow(word)));
  return slash < 0 ? turnOf(rows(text)) : turnOf(rows(text.slice(0, slash)), rows(text.slice(slash + 1)));
}

function writeRows(rows: readonly Row[]): string {
  return rows.map((row) => writeRow(row) || "-").join(" ");
}

export function writeTurn({ rows, taken }: Turn): string {
  if (rows.length && !taken.length) return writeRows(rows);
  return `${writeRows(rows)} / ${writeRows(taken)}`.trim();
}

/** All cards of some rows. */
export function cardsOf(rows: readonly Row[]): number[] {
  return rows.flat();
}

/** How many of each card lie in these rows. */
export function countsOf(rows: readonly string[]): number[] {
  return multiset(cardsOf(rows.map(readRow)));
}

export type Planes = readonly [bigint, bigint, bigint];

/** 36 counts as three sets of bits: held at least once, twice, three times. */
export function planes(counts: readonly number[]): Planes {
  const bits = (least: number): bigint =>
    counts.slice(0, KINDS).reduce((sum, n, card) => (n >= least ? sum | (1n << BigInt(card)) : sum), 0n);
  return [bits(1), bits(2), bits(3)];
}

/** Every choice of at least one card of a hand, most cards first, then in canonical order. */
export function partsOf(hand: readonly number[]): number[][] {
  const choices = hand
    .slice(0, KINDS)
    .reduce<number[][]>(
      (found, count, card) =>
        count
          ? found.flatMap((cards) =>
              Array.from({ length: count + 1 }, (_, n) => [...cards, ...new Array<number>(n).fill(card)]),
            )
          : found,
      [[]],
    );
  const full = choices.filter((cards) => cards.length > 0);
  const ranks = new Map(inOrder(full).map((cards, rank) => [cards, rank]));
  return full.sort((a, b) => b.length - a.length || (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)).map(multiset);
}

/** How a row stands, from the kernel's numbers. */
export function laneOf(row: Row, numbers: readonly number[]): Lane {
  const of = (at: number): number => numbers[at] ?? 0;
  const state = W.LANES[of(W.STATE)] ?? "";
  const text = writeRow(row);
  if (state === "long") return { row: text, state, facts: { count: row.length } };
  if (state === "duplicate") return { row: text, state, facts: { piece: pieceText(of(W.ONE)), count: of(W.COUNT) } };
  if (state === "mixed") return { row: text, state, facts: { pieces: pieceText(of(W.ONE)) + pieceText(of(W.OTHER)) } };
  const facts: Record<string, unknown> = { count: of(W.COUNT) };
  if (of(W.COLOR) >= 0) facts.color = COLORS[of(W.COLOR)];
  if (of(W.SHAPE) >= 0) facts.shape = SHAPES[of(W.SHAPE)];
  if (state === "short") facts.needs = of(W.NEEDS);
  return { row: text, state: row.length ? state : "empty", facts };
}
