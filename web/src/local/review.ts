// A finished game judged on this device, turn by turn: choices, luck and skill, as a server judges it (sixfold.review).
// What a move is worth and how games end is the kernel's to say; here are means and their errors.
import { ended, type CardState, type Ends, type TileState, type Weighed } from "../kernel";
import type { ConsideredMove, ReviewedTurn, ReviewedGame } from "../wire.gen";
import { estimate, low, meanOf, minus, negative, NOTHING, plus, sure, told, type Estimate } from "./estimate";
import { reasonFor, type Answers } from "./reasons";
import { isMistake, notesOn, type Remarks } from "./remarks";

export type State = TileState | CardState;

/** A move that stands in a record, with the states around it; `drawn` after the draw that followed. */
export interface Step<S = State> {
  readonly number: number;
  readonly seat: number;
  readonly before: S;
  readonly move: string;
  readonly points: number | null;
  readonly after: S;
  readonly drawn: S | null;
}

/** A game as its reviewer needs it: the kernel weighs moves and plays on, and there are words for what was missed. */
export interface Studied<S> extends Remarks<S>, Answers<S> {
  play(state: S, move: string): S;
  weighed(state: S, made: string, samples: number, seed: number): Weighed | null;
  finished(state: S, samples: number, seed: number): Ends;
}

/** How much work a review does for each turn: samples to judge the choice, games finished to value a position. */
export interface Strength {
  readonly samples: number;
  readonly finishes: number;
}

export const QUICK: Strength = { samples: 160, finishes: 200 };
export const FULL: Strength = { samples: 1600, finishes: 1200 };
const SHOWN = 5;

export interface Considered {
  readonly move: string;
  readonly lead: Estimate;
  readonly share: Estimate;
  readonly behind: Estimate;
  readonly shareBehind: Estimate;
}

export interface Choice {
  readonly made: Considered;
  readonly considered: readonly Considered[];
  readonly exact: boolean;
}

/** What the whole review needs of a turn, and how it is told. */
export interface Judged {
  readonly turn: ReviewedTurn;
  readonly luck: Estimate | null;
  readonly shareLuck: Estimate | null;
  readonly skill: Estimate | null;
  readonly shareSkill: Estimate | null;
  readonly behind: Estimate | null;
}

const isKnown = ({ hands, need }: State): boolean => ![...hands, need?.back ?? ""].join().includes("?");

type Rows = Ends["leads"];
const column = (rows: Rows, i: number): number[] => rows.map((row) => row[i] ?? 0);

/** From batch means, a row for each batch and a column for each move. */
export function choiceOf({ moves, leads: lead, shares: share, exact, apart = false }: Weighed, made: string): Choice {
  const bestOf = (rows: Rows): number => {
    const worth = moves.map((_, i) => meanOf(column(rows, i)));
    return worth.indexOf(Math.max(...worth));
  };
  const all = share.flat();
  const isEven = all.every((value) => Math.abs(value - (all[0] ?? 0)) < 1e-9);
  const values = isEven ? lead : share;
  const best = bestOf(values);
  // What looks best in some samples looks too good in them: noisy values are held against the other half's best.
  const rivals = apart ? [1, 0].map((half) => bestOf(values.filter((_, batch) => batch % 2 === half))) : [best, best];
  const behind = (rows: Rows, i: number): Estimate =>
    i === best ? NOTHING : estimate(rows.map((row, batch) => (row[rivals[batch % 2] ?? best] ?? 0) - (row[i] ?? 0)));
  const found = moves.map((move, i): Considered => ({
    move,
    lead: estimate(column(lead, i)),
    share: estimate(column(share, i)),
    behind: behind(lead, i),
    shareBehind: behind(share, i),
  }));
  const first = found[best] as Considered;
  const others = found
    .filter((one) => one !== first)
    .sort((a, b) => b.share.mean - a.share.mean || b.lead.mean - a.lead.mean);
  return { made: found[moves.indexOf(made)] as Considered, considered: [first, ...others], exact };
}

/** Judge one turn: nothing of it depends on any other. */
export function judgeTurn<S extends State>(
  game: Studied<S>,
  step: Step<S>,
  { samples, finishes }: Strength,
  seed = 1,
): Judged {
  // Seeds of their own for every estimate: luck and skill are never measured with the same games.
  const first = 1_000_003 * (seed + 1) + 10_007 * step.number;
  const { before, after, drawn, seat } = step;
  const weighed = game.weighed(before, step.move, samples, first);
  const choice = weighed && choiceOf(weighed, step.move);
  const finished = (state: S, more: number): Ends => game.finished(state, finishes, first + more);
  let [shown, skill, luck]: [Estimate[] | null, Pair | null, Pair | null] = [null, null, null];
  if (isKnown(before)) {
    const usual = finished(before, 1);
    shown = before.hands.map((_, one) => estimate(column(usual.shares, one)));
    skill = gained(usual, finished(after, 1), seat);
    if (drawn !== null && isKnown(drawn)) luck = apart(finished(after, 3), finished(drawn, 4), seat);
  }
  const behind = choice?.made.behind ?? null;
  const notes = notesOn(game, step, choice, luck?.lead ?? null);
  const isWrong = choice !== null && isMistake(choice.made, game);
  const seats = before.hands.length;
  const turn: ReviewedTurn = {
    number: step.number,
    seat,
    move: step.move,
    points: step.points,
    shares: shown && shown.map(told),
    made: choice && consideredTold(choice.made),
    best: (choice?.considered ?? []).slice(0, SHOWN).map(consideredTold),
    exact: choice?.exact ?? false,
    luck: luck && told(luck.lead),
    share_luck: luck && told(luck.share),
    skill: skill && told(skill.lead),
    share_skill: skill && told(skill.share),
    notes,
    reason: isWrong ? reasonFor(game, { before, seat, seats, choice }, samples, first) : null,
  };
  const [one, other] = [luck, skill];
  return {
    turn,
    behind,
    luck: one?.lead ?? null,
    shareLuck: one?.share ?? null,
    skill: other?.lead ?? null,
    shareSkill: other?.share ?? null,
  };
}

interface Pair {
  readonly lead: Estimate;
  readonly share: Estimate;
}

/** What came to a seat between two positions that were played on apart. */
function apart(before: Ends, after: Ends, seat: number): Pair {
  const gain = (of: keyof Ends): Estimate =>
    minus(estimate(column(after[of], seat)), estimate(column(before[of], seat)));
  return { lead: gain("leads"), share: gain("shares") };
}

/** The worth of the move less that of what the reference player does here, in the same bags where both go on. */
function gained(usual: Ends, made: Ends, seat: number): Pair {
  if (made.leads.length !== usual.leads.length) return apart(usual, made, seat);
  const gain = (of: keyof Ends): Estimate => {
    const plain = column(usual[of], seat);
    return estimate(column(made[of], seat).map((value, i) => value - (plain[i] ?? 0)));
  };
  return { lead: gain("leads"), share: gain("shares") };
}

const consideredTold = ({ move, lead, share, behind, shareBehind }: Considered): ConsideredMove => ({
  move,
  lead: told(lead),
  share: told(share),
  behind: told(behind),
  share_behind: told(shareBehind),
});

/** What a game is besides its turns. */
export interface About<S = State> {
  readonly ruleset: string;
  readonly names: readonly string[];
  readonly winners: readonly number[] | null;
  readonly first: S | null;
  readonly final: S;
}

/** Put judged turns together: the ledger, if every hand was known, and the result. */
export function assemble<S extends State>(
  game: Studied<S>,
  about: About<S>,
  judged: readonly Judged[],
  { finishes }: Strength,
  seed = 1,
): ReviewedGame {
  const { final, first, names } = about;
  const isUnknown = judged.some(({ turn }) => turn.shares === null);
  const of = (seat: number, what: (one: Judged) => Estimate | null): Estimate =>
    judged
      .filter(({ turn }) => turn.seat === seat)
      .map((one) => what(one) ?? NOTHING)
      .reduce(plus, NOTHING);
  const accounts = names.map((_, seat) => ({
    luck: of(seat, (one) => one.luck),
    skill: of(seat, (one) => one.skill),
    share_luck: of(seat, (one) => one.shareLuck),
    share_skill: of(seat, (one) => one.shareSkill),
  }));
  const hasLedger = judged.length > 0 && !isUnknown && first !== null;
  const start = hasLedger ? estimate(column(game.finished(first, finishes, seed + 7).leads, 0)) : NOTHING;
  // Only a game that ended by the rules has a result that luck and skill could explain.
  const result = final.outcome === null ? null : (ended([final.scores]).leads[0]?.[0] ?? 0);
  const [mine, other] = accounts;
  const explained =
    accounts.length === 2 && mine && other
      ? [mine.luck, mine.skill, negative(other.luck), negative(other.skill)].reduce(plus, start)
      : null;
  const gap = explained === null || result === null ? null : minus(sure(result), explained);
  const each = ({ luck, skill, share_luck, share_skill }: (typeof accounts)[number]) => ({
    luck: told(luck),
    skill: told(skill),
    share_luck: told(share_luck),
    share_skill: told(share_skill),
  });
  return {
    ruleset: about.ruleset,
    names: [...names],
    scores: [...final.scores],
    winners: about.winners === null ? null : [...about.winners],
    unknown: isUnknown,
    given_away: names.map((_, seat) =>
      told(of(seat, ({ behind }) => (behind !== null && low(behind) > 0 ? behind : null))),
    ),
    ledger: hasLedger ? { start: told(start), seats: accounts.map(each), result, gap: gap && told(gap) } : null,
  };
}
