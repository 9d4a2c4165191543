// What a puzzle of each game asks, how it lies on the table, and how its answer does.
import { t } from "../i18n";
import type { Spread } from "../study/desk";
import { rowsOf } from "../study/words";
import type { Puzzle } from "../wire.gen";
import { only, type GameName } from ".";

type Lying = Pick<Spread, "board" | "rows" | "scores">;

/** What is to be found. */
export function asked(puzzle: Puzzle): string {
  return puzzle.game === "tiles" ? t("puzzle.tiles") : t("puzzle.cards", { n: puzzle.qwirkles });
}

/** What to say to a move that is legal and not the best: the message that names what it brought. */
export const BETTER: Readonly<Record<GameName, string>> = { tiles: "puzzle.betterTiles", cards: "puzzle.betterCards" };

export function lying(puzzle: Puzzle): Lying {
  return puzzle.game === "tiles" ? { board: puzzle.board, scores: puzzle.scores } : { rows: puzzle.rows, scores: [] };
}

/** The table with a move made on it. */
export function madeOn(puzzle: Puzzle, move: string): Lying {
  const made = rowsOf(move);
  const { board = "", scores } = lying(puzzle);
  return made === null ? { board: `${board} ${move}`.trim(), scores } : { rows: [...made.rows, ...made.taken], scores };
}

/** The rows before it, by which a move of cards is told. */
export const rowsBefore = (puzzle: Puzzle | null): readonly string[] => only("cards", puzzle)?.rows ?? [];
