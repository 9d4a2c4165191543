import { describe, expect, it } from "vitest";
import { Draft } from "../src/cards/draft";
import { newcomers, playedIn, stepsOf, together, turnsSince } from "../src/cards/theirs";
import type { SheetEntry } from "../src/wire.gen";

const entry = (seat: number, move: string): SheetEntry => ({ seat, move, points: 0, parts: [] });
const SHEET = [entry(0, "RoRsRd"), entry(1, "RoRsRd GoGsGd"), entry(2, "pass"), entry(1, "RoRsRd / GoGsGdGcGtGx")];

describe("the turns since one's own", () => {
  it("are read from the sheet, a pass and a Qwirkle included", () => {
    const since = turnsSince(SHEET, 0);
    expect(since.map((turn) => [turn.seat, turn.passed, turn.taken.length, playedIn(turn)])).toEqual([
      [1, false, 0, 3],
      [2, true, 0, 0],
      [1, false, 1, 3],
    ]);
    expect(together(since)).toEqual({ before: ["RoRsRd"], after: ["RoRsRd"], taken: ["GoGsGdGcGtGx"] });
    expect(turnsSince(SHEET, 1)).toEqual([]);
    expect(turnsSince([], 0)).toEqual([]);
  });

  it("are the last one for onlookers, and one's own when somebody showed it", () => {
    expect(turnsSince(SHEET, null).map((turn) => turn.seat)).toEqual([1]);
    expect(turnsSince(SHEET, 1, new Map([[3, 0]])).map((turn) => turn.seat)).toEqual([2, 1]);
  });

  it("reads a table that a Qwirkle emptied", () => {
    const [turn] = turnsSince([entry(1, "/ GoGsGdGcGtGx")], 0);
    expect([turn?.after, turn?.taken]).toEqual([[], ["GoGsGdGcGtGx"]]);
  });
});

describe("what a turn did", () => {
  const turn = { before: ["GsGdGt", "BoBsBdBt"], after: ["RdOdGd", "GsBsPs", "BoBdBt", "GcGtGx"], taken: [] };

  it("is told row by row", () => {
    expect(
      stepsOf(turn).map((step) => [step.row, step.what, step.fresh, step.laid.join(""), step.moved.join("")]),
    ).toEqual([
      [0, "s", true, "Ps", "GsBs"],
      [1, "d", true, "RdOd", "Gd"],
      [2, "G", true, "GcGx", "Gt"],
    ]);
  });

  it("names rows by where they lie now, and rows that are no more by what they were of", () => {
    const lanes = Draft.begin(turn.after, "").now.lanes;
    const pieces = new Map(lanes.flatMap((lane) => lane.cards.map((card) => [card.id, card.piece])));
    const found = new Map([...newcomers(turn, lanes)].map(([id, origin]) => [pieces.get(id), origin]));
    expect(found.get("Ps")).toEqual({ from: "hand" });
    expect(found.get("Bs")).toEqual({ from: "row", lane: 3 });
    expect(found.get("Gs")).toEqual({ from: "gone", what: "G" });
    expect(found.has("Bo")).toBe(false);
  });
});
