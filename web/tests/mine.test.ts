// One's own games of this device and of a server: one list, one set of figures.
import { describe, expect, it } from "vitest";
import type { Played, Summary } from "../src/local/store";
import { added, count, figuresHere } from "../src/mine/figures";
import { ANY, fits, playedHere, question, together } from "../src/mine/list";
import type { PlayedGame } from "../src/wire.gen";

const PLAYED: Played = { bots: ["", "greedy"], result: "won", turns: 10, best: 18, qwirkles: 2 };

const summary = (table: string, changed: number, changes: Partial<Summary> = {}): Summary => ({
  table,
  game: "tiles",
  phase: "finished",
  names: ["Ana", "Greta"],
  seats: [0],
  your_turn: false,
  changed,
  scores: [90, 80],
  winners: [0],
  saved: false,
  played: PLAYED,
  ...changes,
});

const game = (table: string, changed: number, changes: Partial<PlayedGame> = {}): PlayedGame => {
  const made = playedHere(summary(table, changed));
  if (made === null) throw new Error("not over");
  return { ...made, ...changes };
};

describe("the list", () => {
  it("tells of a game of this device as the server tells of its own", () => {
    expect(playedHere(summary("~1", 5))).toEqual({
      table: "~1",
      game: "tiles",
      changed: 5,
      names: ["Ana", "Greta"],
      bots: ["", "greedy"],
      seats: [0],
      scores: [90, 80],
      winners: [0],
      result: "won",
      best: 18,
      qwirkles: 2,
    });
    expect(playedHere(summary("~1", 5, { phase: "playing" }))).toBeNull();
    const shared = playedHere(summary("~1", 5, { seats: [0, 1], played: { ...PLAYED, result: "shared" } }));
    expect(shared).not.toHaveProperty("best");
  });

  it("has both in the order of time, and waits where the server has more to tell", () => {
    const here = [game("~new", 9), game("~mid", 5), game("~old", 1)];
    const there = [game("a", 7), game("b", 4)];
    const tables = (more: boolean): string[] => together(here, there, ANY, more).map(({ table }) => table);
    expect(tables(false)).toEqual(["~new", "a", "~mid", "b", "~old"]);
    expect(tables(true)).toEqual(["~new", "a", "~mid", "b"]);
  });

  it("fits by game, opponent, level and result; one's own name is no opponent's", () => {
    const one = game("~1", 1);
    expect(fits(one, { ...ANY, name: "reT" })).toBe(true);
    expect(fits(one, { ...ANY, name: "ana" })).toBe(false);
    expect(fits(one, { ...ANY, game: "cards" })).toBe(false);
    expect(fits(one, { ...ANY, bot: "greedy" }, one.bots)).toBe(true);
    expect(fits(one, { ...ANY, bot: "expert" }, one.bots)).toBe(false);
    expect(together([one], [], { ...ANY, result: "lost" }, false)).toEqual([]);
  });

  it("asks the server for what is wanted, and for nothing else", () => {
    expect(question(ANY, "")).toBe("");
    expect(question({ ...ANY, name: " Bo & Co ", result: "won" }, "5.x")).toBe("result=won&name=Bo+%26+Co&before=5.x");
    expect(question({ ...ANY, name: "x", bot: "greedy" }, "")).toBe("bot=greedy");
  });
});

describe("figures", () => {
  const tables = [
    summary("~1", 1),
    summary("~2", 2, { scores: [70, 80], played: { ...PLAYED, result: "lost", best: 24 } }),
    summary("~3", 3, { seats: [0, 1], played: { ...PLAYED, result: "shared" } }),
    summary("~4", 4, { played: { ...PLAYED, result: "left" } }),
    summary("~5", 5, { phase: "playing" }),
  ].map(({ played, ...one }) => (one.phase === "playing" ? one : { ...one, ...(played ? { played } : {}) }));

  it("count what was one's own to the end", () => {
    const { games, against } = figuresHere(tables);
    expect(games).toEqual([
      { game: "tiles", won: 1, drawn: 0, lost: 1, points: 160, turns: 20, best: 24, qwirkles: 4, table: "~2" },
    ]);
    expect(against).toEqual([{ game: "tiles", who: { name: "", bot: "greedy" }, won: 1, drawn: 0, lost: 1 }]);
  });

  it("add up here and there by level and by name", () => {
    const bo = { game: "tiles" as const, who: { name: "Bo" }, won: 3 };
    const there = {
      games: [{ game: "tiles" as const, won: 3, points: 300, turns: 30, best: 20, qwirkles: 1, table: "a" }],
      against: [{ game: "tiles" as const, who: { name: "", bot: "greedy" }, lost: 2 }, bo],
    };
    const both = added(there, figuresHere(tables));
    expect(both.games).toEqual([
      { game: "tiles", won: 4, drawn: 0, lost: 1, points: 460, turns: 50, best: 24, qwirkles: 5, table: "~2" },
    ]);
    expect(both.against.map((one) => [one.who.bot ?? one.who.name, count(one)])).toEqual([
      ["greedy", 4],
      ["Bo", 3],
    ]);
  });
});
