// The calls about meeting people, and what is told of a table that anybody may join.
import { has, languageName, list, t } from "../i18n";
import { json } from "../http";
import { nameKey } from "../rulesets";
import { limitOf, timeOf } from "./clocks";
import type { Join, LobbyInfo, Made, OpenTable, SeekBody, Seeking } from "../wire.gen";

export const openTables = (): Promise<LobbyInfo> => json("GET", "/api/lobby");
export const sitDown = (table: string, body: Join): Promise<Made> =>
  json("POST", `/api/lobby/tables/${encodeURIComponent(table)}`, body);
export const seek = (body: SeekBody): Promise<Seeking> => json("POST", "/api/lobby/seek", body);
export const seeking = (): Promise<Seeking> => json("GET", "/api/lobby/seek");
export const callOff = (game: string): Promise<Seeking> =>
  json("DELETE", `/api/lobby/letters/${encodeURIComponent(game)}`);
export const stopSeeking = (): Promise<Seeking> => json("DELETE", "/api/lobby/seek");

/** What one joins, apart from who sits there. */
export function terms(table: OpenTable): string[] {
  const bots = (table.bots ?? []).map((bot) => (has(`bot.${bot}`) ? t(`bot.${bot}`) : bot));
  return [
    t(nameKey(table.ruleset)),
    timeOf(limitOf(table)),
    ...(bots.length > 0 ? [t("meet.bots", { names: list(bots) })] : []),
    ...(table.language ? [languageName(table.language)] : []),
  ];
}
