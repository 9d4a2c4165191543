// The pages by the first part of their address: a page is a file in pages/ and a line here. Programs read the list too
// (tests/pages.test.ts shows how), so each page keeps its line.
import type { Component } from "svelte";
import { gameNamed } from "./games";

export interface Page {
  /** Each page is a part of its own that is loaded when it is asked for. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each page takes what its address gives it
  readonly load: () => Promise<{ default: Component<any> }>;
  /** What the second part of the address is to the page. */
  readonly part?: "table" | "invite" | "game" | "tournament";
  /** It says what most people who play never read (tools/parts.ts). */
  readonly later?: boolean;
  /** Without that part there is no such page. */
  readonly needed?: boolean;
  /** What it shows comes from a server: a copy without one says so, and no device keeps it for use without a network. */
  readonly served?: boolean;
}

/** All but the first page, which comes with the application itself. */
// prettier-ignore
export const PAGES: Readonly<Record<string, Page>> = {
  t: { load: () => import("./pages/Table.svelte"), part: "table", needed: true },
  new: { load: () => import("./pages/NewTable.svelte") },
  join: { load: () => import("./pages/Join.svelte"), part: "invite", served: true },
  meet: { load: () => import("./pages/Meet.svelte"), served: true },
  ratings: { load: () => import("./pages/Ratings.svelte"), part: "game", later: true, served: true },
  games: { load: () => import("./pages/Games.svelte"), later: true },
  settings: { load: () => import("./pages/Settings.svelte"), later: true },
  rules: { load: () => import("./pages/Rules.svelte"), part: "game", later: true },
  learn: { load: () => import("./pages/Tutorial.svelte"), part: "game", later: true },
  verify: { load: () => import("./pages/Verify.svelte"), part: "table", later: true },
  review: { load: () => import("./pages/Review.svelte"), part: "table", later: true },
  device: { load: () => import("./pages/Device.svelte"), later: true, served: true },
  tournament: { load: () => import("./pages/Tournament.svelte"), part: "tournament", served: true },
  told: { load: () => import("./pages/Told.svelte"), served: true },
  pad: { load: () => import("./pages/Pad.svelte"), later: true },
  puzzle: { load: () => import("./pages/Puzzle.svelte"), part: "game", later: true },
  daily: { load: () => import("./pages/Daily.svelte"), part: "game", later: true },
  position: { load: () => import("./pages/Position.svelte"), later: true },
};

export function pageAt(name: string): Page | undefined {
  return Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
}

/** What an address gives its page; a game that nobody knows is the tile game. A page that is being left may still ask. */
export function propsOf(page: Page | undefined, what: string): Record<string, string> {
  const part = page?.part;
  if (part === undefined) return {};
  if (part === "game") return { game: gameNamed(what) };
  return what === "" ? {} : { [part]: what };
}
