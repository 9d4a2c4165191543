// Replays recorded calls of the kernel in Node: the same parameters must give the same answers and leave the same arrays.
//
// node replay.mjs KERNEL.WASM < CALLS: one JSON object per line, as tests/twin/recorder.py writes them.
// Prints one JSON object: how many calls were equal, by name, and the first that was not.

import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { inflateSync } from "node:zlib";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { memory, __heap_base: base } = instance.exports;
const BLOCK = 1024;
const start = Math.ceil(base.value / 64) * 64;

function reserve(bytes) {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
}

function replay(call) {
  let top = start + BLOCK;
  const words = [];
  const arrays = [];
  for (const leaf of call.leaves) {
    if (leaf.data === undefined) {
      words.push(leaf);
      continue;
    }
    const data = inflateSync(Buffer.from(leaf.data, "base64"));
    arrays.push({ at: top, size: data.length, data });
    words.push({ int: String(top) }, ...leaf.shape.map((n) => ({ int: String(n) })));
    top += Math.ceil(Math.max(data.length, 8) / 64) * 64;
  }
  reserve(top);
  for (const { at, data } of arrays) new Uint8Array(memory.buffer).set(data, at);
  const view = new DataView(memory.buffer);
  words.forEach((word, i) => {
    if (word.float !== undefined) view.setFloat64(start + 8 * i, word.float, true);
    else view.setBigInt64(start + 8 * i, BigInt.asIntN(64, BigInt(word.int)), true);
  });
  instance.exports[call.name](start);
  const answer = call.answers ? String(new DataView(memory.buffer).getBigInt64(start, true)) : null;
  const left = arrays.map(({ at, size }) =>
    createHash("sha256").update(new Uint8Array(memory.buffer, at, size)).digest("hex"),
  );
  return { answer, left };
}

const equal = {};
let different = null;
for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  const found = replay(call);
  if (JSON.stringify(found) === JSON.stringify({ answer: call.answer, left: call.left })) {
    equal[call.name] = (equal[call.name] ?? 0) + 1;
  } else {
    different ??= { name: call.name, wanted: { answer: call.answer, left: call.left }, found };
  }
}
console.log(JSON.stringify({ equal, different }));
