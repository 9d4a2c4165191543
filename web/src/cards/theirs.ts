// What others did since one's own last turn, from the score sheet: which cards came from where, turn by turn and in all.
// The sheet is in every view, so that a reload or a handed-over device forgets nothing.
import { drawPiece } from "../board/piece";
import { split } from "../pieces";
import { rowsOf } from "../study/words";
import type { SheetEntry } from "../wire.gen";
import { kindOf, ordered, trace, type Lane, type Trace } from "./draft";
import { fly, travel } from "../movement";

/** The rows before and after one turn or several, and those taken as Qwirkles. */
export interface Change {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly taken: readonly string[];
}

export interface TheirTurn extends Change {
  readonly seat: number;
  readonly passed: boolean;
  /** C11: who showed it. */
  readonly way?: number | undefined;
}

/** Where a card came from: a hand, a row that lies there now, or one that is no more, by what it was of. */
export type Origin =
  | { readonly from: "hand" }
  | { readonly from: "row"; readonly lane: number }
  | { readonly from: "gone"; readonly what: string };

/** What a turn did to one row: the cards that came there from the hand and from other rows. */
export interface Step {
  /** The row's number as it lies after the turn. */
  readonly row: number;
  /** What the row is of, as a letter. */
  readonly what: string;
  readonly laid: readonly string[];
  readonly moved: readonly string[];
  readonly fresh: boolean;
}

/** The turns after this seat's own last one; without a seat, the last one. `ways`: turns that others showed it (C11). */
export function turnsSince(
  sheet: readonly SheetEntry[],
  seat: number | null,
  ways: ReadonlyMap<number, number> = new Map(),
): TheirTurn[] {
  const own = sheet.findLastIndex((entry, at) => entry.seat === seat && !ways.has(at));
  const first = seat === null ? sheet.length - 1 : own + 1;
  let before: readonly string[] = [];
  const found: TheirTurn[] = [];
  for (const [at, entry] of sheet.entries()) {
    const move = rowsOf(entry.move);
    const after = move?.rows ?? before;
    if (at >= first)
      found.push({
        seat: entry.seat,
        before,
        after,
        taken: move?.taken ?? [],
        passed: move === null,
        way: ways.get(at),
      });
    before = after;
  }
  return found;
}

/** Several turns as one change. */
export function together(turns: readonly Change[]): Change {
  return {
    before: turns[0]?.before ?? [],
    after: turns.at(-1)?.after ?? [],
    taken: turns.flatMap((turn) => turn.taken),
  };
}

/** How many cards came from a hand. */
export function playedIn(turn: Change): number {
  const count = (rows: readonly string[]): number => rows.reduce((sum, row) => sum + split(row).length, 0);
  return count(turn.after) + count(turn.taken) - count(turn.before);
}

/** What a row is of, as a letter. */
export function whatOf(row: string): string {
  return kindOf(split(row))[1];
}

interface Traced {
  readonly found: readonly (readonly Trace[])[];
  /** By row after the turn, Qwirkles last: the row before that it goes on from (two cards make it that), null if new. */
  readonly parent: readonly (number | null)[];
}

function traced(turn: Change): Traced {
  const found = trace(ordered(turn.before), [...ordered(turn.after), ...turn.taken]);
  const shared = found.flatMap((row, now) =>
    turn.before.map((_, then) => ({ now, then, cards: row.filter((card) => card.from === then).length })),
  );
  const parent: (number | null)[] = found.map(() => null);
  for (const { now, then, cards } of shared.sort((a, b) => b.cards - a.cards)) {
    if (cards > 1 && parent[now] === null && !parent.includes(then)) parent[now] = then;
  }
  return { found, parent };
}

/** Row by row, what a turn did. */
export function stepsOf(turn: Change): Step[] {
  const { found, parent } = traced(turn);
  return ordered(turn.after)
    .map((row, at) => {
      const came = (found[at] ?? []).filter((card) => card.from === null || card.from !== parent[at]);
      const pieces = (hand: boolean): string[] =>
        came.filter((card) => (card.from === null) === hand).map((card) => card.piece);
      return { row: at, what: whatOf(row), laid: pieces(true), moved: pieces(false), fresh: parent[at] === null };
    })
    .filter((step) => step.laid.length + step.moved.length > 0);
}

/** Every card on the table with the row it came from, null: from the hand. */
function* came(
  found: Traced["found"],
  lanes: readonly Lane[],
): Generator<{ id: number; piece: string; lane: number; from: number | null }> {
  for (const [lane, { cards }] of lanes.entries()) {
    const rest = [...(found[lane] ?? [])];
    for (const { id, piece } of cards) {
      const at = rest.findIndex((one) => one.piece === piece);
      yield { id, piece, lane, from: rest[at]?.from ?? null };
      rest.splice(at, 1);
    }
  }
}

/** The cards that are new in their rows, and where each came from, in the words of the rows that lie there now. */
export function newcomers(turn: Change, lanes: readonly Lane[]): ReadonlyMap<number, Origin> {
  const { found, parent } = traced(turn);
  const old = ordered(turn.before);
  const origin = (from: number | null): Origin => {
    if (from === null) return { from: "hand" };
    const now = parent.indexOf(from);
    return now >= 0 && now < turn.after.length
      ? { from: "row", lane: now }
      : { from: "gone", what: whatOf(old[from] ?? "") };
  };
  return new Map(
    [...came(found, lanes)]
      .filter(({ lane, from }) => from === null || from !== parent[lane])
      .map(({ id, from }) => [id, origin(from)]),
  );
}

/** Where the cards lie before the turn is shown, by row and piece. */
export function whereTheyLie(root: ParentNode, lanes: readonly Lane[]): ReadonlyMap<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const [lane, { cards }] of lanes.entries()) {
    for (const { id, piece } of cards) {
      const element = root.querySelector(`[data-card="${id}"]`);
      if (element) found.set(`${lane} ${piece}`, element.getBoundingClientRect());
    }
  }
  return found;
}

/** The page shows the new rows: let every card come from where it lay, and Qwirkles fly to their owner. */
export function travelAlong(
  root: ParentNode,
  turn: Change,
  lanes: readonly Lane[],
  lay: ReadonlyMap<string, DOMRect>,
  owner: DOMRect | undefined,
): void {
  const { found } = traced(turn);
  const start = (piece: string, from: number | null): DOMRect | undefined =>
    from === null ? owner : lay.get(`${from} ${piece}`);
  if (owner) {
    const gone = found.slice(turn.after.length).flat();
    fly(
      gone.flatMap(({ piece, from }) => {
        const place = start(piece, from);
        return place ? [{ picture: drawPiece(piece), from: place }] : [];
      }),
      owner,
    );
  }
  for (const { id, piece, from } of came(found, lanes)) {
    const element = root.querySelector<HTMLElement>(`[data-card="${id}"]`);
    const place = start(piece, from);
    if (element && place) travel(element, place);
  }
}
