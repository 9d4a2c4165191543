// How somebody else's turn is shown: which cards came from where, and their way to where they lie now.
import { drawPiece } from "../board/piece";
import { ordered, trace, type Lane, type Trace } from "./draft";
import { fly, travel } from "./flip";

export interface TheirTurn {
  readonly seat: number;
  /** The rows before and after it, and those taken as Qwirkles. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly taken: readonly string[];
  /** How many cards came from the hand. */
  readonly played: number;
}

/** Every card on the table with the row it came from, null: from the hand. */
function* came(found: readonly (readonly Trace[])[], lanes: readonly Lane[]): Generator<{ id: number; piece: string; lane: number; from: number | null }> {
  for (const [lane, { cards }] of lanes.entries()) {
    const rest = [...(found[lane] ?? [])];
    for (const { id, piece } of cards) {
      const at = rest.findIndex((one) => one.piece === piece);
      yield { id, piece, lane, from: rest[at]?.from ?? null };
      rest.splice(at, 1);
    }
  }
}

const traced = (turn: TheirTurn): Trace[][] => trace(ordered(turn.before), [...ordered(turn.after), ...turn.taken]);

/** The cards that are new in their rows, and where each came from; a row is what most of its cards were. */
export function newcomers(turn: TheirTurn, lanes: readonly Lane[]): ReadonlyMap<number, number | null> {
  const found = traced(turn);
  const usual = found.map((row) => mostly(row.map((card) => card.from)));
  return new Map([...came(found, lanes)].filter(({ lane, from }) => from === null || from !== usual[lane]).map(({ id, from }) => [id, from]));
}

function mostly(from: readonly (number | null)[]): number | null {
  const count = (one: number | null): number => from.filter((other) => other === one).length;
  return [...new Set(from)].sort((a, b) => count(b) - count(a))[0] ?? null;
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
export function travelAlong(root: ParentNode, turn: TheirTurn, lanes: readonly Lane[], lay: ReadonlyMap<string, DOMRect>, owner: DOMRect | undefined): void {
  const found = traced(turn);
  const start = (piece: string, from: number | null): DOMRect | undefined => (from === null ? owner : lay.get(`${from} ${piece}`));
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
