// A bot at a strength plays each turn as one of the two levels around it (sixfold/bots/strength.py). Apart from
// strength.ts, which a page needs before any bot thinks.
import { Chance, seedFor } from "./chance";
import { STRENGTH } from "./kernel.gen";
import { strengthOf } from "./strength";
import type { CardView, Level, TileView } from "./types";

/** As which level a bot plays on this turn: as it is named, or as one of the two around its strength. */
export function playsAs(
  game: keyof typeof STRENGTH.RUNGS,
  bot: string,
  seed: number | bigint,
  view: TileView | CardView,
): Level {
  const strength = strengthOf(bot);
  if (strength === null) return bot as Level;
  const rungs = Object.entries(STRENGTH.RUNGS[game]) as [Level, number][];
  const at = rungs.findIndex(([, height], i) => i > 0 && strength <= height);
  const [[lower, low], [higher, high]] = rungs.slice(at - 1) as [[Level, number], [Level, number]];
  return new Chance(seedFor(seed, bot, view)).below(high - low) < strength - low ? higher : lower;
}
