// Records played through on the device: those of the specification, games of the local table, and bad ones.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { replayOf } from "../../src/local/replay";
import { games } from "./room";

const record = (name: string): string =>
  readFileSync(new URL(`../../../spec/records/${name}`, import.meta.url), "utf8");
const broken = JSON.parse(record("broken.json")) as {
  name: string;
  from?: string;
  old?: string;
  new?: string;
  line: number;
}[];

describe("a record on the device", () => {
  test.each(["tiles-2.txt", "tiles-4.txt", "tiles-takeback.txt", "cards-2.txt", "cards-3.txt", "cards-redraw.txt", "cards-resigned.txt"])(
    "%s is played through to its result",
    (name) => {
      const text = record(name);
      const replay = replayOf(games, text);
      const [, reason, scores] = /result: (\S+?)(?: by \d)?, scores ([\d ]+),/.exec(text) ?? [];
      expect(replay.reason).toBe(reason ?? null);
      if (scores !== undefined) expect(replay.steps.at(-1)?.scores.join(" ")).toBe(scores);
      const standing = replay.steps.filter((step) => step.number !== null);
      expect(standing.map((step) => step.number)).toEqual(standing.map((_, at) => at));
      const turns = Array.from(text.matchAll(/^takeback \d: (\d+)/gm), ([, count]) => Number(count));
      expect(replay.took_back).toBe(turns.reduce((sum, count) => sum + count, 0));
    },
  ); // prettier-ignore

  const events = broken.filter(
    ({ from, old, line }) =>
      from !== undefined && old !== undefined && line >= 11 && /^(cards-2|tiles-2)\.txt$/.test(from),
  );
  test.each(events)("refuses $name", ({ from = "", old = "", new: changed = "", line }) => {
    const text = record(from);
    expect(text).toContain(old);
    try {
      replayOf(games, text.replace(old, changed));
    } catch (error) {
      expect(error).toMatchObject({ refusal: { code: "notation/record", facts: { line } } });
      return;
    }
    throw new Error("not refused");
  });
});
