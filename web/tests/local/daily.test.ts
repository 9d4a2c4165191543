// The daily bag on this device: the same seed, deal, bot and record as in Python, by the vectors that both read.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bagOf, dayOf, isWhole, marksOf, pointsOf, reasonOf, tableOf, utcDay } from "../../src/daily/day";
import { daily, seedOf } from "../../src/local/daily";
import { verify } from "../../src/verify/record";
import { asked, home, Page } from "./room";

interface Vector {
  readonly day: string;
  readonly bag: string;
  readonly seed: string;
  readonly games: Readonly<Record<"tiles" | "cards", readonly string[]>>;
}
const VECTORS = JSON.parse(
  readFileSync(new URL("../../../spec/daily/vectors.json", import.meta.url), "utf8"),
) as Vector[];

describe.each(VECTORS)("the bag of $day", ({ day, bag, seed, games }) => {
  test("has the documented name and seed", () => {
    expect(bagOf(day)).toBe(bag);
    expect(dayOf(bag)).toBe(day);
    expect(seedOf(day)).toBe(seed);
  });

  test.each(["tiles", "cards"] as const)("a game of %s is dealt and answered as in Python", async (game) => {
    const at = home();
    const table = await daily(at.house, game, day, "Ana", "best");
    expect(table).toBe(tableOf(day, game));
    const page = await Page.at(at, table);
    expect(page.last("welcome")?.info).toMatchObject({ bag, options: { hints: false } });
    await page.do({ do: "ready", seat: 0, entropy: "ab".repeat(32) });
    for (const line of games[game].filter((each) => each.startsWith("0: "))) {
      await page.until(() => page.now.to_move === 0);
      await page.do(asked(line.slice(3).replace(/ = \d+$/, "")));
    }
    await page.until(() => page.now.phase === "finished");
    const record = await at.house.record(table);
    expect(record.split("\n\n")[1]?.trim().split("\n")).toEqual(games[game]);
    expect(verify(record)).toMatchObject({ kept: true, fault: null });
    expect(pointsOf(record).reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(page.now.scores[0] ?? 0);
    // Who comes again finds the same table.
    expect(await daily(at.house, game, day, "Bo", "off")).toBe(table);
    expect((await at.house.tables()).length).toBe(1);
  });
});

test("the day is that of UTC", () => {
  expect(utcDay(new Date("2026-11-16T23:59:59.999Z"))).toBe("2026-11-16");
  expect(utcDay(new Date("2026-11-17T01:30:00+02:00"))).toBe("2026-11-16");
  expect(dayOf("evening 12")).toBeUndefined();
});

test("a game is told turn by turn, without what was laid", () => {
  const record = "sixfold record 1\n\n0: 0,0:Rs = 12\n1: 0,1:Rd = 2\n0: swap Rs = 0\n0: redraw\n0: 0,2:Ro = 6\n";
  expect(pointsOf(record)).toEqual([12, 0, 6]);
  expect(isWhole(reasonOf(`${record}result: T18, scores 18 2, winners 0\n`))).toBe(true);
  expect(isWhole(reasonOf(`${record}result: resigned by 0, scores 18 2, winners 1\n`))).toBe(false);
  expect(isWhole(reasonOf(record))).toBe(false);
  expect(marksOf("tiles", [12, 0, 6, 40])).toBe("█▁▅█");
  expect(marksOf("cards", [0, 1, 2, 3])).toBe("▁▅██");
});
