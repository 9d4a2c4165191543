// The clocks of a table in words: what is chosen for it, and what is left.
import { language, t } from "../i18n";

/** As in the options of a table: seconds for a turn, or for all turns of a seat and each turn made; days. */
export interface TimeLimit {
  readonly clock: number | null;
  readonly total: number | null;
  readonly increment: number;
  readonly vacation: number;
}

export const DAY = 86400;
export const NO_LIMIT: TimeLimit = { clock: null, total: null, increment: 0, vacation: 0 };

/** What a table, quick pairing and a tournament offer: for each turn, or for the whole game. */
export const OFFERED: readonly TimeLimit[] = [
  ...[30, 60, 120, 300, DAY, 3 * DAY, 7 * DAY, 14 * DAY].map((clock) => ({ ...NO_LIMIT, clock })),
  { ...NO_LIMIT, total: 600, increment: 5 },
  { ...NO_LIMIT, total: 1200, increment: 10 },
  { ...NO_LIMIT, total: 7 * DAY, increment: DAY / 4 },
];

/** What strangers play by unless they choose. */
export const USUAL: TimeLimit = { ...NO_LIMIT, clock: 60 };

/** Whether nobody sits there and waits. */
export const byLetter = ({ clock, total }: TimeLimit): boolean => Math.max(clock ?? 0, total ?? 0) >= DAY;

/** As the value of an option. */
export const written = ({ clock, total, increment }: TimeLimit): string =>
  total === null ? `${clock ?? 0}` : `${total}+${increment}`;

const UNITS = [[DAY, "day"], [3600, "hour"], [60, "minute"], [1, "second"]] as const; // prettier-ignore
type Unit = (typeof UNITS)[number][1];

function inUnit(n: number, unit: Unit, unitDisplay: "long" | "narrow"): string {
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay }).format(n);
}

/** Seconds in the largest unit that says them exactly: "2 minutes". */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds > 0 && seconds % each === 0) ?? [1, "second"];
  return inUnit(seconds / size, unit, "long");
}

/** Seconds in two units, as far as they matter: "2d 5h", "5h 12m", "9m 4s". */
export function roughly(seconds: number): string {
  const [first, second] = seconds >= DAY ? UNITS : seconds >= 3600 ? UNITS.slice(1) : UNITS.slice(2);
  return [first, second]
    .flatMap((each) => (each === undefined ? [] : [each]))
    .map(([size, unit], n) =>
      inUnit(Math.floor((n === 0 ? seconds : seconds % (first?.[0] ?? 1)) / size), unit, "narrow"),
    )
    .join(" ");
}

/** The clock that a table or a tournament says it has; what it leaves out is none. */
export function limitOf(told: { readonly [part in keyof TimeLimit]?: TimeLimit[part] | undefined }): TimeLimit {
  const { clock = null, total = null, increment = 0, vacation = 0 } = told;
  return { clock, total, increment, vacation };
}

/** A clock in words. */
export function timeOf(time: TimeLimit): string {
  if (time.vacation > 0) {
    const clock = timeOf({ ...time, vacation: 0 });
    return t("clocks.plusVacation", { clock, time: duration(time.vacation * DAY) });
  }
  if (time.total !== null) {
    const all = { time: duration(time.total), more: duration(time.increment) };
    return t(time.increment > 0 ? "clocks.totalPlus" : "clocks.total", all);
  }
  return time.clock === null ? t("meet.noClock") : t("meet.turn", { time: duration(time.clock) });
}
