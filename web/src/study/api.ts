// Calls for learning from games: replay, review as it is judged, other moves, pictures, puzzles, questions to the rules.
import { ask as request, Denied, json, UNREACHABLE } from "../http";
import type { Refusal } from "../wire.gen";

/** A mean with its 95 % interval: [mean, low, high]. */
export type Estimate = readonly [number, number, number];

export interface Step {
  readonly event: string | null;
  readonly move: string | null;
  /** Of a turn that stands, as reviews count them; null for draws and for what was taken back. */
  readonly number: number | null;
  readonly seat: number | null;
  readonly points: number | null;
  readonly board: string | null;
  readonly rows: readonly string[] | null;
  readonly stacks: readonly (readonly string[])[] | null;
  readonly hands: readonly string[];
  readonly scores: readonly number[];
  readonly bag: number;
  readonly to_move: number | null;
  readonly turn: number;
  /** As text, while somebody is to move: for links and for trying something else. */
  readonly position: string | null;
}

export interface Replay {
  readonly ruleset: string;
  readonly names: readonly string[];
  readonly date: string | null;
  readonly steps: readonly Step[];
  readonly took_back: number;
  readonly winners: readonly number[] | null;
  readonly reason: string | null;
}

export interface Considered {
  readonly move: string;
  readonly lead: Estimate;
  readonly share: Estimate;
  readonly behind: Estimate;
  readonly share_behind: Estimate;
}

export interface Note {
  readonly code: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

export interface Turn {
  readonly number: number;
  readonly seat: number;
  readonly move: string;
  readonly points: number | null;
  readonly shares: readonly Estimate[] | null;
  readonly made: Considered | null;
  readonly best: readonly Considered[];
  readonly exact: boolean;
  readonly luck: Estimate | null;
  readonly skill: Estimate | null;
  readonly notes: readonly Note[];
}

export interface Verdict {
  readonly given_away: readonly Estimate[];
  readonly unknown: boolean;
  readonly ledger: {
    readonly seats: readonly { readonly luck: Estimate; readonly skill: Estimate }[];
    readonly gap: Estimate | null;
  } | null;
}

export const replay = (record: string): Promise<Replay> => json("POST", "/api/study/replay", { record });
export const other = (record: string, turn: number, move: string): Promise<Turn> =>
  json("POST", "/api/study/move", { record, turn, move });
export const position = (text: string): Promise<Position> => json("POST", "/api/study/position", { position: text });
export const picture = async (body: Readonly<Record<string, unknown>>): Promise<Blob> =>
  (await request("POST", "/api/study/picture", body)).blob();
export const ask = <T>(question: Readonly<Record<string, unknown>>): Promise<T> => json("POST", "/api/ask", question);

export interface Position {
  readonly position: string;
  readonly ruleset: string;
  readonly board: string | null;
  readonly rows: readonly string[] | null;
  readonly hand: string;
}

export interface Puzzle {
  readonly game: "tiles" | "cards";
  readonly number: number;
  readonly of: number;
  readonly board?: string;
  readonly rows?: readonly string[];
  readonly hand: string;
  readonly qwirkles?: number;
  readonly scores?: readonly number[];
  readonly bag: number;
}

export interface Solved {
  readonly legal: boolean;
  readonly right?: boolean;
  readonly points?: number;
  readonly message?: string;
  readonly code?: string;
  readonly clause?: string | null;
  readonly reason?: string | null;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly solution?: string;
}

export const puzzle = (game: string, which: string): Promise<Puzzle> =>
  json("GET", `/api/puzzles/${game}/${encodeURIComponent(which)}`);
export const solve = (game: string, number: number, move: string): Promise<Solved> =>
  json("POST", `/api/puzzles/${game}/${number}`, { move });

/** Read a review as it is made: `total` first, then turn after turn, then the verdict on the whole game. */
export async function review(
  record: string,
  full: boolean,
  told: { total: (n: number) => void; turn: (turn: Turn) => void; verdict: (verdict: Verdict) => void },
  signal: AbortSignal,
): Promise<void> {
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
      const said = JSON.parse(line) as { total?: number; turn?: Turn; review?: Verdict; refusal?: Refusal };
      if (said.refusal !== undefined) throw new Denied(said.refusal);
      if (said.total !== undefined) told.total(said.total);
      if (said.turn !== undefined) told.turn(said.turn);
      if (said.review !== undefined) told.verdict(said.review);
    }
  }
}
