// The local table: whole games through the messages of the wire, with the real kernel, and what may go wrong.
import { describe, expect, test } from "vitest";
import { moved } from "../../src/kernel/strength";
import { verify } from "../../src/verify/record";
import type { NewTable } from "../../src/wire.gen";
import { home, MemoryStore, Page, sit, type Home } from "./room";

const AGAINST = (bot: string, assist: "best" | "places" | "off" = "best"): NewTable => ({
  game: "tiles",
  seats: [
    { kind: "here", name: "Ana", assist },
    { kind: "bot", bot },
  ],
});

const PAIR: NewTable = {
  game: "tiles",
  seats: [
    { kind: "here", name: "Ana", age: 9, assist: "best" },
    { kind: "here", name: "Ben", age: 41, assist: "best" },
  ],
};

const mine = (page: Page, seat = 0): boolean => page.now.to_move === seat && page.now.phase === "playing";
const over = (page: Page): boolean => page.now.phase === "finished";

/** One turn of a person who takes the first play of the list. */
async function turn(page: Page, seat = 0): Promise<void> {
  const plays = page.last("plays");
  const [first] = plays?.seat === seat && plays.n <= page.n ? plays.plays : [];
  if (first !== undefined) await page.do({ do: "play", seat, play: first[0] });
  else if ((page.now.may_swap ?? 0) > 0)
    await page.do({ do: "exchange", seat, pieces: (page.now.hand ?? "").slice(0, 2 * (page.now.may_swap ?? 0)) });
  else await page.do({ do: "pass", seat });
}

async function playOut(page: Page): Promise<void> {
  for (;;) {
    await page.until(() => mine(page) || over(page));
    if (over(page)) return;
    await turn(page);
  }
}

describe("a game of tiles against a bot", () => {
  test.each(["sprout", "casual", "greedy", "thoughtful", "expert"])("%s plays to the end", async (bot) => {
    const at = home();
    const page = await sit(at, AGAINST(bot));
    await playOut(page);
    const { outcome } = page.now;
    expect(outcome?.scores).toEqual(page.now.scores);
    expect(["T17", "T18"]).toContain(outcome?.reason);
    const record = await at.house.record(page.last("welcome")?.info.table ?? "");
    const verdict = verify(record);
    expect(verdict).toMatchObject({ kept: true, fault: null });
    expect(typeof verdict === "object" && verdict.draws).toBeGreaterThan(2);
  });

  test.each([
    ["tiles-short/1", 72],
    ["tiles-100/1", 108],
  ])("%s is played by its own rules, with every hand open if that is wished, and again", async (ruleset, tiles) => {
    const at = home();
    const [person, bot] = AGAINST("sprout").seats.map((seat) => ({ ...seat, open: true }));
    const page = await sit(at, { game: "tiles", ruleset, seats: [person ?? { kind: "here" }, bot ?? { kind: "bot" }] });
    expect(page.last("welcome")?.info).toMatchObject({ ruleset, game: "tiles" });
    expect(page.now.bag).toBe(tiles - 12);
    expect(page.now.hands?.map((hand) => hand?.length)).toEqual([12, 12]);
    await playOut(page);
    const { outcome } = page.now;
    if (ruleset === "tiles-100/1") expect(Math.max(...(outcome?.scores ?? []))).toBeGreaterThanOrEqual(100);
    const record = await at.house.record(page.last("welcome")?.info.table ?? "");
    expect(record).toContain(`ruleset: ${ruleset}`);
    expect(verify(record)).toMatchObject({ kept: true, fault: null });
    await page.do({ do: "rematch", seat: 0 });
    const next = page.events().find((event) => event.type === "rematch");
    const again = await Page.at(at, next?.table ?? "");
    expect(again.last("welcome")?.info).toMatchObject({ ruleset, seats: [{ open: true }, { open: true }] });
  });

  test("what came of a game is in its summary, and worked out once for a summary of old", async () => {
    const at = home();
    const page = await sit(at, AGAINST("greedy"));
    await playOut(page);
    const [told] = await at.house.played();
    const played = told?.played;
    const room = await at.house.room(told?.table ?? "");
    const mine = (room?.table.course?.sheet ?? []).filter(({ seat }) => seat === 0);
    expect(played?.result).toBe(told?.winners?.includes(0) ? (told.winners.length > 1 ? "drawn" : "won") : "lost");
    expect(played?.bots).toEqual(["", "greedy"]);
    expect(played?.best).toBe(Math.max(...mine.map(({ points }) => points)));
    expect(played?.turns).toBe(mine.length);
    expect(mine.length).toBeGreaterThan(5);
    // The finished picture stays: lists show it.
    expect(told?.lying).toBe(room?.table.course?.shown().board);
    expect(told?.lying).toMatch(/^(-?\d+,-?\d+:[A-Z][a-z] ?){50,}$/);
    const { played: _, ...old } = at.store.about.get(told?.table ?? "") as NonNullable<typeof told>;
    at.store.about.set(old.table, old);
    expect(await home(at.store).house.played()).toEqual([told]);
    expect(at.store.about.get(old.table)?.played).toEqual(played);
  });

  test("the champion answers", async () => {
    const page = await sit(home(), AGAINST("champion"));
    await page.until(() => mine(page));
    const before = page.view?.now.scores[1] ?? 0;
    await turn(page);
    await page.until(() => mine(page));
    expect(page.now.scores[1]).toBeGreaterThan(before);
  });

  test("the sheet adds up, and a turn tells its lines and parts", async () => {
    const page = await sit(home(), AGAINST("greedy"));
    await page.until(() => mine(page));
    await turn(page);
    const played = page.events().filter((event) => event.type === "played");
    expect(played.length).toBeGreaterThan(0);
    for (const event of played) {
      expect((event.parts ?? []).reduce((sum, [, points]) => sum + points, 0)).toBe(event.points);
      expect(event.laid.game === "tiles" && event.laid.lines.length).toBeGreaterThan(0);
    }
  });

  test("a bot's pieces stay hidden", async () => {
    const page = await sit(home(), AGAINST("casual"));
    await page.until(() => mine(page));
    await turn(page);
    await page.until(() => mine(page));
    const bot = page.events().filter((event) => event.type === "played" && event.seat === 1);
    expect(bot.length).toBeGreaterThan(0);
    for (const event of bot) expect(event.type === "played" && event.got).toBeNull();
    expect(page.now.hands).toEqual([]);
    expect(page.now.hand).toHaveLength(12);
  });

  test("assist levels tell no more than they should", async () => {
    const page = await sit(home(), AGAINST("casual", "places"));
    await page.until(() => mine(page) && page.last("plays") !== undefined);
    const places = page.last("plays")?.plays ?? [];
    expect(places.length).toBeGreaterThan(0);
    expect(places.every(([, points, qwirkles]) => points === 0 && qwirkles === 0)).toBe(true);
    expect(places.map(([play]) => play)).toEqual(places.map(([play]) => play).sort());
    await page.do({ do: "adjust", seat: 0, assist: "off" });
    const none = await page.do({ do: "plays", seat: 0 });
    expect(none).toMatchObject({ t: "plays", plays: [] });
  });
});

describe("what is asked", () => {
  test("a draft is judged with its clause, or with its points", async () => {
    const page = await sit(home(), AGAINST("casual"));
    await page.until(() => mine(page));
    const [first] = page.last("plays")?.plays ?? [];
    const [play, points] = first ?? ["", 0];
    expect(await page.do({ do: "check", seat: 0, play })).toMatchObject({
      legal: true,
      draft: { game: "tiles", points },
    });
    const bad = await page.do({ do: "check", seat: 0, play: "40,40:Ro 44,44:Rs" });
    expect(bad).toMatchObject({ legal: false, refusal: { code: expect.stringMatching(/^rules\/T\d+$/) } });
    expect(await page.refused({ do: "check", seat: 0, play: "0,0:Zz" })).toMatchObject({ code: "notation/piece" });
  });

  test("hints come in three steps, each with no more than it should tell", async () => {
    const page = await sit(home(), AGAINST("casual"));
    await page.until(() => mine(page));
    const where = await page.do({ do: "hint", seat: 0, step: 1 });
    expect(where).toMatchObject({ t: "hint", step: 1, hint: { game: "tiles", cells: [expect.any(String)] } });
    expect(where).not.toHaveProperty("hint.pieces");
    expect(await page.do({ do: "hint", seat: 0, step: 2 })).not.toHaveProperty("hint.play");
    const all = await page.do({ do: "hint", seat: 0, step: 3 });
    const play = all.t === "hint" && all.hint.game === "tiles" ? (all.hint.play ?? "") : "";
    expect(await page.do({ do: "play", seat: 0, play })).toMatchObject({ t: "ack" });
  });

  test("what did I miss: more points at once, and the play that brings them", async () => {
    const page = await sit(home(), AGAINST("sprout"));
    for (let turns = 0; turns < 12; turns += 1) {
      await page.until(() => mine(page));
      const plays = page.last("plays")?.plays ?? [];
      const [best, worst] = [plays[0], plays.at(-1)];
      if (best === undefined || worst === undefined) throw new Error("nothing to play");
      await page.do({ do: "play", seat: 0, play: worst[0] });
      const missed = await page.do({ do: "missed", seat: 0 });
      expect(missed).toMatchObject({ t: "missed", move: worst[0], points: worst[1] });
      if (best[1] - worst[1] >= 3) {
        expect(missed).toMatchObject({
          code: expect.stringMatching(/^missed-/),
          better: { game: "tiles", move: best[0] },
        });
        return;
      }
      expect(missed).not.toHaveProperty("code");
    }
    throw new Error("no play was much better in twelve turns");
  });

  test("what is not allowed is refused as a server does", async () => {
    const at = home();
    const made = await at.house.make(AGAINST("casual"));
    const page = await Page.at(at, made.table);
    expect((await page.refused({ do: "play", seat: 0, play: "0,0:Ro" })).code).toBe("table/phase");
    expect((await page.refused({ do: "play", seat: 1, play: "0,0:Ro" })).code).toBe("table/not-your-seat");
    await page.do({ do: "ready", seat: 0, entropy: "ab".repeat(32) });
    await page.until(() => mine(page));
    expect((await page.refused({ do: "rematch", seat: 0 })).code).toBe("table/unfinished");
    expect((await page.refused({ do: "no_way", seat: 0 })).code).toBe("table/nothing-to-answer");
    expect((await page.refused({ do: "turn", seat: 0, rows: ["RoRsRd"] })).code).toBe("table/game");
    expect((await page.refused({ do: "exchange", seat: 0, pieces: "Zz" })).code).toBe("notation/piece");
    const stale = await page.ask({ do: "pass", seat: 0, base: 1 } as never);
    expect(stale).toMatchObject({ t: "refused", refusal: { code: "table/stale" } });
  });

  test("a command that is sent again is done once", async () => {
    const page = await sit(home(), AGAINST("sprout"));
    await page.until(() => mine(page));
    const [play] = page.last("plays")?.plays[0] ?? [""];
    const first = await page.ask({ do: "play", seat: 0, play }, "same");
    const again = await page.ask({ do: "play", seat: 0, play }, "same");
    expect(again).toEqual(first);
    expect(page.events().filter((event) => event.type === "played" && event.seat === 0)).toHaveLength(1);
  });
});

describe("around the game", () => {
  test("a take-back goes to before one's last turn, and what was seen of the bag is mixed back", async () => {
    const page = await sit(home(), AGAINST("sprout"));
    await page.until(() => mine(page));
    const [hand, bag, play] = [page.now.hand, page.now.bag, page.last("plays")?.plays[0]?.[0] ?? ""];
    await page.do({ do: "play", seat: 0, play });
    const drawn = page.events().findLast((event) => event.type === "played" && event.seat === 0);
    await page.until(() => mine(page));
    await page.do({ do: "take_back", seat: 0 });
    expect([page.now.hand, page.now.bag]).toEqual([hand, bag]);
    await page.do({ do: "play", seat: 0, play });
    const again = page.events().findLast((event) => event.type === "played" && event.seat === 0);
    expect(again).toMatchObject({ drew: drawn?.type === "played" && drawn.drew });
    expect(again).not.toEqual(drawn);
  });

  test("who gives up loses, and the record says so", async () => {
    const at = home();
    const page = await sit(at, AGAINST("sprout"));
    await page.do({ do: "resign", seat: 0 });
    expect(page.now.outcome).toMatchObject({ reason: "resigned", winners: [1] });
    const record = await at.house.record(page.last("welcome")?.info.table ?? "");
    expect(record).toMatch(/\nresult: resigned by 0, scores \d+ \d+, winners 1\n$/);
    expect(verify(record)).toMatchObject({ kept: true, fault: null });
  });

  test("a rematch is a table of its own with the same seats", async () => {
    const at = home();
    const page = await sit(at, AGAINST("sprout"));
    await page.do({ do: "leave", seat: 0 });
    expect(page.now.outcome?.reason).toBe("abandoned");
    await page.do({ do: "rematch", seat: 0 });
    const next = page.events().findLast((event) => event.type === "rematch");
    const there = await Page.at(at, next?.type === "rematch" ? next.table : "");
    expect(there.last("welcome")?.info).toMatchObject({ phase: "lobby", seats: [{ name: "Ana" }, { bot: "sprout" }] });
  });

  test("a game that comes to no end stops as it stands, and its record is whole", async () => {
    const at = home();
    const page = await sit(at, PAIR);
    await page.until(() => page.now.phase === "playing");
    for (let turns = 0; !over(page); turns += 1) {
      const seat = page.now.to_move ?? -1;
      await page.do({ do: "look", seat });
      if (turns === 0) await turn(page, seat);
      else await page.do({ do: "exchange", seat, pieces: (page.now.hand ?? "").slice(0, 2) });
      await page.until(() => over(page) || page.now.seat === null);
    }
    expect(page.now.outcome?.reason).toBe("endless");
    const record = await at.house.record(page.last("welcome")?.info.table ?? "");
    expect(record.match(/: swap /g)).toHaveLength(499);
    expect(verify(record)).toMatchObject({ kept: true, fault: null });
  });

  test("a bot that keeps pace is stronger or gentler in the next game, and the record has its strength", async () => {
    const at = home();
    const page = await sit(at, AGAINST("sprout@40"));
    await playOut(page);
    const [mine = 0, pips = 0] = page.now.outcome?.scores ?? [];
    expect(mine).not.toBe(pips);
    const { table } = page.last("welcome")?.info ?? { table: "" };
    expect(await at.house.record(table)).toContain("\nbot 1: sprout@40\n");
    expect((await at.house.played())[0]?.played?.bots).toEqual(["", "sprout"]);
    await page.do({ do: "rematch", seat: 0 });
    const next = page.events().findLast((event) => event.type === "rematch");
    const there = await Page.at(at, next?.type === "rematch" ? next.table : "");
    const bot = moved("tiles", "sprout@40", mine - pips);
    expect(there.last("welcome")?.info).toMatchObject({ seats: [{ name: "Ana" }, { name: "Pip", bot }] });
  });

  test("hot seat: the curtain hides every hand until it is lifted, and falls with the turn", async () => {
    const at = home();
    const page = await sit(at, PAIR);
    await page.until(() => page.now.phase === "playing");
    for (let at = 0; at < 4; at += 1) {
      const seat = page.now.to_move ?? -1;
      expect(page.now.seat).toBeNull();
      expect(page.now.hand).toBeNull();
      await page.do({ do: "look", seat });
      expect(page.now.hand).toHaveLength(12);
      await turn(page, seat);
      await page.until(() => page.now.seat === null);
    }
    expect(JSON.stringify(page.last("view")?.view)).not.toContain('"hand":"');
  });

  test("a tie between people is settled by age", async () => {
    for (let tries = 0; tries < 40; tries += 1) {
      const page = await sit(home(), {
        game: "tiles",
        seats: [
          { kind: "here", name: "Ana" },
          { kind: "here", name: "Ben" },
        ],
      });
      if (page.now.phase !== "opening") continue;
      expect(page.now.waiting).toMatchObject({ what: "age", seats: [0, 1], want: "oldest" });
      await page.do({ do: "first", seat: 0, first: 1 });
      expect(page.now).toMatchObject({ phase: "playing", to_move: 1 });
      return;
    }
    throw new Error("no tie in forty deals");
  });
});

describe("keeping", () => {
  test("a game goes on after the page was closed, in the middle of a turn of events", async () => {
    const store = new MemoryStore();
    const page = await sit(home(store), AGAINST("sprout"));
    await page.until(() => mine(page));
    await turn(page);
    await page.until(() => mine(page));
    const table = page.last("welcome")?.info.table ?? "";
    page.device.close();
    const later = await Page.at(home(store), table);
    expect(later.now).toEqual(page.now);
    await playOut(later);
    expect(later.now.phase).toBe("finished");
  });

  test("storage that is full: it is said once, and the game goes on; once there is room all of it is kept", async () => {
    const store = new MemoryStore();
    const at = home(store);
    const page = await sit(at, AGAINST("sprout"));
    await page.until(() => mine(page));
    store.full = true;
    await turn(page);
    await page.until(() => mine(page));
    expect(at.worries).toEqual(["unkept"]);
    const table = page.last("welcome")?.info.table ?? "";
    expect((await at.house.tables()).map((line) => line.table)).toContain(table);
    store.full = false;
    await turn(page);
    await page.until(() => mine(page));
    expect(store.lines.get(table)?.map((row) => row.n)).toEqual(Array.from({ length: page.n }, (_, i) => i + 1));
  });

  test("storage that was cleared in mid-game: it is said, and this game is kept again", async () => {
    const store = new MemoryStore();
    const at = home(store);
    const page = await sit(at, AGAINST("sprout"));
    await page.until(() => mine(page));
    store.lines.clear();
    await turn(page);
    await page.until(() => mine(page));
    expect(at.worries).toEqual(["cleared"]);
    const again = await Page.at(home(store), page.last("welcome")?.info.table ?? "");
    expect(again.n).toBe(page.n);
  });

  test("two pages on one table: one move wins, both see the same, nothing is corrupted", async () => {
    const store = new MemoryStore();
    const homes: Home[] = [];
    const spread = (from: number) => (table: string) => {
      homes.forEach((other, at) => at !== from && void other.house.heard(table));
    };
    homes.push(home(store, spread(0)), home(store, spread(1)));
    const [one, two] = homes as [Home, Home];
    const page = await sit(one, AGAINST("sprout"));
    const table = page.last("welcome")?.info.table ?? "";
    await page.until(() => mine(page));
    const other = await Page.at(two, table);
    const plays = page.last("plays")?.plays ?? [];
    const [first, second] = [plays[0]?.[0] ?? "", plays[1]?.[0] ?? ""];
    const answers = await Promise.all([
      page.ask({ do: "play", seat: 0, play: first }),
      other.ask({ do: "play", seat: 0, play: second }),
    ]);
    expect(answers.map((answer) => answer.t).sort()).toEqual(["ack", "refused"]);
    await page.until(() => mine(page));
    await other.until(() => mine(other) && other.n === page.n);
    expect(other.now).toEqual(page.now);
    const rows = store.lines.get(table) ?? [];
    expect(rows.map((row) => row.n)).toEqual(rows.map((_, at) => at + 1));
  });

  test("a stored game that was tampered with is refused", async () => {
    const store = new MemoryStore();
    const page = await sit(home(store), AGAINST("sprout"));
    await page.until(() => mine(page));
    await turn(page);
    const table = page.last("welcome")?.info.table ?? "";
    const rows = store.lines.get(table) ?? [];
    store.lines.set(
      table,
      rows.map((row) => (row.fact.e === "played" ? { ...row, fact: { ...row.fact, move: "0,0:Ro 0,0:Ro" } } : row)),
    );
    expect(await home(store).house.room(table)).toBeNull();
  });
});
