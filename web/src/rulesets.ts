// The rule sets of tables: their numbers, and what they are called.
import { RULES } from "./rules.gen";

type Numbers = (typeof RULES)[keyof typeof RULES];

/** The numbers of a rule set; undefined when this page does not know it. */
export function rulesOf(ruleset: string): Numbers | undefined {
  return (RULES as Readonly<Record<string, Numbers>>)[ruleset];
}

/** The message that names the game of a rule set; `<key>.about` is a sentence about it. */
export function nameKey(ruleset: string): string {
  return `game.${ruleset.split("/")[0] ?? ""}`;
}
