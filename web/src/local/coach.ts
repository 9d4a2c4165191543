// What a player missed in the turn just made: one sentence, by what that player could see and is ready to hear. As in
// review/coach.py, where the reasons are.
import { LEVELS } from "../kernel";
import type { Overlooked } from "./course";
import { sure } from "./estimate";
import { isMistake } from "./remarks";
import { choiceOf, type Considered, type State, type Studied } from "./review";

/** How much the coach speaks of, by the level of the table. */
export type Ear = "gentle" | "steady" | "sharp";
type Better = Pick<Considered, "move" | "lead">;

const SAMPLES = 160;
const SEED = 1;
/** How many times the review's measure of a mistake something must be. */
const MUCH = { steady: 2, sharp: 1 };

/** Who plays against gentle bots wants gentle words; against people, the middle way. */
export function earFor(opponents: readonly string[]): Ear {
  const ranks = opponents.map((name) => (LEVELS as readonly string[]).indexOf(name) + 1).filter((rank) => rank > 0);
  if (ranks.length === 0) return "steady";
  const most = Math.max(...ranks);
  return most < 3 ? "gentle" : most < 5 ? "steady" : "sharp";
}

/** What the player of this move overlooked, from the hand and the table alone. */
export function overlooked<S extends State>(
  game: Studied<S>,
  before: S,
  move: string,
  points: number,
  ear: Ear,
): Overlooked {
  const better = ear === "gentle" ? more(game, before, points) : given(game, before, move, MUCH[ear]);
  if (better === null) return {};
  return { ...game.mistake({ before, move, points }, better), better: game.shown(better.move) };
}

/** What brings more at once. */
function more<S extends State>(game: Studied<S>, before: S, points: number): Better | null {
  const most = game.most(before);
  return most === null || most.points - points < game.gentle ? null : { move: most.move, lead: sure(most.points) };
}

/** What was better, if the move surely gave something away, and so many times what a review speaks of. */
function given<S extends State>(game: Studied<S>, before: S, move: string, much: number): Better | null {
  const weighed = game.weighed(before, move, SAMPLES, SEED);
  const choice = weighed && choiceOf(weighed, move);
  return choice !== null && isMistake(choice.made, game, much) ? (choice.considered[0] ?? null) : null;
}
