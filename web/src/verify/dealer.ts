// The fair shuffle dealt again (docs/shuffle.md): from a seed to the order of the bag and of every later mixing. This is
// the second implementation, for people who would rather not trust the first; spec/dealer holds both to the same vectors.
import { COLORS, SHAPES, sorted, split } from "../pieces";
import { hex, join, sha256 } from "./sha256";

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

function number(value: number, bytes: number): Uint8Array {
  const made = new Uint8Array(bytes);
  new DataView(made.buffer).setUint32(bytes - 4, value);
  return made;
}

const field = (bytes: Uint8Array): Uint8Array => join(number(bytes.length, 4), bytes);

/** What is shown before anyone adds to the seed. */
export function commitment(seed: Uint8Array, game: string, ruleset: string, shuffle = 1): string {
  const parts = [utf8(`sixfold/commitment/${shuffle}`), seed, utf8(game), utf8(ruleset)];
  return hex(sha256(join(...parts.map(field))));
}

/** 64 bytes of a label and fields: SHA-256 of them twice, under two names. */
export function doubled(label: string, fields: readonly Uint8Array[]): Uint8Array {
  const half = (name: string): Uint8Array => sha256(join(...[utf8(`${label}/${name}`), ...fields].map(field)));
  return join(half("a"), half("b"));
}

/** The seed that deals: the committed one mixed with what each seat added. */
export function combine(seed: Uint8Array, game: string, ruleset: string, added: readonly Uint8Array[]): Uint8Array {
  return doubled("sixfold/seed/1", [seed, utf8(game), utf8(ruleset), ...added]);
}

/** The numbers of 32 bits that a seed gives, from number `used` on, without end. */
export function* numbers(seed: Uint8Array, used = 0): Generator<number, never> {
  let skip = used % 8;
  for (let counter = Math.floor(used / 8); ; counter += 1) {
    const block = new DataView(sha256(join(seed, number(counter, 8))).buffer);
    for (; skip < 8; skip += 1) yield block.getUint32(4 * skip);
    skip = 0;
  }
}

/** The whole box in canonical order, so many of each piece. */
export const boxOf = (copies: number): string[] =>
  COLORS.flatMap((color) => SHAPES.flatMap((shape) => Array<string>(copies).fill(`${color}${shape}`)));

/** The numbers of a seed, each below what is asked for, and how many of them are used up. */
export class Stream {
  readonly #numbers: Generator<number, never>;
  used: number;

  constructor(seed: Uint8Array, used: number) {
    this.#numbers = numbers(seed, used);
    this.used = used;
  }

  below(choices: number): number {
    const limit = 2 ** 32 - (2 ** 32 % choices);
    for (;;) {
      this.used += 1;
      const found = this.#numbers.next().value;
      if (found < limit) return found % choices;
    }
  }

  mix<T>(items: T[]): void {
    for (let last = items.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other] as T, items[last] as T];
    }
  }
}

/** Who deals a game again, whatever the version of the shuffle. */
export interface AnyDealer {
  readonly used: number;
  copy(): AnyDealer;
  mixed(used: number): AnyDealer;
  fresh(copies: number): void;
  drawFor(seat: number, count: number, back: string): string;
  /** What is in the bag, in no order that means anything. */
  left(): readonly string[];
}

/** Whoever holds the bag. */
export class Dealer implements AnyDealer {
  readonly #seed: Uint8Array;
  readonly #stream: Stream;
  bag: string[];

  constructor(seed: Uint8Array, used = 0, bag: readonly string[] = []) {
    this.#seed = seed;
    this.#stream = new Stream(seed, used);
    this.bag = [...bag];
  }

  get used(): number {
    return this.#stream.used;
  }

  /** The same dealer at the same point, to come back to. */
  copy(): Dealer {
    return new Dealer(this.#seed, this.used, this.bag);
  }

  /** This bag, mixed with the numbers from `used` on: after a take-back nobody knows any more what comes next. */
  mixed(used: number): Dealer {
    const made = new Dealer(this.#seed, used, this.bag);
    made.#stream.mix(made.bag);
    return made;
  }

  /** Begin with these pieces, mixed: what is left of a game that was begun elsewhere (version 4). */
  takeOver(pool: readonly string[]): void {
    this.bag = sorted(pool);
    this.#stream.mix(this.bag);
  }

  /** Begin with the whole box, so many of each piece, mixed. */
  fresh(copies: number): void {
    this.bag = boxOf(copies);
    this.#stream.mix(this.bag);
  }

  /** Draw from the top (a table never does otherwise); what goes back is mixed in afterwards. In canonical order. */
  draw(count: number, back = "", end: "top" | "bottom" = "top"): string {
    const drawn = this.bag.splice(end === "top" ? 0 : this.bag.length - count, count);
    if (back !== "") {
      this.bag.push(...sorted(split(back)));
      this.#stream.mix(this.bag);
    }
    return sorted(drawn).join("");
  }

  drawFor(_: number, count: number, back: string): string {
    return this.draw(count, back);
  }

  left(): readonly string[] {
    return this.bag;
  }
}
