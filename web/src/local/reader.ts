// The lines of a record (docs/notation.md) as values: its headers, and what happened. With the limits and the refusals of
// src/sixfold/record/reader.py; spec/records/broken.json holds both to the same line and the same code.
import { Denied } from "../http";
import { NotationError, PositionError, Refused } from "../kernel";
import { readPieces, writePieces } from "../kernel/notation";

const FIRST = "sixfold record 1";
/** A server reads no more either. */
const MOST = 200_000;
const [MOST_LINES, MOST_IN_LINE, MOST_MOVES, MOST_TAKE_BACKS] = [4_000, 1_500, 1_000, 200];
const [MOST_NAME, MOST_AGE, MOST_TAGS, MOST_TAG] = [60, 150, 40, 300];
const HEX: Readonly<Record<string, number>> = { seed: 128, commitment: 64, "first-seed": 128, "first-commitment": 64 };
const RESERVED = new Set(["ruleset", "date", "seat", "age", "draw", "announce", "anew", "takeback", "result"]);
const RESULT = /^([TC]\d\d?|[a-z][a-z-]{0,29})( by [0-3])?, scores (\d{1,5}(?: \d{1,5}){1,3}), winners (-|[0-3](?: [0-3]){0,3})$/; // prettier-ignore
/** Whatever cannot be seen, and marks that turn or split what people see. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

export interface Head {
  readonly ruleset: string;
  readonly names: string[];
  readonly ages: (number | null)[];
  readonly date: string | null;
}

/** What a line after the headers says. */
export type Happening =
  | { readonly is: "draw"; readonly seat: number; readonly pieces: string }
  | { readonly is: "announce"; readonly sizes: readonly number[] }
  /** Hands that were dealt anew when the game went on elsewhere; null for one that stayed. */
  | { readonly is: "anew"; readonly hands: readonly (string | null)[] }
  | { readonly is: "move"; readonly seat: number; readonly move: string; readonly points: number | null }
  | { readonly is: "takeback"; readonly seat: number; readonly turns: number }
  | {
      readonly is: "result";
      readonly reason: string;
      readonly by: number | null;
      readonly scores: readonly number[];
      readonly winners: readonly number[];
    };

/** A no whose line is told by whoever reads the lines. */
export function fault(message: string, code = "notation/record"): never {
  throw new Denied({ code, message });
}

const lengthOf = (text: string): number => Array.from(text).length;

function numberOf(text: string): number {
  if (!/^(0|[1-9]\d{0,4})$/.test(text)) fault(`'${text.slice(0, 20)}' is no whole number of at most five digits`);
  return Number(text);
}

function seatOf(text: string): number {
  if (!/^[0-3]$/.test(text)) fault(`'${text.slice(0, 20)}' is no seat: seats are 0 to 3`);
  return Number(text);
}

function textOf(what: string, text: string, most: number): string {
  if (text === "" || lengthOf(text) > most) fault(`${what} is 1 to ${most} characters that can be seen`);
  return text;
}

/** A tag of any name, refused where it could not be written or read again. */
function checkTag(key: string, value: string): void {
  if (!/^[a-z][a-z-]{0,29}( [0-3])?$/.test(key)) fault(`'${key.slice(0, 40)}' is no header`);
  textOf(key, value, MOST_TAG);
  const digits = HEX[key];
  if (digits !== undefined && !new RegExp(`^[0-9a-f]{${digits}}$`).test(value))
    fault(`'${key}' is ${digits} hexadecimal digits`);
}

function resultOf(value: string): Happening {
  const [, reason = "", by, scores = "", winners = ""] = RESULT.exec(value) ?? fault("that is no result");
  const numbers = (text: string): number[] => (text === "-" ? [] : text.split(" ").map(Number));
  return { is: "result", reason, by: by === undefined ? null : Number(by.at(-1)), scores: numbers(scores), winners: numbers(winners) }; // prettier-ignore
}

function drawOf(seat: number, value: string): Happening {
  if (value.length > 200) fault("more pieces than anyone draws");
  return { is: "draw", seat, pieces: writePieces(readPieces(value)) };
}

function moveOf(seat: number, value: string): Happening {
  const equals = value.lastIndexOf("=");
  if (equals < 0) return { is: "move", seat, move: value, points: null };
  return { is: "move", seat, move: value.slice(0, equals).trim(), points: numberOf(value.slice(equals + 1).trim()) };
}

/** What the line says; null for a header. */
function happeningOf(key: string, value: string): Happening | null {
  const [word, number = ""] = [key.split(" ")[0], key.slice(key.indexOf(" ") + 1)];
  if (key === "announce")
    return { is: "announce", sizes: value.split(/\s+/).filter(Boolean).slice(0, 8).map(numberOf) };
  if (key === "anew") {
    const hands = value.split(/\s+/).filter(Boolean).slice(0, 8);
    return {
      is: "anew",
      hands: hands.map((hand) => (hand === "-" ? null : writePieces(readPieces(hand.slice(0, 200))))),
    };
  }
  if (key === "result") return resultOf(value);
  if (word === "draw") return drawOf(seatOf(number), value);
  if (word === "takeback") return { is: "takeback", seat: seatOf(number), turns: numberOf(value) };
  return /^\d+$/.test(key) ? moveOf(seatOf(key), value) : null;
}

/** Goes through a text line by line: everything that is wrong is told by its line. */
export class Reader {
  readonly #values = new Map<string, string>();
  readonly #foundAt = new Map<string, number>();
  #begun = false;
  #line = 1;
  #lines: readonly string[] = [];

  /** Headers are told first, all at once, then one thing after the other. `isRuleset`: whether this is one. */
  read(
    text: string,
    isRuleset: (name: string) => boolean,
    begin: (head: Head) => void,
    add: (what: Happening) => void,
  ): void {
    // prettier-ignore
    if (text.length > MOST) fault(`${text.length} characters are too many for a game`, "notation/too-long");
    const counts = { move: 0, takeback: 0 };
    const start = (): void => {
      if (!this.#begun) begin(this.#head(isRuleset));
      this.#begun = true;
    };
    this.#eachLine(text, (key, value) => {
      const what = happeningOf(key, value);
      if (what === null) return this.#header(key, value);
      if (what.is === "move" || what.is === "takeback") counts[what.is] += 1;
      if (counts.move > MOST_MOVES || counts.takeback > MOST_TAKE_BACKS)
        fault(`a record has at most ${MOST_MOVES} moves and ${MOST_TAKE_BACKS} take-backs`, "notation/record-size");
      start();
      add(what);
    });
    this.#told(start);
  }

  #eachLine(text: string, each: (key: string, value: string) => void): void {
    const lines = text.split("\n");
    this.#lines = lines;
    if (lines.length - 1 > MOST_LINES) this.#told(() => fault(`${lines.length - 1} lines`, "notation/record-size"));
    let first = true;
    lines.forEach((raw, at) => {
      this.#line = at + 1;
      this.#told(() => {
        const line = cleaned(raw);
        if (line === "") return;
        if (first) {
          if (line !== FIRST) fault(`a record begins with '${FIRST}'`);
          first = false;
          return;
        }
        const colon = line.indexOf(":");
        if (colon < 0) fault(`'${line.slice(0, 60)}' has no colon`);
        each(line.slice(0, colon), line.slice(colon + 1).trim());
      });
    });
    if (first) this.#told(() => fault(`a record begins with '${FIRST}'`));
  }

  /** Do this; a no becomes one of this line. */
  #told<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Denied && error.refusal.facts?.line !== undefined) throw error;
      const isNo = [Denied, Refused, NotationError, PositionError].some((kind) => error instanceof kind);
      if (!isNo) throw error;
      const code = error instanceof Denied ? error.refusal.code : "notation/record";
      const facts = { line: this.#line, text: (this.#lines[this.#line - 1] ?? "").trim().slice(0, 80) };
      throw new Denied({ code, message: `line ${this.#line}: ${(error as Error).message}`, facts });
    }
  }

  /** Do this as if at the line of a header. */
  #at<T>(key: string, work: () => T): T {
    const line = this.#line;
    this.#line = this.#foundAt.get(key) ?? line;
    const found = this.#told(work);
    this.#line = line;
    return found;
  }

  #header(key: string, value: string): void {
    if (this.#begun) fault(`'${key.slice(0, 40)}' is no event, and headers come first`);
    if (!RESERVED.has(key.split(" ")[0] ?? "")) checkTag(key, value);
    if (this.#values.has(key)) fault(`'${key}' stands twice`);
    if (this.#values.size >= MOST_TAGS + 10) fault("too many headers");
    this.#values.set(key, value);
    this.#foundAt.set(key, this.#line);
  }

  #head(isRuleset: (name: string) => boolean): Head {
    const values = new Map(this.#values);
    const take = (key: string): string | undefined => {
      const value = values.get(key);
      values.delete(key);
      return value;
    };
    const [names, ages]: [string[], (number | null)[]] = [[], []];
    for (let name = take("seat 0"); name !== undefined; name = take(`seat ${names.length}`)) {
      const seat = names.length;
      if (name !== "") this.#at(`seat ${seat}`, () => textOf("a name", name as string, MOST_NAME));
      const age = take(`age ${seat}`);
      ages.push(age === undefined ? null : this.#at(`age ${seat}`, () => ageOf(age)));
      names.push(name || this.#values.get(`bot ${seat}`) || String(seat + 1));
    }
    const day = take("date");
    const date = day === undefined ? null : this.#at("date", () => dayOf(day));
    const ruleset = take("ruleset") ?? "";
    for (const key of values.keys()) {
      if (RESERVED.has(key.split(" ")[0] ?? ""))
        this.#at(key, () => fault(`'${key}' does not fit the ${names.length} seats`));
    }
    if (!isRuleset(ruleset))
      this.#at("ruleset", () => fault(`there is no rule set '${ruleset.slice(0, 40)}' here`, "notation/ruleset"));
    if (names.length < 2 || names.length > 4) fault(`${names.length} seats: a record names 2 to 4 of them`);
    return { ruleset, names, ages, date };
  }
}

/** A line without what surrounds it, refused for its length or for a character that has no place in a record. */
function cleaned(raw: string): string {
  const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  const length = lengthOf(line);
  if (length > MOST_IN_LINE) fault(`${length} characters, a line has at most ${MOST_IN_LINE}`, "notation/record-size");
  const bad = HIDDEN.exec(line)?.[0].codePointAt(0);
  if (bad !== undefined)
    fault(`the character U+${bad.toString(16)} has no place in a record`, "notation/record-character");
  return line.trim();
}

function ageOf(text: string): number {
  const age = numberOf(text);
  if (age > MOST_AGE) fault(`${age} is no age in years`);
  return age;
}

function dayOf(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) || text.startsWith("0000"))
    fault(`'${text.slice(0, 20)}' is no date like 2026-05-17`);
  return text;
}
