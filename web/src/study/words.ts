// Words of the review: a note as a sentence, values as people read them, what a move consists of. No value is computed here.
import { parseLaid } from "../board/plays";
import { figure, list, pieceName, t } from "../i18n";
import { split } from "../pieces";
import type { TurnNote } from "../wire.gen";
import type { Estimate } from "./api";

/** The pieces that a move brings: laid, exchanged, or of cards those that did not lie in `rows` before. */
export function piecesOf(move: string, rows: readonly string[] = []): string[] {
  if (move.startsWith("swap ")) return split(move.slice(5));
  if (move.includes(":")) return parseLaid(move).map((tile) => tile.piece);
  if (!/^[A-Za-z/ -]+$/.test(move) || move === "pass" || move === "redraw") return [];
  return beyond(split(move.replace(/[^A-Za-z]/g, "")), rows.flatMap(split));
}

/** The pieces that are there beyond others, copy for copy. */
export function beyond(pieces: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return pieces.filter((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The rows and the Qwirkles of a turn of cards; null for anything else. */
export function rowsOf(move: string): { rows: string[]; taken: string[] } | null {
  if (!/^([A-Z]|\/)/.test(move)) return null;
  const [rows, taken] = move.split("/").map((part) => part.split(" ").filter(Boolean));
  return { rows: rows ?? [], taken: taken ?? [] };
}

export const taken = (move: string): number => rowsOf(move)?.taken.length ?? 0;

/** A note as a sentence in the reader's language: plays by their tiles. Where they lie is shown, not said. */
export function sentence(note: TurnNote): string {
  const facts = Object.entries(note.facts).map(([key, value]): [string, string] => {
    if (typeof value === "number") return [key, figure(value)];
    if (key === "best" || key === "pieces")
      return [key, list(piecesOf(key === "pieces" ? `swap ${value}` : value).map(pieceName))];
    return [key, value];
  });
  return t(`review.note.${note.code}`, Object.fromEntries(facts));
}

export const percent = (share: number): string => `${figure(Math.round(100 * share))} %`;
export const signed = (value: number): string =>
  `${value > 0.05 ? "+" : value < -0.05 ? "−" : ""}${figure(Math.abs(Math.round(value * 10) / 10))}`;
/** Half the width of an interval. */
export const wide = ([mean, low]: Estimate): string => figure(Math.round((mean - low) * 10) / 10);

export const positionLink = (position: string): string => `/position?p=${encodeURIComponent(position)}`;
