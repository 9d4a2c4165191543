// Which part of the page is for whom. What everybody needs comes first; words that most people who play never read come
// later, with the pages that say them; and what only a server's pages show and say (`served` in src/pages.ts, the folder
// src/served/) is not kept for use without a network (tools/offline.js).
import { readFileSync } from "node:fs";

/** The parts in which the words of a language are sent. What only the terminal, a chat or a letter says is in none. */
export type WordsPart = "first" | "later" | "served";

const lines = readFileSync(new URL("../src/pages.ts", import.meta.url), "utf8").matchAll(
  /^ {2}(\w+): \{ load: .*"\.\/pages\/(\w+)\.svelte"(.*)\}/gm,
);

/** The pages by their names: the file of each, whether it needs a server, and whether its words come later. */
export const listed = Array.from(lines, ([, name = "", file = "", rest = ""]) => ({
  name,
  file,
  served: rest.includes("served: true"),
  later: rest.includes("later: true"),
}));

// What a page says, by its name, goes with the page. Here is what others say too, and what belongs to no page.
const SERVED =
  /^(bring|rated|lobby|invite|watch|away|qr|clocks|compare|sealed|embedding|people)\.|^refusal\.(notice|daily|device$|lobby|moderation|position\.daily|table\.(moved-before|not-begun|not-brought|no-vacation))/;
const LATER = /^(rules\.([TC]\d|tiles|cards|figure|part)|learn\.(tiles|cards)\.|(cards|echo)\.|device\.(?!title$)|result\.(?!points|qwirkles|show)|kid\.(?!play|we))/; // prettier-ignore
const FIRST = /^((rules|learn)\.|review\.(note|(title|working|luck|skill|turn|redraw|ledgerTiles|ledgerCards)$)|settings\.palette|(pad|device)\.title$|puzzle\.(title|streak|share)$)/; // prettier-ignore

export function partOf(key: string): WordsPart | null {
  if (/^(terminal|preview|letter|embed)\./.test(key)) return null;
  const name = key.split("#")[0] ?? "";
  if (SERVED.test(name)) return "served";
  if (LATER.test(name)) return "later";
  const page = FIRST.test(name) ? undefined : listed.find((one) => name.startsWith(`${one.name}.`));
  return page?.served ? "served" : page?.later ? "later" : "first";
}

const SERVED_PAGES = new Set(listed.flatMap(({ file, served }) => (served ? [`${file}.svelte`] : [])));

/** Whether only a server's pages ask for this module. */
export function isServed(id: string): boolean {
  const [path = "", query = ""] = id.split("?");
  if (path.includes("/src/served/") || (path.includes("/messages/") && query === "served")) return true;
  return SERVED_PAGES.has(path.split("/src/pages/")[1] ?? "");
}
