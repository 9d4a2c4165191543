import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace } from "../src/pace";
import type { Frame } from "../src/wire.gen";

const turn = (n: number, seat: number): Frame =>
  ({ t: "event", n, event: { type: "played", seat } }) as unknown as Frame;
const other = (n: number, type: string): Frame => ({ t: "event", n, event: { type } }) as unknown as Frame;

describe("the pace of a table", () => {
  let shown: unknown[] = [];
  let wait = 700;
  let pace: Pace;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    shown = [];
    wait = 700;
    pace = new Pace(
      (frame) => shown.push("n" in frame ? frame.n : frame.t),
      (seat) => seat === 0,
      () => wait,
    );
  });
  afterEach(() => vi.useRealTimers());

  it("shows one's own turn at once and others' one after the other, all in their order", () => {
    pace.take(turn(1, 0));
    pace.take(turn(2, 1));
    pace.take({ t: "presence", online: [] });
    pace.take(turn(3, 2));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(699);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, 2, "presence"]);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual([1, 2, "presence", 3]);
  });

  it("lets the last turn be seen before the end", () => {
    pace.take(turn(1, 1));
    pace.take(other(2, "ended"));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual([1, 2]);
  });

  it("does not wait for what comes late by itself, nor for what is no turn", () => {
    pace.take(turn(1, 1));
    pace.take(other(2, "said"));
    vi.advanceTimersByTime(800);
    pace.take(turn(3, 2));
    expect(shown).toEqual([1, 2, 3]);
  });

  it("forgets what waits when a welcome comes: the table tells it again", () => {
    pace.take(turn(1, 1));
    pace.take(turn(2, 2));
    pace.take({ t: "welcome", n: 1 } as unknown as Frame);
    pace.take(turn(2, 2));
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([1, 1, 2]);
  });

  it("shows everything at once when no pause is wanted, or when too much waits", () => {
    wait = 0;
    for (const n of [1, 2, 3]) pace.take(turn(n, 1));
    expect(shown).toEqual([1, 2, 3]);
    wait = 700;
    for (let n = 4; n < 40; n += 1) pace.take(turn(n, 1));
    vi.advanceTimersByTime(700);
    expect(shown.length).toBeGreaterThan(12);
  });

  it("shows nothing more once it is stopped", () => {
    pace.take(turn(1, 1));
    pace.take(turn(2, 1));
    pace.stop();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([1]);
  });
});
