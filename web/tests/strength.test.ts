import { beforeEach, describe, expect, test } from "vitest";
import { adapts, base, moved, strengthOf } from "../src/kernel/strength";
import { afterwards, atPace, keepPace } from "../src/strength";
import { keepJson } from "../src/storage";

const TWO = (bot: string) => [{ kind: "here" }, { kind: "bot", bot }];

describe("a bot at a strength", () => {
  test("is named by its level and a number from 0 to 100", () => {
    expect(base("sprout@43")).toBe("sprout");
    expect(["sprout@43", "casual@0", "casual@100"].map(strengthOf)).toEqual([43, 0, 100]);
    const wrong = ["sprout", "sprout@", "sprout@101", "sprout@-1", "sprout@07", "sprout@4.5", "greedy@4", "@4"];
    expect(wrong.map(strengthOf)).toEqual(wrong.map(() => null));
    expect([adapts("sprout"), adapts("casual@3"), adapts("greedy")]).toEqual([true, true, false]);
  });

  test("moves as in Python", () => {
    expect(moved("tiles", "sprout@43", 25)).toBe("sprout@56");
    expect(moved("tiles", "sprout@43", -25)).toBe("sprout@31");
    expect(moved("tiles", "sprout@3", -60)).toBe("sprout@0");
    expect(moved("tiles", "sprout@3", 300)).toBe("sprout@43");
    expect(moved("cards", "casual@55", 4)).toBe("casual@67");
    expect(moved("tiles", "greedy", 25)).toBe("greedy");
  });
});

describe("after a game", () => {
  test("who gave up did not win, and a game that was left says nothing", () => {
    expect(afterwards("tiles", TWO("sprout@40"), "T17", [150, 130])).toEqual(["", "sprout@50"]);
    expect(afterwards("tiles", TWO("sprout@40"), "resigned", [50, 30])).toEqual(["", "sprout@40"]);
    expect(afterwards("tiles", TWO("sprout@40"), "resigned", [30, 50])).toEqual(["", "sprout@30"]);
    for (const reason of ["left", "closed", "abandoned"])
      expect(afterwards("tiles", TWO("sprout@40"), reason, [90, 30])).toEqual(["", "sprout@40"]);
  });

  test("the best of several people counts, for each bot by itself", () => {
    const seats = [{ kind: "here" }, ...TWO("sprout@40"), { kind: "bot", bot: "greedy" }];
    expect(afterwards("tiles", seats, "T17", [100, 120, 100, 200])).toEqual(["", "", "sprout@50", "greedy"]);
    expect(afterwards("tiles", [{ kind: "bot", bot: "sprout@40" }], "T17", [9])).toEqual(["sprout@40"]);
  });
});

describe("what this device keeps", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    globalThis.localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    } as unknown as Storage;
  });

  test("a bot begins as its level plays, and goes on from where the last game led it, in each game by itself", () => {
    expect([atPace("tiles", "sprout"), atPace("tiles", "casual")]).toEqual(["sprout@0", "casual@70"]);
    expect(keepPace("tiles", TWO("sprout@0"), "T17", [150, 130])).toEqual(["same", "up"]);
    expect(atPace("tiles", "sprout")).toBe("sprout@10");
    expect(atPace("cards", "sprout")).toBe("sprout@0");
    expect(keepPace("tiles", TWO("sprout@10"), "T17", [130, 150])).toEqual(["same", "down"]);
    expect(atPace("tiles", "sprout")).toBe("sprout@0");
  });

  test("a table that is looked at again counts once", () => {
    keepPace("tiles", TWO("casual@70"), "T17", [130, 150]);
    expect(keepPace("tiles", TWO("casual@70"), "T17", [130, 150])).toEqual(["same", "down"]);
    expect(atPace("tiles", "casual")).toBe("casual@60");
  });

  test("what is no strength is not believed", () => {
    for (const wrong of [null, 7, { "tiles sprout": 700 }, { "tiles sprout": "x" }, { "tiles sprout": 4.5 }]) {
      keepJson("sixfold.strength", wrong);
      expect(atPace("tiles", "sprout")).toBe("sprout@0");
    }
  });
});
