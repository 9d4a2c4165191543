// The bots one can play against, as the page shows them: the server's list, with a name and a sentence in the language.
import { bots as fetchBots } from "./api";
import { has, t } from "./i18n";
import type { BotInfo } from "./wire.gen";

/** The ladder from kind to strong, for faces; a stranger's bot stands in the middle. */
const LADDER: readonly string[] = ["sprout", "casual", "greedy", "thoughtful", "expert", "champion"];

export function botLevel(name: string): number {
  const at = LADDER.indexOf(name);
  return at < 0 ? 2 : at;
}

export function botName(name: string): string {
  return has(`bot.${name}`) ? t(`bot.${name}`) : name;
}

export function botAbout(bot: Pick<BotInfo, "name" | "about">): string {
  return has(`bot.${bot.name}.about`) ? t(`bot.${bot.name}.about`) : (bot.about ?? "");
}

let known: Promise<readonly BotInfo[]> | null = null;

/** The bots of a game in order of strength; the names of the ladder when the server cannot be asked. */
export async function botsOf(game: "tiles" | "cards"): Promise<readonly BotInfo[]> {
  known ??= fetchBots().then((answer) => answer.bots);
  try {
    const found = (await known).filter((bot) => bot.game === game && LADDER.includes(bot.name));
    if (found.length > 0) return [...found].sort((a, b) => botLevel(a.name) - botLevel(b.name));
  } catch {
    known = null;
  }
  return LADDER.map((name, level) => ({ name, game, level }));
}
