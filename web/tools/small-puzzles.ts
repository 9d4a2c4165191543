// The puzzles as the page has them: in columns, with boards and plays in few letters (src/local/boards.ts).
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { packedBoard, unpackedBoard } from "../src/local/boards";
import type { Columns, Mined } from "../src/local/puzzles";

/** Tiles in few letters, where they come back as they were: a play may leave out a row, a board does not. */
function fewer<T>(value: T): T | string {
  if (typeof value !== "string" || !/^-?\d+,-?\d+:/.test(value)) return value;
  const packed = packedBoard(value);
  return unpackedBoard(packed) === value ? packed : value;
}

/** What is alike stands together, which packs better: a column for each part of a position, the moves, their worth. */
function columns({ first_day, puzzles }: Mined): Columns {
  const keys = Object.keys(puzzles[0]?.position ?? {});
  const of = (key: string): unknown[] =>
    puzzles.map(({ position }) => fewer((position as Readonly<Record<string, unknown>>)[key]));
  return {
    first_day,
    positions: Object.fromEntries(keys.map((key) => [key, of(key)])),
    moves: puzzles.map(({ answers }) => answers.map(([move]) => fewer(move))),
    worth: puzzles.map(({ answers }) => answers.map(([, lead]) => lead)),
  };
}

export const small = (text: string): string => JSON.stringify(columns(JSON.parse(text) as Mined));

export const smallPuzzles = (): Plugin => ({
  name: "small-puzzles",
  apply: "build",
  enforce: "pre",
  load(id) {
    const [, file, name] = /^(.*\/mined\/(\w+\.json))\?url$/.exec(id) ?? [];
    if (file === undefined) return null;
    const emitted = this.emitFile({ type: "asset", name, source: small(readFileSync(file, "utf8")) });
    return `export default import.meta.ROLLUP_FILE_URL_${emitted}`;
  },
});
