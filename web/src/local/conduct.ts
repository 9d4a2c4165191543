// What a command at a table of this device leads to: facts, or a refusal. No storage, no chance but the table's dealer.
// The order of play is the rules'; here are the procedures around it, as a server has them (server/table/conduct.py),
// less what needs other devices: everybody here shares one, so that nobody has to be asked and nobody is away.
import type { Message } from "../wire.gen";
import type { Course } from "./course";
import type { Assist, Fact, Place } from "./facts";
import { named } from "./names";
import { ELSEWHERE, refuse } from "./refuse";
import { turnText } from "./turns";
import {
  apply,
  dealerOf,
  isReady,
  mine,
  people,
  scores,
  seatsWhere,
  settle,
  toMove,
  type Ahead,
  type Chair,
  type Table,
} from "./table";

/** The bot that plays for a person who is away. */
export const STAND_IN = "casual";
const MOST_ASIDES = 500;
const MOST_TAKE_BACKS = 200;
/** A position may be dead: no tile that is left fits, and all exchange for ever. Then the game ends as it stands. */
const MOST_TURNS = 500;

type Questions = "hello" | "ping" | "look" | "plays" | "check" | "fits" | "hint" | "missed";
export type Command = Exclude<Message, { do: Questions }>;
type Of<K extends Command["do"]> = Extract<Command, { do: K }>;

/** One fact with the table after it. */
export interface Happening {
  readonly fact: Fact;
  readonly after: Table;
  readonly places: readonly Place[];
}

/** One command being obeyed: collects its facts. */
class Conduct {
  table: Table;
  readonly done: Happening[] = [];
  readonly #now: number;

  constructor(table: Table, now: number) {
    this.table = table;
    this.#now = now;
  }

  /** This happened. A table's time never runs backward, whatever a clock does. */
  add(fact: Fact, places: readonly Place[] = [], ahead?: Ahead): void {
    this.table = apply(this.table, fact, Math.max(this.#now, this.table.at), places, ahead);
    this.done.push({ fact, after: this.table, places });
  }

  /** The seat that a command is for, which has to be one of this device's. */
  seat(command: Command): number {
    const own = mine(this.table);
    if (own.length === 0) refuse("not-your-seat", "you have no seat at this table");
    const seat = command.seat ?? (own.length === 1 ? own[0] : undefined);
    if (seat === undefined) refuse("which-seat", "several seats are yours: say which one this is for", { seats: own });
    if (!own.includes(seat)) refuse("not-your-seat", `seat ${seat} is not yours`, { seat });
    return seat;
  }

  chair(seat: number): Chair {
    return this.table.chairs[seat] as Chair;
  }

  phase(...allowed: string[]): void {
    const { phase } = this.table;
    if (allowed.includes(phase)) return;
    if (phase === "finished") refuse("finished", "this game is over");
    refuse("phase", `that cannot be done now: the table is in its ${phase} phase`, { phase });
  }

  /** A command about the game has to know the game as it stands. */
  fresh(command: Command): void {
    const { n, turnN } = this.table;
    if ((command.base ?? 0) < turnN) refuse("stale", `the table has moved on to event ${n}`, { n });
  }

  /** The sender's seat, whose turn it must be. */
  mover(command: Command): number {
    const seat = this.seat(command);
    this.phase("playing");
    this.fresh(command);
    const due = toMove(this.table);
    if (due !== seat) refuse("not-your-turn", `it is the turn of seat ${due}`, { to_move: due });
    if (this.chair(seat).standIn !== "") refuse("phase", "a bot sits in for you: take your seat back first");
    return seat;
  }

  /** Not every game has every move. */
  mustHave(move: keyof typeof ELSEWHERE): void {
    if (!this.table.game.moves.includes(move)) refuse("game", ELSEWHERE[move]);
  }

  course(): Course {
    if (this.table.course === null) throw new Error("there is no game yet");
    return this.table.course;
  }

  /** The seat to move makes this move; chance is answered; the end is noted. */
  play(move: string, by: "person" | "bot"): void {
    const seat = toMove(this.table);
    if (seat === null) throw new Error("nobody is to move");
    const before = this.course();
    const dealer = dealerOf(this.table);
    const { course, draws } = settle(before.play(move), dealer);
    const written = course.sheet.at(-1)?.move ?? move;
    this.add({ e: "played", seat, move: written, draws, by }, [], { course, dealer });
    if (course.outcome !== null) this.end(course.outcome.reason);
    else if (course.sheet.length >= MOST_TURNS) this.end("endless");
  }

  /** The game is over; who resigned cannot win. */
  end(reason: string, winners?: readonly number[]): void {
    const able = seatsWhere(this.table, (chair) => !chair.resigned);
    const had = scores(this.table);
    const best = Math.max(...able.map((seat) => had[seat] ?? 0));
    this.add({ e: "ended", reason, winners: winners ?? able.filter((seat) => had[seat] === best) });
  }

  /** Deal; ask for ages where a tie between people needs them (T3, C3). */
  start(): void {
    const { table } = this;
    const ranks = ranksOf(table);
    const late = seatsWhere(table, (chair) => !isReady(chair) || (chair.kind === "here" && !chair.taken));
    const dealer = dealerOf(table);
    const { course, draws } = settle(table.game.start(table.chairs.length, ranks), dealer);
    const tied = (course.opening?.tied ?? []).filter((seat) => this.chair(seat).kind !== "bot" && !late.includes(seat));
    const asked = tied.length > 1 ? tied.filter((seat) => this.chair(seat).age === null) : [];
    const stand_ins = Object.fromEntries(late.map((seat) => [seat, STAND_IN]));
    const nobody = late.filter((seat) => !this.chair(seat).taken).map((seat) => ({ seat, bot: STAND_IN }));
    const places = named(nobody, table.chairs.map((chair) => chair.name)); // prettier-ignore
    this.add({ e: "started", draws, ranks, asked, stand_ins }, places, { course, dealer });
  }

  /** C11: nobody here can show a way without being asked, so the solver decides at once. */
  stuck(seat: number, by: "person" | "bot"): void {
    const dealer = dealerOf(this.table);
    this.add({ e: "stuck", seat, by }, [], { course: this.course(), dealer });
    const found = this.course().stuck();
    if (found.exists) {
      this.add({ e: "settled", seat, exists: true }, [], { course: this.course(), dealer });
    } else if (found.move === "redraw") {
      const { course, draws } = settle(this.course().play("redraw"), dealer);
      this.add({ e: "settled", seat, exists: false, draws }, [], { course, dealer });
    } else {
      this.play(found.move, by);
    }
  }

  /** Whatever waited for this person does not any more. */
  relieve(seat: number): void {
    if (this.table.phase !== "opening" || !this.table.asked.includes(seat)) return;
    this.aged(seat, []);
  }

  aged(seat: number, places: readonly Place[]): void {
    this.add({ e: "aged", seat }, places);
    if (this.table.asked.length === 0) this.open(ranksOf(this.table));
  }

  /** The tie is settled. */
  open(ranks: readonly (number | null)[]): void {
    this.add({ e: "opened", ranks });
  }
}

/** The order of ages without the ages: all that T3 and C3 need, and all that is kept. */
function ranksOf(table: Table): (number | null)[] {
  const ages = table.chairs.map((chair) => (chair.kind === "bot" ? null : chair.age));
  const order = [...new Set(ages.filter((age) => age !== null))].sort((a, b) => a - b);
  return ages.map((age) => (age === null ? null : order.indexOf(age) + 1));
}

/** How many steps, and how many finished turns, lie between now and before the last turn of this seat. */
function stepsBack(table: Table, seat: number): { steps: number; turns: number } | null {
  let [steps, turns, found] = [0, 0, false];
  for (const step of [...table.log].reverse()) {
    if (found && (step.finished || step.seat !== seat)) break; // C11's redraws belong to the turn that they led to
    steps += 1;
    turns += step.finished ? 1 : 0;
    found ||= step.finished && step.seat === seat;
  }
  return found ? { steps, turns } : null;
}

/** A name on one line, without characters that move the cursor or turn the text around. */
export function clean(name: string): string {
  const kept = [...name].filter((letter) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/u.test(letter)).join("");
  return [...kept.split(/\s+/).filter(Boolean).join(" ")].slice(0, 40).join("") || "?";
}

const nothing = (): never => refuse("nothing-to-answer", "nobody asks this seat for anything");

function first(it: Conduct, command: Of<"first">): void {
  const seat = it.seat(command);
  it.phase("opening");
  it.fresh(command);
  const tied = it.course().opening?.tied ?? [];
  if (!tied.includes(seat) || !tied.includes(command.first) || it.chair(command.first).kind === "bot")
    refuse("nothing-to-answer", "that is not among the tied players", { tied });
  // Only the order matters: the one named is older (or younger) than everyone else.
  const rank = it.table.game.first === "oldest" ? it.table.chairs.length + 1 : 0;
  const others = ranksOf(it.table).map((other) => (other === null ? null : other + 1));
  it.open(others.map((other, at) => (at === command.first ? rank : other)));
}

function stuck(it: Conduct, command: Of<"stuck">): void {
  const seat = it.mover(command);
  it.mustHave("stuck");
  // The rules say why: C11 has found a way, C5 wants a set laid.
  if (it.table.mustPlay || it.course().sheet.length === 0) it.course().play("redraw");
  it.stuck(seat, "person");
}

function takeBack(it: Conduct, command: Of<"take_back">): void {
  const seat = it.seat(command);
  it.phase("playing");
  it.fresh(command);
  if (it.table.bag !== "") refuse("no-take-back", "others play the same bag: it is played as it comes");
  const back = stepsBack(it.table, seat);
  if (back === null) refuse("no-take-back", "you have no turn to take back");
  if (it.table.takenBack >= MOST_TAKE_BACKS)
    refuse("no-take-back", `a game has at most ${MOST_TAKE_BACKS} take-backs`, { most: MOST_TAKE_BACKS });
  it.add({ e: "take_back_asked", seat });
  it.add({ e: "taken_back", seat, ...back, used: dealerOf(it.table).used });
}

function resign(it: Conduct, command: Of<"resign">): void {
  const seat = it.seat(command);
  it.phase("playing", "opening");
  if (it.chair(seat).resigned) refuse("phase", "you have resigned already");
  it.add({ e: "resigned", seat, stand_in: STAND_IN });
  const able = seatsWhere(it.table, (chair) => !chair.resigned);
  if (able.length === 1) it.end("resigned", able);
  else if (people(it.table).length === 0) it.end("abandoned");
  else it.relieve(seat);
}

function leave(it: Conduct, command: Of<"leave">): void {
  const seat = it.seat(command);
  it.phase("lobby", "opening", "playing");
  if (it.table.phase === "lobby") {
    it.add({ e: "left", seat }, [{ seat, name: "", age: null }]);
    return;
  }
  if (it.chair(seat).standIn !== "") refuse("phase", "a bot sits in for you already");
  const others = people(it.table).filter((other) => other !== seat);
  if (others.length > 0 && it.table.terms.leaving !== "end") {
    it.add({ e: "left", seat, stand_in: STAND_IN });
    it.relieve(seat);
    return;
  }
  it.add({ e: "left", seat });
  const had = scores(it.table);
  const able = seatsWhere(it.table, (chair) => !chair.resigned).filter((other) => other !== seat);
  const best = Math.max(...able.map((other) => had[other] ?? 0));
  it.end(others.length > 0 ? "left" : "abandoned", able.filter((other) => had[other] === best)); // prettier-ignore
}

function adjust(it: Conduct, command: Of<"adjust">): void {
  const seat = it.seat(command);
  const name = command.name ?? null;
  const places = name === null ? [] : [{ seat, name: clean(name), age: it.chair(seat).age }];
  it.add(
    { e: "adjusted", seat, assist: (command.assist ?? null) as Assist | null, open: command.open ?? null },
    places,
  );
}

function close(it: Conduct): void {
  if (it.table.phase === "opening" || it.table.phase === "playing") it.end("closed", []);
  it.add({ e: "closed", reason: "closed" });
}

function rematch(it: Conduct, command: Of<"rematch">, token: () => string): void {
  const seat = it.seat(command);
  if (it.table.phase !== "finished" || it.table.closed !== "")
    refuse("unfinished", "a rematch can be asked for when the game is over");
  if (it.table.rematch !== "") return;
  // One word is enough: whoever shares the device has heard it.
  if (!it.table.rematchAsked.includes(seat)) it.add({ e: "rematch_asked", seat });
  it.add({ e: "rematched", table: token() });
}

function ready(it: Conduct, command: Of<"ready">): void {
  const seat = it.seat(command);
  it.phase("lobby");
  if (isReady(it.chair(seat))) refuse("phase", `seat ${seat} has confirmed already`, { seat });
  it.add({ e: "readied", seat, entropy: command.entropy });
  if (it.table.chairs.every((chair) => isReady(chair) && (chair.taken || chair.kind === "bot"))) it.start();
}

function start(it: Conduct): void {
  it.phase("lobby");
  if (!it.table.chairs.some((chair) => chair.taken && isReady(chair)))
    refuse("phase", "at least one person has to confirm a seat first");
  it.start();
}

/** What the command leads to. Throws a refusal, and then nothing has happened. `token` names the next table. */
export function handle(table: Table, command: Command, now: number, token: () => string): Happening[] {
  const base = command.base ?? 0;
  if (base > table.n) refuse("ahead", `the table is at event ${table.n}, not at ${base}`, { n: table.n });
  if (table.closed !== "" && command.do !== "rematch") refuse("closed", "this table is closed");
  if (table.asides >= MOST_ASIDES && ["say", "adjust", "take_back"].includes(command.do))
    refuse("enough", "enough has been said and asked for at this table", { most: MOST_ASIDES });
  const it = new Conduct(table, now);
  obey(it, command, token);
  return it.done;
}

function obey(it: Conduct, command: Command, token: () => string): void {
  switch (command.do) {
    case "ready":
      return ready(it, command);
    case "start":
      return start(it);
    case "age": {
      const seat = it.seat(command);
      it.phase("opening");
      it.fresh(command);
      if (!it.table.asked.includes(seat)) refuse("nothing-to-answer", "your age is not needed", { seat });
      return it.aged(seat, [{ seat, name: it.chair(seat).name, age: command.age }]);
    }
    case "first":
      return first(it, command);
    case "play":
      it.mover(command);
      it.mustHave("play");
      return it.play(command.play, "person");
    case "exchange":
      it.mover(command);
      it.mustHave("exchange");
      return it.play(`swap ${command.pieces}`, "person");
    case "pass":
      it.mover(command);
      it.mustHave("pass");
      return it.play("pass", "person");
    case "turn":
      it.mover(command);
      it.mustHave("turn");
      return it.play(turnText(command.rows, command.taken), "person");
    case "stuck":
      return stuck(it, command);
    case "take_back":
      return takeBack(it, command);
    case "resign":
      return resign(it, command);
    case "leave":
      return leave(it, command);
    case "return": {
      const seat = it.seat(command);
      it.phase("lobby", "opening", "playing");
      const chair = it.chair(seat);
      if (chair.standIn === "" || chair.resigned) refuse("phase", "this seat is not played by a bot, or was given up");
      return it.add({ e: "returned", seat });
    }
    case "rematch":
      return rematch(it, command, token);
    case "say":
      return it.add({ e: "said", seat: it.seat(command), word: command.word });
    case "adjust":
      return adjust(it, command);
    case "close":
      return close(it);
    case "way":
    case "no_way":
    case "answer":
    case "remove":
      return nothing();
    case "replace":
      return refuse("present", "who sits there is here, or was a moment ago", { seat: command.who });
  }
}

/** What a bot has decided for the seat to move. */
export function botMove(table: Table, move: string, now: number): Happening[] {
  const it = new Conduct(table, now);
  const seat = toMove(table);
  if (table.game.moves.includes("stuck") && seat !== null && (move === "redraw" || move === "pass")) {
    it.course().play(move); // refused unless the solver agrees
    it.stuck(seat, "bot");
  } else {
    it.play(move, "bot");
  }
  return it.done;
}

/** The game is at this table of a server from now on. */
export function movedTo(table: Table, to: string, now: number): Happening[] {
  const it = new Conduct(table, now);
  if (table.moved !== "") refuse("moved-before", "this game has moved to a server before");
  it.add({ e: "moved", table: to });
  return it.done;
}

/** A new table: bots are named, and the seats of this device are taken at once. */
export function furnish(made: Table, taken: readonly Place[], now: number): Happening[] {
  const it = new Conduct(made, now);
  for (const place of taken) it.add({ e: "joined", seat: place.seat, player: "here" }, [place]);
  return it.done;
}
