// What a player missed in the turn just made: one sentence, by what that player could see and is ready to hear. As in
// review/coach.py, where the reasons are.
import { LEVELS } from "../kernel";
import { base } from "../kernel/strength";
import type { Overlooked } from "./course";
import { sure } from "./estimate";
import { reasonFor } from "./reasons";
import { isMistake } from "./remarks";
import { choiceOf, type Considered, type State, type Studied } from "./review";
import type { TurnReason } from "../wire.gen";

/** How much the coach speaks of, by the level of the table. */
export type Ear = "gentle" | "steady" | "sharp";
/** The better move, and why it is better where the games that judged both tell. */
interface Found {
  readonly better: Pick<Considered, "move" | "lead">;
  readonly reason: TurnReason | null;
}

const SAMPLES = 160;
const SEED = 1;
/** How many times the review's measure of a mistake something must be. */
const MUCH = { steady: 2, sharp: 1 };

/** Who plays against gentle bots wants gentle words; against people, the middle way. */
export function earFor(opponents: readonly string[]): Ear {
  const ranks = opponents
    .map((name) => (LEVELS as readonly string[]).indexOf(base(name)) + 1)
    .filter((rank) => rank > 0);
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
  const found = ear === "gentle" ? more(game, before, points) : given(game, before, move, MUCH[ear]);
  if (found === null) return {};
  const { better, reason } = found;
  return { ...game.mistake({ before, move, points }, better), better: game.shown(better.move), reason };
}

/** What brings more at once. */
function more<S extends State>(game: Studied<S>, before: S, points: number): Found | null {
  const most = game.most(before);
  if (most === null || most.points - points < game.gentle) return null;
  return { better: { move: most.move, lead: sure(most.points) }, reason: null };
}

/** What was better, if the move surely gave something away, and so many times what a review speaks of. */
function given<S extends State>(game: Studied<S>, before: S, move: string, much: number): Found | null {
  const weighed = game.weighed(before, move, SAMPLES, SEED);
  const choice = weighed && choiceOf(weighed, move);
  const [better] = choice?.considered ?? [];
  if (choice === null || better === undefined || !isMistake(choice.made, game, much)) return null;
  const turn = { before, seat: before.to_move ?? 0, seats: before.hands.length, choice };
  return { better, reason: reasonFor(game, turn, SAMPLES, SEED) };
}
