// Tables of this device that play one duplicate bag: dealt alike, whoever sits there, and verified by their records.
import { describe, expect, test } from "vitest";
import { verify } from "../../src/verify/record";
import { asked, home, Page, type Home } from "./room";

type GameName = "tiles" | "cards";
const SEED = "5a".repeat(64);

async function begin(at: Home, game: GameName, id: string, entropy: string): Promise<Page> {
  const seats = [{ kind: "here", name: "Ana" } as const, { kind: "bot", bot: "greedy" } as const];
  await at.house.make({ game, seats, options: { hints: false } }, id, SEED, "evening 12");
  const page = await Page.at(at, id);
  await page.do({ do: "ready", seat: 0, entropy });
  return page;
}

/** Play to the end as a bot of this name would. */
async function playOut(at: Home, page: Page, id: string, bot: string): Promise<void> {
  for (;;) {
    await page.until(() => page.now.phase === "finished" || page.now.to_move === 0);
    const room = await at.house.room(id);
    if (room === null || page.now.phase === "finished") return;
    await page.do(asked(await at.house.think(room.table, bot)));
  }
}

describe.each(["tiles", "cards"] as const)("a duplicate bag of %s", (game) => {
  test("is dealt alike at every table, and every game of it verifies", async () => {
    const at = home();
    const records = [];
    for (const [id, bot] of [
      ["~one", "casual"],
      ["~two", "greedy"],
    ] as const) {
      const page = await begin(at, game, id, `${id.slice(1, 2).charCodeAt(0)}`.padEnd(64, "0"));
      await playOut(at, page, id, bot);
      records.push(await at.house.record(id));
    }
    for (const record of records) {
      expect(record).toContain("\nbag: evening 12\n");
      expect(record).toContain("\nshuffle: 3\n");
      expect(record).not.toContain("\nadded ");
      expect(verify(record)).toMatchObject({ kept: true, fault: null });
    }
    const [deal, other] = records.map((record) => /\n\n(draw 0: .*\ndraw 1: .*\n)/.exec(record)?.[1]);
    expect(deal).toBeDefined();
    expect(deal).toBe(other);
    expect(records[0]).not.toBe(records[1]);
  });

  test("goes on where it was after a reload, and takes nothing back", async () => {
    const at = home();
    const page = await begin(at, game, "~one", "ab".repeat(32));
    await page.until(() => page.now.to_move === 0);
    const [before, course] = [await at.house.room("~one"), page.now];
    const move = await at.house.think(before?.table as never, "greedy");
    const again = home(at.store); // another page of the device, which folds the log
    const there = await Page.at(again, "~one");
    expect(there.now.hand).toBe(course.hand);
    await there.do(asked(move));
    await there.until(() => there.now.to_move === 0 || there.now.phase === "finished");
    await playOut(again, there, "~one", "greedy");
    expect(verify(await again.house.record("~one"))).toMatchObject({ kept: true, fault: null });
    const fresh = await begin(at, game, "~three", "cd".repeat(32));
    await fresh.until(() => fresh.now.to_move === 0);
    const room = await at.house.room("~three");
    await fresh.do(asked(await at.house.think(room?.table as never, "greedy")));
    await fresh.until(() => fresh.now.to_move === 0);
    expect(await fresh.refused({ do: "take_back", seat: 0 })).toMatchObject({ code: "table/no-take-back" });
  });

  test("is followed by an ordinary game, with hints again", async () => {
    const at = home();
    const page = await begin(at, game, "~one", "ab".repeat(32));
    await page.do({ do: "leave", seat: 0 });
    await page.do({ do: "rematch", seat: 0 });
    const next = page.events().findLast((event) => event.type === "rematch");
    const there = await at.house.room(next?.type === "rematch" ? next.table : "");
    expect(there?.table).toMatchObject({ bag: "", terms: { hints: true } });
  });
});
