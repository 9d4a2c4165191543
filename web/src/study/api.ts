// Calls for learning from games: replay, review as it is judged, other moves, pictures, puzzles, questions to the rules.
import { Denied, UNREACHABLE } from "../api";
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

async function post(path: string, body: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sixfold-Page": "1" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Denied(UNREACHABLE);
  }
  if (answer.headers.get("content-type")?.startsWith("application/json") ?? false) {
    const said = (await answer.clone().json()) as { refusal?: Refusal; ok?: boolean };
    if (said.refusal !== undefined && said.ok === undefined) throw new Denied(said.refusal);
  }
  if (!answer.ok) throw new Denied({ code: `http/${answer.status}`, message: `The server answered ${answer.status}.` });
  return answer;
}

export const replay = async (record: string): Promise<Replay> => (await post("/api/study/replay", { record })).json();
export const other = async (record: string, turn: number, move: string): Promise<Turn> =>
  (await post("/api/study/move", { record, turn, move })).json();
export const position = async (text: string): Promise<Position> =>
  (await post("/api/study/position", { position: text })).json();
export const picture = async (body: Readonly<Record<string, unknown>>): Promise<Blob> =>
  (await post("/api/study/picture", body)).blob();
export const ask = async <T>(question: Readonly<Record<string, unknown>>): Promise<T> =>
  (await post("/api/ask", question)).json();

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

export async function puzzle(game: string, which: string): Promise<Puzzle> {
  let answer: Response;
  try {
    answer = await fetch(`/api/puzzles/${game}/${encodeURIComponent(which)}`, { headers: { "Sixfold-Page": "1" } });
  } catch {
    throw new Denied(UNREACHABLE);
  }
  const said = (await answer.json()) as Puzzle & { refusal?: Refusal };
  if (said.refusal !== undefined) throw new Denied(said.refusal);
  return said;
}

export const solve = async (game: string, number: number, move: string): Promise<Solved> =>
  (await post(`/api/puzzles/${game}/${number}`, { move })).json();

/** Read a review as it is made: `total` first, then turn after turn, then the verdict on the whole game. */
export async function review(
  record: string,
  full: boolean,
  told: { total: (n: number) => void; turn: (turn: Turn) => void; verdict: (verdict: Verdict) => void },
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch("/api/study/review", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sixfold-Page": "1" },
    body: JSON.stringify({ record, full }),
    signal,
  });
  if (answer.body === null) throw new Denied(UNREACHABLE);
  if (!answer.ok) throw new Denied(((await answer.json()) as { refusal?: Refusal }).refusal ?? UNREACHABLE);
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
