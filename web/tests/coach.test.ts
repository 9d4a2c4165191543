import { describe, expect, it } from "vitest";
import { tipFor } from "../src/coach";
import type { Happening } from "../src/session.svelte";
import type { View } from "../src/wire.gen";

const view = (more: Partial<View> = {}, now: Partial<View["now"]> = {}): View => ({
  now: { phase: "playing", to_move: 0, scores: [0, 0], hand_sizes: [6, 6], bag: 60, ...now },
  ...more,
});
const played = (more: Record<string, unknown>): Happening =>
  ({ type: "played", seat: 0, move: "0,0:Rs", points: 2, drew: 1, ...more }) as Happening;
const line = (length: number) => ({ axis: "row", cells: Array(length).fill("0,0"), pieces: "", points: length });

describe("the coach", () => {
  it("warns of a line of five that one's own turn leaves", () => {
    expect(tipFor(played({ lines: [line(5), line(2)] }), view(), 0)).toBe("five");
    expect(tipFor(played({ lines: [line(5)] }), view(), 1)).toBe(null);
    expect(tipFor(played({ lines: [line(6)] }), view(), 0)).toBe(null);
  });

  it("speaks of several lines and of exchanging after lean turns", () => {
    const entry = (points: number) => ({ seat: 0, move: "0,0:Rs", points });
    const two = played({ move: "0,0:Rs 1,0:Rd", lines: [line(4)] });
    expect(tipFor(two, view({ sheet: [entry(8), entry(4)] }), 0)).toBe("many");
    expect(tipFor(two, view({ sheet: [entry(2), entry(3)] }), 0)).toBe("exchange");
  });

  it("speaks of counting late, before one's own turn", () => {
    const theirs = played({ seat: 1, lines: [line(3)] });
    expect(tipFor(theirs, view({}, { bag: 30, unseen: "3".repeat(35) + "0" }), 0)).toBe("count");
    expect(tipFor(theirs, view({}, { bag: 80, unseen: "3".repeat(35) + "0" }), 0)).toBe(null);
    expect(tipFor(theirs, view({}, { bag: 30 }), 0)).toBe(null);
  });

  it("knows the card game's moments", () => {
    const theirs = played({ seat: 1, move: "x", rows: ["RoRsRdRc"], played: "Rc" });
    expect(tipFor(theirs, view({ rows: ["RoRsRdRc"] }), 0)).toBe("rows");
    expect(tipFor(theirs, view({ rows: ["RoRsRdRcRt"] }), 0)).toBe("cards.five");
    expect(tipFor(theirs, view({ rows: ["RoRsRd"] }), 0)).toBe(null);
    expect(tipFor(played({ seat: 1, rows: [], taken: ["RoRsRdRcRtRx"] }), view(), 0)).toBe("stacks");
    expect(tipFor({ type: "settled", seat: 0, exists: true } as Happening, view(), 0)).toBe("both");
    expect(tipFor({ type: "said", seat: 0, word: "hello" } as Happening, view(), 0)).toBe(null);
  });
});
