// SHA-256 (FIPS 180-4), written out: on a family's network the page is plain http, where browsers have no crypto.subtle.

const ROUNDS = 64;
const K = constants((prime) => Math.cbrt(prime));
const START = constants((prime) => Math.sqrt(prime)).slice(0, 8);

/** The first 32 bits of the fractional parts of a root of the first 64 primes. */
function constants(root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < ROUNDS; candidate += 1) {
    let divisor = 2;
    while (candidate % divisor !== 0) divisor += 1;
    if (divisor === candidate) found.push(((root(candidate) % 1) * 2 ** 32) >>> 0);
  }
  return found;
}

const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

/** The digest of some bytes, 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) << 6) + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(ROUNDS);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < ROUNDS; i += 1) {
      const [x, y] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < ROUNDS; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      hash[i] = (hash[i] ?? 0) + value;
    });
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  hash.forEach((value, i) => out.setUint32(4 * i, value));
  return digest;
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hex digits; null when the text is none. */
export function unhex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
