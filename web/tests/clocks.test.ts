import { beforeAll, expect, it } from "vitest";
import { setLanguage } from "../src/i18n";
import { byLetter, DAY, limitOf, NO_LIMIT, OFFERED, timeOf, written } from "../src/served/clocks";

beforeAll(() => setLanguage("en", false));

it("says every clock in words", () => {
  expect(timeOf(limitOf({}))).toBe("no clock");
  expect(timeOf(limitOf({ clock: 120 }))).toBe("2 minutes a turn");
  expect(timeOf(limitOf({ total: 600 }))).toBe("10 minutes for the whole game");
  expect(timeOf(limitOf({ total: 600, increment: 5 }))).toBe(
    "10 minutes for the whole game, 5 seconds more with every turn",
  );
  expect(timeOf(limitOf({ clock: 3 * DAY, vacation: 14 }))).toBe("3 days a turn, up to 14 days of vacation");
});

it("offers a clock for each turn, for the whole game, and of days, each once", () => {
  expect(new Set(OFFERED.map(written)).size).toBe(OFFERED.length);
  expect(OFFERED.every(({ clock, total }) => (clock === null) !== (total === null))).toBe(true);
  expect(OFFERED.some(byLetter)).toBe(true);
  expect(OFFERED).not.toContainEqual(NO_LIMIT);
});
