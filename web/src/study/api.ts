// Calls for learning from games: replay, review as it is judged, other moves, pictures, puzzles, questions to the rules.
import { ask as request, Denied, json, UNREACHABLE } from "../http";
import { either } from "../local/either";
import type { GameName } from "../games";
import type {
  CheckAnswer,
  Checked,
  DraftBody,
  Drafted,
  EngineQuestion,
  ReviewedTurn,
  PictureBody,
  PlaysAnswer,
  Puzzle,
  PuzzleVerdict,
  Replay,
  ReviewedGame,
  ReviewLine,
  ShownPosition,
  SolveAnswer,
} from "../wire.gen";

/** A mean with its 95 % interval: [mean, low, high]. */
export type Estimate = ReviewedTurn["best"][number]["lead"];

export type Draft = { play: string } | { rows: string[]; taken: string[] };

interface Answers {
  plays: PlaysAnswer;
  check: CheckAnswer;
  solve: SolveAnswer;
}

export const replay = (record: string): Promise<Replay> => json("POST", "/api/study/replay", { record });
export const other = (record: string, turn: number, move: string): Promise<ReviewedTurn> =>
  either(
    () => json("POST", "/api/study/move", { record, turn, move }),
    (home) => home.other(record, turn, move),
  );
export const position = (text: string): Promise<ShownPosition> =>
  either(
    () => json("POST", "/api/study/position", { position: text }),
    (home) => home.position(text),
  );
/** A draft in a position, judged as at a table. */
export const check = (position: string, draft: Draft): Promise<Checked> => {
  const body: DraftBody = { position, ...draft };
  return either(
    async () => (await json<Drafted>("POST", "/api/study/check", body)).checked,
    (home) => home.check(body),
  );
};
export const picture = async (body: PictureBody): Promise<Blob> =>
  (await request("POST", "/api/study/picture", body)).blob();
/** A question to the rules, in the words of the engine protocol. */
export const ask = <Q extends EngineQuestion>(question: Q): Promise<Answers[Q["do"]]> =>
  either(
    () => json("POST", "/api/ask", question),
    (home) => home.ask(question),
  );

export const puzzle = (game: GameName, which: string): Promise<Puzzle> =>
  either(
    () => json("GET", `/api/puzzles/${game}/${encodeURIComponent(which)}`),
    (home) => home.puzzle(game, which),
  );
export const solve = (game: GameName, number: number, move: string): Promise<PuzzleVerdict> =>
  either(
    () => json("POST", `/api/puzzles/${game}/${number}`, { move }),
    (home) => home.solve(game, String(number), move),
  );

/** Who hears of a review: its place in the queue while it waits, `total`, then turn after turn, then the verdict on the whole game. */
export interface Told {
  readonly queue?: (place: number) => void;
  readonly total: (n: number) => void;
  readonly turn: (turn: ReviewedTurn) => void;
  readonly verdict: (verdict: ReviewedGame) => void;
}

/** Read a review as it is made. */
export const review = (record: string, full: boolean, told: Told, signal: AbortSignal): Promise<void> =>
  either(
    () => readReview(record, full, told, signal),
    async () => (await import("../local/reviewing")).review(record, full, told, signal),
  );

async function readReview(record: string, full: boolean, told: Told, signal: AbortSignal): Promise<void> {
  const answer = await request("POST", "/api/study/review", { record, full }, signal);
  if (answer.body === null) throw new Denied(UNREACHABLE);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const said = JSON.parse(line) as ReviewLine;
      if (said.refusal !== undefined) throw new Denied(said.refusal);
      if (said.queue !== undefined) told.queue?.(said.queue);
      if (said.total !== undefined) told.total(said.total);
      if (said.turn !== undefined) told.turn(said.turn);
      if (said.review !== undefined) told.verdict(said.review);
    }
  }
}
