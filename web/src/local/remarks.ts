// What is worth a sentence about a turn of either game: a code and its facts. As in review/notes.py; sentences are
// messages. What each game says of a mistake is in games/.
import type { CardsMove, TilesMove, TurnNote } from "../wire.gen";
import { isSided, low, rounded, type Estimate } from "./estimate";
import type { Choice, Considered, State, Step } from "./review";

/** What a game adds to the review of any game. */
export interface Remarks<S> {
  /** So much lead given away is worth a sentence. */
  readonly leadMatters: number;
  /** So much lead from a draw is worth one. */
  readonly muchLuck: number;
  /** So many points or Qwirkles more are worth a word to a beginner. */
  readonly gentle: number;
  /** The move that brings most at once, and what it brings. */
  most(before: S): { readonly move: string; readonly points: number } | null;
  /** The sentence that says best why another move was better. */
  mistake(step: Made<S>, best: Better): TurnNote;
  /** A move as a page shows it. */
  shown(move: string): TilesMove | CardsMove;
}

export type Made<S> = Pick<Step<S>, "before" | "move" | "points">;
export type Better = Pick<Considered, "move" | "lead">;

const MATTERS_SHARE = 0.02;

export const tenths = (value: number): number => rounded(value, 1);

/** The notes of a turn: at most one about the choice and one about the draw after it. */
export function notesOn<S extends State>(
  game: Remarks<S>,
  step: Step<S>,
  choice: Choice | null,
  luck: Estimate | null,
): TurnNote[] {
  const found: TurnNote[] = [];
  const [best, second] = choice?.considered ?? [];
  if (choice && best) {
    if (isMistake(choice.made, game)) found.push(game.mistake(step, best));
    else if (best.move === choice.made.move && second && low(second.behind) > game.leadMatters)
      found.push({ code: "found-best", facts: { lead: tenths(second.behind.mean) } });
  }
  if (luck && Math.abs(luck.mean) >= game.muchLuck && isSided(luck)) {
    const code = luck.mean > 0 ? "lucky-draw" : "unlucky-draw";
    found.push({ code, facts: { lead: tenths(Math.abs(luck.mean)) } });
  }
  return found;
}

/** Whether a move surely gave something away, and enough of it (`much` times what a review speaks of). */
export function isMistake(
  { behind, shareBehind }: Considered,
  { leadMatters }: Pick<Remarks<never>, "leadMatters">,
  much = 1,
): boolean {
  const isSure = low(behind) > 0 && low(shareBehind) >= 0;
  return isSure && (behind.mean >= much * leadMatters || shareBehind.mean >= much * MATTERS_SHARE);
}
