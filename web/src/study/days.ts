// What a person did day by day, kept on the device: results of a daily thing, and how many days in a row. Pure but for the
// two functions that read and keep; what lies in the storage is mistrusted.
import type { GameName } from "../games";
import { keepJson, readJson } from "../storage";

/** How a day went: wrong answers before the right one, or points; null when the solution was looked at. */
export type Result = number | null;

export interface Days {
  /** The last day with a right answer, 2026-11-16. */
  readonly last: string;
  /** Days in a row up to that one. */
  readonly run: number;
  /** The day that has a result, and which. */
  readonly day: string;
  readonly result: Result;
}

const NONE: Days = { last: "", run: 0, day: "", result: null };
const DAY_MS = 86_400_000;

/** The day of the reader, as 2026-11-16. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const follows = (day: string, last: string): boolean => Date.parse(day) - Date.parse(last) === DAY_MS;

/** The first result of a day counts; a right answer goes on with the row of days. */
export function withResult(days: Days, day: string, result: Result): Days {
  if (day <= days.day) return days; // also when a game of yesterday ends after today's
  if (result === null) return { ...days, day, result };
  return { last: day, run: follows(day, days.last) ? days.run + 1 : 1, day, result };
}

/** Days in a row as of a day: a row that was not gone on with yesterday is over. */
export function streak(days: Days, day: string): number {
  return days.last === day || follows(day, days.last) ? days.run : 0;
}

/** The last seven days up to a day, which of them belong to the row of days that still goes on. */
export function week(days: Days, day: string): boolean[] {
  const run = streak(days, day);
  const missing = days.last === day ? 0 : 1;
  return Array.from({ length: 7 }, (_, at) => 6 - at >= missing && 6 - at < run + missing);
}

type What = `${"puzzle" | "bag"}-${GameName}`;

export function recall(what: What): Days {
  const stored = readJson(`sixfold.days.${what}`);
  if (typeof stored !== "object" || stored === null) return NONE;
  const { last, run, day, result } = stored as Record<string, unknown>;
  const whole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (typeof last !== "string" || typeof day !== "string" || !whole(run)) return NONE;
  return { last, run, day, result: whole(result) ? result : null };
}

export function note(what: What, day: string, result: Result): Days {
  const days = withResult(recall(what), day, result);
  keepJson(`sixfold.days.${what}`, days);
  return days;
}
