// Who plays like somebody: what it learns from, that it comes close to whom it imitates, and that it always plays the same.
import { describe, expect, test } from "vitest";
import { Chance } from "../../src/kernel/chance";
import { ECHO } from "../../src/kernel/strength";
import { echoed, echoOf, learn, ownTurns } from "../../src/local/echo";
import { fitted } from "../../src/local/fit";
import { PRIORS } from "../../src/local/games/options";
import type { Room } from "../../src/local/house";
import { recordOf } from "../../src/local/record";
import { tableInfo } from "../../src/local/seen";
import { CURRENT } from "../../src/rules.gen";
import type { NewTable } from "../../src/wire.gen";
import { asEcho, gamesOf, PEOPLE, perTurn, study, type Found } from "./people";
import { asked, games, home, kernel, sit, type Home, type Page } from "./room";

const rest = () => Promise.resolve();

/** A game of a person against a bot, to its end; the first own turn is taken back once. */
async function finished(at: Home, game: "tiles" | "cards", against: string, takesBack = false): Promise<Page> {
  const body: NewTable = {
    game,
    seats: [
      { kind: "here", name: "Ada" },
      { kind: "bot", bot: against },
    ],
  };
  const page = await sit(at, body);
  const chance = new Chance(5n);
  let back = takesBack;
  for (;;) {
    await page.until(() => page.now.to_move === 0 || page.events().some(({ type }) => type === "ended"));
    if (page.events().some(({ type }) => type === "ended")) return page;
    const room = await at.house.room(page.table);
    const course = room?.table.course;
    if (course == null) throw new Error("there is a game");
    await page.do(asked(PEOPLE[game]["casual"]!(course, chance)));
    if (!back) continue;
    await page.until(() => page.now.to_move === 0);
    await page.do({ do: "take_back", seat: 0 });
    back = false;
  }
}

describe("what it learns from", () => {
  test("is every turn that the person made and did not take back, and no other", async () => {
    const at = home();
    const page = await finished(at, "tiles", "sprout", true);
    const room = (await at.house.room(page.table))!;
    const stood = room.table.log.filter(({ seat }, turn) => seat === 0 && turn > 0).map(({ move }) => move);
    expect(ownTurns(games, room).map(({ move }) => move)).toEqual(stood);
    expect(room.rows.filter(({ fact }) => fact.e === "played" && fact.seat === 0).length).toBeGreaterThan(stood.length);
  });

  test("is none of a table around which several people sit", async () => {
    const at = home();
    const page = await sit(at, { game: "tiles", seats: [{ kind: "here" }, { kind: "here" }] });
    const room = (await at.house.room(page.table))!;
    expect(ownTurns(games, room)).toEqual([]);
  });

  test("without a game it is the middling player", () => {
    for (const game of ["tiles", "cards"] as const) {
      expect(fitted([], PRIORS[game])).toEqual(PRIORS[game].means);
      expect(echoOf(game, [], 0)).toBe(`echo@1.0.${PRIORS[game].means.map((w) => Math.round(100 * w)).join(".")}`);
    }
  });
});

describe("an echo", () => {
  test.each(["tiles", "cards"] as const)(
    "of %s is learned, plays to the end, and goes on in a rematch",
    async (game) => {
      const at = home();
      await finished(at, game, "sprout");
      const bot = (await learn(at.house, kernel, game, "", rest))!;
      expect(bot).toMatch(/^echo@1\.1(\.-?\d+)+$/);
      expect(await learn(at.house, kernel, game, bot, rest)).toBeNull();
      const page = await finished(at, game, bot);
      const id = page.table;
      const room = (await at.house.room(id))!;
      expect(room.table.chairs[1]).toMatchObject({ name: "Echo", bot });
      expect(await learn(at.house, kernel, game, bot, rest)).toMatch(/^echo@1\.2\./);
      // A record says who played, and nothing of how.
      const record = recordOf(games, room.rows);
      expect(record).toContain("\nbot 1: echo@1.1\n");
      // At a server somebody sits there whom it knows.
      expect((await at.house.brings(id)).seats[1]).toMatchObject({ kind: "bot", bot: "casual" });
      await page.do({ do: "rematch", seat: 0 });
      const next = (await at.house.room(room.table.rematch))!;
      expect(next.table.chairs[1]).toMatchObject({ name: "Echo", bot });
    },
  );

  test("plays the same again, and something legal whatever its name says", () => {
    for (const game of ["tiles", "cards"] as const) {
      const echo = echoOf(game, [], 0);
      const [one, again] = [gamesOf(game, asEcho(echo), 1, 3, false), gamesOf(game, asEcho(echo), 1, 3, false)];
      expect(one).toEqual(again);
      expect(gamesOf(game, asEcho(echo), 1, 4, false)).not.toEqual(one);
    }
  });

  test("of another version is not understood, and the table goes on", async () => {
    const at = home();
    const page = await finished(at, "tiles", `${ECHO}@99.1.5`);
    const own: NewTable = { game: "tiles", seats: [{ kind: "here" }, { kind: "bot", bot: echoOf("tiles", [], 0) }] };
    const seats = ({ table }: Room) => tableInfo(table).seats.map(({ stand_in }) => stand_in);
    expect(seats((await at.house.room(page.table))!)).toEqual([null, "greedy"]);
    expect(seats((await at.house.room((await sit(at, own)).table))!)).toEqual([null, null]);
    expect(page.events().some(({ type }) => type === "ended")).toBe(true);
    let course = games.get(CURRENT.tiles)!.start(2, []);
    const chance = new Chance(1n);
    while (course.need !== null)
      course = course.draw(
        course.need.seat,
        chance.sample(course.bag().match(/../g) ?? [], course.need.count).join(""),
      );
    expect(() => echoed(kernel, course.state, `${ECHO}@99.1.5`, 1)).toThrow();
    expect(() => echoed(kernel, course.state, `${ECHO}@1.1.x.5`, 1)).toThrow();
  });
});

/** Small forms of `npm run study`, which prints the whole. */
describe("on simulated people", () => {
  const BAND = { tiles: 1.2, cards: 0.35 } as const;
  test.each([
    ["tiles", "sees 3 plays", 2],
    ["tiles", "careful, sometimes hasty", 2],
    ["cards", "sees 85 of 100 rows", 4],
    ["cards", "careful, sometimes small", 4],
  ] as const)("%s, %s: what they do elsewhere is likelier, and points are as many", (game, name, learned) => {
    const [found] = study(game, PEOPLE[game][name]!, [learned], [3, 3], 1000) as [Found];
    expect(found.turns).toBeGreaterThanOrEqual(25);
    expect(found.fitted).toBeGreaterThan(found.prior);
    expect(Math.abs(found.echo - found.points)).toBeLessThan(BAND[game]);
  });

  test("who plays better has an echo that plays better", () => {
    const echoOfOne = (name: string): number => {
      const decisions = gamesOf("tiles", PEOPLE.tiles[name]!, 3, 1000).flatMap((one) => one.decisions);
      return perTurn(gamesOf("tiles", asEcho(echoOf("tiles", decisions, 3)), 4, 2000, false));
    };
    expect(echoOfOne("thoughtful")).toBeGreaterThan(echoOfOne("sees 3 plays") + 1);
  });
});
