// A position of each game, spread before one person: its text, the plays to offer places for, and its view.
import { ask } from "../study/api";
import type { Spread } from "../study/desk";
import type { View } from "../wire.gen";
import type { GameName } from ".";

interface Laying {
  /** What lies on the table, in notation. */
  table(spread: Spread): string;
  plays(spread: Spread): Promise<readonly string[]>;
  view(spread: Spread, common: Pick<View, "now" | "sheet">): View;
}

export const SPREADS: Readonly<Record<GameName, Laying>> = {
  tiles: {
    table: ({ board = "" }) => board,
    async plays({ board = "", hand }) {
      const told = await ask({ do: "plays", ruleset: "tiles/1", board, hand });
      return (told.plays ?? []).map((one) => one.play);
    },
    view: ({ board = "" }, common) => ({ game: "tiles", ...common, board }),
  },
  cards: {
    table: ({ rows = [] }) => rows.join(" "),
    plays: () => Promise.resolve([]),
    view: ({ rows = [], stacks = [] }, common) => ({
      game: "cards",
      ...common,
      rows: [...rows],
      stacks: stacks.map((stack) => [...stack]),
    }),
  },
};
