import { afterEach, expect, test, vi } from "vitest";
import { botLabel, botsOf, botWins, ownWins } from "../src/bots";
import { use } from "../src/i18n";
import en from "../messages/en.json";
import ro from "../messages/ro.json";

const listed = [
  { name: "hal", game: "tiles", level: 0, title: "hal", remote: true },
  { name: "thrifty", game: "tiles", level: 6, title: "thrifty" },
  { name: "champion", game: "tiles", level: 6, title: "Ada" },
  { name: "sprout", game: "tiles", level: 1, title: "Pip" },
  { name: "sprout", game: "cards", level: 1, title: "Pip" },
];

afterEach(() => vi.unstubAllGlobals());

test("the ladder comes first, then bots of strangers, then programs elsewhere, where they are asked for", async () => {
  vi.stubGlobal(
    "fetch",
    async () => new Response(JSON.stringify({ bots: listed }), { headers: { "content-type": "application/json" } }),
  );
  const names = (bots: readonly { name: string }[]) => bots.map((bot) => bot.name);
  expect(names(await botsOf("tiles"))).toEqual(["sprout", "champion", "thrifty"]);
  expect(names(await botsOf("tiles", { remote: true }))).toEqual(["sprout", "champion", "thrifty", "hal"]);
  expect(names(await botsOf("cards", { remote: true }))).toEqual(["sprout"]);
});

test("without a server there is still the ladder", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  expect((await botsOf("cards")).map((bot) => bot.name)[0]).toBe("sprout");
});

test("how often easy-going play wins is said in games, in every plural", () => {
  use("en", en);
  expect([0, 0.03, 0.09, 0.12, 0.21, 0.47, 0.53, 0.7, 0.92, 1].map(botWins)).toEqual([
    en["bot.winsRarely"],
    "Easy-going play wins about 1 game in 30.",
    "Easy-going play wins about 1 game in 10.",
    "Easy-going play wins about 1 game in 8.",
    "Easy-going play wins about 1 game in 5.",
    "Easy-going play wins about 1 game in 2.",
    "Easy-going play wins about 1 game in 2.",
    "Easy-going play wins about 2 games in 3.",
    "Easy-going play wins about 9 games in 10.",
    en["bot.winsMostly"],
  ]);
  use("ro", ro);
  expect(botWins(0.12)).toContain("1 partidă din 8");
  expect(botWins(0.7)).toContain("2 partide din 3");
  use("en", en);
});

test("without a name a bot is called by its level", () => {
  use("en", en);
  expect(botLabel({ name: "casual", title: "Molly" })).toBe("Molly · easy-going");
  expect(botLabel({ name: "casual" })).toBe("easy-going");
});

test("a program elsewhere is called one", () => {
  expect(botLabel({ name: "hal", title: "hal", remote: true })).toContain("hal · ");
});

test("how often one wins is told from five own games against a bot on, and never as never or always", () => {
  const played = (result: string, bot = "casual@43", seats = [0]) => ({
    game: "tiles" as const,
    seats,
    names: ["Ana", "Molly"],
    played: { bots: ["", bot], result },
  });
  const lost = Array.from({ length: 4 }, () => played("lost"));
  expect(ownWins([...lost, played("left"), played("won", "sprout"), played("won", "casual", [0, 1])], "tiles", "casual"))
    .toBe(null); // prettier-ignore
  expect(ownWins([...lost, played("won")], "tiles", "casual")).toEqual({ n: 1, of: 4 });
  expect(ownWins([...lost, played("won")], "cards", "casual")).toBe(null);
  expect(ownWins([...lost, ...lost, ...lost], "tiles", "casual")).toEqual({ n: 1, of: 30 });
  expect(
    ownWins(
      Array.from({ length: 9 }, () => played("won")),
      "tiles",
      "casual",
    ),
  ).toEqual({ n: 19, of: 20 });
});
