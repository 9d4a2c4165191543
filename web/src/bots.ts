// The bots one can play against, as the page shows them: the server's list, with a level and a sentence in the language.
import { bots as fetchBots } from "./api";
import type { GameName } from "./games";
import { base, ECHO, isEcho } from "./kernel/strength";
import { readJson } from "./storage";
import { served } from "./served";
import { has, t } from "./i18n";
import type { BotInfo, MyTable } from "./wire.gen";

/** The ladder from kind to strong, for faces; a stranger's bot stands in the middle. */
export const LADDER: readonly string[] = ["sprout", "casual", "greedy", "thoughtful", "expert", "champion"];

/** What a game tells of who won against which bot. */
type OwnGame = Pick<MyTable, "game" | "seats" | "names"> & {
  readonly played?: { readonly bots: readonly string[]; readonly result: string };
};

export function botLevel(name: string): number {
  const at = LADDER.indexOf(base(name));
  return isEcho(name) ? LADDER.length : at < 0 ? 2 : at;
}

/** So many own turns of finished games tell enough of how somebody plays. */
export const ENOUGH = 30;
/** Who plays like the person here, once it has learned from games of this device (echo.ts). */
export const echo = (game: GameName): BotInfo => ({ name: ECHO, title: "Echo", game, level: LADDER.length });
/** What it has learned, by game: a name for each. Whatever else lies there is none. */
export function echoes(): Readonly<Record<string, unknown>> {
  const found = readJson("sixfold.echo");
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}
/** Whether it has, of this game. */
export const hasEcho = (game: GameName): boolean => isEcho(String(echoes()[game]));

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

/** The shares that people say: one in so many, and so many in a few more. */
const FRACTIONS: readonly (readonly [number, number])[] = [
  ...[30, 20, 15, 10, 8, 6, 5, 4, 3, 2].map((of) => [1, of] as const),
  ...[3, 4, 5, 10, 20].map((of) => [of - 1, of] as const),
];

/** A share between 0 and 1 as people say it: so many in so many. */
function fraction(share: number): { n: number; of: number } {
  const odds = (of: number): number => Math.log(of / (1 - of));
  const off = ([n, of]: readonly [number, number]): number => Math.abs(odds(n / of) - odds(share));
  const [n, of] = FRACTIONS.reduce((best, each) => (off(each) < off(best) ? each : best));
  return { n, of };
}

/** How often play like the easy-going bot's wins against this one. Nobody has measured people. */
export function botWins(wins: number): string {
  if (wins < 1 / 40) return t("bot.winsRarely");
  if (wins > 39 / 40) return t("bot.winsMostly");
  return t("bot.wins", fraction(wins));
}

/** So many own games against a bot tell how often one wins. */
const TELLING = 5;

/** How often one wins against a bot, by the finished games of this device; null while these are few. A game lost or won is
 * added as half of one, so that nobody is told never or always. */
export function ownWins(tables: readonly OwnGame[], game: GameName, bot: string): { n: number; of: number } | null {
  const mine = tables.filter(
    ({ game: kind, seats, names, played }) =>
      kind === game && seats.length === 1 && names.length === 2 && played?.bots.some((each) => base(each) === bot),
  );
  const ended = mine.flatMap(({ played }) => ({ won: 1, drawn: 0.5, lost: 0 })[String(played?.result)] ?? []);
  if (ended.length < TELLING) return null;
  return fraction((ended.reduce((sum, each) => sum + each, 0) + 0.5) / (ended.length + 1));
}

export function botAbout(bot: Pick<BotInfo, "name" | "about">): string {
  return has(`bot.${bot.name}.about`) ? t(`bot.${bot.name}.about`) : (bot.about ?? "");
}

/** The bots of a game: the ladder in order of strength, then strangers', and at last programs that are connected from
 * elsewhere; the ladder alone where no server can be asked. Who plays like the person here comes last. */
export async function botsOf(game: GameName, chosen: { remote?: boolean } = {}): Promise<readonly BotInfo[]> {
  return [...(await levelsOf(game, chosen)), ...(hasEcho(game) ? [echo(game)] : [])];
}

async function levelsOf(game: GameName, { remote = false }): Promise<readonly BotInfo[]> {
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
