// The draft of a turn at the card table: lanes, the cards in them and in the hand, and every step back and forth.
// It knows what may physically be moved (a card of the table never into a hand), and no rule: whether a lane is a row,
// and which lanes are Qwirkles, is the server's `check` to say. Lane names, homes and ghosts are for people.
import { join, sorted, split } from "../pieces";
import { CURRENT, RULES } from "../rules.gen";

export interface Card {
  readonly id: number;
  readonly piece: string;
  /** The lane it lay in when the turn began; null: it came from the hand. */
  readonly home: number | null;
}

export interface Lane {
  readonly id: number;
  readonly cards: readonly Card[];
  /** Begun in this turn; it vanishes when it is empty again. */
  readonly fresh: boolean;
}

export interface Position {
  readonly lanes: readonly Lane[];
  readonly hand: readonly Card[];
}

/** The most cards that a lane shows; whether six are a Qwirkle the server says. */
export const SIX = RULES[CURRENT.cards].kinds;

export type Target = number | "new" | "home";

/** Rows in the order of C16: those of one shape first, then those of one colour; each by its pieces. */
export function ordered(rows: readonly string[]): string[] {
  const rank = (row: string): string => {
    const [kind, what] = kindOf(split(row));
    return `${kind === "shape" ? 0 : 1}${kind === "shape" ? "osdctx".indexOf(what) : "ROYGBP".indexOf(what)}${row}`;
  };
  return [...rows].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Under which heading a lane is shown: what its cards have in common, colour when both or nothing. */
export function kindOf(pieces: readonly string[]): ["shape" | "color", string] {
  const [color, shape] = [pieces[0]?.charAt(0) ?? "", pieces[0]?.charAt(1) ?? ""];
  const oneColor = pieces.every((piece) => piece.charAt(0) === color);
  const oneShape = pieces.every((piece) => piece.charAt(1) === shape);
  return oneShape && !oneColor ? ["shape", shape] : ["color", oneColor ? color : ""];
}

/** "A", "B", ... "Z", "AA": what people call a lane. */
export function laneName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : laneName(Math.floor(index / 26) - 1) + last;
}

function lay(cards: readonly Card[]): Card[] {
  const by = kindOf(cards.map((card) => card.piece))[0] === "shape" ? "color" : "shape";
  const order = sorted([...new Set(cards.map((card) => card.piece))], by === "color" ? "color" : "shape");
  return [...cards].sort((a, b) => order.indexOf(a.piece) - order.indexOf(b.piece) || a.id - b.id);
}

function nextId(lanes: readonly Lane[]): number {
  return Math.max(-1, ...lanes.map((lane) => lane.id)) + 1;
}

/** A turn being thought out. Immutable positions, a list of them, and where in it we stand. */
export class Draft {
  private constructor(
    private readonly past: readonly Position[],
    private readonly at: number,
  ) {}

  /** The beginning of a turn: the rows that lie there and the hand. */
  static begin(rows: readonly string[], hand: string): Draft {
    let id = 0;
    const lanes = ordered(rows).map((row, lane) => ({
      id: lane,
      cards: lay(split(row).map((piece) => ({ id: id++, piece, home: lane }))),
      fresh: false,
    }));
    const cards = split(hand).map((piece) => ({ id: id++, piece, home: null }));
    return new Draft([{ lanes, hand: cards }], 0);
  }

  get now(): Position {
    return this.past[this.at] as Position;
  }

  get start(): Position {
    return this.past[0] as Position;
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at < this.past.length - 1;
  }

  get changed(): boolean {
    return JSON.stringify(this.now) !== JSON.stringify(this.start);
  }

  /** Hand cards that lie on the table now. */
  get played(): Card[] {
    return this.now.lanes.flatMap((lane) => lane.cards.filter((card) => card.home === null));
  }

  card(id: number): Card | undefined {
    return [...this.now.hand, ...this.now.lanes.flatMap((lane) => lane.cards)].find((card) => card.id === id);
  }

  /** Where a card is: a lane's id, or null for the hand. */
  whereIs(id: number): number | null {
    return this.now.lanes.find((lane) => lane.cards.some((card) => card.id === id))?.id ?? null;
  }

  /** Move cards to a lane, to a new one, or each to where it came from. The same draft when nothing would change. */
  move(ids: readonly number[], target: Target): Draft {
    const moving = [...new Set(ids)].map((id) => this.card(id)).filter((card) => card !== undefined);
    const away = moving.filter((card) => this.whereIs(card.id) !== this.goal(card, target));
    if (away.length === 0) return this;
    if (target !== "home" && target !== "new" && !this.now.lanes.some((lane) => lane.id === target)) return this;
    const gone = new Set(away.map((card) => card.id));
    let lanes: Lane[] = this.now.lanes.map((lane) => ({
      ...lane,
      cards: lane.cards.filter((card) => !gone.has(card.id)),
    }));
    let hand = this.now.hand.filter((card) => !gone.has(card.id));
    const put = (id: number, cards: readonly Card[]): void => {
      lanes = lanes.map((lane) => (lane.id === id ? { ...lane, cards: lay([...lane.cards, ...cards]) } : lane));
    };
    if (target === "new") {
      lanes.push({ id: nextId(lanes), cards: lay(away), fresh: true });
    } else if (target === "home") {
      for (const card of away) {
        if (card.home === null) hand = [...hand, card].sort((a, b) => a.id - b.id);
        else put(card.home, [card]);
      }
    } else {
      put(target, away);
    }
    lanes = lanes.filter((lane) => !lane.fresh || lane.cards.length > 0);
    return new Draft([...this.past.slice(0, this.at + 1), { lanes, hand }], this.at + 1);
  }

  private goal(card: Card, target: Target): number | null | "new" {
    if (target !== "home") return target;
    return card.home;
  }

  /** Put every card of a lane back that does not belong there, and fetch what was taken from it. */
  resetLane(id: number): Draft {
    const here = this.now.lanes.find((lane) => lane.id === id)?.cards ?? [];
    const strangers = here.filter((card) => card.home !== id);
    const missing = this.now.lanes
      .filter((lane) => lane.id !== id)
      .flatMap((lane) => lane.cards.filter((card) => card.home === id));
    return this.move(
      [...strangers, ...missing].map((card) => card.id),
      "home",
    );
  }

  undo(): Draft {
    return this.canUndo ? new Draft(this.past, this.at - 1) : this;
  }

  redo(): Draft {
    return this.canRedo ? new Draft(this.past, this.at + 1) : this;
  }

  /** Back to the beginning of the turn; undo leads back here. */
  reset(): Draft {
    if (!this.changed) return this;
    return new Draft([...this.past.slice(0, this.at + 1), this.start], this.at + 1);
  }

  /** Sort the hand. It is not a step of the turn. */
  sortHand(by: "color" | "shape"): Draft {
    const order = (hand: readonly Card[]): Card[] => {
      const kinds = sorted([...new Set(hand.map((card) => card.piece))], by);
      return [...hand].sort((a, b) => kinds.indexOf(a.piece) - kinds.indexOf(b.piece) || a.id - b.id);
    };
    return new Draft(
      this.past.map((position) => ({ ...position, hand: order(position.hand) })),
      this.at,
    );
  }

  /** The lanes that hold cards, as rows of the notation, in the order of the lanes. */
  rows(): { lane: number; row: string }[] {
    return this.now.lanes
      .filter((lane) => lane.cards.length > 0)
      .map((lane) => ({ lane: lane.id, row: join(lane.cards.map((card) => card.piece)) }));
  }

  /** A hint's answer laid out: rows and taken ones as lanes, the rest of the hand kept. One step, to be undone. */
  arrange(rows: readonly string[]): Draft {
    const pool = [...this.now.lanes.flatMap((lane) => lane.cards), ...this.now.hand];
    const table = pool.filter((card) => card.home !== null);
    const hand = pool.filter((card) => card.home === null);
    const used = new Set<number>();
    let next = nextId(this.start.lanes);
    const fill = rows.map((row) => {
      const cards: Card[] = [];
      for (const piece of split(row)) {
        const card = [...table, ...hand].find((one) => one.piece === piece && !used.has(one.id));
        if (card === undefined) continue;
        used.add(card.id);
        cards.push(card);
      }
      return cards;
    });
    // A row keeps the lane from which most of its cards come, so that little seems to move.
    const free = new Set(this.start.lanes.map((lane) => lane.id));
    const lanes = new Map<number, Lane>();
    for (const cards of [...fill].sort((a, b) => b.length - a.length)) {
      const homes = cards.map((card) => card.home).filter((home) => home !== null && free.has(home)) as number[];
      const count = (home: number): number => homes.filter((one) => one === home).length;
      const home = [...new Set(homes)].sort((a, b) => count(b) - count(a))[0];
      if (home === undefined) {
        lanes.set(next, { id: next, cards: lay(cards), fresh: true });
        next += 1;
      } else {
        free.delete(home);
        lanes.set(home, { id: home, cards: lay(cards), fresh: false });
      }
    }
    for (const id of free) lanes.set(id, { id, cards: [], fresh: false });
    const position = {
      lanes: [...lanes.values()].sort((a, b) => a.id - b.id),
      hand: hand.filter((card) => !used.has(card.id)).sort((a, b) => a.id - b.id),
    };
    return new Draft([...this.past.slice(0, this.at + 1), position], this.at + 1);
  }

  /** As text, to survive a reload; `restore` reads it back if it still fits the table. */
  save(): string {
    return JSON.stringify({ past: this.past, at: this.at });
  }

  /** The saved draft if it began from the same rows and hand, else a new one. `carry`: what to do with one that began
   *  from the same hand and other rows. */
  static restore(
    saved: string | null,
    rows: readonly string[],
    hand: string,
    carry: (old: Draft, fresh: Draft) => Draft = (_, fresh) => fresh,
  ): Draft {
    const fresh = Draft.begin(rows, hand);
    if (saved === null) return fresh;
    try {
      const { past, at } = JSON.parse(saved) as { past: Position[]; at: number };
      const draft = new Draft(past, at);
      const pieces = (cards: readonly Card[]): string => join(sorted(cards.map((card) => card.piece)));
      const table = (one: Position): string => one.lanes.map((lane) => pieces(lane.cards)).join(" ");
      if (at < 0 || at >= past.length || pieces(draft.start.hand) !== pieces(fresh.start.hand)) return fresh;
      return table(draft.start) === table(fresh.start) ? draft : carry(draft, fresh);
    } catch {
      return fresh;
    }
  }
}

/** What an opponent's turn did, for showing it: the cards of the new table and where each came from. */
export interface Trace {
  readonly piece: string;
  /** Index of the row it lay in before, null: from the hand. */
  readonly from: number | null;
}

/** Match the cards of the rows after a turn to the rows before, preferring to leave cards where they lay. */
export function trace(before: readonly string[], after: readonly string[]): Trace[][] {
  const left = before.map((row) => split(row));
  const kept = after.map((row) => split(row).map((piece) => ({ piece, from: undefined as number | null | undefined })));
  const overlap = (row: readonly string[], old: readonly string[]): number =>
    row.filter((piece) => old.includes(piece)).length;
  // Pair rows with the old row they share most with, the strongest pairs first.
  const pairs = kept
    .flatMap((row, now) =>
      left.map((old, then) => ({
        now,
        then,
        shared: overlap(
          row.map((one) => one.piece),
          old,
        ),
      })),
    )
    .filter((pair) => pair.shared > 0)
    .sort((a, b) => b.shared - a.shared);
  const claim = (now: number, then: number): void => {
    for (const card of kept[now] ?? []) {
      const at = left[then]?.indexOf(card.piece) ?? -1;
      if (card.from === undefined && at >= 0) {
        card.from = then;
        left[then]?.splice(at, 1);
      }
    }
  };
  const [nows, thens] = [new Set<number>(), new Set<number>()];
  for (const pair of pairs) {
    if (nows.has(pair.now) || thens.has(pair.then)) continue;
    nows.add(pair.now);
    thens.add(pair.then);
    claim(pair.now, pair.then);
  }
  for (const pair of pairs) claim(pair.now, pair.then);
  return kept.map((row) => row.map(({ piece, from }) => ({ piece, from: from ?? null })));
}
