// A position of each game on a page of its own: how a move is laid, what the rules are asked, and what brings most.
import type { Component } from "svelte";
import { ask } from "../study/api";
import LayCards from "../study/LayCards.svelte";
import LayTiles from "../study/LayTiles.svelte";
import type { CheckAnswer, CheckQuestion, ShownPosition } from "../wire.gen";
import type { GameName } from ".";

interface Studied {
  readonly Lay: Component<{ position: ShownPosition; move?: string }, object, "move">;
  /** The message that tells what a move brings. */
  readonly worth: string;
  check(position: ShownPosition, move: string): CheckQuestion;
  brought(said: CheckAnswer): number;
  most(position: ShownPosition): Promise<{ move: string; points: number } | null>;
}

const rowsIn = (part: string | undefined): string[] => (part ?? "").split(/\s+/).filter((row) => row !== "");

export const STUDIED: Readonly<Record<GameName, Studied>> = {
  tiles: {
    Lay: LayTiles,
    worth: "result.points",
    check: ({ ruleset, board, hand }, play) => ({ do: "check", ruleset, board: board ?? "", hand, play }),
    brought: ({ points }) => points ?? 0,
    async most({ ruleset, board, hand }) {
      const [first] = (await ask({ do: "plays", ruleset, board: board ?? "", hand })).plays ?? [];
      return first === undefined ? null : { move: first.play, points: first.points };
    },
  },
  cards: {
    Lay: LayCards,
    worth: "result.qwirkles",
    check({ ruleset, rows: table, hand }, move) {
      const [left, taken] = move.split("/");
      return { do: "check", ruleset, table: table ?? [], hand, rows: rowsIn(left), taken: rowsIn(taken) };
    },
    brought: ({ qwirkles }) => qwirkles ?? 0,
    async most({ ruleset, rows: table, hand }) {
      const {
        playable,
        rows = [],
        taken = [],
        qwirkles,
      } = await ask({ do: "solve", ruleset, table: table ?? [], hand });
      return playable ? { move: `${rows.join(" ")} / ${taken.join(" ")}`, points: qwirkles ?? 0 } : null;
    },
  },
};
