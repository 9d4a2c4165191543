// Narrowing the server's list by what lies on the board: matching alone, no rule.
import { describe, expect, it } from "vitest";
import { corner, exact, narrow, parseLaid, parsePlays, spots, textOf } from "../src/board/plays";

// Marie's choices in the eleventh turn of the worked game.
const list = parsePlays([
  ["4,-1:Ox 4,0:Rx 4,1:Bx", 18, 1],
  ["4,0:Rx 4,1:Bx", 17, 1],
  ["4,0:Rx", 12, 1],
  ["4,1:Bx", 3, 0],
]);

describe("plays", () => {
  it("reads and writes placements in reading order", () => {
    expect(textOf(parseLaid("1,0:Rd -1,0:Rs 0,-2:Gt"))).toBe("0,-2:Gt -1,0:Rs 1,0:Rd");
    expect(parseLaid("row 0,0:Rs swap x,y:Rs 1,1:Zz")).toEqual([{ x: 0, y: 0, piece: "Rs" }]);
    expect(parseLaid("")).toEqual([]);
  });

  it("keeps the plays that contain the draft", () => {
    const draft = parseLaid("4,1:Bx");
    expect(narrow(list, draft, false)).toHaveLength(3);
    expect(narrow(list, parseLaid("4,1:Rx"), false)).toEqual([]);
    expect(narrow(list, [], false)).toHaveLength(4);
  });

  it("tells where a piece fits and what it completes", () => {
    const draft = parseLaid("4,0:Rx 4,1:Bx");
    const found = spots(narrow(list, draft, false), draft, "Ox");
    expect([...found.values()]).toEqual([{ x: 4, y: -1, points: 18, best: true }]);
    const first = spots(list, [], "Bx");
    expect(first.get("4,1")).toEqual({ x: 4, y: 1, points: 3, best: true });
    expect(spots(list, [], "Ox").get("4,-1")?.points).toBeNull();
  });

  it("knows when the draft is a play", () => {
    const draft = parseLaid("4,0:Rx");
    expect(exact(narrow(list, draft, false), draft)?.points).toBe(12);
    const part = parseLaid("4,-1:Ox");
    expect(exact(narrow(list, part, false), part)).toBeUndefined();
    expect(exact(list, [])).toBeUndefined();
  });

  it("lets an opening lie anywhere", () => {
    const opening = parsePlays([
      ["0,0:Rs 1,0:Rd", 2, 0],
      ["0,0:Rs 0,1:Rd", 2, 0],
    ]);
    const draft = parseLaid("7,3:Rd");
    const found = narrow(opening, draft, true);
    expect(found.map((play) => textOf(play.laid))).toEqual(["6,3:Rs 7,3:Rd", "7,2:Rs 7,3:Rd"]);
    expect([...spots(found, draft, "Rs").keys()]).toEqual(["6,3", "7,2"]);
    expect(textOf(parseLaid("7,2:Rs 7,3:Rd"), corner(parseLaid("7,2:Rs 7,3:Rd")))).toBe("0,0:Rs 0,1:Rd");
  });

  it("shows no points where none are told", () => {
    const silent = parsePlays([["1,0:Rs", 0, 0]]);
    expect([...spots(silent, [], "Rs").values()]).toEqual([{ x: 1, y: 0, points: null, best: false }]);
  });
});
