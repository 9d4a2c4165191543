// One person at the card table: the draft, what is chosen, and what the server says about it. Everything here can be
// undone; nothing is decided here. Lanes are judged by the server's `check`; its last legal draft is what a clock that
// runs out will play, so nothing valid is ever thrown away.
import type { Judged } from "../games";
import { list, pieceName, t } from "../i18n";
import { join, split } from "../pieces";
import type { Session } from "../session.svelte";
import { keep, read, type Key } from "../storage";
import type { JudgedLane, Refusal } from "../wire.gen";
import { Draft, laneName, SIX, type Card, type Lane, type Target } from "./draft";
import { Fitting } from "./fitting.svelte";
import { carriedOver } from "./plan";

/** What I may do: my own turn, a way for a player who is stuck (C11), plan while others play, or look on. */
export type Role = "turn" | "way" | "plan" | "watch";
export type LaneState = "ok" | "qwirkle" | "short" | "duplicate" | "mixed" | "long" | "empty" | "asking";
const BROKEN: readonly LaneState[] = ["short", "duplicate", "mixed", "long"];

const storeName = (table: string, seat: number): Key => `sixfold.cards.${table}.${seat}`;

export class CardTurn {
  readonly session: Session;
  readonly seat: number | null;
  draft = $state.raw<Draft>(Draft.begin([], ""));
  selected = $state.raw<readonly number[]>([]);
  busy = $state(false);
  /** A hint is on its way. */
  thinking = $state(false);
  refused = $state.raw<Refusal | null>(null);
  hint = $state.raw<{ step: number; text: string; none: boolean } | null>(null);
  /** What was laid in others' turns lies there as it was planned. */
  planned = $state(false);
  /** Pieces of the plan whose rows others have changed. */
  lost = $state.raw<readonly string[]>([]);
  /** What a screen reader is to say next. */
  said = $state("");
  #answer = $state.raw<{ text: string; checked: Judged<"cards"> | null; refusal: Refusal | null } | null>(null);
  #basis = "";
  #sort: "color" | "shape" = "color";

  /** C11: the seat of this device that may show a way; the open hand needs no curtain. */
  helper: number | null = $derived.by(() => {
    return this.session.way?.seats.find((seat) => this.session.seats.includes(seat)) ?? null;
  });

  role: Role = $derived.by(() => {
    const now = this.session.now;
    if (now === null || now.phase !== "playing" || this.session.link !== "open") return "watch";
    if (now.waiting?.what === "way") return this.helper === null ? "watch" : "way";
    if (now.waiting || this.seat === null || now.seat !== this.seat) return "watch";
    if (now.to_move === this.seat) return "turn";
    return this.session.cards?.rows.length ? "plan" : "watch";
  });

  /** For which seat this device acts now. */
  get actor(): number | null {
    return this.role === "way" ? this.helper : this.seat;
  }

  /** The hand on the rack: my own, or the one that a stuck player shows. */
  hand: string = $derived.by(() => {
    const now = this.session.now;
    if (this.role === "way" && this.session.way !== null) return this.session.way.hand;
    return now?.hand ?? "";
  });

  #text = $derived.by(() => JSON.stringify(this.draft.rows().map((one) => one.row)));
  checked = $derived.by(() => (this.#answer?.text === this.#text ? this.#answer.checked : null));
  refusal = $derived.by(() => {
    if (this.refused !== null) return this.refused;
    return this.#answer?.text === this.#text ? (this.#answer.checked?.refusal ?? this.#answer.refusal) : null;
  });
  legal = $derived.by(() => {
    if (this.role === "watch" || this.role === "plan" || !this.draft.changed || this.checked === null) return false;
    // A way for somebody else is judged with that player's hand when it is shown; here every lane has to stand.
    if (this.role === "way")
      return this.draft.played.length > 0 && this.checked.lanes.every((lane) => !BROKEN.includes(lane.state));
    return this.checked.legal;
  });
  played = $derived.by(() => this.draft.played);

  readonly fitting = new Fitting(this);

  constructor(session: Session, seat: number | null) {
    this.session = session;
    this.seat = seat;
    this.follow();
  }

  /** Bring the draft in line with the table: a new turn begins a new draft, anything else leaves it alone. */
  follow(): void {
    const rows = this.session.cards?.rows ?? [];
    // A lost connection must not throw the draft away: the basis is what lies there, not whether we may act on it.
    const basis = JSON.stringify([rows, this.hand, this.session.sheet.length]);
    if (basis === this.#basis) return;
    this.#basis = basis;
    this.selected = [];
    this.hint = null;
    this.refused = null;
    this.lost = [];
    this.#answer = null;
    this.draft = Draft.restore(this.#recall(), rows, this.hand, (old, fresh) => {
      const { draft, lost } = carriedOver(old, fresh);
      this.planned = true;
      this.lost = lost;
      return draft;
    }).sortHand(this.#sort);
    if (!this.draft.changed) this.planned = false;
    if (this.lost.length > 0 || this.draft.changed) this.#keep();
    if (this.draft.changed) void this.#check();
  }

  /** What has become of the plan, in words. */
  get plan(): string {
    if (this.lost.length > 0) return t("plan.changed", { pieces: list(this.lost.map(pieceName)) });
    if (!this.planned) return "";
    if (this.role === "plan") return t("plan.note");
    if (this.role !== "turn" || this.checked === null) return "";
    return t(this.checked.legal ? "plan.stands" : "plan.broken");
  }

  #recall(): string | null {
    return this.seat === null ? null : read(storeName(this.session.table, this.seat));
  }

  #keep(): void {
    if (this.seat === null) return;
    keep(storeName(this.session.table, this.seat), this.draft.changed ? this.draft.save() : null);
  }

  #set(draft: Draft): boolean {
    if (draft === this.draft) return false;
    this.draft = draft;
    this.refused = null;
    this.planned = this.role === "plan" && draft.changed;
    this.lost = [];
    this.selected = this.selected.filter((id) => draft.card(id) !== undefined);
    this.#keep();
    void this.#check();
    return true;
  }

  /** Ask the server about the lanes as they lie. Only the answer to the newest question counts. */
  async #check(): Promise<void> {
    const seat = this.actor;
    if (seat === null || this.role === "watch") return;
    const text = this.#text;
    const { rows, taken } = this.#lanes();
    const answer = await this.session.checkRows(seat, rows, taken);
    if (this.#text !== text) return;
    this.#answer =
      "legal" in answer ? { text, checked: answer, refusal: null } : { text, checked: null, refusal: answer };
    this.#say();
  }

  /** Lanes as the wire wants them: full ones are offered as Qwirkles, the server says whether they are. */
  #lanes(): { rows: string[]; taken: string[] } {
    const rows = this.draft.rows().map((one) => one.row);
    const full = (row: string): boolean => split(row).length === SIX;
    return { rows: rows.filter((row) => !full(row)), taken: rows.filter(full) };
  }

  #judged(lane: Lane): JudgedLane | undefined {
    const row = join(lane.cards.map((card) => card.piece));
    return this.checked?.lanes.find((one) => one.row === row);
  }

  /** How a lane stands. What lies untouched on the table is a row; all else the server judges. */
  state(lane: Lane): LaneState {
    if (lane.cards.length === 0) return "empty";
    const judged = this.#judged(lane);
    if (judged !== undefined) return judged.state;
    return this.#untouched(lane) ? "ok" : "asking";
  }

  #untouched(lane: Lane): boolean {
    const before = this.draft.start.lanes.find((one) => one.id === lane.id);
    return before !== undefined && JSON.stringify(before.cards) === JSON.stringify(lane.cards);
  }

  /** Whether a lane of the table is not as it was when the turn began. */
  isChanged(lane: Lane): boolean {
    return !this.#untouched(lane);
  }

  /** The state of a lane in words. */
  words(lane: Lane): string {
    const count = lane.cards.length;
    const state = this.state(lane);
    const judged = this.#judged(lane);
    const facts = judged?.facts ?? {};
    if (state === "empty") return t("cards.row.empty");
    if (state === "asking") return t("cards.row.asking");
    if (state === "short") return t("cards.row.short", { n: typeof facts.needs === "number" ? facts.needs : 1 });
    if (state === "duplicate") return t("cards.row.twice", { piece: pieceName(String(facts.piece)) });
    if (state === "mixed") {
      const odd = this.odd(lane).map((card) => pieceName(card.piece));
      if (odd.length === 0) return t("cards.row.mixed");
      return odd.length === 1
        ? t("cards.row.odd", { piece: odd[0] ?? "" })
        : t("cards.row.clash", { pieces: list(odd) });
    }
    if (state === "long") return t("cards.row.long");
    const what = t(`cards.what.${this.common(lane)}`);
    return state === "qwirkle" ? t("cards.row.full", { what }) : t("cards.row.of", { what, n: count });
  }

  /** What a lane lacks, in a word or two; "" when it lacks nothing. */
  brief(lane: Lane): string {
    const state = this.state(lane);
    const needs = this.#judged(lane)?.facts?.needs;
    return BROKEN.includes(state) ? t(`cards.row.brief.${state}`, { n: typeof needs === "number" ? needs : 1 }) : "";
  }

  /** The cards at fault: those that the server names, of these the ones that came here in this turn if that tells them apart. */
  odd(lane: Lane): Card[] {
    const { pieces, piece } = this.#judged(lane)?.facts ?? {};
    if (!BROKEN.includes(this.state(lane)) || typeof (pieces ?? piece) !== "string") return [];
    const named = split(String(pieces ?? piece));
    const found = lane.cards.filter((card) => named.includes(card.piece));
    const came = found.filter((card) => card.home !== lane.id);
    return came.length > 0 ? came : found;
  }

  /** The letter of what the cards of a legal lane have in common. */
  common(lane: Lane): string {
    const pieces = lane.cards.map((card) => card.piece);
    const shape = pieces[0]?.charAt(1) ?? "";
    return pieces.every((piece) => piece.charAt(1) === shape) ? shape : (pieces[0]?.charAt(0) ?? "");
  }

  /** Lanes with which the turn cannot end. */
  get broken(): Lane[] {
    return this.draft.now.lanes.filter((lane) => BROKEN.includes(this.state(lane)));
  }

  get qwirkles(): number {
    return this.draft.now.lanes.filter((lane) => this.state(lane) === "qwirkle").length;
  }

  toggle(id: number, extend = false): void {
    if (this.role === "watch") return;
    if (extend && this.selected.length > 0) {
      this.selected = [...new Set([...this.selected, ...this.#between(this.selected.at(-1) ?? id, id)])];
      return;
    }
    this.selected = this.selected.includes(id) ? this.selected.filter((one) => one !== id) : [...this.selected, id];
  }

  #between(first: number, last: number): number[] {
    const line = [...this.draft.now.lanes.map((lane) => lane.cards), this.draft.now.hand].find((cards) =>
      cards.some((card) => card.id === last),
    );
    const at = (id: number): number => line?.findIndex((card) => card.id === id) ?? -1;
    const [low, high] = [at(first), at(last)].sort((a, b) => a - b) as [number, number];
    return low < 0 || line === undefined ? [last] : line.slice(low, high + 1).map((card) => card.id);
  }

  /** Choose all cards of a lane, or none if all are chosen. */
  toggleLane(lane: Lane): void {
    if (this.role === "watch") return;
    const ids = lane.cards.map((card) => card.id);
    const all = ids.every((id) => this.selected.includes(id));
    this.selected = all ? this.selected.filter((id) => !ids.includes(id)) : [...new Set([...this.selected, ...ids])];
  }

  /** Move these cards, or the chosen ones, to a lane, a new lane or home. */
  move(target: Target, ids: readonly number[] = this.selected): boolean {
    if (this.role === "watch" || this.busy) return false;
    const names = list(ids.map((id) => pieceName(this.draft.card(id)?.piece ?? "?")));
    this.#speech = t(target === "home" ? "cards.returned" : "cards.moved", { pieces: names });
    const moved = this.#set(this.draft.move(ids, target));
    if (moved) {
      this.selected = [];
      this.hint = null;
    }
    return moved;
  }

  resetLane(lane: number): void {
    this.#set(this.draft.resetLane(lane));
  }

  undo(): void {
    this.#speech = t("cards.undo");
    this.#set(this.draft.undo());
  }

  redo(): void {
    this.#speech = t("cards.redo");
    this.#set(this.draft.redo());
  }

  reset(): void {
    this.#speech = t("cards.reset");
    this.selected = [];
    this.#set(this.draft.reset());
  }

  sortHand(by: "color" | "shape"): void {
    this.#sort = by;
    this.draft = this.draft.sortHand(by);
  }

  /** Finish the turn, or show the way. */
  async commit(): Promise<boolean> {
    const seat = this.actor;
    if (!this.legal || this.busy || seat === null) return false;
    const { rows, taken } = this.#lanes();
    const done = await this.#command({ do: this.role === "way" ? "way" : "turn", seat, rows, taken });
    // What was played is no plan for later.
    if (done && this.seat !== null) keep(storeName(this.session.table, this.seat), null);
    return done;
  }

  /** C11, openly. */
  async stuck(): Promise<boolean> {
    return this.seat !== null && this.#command({ do: "stuck", seat: this.seat });
  }

  async noWay(): Promise<boolean> {
    return this.helper !== null && this.#command({ do: "no_way", seat: this.helper });
  }

  async pass(): Promise<boolean> {
    return this.seat !== null && this.#command({ do: "pass", seat: this.seat });
  }

  async #command(asked: Parameters<Session["command"]>[0]): Promise<boolean> {
    this.busy = true;
    try {
      this.refused = await this.session.command(asked);
      return this.refused === null;
    } finally {
      this.busy = false;
    }
  }

  /** A hint in steps: how many cards, which, and only then how. */
  async askHint(): Promise<void> {
    if (this.seat === null || this.role !== "turn" || this.thinking) return;
    const step = Math.min(3, (this.hint?.step ?? 0) + 1);
    this.thinking = true;
    const answer = await this.session.hint("cards", this.seat, step).finally(() => {
      this.thinking = false;
    });
    if (!("game" in answer)) {
      this.refused = answer;
      return;
    }
    if (answer.none) this.hint = { step, text: t("cards.hint.none"), none: true };
    else if (answer.move) {
      this.selected = [];
      this.#set(this.draft.arrange([...answer.move.rows, ...answer.move.taken]));
      this.hint = { step: 0, text: t("cards.hint.shown"), none: false };
    } else if (answer.pieces) {
      const pieces = split(answer.pieces);
      this.hint = { step, text: t("cards.hint.these", { pieces: list(pieces.map(pieceName)) }), none: false };
      this.#select(pieces);
    } else this.hint = { step, text: t("cards.hint.count", { n: answer.count }), none: false };
    this.said = this.hint.text;
  }

  #select(pieces: readonly string[]): void {
    const left = [...pieces];
    this.selected = this.draft.now.hand
      .filter((card) => {
        const at = left.indexOf(card.piece);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      })
      .map((card) => card.id);
  }

  /** A typed step: cards and a row's letter, `+` for a new row, `-` for back. Says what is wrong, "" when done. */
  type(text: string): string {
    const found = /^\s*((?:[ROYGBP][osdctx]\s*)+)\s+([A-Z]{1,2}|\+|-)\s*$/i.exec(text);
    if (found === null) return t("cards.type.unread", { text: text.trim().slice(0, 40) });
    const pieces = split((found[1] ?? "").replace(/\s+/g, "")).map(
      (piece) => piece.charAt(0).toUpperCase() + piece.charAt(1).toLowerCase(),
    );
    const goal = (found[2] ?? "").toUpperCase();
    const target: Target | undefined =
      goal === "+"
        ? "new"
        : goal === "-"
          ? "home"
          : this.draft.now.lanes.find((lane) => laneName(lane.id) === goal)?.id;
    if (target === undefined) return t("cards.type.unread", { text: goal });
    const ids: number[] = [];
    for (const piece of pieces) {
      const card = this.#find(piece, target, ids);
      if (card === undefined) return t("cards.type.absent", { piece: pieceName(piece) });
      ids.push(card.id);
    }
    this.move(target, ids);
    return "";
  }

  /** The card meant by its name: from the hand first, then from any other lane; for a way back, one that is away. */
  #find(piece: string, target: Target, taken: readonly number[]): Card | undefined {
    const { hand, lanes } = this.draft.now;
    const table = lanes.filter((lane) => lane.id !== target).flatMap((lane) => lane.cards);
    const all =
      target === "home" ? table.filter((card) => card.home !== this.draft.whereIs(card.id)) : [...hand, ...table];
    return all.find((card) => card.piece === piece && !taken.includes(card.id));
  }

  #speech = "";

  /** Say what was done and how the lanes that changed stand. */
  #say(): void {
    const lanes = this.draft.now.lanes
      .filter((lane) => !this.#untouched(lane) && lane.cards.length > 0)
      .map((lane) => `${t("cards.row", { row: laneName(lane.id) })}: ${this.words(lane)}.`);
    this.said = [this.#speech, ...lanes].filter(Boolean).join(" ");
    this.#speech = "";
  }
}
