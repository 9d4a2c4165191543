// The puzzles as the page has them: the shipped files without their layout, boards in few letters (src/local/boards.ts).
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { packedBoard } from "../src/local/boards";

const small = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === "board" ? packedBoard(value as string) : value));

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
