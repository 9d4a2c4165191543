// A record played through on this device: what lay on the table after every event. The rules check every step, so that a
// record that was tampered with is refused where it first goes wrong.
import { KINDS, readPieces } from "../kernel/notation";
import type { Replay, ReplayStep } from "../wire.gen";
import type { Course } from "./course";
import { fault, Reader, type Happening, type Head } from "./reader";
import type { Games } from "./table";

/** The game of a record, event by event. */
export function replayOf(games: Games, text: string): Replay {
  const [{ ruleset, names, date }, through] = readThrough(games, text);
  return { ruleset, names, date, ...through.told() };
}

/** A record read to its end; what is wrong with it is told by its line. */
export function readThrough(games: Games, text: string): [Head, Through] {
  let found: [Head, Through] | null = null;
  new Reader().read(
    text,
    (ruleset) => games.has(ruleset),
    (head) => {
      const course = games.get(head.ruleset)?.start(head.names.length, head.ages) as Course;
      found = [head, new Through(course, head.ruleset)];
    },
    (what) => found?.[1].read(what),
  );
  return found as unknown as [Head, Through];
}

/** A game in its course with other hands, drawn from what was in these and in the bag. */
function dealtAnew(course: Course, hands: readonly (string | null)[]): Course {
  const seats = course.sight(null).handSizes.length;
  if (course.toMove === null || course.sheet.length === 0 || hands.length !== seats)
    fault("only a game in its course is dealt anew, all seats of it");
  const given = hands.flatMap((hand, seat) => (hand === null ? [] : [[course.hand(seat), hand] as const]));
  const pool = readPieces(given.reduce((pieces, [old]) => pieces + old, course.bag()));
  const dealt = readPieces(given.reduce((pieces, [, hand]) => pieces + hand, ""));
  const isKnown = [pool, dealt].every((pieces) => pieces[KINDS] === 0);
  const isSame = given.every(([old, hand]) => old.length === hand.length);
  if (!isKnown || !isSame || dealt.some((count, piece) => count > (pool[piece] ?? 0)))
    fault("hands dealt anew are as large as before, and of the same pieces");
  return course.withHands(hands.map((hand, seat) => hand ?? course.hand(seat)));
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
  #wasAnew = false;
  /** Whether draws are left out; null before the first event. */
  #onlyMoves: boolean | null = null;
  #result: { reason: string; winners: number[] } | null = null;

  constructor(course: Course, ruleset: string) {
    this.#course = course;
    this.#ruleset = ruleset;
    this.#note(null, null, null);
  }

  read(what: Happening): void {
    // A record whose first event is no draw leaves them all out.
    this.#onlyMoves ??= what.is !== "draw";
    if (this.#onlyMoves) this.#fillIn(what);
    if (this.#result !== null && what.is !== "move") fault("nothing comes after the result");
    switch (what.is) {
      case "draw":
        return this.#draw(what.seat, what.pieces);
      case "announce":
        return this.#announce(what.sizes);
      case "anew":
        return this.#anew(what.hands);
      case "move":
        return this.#move(what.seat, what.move, what.points);
      case "takeback":
        return this.#takeBack(what.seat, what.turns);
      case "result":
        return this.#end(what);
    }
  }

  /** Where draws are left out, unknown pieces were drawn; and who opened announced what was laid. */
  #fillIn(what: Happening): void {
    if (what.is === "takeback") return;
    if (what.is === "draw") fault("this record leaves draws out, so it cannot have one here");
    for (let { need } = this.#course; need !== null && what.is !== "result"; need = this.#course.need)
      this.#draw(need.seat, "?".repeat(need.count));
    const seats = this.#course.sight(null).handSizes.length;
    if (this.#course.opening !== null || what.is !== "move" || what.seat >= seats) return;
    const laid = what.move.match(/[A-Z][a-z]|\?/g)?.length ?? 1;
    this.#announce(Array.from({ length: seats }, (_, seat) => (seat === what.seat ? laid : 0)));
  }

  #draw(seat: number, pieces: string): void {
    const { opening } = this.#course;
    this.#course = this.#course.draw(seat, pieces);
    const last = this.#standing.at(-1);
    if (opening !== null && last !== undefined)
      this.#standing = [...this.#standing.slice(0, -1), { ...last, drawn: this.#course }];
    this.#note(`draw ${seat}: ${pieces}`, seat, null);
  }

  #announce(sizes: readonly number[]): void {
    this.#course = this.#course.announce(sizes);
    this.#note(`announce: ${sizes.join(" ")}`, null, null);
  }

  /** The game went on elsewhere: nothing is taken back beyond this, and what it changed is luck of the last turn. */
  #anew(hands: readonly (string | null)[]): void {
    if (this.#wasAnew) fault("a game is dealt anew once");
    this.#wasAnew = true;
    this.#course = dealtAnew(this.#course, hands);
    this.#begun.length = 0;
    this.#begun[this.#course.sheet.length] = this.#course;
    const last = this.#standing.at(-1);
    if (last !== undefined) this.#standing = [...this.#standing.slice(0, -1), { ...last, drawn: this.#course }];
    this.#note(`anew: ${hands.map((hand) => hand ?? "-").join(" ")}`, null, null);
  }

  #move(seat: number, move: string, points: number | null): void {
    const before = this.#course;
    const turn = before.sheet.length;
    if (before.toMove !== null && before.toMove !== seat)
      fault(`it is the turn of seat ${before.toMove}, not of seat ${seat}`);
    if (this.#standing.at(-1)?.turn !== turn) this.#begun[turn] = before;
    this.#course = before.play(move);
    const made = this.#course.sheet.length > turn ? this.#course.sheet.at(-1) : undefined;
    const brought = made?.points ?? null;
    if (brought !== points) fault(`the turn brings ${brought} points; the line says ${points}`);
    if (this.#result !== null) fault("nothing comes after the result");
    this.#standing.push({ step: this.#steps.length, seat, turn, before, after: this.#course, drawn: null });
    const text = made?.move ?? move;
    this.#note(`${seat}: ${text}${brought === null ? "" : ` = ${brought}`}`, seat, brought, text);
  }

  #takeBack(seat: number, turns: number): void {
    const turn = this.#course.sheet.length - turns;
    const then = this.#begun[turn];
    const seats = this.#course.sight(null).handSizes.length;
    if (turns < 1 || then === undefined || seat >= seats) fault(`${turns} turns cannot be taken back by seat ${seat}`);
    this.#course = then;
    this.#standing = this.#standing.filter((one) => one.turn < turn);
    this.#tookBack += turns;
    this.#note(`takeback ${seat}: ${turns}`, seat, null);
  }

  /** Scores add up; an end by the rules is the one the rules give; winners sit at the table. */
  #end({ reason, by, scores, winners }: Extract<Happening, { is: "result" }>): void {
    const { outcome } = this.#course;
    const is = (some: readonly number[], other: readonly number[]): boolean => some.join() === other.join();
    if (!is(scores, this.#course.scores)) fault(`the scores are ${this.#course.scores.join(" ")}`);
    if (outcome !== null && (outcome.reason !== reason || by !== null || !is(outcome.winners, winners)))
      fault(`the game ended by ${outcome.reason}, won by seat ${outcome.winners.join(" ")}`);
    if (outcome === null && /^[A-Z]/.test(reason)) fault(`the rules do not end the game here by ${reason}`);
    const inOrder = [...new Set(winners)].sort((a, b) => a - b);
    if ([...winners, by ?? 0].some((seat) => seat >= scores.length) || !is(winners, inOrder))
      fault("the winners are seats of this game, each once, in order");
    this.#result = { reason, winners: [...winners] };
    const ends = `${reason}${by === null ? "" : ` by ${by}`}`;
    this.#note(`result: ${ends}, scores ${scores.join(" ")}, winners ${winners.join(" ") || "-"}`, null, null);
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
