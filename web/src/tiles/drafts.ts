// The order of one's rack and the tiles laid so far, kept in the browser: they survive a lost connection and a reload.
import { parseLaid, textOf, type Laid } from "../board/plays";
import { split } from "../pieces";

export interface Draft {
  readonly slots: readonly (string | null)[];
  readonly laid: readonly Laid[];
  /** Number of finished turns when it was laid; a draft of another turn is worth nothing. */
  readonly turn: number;
}

const NONE: Draft = { slots: Array<null>(6).fill(null), laid: [], turn: -1 };
const MOST = 30;
const name = (table: string, seat: number): string => `sixfold.draft.${table}.${seat}`;

export function keep(table: string, seat: number, draft: Draft): void {
  try {
    const slots = draft.slots.map((piece) => piece ?? "?").join("");
    localStorage.setItem(name(table, seat), JSON.stringify({ slots, laid: textOf(draft.laid), turn: draft.turn }));
    prune(name(table, seat));
  } catch {
    // storage full or forbidden: the draft lives as long as the page
  }
}

export function recall(table: string, seat: number): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name(table, seat)) ?? "null");
    if (typeof stored !== "object" || stored === null) return NONE;
    const { slots, laid, turn } = stored as Record<string, unknown>;
    if (typeof slots !== "string" || typeof laid !== "string" || typeof turn !== "number") return NONE;
    return { slots: split(slots).map((piece) => (piece === "?" ? null : piece)), laid: parseLaid(laid), turn };
  } catch {
    return NONE;
  }
}

/** Old tables' drafts go, so that the store never fills up. */
function prune(current: string): void {
  const keys = Object.keys(localStorage).filter((each) => each.startsWith("sixfold.draft.") && each !== current);
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) localStorage.removeItem(old);
}
