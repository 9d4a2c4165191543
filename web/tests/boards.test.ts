// Boards in few letters: every one of the shipped puzzles comes back as it was.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packedBoard, unpackedBoard } from "../src/local/boards";
import { readMined, type Mined } from "../src/local/puzzles";
import { small } from "../tools/small-puzzles";

const text = readFileSync(new URL("../../src/sixfold/review/mined/tiles.json", import.meta.url), "utf8");
const mined = JSON.parse(text) as Mined;

describe("a board in few letters", () => {
  it("says where rows begin and what is missing in them", () => {
    expect(packedBoard("-1,0:Ro 1,0:Rs 0,1:Gs")).toBe("0/-1:Ro-Rs/0:Gs");
    expect(unpackedBoard("0/-1:Ro-Rs/0:Gs")).toBe("-1,0:Ro 1,0:Rs 0,1:Gs");
  });

  it("comes back as it was", () => {
    const boards = mined.puzzles.map(({ position }) => ("board" in position ? position.board : ""));
    expect(boards.length).toBeGreaterThan(50);
    for (const board of boards) expect(unpackedBoard(packedBoard(board))).toBe(board);
  });

  it.each(["tiles", "cards"])("is read from the page's file, with everything else of it: %s", (game) => {
    const file = readFileSync(new URL(`../../src/sixfold/review/mined/${game}.json`, import.meta.url), "utf8");
    const { first_day, puzzles } = JSON.parse(file) as Mined;
    expect(small(file).length).toBeLessThan(0.75 * file.length);
    expect(readMined(small(file))).toEqual({ first_day, puzzles });
  });
});
