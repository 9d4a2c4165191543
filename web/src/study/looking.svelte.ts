// A game that is looked back at: its record, as it was played and as it is judged, through one player's eyes.
import { gameOf } from "../games";
import { t } from "../i18n";
import { isLocal } from "../local/where";
import { faultText } from "../refusals";
import { myTables, record as fetchRecord, replay } from "../tables";
import type { ReviewedTurn, Replay, ReplayStep, ReviewedGame } from "../wire.gen";
import { review } from "./api";
import { tale, turningPoints } from "./telling";

export class Looking {
  text = $state("");
  replay = $state.raw<Replay | null>(null);
  turns = $state.raw<readonly ReviewedTurn[]>([]);
  verdict = $state.raw<ReviewedGame | null>(null);
  total = $state(0);
  /** Its place among those that wait to be judged. */
  queue = $state(0);
  /** The reader's own seat, if they sat there alone. */
  own = $state<number | null>(null);
  eyes = $state(0);
  fault = $state("");
  busy = $state(false);
  #stop = new AbortController();

  kind = $derived(gameOf(this.replay?.ruleset ?? ""));
  /** One stop per turn that stands: the step at which its move was made. */
  moves = $derived.by((): { step: ReplayStep; index: number }[] =>
    (this.replay?.steps ?? []).map((step, index) => ({ step, index })).filter(({ step }) => step.number !== null),
  );
  points = $derived.by(() => (this.verdict === null ? [] : turningPoints(this.turns, this.eyes)));
  /** The game in a sentence, once it is judged. */
  title = $derived.by(() => {
    if (this.replay === null || this.verdict === null) return t("review.title");
    const name = this.eyes === this.own ? "" : (this.replay.names[this.eyes] ?? "");
    return tale(this.turns, this.verdict, this.eyes, this.kind, name);
  });

  /** The record of a table; null when it is not to be had. */
  async load(table: string): Promise<string | null> {
    try {
      return await fetchRecord(table);
    } catch (error) {
      this.fault = faultText(error);
      return null;
    }
  }

  /** Replay a record, then judge it; `ready` is called in between. */
  async look(record: string, table: string, ready: () => void): Promise<void> {
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    this.busy = true;
    this.fault = "";
    this.turns = [];
    this.verdict = null;
    this.queue = 0;
    try {
      this.replay = await replay(record, isLocal(table));
      this.text = record;
      this.own = await seatAt(table);
      this.eyes = this.own ?? this.replay.winners?.[0] ?? 0;
      ready();
      const on = {
        queue: (place: number) => (this.queue = place),
        total: (n: number) => (this.total = n),
        turn: (one: ReviewedTurn) => (this.turns = [...this.turns, one]),
        verdict: (one: ReviewedGame) => (this.verdict = one),
      };
      await review(record, false, on, signal);
    } catch (error) {
      if (!signal.aborted) this.fault = faultText(error);
    } finally {
      this.busy = false;
    }
  }

  stop(): void {
    this.#stop.abort();
  }
}

/** The one seat of this visitor at a table; null when there is none, or several shared the device. */
async function seatAt(table: string): Promise<number | null> {
  if (table === "") return null;
  try {
    const seats = (await myTables()).find((one) => one.table === table)?.seats ?? [];
    return seats.length === 1 ? (seats[0] ?? null) : null;
  } catch {
    return null; // Who cannot say who they are still may look.
  }
}
