// The six levels of the card game. What they know comes from the kernel; what they do with it is as in sixfold.bots,
// where each level has a file with its reasons. The numbers of the levels are generated from there.
import type { Cards } from "./cards";
import { Chance, seedFor } from "./chance";
import { filled, standsIn } from "./notes";
import { CARDS, NOTES } from "./kernel.gen";
import { combined, multiset, pieceList, readPieces, sizeOf } from "./notation";
import { countsOf, inOrder, planes, readRow, readTurn, turnOf, writeRow, writeTurn, type Row, type Turn } from "./rows";
import { Foresight } from "./foresight";
import type { CardView, Choice, Level, Thought } from "./types";

const { levels: LEVELS, space: SPACE } = CARDS;
const [KINDS, , , LEAST] = CARDS.rules;

type Value = readonly [qwirkles: number, cards: number];

export class CardBots {
  readonly foresight: Foresight;

  constructor(
    protected readonly cards: Cards,
    weights: Float32Array,
  ) {
    this.foresight = new Foresight(cards, weights);
  }

  /** The move of a level for the seat of this view, whose turn it is. */
  choose(level: Level, view: CardView, thought: Thought = {}): Choice {
    const seed = thought.seed ?? 0;
    if (level === "sprout" || level === "casual" || level === "greedy") return this.light(level, view, seed);
    if (view.hand.includes("?")) return standsIn("greedy", this.light("greedy", view, seed), view);
    return this.foresight.choose(level, view, seedFor(seed, level, view), thought) ?? this.light("greedy", view, seed);
  }

  /** The opening, a redraw or a pass: turns in which there is little to see. Else as the level does. */
  private light(level: "sprout" | "casual" | "greedy", view: CardView, seed: number | bigint): Choice {
    const chance = new Chance(seedFor(seed, level, view));
    const only = this.cards.forced(view);
    if (only.length) {
      const move = chance.choice(only);
      if (move === "redraw" || move === "pass") return told(move, null, NOTES.STUCK);
      return told(move, readTurn(move).taken.length, NOTES.OPENS);
    }
    return this[level](view, chance);
  }

  private greedy(view: CardView, chance: Chance): Choice {
    const turn = found(this.bestTurn(countsOf(view.table), readPieces(view.hand), chance));
    return told(writeTurn(turn), turn.taken.length, filled(NOTES.MOST_QWIRKLES, turn.taken.length));
  }

  /** Regroups well, but only some rows at a time. */
  private casual(view: CardView, chance: Chance): Choice {
    const rows = inOrder(view.table.map(readRow));
    const hand = readPieces(view.hand);
    const counts = (some: readonly number[]): number[] => multiset(some.flatMap((at) => rows[at] ?? []));
    const seen = choices(rows.length, Math.min(LEVELS.casual.AT_ONCE, rows.length)).flatMap((some) => {
      const worth = this.value(counts(some), hand);
      return worth ? [{ some, worth }] : [];
    });
    if (!seen.length) return told(writeTurn(this.anyTurn(view, chance)), null, NOTES.TAKES_APART);
    const highest = seen.reduce((most, { worth }) => (above(worth, most) ? worth : most), [-1, -1] as Value);
    const { some } = chance.choice(seen.filter(({ worth }) => !above(highest, worth)));
    const part = found(this.bestTurn(counts(some), hand, chance));
    const turn = turnOf([...part.rows, ...rows.filter((_, at) => !some.includes(at))], part.taken);
    return told(writeTurn(turn), turn.taken.length, filled(NOTES.REGROUPED, turn.taken.length));
  }

  /** Adds a few cards to the rows as they lie, and finishes nothing just built. */
  private sprout(view: CardView, chance: Chance): Choice {
    const rows = inOrder(view.table.map(readRow)).map((row) => [...row]);
    const own = view.sheet.findLast((entry) => entry.seat === view.seat && entry.move !== "pass");
    const leftAlone = new Set(own ? readTurn(own.move).rows.map(writeRow) : []);
    let hand = readPieces(view.hand);
    let played = 0;
    const add = (row: number[], cards: readonly number[]): void => {
      hand = combined(hand, multiset(cards), -1);
      played += cards.length;
      row.push(...cards);
    };
    for (const at of chance.sample([...rows.keys()], rows.length)) {
      const row = rows[at] as number[];
      const kinds = [...new Set(pieceList(hand))];
      const fit = this.cards.lanes(kinds.map((card) => readRow(writeRow([...row, card]))));
      const fitting = kinds.filter((_, i) => fit[i]?.state === "ok" || fit[i]?.state === "qwirkle");
      const longest = leftAlone.has(writeRow(row)) ? KINDS : KINDS - 1;
      const room = Math.min(LEVELS.sprout.MOST_CARDS - played, longest - row.length, fitting.length);
      if (room > 0) add(row, chance.sample(fitting, room));
    }
    if (!played) {
      const starts = groups(hand).filter((group) => group.length >= LEAST);
      if (!starts.length) return told(writeTurn(this.anyTurn(view, chance)), null, NOTES.LOOKS_AROUND);
      const begun: number[] = [];
      rows.push(begun);
      add(begun, chance.sample(chance.choice(starts), LEAST));
    }
    const sorted = rows.map((row) => readRow(writeRow(row)));
    const taken = sorted.filter((row) => row.length === KINDS);
    const turn = turnOf(
      sorted.filter((row) => row.length < KINDS),
      taken,
    );
    return told(writeTurn(turn), taken.length, filled(NOTES.ADDS, played));
  }

  // ---- what they see of a table ---------------------------------------------------------------------------------------

  /** The most Qwirkles of one turn and then the most cards; null when no card can be played. */
  private value(counts: readonly number[], hand: readonly number[]): Value | null {
    const { machine, space } = this.cards;
    const qwirkles = machine.call("cards.solver.solve_full", space, ...planes(counts), ...planes(hand));
    return qwirkles < 0 ? null : [qwirkles, machine.read(space, SPACE.BEST + 1, 1)[0] ?? 0];
  }

  /** A turn with the most Qwirkles and then the most cards, by seeded choice where several do as well. */
  private bestTurn(counts: readonly number[], hand: readonly number[], chance: Chance): Turn | null {
    const wanted = this.value(counts, hand);
    if (!wanted) return null;
    let played = [...hand];
    for (const card of chance.shuffle(pieceList(hand))) {
      if (sizeOf(played) === wanted[1]) break;
      const fewer = combined(played, multiset([card]), -1);
      const worth = this.value(counts, fewer);
      if (worth && worth[0] === wanted[0] && worth[1] === wanted[1]) played = fewer;
    }
    return this.takingTurn(counts, played, chance, wanted[0]);
  }

  /** A turn that plays exactly these cards and takes so many Qwirkles, if there is one. */
  private takingTurn(
    counts: readonly number[],
    played: readonly number[],
    chance: Chance,
    qwirkles: number,
  ): Turn | null {
    const reach = combined(counts, played, 1);
    for (const taking of chance.shuffle(this.cards.takingsOf(reach).filter(({ size }) => size === qwirkles))) {
      const rows = this.cards.arrange(combined(reach, taking.cards, -1));
      if (rows) return turnOf(rows, this.cards.fullRows(taking.lines));
    }
    return null;
  }

  /** A small turn with the table taken apart, for those who see none as it lies but must play. */
  private anyTurn(view: CardView, chance: Chance): Turn {
    const counts = countsOf(view.table);
    const hand = readPieces(view.hand);
    for (const card of chance.shuffle([...new Set(pieceList(hand))])) {
      const turn = this.takingTurn(counts, multiset([card]), chance, 0);
      if (turn) return turn;
    }
    return found(this.bestTurn(counts, hand, chance));
  }
}

function found(turn: Turn | null): Turn {
  if (!turn) throw new Error("whoever cannot play has been sent to redraw or pass");
  return turn;
}

function told(move: string, value: number | null, note: string): Choice {
  return { move, value, alternatives: [], note, rollouts: 0 };
}

function above(one: Value, other: Value): boolean {
  return one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
}

/** Every choice of `count` numbers below `n`, in order. */
function choices(n: number, count: number, from = 0): number[][] {
  if (count === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= n - count; first += 1) {
    for (const rest of choices(n, count - 1, first + 1)) found.push([first, ...rest]);
  }
  return found;
}

/** The cards of a hand that share a colour or share a shape, identical ones once; the largest groups first. */
function groups(hand: readonly number[]): Row[] {
  const kinds = [...new Set(pieceList(hand))];
  const all = kinds.flatMap((one) => [
    kinds.filter((card) => Math.floor(card / 6) === Math.floor(one / 6)),
    kinds.filter((card) => card % 6 === one % 6),
  ]);
  const different = [...new Map(all.map((group) => [writeRow(group), group])).values()];
  const ranks = new Map(inOrder(different).map((group, rank) => [group, rank]));
  return different.sort((a, b) => b.length - a.length || (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}
