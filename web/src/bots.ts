// The bots one can play against, as the page shows them: the server's list, with a level and a sentence in the language.
import { bots as fetchBots } from "./api";
import type { GameName } from "./games";
import { served } from "./served";
import { has, t } from "./i18n";
import type { BotInfo } from "./wire.gen";

/** The ladder from kind to strong, for faces; a stranger's bot stands in the middle. */
export const LADDER: readonly string[] = ["sprout", "casual", "greedy", "thoughtful", "expert", "champion"];

export function botLevel(name: string): number {
  const at = LADDER.indexOf(name);
  return at < 0 ? 2 : at;
}

/** What a bot is called at the table. */
export function botName(bot: Pick<BotInfo, "name" | "title">): string {
  return bot.title || bot.name;
}

/** Its name and how strong it is, for a choice. */
export function botLabel(bot: Pick<BotInfo, "name" | "title" | "remote">): string {
  if (bot.remote) return `${botName(bot)} · ${t("bot.remote")}`;
  if (!has(`bot.${bot.name}`)) return botName(bot);
  return bot.title ? `${bot.title} · ${t(`bot.${bot.name}`)}` : t(`bot.${bot.name}`);
}

const FRACTIONS: readonly (readonly [number, number])[] = [
  [1, 30],
  [1, 20],
  [1, 15],
  [1, 10],
  [1, 8],
  [1, 6],
  [1, 5],
  [1, 4],
  [1, 3],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [9, 10],
  [19, 20],
];

/** How often play like the easy-going bot's wins against this one, as people say it: so many games in so many. Nobody has
 * measured people. */
export function botWins(wins: number): string {
  const odds = (share: number): number => Math.log(share / (1 - share));
  if (wins < 1 / 40) return t("bot.winsRarely");
  if (wins > 39 / 40) return t("bot.winsMostly");
  const off = ([n, of]: readonly [number, number]): number => Math.abs(odds(n / of) - odds(wins));
  const [n, of] = FRACTIONS.reduce((best, each) => (off(each) < off(best) ? each : best));
  return t("bot.wins", { n, of });
}

export function botAbout(bot: Pick<BotInfo, "name" | "about">): string {
  return has(`bot.${bot.name}.about`) ? t(`bot.${bot.name}.about`) : (bot.about ?? "");
}

/** The bots of a game: the ladder in order of strength, then strangers', and at last programs that are connected from
 * elsewhere; the ladder alone where no server can be asked. */
export async function botsOf(game: GameName, { remote = false } = {}): Promise<readonly BotInfo[]> {
  const place = (bot: BotInfo) =>
    (bot.remote ? 2 : LADDER.includes(bot.name) ? 0 : 1) * LADDER.length + botLevel(bot.name);
  const ladder = async () => (await import("./ladder")).ladder(game);
  if (!served) return ladder();
  try {
    const found = (await fetchBots()).bots.filter((bot) => bot.game === game && (remote || !bot.remote));
    if (found.length > 0) return found.sort((a, b) => place(a) - place(b));
  } catch {
    // the choice is there without the server; what cannot be played is said when it is asked for
  }
  return ladder();
}
