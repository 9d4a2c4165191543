// Puzzles and questions about positions on the device: what a server answers, from the kernel.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Denied } from "../../src/http";
import { PositionError } from "../../src/kernel";
import type { GameName } from "../../src/games";
import { answered, drafted, shown } from "../../src/local/games/positions";
import { judged, question, type Mined } from "../../src/local/puzzles";
import { kernel } from "./room";

const mined = (game: GameName): Mined =>
  JSON.parse(readFileSync(new URL(`../../../src/sixfold/review/mined/${game}.json`, import.meta.url), "utf8")) as Mined;

describe.each(["tiles", "cards"] as const)("puzzles of %s", (game) => {
  const all = mined(game);

  test("are those of the day, or by number, without an answer", () => {
    const today = question(all, game, "2026-11-16");
    expect(today.number).toBe(19);
    expect(today).toEqual(question(all, game, "19"));
    expect(question(all, game, String(19 + all.puzzles.length))).toEqual(today);
    expect(question(all, game, "2025-12-31").number).toBe(all.puzzles.length - 1);
    expect(JSON.stringify(today)).not.toContain(JSON.stringify(all.puzzles[19]?.answers[0]?.[0]));
  });

  test("know all their solutions as right", () => {
    all.puzzles.forEach(({ answers }, number) => {
      const [best] = answers[0] ?? [""];
      const verdict = judged(kernel, all, String(number), best);
      expect(verdict).toMatchObject({ legal: true, right: true, solution: best });
    });
  });

  test("refuse a day that is none", () => {
    expect(() => question(all, game, "tomorrow")).toThrow(Denied);
  });
});

describe("answers to puzzles", () => {
  test("that are legal and worse are not right", () => {
    const all = mined("tiles");
    const { answers } = all.puzzles[0] as Mined["puzzles"][number];
    const [play = "", lead = 0] = answers.at(-1) ?? [];
    const verdict = judged(kernel, all, "0", play.split(" ").reverse().join(" "));
    expect(verdict).toMatchObject({ legal: true, right: false, behind: (answers[0]?.[1] ?? 0) - lead });
  });

  test("that the rules refuse say the clause, and nothing of the solution", () => {
    const tiles = judged(kernel, mined("tiles"), "0", "40,40:Po");
    expect(tiles).toMatchObject({ legal: false, code: "rules/T9", clause: "T9" });
    expect(tiles.solution).toBeUndefined();
    const cards = judged(kernel, mined("cards"), "0", "RoGoBo");
    expect(cards).toMatchObject({ legal: false, clause: "C8" });
    expect(judged(kernel, mined("cards"), "0", "pass")).toMatchObject({ legal: false, code: "notation/piece" });
  });
});

describe("positions", () => {
  test("are read and written in their one form", () => {
    expect(shown(kernel, "tiles/1 | 1,0:Rd 0,0:Rs | RoGs")).toEqual({
      position: "tiles/1 | 0,0:Rs 1,0:Rd | RoGs",
      ruleset: "tiles/1",
      board: "0,0:Rs 1,0:Rd",
      rows: null,
      hand: "RoGs",
    });
    expect(shown(kernel, "cards/1 | RoRdRs GsBsPs | GsRo").position).toBe("cards/1 | RoRsRd GsBsPs | RoGs");
  });

  test("that no game could have are refused", () => {
    expect(() => shown(kernel, "tiles/1 | 0,0:Rs 1,0:Gd | Ro")).toThrow(PositionError);
    expect(() => shown(kernel, "cards/1 | RoGd | Ro")).toThrow(PositionError);
    expect(() => shown(kernel, "chess | e4 |")).toThrow(Denied);
    expect(() => shown(kernel, "tiles/1 | 0,0:Rs")).toThrow(Denied);
  });

  test("judge a draft as at a table", () => {
    const tiles = drafted(kernel, { position: "tiles/1 | 0,0:Rs 1,0:Rd | RoGs", play: "2,0:Ro" });
    expect(tiles).toMatchObject({ legal: true, draft: { points: 3, qwirkles: 0 } });
    const wrong = drafted(kernel, { position: "tiles/1 | 0,0:Rs 1,0:Rd | RoGs", play: "2,0:Gs" });
    expect(wrong).toMatchObject({ legal: false, refusal: { clause: "T10" }, draft: { points: 0 } });
    const cards = drafted(kernel, { position: "cards/1 | RoRsRd | RcRtRx", rows: [], taken: ["RoRsRdRcRtRx"] });
    expect(cards).toMatchObject({ legal: true, draft: { qwirkles: 1, played: "RcRtRx" } });
  });

  test("answer the questions of the engine", () => {
    const board = "0,0:Rs 1,0:Rd";
    const listed = answered(kernel, { do: "plays", ruleset: "tiles/1", board, hand: "RoGs" });
    expect(listed).toMatchObject({ ok: true });
    const check = { do: "check", ruleset: "tiles/1", board } as const;
    expect(answered(kernel, { ...check, play: "2,0:Ro" })).toEqual(
      { ok: true, legal: true, points: 3, qwirkles: 0, lines: [3] }); // prettier-ignore
    expect(answered(kernel, { ...check, play: "2,0:Rs" })).toMatchObject({ ok: true, legal: false, clause: "T10" });
    const solve = { do: "solve" as const, ruleset: "cards/1", table: ["RoRsRd"] };
    expect(answered(kernel, { ...solve, hand: "RcRtRx" })).toMatchObject({ playable: true, qwirkles: 1 });
    expect(answered(kernel, { ...solve, hand: "GcBt" })).toEqual({ ok: true, playable: false });
  });
});
