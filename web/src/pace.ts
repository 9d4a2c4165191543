// The pace at which a table is shown: others' turns one after the other, as the eye follows them, however fast they come.
// It delays and never reorders: whoever reads on from here sees the table as it was a moment ago.
import { settings } from "./settings";
import type { Frame } from "./wire.gen";

/** Milliseconds between two turns. */
const PAUSES = { slow: 900, even: 700, none: 0 } as const;
/** With so much waiting nobody wants to be told turn by turn: the tab was away. */
const MOST = 24;

/** How long the pause before the next turn is now; nobody waits for what is not looked at. */
export function pause(): number {
  return globalThis.document?.visibilityState === "hidden" ? 0 : PAUSES[settings().pace];
}

export class Pace {
  readonly #show: (frame: Frame) => void;
  readonly #isMine: (seat: number) => boolean;
  readonly #pause: () => number;
  #waiting: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next turn may be shown. */
  #free = 0;

  /** `isMine`: whether a seat is of this device; its turns are never kept waiting. */
  constructor(show: (frame: Frame) => void, isMine: (seat: number) => boolean, wait = pause) {
    this.#show = show;
    this.#isMine = isMine;
    this.#pause = wait;
  }

  take(frame: Frame): void {
    // What waits comes again after a welcome, or is in it.
    if (frame.t === "welcome") this.stop();
    this.#waiting.push(frame);
    if (this.#timer === undefined) this.#go();
  }

  /** Forget what waits. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#free = 0;
  }

  #go(): void {
    this.#timer = undefined;
    for (let frame = this.#waiting[0]; frame !== undefined; frame = this.#waiting[0]) {
      const turn = turnOf(frame);
      const wait = this.#pause() === 0 || this.#waiting.length > MOST ? 0 : this.#free - performance.now();
      if (turn !== null && !this.#isMine(turn) && wait > 0) {
        this.#timer = setTimeout(() => this.#go(), wait);
        return;
      }
      this.#waiting.shift();
      if (turn !== null) this.#free = performance.now() + this.#pause();
      this.#show(frame);
    }
  }
}

/** Whose turn a frame tells; the end is nobody's (-1) and waits until the last turn was seen; null for all else. */
function turnOf(frame: Frame): number | null {
  if (frame.t !== "event") return null;
  if (frame.event.type === "played") return frame.event.seat;
  return frame.event.type === "ended" ? -1 : null;
}
