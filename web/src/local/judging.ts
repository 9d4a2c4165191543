// The review of a record on this device, piece by piece: how many turns there are, each of them, then all together. The
// page shares the pieces out among workers (reviewing.ts).
import { Denied } from "../http";
import type { Kernel, TileState } from "../kernel";
import type { JudgedTurn, ReviewedGame } from "../wire.gen";
import { readThrough } from "./replay";
import { assemble, judgeTurn, QUICK, type About, type Judged, type Step, type Strength } from "./review";
import type { Games } from "./table";
import { TileCourse } from "./tiles";

interface Read {
  readonly text: string;
  readonly about: About;
  readonly steps: readonly Step[];
}

const stateOf = (course: unknown): TileState => {
  if (!(course instanceof TileCourse))
    throw new Denied({ code: "page/unjudged", message: "cards are judged by a server" });
  return course.state;
};

export class Judging {
  readonly #kernel: Kernel;
  readonly #games: Games;
  /** The last record that was read: many turns of it are asked about. */
  #last: Read | null = null;

  constructor(kernel: Kernel, games: Games) {
    this.#kernel = kernel;
    this.#games = games;
  }

  #read(text: string): Read {
    if (this.#last?.text === text) return this.#last;
    const [{ ruleset, names }, through] = readThrough(this.#games, text);
    const steps = through.standing.map((one, number): Step => {
      const [before, after] = [stateOf(one.before), stateOf(one.after)];
      const made = after.sheet.length > before.sheet.length ? after.sheet.at(-1) : undefined;
      const drawn = one.drawn === null ? null : stateOf(one.drawn);
      return { number, seat: one.seat, before, move: made?.move ?? "", points: made?.points ?? null, after, drawn };
    });
    const { winners } = through.told();
    const final = stateOf(through.final);
    const about = {
      ruleset,
      names,
      winners: winners ?? final.outcome?.winners ?? null,
      first: steps[0]?.before ?? null,
      final,
    };
    this.#last = { text, about, steps };
    return this.#last;
  }

  #step(text: string, number: number): Step {
    const { steps } = this.#read(text);
    const step = steps[number];
    if (step === undefined) throw new Denied({ code: "request/field", message: `the game has ${steps.length} turns` });
    return step;
  }

  count(text: string): number {
    return this.#read(text).steps.length;
  }

  turn(text: string, number: number, strength: Strength): Judged {
    return judgeTurn(this.#kernel.tiles, this.#step(text, number), strength);
  }

  /** What another move would have been worth at a turn. */
  other(text: string, number: number, move: string): JudgedTurn {
    const step = this.#step(text, number);
    const after = this.#kernel.tiles.play(step.before, move);
    const made = after.sheet.at(-1);
    const instead = { ...step, move: made?.move ?? move, points: made?.points ?? null, after, drawn: null };
    return judgeTurn(this.#kernel.tiles, instead, QUICK).turn;
  }

  together(text: string, judged: readonly Judged[], strength: Strength): ReviewedGame {
    return assemble(this.#kernel.tiles, this.#read(text).about, judged, strength);
  }
}
