// Things that have one place: a second one is a second way to fail.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const SRC = new URL("../src/", import.meta.url);
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => /\.(ts|svelte)$/.test(path));
const holding = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(readFileSync(new URL(path, SRC), "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "")));

describe("one door each", () => {
  it("asks the server over HTTP in one file", () => expect(holding(/\bfetch\(/)).toEqual(["http.ts"]));
  it("touches the browser's storage in one file", () =>
    expect(holding(/\b(local|session)Storage\b/)).toEqual(["storage.ts"]));
  // kernel/ is a package of its own, with errors of its own.
  it("has one error for a no", () =>
    expect(holding(/extends Error\b/).filter((path) => !path.startsWith("kernel/"))).toEqual(["http.ts"]));
});
