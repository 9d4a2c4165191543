// The TypeScript door in Node, for its twins in Python: a question a line on standard input, an answer a line.
//
// node door.mjs FOLDER     {"do": "tiles.plays", "with": ["0,0:Rs", "RoGd"]}
// Answers {"is": value}, or {"refused": refusal} where the rules refuse, or {"error": code}.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { Kernel, Refused } = await import(pathToFileURL(`${folder}/index.js`).href);
const kernel = await Kernel.load(readFileSync(`${folder}/kernel.wasm`), readFileSync(`${folder}/weights.bin`));

function answer(question) {
  const [game, name] = question.do.split(".");
  try {
    return { is: kernel[game][name](...question.with) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal };
    if (error.code) return { error: error.code };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
