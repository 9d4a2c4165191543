// The door to the server: what is sent, and that every way to fail is one kind of error.
import { afterEach, describe, expect, it, vi } from "vitest";
import { ask, Denied, json, UNREACHABLE } from "../src/http";
import { puzzle, review } from "../src/study/api";

const REFUSAL = { code: "table/unknown", message: "no such table" };
const problem = { status: 404, refusal: REFUSAL };
const answers = (answer: Response | Error): ReturnType<typeof vi.fn> => {
  const fetching = vi.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)));
  vi.stubGlobal("fetch", fetching);
  return fetching;
};
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "answered",
    (error: unknown) => (error instanceof Denied ? error.refusal : error),
  );

afterEach(() => vi.unstubAllGlobals());

describe("the door to the server", () => {
  it("sends JSON and marks the page, and gives the answer back unread", async () => {
    const fetching = answers(Response.json({ table: "abc" }));
    expect(await json("POST", "/api/tables", { game: "tiles" })).toEqual({ table: "abc" });
    const [path, asked] = fetching.mock.calls[0] as [string, RequestInit];
    expect([path, asked.method, asked.body]).toEqual(["/api/tables", "POST", '{"game":"tiles"}']);
    expect(asked.headers).toEqual({
      Accept: "application/json",
      "Sixfold-Page": "1",
      "Content-Type": "application/json",
    });
  });

  it("turns a refusal into Denied, whatever its status", async () => {
    for (const status of [200, 404]) {
      answers(Response.json(problem, { status }));
      expect(await refusal(ask("GET", "/api/me"))).toEqual(REFUSAL);
    }
    answers(Response.json(problem));
    expect(await refusal(puzzle("tiles", "today"))).toEqual(REFUSAL);
  });

  it("leaves an answer alone that tells of a refusal as its news", async () => {
    answers(Response.json({ ok: false, refusal: REFUSAL }));
    expect(await json("POST", "/api/ask", {})).toEqual({ ok: false, refusal: REFUSAL });
  });

  it("tells silence from a status without a word", async () => {
    answers(new TypeError("failed to fetch"));
    expect(await refusal(ask("GET", "/api/me"))).toEqual(UNREACHABLE);
    answers(new Response("oops", { status: 502 }));
    expect(await refusal(ask("GET", "/api/me"))).toMatchObject({ code: "http/502" });
  });

  it("does not take a call that was stopped for silence", async () => {
    const stop = new AbortController();
    stop.abort();
    const stopped = new DOMException("stopped", "AbortError");
    answers(stopped);
    expect(await refusal(ask("POST", "/api/study/review", {}, stop.signal))).toBe(stopped);
  });

  it("reads a review line by line, and its refusal", async () => {
    const lines = ['{"total":1}', '{"turn":{"number":1}}', JSON.stringify({ refusal: REFUSAL }), ""].join("\n");
    answers(new Response(lines, { headers: { "Content-Type": "application/x-ndjson" } }));
    const told: unknown[] = [];
    const note = (what: unknown): void => void told.push(what);
    const read = review("record", false, { total: note, turn: note, verdict: note }, new AbortController().signal);
    expect(await refusal(read)).toEqual(REFUSAL);
    expect(told).toEqual([1, { number: 1 }]);
  });
});
