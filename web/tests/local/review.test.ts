// Games judged on the device: figure for figure what the server's review says (tests/review/golden.py).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Denied } from "../../src/http";
import { earFor, type Ear } from "../../src/local/coach";
import { Judging } from "../../src/local/judging";
import { mindOf } from "../../src/local/mind";
import { readThrough } from "../../src/local/replay";
import { turnText } from "../../src/local/turns";
import { FULL, type Strength } from "../../src/local/review";
import type { ReviewedTurn, ReviewedGame } from "../../src/wire.gen";
import { games, kernel } from "./room";

type Whole = ReviewedGame & { turns: ReviewedTurn[] };
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const golden = JSON.parse(read("review.golden.json")) as {
  strength: Strength;
  reviews: Record<string, Whole>;
  full: { record: string; turn: ReviewedTurn };
  missed: Record<string, Record<Ear, ([string, object, string, object | null] | null)[]>>;
};
const record = (name: string): string => read(`../../../spec/records/${name}`);

/** Sums of many numbers are added in another order there: the last of the four digits may differ. */
function near(found: unknown, wanted: unknown): void {
  if (typeof wanted === "number") expect(Math.abs((found as number) - wanted)).toBeLessThanOrEqual(0.00011);
  else if (Array.isArray(wanted)) {
    expect(found).toHaveLength(wanted.length);
    wanted.forEach((one, at) => near((found as unknown[])[at], one));
  } else if (typeof wanted === "object" && wanted !== null) {
    expect(Object.keys(found as object).sort()).toEqual(Object.keys(wanted).sort());
    for (const [key, one] of Object.entries(wanted)) near((found as Record<string, unknown>)[key], one);
  } else expect(found).toBe(wanted);
}

describe("a review on the device", () => {
  test.each(Object.keys(golden.reviews))("of %s says what the server says", (name) => {
    const judging = new Judging(games);
    const text = record(name);
    const { turns, ...whole } = golden.reviews[name] as Whole;
    expect(judging.count(text)).toBe(turns.length);
    const judged = turns.map((_, at) => judging.turn(text, at, golden.strength));
    judged.forEach(({ turn }, at) => near(turn, turns[at]));
    near(judging.together(text, judged, golden.strength), whole);
  });

  test("at full strength says what the server says", () => {
    const { record: name, turn } = golden.full;
    near(new Judging(games).turn(record(name), turn.number, FULL).turn, turn);
  });

  test.each([
    ["tiles-2.txt", "40,40:Rs"],
    ["cards-2.txt", "RoOsYd"],
  ])("of another move in %s says what it would have been worth", (name, illegal) => {
    const judging = new Judging(games);
    const text = record(name);
    const { move, best } = judging.turn(text, 4, golden.strength).turn;
    const other = best.find((one) => one.move !== move)?.move ?? "";
    const instead = judging.other(text, 4, other);
    expect(instead).toMatchObject({ number: 4, move: other, luck: null, made: { move: other } });
    expect(() => judging.other(text, 4, illegal)).toThrow();
    expect(() => judging.other(text, 999, other)).toThrow(Denied);
  });
});

describe("what a turn missed, told on the device", () => {
  test.each(Object.keys(golden.missed))("in %s is what the server tells every ear", (name) => {
    const mind = mindOf(kernel);
    const { standing } = readThrough(games, record(name))[1];
    for (const [ear, wanted] of Object.entries(golden.missed[name] ?? {})) {
      const found = standing.map(({ before, after }) => {
        const { move, points } = after.sheet.at(-1) as { move: string; points: number };
        const { code, facts, better, reason } = mind.overlooked(before, move, points, ear as Ear);
        if (code == null || better == null) return null;
        return [code, facts, better.game === "tiles" ? better.move : turnText(better.rows, better.taken), reason];
      });
      near(found, wanted);
    }
  });

  test("an ear is as sharp as the strongest other", () => {
    expect([[], [""], ["sprout"], ["casual", "sprout"], ["greedy"], ["expert", ""], ["champion"]].map(earFor)).toEqual(
      ["steady", "steady", "gentle", "gentle", "steady", "sharp", "sharp"], // prettier-ignore
    );
  });
});
