// Records played through on the device: step by step what a server shows of them, and refused where it refuses.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Denied } from "../../src/http";
import { replayOf } from "../../src/local/replay";
import { games } from "./room";

const RECORDS = new URL("../../../spec/records/", import.meta.url);
const record = (name: string): string => readFileSync(new URL(name, RECORDS), "utf8");
/** What the server's replay has (tests/review/golden.py). */
const golden = JSON.parse(readFileSync(new URL("review.golden.json", import.meta.url), "utf8")) as {
  replays: Record<string, string[]>;
};

/** JSON with its keys in order, as the server's digests have it. */
const inOrder = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
const digest = (step: object): string =>
  createHash("sha256").update(JSON.stringify(inOrder(step))).digest("hex").slice(0, 12); // prettier-ignore

interface Broken {
  readonly name: string;
  readonly from?: string;
  readonly old?: string;
  readonly new?: string;
  readonly repeat?: [string, string, number, string];
  readonly line: number;
  readonly code: string;
}

function textOf({ from = "", old = "", new: changed = "", repeat }: Broken): string {
  if (repeat !== undefined) return repeat[0] + repeat[1].repeat(repeat[2]) + repeat[3];
  expect(record(from)).toContain(old);
  return record(from).replace(old, () => changed);
}

function refusal(text: string): Denied["refusal"] {
  try {
    replayOf(games, text);
  } catch (error) {
    if (error instanceof Denied) return error.refusal;
    throw error;
  }
  throw new Error("not refused");
}

describe("a record on the device", () => {
  test("of every kind is shown", () => {
    const known = readdirSync(RECORDS).filter((name) => name.endsWith(".txt") && !name.startsWith("tiny-"));
    expect(Object.keys(golden.replays).sort()).toEqual(known.sort());
  });

  test.each(Object.keys(golden.replays))("%s is shown as a server shows it", (name) => {
    const replay = replayOf(games, record(name));
    expect(replay.steps.map(digest)).toEqual(golden.replays[name]);
    const [, reason = null] = /^result: (\S+?)(?: by \d)?, /m.exec(record(name)) ?? [];
    expect(replay.reason).toBe(reason);
  });

  test("with Windows' line ends, and written with other spaces, is the same", () => {
    const text = record("tiles-kitchen-read.txt");
    const wanted = replayOf(games, text);
    expect(replayOf(games, text.replaceAll("\n", "\r\n"))).toEqual(wanted);
    expect(replayOf(games, text.replaceAll("\n", " \n\n").replace("announce: 0 3", "announce:  0  3"))).toEqual(wanted);
  });

  // What is longer than a server reads is refused before a line of it is looked at.
  test.each(JSON.parse(record("broken.json")) as Broken[])("refuses $name", (broken) => {
    const text = textOf(broken);
    const { code, facts = {} } = refusal(text);
    if (text.length > 200_000) expect(code).toBe("notation/too-long");
    else {
      expect([code, facts.line]).toEqual([broken.code, broken.line]);
      // The page says which line it is, and what stands there.
      expect((text.split("\n")[broken.line - 1] ?? "").trim().slice(0, 80)).toBe(facts.text);
    }
  });

  test("of a rule set that no table here has is refused", () => {
    expect(refusal(record("tiny-tiles-2.txt")).code).toBe("notation/ruleset");
  });
});
