import { describe, expect, it } from "vitest";
import { Draft, kindOf, laneName, ordered, trace } from "../src/cards/draft";
import { join, split } from "../src/pieces";

const ROWS = ["BoBsBx", "RsGsBs", "PoPsPcPt"];
const HAND = "RdGdBdBt";
const rows = (draft: Draft): string[] => draft.rows().map((one) => one.row);
const id = (draft: Draft, piece: string, fromHand = true): number => {
  const all = [...draft.now.lanes.flatMap((lane) => lane.cards), ...draft.now.hand];
  return all.find((card) => card.piece === piece && (card.home === null) === fromHand)?.id ?? -1;
};

describe("a draft", () => {
  it("begins with the shape rows, then the colour rows, and the hand", () => {
    const draft = Draft.begin(ROWS, HAND);
    expect(rows(draft)).toEqual(["RsGsBs", "BoBsBx", "PoPsPcPt"]);
    expect(join(draft.now.hand.map((card) => card.piece))).toBe(HAND);
    expect([draft.canUndo, draft.canRedo, draft.changed]).toEqual([false, false, false]);
  });

  it("moves cards, begins lanes, undoes and redoes step by step", () => {
    let draft = Draft.begin(ROWS, HAND);
    draft = draft.move([id(draft, "Rd"), id(draft, "Gd"), id(draft, "Bd")], "new");
    draft = draft.move([id(draft, "Bt")], 1);
    expect(rows(draft)).toEqual(["RsGsBs", "BoBsBtBx", "PoPsPcPt", "RdGdBd"]);
    expect(draft.played.map((card) => card.piece).sort()).toEqual(["Bd", "Bt", "Gd", "Rd"]);
    expect(rows(draft.undo())).toEqual(["RsGsBs", "BoBsBx", "PoPsPcPt", "RdGdBd"]);
    expect(rows(draft.undo().undo())).toEqual(["RsGsBs", "BoBsBx", "PoPsPcPt"]);
    expect(rows(draft.undo().undo().redo().redo())).toEqual(rows(draft));
    expect(rows(draft.reset())).toEqual(rows(draft.undo().undo()));
    expect(rows(draft.reset().undo())).toEqual(rows(draft));
  });

  it("returns each card to where it came from, and never a card of the table to the hand", () => {
    let draft = Draft.begin(ROWS, HAND);
    const [hand, table] = [id(draft, "Bt"), id(draft, "Ps", false)];
    draft = draft.move([hand], 1).move([table], 0);
    expect(rows(draft)).toEqual(["RsGsBsPs", "BoBsBtBx", "PoPcPt"]);
    expect(rows(draft.move([table], "home"))).toEqual(["RsGsBs", "BoBsBtBx", "PoPsPcPt"]);
    draft = draft.move([hand, table], "home");
    expect(rows(draft)).toEqual(["RsGsBs", "BoBsBx", "PoPsPcPt"]);
    expect(draft.now.hand.length).toBe(4);
    expect(draft.now.hand.every((card) => card.home === null)).toBe(true);
  });

  it("keeps an emptied lane of the table in place, and lets a new one vanish", () => {
    let draft = Draft.begin(ROWS, HAND);
    const cards = draft.now.lanes[0]?.cards.map((card) => card.id) ?? [];
    draft = draft.move(cards, "new");
    expect(draft.now.lanes.map((lane) => lane.cards.length)).toEqual([0, 3, 4, 3]);
    expect(draft.move(cards, "home").now.lanes.map((lane) => lane.id)).toEqual([0, 1, 2]);
  });

  it("loses no card whatever is done", () => {
    let draft = Draft.begin(ROWS, HAND);
    const all = (one: Draft): string =>
      join([...one.now.lanes.flatMap((lane) => lane.cards), ...one.now.hand].map((card) => card.piece));
    const whole = all(draft);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let step = 0; step < 500; step += 1) {
      const cards = [random(14), random(14)];
      const lanes = draft.now.lanes.map((lane) => lane.id);
      const target = (["new", "home", ...lanes] as const)[random(lanes.length + 2)] ?? "new";
      draft = [draft.move(cards, target), draft.undo(), draft.redo(), draft.move(cards, target)][random(4)] ?? draft;
      expect(all(draft)).toBe(whole);
      for (const lane of draft.now.lanes) expect(lane.fresh && lane.cards.length === 0).toBe(false);
    }
  });

  it("does nothing for a move that moves nothing", () => {
    const draft = Draft.begin(ROWS, HAND);
    expect(draft.move([], "new")).toBe(draft);
    expect(draft.move([id(draft, "Bt")], "home")).toBe(draft);
    expect(draft.move([id(draft, "Bt")], 99)).toBe(draft);
    expect(draft.move([99], 0)).toBe(draft);
  });

  it("resets one lane", () => {
    let draft = Draft.begin(ROWS, HAND);
    draft = draft
      .move([id(draft, "Bt")], 1)
      .move([id(draft, "Bx", false)], "new")
      .move([id(draft, "Rd")], 0);
    const lane = draft.resetLane(1);
    expect(rows(lane)[1]).toBe("BoBsBx");
    expect(rows(lane)[0]).toBe("RsRdGsBs");
  });

  it("lays out a hint and takes it back in one step", () => {
    const draft = Draft.begin(["PoPsPcPt", "RsGsBs"], "GoGt");
    const shown = draft.arrange(["RsBsPs", "PoPcPt", "GoGsGt"]);
    expect(rows(shown).sort()).toEqual(["GoGsGt", "PoPcPt", "RsBsPs"]);
    expect(shown.now.hand).toEqual([]);
    expect(rows(shown.undo())).toEqual(rows(draft));
  });

  it("survives a reload on the same table, and only there", () => {
    let draft = Draft.begin(ROWS, HAND);
    draft = draft.move([id(draft, "Bt")], 1);
    expect(rows(Draft.restore(draft.save(), ROWS, HAND))).toEqual(rows(draft));
    expect(Draft.restore(draft.save(), ROWS, "RdGdBdBx").changed).toBe(false);
    for (const broken of [null, "", "{}", '{"past":[],"at":3,"next":0}']) {
      expect(Draft.restore(broken, ROWS, HAND).changed).toBe(false);
    }
  });
});

describe("the overview", () => {
  it("puts shape rows before colour rows", () => {
    expect(ordered(["BoBsBx", "RtGtBt", "RoRsRt", "RsGsBs"])).toEqual(["RsGsBs", "RtGtBt", "RoRsRt", "BoBsBx"]);
    expect([kindOf(["Ro"]), kindOf(["Ro", "Go"]), kindOf(["Ro", "Gs"]), kindOf([])].map((one) => one[0])).toEqual([
      "color",
      "shape",
      "color",
      "color",
    ]);
    expect([0, 25, 26, 52].map(laneName)).toEqual(["A", "Z", "AA", "BA"]);
  });

  it("tells where the cards of an opponent's turn came from", () => {
    const found = trace(["RsGsBs", "PoPsPcPt"], ["RsBsPs", "PoPcPt", "GoGsGt"]);
    const told = found.map((row) => row.map((card) => `${card.piece}${card.from ?? "h"}`).join(" "));
    expect(told).toEqual(["Rs0 Bs0 Ps1", "Po1 Pc1 Pt1", "Goh Gs0 Gth"]);
    expect(
      trace([], ["RoRsRd"])
        .flat()
        .every((card) => card.from === null),
    ).toBe(true);
    expect(split("RoRs")).toEqual(["Ro", "Rs"]);
  });
});
