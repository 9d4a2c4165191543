// A game of this device that goes to a server: what is sent along, and what the device does with it afterwards.
import { describe, expect, test } from "vitest";
import { Denied } from "../../src/http";
import { replayOf } from "../../src/local/replay";
import { verify } from "../../src/verify/record";
import type { NewTable } from "../../src/wire.gen";
import { games, home, Page, sit, type Home } from "./room";

const BODY: NewTable = {
  game: "tiles",
  seats: [
    { kind: "here", name: "Ada", assist: "best" },
    { kind: "bot", bot: "greedy" },
  ],
};

/** A game in which Ada has played this often. */
async function begun(turns: number): Promise<[Home, Page, string]> {
  const at = home();
  const page = await sit(at, BODY);
  const table = (await at.house.tables())[0]?.table ?? "";
  for (let turn = 0; turn < turns; turn += 1) {
    await page.until(() => page.now.to_move === 0);
    const plays = await page.ask({ do: "plays", seat: 0 });
    const [best] = plays.t === "plays" ? plays.plays : [];
    const one = (page.now.hand ?? "").slice(0, 2);
    await page.do(best === undefined ? { do: "exchange", seat: 0, pieces: one } : { do: "play", seat: 0, play: best[0] }); // prettier-ignore
  }
  return [at, page, table];
}

const codeOf = (error: unknown): string => (error instanceof Denied ? error.refusal.code : String(error));

describe("a game that moves to a server", () => {
  test("takes its record along, with a proof of every draw so far", async () => {
    const [{ house }, page, table] = await begun(3);
    const { record = "", seats, ruleset } = await house.brings(table);
    expect(verify(record ?? "")).toMatchObject({ kept: true, fault: null, table });
    const replay = replayOf(games, record ?? "");
    expect(replay.reason).toBeNull();
    expect(replay.steps.at(-1)?.scores).toEqual(page.now.scores);
    expect([ruleset, seats.map(({ kind }) => kind)]).toEqual(["tiles/1", ["here", "bot"]]);
  });

  test("has no record before anybody has played a turn: there it is dealt anew", async () => {
    const at = home();
    const made = await at.house.make(BODY);
    expect((await at.house.brings(made.table)).record).toBeUndefined();
  });

  test("is over here, says where it went, and goes nowhere else", async () => {
    const [{ house }, page, table] = await begun(2);
    await page.until(() => page.now.to_move === 0);
    await house.moved(table, "AAAABBBBCCCCDDDD");
    expect(page.last("event")?.event).toMatchObject({ type: "closed", reason: "moved" });
    expect((await page.refused({ do: "pass", seat: 0 })).code).toBe("table/closed");
    expect((await house.tables())[0]).toMatchObject({ phase: "finished", moved: "AAAABBBBCCCCDDDD" });
    await expect(house.brings(table).catch(codeOf)).resolves.toBe("table/moved-before");
    await expect(house.moved(table, "EEEE").catch(codeOf)).resolves.toBe("table/moved-before");
  });
});
