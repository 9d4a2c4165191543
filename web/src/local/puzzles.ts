// Puzzles on this device: the same ones as at a server, on the same days, judged by the kernel. Which ones they are is
// written in files that the package ships (review/puzzles.py mines them).
import { Denied } from "../http";
import { NotationError, type Kernel } from "../kernel";
import type { GameName } from "../games";
import type { Puzzle, PuzzleVerdict } from "../wire.gen";
import { unpackedBoard } from "./boards";
import { verdictOf, type Answers, type Position } from "./games/puzzles";

/** A file of puzzles: which is the first day of the first one, and for each the best moves with what they are worth. */
export interface Mined {
  readonly first_day: string;
  readonly puzzles: readonly {
    readonly position: Position;
    readonly answers: Answers;
  }[];
}

/** The same as the page has it (tools/small-puzzles.ts): a column for each part of a position, and of the answers. */
export interface Columns {
  readonly first_day: string;
  readonly positions: Readonly<Record<string, readonly unknown[]>>;
  readonly moves: readonly (readonly string[])[];
  readonly worth: readonly (readonly number[])[];
}

const whole = (value: unknown): unknown =>
  typeof value === "string" && /^-?\d+\/-?\d+:/.test(value) ? unpackedBoard(value) : value;

export function readMined(text: string): Mined {
  const { first_day, positions, moves, worth } = JSON.parse(text, (_, value: unknown) => whole(value)) as Columns;
  const puzzles = moves.map((each, at) => ({
    position: Object.fromEntries(
      Object.entries(positions).map(([key, column]) => [key, column[at]]),
    ) as unknown as Position,
    answers: each.map((move, n): [string, number] => [move, worth[at]?.[n] ?? 0]),
  }));
  return { first_day, puzzles };
}

const DAY_MS = 86_400_000;

/** The number of a puzzle: by a number, or by a day (2026-11-16). */
function numberOf({ first_day, puzzles }: Mined, which: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(which) ? (Date.parse(which) - Date.parse(first_day)) / DAY_MS : Number(which);
  if (!Number.isSafeInteger(day))
    throw new Denied({ code: "notation/day", message: `${which.slice(0, 20)} is neither a day nor a number` });
  return ((day % puzzles.length) + puzzles.length) % puzzles.length;
}

/** What the player sees: no answer. */
export function question(mined: Mined, game: GameName, which: string): Puzzle {
  const number = numberOf(mined, which);
  return { game, number, of: mined.puzzles.length, ...mined.puzzles[number]?.position } as Puzzle;
}

/** Whether a move solves it, in the rules' words if it is not legal; the solution comes along. */
export function judged(kernel: Kernel, mined: Mined, which: string, move: string): PuzzleVerdict {
  const { position, answers } = mined.puzzles[numberOf(mined, which)] as Mined["puzzles"][number];
  const told = { solution: answers[0]?.[0] ?? "", best: answers.map(([play, lead]): [string, number] => [play, lead]) };
  try {
    const verdict = verdictOf(kernel, position, answers, move);
    return verdict.legal ? { ...told, ...verdict } : verdict;
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return { legal: false, code: error.code, message: error.message, facts: {}, clause: null, reason: null };
  }
}
