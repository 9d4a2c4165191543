// A move in a puzzle of each game, judged by the kernel.
import type { Kernel } from "../../kernel";
import { readPlacements, writePlacements } from "../../kernel/notation";
import { readTurn, writeRow } from "../../kernel/rows";
import type { CardsPuzzle, PuzzleVerdict, Refusal, TilesPuzzle } from "../../wire.gen";

type Asked<P> = Omit<P, "game" | "number" | "of">;
/** What a file of puzzles says of one; which game it is of, it says by what it holds. */
export type Position = Asked<TilesPuzzle> | Asked<CardsPuzzle>;
/** The best moves with what they are worth. */
export type Answers = readonly (readonly [string, number])[];

/** So much lead less than the best play is still right. */
const NEAR = 0.5;

export function verdictOf(kernel: Kernel, position: Position, answers: Answers, move: string): PuzzleVerdict {
  return "board" in position ? ofTiles(kernel, position, answers, move) : ofCards(kernel, position, move);
}

const refused = ({ code, message, facts = {}, clause = null, reason = null }: Refusal): PuzzleVerdict => ({
  legal: false,
  code,
  message,
  facts,
  clause,
  reason,
});

function ofTiles(
  { tiles }: Kernel,
  { board, hand }: Asked<TilesPuzzle>,
  answers: Answers,
  move: string,
): PuzzleVerdict {
  const verdict = tiles.judge(board, move, hand);
  if (!verdict.legal) return refused(verdict.refusal);
  const worth = new Map(answers).get(writePlacements(readPlacements(move)));
  const behind = worth === undefined ? null : (answers[0]?.[1] ?? 0) - worth;
  return { legal: true, points: verdict.points, right: behind !== null && behind < NEAR, behind };
}

function ofCards({ cards }: Kernel, { rows, hand, qwirkles }: Asked<CardsPuzzle>, move: string): PuzzleVerdict {
  const turn = readTurn(move);
  const verdict = cards.judge({ table: rows, hand }, turn.rows.map(writeRow), turn.taken.map(writeRow));
  if (verdict.refusal !== undefined) return refused(verdict.refusal);
  return { legal: true, points: verdict.qwirkles, right: verdict.qwirkles >= qwirkles };
}
