// A QR code of a short text, as rows of modules: byte mode, error correction M, versions 1 to 8 (up to 152 bytes).
// Written from the standard's description (ISO/IEC 18004); compared in tests with codes made by another program.

/** Per version from 1: error correction words per block, and the data words of each block. */
const BLOCKS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
];
const ALIGN: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}

const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0));

/** The error correction words of a block: the remainder by the generator polynomial. */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, EXP[root] ?? 0)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at] ?? 0;
    generator.forEach((factor, step) => (rest[at + step] = (rest[at + step] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** Data and correction words, blocks interleaved. */
function words(bytes: Uint8Array, version: number): number[] {
  const [correctionCount, sizes] = BLOCKS[version - 1] ?? [0, []];
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  let start = 0;
  const blocks = sizes.map((size) => data.slice(start, (start += size)));
  const checks = blocks.map((block) => correction(block, correctionCount));
  const mixed: number[] = [];
  for (let at = 0; at < Math.max(...sizes); at += 1)
    for (const block of blocks) if (at < block.length) mixed.push(block[at] ?? 0);
  for (let at = 0; at < correctionCount; at += 1) for (const check of checks) mixed.push(check[at] ?? 0);
  return mixed;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

class Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.#patterns();
  }

  set(x: number, y: number, dark: boolean): void {
    const row = this.dark[y];
    const mark = this.fixed[y];
    if (row === undefined || mark === undefined || x < 0 || x >= this.size) return;
    row[x] = dark;
    mark[x] = true;
  }

  #patterns(): void {
    const last = this.size - 7;
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [cx, cy] of [
      [0, 0],
      [last, 0],
      [0, last],
    ] as const) {
      for (let y = -1; y <= 7; y += 1) {
        for (let x = -1; x <= 7; x += 1) {
          const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
          if (cy + y >= 0 && cy + y < this.size) this.set(cx + x, cy + y, ring !== 2 && ring !== 4);
        }
      }
    }
    const centres = ALIGN[this.version - 1] ?? [];
    for (const cx of centres) {
      for (const cy of centres) {
        if (this.fixed[cy]?.[cx] && !(cx === 6 && cy !== 6 && cy < last) && !(cy === 6 && cx !== 6 && cx < last))
          continue;
        for (let y = -2; y <= 2; y += 1) {
          for (let x = -2; x <= 2; x += 1) this.set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
        }
      }
    }
    this.format(0);
    if (this.version >= 7) this.#version();
  }

  /** Fifteen bits that say level M and the mask, twice. */
  format(mask: number): void {
    let rest = mask << 10;
    for (let bit = 14; bit >= 10; bit -= 1) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const on = (bit: number): boolean => ((bits >> bit) & 1) === 1;
    for (let bit = 0; bit < 15; bit += 1) {
      const along = bit < 6 ? bit : bit < 8 ? bit + 1 : this.size - 15 + bit;
      this.set(8, along, on(bit));
      const across = bit < 8 ? this.size - 1 - bit : bit === 8 ? 7 : 14 - bit;
      this.set(across, 8, on(bit));
    }
    this.set(8, this.size - 8, true);
  }

  #version(): void {
    let rest = this.version << 12;
    for (let bit = 17; bit >= 12; bit -= 1) if (rest & (1 << bit)) rest ^= 0x1f25 << (bit - 12);
    const bits = (this.version << 12) | rest;
    for (let bit = 0; bit < 18; bit += 1) {
      const [long, short] = [this.size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.set(long, short, ((bits >> bit) & 1) === 1);
      this.set(short, long, ((bits >> bit) & 1) === 1);
    }
  }

  /** The words in the free modules, in columns of two from the right, upward and downward in turn. */
  fill(all: readonly number[]): void {
    let bit = 0;
    for (let right = this.size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right -= 1;
      for (let step = 0; step < this.size; step += 1) {
        const y = up ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          const row = this.dark[y];
          if (row === undefined || this.fixed[y]?.[x]) continue;
          row[x] = (((all[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  masked(mask: number): boolean[][] {
    const flips = MASKS[mask] ?? (() => false);
    this.format(mask);
    return this.dark.map((row, y) => row.map((dark, x) => (this.fixed[y]?.[x] ? dark : dark !== flips(x, y))));
  }
}

/** How hard a pattern is to read; the mask with the least is taken. */
function penalty(rows: readonly (readonly boolean[])[]): number {
  const size = rows.length;
  const at = (x: number, y: number): boolean => rows[y]?.[x] ?? false;
  let total = 0;
  for (const get of [at, (x: number, y: number) => at(y, x)]) {
    for (let y = 0; y < size; y += 1) {
      let run = 0;
      let line = "";
      for (let x = 0; x < size; x += 1) {
        run = x > 0 && get(x, y) === get(x - 1, y) ? run + 1 : 1;
        if (run === 5) total += 3;
        else if (run > 5) total += 1;
        line += get(x, y) ? "1" : "0";
      }
      for (const finder of ["00001011101", "10111010000"]) {
        for (let from = line.indexOf(finder); from >= 0; from = line.indexOf(finder, from + 1)) total += 40;
      }
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (at(x, y)) dark += 1;
      const square = at(x, y) === at(x + 1, y) && at(x, y) === at(x, y + 1) && at(x, y) === at(x + 1, y + 1);
      if (x < size - 1 && y < size - 1 && square) total += 3;
    }
  }
  return total + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

/** The modules of the code, true is dark; null when the text is too long. `mask` forces one, for tests. */
export function qr(text: string, mask?: number): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, sizes]) => sizes.reduce((sum, size) => sum + size, 0) >= bytes.length + 2) + 1;
  if (version === 0) return null;
  const grid = new Grid(version);
  grid.fill(words(bytes, version));
  if (mask !== undefined) return grid.masked(mask);
  const all = MASKS.map((_, at) => grid.masked(at));
  return all.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The code as one SVG path in modules, without the quiet zone. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
}
