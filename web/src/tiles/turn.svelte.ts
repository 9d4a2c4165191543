// One person's turn at the tile table: the rack, the tiles laid so far, what the server says about them. Everything here
// can be undone; nothing is decided here. Places come from the server's list, sums and faults from its `check`.
// While others play, tiles are laid as a plan: it stays where it can, and is judged anew after every turn.
import { key, type Cell } from "../board/camera";
import { corner, exact, narrow, parseLaid, parsePlays, spots, textOf, type Laid, type Spot } from "../board/plays";
import type { Helped, Judged } from "../games";
import { sorted, split } from "../pieces";
import { rulesOf } from "../rulesets";
import type { Session } from "../session.svelte";
import type { Refusal } from "../wire.gen";
import { keep, recall } from "./drafts";

export interface LooseTile extends Laid {
  /** Its place on the rack. */
  readonly slot: number;
}

export type Verdict =
  | { readonly kind: "empty" }
  | { readonly kind: "checking" }
  | { readonly kind: "more"; readonly missing: number }
  | { readonly kind: "legal"; readonly points: number; readonly checked: Judged<"tiles"> | null }
  | { readonly kind: "fault"; readonly refusal: Refusal };

export class TileTurn {
  readonly session: Session;
  readonly seat: number;
  /** The rack, with the tiles that lie loose on the board. */
  slots = $state.raw<readonly (string | null)[]>([]);
  draft = $state.raw<readonly LooseTile[]>([]);
  selected = $state<number | null>(null);
  exchanging = $state(false);
  picked = $state.raw<readonly number[]>([]);
  busy = $state(false);
  hint = $state.raw<Helped<"tiles"> | null>(null);
  /** A hint is being thought about. */
  asking = $state(false);
  /** Why the last command was refused, until something changes. */
  refused = $state.raw<Refusal | null>(null);
  /** What was laid in others' turns lies there as it was planned. */
  planned = $state(false);
  /** Pieces of the plan whose places were taken by others. */
  lost = $state.raw<readonly string[]>([]);
  #answer = $state.raw<{ text: string; checked: Judged<"tiles"> | null; refusal: Refusal | null } | null>(null);
  #asked = "";
  #judgedAt = -1;

  board = $derived.by(() => parseLaid(this.session.tiles?.board ?? ""));
  #occupied = $derived.by(() => new Set(this.board.map(key)));
  isMine = $derived.by(() => this.session.mine === this.seat && this.session.now?.seat === this.seat);
  /** Others play, and something can be prepared. */
  isPlanning = $derived.by(() => {
    const now = this.session.now;
    return now?.phase === "playing" && now.seat === this.seat && !this.isMine && this.board.length > 0;
  });
  mayLay = $derived.by(() => this.isMine || this.isPlanning);
  #list = $derived.by(() => {
    const plays = this.session.plays;
    return this.isMine && plays !== null && plays.seat === this.seat ? parsePlays(plays.plays) : [];
  });
  #narrowed = $derived.by(() => narrow(this.#list, this.draft, this.board.length === 0));

  constructor(session: Session, seat: number) {
    this.session = session;
    this.seat = seat;
    const kept = recall(session.table, seat);
    this.slots = kept.slots;
    this.follow();
    const since = session.sheet.slice(kept.turn);
    if (this.mayLay && kept.turn <= this.#turn && since.every((entry) => entry.seat !== seat))
      this.#restore(kept.laid, since.length > 0);
  }

  /** Bring the rack in line with the hand: tiles keep their places, new ones fill the gaps. */
  follow(): void {
    const hand = split(this.session.now?.hand ?? "");
    const left = [...hand];
    const slots = this.slots.map((piece) => {
      const at = piece === null ? -1 : left.indexOf(piece);
      if (at < 0) return null;
      left.splice(at, 1);
      return piece;
    });
    const places = rulesOf(this.session.info?.ruleset ?? "")?.hand ?? 0;
    while (slots.length < Math.max(places, hand.length)) slots.push(null);
    for (const piece of left) slots[slots.indexOf(null)] = piece;
    if (slots.some((piece, at) => piece !== this.slots[at])) this.slots = slots;
    // What I have played is no plan, also when a bot has answered before anybody looked.
    const isDone =
      this.#judgedAt >= 0 && this.session.sheet.slice(this.#judgedAt).some(({ seat }) => seat === this.seat);
    const held = this.draft.filter((tile) => !isDone && this.mayLay && slots[tile.slot] === tile.piece);
    const stands = held.filter((tile) => !this.#occupied.has(key(tile)));
    const anew = this.#judgedAt !== this.#turn;
    if (stands.length !== this.draft.length || (anew && stands.length > 0)) {
      const { planned, lost } = this;
      this.#answer = null;
      this.#lay(stands);
      if (planned && !isDone) {
        this.planned = stands.length > 0;
        this.lost = [...lost, ...held.filter((tile) => !stands.includes(tile)).map((tile) => tile.piece)];
      }
    }
    if (isDone) this.lost = [];
    this.#judgedAt = this.#turn;
    if (!this.isMine) {
      this.exchanging = false;
      this.picked = [];
      this.hint = null;
    }
    if (this.selected !== null && (slots[this.selected] ?? null) === null) this.selected = null;
    this.#keep();
  }

  /** How many tiles may be exchanged now. */
  get maySwap(): number {
    return this.session.now?.may_swap ?? 0;
  }

  get #turn(): number {
    return this.session.sheet.length;
  }

  /** Whether the tile of this slot lies on the board. */
  isOut(slot: number): boolean {
    return this.draft.some((tile) => tile.slot === slot);
  }

  get chosen(): string | null {
    return this.selected === null || this.isOut(this.selected) ? null : (this.slots[this.selected] ?? null);
  }

  /** Where the chosen piece fits, with points as far as the assist level tells them. */
  get spots(): Map<string, Spot> {
    const piece = this.chosen;
    if (piece === null || !this.isMine || this.exchanging) return new Map();
    const found = spots(this.#narrowed, this.draft, piece);
    if (this.#assist === "best") return found;
    return new Map([...found].map(([name, spot]) => [name, { ...spot, best: false }]));
  }

  /** Pieces still to be laid for the best play that is listed with points: the assist level decides whether there is one. */
  get bestPieces(): ReadonlySet<string> {
    if (this.#assist !== "best" || this.exchanging) return new Set();
    const top = this.#narrowed.reduce((most, play) => Math.max(most, play.points), 0);
    const best = this.#narrowed.find((play) => play.points === top && top > 0);
    const laid = new Set(this.draft.map(key));
    return new Set((best?.laid ?? []).filter((tile) => !laid.has(key(tile))).map((tile) => tile.piece));
  }

  /** The list says that nothing can be laid. Unknown (assist off) is no. */
  get isStuck(): boolean {
    return this.isMine && this.session.plays !== null && this.#list.length === 0 && this.#assist !== "off";
  }

  get #assist(): string {
    return this.session.seat(this.seat)?.assist ?? "places";
  }

  get pointsNow(): number {
    const listed = exact(this.#narrowed, this.draft);
    return this.#checked?.points ?? listed?.points ?? 0;
  }

  get #checked(): Judged<"tiles"> | null {
    return this.#answer?.text === this.text ? (this.#answer.checked ?? null) : null;
  }

  /** An opening is checked and played from its corner, wherever it was laid. */
  get shift(): Cell {
    return this.board.length === 0 ? corner(this.draft) : { x: 0, y: 0 };
  }

  get text(): string {
    return textOf(this.draft, this.shift);
  }

  get verdict(): Verdict {
    if (this.draft.length === 0) return { kind: "empty" };
    const listed = exact(this.#narrowed, this.draft);
    const checked = this.#checked;
    if (listed !== undefined && checked === null) {
      return listed.points > 0 ? { kind: "legal", points: listed.points, checked } : { kind: "checking" };
    }
    if (checked?.legal) return { kind: "legal", points: checked.points, checked };
    if (this.#narrowed.length > 0) {
      const least = Math.min(...this.#narrowed.map((play) => play.laid.length));
      return { kind: "more", missing: least - this.draft.length };
    }
    const refusal = checked?.refusal ?? (this.#answer?.text === this.text ? this.#answer.refusal : null);
    return refusal ? { kind: "fault", refusal } : { kind: "checking" };
  }

  select(slot: number | null): void {
    this.refused = null;
    this.selected = slot === this.selected ? null : slot;
  }

  /** Lay the piece of a slot on a cell; false when something lies there. */
  place(slot: number, cell: Cell): boolean {
    const piece = this.slots[slot] ?? null;
    if (piece === null || !this.mayLay || this.busy || this.#occupied.has(key(cell))) return false;
    const others = this.draft.filter((tile) => tile.slot !== slot && key(tile) !== key(cell));
    this.#lay([...others, { x: cell.x, y: cell.y, piece, slot }]);
    this.selected = null;
    return true;
  }

  /** A loose tile moves to another cell, or home with `to` null. Two loose tiles change places. */
  move(from: Cell, to: Cell | null): void {
    const tile = this.looseAt(from);
    if (tile === undefined || (to !== null && this.#occupied.has(key(to)))) return;
    if (to === null) {
      this.#lay(this.draft.filter((other) => other !== tile));
      return;
    }
    const other = this.looseAt(to);
    this.#lay(
      this.draft.map((each) => {
        if (each === tile) return { ...each, x: to.x, y: to.y };
        return each === other ? { ...each, x: from.x, y: from.y } : each;
      }),
    );
  }

  looseAt(cell: Cell): LooseTile | undefined {
    return this.draft.find((tile) => key(tile) === key(cell));
  }

  /** Take back the tile laid last. */
  undo(): LooseTile | undefined {
    const last = this.draft.at(-1);
    if (last !== undefined) this.#lay(this.draft.slice(0, -1));
    return last;
  }

  clear(): void {
    this.#lay([]);
    this.hint = null;
  }

  /** Lay a whole play, as from a hint or a typed move; false when the hand does not hold it. */
  layAll(laid: readonly Laid[]): boolean {
    const free = this.slots.map((piece) => piece);
    const made: LooseTile[] = [];
    for (const tile of laid) {
      const slot = free.indexOf(tile.piece);
      if (slot < 0) return false;
      free[slot] = null;
      made.push({ ...tile, slot });
    }
    this.#lay(made);
    this.selected = null;
    return true;
  }

  /** Move a rack tile to another slot; the others make room. */
  arrange(from: number, to: number): void {
    if (from === to) return;
    const order = this.slots.map((_, at) => at);
    order.splice(from, 1);
    order.splice(to, 0, from);
    this.#reorder(order);
  }

  sort(by: "color" | "shape"): void {
    const pieces = this.slots.map((piece, slot) => ({ piece, slot }));
    const order: number[] = [];
    for (const piece of sorted(
      this.slots.filter((each) => each !== null),
      by,
    )) {
      const at = pieces.findIndex((each) => each.piece === piece);
      const [found] = pieces.splice(at, 1);
      if (found !== undefined) order.push(found.slot);
    }
    order.push(...pieces.map((each) => each.slot));
    this.#reorder(order);
  }

  #reorder(order: readonly number[]): void {
    const picked = this.picked;
    const selected = this.selected;
    this.slots = order.map((slot) => this.slots[slot] ?? null);
    this.draft = this.draft.map((tile) => ({ ...tile, slot: order.indexOf(tile.slot) }));
    this.picked = picked.map((slot) => order.indexOf(slot));
    this.selected = selected === null ? null : order.indexOf(selected);
    this.#keep();
  }

  startExchange(): void {
    this.clear();
    this.selected = null;
    this.exchanging = true;
    this.picked = [];
    this.refused = null;
  }

  stopExchange(): void {
    this.exchanging = false;
    this.picked = [];
  }

  /** Pick a slot for the exchange or put it back; false when no more may be exchanged. */
  pick(slot: number): boolean {
    if ((this.slots[slot] ?? null) === null) return false;
    if (this.picked.includes(slot)) {
      this.picked = this.picked.filter((each) => each !== slot);
      return true;
    }
    if (this.picked.length >= this.maySwap) return false;
    this.picked = [...this.picked, slot];
    return true;
  }

  async commit(): Promise<boolean> {
    if (this.verdict.kind !== "legal" || !this.isMine) return false;
    return this.#send({ do: "play", seat: this.seat, play: this.text });
  }

  async exchange(): Promise<boolean> {
    const pieces = this.picked.map((slot) => this.slots[slot]).filter((piece) => piece != null);
    if (pieces.length === 0) return false;
    return this.#send({ do: "exchange", seat: this.seat, pieces: sorted(pieces).join("") });
  }

  async pass(): Promise<boolean> {
    return this.#send({ do: "pass", seat: this.seat });
  }

  async #send(command: Parameters<Session["command"]>[0]): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = null;
    this.refused = await this.session.command(command);
    this.busy = false;
    this.hint = null;
    this.follow();
    return this.refused === null;
  }

  /** One more step of help; the last one lays the tiles. */
  async askHint(): Promise<Helped<"tiles"> | Refusal> {
    const step = Math.min(3, (this.hint?.step ?? 0) + 1);
    this.asking = true;
    const answer = await this.session.hint("tiles", this.seat, step).finally(() => (this.asking = false));
    if ("game" in answer) {
      if (answer.play) this.layAll(parseLaid(answer.play));
      this.hint = answer;
    }
    return answer;
  }

  #lay(draft: readonly LooseTile[]): void {
    this.draft = draft;
    // What was said of a play does not hold for another.
    if (this.hint?.play) this.hint = null;
    this.refused = null;
    this.planned = this.isPlanning && draft.length > 0;
    this.lost = [];
    this.#keep();
    const text = this.text;
    this.#asked = text;
    if (text === "" || this.#answer?.text === text) return;
    void this.session.checkPlay(this.seat, text).then((answer) => {
      if (this.#asked !== text) return;
      this.#answer =
        "game" in answer ? { text, checked: answer, refusal: null } : { text, checked: null, refusal: answer };
    });
  }

  #restore(laid: readonly Laid[], planned: boolean): void {
    const stands = laid.filter((tile) => !this.#occupied.has(key(tile)));
    if (laid.length === 0 || !this.layAll(stands)) return;
    this.planned ||= planned;
    this.lost = laid.filter((tile) => !stands.includes(tile)).map((tile) => tile.piece);
  }

  #keep(): void {
    const laid = this.draft.map(({ x, y, piece }) => ({ x, y, piece }));
    // A rack without a draft is of no turn.
    const turn = laid.length === 0 ? 0 : this.#turn;
    keep(this.session.table, this.seat, { slots: this.slots, laid, turn });
  }
}
