// What can lie on a table of cards, from the kernel: rows, Qwirkles, the exact solver. No verdict on a turn, no game.
import { CARDS } from "./kernel.gen";
import type { Machine, Room } from "./machine";
import { combined, KINDS, multiset, PositionError, readPieces, writePieces } from "./notation";
import {
  cardsOf,
  countsOf,
  laneOf,
  partsOf,
  planes,
  readRow,
  turnOf,
  writeRow,
  writeTurn,
  type Planes,
  type Row,
  type Turn,
} from "./rows";
import type { Lane, Solution } from "./types";

const { why: W, arranging: A, space: SPACE } = CARDS;
const MOST_CARDS = 2000;

export class CardTable {
  readonly rules: Room;
  /** The solver's work space. */
  readonly space: Room;
  protected readonly hand: Room;
  protected readonly table: Room;
  protected readonly elsewhere: Room;
  protected readonly few: Room;
  private readonly lengths: Room;
  private readonly cards: Room;
  private readonly lanesRoom: Room;
  private readonly work: Room;
  private readonly taking: Room;
  private takings: Room;

  constructor(readonly machine: Machine) {
    const room = (count: number): Room => machine.room("w", count);
    this.rules = machine.write(room(CARDS.rules.length), CARDS.rules);
    this.space = room(SPACE.words);
    const set = new Array<number>(SPACE.words).fill(0);
    SPACE.set.forEach(([at, value]) => (set[at] = value));
    machine.write(this.space, set);
    this.hand = room(W.MULTISET);
    this.table = room(W.MULTISET);
    this.elsewhere = room(W.MULTISET);
    this.few = room(16);
    this.lengths = room(MOST_CARDS);
    this.cards = room(MOST_CARDS);
    this.lanesRoom = machine.room("w", MOST_CARDS, W.LANE);
    this.work = room(A.WORK);
    this.taking = room(A.TAKING + 1);
    this.takings = machine.room("w", 256, A.TAKING);
  }

  /** Throws PositionError for a table and a hand that no game could have (C1, C7, C9). */
  check(table: readonly string[], hand = ""): void {
    const lying = this.machine.write(this.table, countsOf(table));
    const none = this.machine.write(this.elsewhere, multiset([]));
    const wrong = this.machine.call(
      "cards.why.sound",
      lying,
      this.machine.write(this.hand, readPieces(hand)),
      none,
      this.rules,
    );
    if (wrong) throw new PositionError(W.SOUND[wrong] ?? "");
    const bad = this.lanes(table.map(readRow)).find(({ state }) => state !== "ok");
    if (bad) throw new PositionError(bad.state === "qwirkle" ? "position/qwirkle" : "position/row");
  }

  /** How each row of a draft stands (C7). */
  lanes(rows: readonly Row[]): Lane[] {
    const [lengths, cards] = this.putTurn({ rows, taken: [] });
    this.machine.call("cards.why.lanes", lengths, cards, this.rules, this.lanesRoom);
    const numbers = this.machine.read(this.lanesRoom, 0, rows.length * W.LANE);
    return rows.map((row, i) => laneOf(row, numbers.slice(i * W.LANE, (i + 1) * W.LANE)));
  }

  /** Row by row, whether these cards could lie in it too (C7); it may still lack some afterwards. */
  fits(rows: readonly string[], cards: string): boolean[] {
    const joined = rows.map((row) => readRow(row + cards));
    return this.lanes(joined).map(({ state }) => state === "ok" || state === "qwirkle" || state === "short");
  }

  /** Whether any card of the hand can be played at all, regrouping included (C6, C11). Exact. */
  canPlay(table: readonly string[], hand: string): boolean {
    this.check(table, hand);
    return (
      this.machine.call(
        "cards.solver.solve_any",
        this.space,
        ...planes(countsOf(table)),
        ...planes(readPieces(hand)),
      ) === 1
    );
  }

  /** The most Qwirkles that one turn can take (C9); null when no card can be played. */
  mostQwirkles(table: readonly string[], hand: string): number | null {
    this.check(table, hand);
    const found = this.machine.call(
      "cards.solver.solve_most",
      this.space,
      ...planes(countsOf(table)),
      ...planes(readPieces(hand)),
    );
    return found < 0 ? null : found;
  }

  /** A turn with the most Qwirkles and, among those, the most cards; null when no card can be played. */
  solve(table: readonly string[], hand: string): Solution | null {
    this.check(table, hand);
    const lying = countsOf(table);
    const out = [this.rules, this.work, this.lengths, this.cards, this.taking] as const;
    const stay = this.machine.call(
      "cards.arranging.best",
      this.space,
      ...planes(lying),
      ...planes(readPieces(hand)),
      ...out,
    );
    if (stay < 0) return null;
    const rows = this.got(stay);
    return this.solution(lying, turnOf(rows, this.fullRows(this.machine.read(this.taking, 0, A.TAKING))));
  }

  /** Every distinct result of a turn, one arrangement each: most cards first, then most Qwirkles, as the rules list them. */
  turns(table: readonly string[], hand: string): string[] {
    this.check(table, hand);
    const lying = countsOf(table);
    return partsOf(readPieces(hand)).flatMap((played) => {
      const reach = combined(lying, played, 1);
      return this.takingsOf(reach).flatMap((taking) => {
        const rows = this.arrange(combined(reach, taking.cards, -1));
        return rows ? [writeTurn(turnOf(rows, this.fullRows(taking.lines)))] : [];
      });
    });
  }

  /** The size of the largest set of a hand (C2). */
  announcement(hand: string): number {
    return this.machine.call("cards.why.announcement", this.machine.write(this.hand, readPieces(hand)));
  }

  /** The largest sets of a hand, one of which opens (C2, C5). */
  largestSets(hand: string): string[] {
    return this.openingSets(hand).map(writeRow);
  }

  // ---- for the bots --------------------------------------------------------------------------------------------------

  openingSets(hand: string): Row[] {
    const n = this.machine.call("cards.why.largest_sets", this.machine.write(this.hand, readPieces(hand)), this.few);
    return this.machine
      .read(this.few, 0, n)
      .map((bits) =>
        Array.from({ length: KINDS }, (_, card) => card).filter((card) => Math.floor(bits / 2 ** card) % 2),
      );
  }

  /** C5: a largest set as a turn; a full row is a Qwirkle at once. */
  opening(set: Row): Turn {
    return this.lanes([set])[0]?.state === "qwirkle" ? turnOf([], [set]) : turnOf([set]);
  }

  /** Every set of Qwirkles that these cards could make: the lines they are of, the cards they hold, how many. */
  takingsOf(counts: readonly number[]): { lines: number[]; cards: number[]; size: number }[] {
    const held = this.machine.write(this.table, counts);
    let n = this.machine.call("cards.arranging.takings", held, this.rules, this.work, this.takings);
    if (n > (this.takings.shape[0] ?? 0)) {
      this.takings = this.machine.room("w", 2 * n, A.TAKING);
      n = this.machine.call("cards.arranging.takings", held, this.rules, this.work, this.takings);
    }
    return Array.from({ length: n }, (_, i) => {
      const lines = this.machine.read(this.takings, i * A.TAKING, A.TAKING);
      return { lines, cards: multiset(cardsOf(this.fullRows(lines))), size: lines[A.TAKING - 1] ?? 0 };
    });
  }

  /** Legal rows, none of them full, that hold exactly these cards, as the rules find them; null when there are none. */
  arrange(counts: readonly number[]): Row[] | null {
    const n = this.machine.call(
      "cards.arranging.arrange",
      this.machine.write(this.table, counts),
      this.rules,
      this.work,
      this.lengths,
      this.cards,
    );
    return n < 0 ? null : this.got(n);
  }

  /** The turn that leaves these cards and takes the Qwirkles of an afterstate's code, two bits a line. */
  afterstate(left: Planes, code: bigint): Turn {
    const n = this.machine.call(
      "cards.arranging.laid_out",
      this.space,
      ...left,
      this.rules,
      this.work,
      this.lengths,
      this.cards,
    );
    const rows = this.got(n);
    return turnOf(
      rows,
      this.fullRows(Array.from({ length: A.TAKING }, (_, line) => Number((code >> BigInt(2 * line)) & 3n))),
    );
  }

  /** The Qwirkles of each line as rows. */
  fullRows(lines: readonly number[]): Row[] {
    const n = this.machine.call(
      "cards.arranging.full_rows",
      this.machine.write(this.taking, lines),
      this.rules,
      this.lengths,
      this.cards,
    );
    return this.got(n);
  }

  /** Rows that the kernel wrote. */
  private got(count: number): Row[] {
    let at = 0;
    return this.machine.read(this.lengths, 0, count).map((length) => {
      at += length;
      return this.machine.read(this.cards, at - length, length);
    });
  }

  private solution(lying: readonly number[], turn: Turn): Solution {
    const after = multiset(cardsOf([...turn.rows, ...turn.taken]));
    return {
      qwirkles: turn.taken.length,
      played: writePieces(combined(after, lying, -1)),
      rows: turn.rows.map(writeRow),
      taken: turn.taken.map(writeRow),
    };
  }

  // ---- between text and numbers --------------------------------------------------------------------------------------

  protected putTurn({ rows, taken }: Turn): [Room, Room, number] {
    const all = [...rows, ...taken];
    return [
      this.machine.write(
        this.lengths,
        all.map((row) => row.length),
      ),
      this.machine.write(this.cards, cardsOf(all)),
      rows.length,
    ];
  }
}
