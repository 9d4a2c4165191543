// A record played through on this device: what lay on the table after every event. The rules check every step, so that a
// record that was tampered with is refused where it first goes wrong.
import { Denied } from "../http";
import { NotationError, Refused } from "../kernel";
import type { Replay, ReplayStep } from "../wire.gen";
import type { Course } from "./course";
import type { Games } from "./table";

const FIRST = "sixfold record 1";
const LONGEST = 400_000;

interface Head {
  readonly ruleset: string;
  readonly names: string[];
  readonly ages: (number | null)[];
  readonly date: string | null;
}

/** A record that cannot be read, by its line. */
const unreadable = (line: number, message: string): Denied =>
  new Denied({ code: "notation/record", message: `line ${line}: ${message}`, facts: { line } });

function headOf(lines: readonly string[]): Head {
  const tags = new Map(lines.map((line) => [line.split(":")[0] ?? "", line.slice(line.indexOf(":") + 1).trim()]));
  const seats = [0, 1, 2, 3].filter((seat) => tags.has(`seat ${seat}`));
  const age = (seat: number): number | null => (tags.has(`age ${seat}`) ? Number(tags.get(`age ${seat}`)) : null);
  return {
    ruleset: tags.get("ruleset") ?? "",
    names: seats.map((seat) => tags.get(`seat ${seat}`) || tags.get(`bot ${seat}`) || String(seat + 1)),
    ages: seats.map(age),
    date: tags.get("date") ?? null,
  };
}

/** The game of a record, event by event. */
export function replayOf(games: Games, text: string): Replay {
  const [{ ruleset, names, date }, through] = readThrough(games, text);
  return { ruleset, names, date, ...through.told() };
}

/** A record read to its end; what is wrong with it is told by its line. */
export function readThrough(games: Games, text: string): [Head, Through] {
  const lines = text.slice(0, LONGEST).trim().split(/\r?\n/);
  if (lines[0]?.trim() !== FIRST) throw unreadable(1, `a record begins with '${FIRST}'`);
  const gap = lines.findIndex((line, at) => at > 0 && line.trim() === "");
  const head = headOf(lines.slice(1, gap < 0 ? undefined : gap));
  const game = games.get(head.ruleset);
  if (game === undefined || head.names.length < 2) throw unreadable(2, "no rule set that is known here, or no seats");
  const through = new Through(game.start(head.names.length, head.ages), head.ruleset);
  const events = gap < 0 ? [] : lines.slice(gap + 1);
  events.forEach((line, at) => {
    try {
      through.read(line.trim());
    } catch (error) {
      if (!(error instanceof Refused || error instanceof NotationError || error instanceof Denied)) throw error;
      throw unreadable(gap + 2 + at, error.message);
    }
  });
  return [head, through];
}

/** A move that stands, with the game around it; `drawn` after the draw that followed. */
export interface Standing {
  readonly step: number;
  readonly seat: number;
  /** How many turns were finished before it. */
  readonly turn: number;
  readonly before: Course;
  readonly after: Course;
  readonly drawn: Course | null;
}

export class Through {
  #course: Course;
  readonly #ruleset: string;
  readonly #steps: ReplayStep[] = [];
  /** Where each turn began, by the number of turns finished before it. */
  readonly #begun: Course[] = [];
  #standing: Standing[] = [];
  #tookBack = 0;
  #result: { reason: string; winners: number[] } | null = null;

  constructor(course: Course, ruleset: string) {
    this.#course = course;
    this.#ruleset = ruleset;
    this.#note(null, null, null);
  }

  read(line: string): void {
    const draw = /^draw (\d): (\S*)$/.exec(line);
    const back = /^takeback (\d): (\d+)$/.exec(line);
    const move = /^(\d): (.+?)(?: = (\d+))?$/.exec(line);
    const result = /^result: (\S+)(?: by \d)?, scores ([\d ]+), winners ([\d -]+)$/.exec(line);
    if (this.#result !== null) throw unreadable(0, "nothing comes after the result");
    if (draw !== null) {
      const { opening } = this.#course;
      this.#course = this.#course.draw(Number(draw[1]), draw[2] ?? "");
      const last = this.#standing.at(-1);
      if (opening !== null && last !== undefined)
        this.#standing = [...this.#standing.slice(0, -1), { ...last, drawn: this.#course }];
      this.#note(line, Number(draw[1]), null);
    } else if (back !== null) this.#takeBack(line, Number(back[1]), Number(back[2]));
    else if (result !== null) this.#end(line, result[1] ?? "", result[2] ?? "", result[3] ?? "");
    else if (move !== null) this.#move(line, Number(move[1]), move[2] ?? "", move[3]);
    else throw unreadable(0, `${line.slice(0, 40)} is no event that is known here`);
  }

  #move(line: string, seat: number, move: string, points: string | undefined): void {
    const before = this.#course;
    const turn = before.sheet.length;
    if (before.toMove !== seat) throw unreadable(0, `it is the turn of seat ${before.toMove}, not of seat ${seat}`);
    if (this.#standing.at(-1)?.turn !== turn) this.#begun[turn] = before;
    this.#course = before.play(move);
    const made = this.#course.sheet.length > turn ? this.#course.sheet.at(-1)?.points : undefined;
    if (String(made) !== String(points)) throw unreadable(0, `the turn brings ${made} points, not ${points}`);
    this.#standing.push({ step: this.#steps.length, seat, turn, before, after: this.#course, drawn: null });
    this.#note(line, seat, made ?? null, move);
  }

  #takeBack(line: string, seat: number, turns: number): void {
    const turn = this.#course.sheet.length - turns;
    const then = this.#begun[turn];
    if (turns < 1 || then === undefined) throw unreadable(0, `${turns} turns cannot be taken back`);
    this.#course = then;
    this.#standing = this.#standing.filter((one) => one.turn < turn);
    this.#tookBack += turns;
    this.#note(line, seat, null);
  }

  #end(line: string, reason: string, scores: string, winners: string): void {
    const numbers = (text: string): number[] => text.split(" ").filter((word) => /^\d+$/.test(word)).map(Number); // prettier-ignore
    const { outcome } = this.#course;
    if (numbers(scores).join() !== this.#course.scores.join()) throw unreadable(0, "the scores do not add up");
    if (outcome !== null && (outcome.reason !== reason || outcome.winners.join() !== numbers(winners).join()))
      throw unreadable(0, `the game ended by ${outcome.reason}`);
    if (outcome === null && /^[A-Z]/.test(reason))
      throw unreadable(0, `the rules do not end the game here by ${reason}`);
    this.#result = { reason, winners: numbers(winners) };
    this.#note(line, null, null);
  }

  #note(event: string | null, seat: number | null, points: number | null, move: string | null = null): void {
    const course = this.#course;
    const { board, rows, stacks } = course.shown();
    const sight = course.sight(null);
    const hands = sight.handSizes.map((_, at) => course.hand(at));
    const lying = board ?? (rows ?? []).join(" ");
    const position = course.toMove === null ? null : `${this.#ruleset} | ${lying} | ${hands[course.toMove] ?? ""}`;
    const shown = { board, rows, stacks, hands, position };
    const { bag, scores } = sight;
    const numbers = { number: null, scores: [...scores], bag, to_move: course.toMove, turn: course.sheet.length };
    this.#steps.push({ event, move, seat, points, ...shown, ...numbers });
  }

  get standing(): readonly Standing[] {
    return this.#standing;
  }

  get final(): Course {
    return this.#course;
  }

  told(): Pick<Replay, "steps" | "took_back" | "winners" | "reason"> {
    const numbers = new Map(this.#standing.map(({ step }, number) => [step, number]));
    const steps = this.#steps.map((step, at) => ({ ...step, number: numbers.get(at) ?? null }));
    const { reason = null, winners = null } = this.#result ?? {};
    return { steps, took_back: this.#tookBack, winners, reason };
  }
}
