import { describe, expect, it } from "vitest";
import { recall, streak, today, week, withResult, type Days } from "../src/study/days";

const NONE: Days = { last: "", run: 0, day: "", result: null };

describe("days in a row", () => {
  it("go on from yesterday, over the end of a month and of summer time", () => {
    let days = NONE;
    for (const day of ["2026-10-24", "2026-10-25", "2026-10-26"]) days = withResult(days, day, 0);
    expect(streak(days, "2026-10-26")).toBe(3);
    for (const day of ["2026-10-27", "2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01"])
      days = withResult(days, day, 2);
    expect(streak(days, "2026-11-02")).toBe(9);
    expect(streak(days, "2026-11-03")).toBe(0);
  });

  it("begin anew after a day without", () => {
    const days = withResult(withResult(NONE, "2026-11-14", 0), "2026-11-16", 1);
    expect([days.run, streak(days, "2026-11-16")]).toEqual([1, 1]);
  });

  it("count the first result of a day alone", () => {
    const looked = withResult(withResult(NONE, "2026-11-15", 0), "2026-11-16", null);
    expect(withResult(looked, "2026-11-16", 0)).toBe(looked);
    expect([looked.result, streak(looked, "2026-11-16"), streak(looked, "2026-11-17")]).toEqual([null, 1, 0]);
  });

  it("stay when a game of an earlier day ends late", () => {
    const days = withResult(withResult(NONE, "2026-11-15", 90), "2026-11-16", 80);
    expect(withResult(days, "2026-11-14", 120)).toBe(days);
    expect(withResult(days, "2026-11-15", 120)).toBe(days);
  });

  it("are seen as the last seven days, today at the end", () => {
    const drawn = (days: Days, day: string): string =>
      week(days, day)
        .map((done) => (done ? "x" : "-"))
        .join("");
    let days = NONE;
    expect(drawn(days, "2026-11-16")).toBe("-------");
    for (const day of ["2026-11-13", "2026-11-14", "2026-11-15"]) days = withResult(days, day, 0);
    expect(drawn(days, "2026-11-15")).toBe("----xxx");
    expect(drawn(days, "2026-11-16")).toBe("---xxx-");
    expect(drawn(days, "2026-11-17")).toBe("-------");
    expect(drawn({ ...days, run: 40 }, "2026-11-16")).toBe("xxxxxx-");
  });

  it("are the reader's own days", () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });

  it("are none where nothing may be kept", () => {
    expect(recall("puzzle-tiles")).toEqual(NONE);
  });
});
