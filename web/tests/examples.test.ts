import { describe, expect, it } from "vitest";
import cards from "../../spec/examples/cards.json";
import tiles from "../../spec/examples/tiles.json";
import { parseLaid } from "../src/board/plays";
import { GAME, SCORING, TURNS } from "../src/learn/examples";
import { CARD_STEPS, TILE_STEPS } from "../src/learn/lessons";
import { join, split } from "../src/pieces";

interface Worked {
  readonly turns?: readonly { readonly play: string; readonly points: number; readonly lines: readonly string[] }[];
}
const known = (tiles.worked as readonly Worked[]).map((one) => one.turns ?? []);
const facts = (turns: readonly { play: string; points: number; lines: readonly unknown[] }[]): unknown =>
  turns.map(({ play, points, lines }) => ({ play, points, lines: lines.length }));
const rows = (list: readonly string[]): string[] => [...list].sort();

describe("the worked examples on the pages", () => {
  it.each([["the game", GAME] as const, ["the scoring", SCORING] as const])(
    "are those of the rules: %s",
    (_, turns) => {
      const told = JSON.stringify(facts(turns));
      expect(known.some((other) => JSON.stringify(facts(other)).startsWith(told.slice(0, -1)))).toBe(true);
    },
  );

  it("are those of the rules: the card turns", () => {
    expect(cards.worked).toHaveLength(TURNS.length);
    TURNS.forEach((turn, at) => {
      const other = cards.worked[at];
      expect(rows(turn.before)).toEqual(rows(other?.table ?? []));
      expect(rows(turn.after)).toEqual(rows(other?.rows ?? []));
      expect([turn.hand, turn.played, [...turn.taken]]).toEqual([other?.hand, other?.played, other?.taken]);
    });
  });
});

describe("the lessons", () => {
  it("ask for tiles that are in the hand, for free cells, and set traps beside them", () => {
    for (const step of TILE_STEPS) {
      const hand = split(step.hand);
      expect(hand).toHaveLength(6);
      const taken = new Set(parseLaid(step.board).map((tile) => `${tile.x},${tile.y}`));
      for (const tile of [...parseLaid(step.goal), ...parseLaid(step.trap ?? "")]) {
        expect(hand).toContain(tile.piece);
        expect(taken.has(`${tile.x},${tile.y}`)).toBe(false);
      }
    }
  });

  it("ask for cards that lie where the step says, and lead from one to the next", () => {
    for (const step of CARD_STEPS) {
      const source = step.from === "hand" ? step.hand : step.from;
      for (const card of step.cards) expect(split(source)).toContain(card);
      if (step.from !== "hand") expect(step.rows).toContain(step.from);
      if (step.to !== "new") expect(step.rows).toContain(step.to);
      const made = join([...(step.to === "new" ? [] : split(step.to)), ...step.cards]);
      expect(split(made).length >= 3 ? (split(made).length === 6 ? "qwirkle" : "ok") : "short").toBe(step.then);
    }
  });
});
