// What the others did since one's own last turn, as it is told and stepped through at the card table.
import { t } from "../i18n";
import { say } from "../notices.svelte";
import type { Session } from "../session.svelte";
import type { Lane } from "./draft";
import { inFull, inShort, type Names } from "./telling";
import { newcomers, together, turnsSince, type Origin } from "./theirs";

export class Story {
  readonly names: Names;
  readonly #session: Session;
  readonly #seat: number | null;
  /** The turn before which the rows are looked at; null: as they lie now. */
  #at = $state<number | null>(null);

  turns = $derived.by(() => turnsSince(this.#session.sheet, this.#seat, this.#session.ways));
  /** The rows before one of the turns, when they are looked at. */
  rows = $derived.by(() => (this.#at === null ? null : (this.turns[this.#at]?.before ?? null)));
  /** What is told: all of it, or the turn that led to the rows looked at. */
  #told = $derived.by(() =>
    this.rows === null ? this.turns : this.turns.slice(Math.max(0, (this.#at ?? 0) - 1), this.#at ?? 0),
  );
  sentence = $derived.by(() => this.#told.map((turn) => inShort(turn, this.names)).join(" "));
  /** Where the next step leads. */
  next = $derived.by(() => {
    if (this.rows === null) return t("story.before");
    return t((this.#at ?? 0) + 1 < this.turns.length ? "story.next" : "story.after");
  });

  constructor(session: Session, seat: number | null) {
    this.#session = session;
    this.#seat = seat;
    this.names = { name: (one) => session.name(one), own: session.hotSeat ? null : seat };
  }

  /** The cards of these lanes that what is told brought there, and where each came from. */
  came(lanes: readonly Lane[]): ReadonlyMap<number, Origin> {
    return this.#told.length === 0 ? new Map() : newcomers(together(this.#told), lanes);
  }

  /** One step on: from the rows before it, turn by turn, to how they lie now. */
  step(): void {
    const next = this.rows === null ? 0 : (this.#at ?? 0) + 1;
    this.#at = next < this.turns.length ? next : null;
    const [only] = this.#told;
    if (only !== undefined) say(this.rows === null ? this.sentence : inFull(only, this.names));
  }

  /** The rows as they lie now. */
  leave(): void {
    this.#at = null;
  }
}
