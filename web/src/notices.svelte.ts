// What the page says besides the table: spoken announcements for screen readers, and short notes that go by themselves.
import { untrack } from "svelte";

export interface Note {
  readonly id: number;
  readonly text: string;
  readonly fault: boolean;
}

export interface Sentence {
  readonly id: number;
  readonly text: string;
}

/** So many sentences stay in the log: enough for whatever happens at once. */
const LOG = 12;

class Notices {
  /** A log: a sentence is added and never overwritten, so that all that happens in one moment is spoken, in its order. */
  spoken = $state.raw<readonly Sentence[]>([]);
  notes = $state.raw<readonly Note[]>([]);
  #next = 1;

  // Whoever says something in an effect must not be run again by what is said.
  say(text: string): void {
    this.spoken = [...untrack(() => this.spoken), { id: this.#next++, text }].slice(-LOG);
  }

  /** Show a note that is spoken elsewhere, or not worth it. */
  note(text: string, fault = false, ms = 4200): void {
    const note = { id: this.#next++, text, fault };
    this.notes = [...untrack(() => this.notes).filter((other) => other.text !== text), note].slice(-3);
    window.setTimeout(() => this.drop(note.id), ms);
  }

  /** What was told is over; faults stay to be read. */
  hush(): void {
    this.notes = this.notes.filter((note) => note.fault);
  }

  drop(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }
}

export const notices = new Notices();
/** Speak a sentence to screen readers. */
export const say = (text: string): void => notices.say(text);
/** Show a sentence for some seconds. */
export const note = (text: string): void => notices.note(text);
/** Show a sentence for some seconds, and speak it. */
export const toast = (text: string, fault = false): void => {
  notices.note(text, fault);
  notices.say(text);
};
