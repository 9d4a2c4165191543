// What bots are called at a table: no two by the same name, and none that a person has.
import names from "../../../src/sixfold/bots/names.json";
import { base, ECHO } from "../kernel/strength";
import type { Place } from "./facts";

const NAMES: Readonly<Record<string, readonly string[]>> = { ...names, [ECHO]: ["Echo"] };

function freeName(bot: string, taken: readonly string[]): string {
  const known = NAMES[base(bot)] ?? [bot];
  const free = known.find((name) => !taken.includes(name));
  if (free !== undefined) return free;
  for (let n = 2; ; n += 1) if (!taken.includes(`${known[0]} ${n}`)) return `${known[0]} ${n}`;
}

/** Names for bots by their seats: decided once, and kept. */
export function named(bots: readonly { seat: number; bot: string }[], taken: readonly string[]): Place[] {
  const used = [...taken];
  return bots.map(({ seat, bot }) => {
    used.push(freeName(bot, used));
    return { seat, name: used.at(-1) as string, age: null };
  });
}
