// The table of the daily bag on this device: made when it is first asked for, from a seed that follows from the day alone.
import { bagOf, tableOf } from "../daily/day";
import { doubled, utf8 } from "../verify/dealer";
import { hex } from "../verify/sha256";
import type { GameName } from "../games";
import type { Assist } from "./facts";
import type { House } from "./house";

/** The seed of a day's bag, hex (docs/shuffle.md). */
export const seedOf = (day: string): string => hex(doubled("sixfold/daily/1", [utf8(day)]));

/** The name of the day's table. Nobody is told what is best there: that would be the same for all. */
export async function daily(house: House, game: GameName, day: string, name: string, assist: Assist): Promise<string> {
  const table = tableOf(day, game);
  if ((await house.room(table)) !== null) return table;
  const seats = [
    { kind: "here" as const, name, assist: assist === "best" ? ("points" as const) : assist },
    { kind: "bot" as const, bot: "greedy" },
  ];
  await house.make({ game, seats, options: { hints: false } }, table, seedOf(day), bagOf(day));
  return table;
}
