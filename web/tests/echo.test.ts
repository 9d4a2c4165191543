// What the page keeps of who plays like the person here: nothing before it is asked for, and nothing after it is forgotten.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { botLevel, botsOf, hasEcho } from "../src/bots";
import { forget, learn, withEcho } from "../src/echo";
import { Denied } from "../src/http";
import { told } from "../src/kernel/strength";
import { keepJson, readJson } from "../src/storage";
import { fitsHere } from "../src/tables";
import type { NewTable } from "../src/wire.gen";

const NAME = "echo@1.3.54.118.9.-10.-283.28.-38";
const answers: (string | null)[] = [];
const echo = vi.fn((_game: string, _known: string) => Promise.resolve(answers.shift() ?? null));
vi.mock("../src/local/home", () => ({ echo }));

const TABLE: NewTable = { game: "tiles", seats: [{ kind: "here" }, { kind: "bot", bot: "echo" }] };
const code = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Denied ? error.refusal.code : String(error);
  }
  return "";
};

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  answers.length = 0;
  echo.mockClear();
});

describe("who plays like the person here", () => {
  test("is off at first, learned of each game by itself, and forgotten", async () => {
    expect([hasEcho("tiles"), code(() => withEcho(TABLE, true))]).toEqual([false, "page/echo"]);
    expect(echo).not.toHaveBeenCalled();
    answers.push(NAME);
    await learn("tiles");
    expect([hasEcho("tiles"), hasEcho("cards")]).toEqual([true, false]);
    expect((await botsOf("tiles")).at(-1)).toMatchObject({ name: "echo", title: "Echo" });
    expect((await botsOf("cards")).some(({ name }) => name === "echo")).toBe(false);
    forget("tiles");
    expect([hasEcho("tiles"), readJson("sixfold.echo")]).toEqual([false, null]);
  });

  test("sits down as it is now, and learns on, unless it is forgotten meanwhile", async () => {
    keepJson("sixfold.echo", { tiles: NAME });
    answers.push("echo@1.4.1", "echo@1.5.1");
    expect(withEcho(TABLE, true).seats[1]).toEqual({ kind: "bot", bot: NAME });
    await vi.waitFor(() => expect(readJson("sixfold.echo")).toEqual({ tiles: "echo@1.4.1" }));
    withEcho(TABLE, true);
    forget("tiles");
    await vi.waitFor(() => expect(echo).toHaveBeenCalledTimes(2));
    await Promise.resolve();
    expect(readJson("sixfold.echo")).toBeNull();
  });

  test("plays on this device alone", () => {
    keepJson("sixfold.echo", { tiles: NAME });
    expect(fitsHere(TABLE)).toBe(true);
    const clock = { ...TABLE, options: { clock: 60 } };
    expect(code(() => withEcho(clock, fitsHere(clock)))).toBe("page/echo-here");
  });

  test("is not read from what is no echo", () => {
    for (const wrong of [null, 7, "echo@1", [], { tiles: 7 }, { tiles: "greedy" }, { tiles: null }]) {
      keepJson("sixfold.echo", wrong);
      expect(hasEcho("tiles")).toBe(false);
    }
  });

  test("has a face of its own, and a record tells its version and games", () => {
    expect(botLevel(NAME)).toBeGreaterThan(botLevel("champion"));
    expect([NAME, "sprout@43", "greedy"].map(told)).toEqual(["echo@1.3", "sprout@43", "greedy"]);
  });
});
