// A table as this page knows it: the fold of welcome and numbered events into reactive state, for both games.
// No rule is here: boards grow by what `played` says, everything else is replaced by what the server sends.
import { afterTurn, helped, judged, only, type GameName, type Helped, type Judged } from "./games";
import { Denied } from "./http";
import { isEcho } from "./kernel/strength";
import { LaterSocket } from "./local/later";
import { isLocal } from "./local/where";
import { Pace } from "./pace";
import { randomHex } from "./random";
import { noteAdded, notePromise } from "./verify/promise";
import { TableSocket, type Answered, type Asked, type Link, type Socket } from "./socket";
import type {
  CardsView,
  Checked,
  SheetEntry,
  Event,
  Fits,
  Frame,
  Hinted,
  MissedMove,
  Now,
  Plays,
  Proof,
  Refusal,
  SeatInfo,
  TableInfo,
  TilesView,
  View,
  WayWanted,
  Welcome,
} from "./wire.gen";

export type Happening = Event["event"];
export type Listener = (happening: Happening, before: View | null) => void;

export class Session {
  readonly table: string;
  link = $state<Link>("connecting");
  /** Close code of a table that is gone. */
  gone = $state(0);
  n = $state<number | null>(null);
  info = $state.raw<TableInfo | null>(null);
  /** Seats of this device. */
  seats = $state.raw<readonly number[]>([]);
  view = $state.raw<View | null>(null);
  plays = $state.raw<Plays | null>(null);
  proof = $state.raw<Proof | null>(null);
  online = $state.raw<readonly boolean[]>([]);
  watchers = $state(0);
  /** The place of the bot to move among all that wait for a worker of the server; 0: it does not wait. */
  queue = $state(0);
  /** When a bot may play for a seat whose player is away (this device's time); null for who is here. */
  botFrom = $state.raw<readonly (number | null)[]>([]);
  /** C11: turns that somebody showed the player, by their line of the sheet: who showed it. */
  ways = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** C4: how often it was dealt again before this game. */
  redeals = $state(0);
  /** When `now` arrived, for the clock. */
  nowAt = $state(0);
  /** Next game, once everybody asked for it. */
  rematch = $state<string | null>(null);
  /** There was a next game already when this table was opened: it is looked back at, and nobody is sent on. */
  lookedBack = false;
  closed = $state<string | null>(null);
  readonly #socket: Socket;
  readonly #listeners = new Set<Listener>();
  readonly #pace = new Pace(
    (frame) => this.#frame(frame),
    (seat) => this.seats.includes(seat),
  );

  /** `Where`: what leads to the table, if not where its name says it is. */
  constructor(
    table: string,
    show: "seat" | "table" = "seat",
    Where: new (...about: ConstructorParameters<typeof TableSocket>) => Socket = isLocal(table)
      ? LaterSocket
      : TableSocket,
  ) {
    this.table = table;
    this.#socket = new Where(
      table,
      { plays: true, show },
      {
        frame: (frame) => this.#pace.take(frame),
        link: (link, code) => {
          this.link = link;
          if (link === "gone") this.gone = code ?? 0;
        },
        since: () => this.n,
      },
    );
  }

  /** Hear every event after it was folded in, with the view before it. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#pace.stop();
    this.#socket.close();
  }

  /** Send a command; null when done, the refusal when not. */
  async command(asked: Asked): Promise<Refusal | null> {
    try {
      await this.#socket.send(asked);
      return null;
    } catch (error) {
      if (error instanceof Denied) return error.refusal;
      throw error;
    }
  }

  async #ask<T extends Answered>(asked: Asked): Promise<T | Refusal> {
    try {
      return (await this.#socket.send(asked)) as T;
    } catch (error) {
      if (error instanceof Denied) return error.refusal;
      throw error;
    }
  }

  /** Judge a draft of tiles. */
  async checkPlay(seat: number, play: string): Promise<Judged<"tiles"> | Refusal> {
    return judged("tiles", await this.#ask<Checked>({ do: "check", seat, play }));
  }

  /** Judge a draft of cards. */
  async checkRows(seat: number, rows: string[], taken: string[]): Promise<Judged<"cards"> | Refusal> {
    return judged("cards", await this.#ask<Checked>({ do: "check", seat, rows, taken }));
  }

  /** Into which of these rows cards could go, row by row; none when the seat wants no help. */
  async fits(seat: number, rows: string[], cards: string): Promise<Fits | Refusal> {
    return this.#ask<Fits>({ do: "fits", seat, rows, cards });
  }

  /** Ask for the legal plays again, as after a change of the assist level. */
  async askPlays(seat: number): Promise<void> {
    if (this.mine === seat) await this.#ask<Plays>({ do: "plays", seat });
  }

  async hint<G extends GameName>(game: G, seat: number, step: number): Promise<Helped<G> | Refusal> {
    return helped(game, await this.#ask<Hinted>({ do: "hint", seat, step }));
  }

  /** What a seat overlooked in its last turn. */
  async missed(seat: number): Promise<MissedMove | Refusal> {
    return this.#ask<MissedMove>({ do: "missed", seat });
  }

  /** Hot seat: lift the curtain for a seat, or let it fall (null). */
  async look(seat: number | null): Promise<Refusal | null> {
    return this.command({ do: "look", seat });
  }

  /** Confirm all seats of this device that are not ready yet, each with randomness of its own for the shuffle. */
  async ready(): Promise<Refusal | null> {
    for (const seat of this.seats) {
      if (this.seat(seat)?.ready) continue;
      const entropy = randomHex(32);
      if (this.info !== null) notePromise(this.table, this.info.commitment);
      const refusal = await this.command({ do: "ready", seat, entropy });
      if (refusal !== null) return refusal;
      if (!this.info?.bag) noteAdded(this.table, seat, entropy); // nobody adds to a bag that others play too
    }
    return null;
  }

  seat(number: number): SeatInfo | undefined {
    return this.info?.seats[number];
  }

  name(number: number): string {
    return this.info?.seats[number]?.name ?? "";
  }

  /** A person plays this seat elsewhere and is not connected. Where a turn has days, nobody is expected to be. */
  isAway(number: number): boolean {
    const { clock, total } = this.info?.options ?? {};
    if (Math.max(clock ?? 0, total ?? 0) >= 86400) return false;
    const seat = this.seat(number);
    if (seat === undefined || seat.kind === "bot" || !seat.taken || seat.stand_in || this.seats.includes(number))
      return false;
    return !(this.online[number] ?? seat.online);
  }

  /** What is to be said beside a name: that a bot plays in it, or that its owner is away. Echo is a bot, but one that
   * plays like somebody: where it cannot, another one plays in its name. */
  mark(number: number): "bot" | "away" | null {
    if (this.info?.phase === "finished") return null;
    const seat = this.seat(number);
    if (seat?.stand_in && seat.taken && (seat.kind !== "bot" || isEcho(seat.bot ?? ""))) return "bot";
    return this.isAway(number) ? "away" : null;
  }

  /** Whether other people play on other devices. */
  get company(): boolean {
    return (this.info?.seats ?? []).some(
      (seat) => seat.kind !== "bot" && seat.taken && !this.seats.includes(seat.seat),
    );
  }

  /** The tournament whose game this is; its rounds name their bags by it. */
  get tournament(): string {
    return /^tournament (\S+)/.exec(this.info?.bag ?? "")?.[1] ?? "";
  }

  get now(): Now | null {
    return this.view?.now ?? null;
  }

  /** What is known of a game of tiles; null before it begins, and where cards are played. */
  get tiles(): TilesView | null {
    return only("tiles", this.view);
  }

  /** What is known of a game of cards; null before it begins, and where tiles are played. */
  get cards(): CardsView | null {
    return only("cards", this.view);
  }

  /** The turns so far; none before the game begins. */
  get sheet(): readonly SheetEntry[] {
    return this.view?.sheet ?? [];
  }

  /** By seat; empty before the table is known. */
  get names(): readonly string[] {
    return this.info?.seats.map((seat) => seat.name) ?? [];
  }

  /** By seat; empty before the game begins. */
  get scores(): readonly number[] {
    return this.now?.scores ?? [];
  }

  /** C11: a player who cannot play has shown the hand, and the others look for a way. */
  get way(): WayWanted | null {
    const waiting = this.now?.waiting;
    return waiting?.what === "way" ? waiting : null;
  }

  /** Whose turn it is. */
  get mover(): number | null {
    return this.now?.to_move ?? null;
  }

  /** Several people share this device. */
  get hotSeat(): boolean {
    return this.seats.length > 1;
  }

  /** The seat whose turn it is, if it is one of this device's. */
  get mine(): number | null {
    const mover = this.mover;
    return mover !== null && this.seats.includes(mover) && this.now?.phase === "playing" ? mover : null;
  }

  #frame(frame: Frame): void {
    if (frame.t === "welcome") this.#welcome(frame);
    else if (frame.t === "event") this.#event(frame);
    else if (frame.t === "view") this.#look(frame.view);
    else if (frame.t === "plays") this.plays = frame;
    else if (frame.t === "presence") {
      this.online = frame.online;
      this.watchers = frame.watchers ?? 0;
      this.queue = frame.queue ?? 0;
      this.botFrom = (frame.away ?? []).map((ms) => (ms === null ? null : Date.now() + ms));
    }
  }

  #welcome(frame: Welcome): void {
    if (this.info === null) this.lookedBack = frame.info.rematch !== null;
    this.info = frame.info;
    this.seats = frame.seats;
    this.rematch = frame.info.rematch;
    if (frame.proof) this.proof = frame.proof;
    if (frame.resumed) {
      // The curtain of a hot seat fell with the connection; whoever sat there still holds the device.
      const eyes = this.view?.now.seat ?? null;
      if (this.hotSeat && eyes !== null) void this.look(eyes);
      return;
    }
    this.n = frame.n;
    this.plays = null;
    this.#look(frame.view);
  }

  #look(view: View | null): void {
    this.view = view;
    this.nowAt = Date.now();
  }

  #event(frame: Event): void {
    if (this.n !== null && frame.n <= this.n) return;
    if (this.n !== null && frame.n !== this.n + 1) {
      this.#socket.restart();
      return;
    }
    const before = this.view;
    this.n = frame.n;
    this.#fold(frame.event);
    if (frame.now && this.view !== null) this.#look({ ...this.view, now: frame.now });
    if (this.info !== null && frame.now && this.info.phase !== frame.now.phase) {
      this.info = { ...this.info, phase: frame.now.phase };
    }
    for (const listener of this.#listeners) listener(frame.event, before);
  }

  #fold(event: Happening): void {
    const view = this.view;
    switch (event.type) {
      case "seat":
        this.#seat(event.info);
        break;
      case "started":
        // The event is the same for every seat of a device; what is mine was said in the welcome.
        this.info = {
          ...event.info,
          seats: event.info.seats.map((seat) => ({ ...seat, you: this.seats.includes(seat.seat) })),
        };
        this.#look(event.view);
        this.ways = new Map();
        this.redeals = event.redeals;
        break;
      case "opened":
        if (view !== null) this.view = { ...view, opening: event.opening };
        break;
      case "played":
        this.plays = null;
        if (view !== null) {
          if (event.way_by != null) this.ways = new Map([...this.ways, [view.sheet.length, event.way_by]]);
          this.view = afterTurn(view, event);
        }
        break;
      case "taken_back":
        this.plays = null;
        this.#look(event.view);
        break;
      case "ended":
        this.plays = null;
        this.proof = event.proof ?? null;
        break;
      case "rematch_asked":
        if (this.info !== null) {
          this.info = { ...this.info, rematch_asked: [...this.info.rematch_asked, event.seat] };
        }
        break;
      case "rematch":
        this.rematch = event.table;
        break;
      case "closed":
        this.closed = event.reason;
        break;
      default:
        break;
    }
  }

  #seat(seat: SeatInfo): void {
    if (this.info === null) return;
    const seats = this.info.seats.map((old) =>
      old.seat === seat.seat ? { ...seat, you: this.seats.includes(seat.seat) } : old,
    );
    this.info = { ...this.info, seats };
  }
}
