// The card game through the kernel: verdicts, whole games, bots. Every clause is decided by the kernel; here
// its numbers become text and text its numbers.
import { agesOf, numbersOf, put, stateOf } from "./course";
import { CARDS } from "./kernel.gen";
import { KernelError, type Machine, type Room } from "./machine";
import { byText, combined, KINDS, multiset, pieceList, readPieces, sizeOf, writePieces } from "./notation";
import {
  cardsOf,
  countsOf,
  inOrder,
  partsOf,
  readRow,
  readTurn,
  turnOf,
  writeRow,
  writeTurn,
  type Row,
  type Turn,
} from "./rows";
import { CardStudy } from "./card_study";
import { CardTable } from "./card_table";
import type { Ends } from "./ends";
import { Refused, type CardEntry, type CardPosition, type CardState, type CardVerdict, type CardView } from "./types";
import { playsAs } from "./between";
import type { BotName, Choice, Refusal, Thought } from "./types";
import type { Weighed } from "./tile_study";
import type { Weights } from "./weights";

const { why: W, course: C } = CARDS;
export const RULESET = "cards/1";
/** Every card of the box (C1). */
const BOX = multiset(Array.from({ length: KINDS }, (_, card) => new Array<number>(CARDS.rules[1]).fill(card)).flat());

export class Cards extends CardTable {
  private readonly bots: CardStudy | null;
  private readonly verdict: Room;
  private readonly scratch: Room;
  private readonly course: Room;

  constructor(machine: Machine, weights: Weights | null) {
    super(machine);
    this.verdict = machine.room("w", W.VERDICT);
    this.scratch = machine.room("w", W.SCRATCH);
    this.course = machine.room("w", C.COURSE);
    this.bots = weights && new CardStudy(this, weights.cards);
  }

  // ---- one position -------------------------------------------------------------------------------------------------

  /** Judge a draft: `rows` stay on the table, `taken` are taken. Lanes answer in the order given. */
  judge(position: CardPosition, rows: readonly string[], taken: readonly string[] = []): CardVerdict {
    this.check(position.table, position.hand);
    const draft = [...rows, ...taken].map(readRow);
    // A row without cards is only room on a draft's table.
    const full = (texts: readonly string[]): Row[] => texts.map(readRow).filter((row) => row.length > 0);
    const turn = turnOf(full(rows), full(taken));
    const elsewhere = this.machine.write(
      this.elsewhere,
      multiset(cardsOf((position.stacks ?? []).flat().map(readRow))),
    );
    const held =
      position.hand === undefined
        ? { ...this.hand, shape: [0] }
        : this.machine.write(this.hand, readPieces(position.hand));
    const table = this.machine.write(this.table, multiset(cardsOf(position.table.map(readRow))));
    const put = this.putTurn(turn);
    const legal = position.opens
      ? this.machine.call("cards.why.why_opening", held, elsewhere, ...put, this.rules, this.verdict, this.scratch)
      : this.machine.call("cards.why.why", table, held, elsewhere, ...put, this.rules, this.verdict, this.scratch);
    const v = this.machine.read(this.verdict, 0, W.VERDICT);
    const told = {
      legal: legal === 1,
      played: writePieces(v.slice(W.PLAYED, W.PLAYED + KINDS)),
      qwirkles: legal ? taken.length : 0,
      lanes: this.lanes(draft),
    };
    return legal ? told : { ...told, refusal: this.refusal(v, turn, {}) };
  }

  // ---- a game -------------------------------------------------------------------------------------------------------

  /** C1: nobody has a card yet; seat 0 is dealt the first hand. */
  start(seats: number, ages: readonly (number | null)[] = []): CardState {
    const known = agesOf(seats, ages);
    this.machine.call(
      "cards.course.start",
      this.course,
      seats,
      this.machine.write(
        this.few,
        known.map((age) => age ?? -1),
      ),
      this.rules,
    );
    return this.readCourse({
      ages: known,
      table: [],
      stacks: Array.from({ length: seats }, () => []),
      sheet: [],
      shown: [],
    });
  }

  /** Answer `need` with the cards drawn. */
  draw(state: CardState, seat: number, pieces: string): CardState {
    this.writeCourse(state);
    const drawn = this.machine.write(this.hand, readPieces(pieces));
    this.allow(this.machine.call("cards.course.draw", this.course, seat, drawn, this.rules, this.verdict), state, {
      drawn: pieces,
    });
    return this.readCourse(state);
  }

  /** Say who opens when hands are not known (`?`): everyone's announcement, 0 for one that nobody wrote down. */
  announce(state: CardState, sizes: readonly number[]): CardState {
    this.writeCourse(state);
    this.allow(
      this.machine.call(
        "cards.course.announce",
        this.course,
        this.machine.write(this.few, sizes),
        this.rules,
        this.verdict,
      ),
      state,
    );
    return this.readCourse(state);
  }

  /** The state after the seat to move has made this move: a turn, `redraw` or `pass`. Throws Refused. */
  play(state: CardState, move: string): CardState {
    const seat = state.to_move ?? 0;
    this.writeCourse(state);
    if (move === "redraw") {
      this.allow(this.machine.call("cards.course.redraw", this.course, this.space, this.rules, this.verdict), state);
      return this.readCourse({ ...state, shown: [...state.shown, state.hands[seat] ?? ""] });
    }
    if (move === "pass") {
      this.allow(this.machine.call("cards.course.pass_turn", this.course, this.space, this.rules, this.verdict), state);
      return this.readCourse({
        ...state,
        sheet: [...state.sheet, { seat, move, points: 0, parts: [], shown: state.shown }],
      });
    }
    const turn = readTurn(move);
    const legal = this.machine.call(
      "cards.course.turn",
      this.course,
      ...this.putTurn(turn),
      this.rules,
      this.verdict,
      this.scratch,
    );
    this.allow(legal, state, {}, turn);
    const parts = turn.taken.map(writeRow);
    const entry: CardEntry = { seat, move: writeTurn(turn), points: parts.length, parts, shown: state.shown };
    const stacks = state.stacks.map((stack, one) => (one === seat ? [...stack, ...parts] : stack));
    return this.readCourse({ ...state, table: turn.rows.map(writeRow), stacks, sheet: [...state.sheet, entry] });
  }

  /** The cards that lie nowhere else; `?` as long as any hand has one. */
  stock(state: CardState): string {
    this.writeCourse(state);
    const count = this.machine.call("cards.course.stock_count", this.course, this.rules);
    const unknown = state.hands.some((hand) => hand.includes("?")) || (state.need?.back.includes("?") ?? false);
    return unknown ? "?".repeat(count) : writePieces(unseenBy(state, state.hands));
  }

  /** What one seat may know; null for somebody who only watches. */
  view(state: CardState, seat: number | null): CardView {
    const { hands, ...open } = state;
    const hand = seat === null ? "" : (hands[seat] ?? "");
    this.writeCourse(state);
    return {
      ...open,
      seat,
      hand,
      hand_sizes: hands.map((one) => sizeOf(readPieces(one))),
      bag_count: this.machine.call("cards.course.stock_count", this.course, this.rules),
      unseen: writePieces(unseenBy(state, [hand])),
    };
  }

  /** The openings (C5), or the one move of a stuck player (C11, C12); none on an ordinary turn. */
  forced(view: CardView): string[] {
    if (view.seat === null || view.seat !== view.to_move) return [];
    if (view.sheet.length === 0) return this.openingSets(view.hand).map((set) => writeTurn(this.opening(set)));
    if (view.hand.includes("?") || this.canPlay(view.table, view.hand)) return [];
    return [this.machine.call("cards.course.due", view.bag_count, view.shown.length, this.rules) ? "redraw" : "pass"];
  }

  /** What is played for who does not play in time: the fewest Qwirkles, then the fewest cards, the rows as they lie where
   * that is enough; else `redraw` or `pass`. Null when it is not this seat's turn. */
  least(view: CardView): string | null {
    if (view.seat === null || view.seat !== view.to_move) return null;
    if (view.sheet.length === 0) {
      const turns = this.openingSets(view.hand).map((set) => this.opening(set));
      const texts = turns.map((turn) => [turn.taken.length, writeTurn(turn)] as const);
      return texts.sort((a, b) => a[0] - b[0] || byText(a[1], b[1]))[0]?.[1] ?? null;
    }
    return this.longer(view) ?? this.forced(view)[0] ?? this.smallest(view);
  }

  /** The first card of the hand that can join a row without filling it. */
  private longer(view: CardView): string | null {
    const rows = inOrder(view.table.map(readRow));
    for (const card of new Set(pieceList(readPieces(view.hand)))) {
      const joined = rows.map((row) => readRow(writeRow([...row, card])));
      const at = this.lanes(joined).findIndex(({ state }) => state === "ok");
      if (at >= 0) return writeTurn(turnOf(rows.map((row, i) => (i === at ? (joined[at] as Row) : row))));
    }
    return null;
  }

  /** The fewest cards that can be played when the table is taken apart. */
  private smallest(view: CardView): string | null {
    const lying = countsOf(view.table);
    const parts = partsOf(readPieces(view.hand)).sort((a, b) => sizeOf(a) - sizeOf(b));
    for (const played of parts) {
      const rows = this.arrange(combined(lying, played, 1));
      if (rows) return writeTurn(turnOf(rows));
    }
    return null;
  }

  /** The move of a bot for the seat of this view, whose turn it is. */
  choose(bot: BotName, view: CardView, thought: Thought = {}): Choice {
    this.check(view.table, view.hand);
    return this.thinking.choose(playsAs("cards", bot, thought.seed ?? 0, view), view, thought);
  }

  get thinking(): CardStudy {
    if (!this.bots) throw new KernelError("kernel/weights", "the kernel was loaded without what bots learned");
    return this.bots;
  }

  // ---- looking back -------------------------------------------------------------------------------------------------

  /** The turns that the seat to move had, the one made among them, each tried on the same samples of what it did not
   * see; null where there was no choice. */
  weighed(state: CardState, made: string, samples: number, seed: number): Weighed | null {
    return this.thinking.weighed(state, made, samples, seed);
  }

  /** The Qwirkles that the next player can take after a turn, in each of the worlds that it was weighed by. */
  answers(state: CardState, move: string, samples: number, seed: number): number[] {
    return this.thinking.answers(state, move, samples, seed);
  }

  /** How playing on so many times ends, from a state whose hands are all known. */
  finished(state: CardState, samples: number, seed: number): Ends {
    return this.thinking.finished(state, samples, seed);
  }

  // ---- between text and numbers --------------------------------------------------------------------------------------

  private allow(legal: number, state: CardState, asked: Record<string, unknown> = {}, turn: Turn = turnOf([])): void {
    if (legal) return;
    throw new Refused(
      this.refusal(this.machine.read(this.verdict, 0, W.VERDICT), turn, { hands: state.hands, ...asked }),
    );
  }

  /** The refusal in a verdict, with the facts that the reference gives beside clause and reason. */
  private refusal(v: readonly number[], turn: Turn, asked: { drawn?: string; hands?: readonly string[] }): Refusal {
    const clause = `C${v[W.CLAUSE]}`;
    const reason = W.REASONS[v[W.REASON] ?? 0] ?? "";
    const [amount = 0, seat = 0] = [v[W.AMOUNT], v[W.SEAT]];
    const pieces = writePieces(v.slice(W.PIECES, W.PIECES + KINDS));
    const row = [...turn.rows, ...turn.taken][v[W.ROW] ?? -1];
    const lane = row && this.lanes([row])[0];
    const of = lane && { row: lane.row, ...lane.facts };
    const facts: Record<string, Record<string, unknown> | undefined> = {
      vanished: { pieces },
      copies: { pieces: asked.drawn === undefined ? pieces : writePieces(readPieces(asked.drawn)) },
      hand: { pieces },
      short: of,
      duplicate: of,
      mixed: of,
      long: of,
      left: { row: lane?.row },
      "not-full": { row: lane?.row },
      largest: lane && { row: lane.row, size: amount },
      "redrawn-out": { times: amount },
      seat: { seat },
      count: { count: amount },
      "draw-first": { seat, count: amount },
      "wrong-size": seat < 0 ? {} : { seat, hand: asked.hands?.[seat] },
    };
    return { code: `rules/${clause}`, message: `${clause} ${reason}`, clause, reason, facts: facts[reason] ?? {} };
  }

  /** A state as the numbers of a course. */
  private writeCourse(state: CardState): void {
    const numbers = numbersOf(C, state);
    numbers[C.SHOWN] = state.shown.length;
    numbers[C.LAST_TURNS] = state.last_turns ?? -1;
    numbers[C.TURNS] = state.sheet.length;
    put(numbers, C.TABLE, countsOf(state.table));
    put(numbers, C.TAKEN, countsOf(state.stacks.flat()));
    this.machine.write(this.course, numbers);
  }

  /** The course as a state again; rows, stacks and the sheet are the caller's. */
  private readCourse(after: Pick<CardState, "ages" | "table" | "stacks" | "sheet" | "shown">): CardState {
    const c = this.machine.read(this.course, 0, C.COURSE);
    const { ages, table, stacks, sheet } = after;
    const last = c[C.LAST_TURNS] ?? -1;
    return {
      ...stateOf(C, RULESET, "C", ages, c),
      table,
      stacks,
      sheet,
      shown: c[C.SHOWN] ? after.shown : [],
      last_turns: last < 0 ? null : last,
    };
  }
}

/** The box without what lies on the table, in Qwirkles, in these hands and in what goes back. */
function unseenBy(state: CardState, hands: readonly string[]): number[] {
  const known = [...hands, state.need?.back ?? ""].map((hand) =>
    readPieces(hand).map((count, i) => (i < KINDS ? count : 0)),
  );
  return [countsOf(state.table), countsOf(state.stacks.flat()), ...known].reduce(
    (left, some) => combined(left, some, -1),
    BOX,
  );
}
