// The tables of this device: opens them, keeps what happens before anybody is told, lets bots move. What a server's
// house does for many people this does for one device; where facts come from is conduct.ts, what is told is seen.ts.
import { rowsAsLaid, textOf } from "../board/plays";
import { base, isEcho } from "../kernel/strength";
import { CURRENT } from "../rules.gen";
import { afterwards } from "../strength";
import { sha256 } from "../verify/sha256";
import type { Made, MissedMove, NewTable } from "../wire.gen";
import { botMove, clean, furnish, handle, movedTo, STAND_IN, type Command, type Happening } from "./conduct";
import { earFor, type Ear } from "./coach";
import type { Course, Overlooked } from "./course";
import type { Fact, Place, Row } from "./facts";
import { named } from "./names";
import { recordOf } from "./record";
import { refuse } from "./refuse";
import { tableInfo } from "./seen";
import type { Played, Store, Summary } from "./store";
import {
  botToMove,
  created,
  dealtAs,
  DUPLICATE,
  folded,
  foldedTo,
  mine,
  playedBy,
  replayed,
  scores,
  seated,
  SHUFFLE,
  toMove,
  type Games,
  type Table,
} from "./table";

/** What the page has to be told in words: games are not kept, or what was kept is gone. */
export type Worry = "unkept" | "cleared";

/** Whoever thinks for bots and answers for the solver. */
export interface Mind {
  /** A move for the seat to move. The same course, bot and seed: the same move. */
  choose(table: Table, course: Course, bot: string, seed: number): Promise<string>;
  /** What the seat to move overlooks with this move for these points, as far as such an ear wants to hear it. */
  overlooked(before: Course, move: string, points: number, ear: Ear): Overlooked;
}

export interface World {
  now(): number;
  /** Waits; what a bot does should not flash by. */
  pause(): Promise<void>;
  /** A name for a new table, and the device's part of its shuffle. */
  token(): string;
  seed(): string;
  worry(worry: Worry): void;
  /** Tell other pages of this device that a table has moved on. */
  spread(table: string): void;
}

export interface Listener {
  tell(fact: Fact, before: Table, after: Table): void;
}

export interface Room {
  table: Table;
  rows: Row[];
  /** The last number that is safely stored. */
  kept: number;
  readonly listeners: Set<Listener>;
  /** Commands that were done, by their key. */
  readonly done: Map<string, number>;
  queue: Promise<unknown>;
  thinking: boolean;
  saved: boolean;
}

export class House {
  readonly games: Games;
  readonly #store: Store;
  readonly #mind: Mind;
  readonly #world: World;
  readonly #rooms = new Map<string, Promise<Room | null>>();
  #worried: Worry | null = null;

  constructor(games: Games, store: Store, mind: Mind, world: World) {
    this.games = games;
    this.#store = store;
    this.#mind = mind;
    this.#world = world;
  }

  // ---- tables -------------------------------------------------------------------------------------------------------

  /** A new table, its seats on this device taken at once; its name and seed are the page's, or made here. `bag` names the
   * duplicate bag that is played, of which the seed is given. */
  async make(body: NewTable, id = this.#world.token(), seed = this.#world.seed(), bag = ""): Promise<Made> {
    const places = body.seats.flatMap((seat, at) =>
      seat.kind === "here" ? [{ seat: at, name: clean(seat.name ?? ""), age: seat.age ?? null }] : [],
    );
    const { clock: _, hints, ...options } = body.options ?? {};
    const ruleset = body.ruleset ?? CURRENT[body.game];
    const seats = body.seats.map(({ kind, bot, assist, open = false }) =>
      kind === "bot" ? { kind, bot: bot ?? "casual", open } : { kind: "here" as const, assist, open },
    );
    const terms = { ...options, hints: hints ?? places.length <= 1 };
    const table = await this.#furnish(id, { game: body.game, ruleset, seats, terms, seed, bag }, places);
    return { table: table.id, seats: mine(table), info: tableInfo(table) };
  }

  async #furnish(
    id: string,
    chosen: Pick<Extract<Fact, { e: "created" }>, "game" | "ruleset" | "seats" | "terms" | "seed" | "bag" | "after">,
    places: readonly Place[],
  ): Promise<Table> {
    const { bag, ...rest } = chosen;
    const dealt = bag ? { shuffle: DUPLICATE, bag } : { shuffle: SHUFFLE };
    const fact = { e: "created", host: "here", key: "", ...dealt, ...rest } as const;
    const now = this.#world.now();
    const bots = chosen.seats.flatMap((seat, at) => (seat.kind === "bot" ? [{ seat: at, bot: seat.bot ?? "" }] : []));
    const called = named(bots, places.map((place) => place.name)); // prettier-ignore
    const bare = seated(created(this.games, id, fact, now), called);
    const done = [{ fact, after: bare, places: called }, ...furnish(bare, places, now)];
    const table = done.at(-1)?.after ?? bare;
    const room: Room = { ...EMPTY_ROOM(), table, rows: done.map((one) => rowOf(id, one)) };
    this.#rooms.set(id, Promise.resolve(room));
    await this.#keep(room, table, room.rows);
    return table;
  }

  /** The room of a table; null when there is none, or when what is stored is no game. */
  room(id: string): Promise<Room | null> {
    let found = this.#rooms.get(id);
    if (found === undefined) {
      found = this.#load(id);
      this.#rooms.set(id, found);
    }
    return found;
  }

  async #load(id: string): Promise<Room | null> {
    const rows = await this.#store.rows(id).catch(() => []);
    if (rows.length === 0) return null;
    try {
      const table = folded(this.games, rows);
      const done = new Map(rows.flatMap((row) => (row.key === undefined ? [] : [[row.key, row.n] as const])));
      return { ...EMPTY_ROOM(), table, rows, kept: table.n, done };
    } catch {
      return null; // what was tampered with is refused by the rules
    }
  }

  /** All tables of this device, newest first. */
  async tables(): Promise<Summary[]> {
    const found = new Map((await this.#store.summaries().catch(() => [])).map((line) => [line.table, line]));
    for (const loading of this.#rooms.values()) {
      const room = await loading;
      if (room !== null && room.kept < room.table.n) found.set(room.table.id, summaryOf(room.table, room.saved));
    }
    return [...found.values()].sort((a, b) => b.changed - a.changed);
  }

  /** The same, with what came of every game that is over: those that do not say it yet are looked at, once. */
  async played(): Promise<Summary[]> {
    const found = await this.tables();
    return Promise.all(
      found.map(async (line) => {
        const room = line.phase !== "finished" || line.played !== undefined ? null : await this.room(line.table);
        if (room === null) return line;
        const told = summaryOf(room.table, line.saved);
        await this.#store.note(told).catch(() => {});
        return told;
      }),
    );
  }

  /** The record of a game that is over. */
  async record(id: string): Promise<string> {
    const room = await this.room(id);
    if (room === null) refuse("unknown", "there is no such table");
    if (room.table.outcome === null) refuse("unfinished", "a record is written when the game is over");
    return recordOf(this.games, room.rows);
  }

  /** A game as a server is asked to take it: with its record, as soon as a turn was played. */
  async brings(id: string): Promise<NewTable> {
    const room = await this.room(id);
    if (room === null) refuse("unknown", "there is no such table");
    const { table } = room;
    if (table.moved !== "") refuse("moved-before", "this game has moved to a server before");
    const seats = table.chairs.map(({ kind, bot, name, age, assist, open }) =>
      // How the person here plays stays here: at a server the one sits in who does for anybody.
      kind === "bot" ? { kind, bot: isEcho(bot) ? STAND_IN : bot, open } : { kind, name, age, assist, open },
    );
    const played = table.outcome !== null || (table.course?.sheet.length ?? 0) > 0;
    return {
      game: table.game.name,
      ruleset: table.game.ruleset,
      seats,
      options: { ...table.terms },
      ...(played ? { record: recordOf(this.games, room.rows) } : {}),
    };
  }

  /** A server has taken the game, as this table. */
  async moved(id: string, to: string): Promise<void> {
    const room = await this.room(id);
    if (room !== null) await this.#do(room, undefined, (table) => movedTo(table, to, this.#world.now()));
  }

  /** A game was saved as a file. */
  async markSaved(id: string): Promise<void> {
    const room = await this.room(id);
    if (room === null) return;
    room.saved = true;
    await this.#store.note(summaryOf(room.table, true)).catch(() => {});
  }

  async remove(id: string): Promise<void> {
    this.#rooms.delete(id);
    await this.#store.remove(id);
  }

  // ---- what happens -------------------------------------------------------------------------------------------------

  /** Obey a command; the number of its last fact. Sent again under the same key it is done once. */
  command(room: Room, command: Command): Promise<number> {
    const decide = (table: Table) => handle(table, command, this.#world.now(), this.#world.token);
    return this.#do(room, command.id, decide);
  }

  /** One thing after the other: decide, keep, then tell. */
  #do(room: Room, key: string | undefined, decide: (table: Table) => Happening[]): Promise<number> {
    const result = room.queue.then(async () => {
      for (;;) {
        const before = key === undefined ? undefined : room.done.get(key);
        if (before !== undefined) return before;
        const happenings = decide(room.table);
        const last = happenings.at(-1);
        if (last === undefined) return room.table.n;
        const rows = happenings.map((one, at) =>
          rowOf(room.table.id, one, at === happenings.length - 1 ? key : undefined),
        );
        await this.#before(room.table, happenings);
        if (!(await this.#keep(room, last.after, rows))) continue; // another page was faster: decide again
        this.#apply(room, happenings, rows);
        this.#world.spread(room.table.id);
        return room.table.n;
      }
    });
    room.queue = result.catch(() => {});
    void room.queue.then(() => this.#wake(room));
    return result;
  }

  /** A rematch is a table of its own, and has to be there before anybody is sent to it. */
  async #before(table: Table, happenings: readonly Happening[]): Promise<void> {
    for (const { fact } of happenings) {
      if (fact.e !== "rematched" || (await this.room(fact.table)) !== null) continue;
      const bots = afterwards(table.game.name, table.chairs, table.outcome?.reason ?? "", scores(table));
      const seats = table.chairs.map(({ kind, assist, open }, at) =>
        kind === "bot" ? { kind, bot: bots[at] ?? "", open } : { kind, assist, open },
      );
      const places = table.chairs.flatMap((chair, seat) =>
        chair.taken ? [{ seat, name: chair.name, age: chair.age }] : [],
      );
      this.#rooms.delete(fact.table);
      const { name: game, ruleset } = table.game;
      // What a bag that others play too forbids, the next game allows again.
      const terms = { ...table.terms, hints: table.terms.hints || table.bag !== "" };
      const chosen = { game, ruleset, seats, terms, seed: this.#world.seed(), after: table.id };
      await this.#furnish(fact.table, chosen, places);
    }
  }

  /** Store what happened; false when another page has stored something first, which is then known here. */
  async #keep(room: Room, after: Table, rows: readonly Row[]): Promise<boolean> {
    const summary = summaryOf(after, false);
    try {
      const all = room.rows.at(-1) === rows.at(-1) ? room.rows : [...room.rows, ...rows];
      let found = await this.#store.append(room.kept, all.slice(room.kept), summary);
      if (found === "cleared") {
        this.#worry("cleared");
        room.kept = 0;
        found = await this.#store.append(0, all, summary);
      }
      if (found === "taken") {
        await this.#catchUp(room);
        return false;
      }
      room.kept = after.n;
    } catch {
      this.#worry("unkept"); // the game goes on in memory; the next fact tries to store all of it
    }
    room.saved = false;
    return true;
  }

  #worry(worry: Worry): void {
    if (this.#worried === worry) return;
    this.#worried = worry;
    this.#world.worry(worry);
  }

  #apply(room: Room, happenings: readonly Happening[], rows: readonly Row[]): void {
    happenings.forEach(({ fact, after }, at) => {
      const before = room.table;
      const row = rows[at] as Row;
      room.table = after;
      room.rows = [...room.rows, row];
      if (row.key !== undefined) room.done.set(row.key, row.n);
      for (const listener of room.listeners) listener.tell(fact, before, after);
    });
  }

  async #catchUp(room: Room): Promise<void> {
    const news = await this.#store.rows(room.table.id, room.table.n);
    if (news.length === 0) return;
    const tables = foldedTo(this.games, [...room.rows, ...news]).slice(-news.length);
    const happenings = news.map((row, at) => ({ fact: row.fact, after: tables[at] as Table, places: [] }));
    room.kept = news.at(-1)?.n ?? room.kept;
    this.#apply(room, happenings, news);
  }

  /** Another page of this device says that a table has moved on. */
  async heard(id: string): Promise<void> {
    const room = await this.#rooms.get(id);
    if (room == null) return;
    room.queue = room.queue.then(() => this.#catchUp(room)).catch(() => {});
    await room.queue;
    void this.#wake(room);
  }

  /** Somebody looks at the table: bots go on. */
  enter(room: Room, listener: Listener): () => void {
    room.listeners.add(listener);
    void this.#wake(room);
    return () => room.listeners.delete(listener);
  }

  // ---- bots ---------------------------------------------------------------------------------------------------------

  /** What a bot of this name would play for the seat to move. */
  think(table: Table, bot: string): Promise<string> {
    if (table.course === null) throw new Error("there is no game yet");
    return this.#mind.choose(table, table.course, bot, seedOf(table));
  }

  /** What the last turn of a seat overlooked. */
  missed({ table }: Room, seat: number, id: string): MissedMove {
    if (table.terms.hints === false) refuse("hints-off", "hints are off at this table");
    const at = table.log.findLastIndex((step) => step.seat === seat && step.finished);
    const step = table.log[at];
    if (step === undefined) refuse("phase", "there is no turn of yours to look back at", { phase: table.phase });
    const before = replayed(table, table.log.slice(0, at));
    const points = before.play(step.move).sheet.at(-1)?.points ?? 0;
    const others = table.chairs.filter((_, at) => at !== seat).map(playedBy);
    const found = this.#mind.overlooked(before, step.move, points, earFor(others));
    return { t: "missed", id, move: step.move, points, ...found };
  }

  async #wake(room: Room): Promise<void> {
    if (room.thinking) return;
    room.thinking = true;
    try {
      for (let due = botToMove(room.table); due !== null && room.listeners.size > 0; due = botToMove(room.table)) {
        const { turnN } = room.table;
        const [move] = await Promise.all([this.think(room.table, due.bot), this.#world.pause()]);
        // A take-back, or another page, may have been faster: then there is nothing to do.
        const now = this.#world.now();
        await this.#do(room, undefined, (table) => (table.turnN === turnN ? botMove(table, move, now) : []));
      }
    } finally {
      room.thinking = false;
    }
  }
}

const EMPTY_ROOM = (): Omit<Room, "table"> => ({
  rows: [],
  kept: 0,
  listeners: new Set(),
  done: new Map(),
  queue: Promise.resolve(),
  thinking: false,
  saved: false,
});

function rowOf(table: string, { fact, after, places }: Happening, key?: string): Row {
  const row: Row = { table, n: after.n, at: after.at, fact };
  return { ...row, ...(key === undefined ? {} : { key }), ...(places.length === 0 ? {} : { places }) };
}

/** A bot's luck: the same at the same table, or bag, and seat, as on a server. */
function seedOf(table: Table): number {
  const digest = sha256(new TextEncoder().encode(`${dealtAs(table)} ${toMove(table)}`));
  return new DataView(digest.buffer).getUint32(0);
}

export function summaryOf(table: Table, saved: boolean): Summary {
  const due = toMove(table);
  return {
    table: table.id,
    game: table.game.name,
    phase: table.phase,
    names: table.chairs.map((chair) => chair.name),
    seats: mine(table),
    your_turn: due !== null && mine(table).includes(due),
    changed: Math.floor(table.at / 1000),
    scores: [...scores(table)],
    winners: [...(table.outcome?.winners ?? [])],
    saved,
    ...(table.phase === "lobby" ? {} : { lying: lyingOn(table) }),
    ...(table.phase === "finished" ? { played: playedOf(table) } : {}),
    ...(table.moved === "" ? {} : { moved: table.moved }),
  };
}

function lyingOn(table: Table): string {
  const { board = "", rows } = table.course?.shown() ?? {};
  return board ?? textOf(rowsAsLaid(rows ?? []));
}

/** What came of a finished game, as a server's list of one's own games tells it. */
function playedOf(table: Table): Played {
  const [seat = -1] = mine(table);
  const turns = (table.course?.sheet ?? []).filter((turn) => turn.seat === seat);
  const made = turns.flatMap(({ parts }) => parts.filter(([kind]) => kind === "qwirkle" || kind === "stack"));
  return {
    bots: table.chairs.map((chair) => base(chair.bot)),
    result: resultOf(table, seat),
    turns: turns.length,
    best: Math.max(0, ...turns.map(({ points }) => points)),
    qwirkles: made.length,
  };
}

function resultOf(table: Table, seat: number): Played["result"] {
  const chair = table.chairs[seat];
  if (table.outcome === null || chair === undefined) return "closed";
  if (mine(table).length > 1) return "shared";
  if (chair.standIn !== "" && !chair.resigned) return "left";
  const { winners } = table.outcome;
  if (!winners.includes(seat)) return "lost";
  return winners.length > 1 ? "drawn" : "won";
}
