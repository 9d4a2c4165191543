// What the strong card bots share: every afterstate of a turn, its learned value, and imagined hands to try it against.
// The thinking is the kernel's; this is the order in which it is asked, as in sixfold.bots.cards.
import type { Cards } from "./cards";
import { filled } from "./notes";
import { CARDS, NOTES } from "./kernel.gen";
import type { Room } from "./machine";
import { readPieces, sizeOf } from "./notation";
import { countsOf, planes, writeTurn } from "./rows";
import { leadOf } from "./tile_bots";
import type { CardView, Choice, Thought } from "./types";

const { levels: LEVELS, race: RACE } = CARDS;
const STEP = 16;
const [COLORS, SHAPES] = ["ROYGBP", "osdctx"];

/** How a race is run: how many start, how many stay to the end, and the most hands or worlds for each. */
interface Plan {
  readonly WIDTH: number;
  readonly STOP: number;
  readonly MOST: number;
}

/** One decision. `taken` are the Qwirkles of each afterstate, `cards` how many cards it plays. */
export interface Decision {
  readonly view: CardView;
  readonly seed: bigint;
  readonly ask: readonly (number | bigint)[];
  readonly count: number;
  readonly rows: Room;
  readonly values: readonly number[];
  readonly guesses: readonly number[];
  readonly taken: readonly number[];
  readonly cards: readonly number[];
  spent: number;
}

export class Foresight {
  private readonly scratch: Room[];
  private readonly race: Room[];
  private readonly theta: Room;
  private readonly ask: Room;
  private rows: Room;
  private doubles: readonly [Room, Room, Room];

  constructor(
    private readonly game: Cards,
    weights: Float32Array,
  ) {
    const { machine } = game;
    this.scratch = machine.rooms(CARDS.scratch);
    this.race = machine.rooms(RACE.rooms);
    this.theta = machine.room("f", weights.length);
    machine.writeReals(this.theta, weights);
    this.ask = machine.room("w", CARDS.ask);
    this.rows = machine.room("w", 4096, CARDS.row);
    this.doubles = [machine.room("d", 4096), machine.room("d", 4096), machine.room("d", 4096)];
  }

  /** A level's choice; null where there is nothing to choose. */
  choose(level: "thoughtful" | "expert" | "champion", view: CardView, seed: bigint, thought: Thought): Choice | null {
    const made = this.decide(view, seed);
    if (made.count === 0) return null;
    const { taken, guesses, cards, values } = made;
    if (level === "thoughtful")
      return this.answer(
        made,
        this.ranked(
          taken.map((n, i) => n - (guesses[i] ?? 0)),
          LEVELS.SHOWN,
        ),
        NOTES.TWO_TURNS_FELT,
      );
    const worth = level === "champion" ? taken : taken.map((n, i) => n + LEVELS.expert.PER_CARD * (cards[i] ?? 0));
    const { ROLLOUTS } = LEVELS[level];
    if (made.ask[2] === 0) return this.answer(made, this.ranked(worth, LEVELS.SHOWN), NOTES.LAST_TURN);
    if (made.ask[0] === 2 && made.ask[1] === 0 && made.ask[2] === 1)
      return this.answer(made, this.solved(made), NOTES.SOLVED);
    if (level === "champion") {
      // Before the stock runs out one answer is enough to see; then it is worth playing to the end.
      const turns = Number(made.ask[1]) > LEVELS.NEAR_END ? 1 : 2 * view.seats;
      return this.answer(
        made,
        this.run(made, values, values, LEVELS.champion, turns, thought.rollouts ?? ROLLOUTS, thought.stop),
        NOTES.AHEAD,
      );
    }
    const first = worth.map((n, i) => n - (guesses[i] ?? 0));
    return this.answer(
      made,
      this.run(made, first, worth, LEVELS.expert, 0, Math.min(ROLLOUTS, thought.rollouts ?? ROLLOUTS), thought.stop),
      NOTES.TWO_TURNS,
    );
  }

  decide(view: CardView, seed: bigint): Decision {
    const { machine } = this.game;
    const ask = askOf(view);
    machine.write(this.ask, ask);
    const count = view.sheet.length === 0 ? this.openings(view) : this.afterstates(view, ask);
    const rows = { ...this.rows, shape: [count, CARDS.row] };
    const [values, guesses] = [
      { ...this.doubles[0], shape: [count] },
      { ...this.doubles[1], shape: [count] },
    ];
    if (count)
      machine.call("cards.thinking.policy.judge", this.theta, this.scratch, this.ask, rows, count, values, guesses);
    const numbers = machine.read(rows, 0, count * CARDS.row);
    const all = Array.from({ length: count }, (_, i) => numbers.slice(i * CARDS.row, (i + 1) * CARDS.row));
    return {
      view,
      seed,
      ask,
      count,
      rows,
      values: machine.readDoubles(values, count),
      guesses: machine.readDoubles(guesses, count),
      taken: all.map((row) => row[6] ?? 0),
      cards: all.map((row) => row.slice(0, 3).reduce((sum, bits) => sum + ones(bits), 0)),
      spent: 0,
    };
  }

  /** All distinct results of a turn, into `rows`; how many. */
  private afterstates(view: CardView, ask: readonly (number | bigint)[]): number {
    const { machine, space } = this.game;
    const lying = countsOf(view.table);
    const held = [ask[4], ask[5], ask[6]] as [bigint, bigint, bigint];
    for (;;) {
      const [room = 0] = this.rows.shape;
      const count = machine.call("cards.listing.afterstates", space, ...planes(lying), ...held, this.rows);
      if (count <= room || room >= CARDS.most) return Math.min(count, room);
      this.grow(Math.min(count, CARDS.most));
    }
  }

  private grow(count: number): void {
    const { machine } = this.game;
    this.rows = machine.room("w", count, CARDS.row);
    this.doubles = [machine.room("d", count), machine.room("d", count), machine.room("d", count)];
  }

  /** C5: the opening turns as rows of afterstates. */
  private openings(view: CardView): number {
    const sets = this.game.openingSets(view.hand);
    const numbers = sets.flatMap((set) => {
      const bits = set.reduce((sum, card) => sum | (1n << BigInt(card)), 0n);
      const full = this.game.opening(set).taken.length;
      const facts = this.game.lanes([set])[0]?.facts ?? {};
      const line = facts.color ? COLORS?.indexOf(String(facts.color)) : 6 + (SHAPES?.indexOf(String(facts.shape)) ?? 0);
      // A full row is taken at once: of which line, two bits for each, colours first.
      return [bits, 0n, 0n, full ? 0n : bits, 0n, 0n, BigInt(full), full ? 1n << BigInt(2 * (line ?? 0)) : 0n];
    });
    this.game.machine.write(this.rows, numbers);
    return sets.length;
  }

  /** The best afterstates by this worth: how many are in the race. */
  private ranked(worth: readonly number[], width: number): number {
    return this.game.machine.call("cards.thinking.race.ranked", this.race, this.put(worth), worth.length, width);
  }

  /** The last two turns of two players: own Qwirkles minus the most that the known hand makes of what is left. */
  private solved(made: Decision): number {
    const { machine, space } = this.game;
    const room = { ...this.doubles[0], shape: [made.count] };
    machine.call("cards.thinking.ahead.replies", space, this.scratch, this.ask, made.rows, made.seed, room);
    const replies = machine.readDoubles(room, made.count);
    return this.ranked(
      made.taken.map((n, i) => n - (replies[i] ?? 0)),
      LEVELS.SHOWN,
    );
  }

  /** A race of those that look best at first. */
  private run(
    made: Decision,
    first: readonly number[],
    base: readonly number[],
    plan: Plan,
    turns: number,
    rollouts: number,
    stop = (): boolean => false,
  ): number {
    const { machine, space } = this.game;
    const count = this.ranked(first, plan.WIDTH);
    machine.call("cards.thinking.race.start", this.race, this.put(base), count, plan.STOP, plan.MOST, rollouts);
    let more = machine.read(this.part("state"), RACE.OVER, 1)[0] === 0;
    while (more) {
      if (stop()) {
        machine.call("cards.thinking.race.end_lap", this.race, made.view.seats, turns > 0, true);
        break;
      }
      more =
        machine.call(
          "cards.thinking.race.go_on",
          space,
          this.theta,
          this.scratch,
          this.ask,
          made.rows,
          this.race,
          made.seed,
          turns,
          LEVELS.KINDS_SEEN,
          STEP,
        ) === 1;
    }
    made.spent += machine.read(this.part("state"), RACE.SPENT, 1)[0] ?? 0;
    return count;
  }

  private put(worth: readonly number[]): Room {
    const room = { ...this.doubles[2], shape: [worth.length] };
    this.game.machine.writeReals(room, worth);
    return room;
  }

  /** The best of the race as a choice; values are expected final leads over the best other seat. */
  private answer(made: Decision, count: number, note: string): Choice {
    const { machine } = this.game;
    const shown = Math.min(count, LEVELS.SHOWN);
    const worth = machine.readDoubles(this.part("worth"), shown);
    const lead = leadOf(made.view);
    const alternatives = machine.read(this.part("chosen"), 0, shown).map((index, i) => ({
      move: this.turnAt(made, index),
      value: lead + (worth[i] ?? 0),
    }));
    const [first] = alternatives as [Choice["alternatives"][number]];
    return { ...first, alternatives, note: filled(note, first.value), rollouts: made.spent };
  }

  /** One of the afterstates as a turn. */
  turnAt(made: Decision, index: number): string {
    const { machine } = this.game;
    const row = { ...made.rows, at: made.rows.at + 8 * CARDS.row * index, shape: [CARDS.row] };
    const [, , , a = 0n, b = 0n, c = 0n, , code = 0n] = machine.readBig(row, CARDS.row);
    return writeTurn(this.game.afterstate([a, b, c], code));
  }

  /** A part of the race, by its name. */
  private part(name: (typeof RACE.names)[number]): Room {
    return this.race[RACE.names.indexOf(name)] as Room;
  }
}

/** A view as the numbers of a decision. */
function askOf(view: CardView): (number | bigint)[] {
  const seat = view.seat ?? 0;
  const hand = readPieces(view.hand);
  const others = view.hand_sizes.reduce((sum, n) => sum + n, 0) - sizeOf(hand);
  const last = view.last_turns === null ? -1 : view.last_turns - 1;
  const next = Array.from({ length: 3 }, (_, step) =>
    step + 1 < view.seats ? (view.hand_sizes[(seat + step + 1) % view.seats] ?? 0) : 0,
  );
  return [view.seats, view.bag_count, last, others, ...planes(hand), ...planes(readPieces(view.unseen)), ...next];
}

/** How many bits are set. */
function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
