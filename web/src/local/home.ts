// The page's side of the local table: starts its worker when it is first needed, and carries questions and frames there.
import { Denied } from "../http";
import { t } from "../i18n";
import { toast } from "../notices.svelte";
import { randomHex } from "../random";
import { go } from "../router.svelte";
import type { Answered, Asked, Socket, SocketEvents } from "../socket";
import {
  WIRE_VERSION,
  type Checked,
  type DraftBody,
  type EngineQuestion,
  type Frame,
  type Hello,
  type ReviewedTurn,
  type Made,
  type Message,
  type NewTable,
  type Puzzle,
  type PuzzleVerdict,
  type Replay,
  type ShownPosition,
} from "../wire.gen";
import type { GameName } from "../games";
import type { Assist } from "./facts";
import type { Answer, Greeting, Unnumbered } from "./protocol";
import type { Summary } from "./store";
import { ID } from "./where";

/** This browser cannot run the local table: it has no workers or no WebAssembly, or the kernel did not start. */
const unable = (why: string): Denied => new Denied({ code: "page/unable", message: why });
export const isUnable = (error: unknown): boolean => error instanceof Denied && error.refusal.code === "page/unable";

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Home {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #next = 1;
  /** Why it does not work, once that is known. */
  failed: string | null = null;
  readonly started: Promise<void>;

  constructor() {
    if (typeof Worker === "undefined" || typeof WebAssembly === "undefined")
      throw unable("no workers or no WebAssembly");
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "sixfold" });
    this.started = new Promise((resolve, reject) => {
      const begun = (): void => {
        this.#worker.onerror = null;
        resolve();
      };
      const fail = (why: string): void => {
        this.failed = why;
        reject(unable(why));
        for (const waiting of this.#pending.values()) waiting.reject(unable(why));
        this.#pending.clear();
      };
      // Only at the start: later a mistake is told to whoever asked, and the rest goes on.
      this.#worker.onerror = (event) => fail(event.message || "the worker did not start");
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("ready" in data) begun();
        else if ("failed" in data) fail(data.failed);
        else if ("worry" in data) toast(t(`local.${data.worry}`), true);
        else this.#answered(data);
      };
    });
    this.started.catch(() => {}); // whoever asks is told
  }

  #answered(answer: Extract<Answer, { id: number }>): void {
    const waiting = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ("refusal" in answer) waiting?.reject(new Denied(answer.refusal));
    else waiting?.resolve(answer.value);
  }

  async ask<T>(wish: Unnumbered): Promise<T> {
    if (this.failed !== null) throw unable(this.failed);
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ ...wish, id });
    });
  }

  /** End it, in the midst of whatever it does. */
  end(): void {
    this.#worker.terminate();
  }

  sit(table: string, port: MessagePort): void {
    this.#worker.postMessage({ sit: table }, [port]);
  }
}

let home: Home | null = null;

function start(): Home {
  home ??= new Home();
  return home;
}

/** A new table on this device. Its name and its seed are made here, where the commitment is shown. */
export const make = async (body: NewTable): Promise<Made> =>
  start().ask<Made>({ ask: "make", body, table: `${ID}${randomHex(11)}`, seed: randomHex(64) });
/** The table of a day's bag, which is made when there is none yet. */
export const daily = async (game: GameName, day: string, name: string, assist: Assist): Promise<string> =>
  start().ask<string>({ ask: "daily", game, day, name, assist });
export const tables = async (): Promise<readonly Summary[]> => start().ask<Summary[]>({ ask: "tables" });
export const played = async (): Promise<readonly Summary[]> => start().ask<Summary[]>({ ask: "played" });
export const record = async (table: string): Promise<string> => start().ask<string>({ ask: "record", table });
export const ask = async <A>(question: EngineQuestion): Promise<A> => start().ask<A>({ ask: "question", question });
export const position = async (text: string): Promise<ShownPosition> =>
  start().ask<ShownPosition>({ ask: "position", text });
export const check = async (draft: DraftBody): Promise<Checked> => start().ask<Checked>({ ask: "draft", draft });
export const puzzle = async (game: GameName, which: string): Promise<Puzzle> =>
  start().ask<Puzzle>({ ask: "puzzle", game, which });
export const solve = async (game: GameName, which: string, move: string): Promise<PuzzleVerdict> =>
  start().ask<PuzzleVerdict>({ ask: "solve", game, which, move });
export const replay = async (text: string): Promise<Replay> => start().ask<Replay>({ ask: "replay", record: text });
export const other = async (record: string, turn: number, move: string): Promise<ReviewedTurn> =>
  start().ask<ReviewedTurn>({ ask: "other", record, turn, move });
/** Who plays like the person here; null where there is nothing to learn that is not `known`. */
export const echo = async (game: GameName, known: string): Promise<string | null> =>
  start().ask<string | null>({ ask: "echo", game, known });
export const brings = async (table: string): Promise<NewTable> => start().ask<NewTable>({ ask: "brings", table });
export const moved = async (table: string, to: string): Promise<void> => start().ask<void>({ ask: "moved", table, to });
export const markSaved = async (table: string): Promise<void> => start().ask<void>({ ask: "saved", table });
export const remove = async (table: string): Promise<void> => start().ask<void>({ ask: "remove", table });

/** The twin of a server's socket for a table of this device: nothing to reconnect, the same frames. */
export class LocalSocket implements Socket {
  readonly #table: string;
  readonly #hello: Omit<Hello, "do" | "since" | "version">;
  readonly #events: SocketEvents;
  readonly #pending = new Map<string, { resolve(answer: Answered): void; reject(error: Error): void }>();
  #port: MessagePort | null = null;
  #waiting: Message[] = [];
  #welcomed = false;

  constructor(table: string, hello: Omit<Hello, "do" | "since" | "version">, events: SocketEvents) {
    this.#table = table;
    this.#hello = hello;
    this.#events = events;
    this.#connect();
  }

  #connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#welcomed = false;
    port1.onmessage = ({ data }: MessageEvent<Greeting>) => {
      if (data.moved !== undefined) {
        go(`/t/${data.moved}`, true);
        return;
      }
      if (data.gone) {
        this.#events.link("gone", 4404);
        return;
      }
      port1.onmessage = ({ data: frame }: MessageEvent<Frame>) => this.#receive(frame);
      const since = this.#events.since();
      port1.postMessage({
        do: "hello",
        version: WIRE_VERSION,
        ...this.#hello,
        ...(since === null ? {} : { since }),
      } satisfies Hello);
    };
    try {
      const there = start();
      there.started.catch(() => this.#events.link("gone", 4404));
      there.sit(this.#table, port2);
    } catch {
      this.#events.link("gone", 4404);
    }
  }

  send(asked: Asked): Promise<Answered> {
    const id = randomHex(8);
    const message = { ...asked, id, base: this.#events.since() ?? 0 } as Message;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      if (this.#welcomed) this.#port?.postMessage(message);
      else this.#waiting.push(message);
    });
  }

  close(): void {
    this.#port?.postMessage(null);
    this.#port?.close();
  }

  /** Begin again from a fresh welcome, after a gap in the numbers. */
  restart(): void {
    this.close();
    this.#connect();
  }

  #receive(frame: Frame): void {
    this.#events.frame(frame);
    if (frame.t === "welcome") {
      this.#welcomed = true;
      this.#events.link("open");
      for (const message of this.#waiting.splice(0)) this.#port?.postMessage(message);
      return;
    }
    const id = "id" in frame ? (frame.id ?? null) : null;
    if (id === null) return;
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if (frame.t === "refused") waiting?.reject(new Denied(frame.refusal));
    else waiting?.resolve(frame as Answered);
  }
}
