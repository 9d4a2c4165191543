// Why another move was better, from the very rollouts that judged both. As in review/reasons.py, where the reasons are.
import type { ReasonLater, ReasonReply, TurnReason } from "../wire.gen";
import { estimate, low, meanOf, rounded } from "./estimate";
import type { Choice } from "./review";

/** A line on the table that somebody may add to: the colour or shape of it, and its cells from end to end. */
export interface Where {
  readonly line: string;
  readonly cells: readonly string[];
}

/** What came after a move in one sample: the next player's best reply, where it adds to, and the own next turn. */
export interface Answered {
  readonly points: number;
  readonly where: Where | null;
  readonly told: boolean;
  readonly later: number;
}

/** What a game knows of the samples that judged a move. */
export interface Answers<S> {
  readonly leadMatters: number;
  /** A reason shows at least so much of a mistake within a round. */
  readonly explains: number;
  answers(before: S, move: string, samples: number, seed: number): readonly Answered[];
  /** Whether a line has to do with the move made, and whether the better one adds to it itself. */
  about(before: S, made: string, better: string, where: Where | null): { opened: boolean; taken: boolean };
}

interface Turn<S> {
  readonly before: S;
  readonly seat: number;
  readonly seats: number;
  readonly choice: Choice;
}

const SAMPLES = 100;
const RARE = 0.1;

const matters = (gains: readonly number[], least: number): boolean => {
  const gain = estimate(gains);
  return low(gain) > 0 && gain.mean >= least;
};

export function reasonFor<S>(game: Answers<S>, turn: Turn<S>, samples: number, seed: number): TurnReason | null {
  const { made, considered } = turn.choice;
  const better = considered[0]?.move ?? "";
  const after = (move: string): readonly Answered[] =>
    game.answers(turn.before, move, Math.min(samples, SAMPLES), seed);
  const [was, best] = [after(made.move), after(better)];
  if (was.length === 0 || was.length !== best.length) return null;
  const least = Math.max(game.leadMatters / 2, game.explains * made.behind.mean);
  const reply = replyIn(game, turn, better, was, best, least);
  const later = laterIn(was, best, least);
  return reply || later ? { reply, later } : null;
}

function replyIn<S>(
  game: Answers<S>,
  { before, seat, seats, choice }: Turn<S>,
  better: string,
  was: readonly Answered[],
  best: readonly Answered[],
  least: number,
): ReasonReply | null {
  const key = ({ where }: Answered): string => (where ? [where.line, ...where.cells].join(" ") : "");
  const gains = was.map(({ points }, at) => points - (best[at]?.points ?? 0));
  const more = new Map<string, number>();
  was.forEach((one, at) => {
    if (one.told) more.set(key(one), (more.get(key(one)) ?? 0) + (gains[at] ?? 0));
  });
  const most = Math.max(...more.values());
  const [place] = [...more].find(([, gain]) => gain === most) ?? [];
  const isThere = was.map((one) => one.told && key(one) === place);
  const there = <T>(of: readonly T[]): T[] => of.filter((_, at) => isThere[at]);
  const [first] = there(was);
  const often = there(was).length / was.length;
  const told = gains.map((gain, at) => (isThere[at] ? gain : 0));
  if (first === undefined || often < RARE || !matters(told, least)) return null;
  const [points, instead] = [was, best].map((of) => rounded(meanOf(there(of).map((one) => one.points)), 4));
  return {
    seat: (seat + 1) % seats,
    often: rounded(often, 4),
    points: points ?? 0,
    instead: instead ?? 0,
    line: first.where?.line ?? null,
    cells: [...(first.where?.cells ?? [])],
    ...game.about(before, choice.made.move, better, first.where),
  };
}

function laterIn(was: readonly Answered[], best: readonly Answered[], least: number): ReasonLater | null {
  const [points, instead] = [was, best].map((of) => of.map((one) => one.later)) as [number[], number[]];
  const gains = instead.map((value, at) => value - (points[at] ?? 0));
  return matters(gains, least) ? { points: rounded(meanOf(points), 4), instead: rounded(meanOf(instead), 4) } : null;
}
