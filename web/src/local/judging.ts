// The review of a record on this device, piece by piece: how many turns there are, each of them, then all together. The
// page shares the pieces out among workers (reviewing.ts).
import { Denied } from "../http";
import type { ReviewedTurn, ReviewedGame } from "../wire.gen";
import type { Unnumbered } from "./protocol";
import { readThrough } from "./replay";
import { assemble, FULL, judgeTurn, QUICK, type About, type Judged, type State, type Step } from "./review";
import type { Strength, Studied } from "./review";
import type { Games } from "./table";

interface Read {
  readonly text: string;
  readonly game: Studied<State>;
  readonly about: About;
  readonly steps: readonly Step[];
}

type Looking = Extract<Unnumbered, { ask: "turns" | "turn" | "other" | "together" }>;

export class Judging {
  readonly #games: Games;
  /** The last record that was read: many turns of it are asked about. */
  #last: Read | null = null;

  constructor(games: Games) {
    this.#games = games;
  }

  /** What somebody who looks back asks for. */
  answer(asked: Looking): unknown {
    switch (asked.ask) {
      case "turns":
        return this.count(asked.record);
      case "turn":
        return this.turn(asked.record, asked.turn, asked.full ? FULL : QUICK);
      case "other":
        return this.other(asked.record, asked.turn, asked.move);
      case "together":
        return this.together(asked.record, asked.turns, asked.full ? FULL : QUICK);
    }
  }

  #read(text: string): Read {
    if (this.#last?.text === text) return this.#last;
    const [{ ruleset, names }, through] = readThrough(this.#games, text);
    const steps = through.standing.map((one, number): Step => {
      const [before, after] = [one.before.state, one.after.state];
      const made = after.sheet.length > before.sheet.length ? after.sheet.at(-1) : undefined;
      const drawn = one.drawn?.state ?? null;
      // C11's redraw finishes no turn.
      const move = made?.move ?? "redraw";
      return { number, seat: one.seat, before, move, points: made?.points ?? null, after, drawn };
    });
    const { winners } = through.told();
    const final = through.final.state;
    const about = {
      ruleset,
      names,
      winners: winners ?? final.outcome?.winners ?? null,
      first: steps[0]?.before ?? null,
      final,
    };
    this.#last = { text, game: through.final.studied, about, steps };
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
    return judgeTurn(this.#read(text).game, this.#step(text, number), strength);
  }

  /** What another move would have been worth at a turn. */
  other(text: string, number: number, move: string): ReviewedTurn {
    const step = this.#step(text, number);
    const { game } = this.#read(text);
    const after = game.play(step.before, move);
    const made = after.sheet.at(-1);
    const instead = { ...step, move: made?.move ?? move, points: made?.points ?? null, after, drawn: null };
    return judgeTurn(game, instead, QUICK).turn;
  }

  together(text: string, judged: readonly Judged[], strength: Strength): ReviewedGame {
    const { game, about } = this.#read(text);
    return assemble(game, about, judged, strength);
  }
}
