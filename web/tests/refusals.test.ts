import { beforeAll, describe, expect, it } from "vitest";
import cards from "../../spec/illegal/cards.json";
import tiles from "../../spec/illegal/tiles.json";
import wire from "../../docs/wire.md?raw";
import { LANGUAGES, setLanguage } from "../src/i18n";
import { refusalKey, refusalText } from "../src/refusals";

interface Case {
  readonly clause: string;
  readonly reason: string;
  readonly facts?: Record<string, unknown>;
}
const cases: readonly Case[] = [...(tiles as Case[]), ...(cards as Case[])];
// Unknown pieces ("?") have no name to tell; a page never sends them.
const named = cases.filter(
  ({ facts }) => facts !== undefined && !(Array.isArray(facts.pieces) && facts.pieces.length === 0),
);
const codes = [...new Set(wire.match(/\b(?:table|invite|player|device|origin|store|request)\/[a-z-]+/g) ?? [])];
// What only a record or a referee can do wrong; a page never sends it, so the general sentence is enough.
const NEVER_PLAYED =
  /^(T2|T13|C2|C13)\.|\.(count|not-in-bag|wrong-draw|no-draw|seat|larger|no-announcement|draw-seat)$/;

describe.each(LANGUAGES)("refusals in %s", (code) => {
  beforeAll(() => setLanguage(code, false));

  it("has a sentence of its own for every reason of the rules that a page can meet", () => {
    const general = cases
      .filter(({ clause, reason }) => !NEVER_PLAYED.test(`${clause}.${reason}`))
      .filter(({ clause, reason }) =>
        /^refusal\.(rules|unknown)$/.test(refusalKey({ code: `rules/${clause}`, clause, reason })),
      )
      .map(({ clause, reason }) => `${clause}.${reason}`);
    expect([...new Set(general)]).toEqual([]);
  });

  it("fills every blank from the facts, and names pieces", () => {
    for (const { clause, reason, facts } of named) {
      const text = refusalText({ code: `rules/${clause}`, message: "", clause, reason, facts });
      expect(text).not.toMatch(/[{}]|refusal\.|: \.|piece\.| 0 /);
      expect(text).toMatch(/[.!?]$/);
    }
  });

  it("has a sentence for every code of the wire", () => {
    expect(codes.length).toBeGreaterThan(15);
    for (const one of codes) {
      expect(refusalKey({ code: one })).not.toBe("refusal.unknown");
      expect(refusalText({ code: one, message: "" })).toMatch(/[.!?]$/);
    }
    expect(refusalText({ code: "strange/thing", message: "" })).toContain("strange/thing");
  });
});
