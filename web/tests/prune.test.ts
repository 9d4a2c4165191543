// The kernel without what nobody calls: the same functions, the same answers, fewer bytes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENTRIES } from "../src/kernel/kernel.gen";
import { pruned } from "../tools/prune";

const shipped = new Uint8Array(readFileSync(new URL("../../src/sixfold/kernel/kernel.wasm", import.meta.url)));
const wanted = Object.keys(ENTRIES);

function exportsOf(code: Uint8Array): string[] {
  return WebAssembly.Module.exports(new WebAssembly.Module(code as Uint8Array<ArrayBuffer>)).map(({ name }) => name);
}

/** What a function of one whole number answers. */
function answer(code: Uint8Array, name: string, given: bigint): bigint {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code as Uint8Array<ArrayBuffer>));
  const block = (exports.__heap_base as WebAssembly.Global).value as number;
  const memory = exports.memory as WebAssembly.Memory;
  if (memory.buffer.byteLength < block + 8) memory.grow(1);
  new DataView(memory.buffer).setBigInt64(block, given, true);
  (exports[name] as (block: number) => void)(block);
  return new DataView(memory.buffer).getBigInt64(block, true);
}

describe("pruning a module", () => {
  it("leaves the wanted functions, the memory and where it begins", () => {
    const small = pruned(shipped, wanted);
    expect(exportsOf(small).sort()).toEqual([...wanted, "__heap_base", "memory"].sort());
    expect(small.length).toBeLessThan(0.9 * shipped.length);
  });

  it("changes nothing where everything is wanted", () => {
    const all = exportsOf(shipped).filter((name) => name.includes("."));
    expect(Buffer.from(pruned(shipped, all)).equals(Buffer.from(shipped))).toBe(true);
  });

  it("leaves answers as they were", () => {
    const name = "tiles.games.scramble";
    const small = pruned(shipped, [name]);
    // What is left of a module that was compiled for size is mostly its tables, which stay.
    expect(small.length).toBeLessThan(0.25 * shipped.length);
    for (const given of [1n, 7n, 1234567891n]) expect(answer(small, name, given)).toBe(answer(shipped, name, given));
  });

  it("refuses a name that the module does not have", () => {
    expect(() => pruned(shipped, ["tiles.games.nothing"])).toThrow("tiles.games.nothing");
  });

  it("refuses a module that can call functions it does not name", () => {
    // One import, `m.f`, of a function that takes and gives nothing.
    const importing = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 109, 1, 102, 0, 0];
    expect(() => pruned(Uint8Array.from(importing), [])).toThrow("imports");
  });
});
