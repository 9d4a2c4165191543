// The card game at the local table: whole games through the messages of the wire, and what is special about cards.
import { afterEach, describe, expect, test, vi } from "vitest";
import { Dealer } from "../../src/verify/dealer";
import { verify } from "../../src/verify/record";
import type { NewTable } from "../../src/wire.gen";
import { home, Page, sit, type Home } from "./room";

const AGAINST = (...bots: string[]): NewTable => ({
  game: "cards",
  seats: [{ kind: "here", name: "Ana" }, ...bots.map((bot) => ({ kind: "bot" as const, bot }))],
});
const mine = (page: Page): boolean => page.now.to_move === 0 && page.now.phase === "playing";
const over = (page: Page): boolean => page.now.phase === "finished";

/** The next draws, whatever the seed: some moments hardly ever come by chance. */
function drawing(...hands: string[]): void {
  const spy = vi.spyOn(Dealer.prototype, "draw");
  hands.forEach((hand) => spy.mockReturnValueOnce(hand));
}

afterEach(() => void vi.restoreAllMocks());

/** One turn of a person who does what the third step of a hint says. */
async function turn(page: Page): Promise<void> {
  const hint = await page.do({ do: "hint", seat: 0, step: 3 });
  if (hint.t !== "hint") throw new Error("no hint");
  if (hint.none) await page.do({ do: "stuck", seat: 0 });
  else {
    if (hint.hint.game !== "cards" || !hint.hint.move) throw new Error("no move in the third step");
    await page.do({ do: "turn", seat: 0, rows: hint.hint.move.rows, taken: hint.hint.move.taken });
  }
}

async function playOut(page: Page): Promise<void> {
  for (;;) {
    await page.until(() => mine(page) || over(page));
    if (over(page)) return;
    await turn(page);
  }
}

async function finished(at: Home, page: Page): Promise<void> {
  expect(page.now.outcome?.reason).toBe("C14");
  expect(page.now.outcome?.scores).toEqual(page.now.scores);
  const record = await at.house.record(page.last("welcome")?.info.table ?? "");
  expect(verify(record)).toMatchObject({ kept: true, fault: null });
}

describe("a game of cards", () => {
  test.each([[["sprout"]], [["casual", "greedy"]], [["thoughtful"]], [["greedy", "casual", "sprout"]]])(
    "against %j plays to the end",
    async (bots) => {
      const at = home();
      const page = await sit(at, AGAINST(...bots));
      await playOut(page);
      await finished(at, page);
    },
  );

  test.each(["expert", "champion"])("%s answers", async (bot) => {
    const page = await sit(home(), AGAINST(bot));
    await page.until(() => mine(page));
    await turn(page);
    await page.until(() => mine(page));
    expect(page.events().some((event) => event.type === "played" && event.seat === 1)).toBe(true);
  });

  test("a draft is judged lane by lane, and fits tell where a card could go", async () => {
    const page = await sit(home(), AGAINST("casual"));
    await page.until(() => mine(page));
    const card = (page.now.hand ?? "").slice(0, 2);
    const rows = page.view?.game === "cards" ? page.view.rows : [];
    const draft = await page.do({ do: "check", seat: 0, rows: [...rows, card], taken: [] });
    expect(draft).toMatchObject({ t: "checked", legal: false, draft: { game: "cards", played: card } });
    expect(draft.t === "checked" && draft.draft.game === "cards" && draft.draft.lanes.at(-1)).toMatchObject({
      row: card,
      state: "short",
    });
    const fits = await page.do({ do: "fits", seat: 0, rows: [...rows, ""], cards: card });
    expect(fits.t === "fits" && fits.fits).toHaveLength(rows.length + 1);
    expect(fits.t === "fits" && fits.fits?.at(-1)).toBe(true);
    await page.do({ do: "adjust", seat: 0, assist: "off" });
    expect(await page.do({ do: "fits", seat: 0, rows: [""], cards: card })).toMatchObject({ fits: [] });
  });

  test("who says to be stuck and is not has to play (C11)", async () => {
    const at = home();
    const page = await sit(at, AGAINST("greedy"));
    await page.until(() => mine(page));
    if (page.view?.now.opening_move) {
      expect((await page.refused({ do: "stuck", seat: 0 })).clause).toBe("C5");
      await turn(page);
      await page.until(() => mine(page));
    }
    await page.do({ do: "stuck", seat: 0 });
    expect(page.events().at(-1)).toMatchObject({ type: "settled", seat: 0, exists: true });
    expect((await page.refused({ do: "stuck", seat: 0 })).code).toBe("rules/C11");
    await playOut(page);
    await finished(at, page);
  });

  test("who is stuck shows the hand and draws another (C11)", async () => {
    // The bot opens with its three red cards; nothing of Ana's goes with them, nor together.
    drawing("OsOsOsGtGtGtPxPxPx", "RoRsRdOcOcYtYtBxBx", "PoPoPo", "RcRtRxGoGoGoPsPsPs");
    const page = await sit(home(), AGAINST("greedy"));
    await page.until(() => mine(page));
    expect(page.events().at(-1)).toMatchObject({ type: "played", seat: 1, laid: { rows: ["RoRsRd"] } });
    await page.do({ do: "stuck", seat: 0 });
    expect(page.events().find((event) => event.type === "settled")).toMatchObject({ seat: 0, exists: false });
    expect(page.now).toMatchObject({ to_move: 0, hand: "RcRtRxGoGoGoPsPsPs", redraws: 1 });
    const checked = await page.do({ do: "check", seat: 0, rows: [], taken: ["RoRsRdRcRtRx"] });
    expect(checked).toMatchObject({ t: "checked", legal: true });
  });

  test("hands that cannot open are dealt again, and it is told how often (C4)", async () => {
    drawing("RoRoRoGsGsGsBdBdBd", "YcYcYcPtPtPtOxOxOx");
    const page = await sit(home(), AGAINST("sprout"));
    const started = page.events().find((event) => event.type === "started");
    expect(started).toMatchObject({ type: "started", redeals: 1 });
    expect(page.now.hand_sizes).toEqual([9, 9]);
    expect(page.now.hand).not.toBe("RoRoRoGsGsGsBdBdBd");
  });

  test("a take-back and what comes after it can be verified", async () => {
    const at = home();
    const page = await sit(at, AGAINST("casual"));
    for (let turns = 0; turns < 3; turns += 1) {
      await page.until(() => mine(page));
      await turn(page);
    }
    await page.until(() => mine(page));
    await page.do({ do: "take_back", seat: 0 });
    await playOut(page);
    await finished(at, page);
  });
});
