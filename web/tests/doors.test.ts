// Things that have one place: a second one is a second way to fail.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const SRC = new URL("../src/", import.meta.url);
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => /\.(ts|svelte)$/.test(path));
const holding = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(readFileSync(new URL(path, SRC), "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "")));

describe("one door each", () => {
  it("asks the server over HTTP in one file", () => expect(holding(/\bfetch\(/)).toEqual(["http.ts"]));
  // Else a home in a folder of its host leads out of it. What words.ts makes is an address inside, for whoever writes it.
  it("writes addresses in one file", () => {
    expect(holding(/\b(href|src|action)\s*=\s*\{?["'`]\.?\//)).toEqual([]);
    expect(holding(/\blocation\.(pathname|origin|host|hash|search|assign|replace)\b/)).toEqual(["address.ts"]);
    const asked = String.raw`\b(go|visit|written|hosted|whole|startsWith)\(|\b(json(<\w+>)?|ask|request)\(\s*"[A-Z]+",\s*`;
    expect(holding(new RegExp(`(?<!${asked})["'\`]/(?=[\\w$])`))).toEqual(["study/words.ts"]);
  });
  it("touches the browser's storage in one file", () =>
    expect(holding(/\b(local|session)Storage\b/)).toEqual(["storage.ts"]));
  // kernel/ is a package of its own, with errors of its own.
  it("has one error for a no", () =>
    expect(holding(/extends Error\b/).filter((path) => !path.startsWith("kernel/"))).toEqual(["http.ts"]));
});
