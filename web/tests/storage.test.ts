// What the browser keeps: the names and forms that people's data has, and a storage that is full, forbidden or spoilt.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as pad from "../src/pad/pad";
import { settings, startSettings, DEFAULTS, change } from "../src/settings";
import { hand, handed } from "../src/share";
import { keep, keepAmong, keepJson, read, readJson } from "../src/storage";
import * as drafts from "../src/tiles/drafts";
import { noteAdded, notePromise, promised } from "../src/verify/promise";

/** A storage whose entries are its own properties, as in a browser. */
class Shelf {
  [key: string]: unknown;
  declare getItem: (key: string) => string | null;
  declare setItem: (key: string, value: string) => void;
  declare removeItem: (key: string) => void;
}
const hidden = (value: unknown): PropertyDescriptor => ({ value, enumerable: false });
function shelf(room = Infinity): Shelf {
  const made = new Shelf();
  return Object.defineProperties(made, {
    getItem: hidden((key: string) => (made[key] as string | undefined) ?? null),
    setItem: hidden((key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      made[key] = value;
    }),
    removeItem: hidden((key: string) => void delete made[key]),
  });
}
const use = (device: Shelf, tab: Shelf = shelf()): void => {
  vi.stubGlobal("localStorage", device);
  vi.stubGlobal("sessionStorage", tab);
};

let device = shelf();
beforeEach(() => use((device = shelf())));
afterEach(() => vi.unstubAllGlobals());

describe("what the browser keeps", () => {
  it("reads what people have from before, name by name", () => {
    device["sixfold.settings"] = '{"theme":"dark","name":"Ana"}';
    device["sixfold.draft.abc.1"] = '{"slots":"Ro?Bs","laid":"0,0:Rc","turn":4}';
    device["sixfold.promise.abc"] = '{"commitment":"c0ffee","added":{"1":"ff"}}';
    device["sixfold.pad"] = '{"game":"tiles","names":["A","B"],"ages":[],"first":0,"entries":[],"over":false}';
    startSettings();
    expect(settings()).toEqual({ ...DEFAULTS, theme: "dark", name: "Ana" });
    expect(drafts.recall("abc", 1)).toEqual({
      slots: ["Ro", null, "Bs"],
      laid: [{ x: 0, y: 0, piece: "Rc" }],
      turn: 4,
    });
    expect(promised("abc")).toEqual({ commitment: "c0ffee", added: { "1": "ff" } });
    expect(pad.kept()).toMatchObject({ names: ["A", "B"], draft: [] });
  });

  it("writes the same forms", () => {
    drafts.keep("abc", 1, { slots: ["Ro", null], laid: [{ x: 0, y: 0, piece: "Rc" }], turn: 4 });
    notePromise("abc", "c0ffee");
    noteAdded("abc", 1, "ff");
    notePromise("abc", "another");
    change({ theme: "dark" });
    expect(device["sixfold.draft.abc.1"]).toBe('{"slots":"Ro?","laid":"0,0:Rc","turn":4}');
    expect(device["sixfold.promise.abc"]).toBe('{"commitment":"c0ffee","added":{"1":"ff"}}');
    expect(JSON.parse(device["sixfold.settings"] as string)).toMatchObject({ theme: "dark" });
  });

  it("leaves a record in the tab, not on the device", () => {
    hand("sixfold record 1");
    expect(handed()).toBe("sixfold record 1");
    expect(Object.keys(device)).toEqual([]);
  });

  it("forgets with null", () => {
    keep("sixfold.language", "de");
    expect(read("sixfold.language")).toBe("de");
    expect(keep("sixfold.language", null)).toBe(true);
    expect(read("sixfold.language")).toBe(null);
    pad.keep(null);
    expect(Object.keys(device)).toEqual([]);
  });

  it("keeps the newest of a kind, the one in use always", () => {
    for (const name of ["a", "b", "c", "d"]) keepAmong("sixfold.draft.", 2, name, 1);
    keepAmong("sixfold.draft.", 2, "b", 2);
    device["sixfold.settings"] = "{}";
    expect(Object.keys(device)).toEqual(["sixfold.draft.b", "sixfold.draft.c", "sixfold.draft.d", "sixfold.settings"]);
  });

  it("finds nothing in what is spoilt", () => {
    device["sixfold.settings"] = "{";
    device["sixfold.pad"] = "7";
    device["sixfold.promise.abc"] = '"c0ffee"';
    startSettings();
    expect(settings()).toEqual(DEFAULTS);
    expect([pad.kept(), promised("abc"), drafts.recall("abc", 0).laid]).toEqual([null, null, []]);
  });
});

describe("a storage that does not work", () => {
  it("says so when it is full, and leaves what lay there", () => {
    use((device = shelf(4)));
    expect(keep("sixfold.language", "de")).toBe(true);
    expect(keep("sixfold.language", "a long one")).toBe(false);
    expect(read("sixfold.language")).toBe("de");
    keepAmong("sixfold.draft.", 0, "a", 1);
    keepAmong("sixfold.draft.", 0, "b", "too long");
    expect(Object.keys(device)).toEqual(["sixfold.language", "sixfold.draft.a"]);
  });

  it("stops nobody when it is forbidden", () => {
    const forbidden = {
      get: () => {
        throw new DOMException("no", "SecurityError");
      },
      configurable: true,
    };
    vi.unstubAllGlobals();
    const before = ["localStorage", "sessionStorage"].map(
      (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
    );
    for (const [name] of before) Object.defineProperty(globalThis, name, forbidden);
    try {
      expect([read("sixfold.language"), readJson("sixfold.tips"), handed()]).toEqual([null, null, ""]);
      expect([keep("sixfold.language", "de"), keepJson("sixfold.tips", {})]).toEqual([false, false]);
      keepAmong("sixfold.draft.", 1, "a", 1);
      change({ theme: "light" });
      expect(settings().theme).toBe("light");
    } finally {
      for (const [name, was] of before) {
        if (was === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, was);
      }
    }
  });
});
