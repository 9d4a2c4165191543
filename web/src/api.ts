// HTTP calls of the page, same origin, JSON both ways. A no from the server is a `Denied` that carries its refusal.
import type {
  Bots,
  DeviceCode,
  Invitation,
  Join,
  Made,
  Me,
  MyTables,
  NewTable,
  Problem,
  Proof,
  Refusal,
  TableInfo,
} from "./wire.gen";

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

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  // With this header a refusal comes with status 200: a browser writes every 4xx into its console.
  const headers: Record<string, string> = { Accept: "application/json", "Sixfold-Page": "1" };
  const asked: RequestInit = { method, headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    asked.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, asked);
  } catch {
    throw new Denied(UNREACHABLE);
  }
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (answer.ok && !isJson) return answer;
  if (answer.ok) {
    const said: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    if (isProblem(said)) throw new Denied(said.refusal);
    return answer;
  }
  const said: unknown = await answer.json().catch(() => null);
  if (isProblem(said)) throw new Denied(said.refusal);
  throw new Denied({ code: `http/${answer.status}`, message: `The server answered ${answer.status}.` });
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T;
}

const part = encodeURIComponent;

export const makeTable = (table: NewTable): Promise<Made> => json("POST", "/api/tables", table);
export const myTables = (): Promise<MyTables> => json("GET", "/api/tables");
export const tableInfo = (table: string): Promise<TableInfo> => json("GET", `/api/tables/${part(table)}`);
export const invitation = (invite: string): Promise<Invitation> => json("GET", `/api/invites/${part(invite)}`);
export const join = (invite: string, body: Join): Promise<Made> => json("POST", `/api/invites/${part(invite)}`, body);
export const proof = (table: string): Promise<Proof> => json("GET", `/api/tables/${part(table)}/proof`);
export const bots = (): Promise<Bots> => json("GET", "/api/bots");
export const me = (): Promise<Me> => json("GET", "/api/me");
export const rename = (name: string): Promise<Me> => json("PUT", "/api/me", { name });
export const deviceCode = (): Promise<DeviceCode> => json("POST", "/api/me/device", {});
export const useCode = (code: string): Promise<Me> => json("POST", "/api/device", { code });
export const record = async (table: string): Promise<string> =>
  (await ask("GET", `/api/tables/${part(table)}/record`)).text();
export const exportMe = async (): Promise<string> => (await ask("GET", "/api/me/export")).text();
export const eraseMe = async (): Promise<void> => {
  await ask("DELETE", "/api/me");
};

/** Random hex digits; `getRandomValues` exists on plain http too, unlike `randomUUID`. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
