// Python's random numbers (the Mersenne Twister), and the seed of a bot's thought: bots choose here as they do in Python.
import { sha256 } from "../verify/sha256";
import type { Sight } from "./types";

const N = 624;
const M = 397;

/** `random.Random(seed)` of Python, as far as bots use it. */
export class Chance {
  private readonly state = new Uint32Array(N);
  private at = N;

  constructor(seed: bigint) {
    const key: number[] = [];
    for (let rest = seed < 0n ? -seed : seed; rest > 0n || key.length === 0; rest >>= 32n)
      key.push(Number(rest & 0xffffffffn));
    this.seed(key);
  }

  private seed(key: readonly number[]): void {
    const s = this.state;
    const of = (i: number): number => s[i] ?? 0;
    const mixed = (i: number, factor: number): number => Math.imul(of(i - 1) ^ (of(i - 1) >>> 30), factor);
    s[0] = 19650218;
    for (let i = 1; i < N; i += 1) s[i] = mixed(i, 1812433253) + i;
    let i = 1;
    const wrap = (): void => {
      if (++i >= N) {
        s[0] = of(N - 1);
        i = 1;
      }
    };
    for (let k = 0, j = 0; k < Math.max(N, key.length); k += 1, j = (j + 1) % key.length) {
      s[i] = (of(i) ^ mixed(i, 1664525)) + (key[j] ?? 0) + j;
      wrap();
    }
    for (let k = 0; k < N - 1; k += 1) {
      s[i] = (of(i) ^ mixed(i, 1566083941)) - i;
      wrap();
    }
    s[0] = 0x80000000;
  }

  private twist(): void {
    const s = this.state;
    for (let i = 0; i < N; i += 1) {
      const y = ((s[i] ?? 0) & 0x80000000) | ((s[(i + 1) % N] ?? 0) & 0x7fffffff);
      s[i] = (s[(i + M) % N] ?? 0) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }

  private word(): number {
    if (this.at >= N) this.twist();
    let y = this.state[this.at++] ?? 0;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A number from 0 to n - 1. */
  below(n: number): number {
    const shift = Math.clz32(n);
    let found = this.word() >>> shift;
    while (found >= n) found = this.word() >>> shift;
    return found;
  }

  choice<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /** Mix a list in place. */
  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j] as T, list[i] as T];
    }
    return list;
  }

  /** Some of a list. Of a short one Python keeps a pool, of a long one what it has drawn. */
  sample<T>(of: readonly T[], count: number): T[] {
    const short = count > 5 ? 21 + 4 ** Math.ceil(Math.log(3 * count) / Math.log(4)) : 21;
    return of.length <= short ? this.fromPool(of, count) : this.unlike(of, count);
  }

  private unlike<T>(of: readonly T[], count: number): T[] {
    const drawn = new Set<number>();
    while (drawn.size < count) drawn.add(this.below(of.length));
    return [...drawn].map((at) => of[at] as T);
  }

  private fromPool<T>(of: readonly T[], count: number): T[] {
    const pool = [...of];
    return Array.from({ length: count }, (_, i) => {
      const j = this.below(pool.length - i);
      const found = pool[j] as T;
      pool[j] = pool[pool.length - i - 1] as T;
      return found;
    });
  }
}

type Seen = Pick<Sight, "seat" | "hand" | "hand_sizes" | "bag_count" | "unseen"> & {
  ruleset: string;
  scores: readonly number[];
};

const tuple = (numbers: readonly number[]): string => `(${numbers.join(", ")})`;

/** The seed of a bot's thought: 63 bits that depend on the bot's seed, its name and all it sees. */
export function seedFor(seed: number | bigint, name: string, view: Seen): bigint {
  const { ruleset, seat, hand, hand_sizes, scores, bag_count, unseen } = view;
  const text = [seed, name, "", ruleset, seat, hand, tuple(hand_sizes), tuple(scores), bag_count, unseen].join("|");
  return new DataView(sha256(new TextEncoder().encode(text)).buffer).getBigUint64(0) >> 1n;
}
