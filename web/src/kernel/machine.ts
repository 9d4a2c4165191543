// The compiled kernel as a machine: its module checked and started, arrays in its memory, calls of its entry points.
// Nothing here knows a game. Runs wherever WebAssembly does: a page, a worker, Node.
import { hex, sha256 } from "../verify/sha256";
import { ENTRIES, KERNEL } from "./kernel.gen";

export type Entry = keyof typeof ENTRIES;
/** The kinds of numbers in arrays: `w` whole (64 bits), `f` and `d` real (32 and 64 bits). */
export type Kind = "w" | "f" | "d";
/** An array in the module's memory: where it is, and the length of each dimension. */
export interface Room {
  readonly kind: Kind;
  readonly at: number;
  readonly shape: readonly number[];
}
type Argument = number | bigint | boolean | Room | readonly Room[];

/** The module or the weights cannot be used: `kernel/damaged`, `kernel/version`, `kernel/memory` or `kernel/missing`. */
export class KernelError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "KernelError";
  }
}

const BLOCK = 1024;
const PAGE = 65536;
const SIZES: Readonly<Record<Kind, number>> = { w: 8, f: 4, d: 8 };

/** The bytes as a module that this program was made for; a KernelError for any others. */
async function checked(bytes: Uint8Array): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new KernelError("kernel/missing", "there is no WebAssembly here");
  const known = hex(sha256(bytes)) === KERNEL.sha256;
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>);
  } catch {
    throw new KernelError("kernel/damaged", "the kernel's file is damaged");
  }
  if (known) return module;
  const told = WebAssembly.Module.customSections(module, "sixfold")[0];
  const sources = told ? new TextDecoder().decode(told) : "";
  if (sources.includes('"sources"') && !sources.includes(KERNEL.sources)) {
    throw new KernelError("kernel/version", "the kernel's file is of another version than this program");
  }
  throw new KernelError("kernel/damaged", "the kernel's file is damaged");
}

/** A part of an array of one dimension: an array of the same place. */
export function part({ kind, at }: Room, from: number, count: number): Room {
  return { kind, at: at + from * SIZES[kind], shape: [count] };
}

/** One instance of the kernel. Calls run to their end; one that stops in the midst spoils the machine. */
export class Machine {
  private readonly memory: WebAssembly.Memory;
  private readonly block: number;
  private top: number;

  private constructor(private readonly exports: Readonly<Record<string, unknown>>) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.top = (exports.__heap_base as WebAssembly.Global).value as number;
    this.block = this.take(BLOCK);
  }

  /** Start the module in these bytes. */
  static async load(bytes: Uint8Array): Promise<Machine> {
    const instance = await WebAssembly.instantiate(await checked(bytes));
    return new Machine(instance.exports);
  }

  private take(size: number): number {
    const at = Math.ceil(this.top / 64) * 64;
    const missing = at + size - this.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.memory.grow(Math.ceil(missing / PAGE));
      } catch {
        throw new KernelError("kernel/memory", "there is no more memory for the kernel");
      }
    }
    this.top = at + size;
    return at;
  }

  /** A new array of zeros. It is never given back: whoever asks keeps it. */
  room(kind: Kind, ...shape: readonly number[]): Room {
    const count = shape.reduce((product, length) => product * length, 1);
    const at = this.take(Math.max(8, count * SIZES[kind]));
    new Uint8Array(this.memory.buffer, at, count * SIZES[kind]).fill(0);
    return { kind, at, shape };
  }

  /** A work space: several arrays. */
  rooms(described: readonly (readonly (string | number)[])[]): Room[] {
    return described.map(([kind, ...shape]) => this.room(kind as Kind, ...(shape as number[])));
  }

  private whole(room: Room): BigInt64Array {
    return new BigInt64Array(
      this.memory.buffer,
      room.at,
      room.shape.reduce((product, n) => product * n, 1),
    );
  }

  /** Some whole numbers of an array. */
  read(room: Room, from: number, count: number): number[] {
    const found = new Array<number>(count);
    const words = this.whole(room);
    for (let i = 0; i < count; i += 1) found[i] = Number(words[from + i]);
    return found;
  }

  /** The first whole numbers of an array, all 64 bits of them. */
  readBig(room: Room, count: number): bigint[] {
    return [...this.whole(room).subarray(0, count)];
  }

  /** Make all whole numbers of an array 0. */
  clear(room: Room): void {
    this.whole(room).fill(0n);
  }

  /** The first real numbers of an array. */
  readDoubles(room: Room, count: number): number[] {
    return [...new Float64Array(this.memory.buffer, room.at, count)];
  }

  /** Write whole numbers into an array, and have it end after them: a shorter array of the same place. */
  write(room: Room, values: readonly (number | bigint)[]): Room {
    const words = this.whole(room);
    if (values.length > words.length) throw new KernelError("kernel/memory", "a list is too long for the kernel");
    for (let i = 0; i < values.length; i += 1) words[i] = BigInt(values[i] ?? 0);
    return { ...room, shape: [values.length] };
  }

  /** Write real numbers into an array. */
  writeReals(room: Room, values: Float32Array | readonly number[]): void {
    const { buffer } = this.memory;
    const length = values.length;
    (room.kind === "f" ? new Float32Array(buffer, room.at, length) : new Float64Array(buffer, room.at, length)).set(
      values,
    );
  }

  /** Call an entry point; its answer, 0 for none. */
  call(name: Entry, ...given: readonly Argument[]): number {
    this.run(name, given);
    const answer = new DataView(this.memory.buffer, this.block, 8);
    const gives = ENTRIES[name].split(">")[1];
    if (gives === "n") return 0;
    return gives === "r" ? answer.getFloat64(0, true) : Number(answer.getBigInt64(0, true));
  }

  /** Call an entry point that answers with a whole number; all 64 bits of it. */
  callBig(name: Entry, ...given: readonly Argument[]): bigint {
    this.run(name, given);
    return new DataView(this.memory.buffer, this.block, 8).getBigInt64(0, true);
  }

  private run(name: Entry, given: readonly Argument[]): void {
    const [takes = ""] = ENTRIES[name].split(">");
    const leaves = given.flat() as (number | bigint | boolean | Room)[];
    if (leaves.length !== takes.length)
      throw new TypeError(`${name} takes ${takes.length} values, not ${leaves.length}`);
    const words = new DataView(this.memory.buffer, this.block, BLOCK);
    let at = 0;
    leaves.forEach((leaf, i) => {
      if (typeof leaf === "object") {
        const letter = leaf.shape.length === 1 ? leaf.kind : leaf.kind.toUpperCase();
        if (letter !== takes[i]) throw new TypeError(`${name} takes ${takes}: value ${i} is another`);
        for (const word of [leaf.at, ...leaf.shape]) words.setBigInt64((at += 8) - 8, BigInt(word), true);
      } else if (takes[i] === "r") words.setFloat64((at += 8) - 8, Number(leaf), true);
      else words.setBigInt64((at += 8) - 8, BigInt.asIntN(64, BigInt(leaf)), true);
    });
    (this.exports[name] as (block: number) => void)(this.block);
  }
}
