// What bots say of their choices, and the numbers in it, written as Python writes them. The sentences are generated.
import { NOTES } from "./kernel.gen";
import type { Choice, Level } from "./types";

/** So many digits, and of two numbers that are as near the even one, as Python rounds. */
function fixed(value: number, digits: number): string {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const steps = size * 2 ** (digits + 1);
  const tie = Number.isInteger(steps) && steps % 2 === 1;
  const below = Math.floor(size * 10 ** digits);
  return sign + (tie ? (below + (below % 2)) / 10 ** digits : size).toFixed(digits);
}

export function rounded(value: number): number {
  return Number(fixed(value, 2));
}

/** A note of a bot with its values: `{}` as it is, `{:.0f}` with so many digits, `{:+.1f}` with a sign too. */
export function filled(note: string, ...values: readonly (number | string)[]): string {
  const left = [...values];
  return note.replace(/\{(?::(\+?)\.(\d)f)?\}/g, (_, plus?: string, digits?: string) => {
    const value = left.shift() ?? "";
    if (digits === undefined) return String(value);
    const text = fixed(Number(value), Number(digits));
    return plus && !text.startsWith("-") ? `+${text}` : text;
  });
}

/** What another level chooses, for one that cannot think here as its name says; the note says so, and why. */
export function standsIn(name: Level, choice: Choice, { hand, ruleset }: { hand: string; ruleset: string }): Choice {
  const why = hand.includes("?") ? NOTES.NOT_KNOWN : filled(NOTES.NOT_LEARNED, ruleset);
  return { ...choice, note: filled(NOTES.STANDS_IN, name, why, choice.note) };
}
