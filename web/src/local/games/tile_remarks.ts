// What the review of a tile game speaks of, and how it says what was better. As in review/games/tiles.py.
import type { Line, Tiles, TileState } from "../../kernel";
import { split } from "../../pieces";
import type { TurnNote } from "../../wire.gen";
import type { Answered, Where } from "../reasons";
import { tenths, type Better, type Made } from "../remarks";
import type { Studied } from "../review";

const isPlay = (move: string): boolean => move.includes(":");

export const studiedTiles = (tiles: Tiles): Studied<TileState> => ({
  leadMatters: 2,
  muchLuck: 6,
  gentle: 3,
  explains: 0.25,
  play: (state, move) => tiles.play(state, move),
  weighed: (...asked) => tiles.weighed(...asked),
  finished: (...asked) => tiles.finished(...asked),
  answers: (...asked) => answers(tiles, ...asked),
  about: (before, made, better, where) => {
    const cells = where?.cells ?? [];
    const laid = new Set(isPlay(made) ? made.split(" ").map(cellOf) : []);
    const opened = cells.some((cell) => laid.has(cell));
    const taken = linesOf(tiles, before.board, better, before.ruleset).some((line) =>
      cells.every((cell) => line.cells.includes(cell)),
    );
    return { opened, taken: !opened && taken };
  },
  mistake: (step, best) => mistake(tiles, step, best),
  shown: (move) => ({ game: "tiles", move }),
  most: ({ board, hands, to_move, ruleset }) => {
    const [move, points] = tiles.plays(board, hands[to_move ?? 0] ?? "", ruleset)[0] ?? [];
    return move === undefined || points === undefined ? null : { move, points };
  },
});

const cellOf = (placement: string): string => placement.split(":")[0] ?? "";

function linesOf(tiles: Tiles, board: string, play: string, ruleset: string): readonly Line[] {
  const judged = isPlay(play) ? tiles.judge(board, play, undefined, undefined, ruleset) : null;
  return judged?.legal ? judged.lines : [];
}

function answers(tiles: Tiles, before: TileState, move: string, samples: number, seed: number): Answered[] {
  const found = tiles.answers(before, move, samples, seed);
  const board = [before.board, isPlay(move) ? move : ""].filter(Boolean).join(" ");
  const places = new Map<string, Where | null>();
  return found.map(({ reply, points, later }) => {
    if (!places.has(reply)) places.set(reply, addedTo(reply, linesOf(tiles, board, reply, before.ruleset)[0]));
    const where = places.get(reply) ?? null;
    return { points, where, told: where !== null, later };
  });
}

/** What lay there already of the longest line of a play; null if it is all new. */
function addedTo(play: string, line: Line | undefined): Where | null {
  const laid = new Set(play.split(" ").map(cellOf));
  const cells = line?.cells.filter((cell) => !laid.has(cell)) ?? [];
  const [[color, shape] = "", [other] = ""] = split(line?.pieces ?? "");
  return cells.length > 0 ? { line: (color === other ? color : shape) ?? "", cells } : null;
}

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
  // Each kind alone: several together have a hundred times as many plays, and none of one tile besides.
  for (const kind of kinds) {
    for (const [play, , qwirkles] of tiles.plays(after.board, kind, before.ruleset)) {
      const [cell = ""] = play.split(":");
      if (qwirkles > 0) found.set(cell, [...(found.get(cell) ?? []), ...unseen.filter((one) => one === kind)]);
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
