import { describe, expect, it } from "vitest";
import { parseLaid } from "../src/board/plays";
import { gains, since } from "../src/tiles/story.svelte";
import type { SheetEntry } from "../src/wire.gen";

const entry = (seat: number, move: string, parts: SheetEntry["parts"] = []): SheetEntry => ({
  seat,
  move,
  parts,
  points: parts.reduce((sum, [, n]) => sum + n, 0),
});

describe("what the others did since one's own last turn", () => {
  const sheet = [entry(0, "0,0:Rs"), entry(1, "1,0:Rd"), entry(2, "swap ??"), entry(1, "bonus", [["end", 6]])];

  it("is every turn after it, without what is added at the end", () => {
    expect(since(sheet, 0).map(({ seat }) => seat)).toEqual([1, 2]);
    expect(since(sheet, 2)).toEqual([]);
    expect(since(sheet, null).map(({ move }) => move)).toEqual(["swap ??"]);
    expect(since(sheet.slice(1), 0)).toHaveLength(2);
  });
});

describe("what a turn gave", () => {
  it("stands at the lines that gave it", () => {
    // A column of two tiles crosses a row of three at its end.
    const move = entry(1, "2,0:Rx 2,1:Bx", [
      ["column", 2],
      ["row", 3],
    ]);
    const board = parseLaid("0,0:Rs 1,0:Rd 2,0:Rx 2,1:Bx");
    expect(gains(board, move)).toEqual([
      { kind: "gave", note: "+2", cells: [{ x: 2, y: 0 }, { x: 2, y: 1 }] }, // prettier-ignore
      { kind: "gave", note: "+3", cells: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }] }, // prettier-ignore
    ]);
  });

  it("counts a Qwirkle at its own line, and nothing where nothing was laid", () => {
    const board = parseLaid("0,0:Rs 1,0:Rd 2,0:Rx 3,0:Rt 4,0:Rc 5,0:Ro 5,1:Bo");
    const move = entry(1, "5,0:Ro 5,1:Bo", [
      ["column", 2],
      ["row", 6],
      ["qwirkle", 6],
      ["end", 6],
    ]);
    expect(gains(board, move).map(({ note, cells }) => [note, cells.length])).toEqual([
      ["+2", 2],
      ["+12", 6],
    ]);
    expect(gains(board, entry(1, "swap ??"))).toEqual([]);
  });
});
