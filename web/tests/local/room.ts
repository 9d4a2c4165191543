// A house in Node with the real kernel, for tests: storage in memory that can fail, seeds that are fixed, no pauses.
import { readFileSync } from "node:fs";
import { Kernel } from "../../src/kernel";
import { Device } from "../../src/local/device";
import type { Row } from "../../src/local/facts";
import { gamesOf } from "../../src/local/games";
import { House, type World, type Worry } from "../../src/local/house";
import { mindOf } from "../../src/local/mind";
import type { Kept, Store, Summary } from "../../src/local/store";
import type { Asked } from "../../src/socket";
import { rowsOf } from "../../src/study/words";
import type { Event, Frame, Message, NewTable, Now, Declined, View } from "../../src/wire.gen";

const bytes = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(path, import.meta.url)));

export const kernel = await Kernel.load(
  bytes("../../../src/sixfold/kernel/kernel.wasm"),
  bytes("../../src/kernel/weights.bin"),
);
export const games = gamesOf(kernel);

/** Lines by table, with the promises of the real one: a number is written once, all or nothing. */
export class MemoryStore implements Store {
  readonly lines = new Map<string, Row[]>();
  readonly about = new Map<string, Summary>();
  /** Every write fails: the disk is full, or storage is forbidden. */
  full = false;

  rows(table: string, after = 0): Promise<Row[]> {
    return Promise.resolve(structuredClone((this.lines.get(table) ?? []).slice(after)));
  }

  append(after: number, rows: readonly Row[], summary: Summary): Promise<Kept> {
    if (this.full) return Promise.reject(new DOMException("full", "QuotaExceededError"));
    const there = this.lines.get(summary.table) ?? [];
    if (there.length < after) return Promise.resolve("cleared");
    if (there.length > after) return Promise.resolve("taken");
    this.lines.set(summary.table, [...there, ...structuredClone(rows)]);
    this.about.set(summary.table, structuredClone(summary));
    return Promise.resolve("kept");
  }

  summaries(): Promise<Summary[]> {
    return Promise.resolve([...this.about.values()]);
  }

  note(summary: Summary): Promise<void> {
    this.about.set(summary.table, summary);
    return Promise.resolve();
  }

  remove(table: string): Promise<void> {
    this.lines.delete(table);
    this.about.delete(table);
    return Promise.resolve();
  }
}

export interface Home {
  readonly house: House;
  readonly store: MemoryStore;
  readonly worries: Worry[];
}

let made = 0;
let questions = 0;

/** A house; `heard` is called when another page has to be told. */
export function home(store = new MemoryStore(), heard: (table: string) => void = () => {}): Home {
  const worries: Worry[] = [];
  let time = 1_760_000_000_000;
  const world: World = {
    now: () => (time += 1000),
    pause: () => Promise.resolve(),
    token: () => `~test${(made += 1)}`,
    seed: () => (made % 16).toString(16).repeat(128),
    worry: (worry) => worries.push(worry),
    spread: heard,
  };
  return { house: new House(games, store, mindOf(kernel), world), store, worries };
}

/** A page at a table, which folds what it is told as the real page does. */
export class Page {
  readonly frames: Frame[] = [];
  readonly device: Device;
  n = 0;
  view: View | null = null;
  readonly #waiting = new Map<string, (frame: Frame) => void>();
  #watching: (() => void) | null = null;

  private constructor(
    readonly table: string,
    device: (push: (frame: Frame) => void) => Device,
  ) {
    this.device = device((frame) => this.#receive(frame));
  }

  static async at(
    { house }: Home,
    table: string,
    hello: Partial<Extract<Message, { do: "hello" }>> = {},
  ): Promise<Page> {
    const room = await house.room(table);
    if (room === null) throw new Error(`no table ${table}`);
    const page = new Page(table, (push) => new Device(house, room, push));
    await page.device.read({ do: "hello", plays: true, ...hello });
    return page;
  }

  #receive(frame: Frame): void {
    const kept = structuredClone(frame); // as a message between threads would
    this.frames.push(kept);
    if (kept.t === "welcome") [this.n, this.view] = [kept.n, kept.view ?? null];
    if (kept.t === "view") this.view = kept.view;
    if (kept.t === "event") {
      if (kept.n !== this.n + 1) throw new Error(`event ${kept.n} after ${this.n}`);
      this.n = kept.n;
      if (kept.event.type === "started" || kept.event.type === "taken_back") this.view = kept.event.view;
      if (kept.now && this.view !== null) this.view = { ...this.view, now: kept.now };
    }
    const id = "id" in kept ? kept.id : null;
    if (id != null) this.#waiting.get(id)?.(kept);
    this.#watching?.();
  }

  get now(): Now {
    if (this.view === null) throw new Error("no game yet");
    return this.view.now;
  }

  events(): Event["event"][] {
    return this.frames.flatMap((frame) => (frame.t === "event" ? [frame.event] : []));
  }

  last<T extends Frame["t"]>(kind: T): Extract<Frame, { t: T }> | undefined {
    return this.frames.findLast((frame): frame is Extract<Frame, { t: T }> => frame.t === kind);
  }

  async ask(question: Asked, id = `k${(questions += 1)}`): Promise<Frame> {
    const answer = new Promise<Frame>((done) => this.#waiting.set(id, done));
    await this.device.read({ base: this.n, ...question, id } as Message);
    return answer;
  }

  /** Do it, and fail if it is refused. */
  async do(wish: Asked): Promise<Frame> {
    const answer = await this.ask(wish);
    if (answer.t === "refused") throw new Error(JSON.stringify(answer.refusal));
    return answer;
  }

  async refused(wish: Asked): Promise<Declined["refusal"]> {
    const answer = await this.ask(wish);
    if (answer.t !== "refused") throw new Error(`not refused: ${JSON.stringify(answer)}`);
    return answer.refusal;
  }

  /** Until what is told makes this true. */
  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise<void>((done) => (this.#watching = done));
  }
}

/** A page at a new table, with its seats confirmed. */
export async function sit(at: Home, body: NewTable): Promise<Page> {
  const made = await at.house.make(body);
  const page = await Page.at(at, made.table);
  for (const seat of made.seats) await page.do({ do: "ready", seat, entropy: `${seat}a`.repeat(32) });
  return page;
}

/** A move of the first seat as the command that makes it. */
export function asked(move: string): Asked {
  const rows = rowsOf(move);
  if (rows !== null) return { do: "turn", seat: 0, ...rows };
  if (move.startsWith("swap ")) return { do: "exchange", seat: 0, pieces: move.slice(5) };
  if (move === "pass") return { do: "pass", seat: 0 };
  if (move === "redraw") return { do: "stuck", seat: 0 };
  return { do: "play", seat: 0, play: move };
}
