// One table's socket: it comes back by itself, asks for what it missed, and sends unanswered commands again under the same
// key, so that each is done once. It carries frames and knows nothing of what they mean beyond `welcome` and answers.
import { hosted } from "./address";
import { Denied } from "./http";
import { randomHex } from "./random";
import {
  WIRE_VERSION,
  type Ack,
  type Checked,
  type Fits,
  type Frame,
  type Hello,
  type Hinted,
  type Looked,
  type Message,
  type MissedMove,
  type Plays,
} from "./wire.gen";

export type Link = "connecting" | "open" | "lost" | "gone";

/** Any command or question, without the key that `send` adds. */
type Keyed = Exclude<Message, { do: "hello" } | { do: "ping" }>;
type Unkeyed<M> = M extends unknown ? Omit<M, "id" | "base"> : never;
export type Asked = Unkeyed<Keyed>;
export type Answered = Ack | Checked | Fits | Hinted | Looked | MissedMove | Plays;

export interface SocketEvents {
  frame(frame: Frame): void;
  link(link: Link, code?: number): void;
  /** The last event number seen, null before the first welcome. */
  since(): number | null;
}

/** What a session needs of a table, wherever the table is. */
export interface Socket {
  /** Send a command or question; the answer comes even if the connection breaks in between. */
  send(asked: Asked): Promise<Answered>;
  close(): void;
  /** Begin again from a fresh welcome, after a gap in the numbers. */
  restart(): void;
}

interface Pending {
  readonly text: string;
  resolve(answer: Answered): void;
  reject(reason: Denied): void;
}

/** This page was written for another version of the wire. */
export const OUT_OF_DATE = 4426;
const GONE = new Set([4403, 4404, 4410, OUT_OF_DATE]);
const RESTARTING = 1012;
const PATIENCE = 12_000;
const PAUSES = [250, 600, 1200, 2500, 5000] as const;

export class TableSocket implements Socket {
  readonly #address: URL;
  readonly #events: SocketEvents;
  readonly #hello: Omit<Hello, "do" | "since" | "version">;
  readonly #pending = new Map<string, Pending>();
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry = 0;
  #pulse = 0;
  #heard = 0;
  #closed = false;

  constructor(table: string, hello: Omit<Hello, "do" | "since" | "version">, events: SocketEvents) {
    this.#address = new URL(
      hosted(`/api/tables/${encodeURIComponent(table)}/socket`),
      location.href.replace(/^http/, "ws"),
    );
    this.#hello = hello;
    this.#events = events;
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  send(asked: Asked): Promise<Answered> {
    const id = randomHex(8);
    const base = this.#events.since() ?? 0;
    const question = ["look", "plays", "check", "fits", "hint", "missed"].includes(asked.do);
    const text = JSON.stringify(question ? { ...asked, id } : { ...asked, id, base });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { text, resolve, reject });
      if (this.#socket?.readyState === WebSocket.OPEN && this.#welcomed) this.#socket.send(text);
    });
  }

  close(): void {
    this.#closed = true;
    window.clearTimeout(this.#retry);
    window.clearInterval(this.#pulse);
    window.removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close(1000);
  }

  #welcomed = false;

  readonly #hurry = (): void => {
    if (document.visibilityState === "hidden" || this.#socket !== null || this.#closed) return;
    window.clearTimeout(this.#retry);
    this.#connect();
  };

  #connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#welcomed = false;
    this.#heard = Date.now();
    socket.addEventListener("open", () => {
      const since = this.#events.since();
      const hello: Hello = { do: "hello", version: WIRE_VERSION, ...this.#hello };
      if (since !== null) hello.since = since;
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener("message", (event) => {
      this.#heard = Date.now();
      if (typeof event.data === "string") this.#receive(JSON.parse(event.data) as Frame);
    });
    socket.addEventListener("close", (event) => this.#lost(event.code));
    window.clearInterval(this.#pulse);
    this.#pulse = window.setInterval(() => this.#beat(socket), PATIENCE / 2);
  }

  #beat(socket: WebSocket): void {
    const silent = Date.now() - this.#heard;
    // A half-open connection never says that it is dead: no answer to a ping means gone.
    if (silent > PATIENCE * 1.6) socket.close();
    else if (silent > PATIENCE / 2 && socket.readyState === WebSocket.OPEN) socket.send('{"do":"ping"}');
  }

  #receive(frame: Frame): void {
    if (frame.t === "welcome") {
      this.#welcomed = true;
      this.#tries = 0;
      this.#events.frame(frame);
      this.#events.link("open");
      for (const { text } of this.#pending.values()) this.#socket?.send(text);
      return;
    }
    if (frame.t !== "event" && frame.t !== "presence" && frame.t !== "pong" && frame.id != null) {
      const waiting = this.#pending.get(frame.id);
      this.#pending.delete(frame.id);
      this.#events.frame(frame);
      if (frame.t === "refused") waiting?.reject(new Denied(frame.refusal));
      else waiting?.resolve(frame);
      return;
    }
    this.#events.frame(frame);
  }

  restart(): void {
    this.#socket?.close();
  }

  #lost(code: number): void {
    window.clearInterval(this.#pulse);
    this.#socket = null;
    if (this.#closed) return;
    if (GONE.has(code)) {
      this.#closed = true;
      this.#events.link("gone", code);
      return;
    }
    this.#events.link(this.#events.since() === null && this.#tries < 2 ? "connecting" : "lost", code);
    const pause =
      code === RESTARTING ? Math.random() * 2000 : (PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 5000);
    this.#tries += 1;
    this.#retry = window.setTimeout(() => this.#connect(), pause * (0.7 + Math.random() * 0.6));
  }
}
