// What the page says besides the table: spoken announcements for screen readers, and short notes that go by themselves.

export interface Note {
  readonly id: number;
  readonly text: string;
  readonly fault: boolean;
}

class Notices {
  /** Two live regions take turns, so that the same sentence twice is spoken twice. */
  spoken = $state.raw<readonly [string, string]>(["", ""]);
  notes = $state.raw<readonly Note[]>([]);
  #turn = 0;
  #next = 1;

  say(text: string): void {
    this.#turn = 1 - this.#turn;
    this.spoken = this.#turn === 0 ? [text, ""] : ["", text];
  }

  toast(text: string, fault = false, ms = 4200): void {
    const note = { id: this.#next, text, fault };
    this.#next += 1;
    this.notes = [...this.notes.filter((other) => other.text !== text), note].slice(-3);
    this.say(text);
    window.setTimeout(() => this.drop(note.id), ms);
  }

  drop(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }
}

export const notices = new Notices();
/** Speak a sentence to screen readers. */
export const say = (text: string): void => notices.say(text);
/** Show a sentence for some seconds, and speak it. */
export const toast = (text: string, fault = false): void => notices.toast(text, fault);
