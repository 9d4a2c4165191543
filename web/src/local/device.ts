// One page at a table of this device: reads messages, asks the house, sends what may be seen now. The same conversation
// that a server's socket has (server/http/session.py): hello, welcome, numbered events, answers, refusals.
import { Denied } from "../http";
import { NotationError, PositionError, Refused } from "../kernel";
import type { Frame, Hello, Hint, Hinted, Message, Plays, Refusal } from "../wire.gen";
import type { Command } from "./conduct";
import type { Course } from "./course";
import type { Fact } from "./facts";
import type { House, Listener, Room } from "./house";
import { refuse } from "./refuse";
import { eventOf, seatsOf, viewOf, welcomeOf } from "./seen";
import { foldedTo, toMove, type Chair, type Table } from "./table";

/** Plays that are listed; games of good players stay far below. */
const LONGEST_LIST = 2000;
/** How many missed events are told one by one; after more than that a new view says it shorter. */
const MISSED = 32;
const HINT_BOT = "expert";

type Question = Extract<Message, { do: "plays" | "check" | "fits" | "hint" | "missed" }>;

export class Device implements Listener {
  readonly #house: House;
  readonly #room: Room;
  readonly #push: (frame: Frame) => void;
  #greeted = false;
  #plays = false;
  #alone = false;
  #looking: number | null = null;
  #leave = (): void => {};

  constructor(house: House, room: Room, push: (frame: Frame) => void) {
    this.#house = house;
    this.#room = room;
    this.#push = push;
  }

  get #seats(): number[] {
    return seatsOf(this.#room.table, this.#alone);
  }

  /** Whose eyes this page has: its only seat's, the one it looks through, or the table's. */
  get #eyes(): number | null {
    const seats = this.#seats;
    if (seats.length === 1) return seats[0] ?? null;
    return this.#looking !== null && seats.includes(this.#looking) ? this.#looking : null;
  }

  close(): void {
    this.#leave();
  }

  // ---- out ----------------------------------------------------------------------------------------------------------

  tell(fact: Fact, before: Table, after: Table): void {
    this.#push(eventOf(fact, before, after, this.#eyes));
    this.#lowerCurtain(after);
    if (this.#plays && after.turnN === after.n) this.#sendPlays(after);
  }

  /** Hot seat: when the turn goes to another seat of this device, nobody's hand is shown until asked for. */
  #lowerCurtain(table: Table): void {
    const [seats, due] = [this.#seats, toMove(table)];
    if (this.#looking === null || seats.length < 2 || due === null || due === this.#looking) return;
    if (!seats.includes(due)) return;
    this.#looking = null;
    this.#sendView(null);
  }

  #sendView(id: string | null): void {
    const { table } = this.#room;
    const view = viewOf(table, this.#eyes);
    if (view !== null) this.#push({ t: "view", n: table.n, view, id });
  }

  #sendPlays(table: Table, id: string | null = null): void {
    const eyes = this.#eyes;
    if (eyes === null || table.course === null || toMove(table) !== eyes || !table.game.lists) return;
    const { assist } = table.chairs[eyes] as Chair;
    if (assist === "off" && id === null) return;
    this.#push({ t: "plays", n: table.n, seat: eyes, plays: listed(table.course, eyes, assist), id });
  }

  // ---- in -----------------------------------------------------------------------------------------------------------

  async read(message: Message): Promise<void> {
    const id = "id" in message ? message.id : null;
    try {
      if (message.do === "ping") this.#push({ t: "pong" });
      else if (message.do === "hello") this.#hello(message);
      else if (!this.#greeted) throw new Denied({ code: "request/first", message: "say hello first" });
      else if (message.do === "look") this.#look(message.seat ?? null, message.id);
      else if (isQuestion(message)) await this.#answer(message);
      else await this.#obey(message);
    } catch (error) {
      this.#push({ t: "refused", refusal: refusalOf(error), n: this.#room.table.n, id });
    }
  }

  async #obey(command: Command): Promise<void> {
    const n = await this.#house.command(this.#room, command);
    this.#push({ t: "ack", id: command.id, n });
  }

  #hello(hello: Hello): void {
    const { table } = this.#room;
    this.#plays = hello.plays ?? false;
    this.#alone = hello.show === "table";
    const since = hello.since ?? null;
    const resumed = since !== null && !this.#greeted && since >= 1 && since <= table.n && table.n - since <= MISSED;
    this.#push(welcomeOf(table, this.#seats, this.#eyes, resumed));
    if (resumed && since < table.n) this.#retell(since);
    if (!this.#greeted) this.#leave = this.#house.enter(this.#room, this);
    this.#greeted = true;
    this.#push({ t: "presence", online: table.chairs.map((chair) => chair.taken) });
    if (this.#plays) this.#sendPlays(table);
  }

  #retell(since: number): void {
    const tables = foldedTo(this.#house.games, this.#room.rows);
    for (const row of this.#room.rows.slice(since)) {
      const [before, after] = [tables[row.n - 2], tables[row.n - 1]];
      if (before !== undefined && after !== undefined) this.#push(eventOf(row.fact, before, after, this.#eyes));
    }
  }

  #look(seat: number | null, id: string): void {
    const { table } = this.#room;
    if (seat !== null && !this.#seats.includes(seat)) refuse("not-your-seat", `seat ${seat} is not yours`, { seat });
    this.#looking = seat;
    if (table.course === null) refuse("phase", "there is no game to look at yet", { phase: table.phase });
    this.#sendView(id);
    if (this.#plays) this.#sendPlays(table);
  }

  async #answer(question: Question): Promise<void> {
    const { table } = this.#room;
    const seat = question.seat ?? this.#eyes;
    if (seat === null || !this.#seats.includes(seat)) refuse("not-your-seat", "that is not your seat", { seat });
    const { course, phase } = table;
    if (question.do === "missed") {
      this.#push(this.#house.missed(this.#room, seat, question.id));
      return;
    }
    if (course === null || (phase !== "playing" && phase !== "opening"))
      refuse("phase", "there is no game to ask about right now", { phase });
    if (question.do === "check") this.#push(course.check(seat, question));
    else if (question.do === "fits") {
      const off = (table.chairs[seat] as Chair).assist === "off";
      this.#push(course.fits(off ? { ...question, rows: [] } : question));
    } else {
      const due = toMove(table);
      if (due !== seat) refuse("not-your-turn", `it is the turn of seat ${due}`, { to_move: due });
      if (question.do === "plays") this.#sendPlays(table, question.id);
      else this.#push(await this.#hint(table, course, seat, question));
    }
  }

  async #hint(table: Table, course: Course, seat: number, question: Hint): Promise<Hinted> {
    if (table.terms.hints === false) refuse("hints-off", "hints are off at this table");
    const move = await this.#house.think(table, HINT_BOT);
    return course.hint(seat, move, question);
  }
}

function isQuestion(message: Message): message is Question {
  return ["plays", "check", "fits", "hint", "missed"].includes(message.do);
}

/** The legal plays of the seat to move, as far as its assist level tells them. */
function listed(course: Course, seat: number, assist: Chair["assist"]): Plays["plays"] {
  if (assist === "off") return [];
  const found = course.plays(seat);
  const first = found.slice(0, LONGEST_LIST);
  const rest = found.slice(LONGEST_LIST).filter(([play]) => !play.includes(" "));
  const told = [...first, ...rest];
  if (assist !== "places") return told.map(([play, points, qwirkles]) => [play, points, qwirkles]);
  const places = told.map(([play]) => play).sort((a, b) => (a < b ? -1 : 1));
  return places.map((play) => [play, 0, 0]);
}

/** Any no that is meant, in its one shape; what is not meant goes on as a mistake of ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Denied || error instanceof Refused) return error.refusal;
  if (error instanceof NotationError || error instanceof PositionError)
    return { code: error.code, message: error.message };
  globalThis.reportError?.(error);
  return { code: "server/mistake", message: String(error) };
}
