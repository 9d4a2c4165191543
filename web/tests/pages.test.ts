// The list of pages and the files of pages/: one line each, and nothing in the folder that is no page.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageAt, PAGES, propsOf } from "../src/pages";

describe("the list of pages", () => {
  it("names every file of pages/ once; the first page needs no name", () => {
    const text = readFileSync(new URL("../src/pages.ts", import.meta.url), "utf8");
    const lines = [...text.matchAll(/^ {2}(\w+): \{ load: \(\) => import\("\.\/pages\/(\w+\.svelte)"\)/gm)];
    expect(lines.map((line) => line[1])).toEqual(Object.keys(PAGES));
    const files = readdirSync(new URL("../src/pages", import.meta.url)).sort();
    expect([...lines.map((line) => line[2]), "Start.svelte"].sort()).toEqual(files);
  });

  it("finds pages by the first part of an address, and nothing else", () => {
    expect(pageAt("settings")).toBe(PAGES.settings);
    expect(pageAt("about")).toBeUndefined();
    expect(pageAt("constructor")).toBeUndefined();
  });

  it("gives a page what its address says", () => {
    expect(propsOf(pageAt("t"), "abc")).toEqual({ table: "abc" });
    expect(propsOf(pageAt("verify"), "")).toEqual({});
    expect(propsOf(pageAt("join"), "xyz")).toEqual({ invite: "xyz" });
    expect(propsOf(pageAt("learn"), "cards")).toEqual({ game: "cards" });
    expect(propsOf(pageAt("learn"), "chess")).toEqual({ game: "tiles" });
    expect(propsOf(pageAt("settings"), "abc")).toEqual({});
  });
});
