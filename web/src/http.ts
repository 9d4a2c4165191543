// The one door to the server's HTTP side, same origin. A no, from here or from a table's socket, is a `Denied`.
import { hosted } from "./address";
import type { Problem, Refusal } from "./wire.gen";

/** The server said no; `refusal` says why, in a form that refusals.ts puts into words. */
export class Denied extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The server did not answer at all. */
export const UNREACHABLE: Refusal = { code: "page/unreachable", message: "The server does not answer." };

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "refusal" in body && !("ok" in body);
}

const isJson = (answer: Response): boolean =>
  answer.headers.get("content-type")?.startsWith("application/json") ?? false;

/** Ask and get the answer as it comes (a text, a picture, a stream); a call that `signal` stops fails with its reason. */
export async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  // With this header a refusal comes with status 200: a browser writes every 4xx into its console.
  const headers: Record<string, string> = { Accept: "application/json", "Sixfold-Page": "1" };
  const asked: RequestInit = { method, headers, signal: signal ?? null };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    asked.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(hosted(path), asked);
  } catch (error) {
    throw signal?.aborted ? error : new Denied(UNREACHABLE);
  }
  if (!answer.ok || isJson(answer)) {
    const said: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    if (isProblem(said)) throw new Denied(said.refusal);
  }
  if (answer.ok) return answer;
  throw new Denied({ code: `http/${answer.status}`, message: `The server answered ${answer.status}.` });
}

/** Ask and get JSON. */
export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T;
}
