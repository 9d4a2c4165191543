// Duplicate bags dealt again (docs/shuffle.md): each seat has an order of its own of all pieces, and draws the first of it
// that are still in the bag.
import { sorted, split } from "../pieces";
import { boxOf, Stream, type AnyDealer } from "./dealer";

export class DuplicateDealer implements AnyDealer {
  readonly #seed: Uint8Array;
  readonly #stream: Stream;
  #kinds: readonly string[];
  /** By seat, what is in the bag: a piece is its number in the box. */
  orders: number[][];

  constructor(seed: Uint8Array, seats: number, used = 0) {
    this.#seed = seed;
    this.#stream = new Stream(seed, used);
    this.#kinds = [];
    this.orders = Array.from({ length: seats }, () => []);
  }

  get used(): number {
    return this.#stream.used;
  }

  #at(used: number): DuplicateDealer {
    const made = new DuplicateDealer(this.#seed, this.orders.length, used);
    made.#kinds = this.#kinds;
    made.orders = this.orders.map((order) => [...order]);
    return made;
  }

  copy(): DuplicateDealer {
    return this.#at(this.used);
  }

  mixed(used: number): DuplicateDealer {
    const made = this.#at(used);
    for (const order of made.orders) made.#stream.mix(order);
    return made;
  }

  fresh(copies: number): void {
    this.#kinds = boxOf(copies);
    this.orders = this.orders.map(() => this.#kinds.map((_, piece) => piece));
    for (const order of this.orders) this.#stream.mix(order);
  }

  left(): readonly string[] {
    return (this.orders[0] ?? []).map((piece) => this.#kinds[piece] ?? "");
  }

  /** Draw for a seat; what goes back then gets a new place in every order. In canonical order. */
  drawFor(seat: number, count: number, back: string): string {
    const inside = new Set(this.orders[0]);
    const outside = this.#kinds.flatMap((_, piece) => (inside.has(piece) ? [] : [piece]));
    const drawn = new Set(this.orders[seat]?.slice(0, count));
    this.orders = this.orders.map((order) => order.filter((piece) => !drawn.has(piece)));
    for (const kind of sorted(split(back))) {
      // Which of the copies it is makes no difference to anybody, but all have to agree on it: the first one outside.
      const at = outside.findIndex((piece) => this.#kinds[piece] === kind);
      const [piece] = outside.splice(at, at < 0 ? 0 : 1);
      if (piece === undefined) continue; // a record that gives back what was never drawn: its next draw does not fit
      for (const order of this.orders) order.splice(this.#stream.below(order.length + 1), 0, piece);
    }
    return sorted([...drawn].map((piece) => this.#kinds[piece] ?? "")).join("");
  }
}
