// What a child's game has built, counted and outlined.
import { describe, expect, it } from "vitest";
import { parseLaid } from "../src/board/plays";
import type { SheetEntry } from "../src/wire.gen";
import { fullLines, starsOf } from "../src/kid/qwirkles";

const ROW = "0,0:Ro 1,0:Rs 2,0:Rd 3,0:Rc 4,0:Rt 5,0:Rx";
const COLUMN = "5,1:Bx 5,2:Gx 5,3:Px 5,4:Yx 5,5:Ox";

describe("the full lines of a picture", () => {
  it("are those of six, in rows and in columns", () => {
    const lines = fullLines(parseLaid(`${ROW} ${COLUMN} 0,1:Bo`), 6);
    expect(lines.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
      [{ x: 0, y: 0 }, { x: 5, y: 0 }],
      [{ x: 5, y: 0 }, { x: 5, y: 5 }],
    ]); // prettier-ignore
  });

  it("are none where no line is full", () => {
    expect(fullLines(parseLaid(ROW).slice(1), 6)).toEqual([]);
    expect(fullLines([], 6)).toEqual([]);
  });
});

it("a star is for a Qwirkle of one's own", () => {
  const turn = (seat: number, parts: SheetEntry["parts"]) => ({ seat, move: "", points: 0, parts });
  const sheet = [turn(0, [["row", 6], ["qwirkle", 6], ["column", 6], ["qwirkle", 6]]), turn(1, [["row", 3]])]; // prettier-ignore
  expect([starsOf(sheet, 0), starsOf(sheet, 1)]).toEqual([2, 0]);
});
