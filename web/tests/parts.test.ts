// What is sent with what: a page that says words of a part loads them first, and nobody else says them.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import words from "../messages/en.json";
import { isServed, listed, partOf } from "../tools/parts";

const SRC = resolve(import.meta.dirname, "../src");
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name));
const TEXTS = new Map(FILES.map((name) => [join(SRC, name), readFileSync(join(SRC, name), "utf8")]));
const KEYS = Object.keys(words).map((key) => key.split("#")[0] ?? "");
/** A line that loads something together with its words: a page that says so, or a part of the table. */
const ASKS = /later: true|needWords\("\w+"\)/;

/** The modules that a text of this file names: those that come with it, or those that are loaded when they are needed. */
function named(file: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, to = ""]) => {
    const path = resolve(file, "..", to);
    return [path, `${path}.ts`].filter((each) => TEXTS.has(each));
  });
}

/** Everything that comes with these modules, and what they load without asking for words first. */
function reached(first: readonly string[]): Set<string> {
  const found = new Set(first);
  for (const file of found) {
    const text = TEXTS.get(file) ?? "";
    named(file, text, /^\s*(?:import|export)\s[^;]*?from "(\.[^"]+)"/gm).forEach((to) => found.add(to));
    const bare = text.split("\n").filter((line) => !ASKS.test(line));
    named(file, bare.join("\n"), /\bimport\("(\.[^"]+)"\)/g).forEach((to) => found.add(to));
  }
  return found;
}

/** The keys of a part that a module spells out; of a key that is put together, the beginning counts. */
function said(file: string, part: "later" | "served"): string[] {
  const spelt = [...(TEXTS.get(file) ?? "").matchAll(/["`]([a-zA-Z]+\.[\w.-]*)(\$\{)?/g)];
  return spelt.flatMap(([, begin = "", open]) => {
    const meant = KEYS.filter((key) => (open === undefined ? key === begin : key.startsWith(begin)));
    return meant.some((key) => partOf(key) === part) ? [`${file.slice(SRC.length + 1)} says ${begin}`] : [];
  });
}

describe("the parts of the page", () => {
  it("know pages of a server", () => {
    expect(isServed("/web/src/pages/Join.svelte")).toBe(true);
    expect(isServed("/web/src/served/Lobby.svelte")).toBe(true);
    expect(isServed("/web/messages/de.json?served")).toBe(true);
    expect(isServed("/web/messages/de.json")).toBe(false);
    expect(isServed("/web/src/pages/Start.svelte")).toBe(false);
    expect(listed.map((page) => page.name)).toContain("pad");
  });

  it("give every word of the page to one part", () => {
    expect(partOf("terminal.title")).toBeNull();
    expect(partOf("join.sit")).toBe("served");
    expect(partOf("rules.T1.short")).toBe("later");
    expect(partOf("start.play")).toBe("first");
  });

  it("leave words of a server's pages to those", () => {
    // What says a refusal asks first which sentences there are, and who may be refused by a server's page is on one.
    const own = [...TEXTS.keys()].filter((file) => !isServed(file) && !file.endsWith("/refusals.ts"));
    expect(own.flatMap((file) => said(file, "served"))).toEqual([]);
  });

  it("load words before somebody says them", () => {
    const first = reached([join(SRC, "main.ts")]);
    expect(first.has(join(SRC, "tiles/TileTable.svelte"))).toBe(true);
    expect(first.has(join(SRC, "pages/Rules.svelte"))).toBe(false);
    expect([...first].flatMap((file) => said(file, "later"))).toEqual([]);
  });
});
