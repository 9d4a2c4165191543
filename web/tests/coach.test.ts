import { describe, expect, it } from "vitest";
import { tipFor } from "../src/games/tips";
import type { Happening } from "../src/session.svelte";
import type { CardsLaid, CardsView, MoveMade, TilesLaid, TilesView } from "../src/wire.gen";

const now = { phase: "playing" as const, to_move: 0, scores: [0, 0], hand_sizes: [6, 6], bag: 60 };
const view = (sheet: TilesView["sheet"] = [], more: Partial<TilesView["now"]> = {}): TilesView => ({
  game: "tiles",
  now: { ...now, ...more },
  sheet,
  board: "",
});
const table = (rows: string[]): CardsView => ({ game: "cards", now, sheet: [], rows, stacks: [[], []] });
const played = (laid: MoveMade["laid"], seat = 0, move = "0,0:Rs"): MoveMade => ({
  type: "played",
  seat,
  move,
  points: 2,
  drew: 1,
  parts: [],
  laid,
});
const tiles = (...lengths: number[]): TilesLaid => ({
  game: "tiles",
  lines: lengths.map((length) => ({
    axis: "row",
    cells: Array<string>(length).fill("0,0"),
    pieces: "",
    points: length,
  })),
});
const cards = (rows: string[], taken: string[] = []): CardsLaid => ({ game: "cards", rows, played: "Rc", taken });

describe("the coach", () => {
  it("warns of a line of five that one's own turn leaves", () => {
    expect(tipFor(played(tiles(5, 2)), view(), 0)).toBe("five");
    expect(tipFor(played(tiles(5)), view(), 1)).toBe(null);
    expect(tipFor(played(tiles(6)), view(), 0)).toBe(null);
  });

  it("speaks of several lines and of exchanging after lean turns", () => {
    const entry = (points: number) => ({ seat: 0, move: "0,0:Rs", points, parts: [] });
    const two = played(tiles(4), 0, "0,0:Rs 1,0:Rd");
    expect(tipFor(two, view([entry(8), entry(4)]), 0)).toBe("many");
    expect(tipFor(two, view([entry(2), entry(3)]), 0)).toBe("exchange");
  });

  it("speaks of counting late, before one's own turn", () => {
    const theirs = played(tiles(3), 1);
    expect(tipFor(theirs, view([], { bag: 30, unseen: "3".repeat(35) + "0" }), 0)).toBe("count");
    expect(tipFor(theirs, view([], { bag: 80, unseen: "3".repeat(35) + "0" }), 0)).toBe(null);
    expect(tipFor(theirs, view([], { bag: 30 }), 0)).toBe(null);
  });

  it("knows the card game's moments", () => {
    const after = (rows: string[]) => tipFor(played(cards(rows), 1, "x"), table(rows), 0);
    expect(after(["RoRsRdRc"])).toBe("rows");
    expect(after(["RoRsRdRcRt"])).toBe("cards.five");
    expect(after(["RoRsRd"])).toBe(null);
    expect(tipFor(played(cards([], ["RoRsRdRcRtRx"]), 1), table([]), 0)).toBe("stacks");
    expect(tipFor({ type: "settled", seat: 0, exists: true } as Happening, view(), 0)).toBe("both");
    expect(tipFor({ type: "said", seat: 0, word: "hello" } as Happening, view(), 0)).toBe(null);
  });
});
