// Bots at a strength of their own (`sprout@43`), and how they keep pace with a player: as in sixfold/bots/strength.py, where
// the reasons are, and with its numbers.
import { STRENGTH } from "./kernel.gen";

/** Who plays like somebody of this device: `echo@1.12.54.118...` is the first version of it, learned from 12 games, and how
 * much it makes of what it looks at (local/echo.ts). The name is all there is to know, so any table can go on. */
export const ECHO = "echo";
/** Changes with what is looked at: an echo of another version does not know its weights. */
export const ECHO_VERSION = 1;

type Game = keyof typeof STRENGTH.RUNGS;

/** The bot of a name, whatever its strength. */
export const base = (name: string): string => name.split(STRENGTH.MARK, 1)[0] ?? name;

/** The name of a bot at a strength. */
export const named = (bot: string, strength: number): string => `${base(bot)}${STRENGTH.MARK}${strength}`;

export const isEcho = (bot: string): boolean => base(bot) === ECHO;

/** Whether it is an echo that this version cannot play: another bot has to. */
export const isForeignEcho = (bot: string): boolean => isEcho(bot) && !bot.startsWith(`${named(ECHO, ECHO_VERSION)}.`);

/** A bot as a record names it: of who plays like somebody not how that is. */
export const told = (bot: string): string => (isEcho(bot) ? bot.split(".", 2).join(".") : bot);

/** Whether a bot has a strength that moves. */
export const adapts = (bot: string): boolean => (STRENGTH.ADAPTING as readonly string[]).includes(base(bot));

/** The strength in a name; null where there is none, or none that a bot can have. */
export function strengthOf(name: string): number | null {
  const strength = Number(name.slice(base(name).length + 1));
  const fine = adapts(name) && Number.isInteger(strength) && strength >= 0 && strength <= STRENGTH.MOST;
  return fine && name === named(name, strength) ? strength : null;
}

/** The bot as it plays the next game, after one that a player won by so many points or Qwirkles. */
export function moved(game: Game, bot: string, margin: number): string {
  const strength = strengthOf(bot);
  if (strength === null) return bot;
  const [steps, points] = STRENGTH.GAIN[game];
  const within = (most: number, value: number, least: number): number => Math.min(most, Math.max(least, value));
  const step = within(STRENGTH.STEP, Math.floor((2 * steps * margin + points) / (2 * points)), -STRENGTH.STEP);
  return named(bot, within(STRENGTH.MOST, strength + step, 0));
}
