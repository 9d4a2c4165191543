// What is worth a sentence about a turn: a code and its facts. As in review/notes.py and review/games; sentences are
// messages.
import type { Cards, CardState, Tiles, TileState } from "../kernel";
import { cardsOf, readTurn } from "../kernel/rows";
import { split } from "../pieces";
import type { CardsMove, TilesMove, TurnNote } from "../wire.gen";
import { isSided, low, rounded, type Estimate } from "./estimate";
import { turnOf, turnText } from "./turns";
import type { Choice, Considered, State, Step, Studied } from "./review";

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

type Made<S> = Pick<Step<S>, "before" | "move" | "points">;
type Better = Pick<Considered, "move" | "lead">;

const MATTERS_SHARE = 0.02;
const SET = 6;

const tenths = (value: number): number => rounded(value, 1);
const isPlay = (move: string): boolean => move.includes(":");

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

// ---- tiles -----------------------------------------------------------------------------------------------------------

export const studiedTiles = (tiles: Tiles): Studied<TileState> => ({
  leadMatters: 2,
  muchLuck: 6,
  gentle: 3,
  play: (state, move) => tiles.play(state, move),
  weighed: (...asked) => tiles.weighed(...asked),
  finished: (...asked) => tiles.finished(...asked),
  mistake: (step, best) => mistake(tiles, step, best),
  shown: (move) => ({ game: "tiles", move }),
  most: ({ board, hands, to_move, ruleset }) => {
    const [move, points] = tiles.plays(board, hands[to_move ?? 0] ?? "", ruleset)[0] ?? [];
    return move === undefined || points === undefined ? null : { move, points };
  },
});

/** What a play makes at once. */
type Brought = Readonly<Record<"points" | "lines" | "qwirkles", number>>;
type Facts = TurnNote["facts"];

function mistake(tiles: Tiles, { before, move, points }: Made<TileState>, best: Better): TurnNote {
  const made = points ?? 0;
  const plain: Facts = { best: best.move, made, lead: tenths(best.lead.mean) };
  if (best.move.startsWith("swap "))
    return { code: "better-exchange", facts: { ...plain, pieces: best.move.slice(5) } };
  const [had, could] = [madeBy(tiles, before, move), madeBy(tiles, before, best.move)];
  if (could === null) return leftFive(tiles, before, move, best.move, plain) ?? { code: "better-kept", facts: plain };
  const facts = { ...plain, points: could.points, lines: could.lines, cell: best.move.split(":")[0] ?? "" };
  const code = atOnce(could, had, made);
  if (code !== null) return { code, facts };
  return leftFive(tiles, before, move, best.move, facts) ?? { code: "better-kept", facts };
}

/** What the better play brings at once, if it does. */
function atOnce(could: Brought, had: Brought | null, made: number): string | null {
  if (could.qwirkles > 0 && !had?.qwirkles) return "missed-qwirkle";
  if (could.points <= made) return null;
  return could.lines > Math.max(1, had?.lines ?? 0) ? "missed-lines" : "missed-points";
}

function madeBy(tiles: Tiles, { board, ruleset }: TileState, move: string): Brought | null {
  const judged = isPlay(move) ? tiles.judge(board, move, undefined, undefined, ruleset) : null;
  return judged?.legal ? { points: judged.points, lines: judged.lines.length, qwirkles: judged.qwirkles } : null;
}

function leftFive(tiles: Tiles, before: TileState, move: string, best: string, facts: Facts): TurnNote | null {
  const five = fives(tiles, before, move);
  const [first] = five;
  if (first === undefined || five.length <= fives(tiles, before, best).length) return null;
  const [line, pieces] = first;
  return { code: "left-five", facts: { ...facts, line, pieces: pieces.join(""), count: pieces.length } };
}

/** Places where one unseen tile would finish a Qwirkle after a move, with the tiles that would. */
function fives(tiles: Tiles, before: TileState, move: string): [cell: string, pieces: string[]][] {
  if (!isPlay(move)) return [];
  const seat = before.to_move ?? 0;
  const after = tiles.play(before, move);
  const unseen = split(tiles.view({ ...after, need: null }, seat).unseen);
  const kinds = [...new Set(unseen)];
  const found = new Map<string, string[]>();
  for (let from = 0; from < kinds.length; from += SET) {
    const plays = tiles.plays(after.board, kinds.slice(from, from + SET).join(""), before.ruleset);
    for (const [play, , qwirkles] of plays) {
      const [cell = "", piece = ""] = play.split(":");
      if (qwirkles === 0 || play.includes(" ")) continue;
      found.set(cell, [...(found.get(cell) ?? []), ...unseen.filter((one) => one === piece)]);
    }
  }
  const at = (cell: string): number[] => cell.split(",").map(Number);
  const reading = ([one]: [string, string[]], [other]: [string, string[]]): number => {
    const [[x = 0, y = 0], [u = 0, v = 0]] = [at(one), at(other)];
    return y - v || x - u;
  };
  const inOrder = (pieces: string[]): string[] => pieces.sort((a, b) => kinds.indexOf(a) - kinds.indexOf(b));
  return [...found].map(([cell, pieces]): [string, string[]] => [cell, inOrder(pieces)]).sort(reading);
}

// ---- cards -----------------------------------------------------------------------------------------------------------

export const studiedCards = (cards: Cards): Studied<CardState> => ({
  leadMatters: 0.4,
  muchLuck: 0.8,
  gentle: 1,
  play: (state, move) => cards.play(state, move),
  weighed: (...asked) => cards.weighed(...asked),
  finished: (...asked) => cards.finished(...asked),
  shown: (move) => ({ game: "cards", ...turnOf(move) }),
  most: ({ sheet, table, hands, to_move }) => {
    const best = sheet.length === 0 ? null : cards.solve(table, hands[to_move ?? 0] ?? "");
    return best && { move: turnText(best.rows, best.taken), points: best.qwirkles };
  },
  mistake: ({ move, points }, best) => {
    const made = points ?? 0;
    const taken = readTurn(best.move).taken.length;
    const facts: Facts = { best: best.move, made, points: taken, lead: rounded(best.lead.mean, 2) };
    if (taken > made) return { code: "missed-qwirkles", facts };
    return { code: lying(move) > lying(best.move) ? "gave-qwirkle" : "other-rest", facts };
  },
});

/** How many cards a turn leaves on the table. */
const lying = (move: string): number => cardsOf(readTurn(move).rows).length;
