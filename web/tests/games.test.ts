import { describe, expect, it } from "vitest";
import { afterTurn, helped, judged } from "../src/games";
import type { CardsView, Checked, MoveMade, TilesView } from "../src/wire.gen";

const now = { phase: "playing" as const, to_move: 1, scores: [0, 0], hand_sizes: [6, 6], bag: 60 };
const tiles: TilesView = { game: "tiles", now, sheet: [], board: "" };
const cards: CardsView = { game: "cards", now, sheet: [], rows: ["RoRsRd"], stacks: [[], ["BoBsBdBcBtBx"]] };
const turn = (move: string, laid: MoveMade["laid"]): MoveMade => ({
  type: "played",
  seat: 1,
  move,
  points: 1,
  drew: 0,
  parts: [],
  laid,
});

describe("a view one turn later", () => {
  it("has the tiles that were laid, and none for an exchange", () => {
    const lines: MoveMade["laid"] = { game: "tiles", lines: [] };
    const one = afterTurn(tiles, turn("0,0:Rs", lines));
    const two = afterTurn(afterTurn(one, turn("swap ??", lines)), turn("1,0:Rd", lines));
    expect(two).toMatchObject({ game: "tiles", board: "0,0:Rs 1,0:Rd", now });
    expect(two.sheet.map((entry) => entry.move)).toEqual(["0,0:Rs", "swap ??", "1,0:Rd"]);
    expect(tiles.sheet).toEqual([]);
  });

  it("has the rows that are left, and the Qwirkles with whoever took them", () => {
    const laid: MoveMade["laid"] = { game: "cards", rows: ["GoGsGd"], played: "Rx", taken: ["RoRsRdRcRtRx"] };
    const after = afterTurn(cards, turn("GoGsGd / RoRsRdRcRtRx", laid));
    expect(after).toMatchObject({ rows: ["GoGsGd"], stacks: [[], ["BoBsBdBcBtBx", "RoRsRdRcRtRx"]] });
    expect(cards.stacks[1]).toHaveLength(1);
  });
});

describe("an answer", () => {
  const draft: Checked["draft"] = { game: "tiles", points: 3, parts: [["row", 3]], lines: [], qwirkles: 0 };
  const refusal = { code: "rules/T10", message: "no" };

  it("has every field of the game that was asked about", () => {
    expect(judged("tiles", { t: "checked", id: "1", legal: true, draft })).toEqual({
      ...draft,
      legal: true,
      refusal: null,
    });
    expect(judged("tiles", { t: "checked", id: "1", legal: false, draft, refusal })).toMatchObject({ refusal });
    const hint = { game: "cards" as const, count: 2 };
    expect(helped("cards", { t: "hint", id: "1", step: 1, hint })).toEqual({ ...hint, step: 1, none: false });
  });

  it("that is a no stays one, and one about the other game is a mistake", () => {
    expect(judged("cards", refusal)).toBe(refusal);
    expect(helped("cards", refusal)).toBe(refusal);
    expect(() => judged("cards", { t: "checked", id: "1", legal: true, draft })).toThrow("an answer about tiles");
  });
});
