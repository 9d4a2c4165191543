import { afterEach, expect, test, vi } from "vitest";
import { botLabel, botsOf } from "../src/bots";

const listed = [
  { name: "hal", game: "tiles", level: 0, title: "hal", remote: true },
  { name: "thrifty", game: "tiles", level: 6, title: "thrifty" },
  { name: "random", game: "tiles", level: 0, title: "random" },
  { name: "champion", game: "tiles", level: 6, title: "Ada" },
  { name: "sprout", game: "tiles", level: 1, title: "Pip" },
  { name: "sprout", game: "cards", level: 1, title: "Pip" },
];

afterEach(() => vi.unstubAllGlobals());

test("the ladder comes first, then bots of strangers, then programs elsewhere, where they are asked for", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ bots: listed }), { headers: { "content-type": "application/json" } }));
  const names = (bots: readonly { name: string }[]) => bots.map((bot) => bot.name);
  expect(names(await botsOf("tiles"))).toEqual(["sprout", "champion", "thrifty"]);
  expect(names(await botsOf("tiles", { remote: true }))).toEqual(["sprout", "champion", "thrifty", "hal"]);
  expect(names(await botsOf("cards", { remote: true }))).toEqual(["sprout"]);
});

test("without a server there is still the ladder", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  expect((await botsOf("cards")).map((bot) => bot.name)[0]).toBe("sprout");
});

test("a program elsewhere is called one", () => {
  expect(botLabel({ name: "hal", title: "hal", remote: true })).toContain("hal · ");
});
