// The order of one's rack and the tiles laid so far, kept in the browser: they survive a lost connection and a reload.
import { parseLaid, textOf, type Laid } from "../board/plays";
import { split } from "../pieces";
import { keepAmong, readJson } from "../storage";

export interface Draft {
  readonly slots: readonly (string | null)[];
  readonly laid: readonly Laid[];
  /** Number of finished turns when it was laid; a draft of another turn is worth nothing. */
  readonly turn: number;
}

const NONE: Draft = { slots: [], laid: [], turn: -1 };
/** Drafts of other tables that stay. */
const MOST = 30;
const PREFIX = "sixfold.draft.";

export function keep(table: string, seat: number, draft: Draft): void {
  const slots = draft.slots.map((piece) => piece ?? "?").join("");
  keepAmong(PREFIX, MOST, `${table}.${seat}`, { slots, laid: textOf(draft.laid), turn: draft.turn });
}

export function recall(table: string, seat: number): Draft {
  const stored = readJson(`${PREFIX}${table}.${seat}`);
  if (typeof stored !== "object" || stored === null) return NONE;
  const { slots, laid, turn } = stored as Record<string, unknown>;
  if (typeof slots !== "string" || typeof laid !== "string" || typeof turn !== "number") return NONE;
  return { slots: split(slots).map((piece) => (piece === "?" ? null : piece)), laid: parseLaid(laid), turn };
}
