// Empties the functions of a module of WebAssembly that its wanted exports never reach, and takes the other exports off
// its list. Every function keeps its number and all else its bytes, so what is left runs as it did.

const [IMPORTS, EXPORTS, ELEMENTS, CODE] = [2, 7, 9, 10];
const HEAD = 8;
/** What an emptied function holds: no locals, `unreachable`, `end`. */
const EMPTY = Uint8Array.of(0x00, 0x00, 0x0b);

/** Reads bytes in order. */
class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  /** A whole number in groups of seven bits, the lowest first. */
  number(): number {
    for (let [value, scale] = [0, 1]; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  skipNumbers(count: number): void {
    for (let left = count; left > 0; left -= 1) this.number();
  }

  part(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** As many things as the number at their head says. */
  list<T>(one: () => T): T[] {
    return Array.from({ length: this.number() }, one);
  }
}

/** A whole number in groups of seven bits. */
const grouped = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...grouped(Math.floor(value / 128))];

const withLength = (bytes: Uint8Array): Uint8Array[] => [Uint8Array.from(grouped(bytes.length)), bytes];

const isWithin = (code: number, first: number, last: number): boolean => code >= first && code <= last;

/** How many numbers stand behind a plain instruction. */
function numbersBehind(code: number): number {
  if (code === 0x11 || isWithin(code, 0x28, 0x3e)) return 2; // indirect calls; loads and stores
  const isBlockOrBranch = isWithin(code, 0x02, 0x04) || isWithin(code, 0x0c, 0x0d);
  if (isBlockOrBranch || isWithin(code, 0x20, 0x26) || isWithin(code, 0x3f, 0x42)) return 1; // variables, constants
  const isAlone = [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b].includes(code);
  if (isAlone || isWithin(code, 0x45, 0xc4)) return 0;
  throw new Error(`the instruction 0x${code.toString(16)} is not known here`);
}

/** Past what stands behind an instruction on vectors. */
function skipVector(reader: Reader): void {
  const code = reader.number();
  if (code <= 11 || isWithin(code, 84, 93)) reader.skipNumbers(2); // loads and stores
  if (code === 12 || code === 13) reader.part(16); // a constant, a shuffle
  if (isWithin(code, 21, 34) || isWithin(code, 84, 91)) reader.byte(); // one lane
}

/** Past what stands behind an instruction on much memory, or a conversion that cannot trap. */
function skipBulk(reader: Reader): void {
  const code = reader.number();
  if (code > 11) throw new Error(`the instruction 0xfc ${code} is not known here`);
  reader.skipNumbers([2, 1, 2, 1][code - 8] ?? 0);
}

/** The functions that a function calls, by their numbers. An instruction that is not known is an error, not a guess. */
function calledBy(body: Uint8Array): number[] {
  const reader = new Reader(body);
  const called: number[] = [];
  reader.list(() => [reader.number(), reader.byte()]); // its locals
  while (!reader.isDone) {
    const code = reader.byte();
    if (code === 0x10) called.push(reader.number());
    else if (code === 0x0e)
      reader.skipNumbers(reader.number() + 1); // a branch by a table
    else if (code === 0x43 || code === 0x44)
      reader.part(code === 0x43 ? 4 : 8); // real constants
    else if (code === 0xfc) skipBulk(reader);
    else if (code === 0xfd) skipVector(reader);
    else reader.skipNumbers(numbersBehind(code));
  }
  if (reader.at !== body.length) throw new Error("a function ends in the midst of an instruction");
  return called;
}

interface Exported {
  readonly name: string;
  /** The number of a function; null for all else. */
  readonly body: number | null;
  readonly bytes: Uint8Array;
}

function exported(content: Uint8Array): Exported[] {
  const reader = new Reader(content);
  return reader.list(() => {
    const start = reader.at;
    const name = new TextDecoder().decode(reader.part(reader.number()));
    const [kind, number] = [reader.byte(), reader.number()];
    return { name, body: kind === 0 ? number : null, bytes: content.subarray(start, reader.at) };
  });
}

/** All functions that these reach, themselves among them. */
function reachedFrom(first: readonly number[], bodies: readonly Uint8Array[]): Set<number> {
  const reached = new Set(first);
  // A set is walked to its end, also over what joins it meanwhile.
  for (const one of reached) calledBy(bodies[one] as Uint8Array).forEach((called) => reached.add(called));
  return reached;
}

/** The module with the functions of these names, and with everything else that it gives away. */
export function pruned(module: Uint8Array, wanted: readonly string[]): Uint8Array {
  const reader = new Reader(module, HEAD);
  const sections = new Map<number, Uint8Array>();
  while (!reader.isDone) sections.set(reader.byte(), reader.part(reader.number()));
  if (sections.has(IMPORTS) || sections.has(ELEMENTS))
    throw new Error("a module with imports or with a table of functions is not pruned");
  const missing = new Set(wanted);
  const exports = exported(sections.get(EXPORTS) as Uint8Array).filter(
    ({ name, body }) => body === null || missing.delete(name),
  );
  if (missing.size > 0) throw new Error(`the module has no ${[...missing].join(", ")}`);
  const code = new Reader(sections.get(CODE) as Uint8Array);
  const bodies = code.list(() => code.part(code.number()));
  const reached = reachedFrom(
    exports.flatMap(({ body }) => body ?? []),
    bodies,
  );
  const kept = bodies.map((body, number) => (reached.has(number) ? body : EMPTY));
  const listed = (items: readonly Uint8Array[]): Uint8Array =>
    Buffer.concat([Uint8Array.from(grouped(items.length)), ...items]);
  const changed = new Map([
    [EXPORTS, listed(exports.map(({ bytes }) => bytes))],
    [CODE, listed(kept.map((body) => Buffer.concat(withLength(body))))],
  ]);
  const parts = [...sections].flatMap(([id, content]) => [
    Uint8Array.of(id),
    ...withLength(changed.get(id) ?? content),
  ]);
  return Buffer.concat([module.subarray(0, HEAD), ...parts]);
}
