// The daily bag: what it is called, where it is played on a device, and how a game of it looks without what was in it.
import type { GameName } from "../games";
import { FIGURES } from "../games/figures";
import { ID } from "../local/where";

/** The day of the bag, the same everywhere: 2026-11-16 in UTC. */
export const utcDay = (now = new Date()): string => now.toISOString().slice(0, 10);

/** The name of its bag (docs/shuffle.md). */
export const bagOf = (day: string): string => `daily ${day}`;

/** The day that a bag is of; undefined for another bag. */
export const dayOf = (bag: string): string | undefined => /^daily (\d{4}-\d\d-\d\d)$/.exec(bag)?.[1];

/** A device plays it once: the table has a name of its own. */
export const tableOf = (day: string, game: GameName): string => `${ID}daily-${game}-${day}`;

/** Whether the game came to its end by the rules (T17, C13): what was given up is no result. */
export const isWhole = (reason: string): boolean => /^[TC]\d/.test(reason);

/** Why a recorded game ended. */
export const reasonOf = (record: string): string => /^result: (\w+)/m.exec(record)?.[1] ?? "";

/** What each turn of the person brought, from the record. */
export const pointsOf = (record: string): number[] =>
  [...record.matchAll(/^0: .* = (\d+)$/gm)].map(([, points]) => Number(points));

const BARS = [..."▁▂▃▄▅▆▇█"];

/** One sign a turn: how much it brought, and nothing of what was laid. */
export function marksOf(game: GameName, points: readonly number[]): string {
  const most = BARS.length - 1;
  return points.map((each) => BARS[Math.min(most, Math.round((most * each) / FIGURES[game].turn))]).join("");
}
